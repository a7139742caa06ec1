/**
 * Equations as part of the interface. Symbols that the build has marked (`data-s`) light the same quantity in the figures of their
 * section, and the other way round; one that is a parameter there can be dragged, or moved with keys. Without this file they are text.
 *
 * An equation's glyphs are hidden from assistive technology, which reads its MathML. What has the focus is therefore a control beside
 * the equation, out of sight, and its symbol shows the ring.
 */
import type { AttnFigure } from '../element/shell/attn-figure';
import { html, inAria } from '../kinds/dom';
import { findPlaces, type Place, type SymbolTie } from './places';
import { keyed, swept } from './steer';
import type { SymbolEntry } from './symbols';
import { linger, SymbolTip } from './tip';

/** Pointers tremble: less than this is a tap, in px. */
const slop = 4;

class Equations {
  readonly #links: readonly SymbolTie[];
  readonly #tip = new SymbolTip();
  /** Under the pointer, and with the focus: the pointer's is shown. */
  #pointed: { readonly link: SymbolTie; readonly mark: HTMLElement } | undefined;
  #focused: { readonly link: SymbolTie; readonly mark: HTMLElement; readonly byKeys: boolean } | undefined;
  /** The place that has just been tapped. */
  #pressed: HTMLElement | undefined;
  #shown: SymbolTie | undefined;
  /** What the reader points at in a figure. */
  #heard: { readonly figure: EventTarget | null; readonly quantities: readonly string[] } | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;
  #drag:
    | { readonly link: SymbolTie; readonly x: number; readonly from: number; moved: boolean; value: number }
    | undefined;

  constructor(places: readonly Place[]) {
    this.#links = places.flatMap((place) => place.links);
    for (const place of places) this.#lay(place);
    for (const link of this.#links) {
      for (const mark of link.marks) {
        mark.classList.add('linked');
        mark.addEventListener('pointerenter', (event) => this.#enter(event, link, mark));
        mark.addEventListener('pointerleave', () => this.#leave());
        // The mouse events that follow a tap would take the focus away again.
        mark.addEventListener('mousedown', (event) => event.preventDefault());
        mark.addEventListener('pointerdown', (event) => this.#press(event, link, mark));
        mark.addEventListener('pointermove', (event) => this.#move(event));
        mark.addEventListener('pointerup', () => this.#release(link, mark));
        // The finger scrolls the page after all: what it moved on its way there goes back.
        mark.addEventListener('pointercancel', () => this.#cancel());
      }
      this.#refresh(link);
    }
    this.#tip.element.addEventListener('pointerenter', () => clearTimeout(this.#leaving));
    this.#tip.element.addEventListener('pointerleave', () => this.#leave());
    document.addEventListener('figure-ready', (event) => this.#news(event.target, true));
    document.addEventListener('figure-state', (event) => this.#news(event.target, false));
    document.addEventListener('figure-highlight', (event) => {
      const { quantities } = event.detail;
      this.#heard = quantities.length ? { figure: event.target, quantities } : undefined;
      this.#light();
    });
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.#dismiss());
    document.addEventListener('pointerdown', ({ target }) => {
      const inside = target instanceof Element && target.closest('.linked, .tip');
      if (!inside) this.#dismiss();
    });
  }

  /** One stop of the Tab key for each equation; the arrow keys go on from there. */
  #lay({ element, name, links }: Place): void {
    const alone = links.length === 1;
    const box = html('span', {
      class: 'symbol-keys visually-hidden',
      ...(!alone && { role: 'toolbar', 'aria-label': `Symbols of ${name}` }),
    });
    for (const [i, link] of links.entries()) {
      const { control } = link;
      control.tabIndex = i ? -1 : 0;
      control.addEventListener('focus', () => this.#focus(link));
      control.addEventListener('blur', () => {
        this.#focused = undefined;
        this.#update();
      });
      control.addEventListener('keydown', (event) => {
        const to = alone ? undefined : { ArrowLeft: links[i - 1], ArrowRight: links[i + 1] }[event.key];
        if (to) {
          for (const other of links) other.control.tabIndex = other === to ? 0 : -1;
          to.control.focus({ preventScroll: true });
        } else if (!this.#key(event, link, alone)) return;
        event.preventDefault();
      });
      box.append(control);
    }
    element.after(box);
  }

  #key({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, link: SymbolTie, alone: boolean): boolean {
    if (altKey || ctrlKey || metaKey) return false;
    if (key === 'Enter' || key === ' ') {
      this.#focus(link);
      return true;
    }
    const now = link.now();
    if (!now?.param) return false;
    const next = keyed(now.param, now.value, key, alone);
    if (next !== undefined) link.set(next);
    return next !== undefined;
  }

  /** The focus is news, wherever the pointer lies. */
  #focus(link: SymbolTie): void {
    const mark = this.#pressed ?? link.visible();
    if (mark) this.#focused = { link, mark, byKeys: !this.#pressed };
    clearTimeout(this.#leaving);
    this.#pointed = undefined;
    this.#update();
  }

  #enter(event: PointerEvent, link: SymbolTie, mark: HTMLElement): void {
    // A finger has no way to point without touching: it taps.
    if (event.pointerType === 'touch' || this.#drag) return;
    clearTimeout(this.#leaving);
    this.#pointed = { link, mark };
    this.#update();
  }

  #leave(): void {
    clearTimeout(this.#leaving);
    if (this.#drag) return;
    this.#leaving = setTimeout(() => {
      this.#pointed = undefined;
      this.#update();
    }, linger);
  }

  #press(event: PointerEvent, link: SymbolTie, mark: HTMLElement): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.#pointed = { link, mark };
    const now = link.now();
    if (!now?.param) return;
    mark.setPointerCapture(event.pointerId);
    this.#drag = { link, x: event.clientX, from: now.value, moved: false, value: now.value };
  }

  #move({ clientX }: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    drag.moved ||= Math.abs(clientX - drag.x) > slop;
    const param = drag.link.now()?.param;
    if (!drag.moved || !param) return;
    const value = swept(param, drag.from, clientX - drag.x);
    if (value !== drag.value) drag.link.set(value);
    drag.value = value;
    this.#update();
  }

  #release(link: SymbolTie, mark: HTMLElement): void {
    const dragged = this.#drag?.moved;
    this.#drag = undefined;
    if (dragged) return;
    // A tap is a way to the focus, and with it to the tip and to the keys.
    this.#pressed = mark;
    if (document.activeElement === link.control) this.#focus(link);
    else link.control.focus({ preventScroll: true });
    this.#pressed = undefined;
  }

  #cancel(): void {
    if (this.#drag?.moved) this.#drag.link.set(this.#drag.from);
    this.#drag = undefined;
    this.#pointed = undefined;
    this.#update();
  }

  #dismiss(): void {
    clearTimeout(this.#leaving);
    this.#pointed = this.#focused = undefined;
    this.#update();
  }

  #news(figure: EventTarget | null, ready: boolean): void {
    for (const link of this.#links) if (link.figures.includes(figure as AttnFigure)) this.#refresh(link);
    const active = this.#pointed ?? this.#focused;
    if (!active?.link.figures.includes(figure as AttnFigure)) return;
    // A figure that this symbol has started has something to light only now.
    if (ready) (figure as AttnFigure).highlight(active.link.entry.id);
    this.#tip.show(active.mark, active.link, active === this.#focused && this.#focused.byKeys);
  }

  /** What the control says: a number that can be changed where a figure has it, and just the symbol's name where not. */
  #refresh({ control, marks, now }: SymbolTie): void {
    const quantity = now();
    const [low, high] = quantity?.range ?? [];
    const says = {
      role: quantity?.param ? 'spinbutton' : 'button',
      'aria-valuemin': low,
      'aria-valuemax': high,
      'aria-valuenow': quantity?.param && quantity.value,
      'aria-valuetext': quantity?.param && quantity.text,
    };
    for (const [name, value] of Object.entries(says)) {
      if (value === undefined) control.removeAttribute(name);
      else if (control.getAttribute(name) !== inAria(value)) control.setAttribute(name, inAria(value));
    }
    for (const mark of marks) {
      mark.classList.toggle('turns', quantity?.param !== undefined);
      // What a finger may do is decided by boxes; a symbol is a piece of a line.
      if (quantity?.param) mark.closest('.katex-base')?.classList.add('steers');
    }
  }

  #update(): void {
    const active = this.#pointed ?? this.#focused;
    const focused = this.#focused;
    if (active) this.#tip.show(active.mark, active.link, active === focused && focused.byKeys);
    else this.#tip.hide();
    for (const link of this.#links) {
      const ring = focused?.byKeys ? focused.mark : undefined;
      for (const mark of link.marks) mark.classList.toggle('ringed', mark === ring);
      if (link === focused?.link) link.control.setAttribute('aria-describedby', this.#tip.element.id);
      else link.control.removeAttribute('aria-describedby');
    }
    if (active?.link !== this.#shown) {
      for (const figure of this.#shown?.figures ?? []) figure.highlight();
      for (const figure of active?.link.figures ?? []) figure.highlight(active?.link.entry.id);
      this.#shown = active?.link;
    }
    this.#light();
  }

  /** All symbols that mean what is pointed at, here or in a figure. */
  #light(): void {
    const active = this.#shown;
    for (const link of this.#links) {
      const here =
        active !== undefined &&
        link.entry === active.entry &&
        (link.section === active.section || link.figures.some((figure) => active.figures.includes(figure)));
      const there =
        this.#heard?.quantities.includes(link.entry.id) &&
        link.figures.includes(this.#heard.figure as AttnFigure);
      for (const mark of link.marks) mark.classList.toggle('lit', here || there === true);
    }
  }
}

const tables = import.meta.glob<readonly SymbolEntry[]>('../../symbols/*.json', { import: 'default' });

/** Brings the equations of the page to life. */
export async function linkEquations(main: HTMLElement): Promise<void> {
  const table = await tables[`../../symbols/${main.dataset.symbols}.json`]?.();
  if (table) new Equations(findPlaces(main, new Map(table.map((entry) => [entry.id, entry]))));
}
