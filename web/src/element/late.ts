/** Draws with the screen's next frame, and of several drawings that wait for it the last. */
export class Late {
  readonly #failed: (error: unknown) => void;
  #waiting: number | undefined;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get waiting(): boolean {
    return this.#waiting !== undefined;
  }

  draw(draw: () => void): void {
    this.stop();
    this.#waiting = requestAnimationFrame(() => {
      this.#waiting = undefined;
      try {
        draw();
      } catch (error) {
        this.#failed(error);
      }
    });
  }

  stop(): void {
    if (this.#waiting !== undefined) cancelAnimationFrame(this.#waiting);
    this.#waiting = undefined;
  }
}
