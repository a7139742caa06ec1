import type { Handle } from '../draw/surface';
import type { Param, Params, Values } from '../figures/declare';
import { html } from './dom';
import { aloud, moved, rangeOf, snap } from './quantity';

/**
 * What the reader takes hold of in the drawing: for each handle a slider, 32 px wide, over the mark. Arrow keys move it by steps, a
 * pointer along its axis; a finger that moves the other way scrolls the page.
 */
export class Handles {
  readonly element = html('div', { class: 'handles' });
  readonly #params: Params;
  readonly #locked: ReadonlySet<string>;
  readonly #changed: (name: string, value: number) => void;
  #values: Values<Params> = {};
  readonly #grips = new Map<string, Grip>();

  constructor(params: Params, locked: ReadonlySet<string>, changed: (name: string, value: number) => void) {
    this.#params = params;
    this.#locked = locked;
    this.#changed = changed;
  }

  /** Takes values that the drawing may not show yet: the next key goes on from them. */
  set(values: Values<Params>): void {
    this.#values = values;
    for (const [name, grip] of this.#grips) grip.set(values[name] as number);
  }

  /** Shows the handles of a drawing; the elements of those that were there before stay, with their focus and their drag. */
  show(handles: readonly Handle[]): void {
    const gone = new Set(this.#grips.keys());
    for (const handle of handles) {
      const param = this.#params[handle.param];
      if (!param) throw new Error(`draw: a handle for “${handle.param}”, which is no parameter`);
      if (this.#locked.has(handle.param)) continue;
      gone.delete(handle.param);
      let grip = this.#grips.get(handle.param);
      if (!grip) {
        grip = new Grip(param, (value) => this.#changed(handle.param, value));
        grip.element.dataset.of = handle.param;
        this.#grips.set(handle.param, grip);
        grip.set(this.#values[handle.param] ?? param.value);
        this.element.append(grip.element);
      }
      grip.show(handle);
    }
    for (const name of gone) {
      this.#grips.get(name)?.element.remove();
      this.#grips.delete(name);
    }
  }
}

class Grip {
  readonly element: HTMLElement;
  readonly #param: Param;
  readonly #changed: (value: number) => void;
  #handle: Handle | undefined;
  #value = 0;
  /** The drawing as it was when the drag began: it may change its scale under way, and the pointer must not run after it. */
  #drag: { readonly handle: Handle; readonly offset: number; readonly value: number } | undefined;

  constructor(param: Param, changed: (value: number) => void) {
    this.#param = param;
    this.#changed = changed;
    const [low, high] = rangeOf(param);
    this.element = html('div', {
      class: 'grip',
      role: 'slider',
      tabindex: 0,
      'aria-label': `${param.label}, in the picture`,
      'aria-valuemin': low,
      'aria-valuemax': high,
      title: param.about,
    });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('pointerdown', (event) => this.#take(event));
    this.element.addEventListener('pointermove', (event) => this.#move(event));
    this.element.addEventListener('pointerup', () => {
      this.#drag = undefined;
    });
    // The finger scrolls the page after all: what it moved on its way there goes back.
    this.element.addEventListener('pointercancel', () => {
      if (this.#drag) this.#report(this.#drag.value);
      this.#drag = undefined;
    });
  }

  set(value: number): void {
    this.#value = value;
    this.element.setAttribute('aria-valuenow', String(value));
    this.element.setAttribute('aria-valuetext', aloud(this.#param, value));
  }

  show(handle: Handle): void {
    const { element } = this;
    this.#handle = handle;
    element.classList.toggle('upright', handle.along === 'y');
    element.setAttribute('aria-orientation', handle.along === 'y' ? 'vertical' : 'horizontal');
    element.style.left = `${handle.x}px`;
    element.style.top = `${handle.y}px`;
  }

  #key(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowUp: 1, PageUp: 10, ArrowLeft: -1, ArrowDown: -1, PageDown: -10 }[
      event.key
    ];
    const [low, high] = rangeOf(this.#param);
    const end = { Home: low, End: high }[event.key];
    if (by === undefined && end === undefined) return;
    event.preventDefault();
    this.#report(end ?? moved(this.#param, this.#value, by ?? 0));
  }

  #take(event: PointerEvent): void {
    if (!this.#handle || event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    const handle = this.#handle;
    this.#drag = { handle, offset: handle[handle.along] - this.#along(event), value: this.#value };
  }

  #move(event: PointerEvent): void {
    if (this.#drag) this.#report(this.#drag.handle.at(this.#along(event) + this.#drag.offset));
  }

  #along(event: PointerEvent): number {
    return this.#handle?.along === 'y' ? event.clientY : event.clientX;
  }

  #report(value: number): void {
    const next = snap(this.#param, value);
    if (next !== this.#value) this.#changed(next);
  }
}
