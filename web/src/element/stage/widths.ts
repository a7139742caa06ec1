/** How long, in ms, a width that has just been lost is not believed to be there again: at first. */
const least = 100;

/**
 * Which widths are drawn at, and when. The height follows from the width, and with the height a scrollbar may come, which takes of the width,
 * and go again. So a width that was lost a moment ago is taken back the later the oftener it was lost again: such a loop dies out.
 */
export class Widths {
  #lost = -1;
  #at = 0;
  #patience = least;

  /** The milliseconds to wait before a width may be drawn at, after another one; 0 where it may at once. */
  offer(width: number, now: number, before: number): number {
    const since = now - this.#at;
    if (width > before) return width === this.#lost ? Math.max(0, this.#patience - since) : 0;
    this.#patience = before === this.#lost && since < this.#patience + 1000 ? 2 * this.#patience : least;
    this.#lost = before;
    this.#at = now;
    return 0;
  }
}
