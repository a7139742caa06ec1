/** Who has just got a frame may well ask for the next one: a hand that drags does so at once, what plays within this time, in ms. */
const calm = 120;
/** How long, in ms, the others wait at most where that goes on and on. */
const longest = 200;

/** The drawings that wait, of all figures of the page, in the order of their turns. */
const queue = new Map<Late, () => void>();
/** Who has drawn last what it was asked for, and when. */
let hand: Late | undefined;
let asked = -Infinity;
/** When the last of the queue was drawn. */
let drawn = -Infinity;
let screen: number | undefined;

/**
 * The drawings of a figure. Of those that can wait the last is drawn, and with each frame of the screen one figure of the page does so: ten
 * that refine take turns, and leave the page to the one among them that is dragged or plays.
 */
export class Late {
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get waiting(): boolean {
    return queue.has(this);
  }

  /** Draws in the place of what waits: at once what was asked for, after which the others wait a moment, or when there is time. */
  draw(draw: () => void, canWait: boolean): void {
    if (!canWait) {
      hand = this;
      asked = performance.now();
      this.stop();
      draw();
      return;
    }
    queue.set(this, () => {
      try {
        draw();
      } catch (error) {
        this.#failed(error);
      }
    });
    schedule();
  }

  stop(): void {
    queue.delete(this);
    schedule();
  }
}

function schedule(): void {
  if (queue.size > 0) screen ??= requestAnimationFrame(turn);
  else if (screen !== undefined) {
    cancelAnimationFrame(screen);
    screen = undefined;
  }
}

function turn(): void {
  screen = undefined;
  const now = performance.now();
  const free = now - asked >= calm || now - drawn >= longest;
  for (const [late, draw] of queue) {
    if (!free && late !== hand) continue;
    queue.delete(late);
    if (late !== hand) drawn = now;
    draw();
    break;
  }
  schedule();
}
