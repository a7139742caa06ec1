import { Scene } from '../../draw/scene';
import type { View } from '../../draw/surface';
import type { Figure, Ghost, Params, Sentence } from '../../figures/declare';
import { html, setText } from '../../kinds/dom';
import type { Exported, Shown } from '../panels/exported';
import { withPanels } from '../panels/lazy';
import type { Card } from './card';
import type { LazyHandles } from './lazy-handles';
import { Widths } from './widths';

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
      const older = queue.get(this);
      draw();
      // Where this one cannot be drawn the older one still comes.
      if (queue.get(this) === older) this.stop();
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

/** How long a figure has to rest before its data table is written anew, in ms. */
const rest = 150;

/** Shows frames in a card: drawing, text alternative, caption, badge and table, at the size that the box really has. */
export class FigureView {
  readonly #figure: Figure;
  readonly #card: Card;
  readonly #handles: LazyHandles;
  readonly #failed: (error: unknown) => void;
  readonly #resize: ResizeObserver;
  readonly #lines: ResizeObserver;
  readonly #widths = new Widths();
  #shown: Shown | undefined;
  #ghost: Ghost<Params, unknown> | undefined;
  #width: number;
  #again: ReturnType<typeof setTimeout> | undefined;
  #repaint: number | undefined;
  #table: ReturnType<typeof setTimeout> | undefined;

  /** `failed` hears what goes wrong outside of `show`: in a drawing at another size, or in the table. */
  constructor(figure: Figure, card: Card, handles: LazyHandles, failed: (error: unknown) => void) {
    this.#figure = figure;
    this.#handles = handles;
    this.#card = card;
    this.#failed = failed;
    this.#width = card.stage.clientWidth;
    this.#reserve();
    this.#resize = new ResizeObserver((entries) => this.#resized(entries.at(-1)?.contentRect.width ?? 0));
    this.#resize.observe(card.stage);
    // A caption that has needed three lines keeps them, or the page below would jump with every number.
    this.#lines = new ResizeObserver((entries) => this.#keepLines(entries.at(-1)?.borderBoxSize[0]));
    this.#lines.observe(card.caption);
  }

  /** What is on the screen; `undefined` before the first drawing. */
  get shown(): Shown | undefined {
    return this.#shown;
  }

  /** The run behind the picture, where the reader has kept one. */
  get ghost(): Ghost<Params, unknown> | undefined {
    return this.#ghost;
  }

  /** Draws what is shown over another ghost, or over none. */
  setGhost(ghost: Ghost<Params, unknown> | undefined): void {
    this.#ghost = ghost;
    if (this.#shown) this.#paint(this.#shown);
  }

  /** The box of the drawing; one of a usual size while the figure has none. */
  get box(): View {
    const width = this.#width || 640;
    return { width, height: this.#figure.height(width) };
  }

  /** What is on the screen, with all that is known about it. */
  get exported(): Exported {
    if (!this.#shown) throw new Error('nothing has been drawn yet');
    return {
      figure: this.#figure,
      shown: this.#shown,
      view: this.box,
      version: __VERSION__,
      ghost: this.#ghost,
    };
  }

  /** The sentence of what is on the screen. */
  get sentence(): Sentence | undefined {
    return this.#shown && this.#figure.describe(this.#shown.frame, this.#shown.values);
  }

  /** Draws a frame. Throws, with the last picture untouched, when the figure's code does. */
  show(shown: Shown): void {
    this.#paint(shown);
    this.#shown = shown;
    this.#card.live();
    // The table follows once the figure rests: hundreds of cells per frame would cost more than the drawing.
    clearTimeout(this.#table);
    if (!this.#card.data.hidden) this.#table = setTimeout(() => this.#writeTable(), rest);
  }

  openTable(open: boolean): void {
    this.#card.data.hidden = !open;
    if (open) this.#writeTable();
    else this.#card.data.replaceChildren();
  }

  dispose(): void {
    this.#resize.disconnect();
    this.#lines.disconnect();
    clearTimeout(this.#table);
    clearTimeout(this.#again);
    if (this.#repaint !== undefined) cancelAnimationFrame(this.#repaint);
  }

  /** Everything that can fail comes before the first change of the page: a picture and its caption belong together. */
  #paint({ frame, values }: Shown): void {
    const figure = this.#figure;
    const sentence = figure.describe(frame, values);
    const checks = figure.checks(frame);
    const { picture, motion = picture, caption, badge } = this.#card;
    if (this.#width > 0) {
      const view = { width: this.#width, height: figure.height(this.#width) };
      const scene = new Scene();
      figure.draw(scene, frame, view, values, this.#ghost);
      this.#handles.show(scene.handles);
      motion.render(scene.marks, view);
    }
    showSentence(caption, sentence);
    badge.set(checks, figure);
  }

  #writeTable(): void {
    const { data } = this.#card;
    const figure = this.#figure;
    void withPanels(data, figure, ({ writeTable }) => {
      if (!this.#shown || data.hidden) return;
      try {
        writeTable(data, figure.title, figure.table(this.#shown.frame, this.#shown.values), figure);
      } catch (error) {
        this.#failed(error);
      }
    });
  }

  #resized(width: number): void {
    clearTimeout(this.#again);
    if (Math.abs(width - this.#width) < 0.5) return;
    // What is hidden and shown again has no such loop.
    const wait = width && this.#width && this.#widths.offer(width, performance.now(), this.#width);
    if (wait > 0) {
      this.#again = setTimeout(() => this.#resized(width), wait);
      return;
    }
    this.#width = width;
    // In the next frame: changing the observed boxes here would make the observers run in circles.
    this.#repaint ??= requestAnimationFrame(() => {
      this.#repaint = undefined;
      this.#card.caption.style.minHeight = '';
      this.#reserve();
      try {
        if (this.#shown) this.#paint(this.#shown);
      } catch (error) {
        this.#failed(error);
      }
    });
  }

  #reserve(): void {
    if (this.#width <= 0) return;
    const { style } = this.#card.stage;
    style.height = `${this.#figure.height(this.#width)}px`;
    style.setProperty('--_height', style.height);
  }

  /**
   * As the observer has it: to the fraction of a pixel, and before the page scales or zooms it. Any other height would be another one, and so
   * on. In the next frame: where the browser rounds it, observers would run in circles, and the page hear of that as an error.
   */
  #keepLines({ blockSize: height }: Partial<ResizeObserverSize> = {}): void {
    const { style } = this.#card.caption;
    // What it keeps comes back rounded: that is no new height, which would outlast the width that it is of.
    if (height && height > (Number.parseFloat(style.minHeight) || 0) + 0.1)
      requestAnimationFrame(() => {
        style.minHeight = `${height}px`;
      });
  }
}

/** Shows a sentence with its numbers set apart; nodes are kept where only the numbers change, as they do while a figure plays. */
export function showSentence(element: HTMLElement, sentence: Sentence): void {
  const count = sentence.text.length + sentence.numbers.length;
  // Before the first drawing a poster's words may stand there.
  if (element.childNodes.length !== count || element.firstElementChild?.matches('slot')) {
    element.replaceChildren(
      ...sentence.text.flatMap((_, i) => [
        document.createTextNode(''),
        ...(i < sentence.numbers.length ? [html('b', { class: 'number' })] : []),
      ]),
    );
  }
  element.childNodes.forEach((node, i) => {
    setText(node, (i % 2 ? sentence.numbers[(i - 1) / 2] : sentence.text[i / 2]) ?? '');
  });
}
