/** Goes over from one picture to the next where a reader has jumped from one state to another: what moved can be followed by eye. */
import type { SceneMark } from '../../draw/scene';
import type { View } from '../../draw/surface';
import type { SvgPicture } from '../../draw/svg';
import { onTheWay, type Way, waysBetween } from '../../draw/transition';

/** How long it takes, in ms. On a busy machine there are fewer pictures on the way, not later ones. */
const duration = 300;

/** The drawings of a figure among those of the page; see `Drawings`. */
interface Turns {
  draw(draw: () => void, canWait: boolean): void;
}

/** The part of a card that this is about. */
export interface Moving {
  readonly picture: SvgPicture;
  /** Whose turns the next picture takes to come by degrees; it comes at once where there are none. */
  leap?: Turns | undefined;
  /** Draws in the picture's place, as soon as it is there. */
  motion?: Motion;
}

interface Leap {
  readonly turns: Turns;
  /** When all is where it belongs. A newer picture takes the place of the last, and has the rest of the time. */
  readonly end: number;
}

interface Stretch {
  readonly ways: readonly Way[];
  readonly marks: readonly SceneMark[];
  readonly view: View;
  readonly start: number;
}

/** Quick at first: the picture answers the press at once. */
const eased = (share: number): number => 1 - (1 - share) ** 3;

export class Motion {
  readonly #card: Moving;
  #leap: Leap | undefined;
  #stretch: Stretch | undefined;
  #leaving: ReadonlySet<SceneMark> = new Set();

  constructor(card: Moving) {
    this.#card = card;
    // The press before this was there has had its picture, or is about to get it at once.
    card.leap = undefined;
  }

  render(marks: readonly SceneMark[], view: View): void {
    const { picture, leap } = this.#card;
    const start = performance.now();
    this.#card.leap = undefined;
    if (leap) this.#leap = { turns: leap, end: start + duration };
    if (this.#leap && inSight(picture)) {
      this.#stretch = { ways: waysBetween(picture.marks, marks, this.#leaving), marks, view, start };
      this.#step(this.#leap, this.#stretch);
    } else this.#show(marks, view);
  }

  #show(marks: readonly SceneMark[], view: View): void {
    this.#leap = this.#stretch = undefined;
    this.#leaving = new Set();
    this.#card.picture.render(marks, view);
  }

  #step({ turns, end }: Leap, stretch: Stretch): void {
    // A picture that no turn was taken for, in another size, has come in between.
    if (stretch !== this.#stretch) return;
    const { ways, marks, view, start } = stretch;
    const time = performance.now();
    if (time >= end) {
      this.#show(marks, view);
      return;
    }
    const now = onTheWay(ways, eased((time - start) / (end - start)));
    this.#leaving = new Set(now.filter((_, i) => !ways[i]?.to));
    this.#card.picture.render(now, view);
    // Waits for the screen's next frame, and is then what the reader has asked for: others let it go first.
    const next = (): void => this.#step({ turns, end }, stretch);
    turns.draw(() => turns.draw(next, false), true);
  }
}

/** What nobody sees needs no way there, and neither does the first picture. */
function inSight({ element, marks }: SvgPicture): boolean {
  const { top, bottom, height } = element.getBoundingClientRect();
  return marks.length > 0 && !document.hidden && height > 0 && bottom > 0 && top < innerHeight;
}
