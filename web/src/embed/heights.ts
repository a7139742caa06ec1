/** Between two messages, in ms. */
const interval = 100;
/** A height that is taken back sooner than this, in ms, was wrong. */
const soon = 1000;
const longest = 3_600_000;

/**
 * Which heights are told to the page around, and when.
 *
 * The page answers with another size, and with that the height may change: a scrollbar comes, the frame gets narrower, the figure
 * lower, the scrollbar goes. So growing is told at once, since content would be hidden, and shrinking the later the oftener it had
 * to be taken back. A loop that the page closes dies out; what is left over is a few empty pixels.
 */
export class Heights {
  #told: number | undefined;
  #at = 0;
  #shrank = false;
  #patience = interval;

  /** The milliseconds to wait before this height may be told; 0 when it counts as told now; `undefined` when it is known already. */
  offer(height: number, now: number): number | undefined {
    if (height === this.#told) return undefined;
    const first = this.#told === undefined;
    const shrinks = height < (this.#told ?? 0);
    const since = now - this.#at;
    const left = (shrinks ? this.#patience : interval) - since;
    if (!first && left > 0) return left;
    if (!shrinks && this.#shrank && since < soon) this.#patience = Math.min(2 * this.#patience, longest);
    else if (since > this.#patience + soon) this.#patience = interval;
    this.#told = height;
    this.#at = now;
    this.#shrank = shrinks;
    return 0;
  }
}
