import { html, setText } from '../kinds/dom';
import type { SymbolTie } from './places';
import { roleHtml } from './symbols';

/** Room between the tip and its symbol, and between the tip and the edge of the window, in px. */
const gap = 6;
const margin = 8;

/** How long a tip stays when the pointer has left: long enough to reach it, in ms. */
export const linger = 250;

/** A box beside what it is about. On the page, so that it scrolls along. */
export class Tip {
  readonly element: HTMLElement;

  constructor(id: string) {
    this.element = html('div', { class: `tip ${id}`, id, role: 'tooltip', hidden: true });
    document.body.append(this.element);
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** Above these lines, where no hand is, and over the middle of the piece; below where there is no room. */
  protected place({ left, right }: DOMRect, { top, bottom }: DOMRect): void {
    const { style } = this.element;
    style.left = style.top = '0px';
    const { width, height } = this.element.getBoundingClientRect();
    const room = document.documentElement.clientWidth - margin - width;
    const x = Math.max(margin, Math.min(room, (left + right - width) / 2));
    const y = top - gap - height >= margin ? top - gap - height : bottom + gap;
    style.left = `${x + scrollX}px`;
    style.top = `${y + scrollY}px`;
  }
}

/** What a symbol is called, its role, its shape, and what it is now: one for the page. */
export class SymbolTip extends Tip {
  readonly #symbol = html('span', { class: 'katex', 'aria-hidden': 'true' });
  readonly #name = html('b');
  readonly #now = html('span', { class: 'now' });
  readonly #kind = html('p', { class: 'kind' });
  readonly #about = html('p');
  readonly #hint = html('p', { class: 'hint' });
  #mark: HTMLElement | undefined;

  constructor() {
    super('symbol-tip');
    this.element.append(
      html('p', { class: 'head' }, this.#symbol, ' ', this.#name, ' ', this.#now),
      this.#kind,
      this.#about,
      this.#hint,
    );
  }

  show(mark: HTMLElement, { entry, figures, now }: SymbolTie, byKeys: boolean): void {
    const quantity = now();
    if (mark !== this.#mark) {
      const glyphs = mark.cloneNode(true) as HTMLElement;
      glyphs.classList.remove('linked', 'turns', 'lit', 'ringed');
      glyphs.removeAttribute('data-s');
      this.#symbol.replaceChildren(glyphs);
      setText(this.#name, entry.name);
      setText(this.#about, entry.about);
      const { role } = entry;
      setText(this.#kind, role ? `, ${entry.shape}` : entry.shape);
      if (role) this.#kind.insertAdjacentHTML('afterbegin', roleHtml(role));
    }
    // A figure that is not there yet will have a value; one that only draws the quantity has none.
    const waits = figures.length > 0 && figures.every(({ values }) => values === undefined);
    setText(this.#now, quantity?.text ?? (waits ? '—' : ''));
    const keys = byKeys ? 'Press ↑ or ↓' : 'Drag sideways';
    setText(this.#hint, quantity?.param ? `${keys} to change it.` : '');
    this.#hint.hidden = !quantity?.param;
    this.element.hidden = false;
    if (mark !== this.#mark)
      this.place(mark.getBoundingClientRect(), (mark.closest('.eq') ?? mark).getBoundingClientRect());
    this.#mark = mark;
  }

  override hide(): void {
    super.hide();
    this.#mark = undefined;
  }
}
