import { Scene } from '../../draw/scene';
import type { View } from '../../draw/surface';
import type { Figure, Ghost, Params, Sentence } from '../../figures/declare';
import type { Exported, Shown } from '../panels/exported';
import { withPanels } from '../panels/lazy';
import type { Card } from './card';
import type { LazyHandles } from './lazy-handles';
import { showSentence } from './sentence';

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
  #shown: Shown | undefined;
  #ghost: Ghost<Params, unknown> | undefined;
  #width: number;
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
    if (this.#repaint !== undefined) cancelAnimationFrame(this.#repaint);
  }

  /** Everything that can fail comes before the first change of the page: a picture and its caption belong together. */
  #paint({ frame, values }: Shown): void {
    const figure = this.#figure;
    const sentence = figure.describe(frame, values);
    const checks = figure.checks(frame);
    const { picture, caption, badge } = this.#card;
    if (this.#width > 0) {
      const view = { width: this.#width, height: figure.height(this.#width) };
      const scene = new Scene();
      figure.draw(scene, frame, view, values, this.#ghost);
      this.#handles.show(scene.handles);
      picture.render(scene.marks, view);
    }
    showSentence(caption, sentence);
    badge.set(checks);
  }

  #writeTable(): void {
    const { data } = this.#card;
    void withPanels(data, ({ writeTable }) => {
      if (!this.#shown || data.hidden) return;
      try {
        writeTable(data, this.#figure.title, this.#figure.table(this.#shown.frame, this.#shown.values));
      } catch (error) {
        this.#failed(error);
      }
    });
  }

  #resized(width: number): void {
    if (Math.abs(width - this.#width) < 0.5) return;
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

  /** As the observer has it: to the fraction of a pixel, and before the page scales or zooms it. Any other height would be another one, and so on. */
  #keepLines({ blockSize: height }: Partial<ResizeObserverSize> = {}): void {
    const { style } = this.#card.caption;
    if (height && height > (Number.parseFloat(style.minHeight) || 0)) style.minHeight = `${height}px`;
  }
}
