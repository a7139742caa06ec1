/** A promise that somebody else settles. */
export class Deferred<T> {
  /** Whether somebody has. */
  settled = false;
  resolve!: (value: T) => void;
  reject!: (error: unknown) => void;
  readonly promise = new Promise<T>((yes, no) => {
    const settles =
      <V>(settle: (value: V) => void) =>
      (value: V): void => {
        this.settled = true;
        settle(value);
      };
    this.resolve = settles(yes);
    this.reject = settles(no);
  });

  constructor() {
    // Nobody has to wait for it: the card and the event say what went wrong.
    this.promise.catch(() => {});
  }
}
