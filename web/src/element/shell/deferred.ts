/** A promise that somebody else settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  /** Whether somebody has. */
  settled: boolean;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Nobody has to wait for it: the card and the event say what went wrong.
  promise.catch(() => {});
  const made: Deferred<T> = {
    promise,
    settled: false,
    resolve(value) {
      made.settled = true;
      resolve(value);
    },
    reject(error) {
      made.settled = true;
      reject(error);
    },
  };
  return made;
}
