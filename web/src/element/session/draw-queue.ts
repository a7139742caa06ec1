/** Who has just got a frame may well ask for the next one: a hand that drags does so at once, what plays within this time, in ms. */
const calm = 120;
/** How long, in ms, the others wait at most where that goes on and on. */
const longest = 200;

/** The drawings that wait, of all figures of the page, in the order of their turns. */
const queue = new Map<Drawings, () => void>();
/** Who has drawn last what it was asked for, and when. */
let hand: Drawings | undefined;
let asked = -Infinity;
/** When the last of the queue was drawn. */
let drawn = -Infinity;
let screen = 0;
let later: ReturnType<typeof setTimeout> | undefined;

/**
 * The drawings of a figure. Of those that can wait the last is drawn, and with each frame of the screen one figure of the page does so: ten
 * that refine take turns, and leave the page to the one among them that is dragged or plays.
 */
export class Drawings {
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

/** How many milliseconds those that can wait have to. */
const held = (): number => Math.min(asked + calm, drawn + longest) - performance.now();

/** For a frame of the screen that is asked for the browser goes through the whole page: until there is something to draw a timer does. */
function schedule(): void {
  clearTimeout(later);
  cancelAnimationFrame(screen);
  if (queue.size === 0) return;
  const wait = queue.has(hand as Drawings) ? 0 : held();
  if (wait > 0) later = setTimeout(schedule, wait);
  else screen = requestAnimationFrame(turn);
}

function turn(): void {
  for (const [drawings, draw] of queue) {
    if (drawings !== hand) {
      if (held() > 0) continue;
      drawn = performance.now();
    }
    queue.delete(drawings);
    draw();
    break;
  }
  schedule();
}
