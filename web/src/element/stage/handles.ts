import type { Handle, PieceHandle } from '../../draw/surface';
import type { Param, Params, Values } from '../../figures/declare';
import { html, inAria } from '../../kinds/dom';
import { sameValue, type Value } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';
import { counted, isNumeric, moved, rangeOf, snap } from '../../kinds/numbers';
import { beside } from '../../kinds/param';
import { wordsOf } from '../../words/words';

/** What the drawing offers: a number on an axis, or a piece of a value that has several. */
type Any = Handle | PieceHandle;
type Changed = (name: string, value: Value) => void;

/**
 * What the reader takes hold of in the drawing: for each handle a slider over the mark. Arrow keys move it by steps, a pointer along
 * its axis; a finger that goes down the page from one along x scrolls it. The pieces of one value are one stop of the Tab key: PageUp and
 * PageDown go from one to the next.
 */
export class Handles {
  readonly element = html('div', { class: 'handles' });
  readonly #params: Params;
  readonly #locked: ReadonlySet<string>;
  readonly #changed: Changed;
  #values: Values<Params> = {};
  readonly #grips = new Map<string, Grip>();
  /** Of each parameter with pieces, the one that the Tab key reaches. */
  readonly #chosen = new Map<string, number>();

  constructor(params: Params, locked: ReadonlySet<string>, changed: Changed) {
    this.#params = params;
    this.#locked = locked;
    this.#changed = changed;
    // WebKit would let the text of the drawing be selected from here.
    this.element.addEventListener('selectstart', (event) => event.preventDefault());
  }

  /** Takes values that the drawing may not show yet: the next key goes on from them. */
  set(values: Values<Params>): void {
    this.#values = values;
    for (const grip of this.#grips.values()) this.#tell(grip);
  }

  /** Shows the handles of a drawing; the elements of those that were there before stay, with their focus and their drag. */
  show(handles: readonly Any[]): void {
    const gone = new Set(this.#grips.keys());
    for (const handle of handles) {
      const param = this.#params[handle.param];
      if (!param) throw new Error(`draw: a handle for “${handle.param}”, which is no parameter`);
      if (this.#locked.has(handle.param)) continue;
      const key = 'piece' in handle ? `${handle.param} ${handle.piece}` : handle.param;
      gone.delete(key);
      const grip = this.#grips.get(key) ?? this.#add(key, handle, param);
      grip.show(handle);
    }
    for (const key of gone) {
      this.#grips.get(key)?.element.remove();
      this.#grips.delete(key);
    }
    for (const [name, piece] of this.#chosen) this.#choose(name, piece);
  }

  #tell(grip: Grip): void {
    const param = this.#params[grip.name] as Param;
    grip.set(this.#values[grip.name] ?? param.value, beside(param, this.#values));
  }

  #add(key: string, handle: Any, param: Param): Grip {
    const piece = 'piece' in handle ? handle.piece : undefined;
    const grip = new Grip(handle.param, param, piece, (value) => this.#changed(handle.param, value));
    this.#grips.set(key, grip);
    this.#tell(grip);
    this.element.append(grip.element);
    if (piece === undefined) return grip;
    if (!this.#chosen.has(handle.param)) this.#chosen.set(handle.param, piece);
    grip.element.addEventListener('focus', () => this.#choose(handle.param, piece));
    grip.element.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const to = grip.next(event.key);
      if (to !== undefined) this.#grips.get(`${handle.param} ${to}`)?.element.focus();
      // Also of a key that moves nothing here: the page must not scroll away below the finger on it.
      if (to !== undefined || /^(Arrow.*|Home|End)$/.test(event.key)) event.preventDefault();
    });
    return grip;
  }

  /** The piece that the Tab key reaches; the first that is there, where that one has gone. */
  #choose(name: string, piece: number): void {
    const own = [...this.#grips.values()].filter((grip) => grip.name === name);
    const chosen = own.find((grip) => grip.piece === piece) ?? own[0];
    if (chosen) this.#chosen.set(name, chosen.piece ?? 0);
    for (const grip of own) grip.element.tabIndex = grip === chosen ? 0 : -1;
  }
}

class Grip {
  readonly element: HTMLElement;
  readonly name: string;
  readonly piece: number | undefined;
  #param: Param;
  readonly #changed: (value: Value) => void;
  #handle: Any | undefined;
  #value: Value;
  /** The drawing as it was when the drag began: it may change its scale under way, and the pointer must not run after it. */
  #drag: { readonly id: number; readonly handle: Any; readonly by: Point; readonly value: Value } | undefined;

  constructor(name: string, param: Param, piece: number | undefined, changed: (value: Value) => void) {
    this.name = name;
    this.piece = piece;
    this.#param = param;
    this.#value = param.value;
    this.#changed = changed;
    this.element = html('div', {
      class: piece === undefined ? 'grip' : 'grip piece',
      'aria-keyshortcuts': piece === undefined ? undefined : 'PageUp PageDown',
      tabindex: 0,
      'aria-label': wordsOf(param).inPicture(param.label),
      'data-of': name,
      title: param.about,
    });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('pointerdown', (event) => this.#take(event));
    this.element.addEventListener('pointermove', (event) => this.#move(event));
    this.element.addEventListener('pointerup', (event) => this.#drop(event));
    this.element.addEventListener('pointercancel', (event) => {
      // The finger scrolls the page after all: what it moved on its way there goes back.
      if (this.#drag && event.pointerId === this.#drag.id) this.#report(this.#drag.value);
      this.#drop(event);
    });
  }

  set(given: Value, param: Param): void {
    const value = counted(param, given);
    this.#value = value;
    this.#param = param;
    const kind = kindOf(param);
    const count = kind.pieces?.count(value) ?? 1;
    const [low, high] = isNumeric(param) ? rangeOf(param) : [1, count];
    const { piece = count } = this;
    const pieces = piece < count ? kind.pieces : undefined;
    const aloud = pieces ? pieces.aloud(param, value, piece) : kind.aloud(param, value);
    // A switch has a name of its own and no value beside on and off.
    const says: Record<string, string | number> = pieces?.on
      ? {
          role: 'switch',
          'aria-checked': String(pieces.on(value, piece)),
          'aria-label': `${aloud}, ${wordsOf(param).inPicture(param.label)}`,
        }
      : {
          role: 'slider',
          'aria-valuemin': low,
          'aria-valuemax': high,
          'aria-valuenow': isNumeric(param) ? (value as number) : (this.piece ?? 0) + 1,
          'aria-valuetext': aloud,
        };
    for (const [name, now] of Object.entries(says)) this.element.setAttribute(name, inAria(now));
  }

  /** The piece that a key goes to from this one. */
  next(key: string): number | undefined {
    const { piece = 0 } = this;
    const by = { PageUp: -1, PageDown: 1 }[key];
    return by === undefined ? kindOf(this.#param).pieces?.next?.(this.#value, piece, key) : piece + by;
  }

  show(handle: Any): void {
    const { element } = this;
    this.#handle = handle;
    if ('along' in handle) {
      element.classList.toggle('upright', handle.along === 'y');
      element.classList.toggle('aslant', handle.aslant === true);
      element.setAttribute('aria-orientation', handle.along === 'y' ? 'vertical' : 'horizontal');
    } else if (!handle.to) Object.assign(element.style, { touchAction: 'manipulation', cursor: 'pointer' });
    if ('piece' in handle && handle.size) {
      const [width, height] = handle.size;
      Object.assign(element.style, {
        width: `${width}px`,
        height: `${height}px`,
        margin: `${-height / 2}px 0 0 ${-width / 2}px`,
      });
    }
    element.style.left = `${handle.x}px`;
    element.style.top = `${handle.y}px`;
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = this.#keyed(event.key);
    if (next === undefined) return;
    event.preventDefault();
    this.#report(next);
  }

  #keyed(key: string): Value | undefined {
    const param = this.#param;
    if (!isNumeric(param)) return kindOf(param).pieces?.keyed(param, this.#value, this.piece ?? 0, key);
    const [low, high] = rangeOf(param);
    const by = { ArrowRight: 1, ArrowUp: 1, PageUp: 10, ArrowLeft: -1, ArrowDown: -1, PageDown: -10 }[key];
    const end = { Home: low, End: high }[key];
    return end ?? (by === undefined ? undefined : moved(param, this.#value as number, by));
  }

  #take(event: PointerEvent): void {
    // One finger moves it; a second one on its way to a pinch does not.
    if (!this.#handle || event.button !== 0 || this.#drag) return;
    this.element.setPointerCapture(event.pointerId);
    const handle = this.#handle;
    const at = this.#place(event);
    const by = { x: handle.x - at.x, y: handle.y - at.y };
    this.#drag = { id: event.pointerId, handle, by, value: this.#value };
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const at = this.#place(event);
    const [x, y] = [at.x + drag.by.x, at.y + drag.by.y];
    const { handle } = drag;
    const param = this.#param;
    if ('along' in handle) {
      if (isNumeric(param))
        this.#report(snap(param, handle.along === 'x' ? handle.at(x, y) : handle.at(y, x)));
    } else {
      const { pieces } = kindOf(param);
      if (pieces && handle.to)
        this.#report(pieces.dragged(param, this.#value, handle.piece, handle.to(x, y)));
    }
  }

  #drop(event: PointerEvent): void {
    const drag = this.#drag;
    if (event.pointerId !== drag?.id) return;
    this.#drag = undefined;
    if (event.type !== 'pointerup' || 'along' in drag.handle || drag.handle.to) return;
    const { x, y } = this.#place(event);
    if (Math.hypot(x + drag.by.x - drag.handle.x, y + drag.by.y - drag.handle.y) > 8) return;
    const next = kindOf(this.#param).pieces?.tapped?.(this.#param, this.#value, drag.handle.piece);
    if (next !== undefined) this.#report(next);
  }

  /** Where the pointer is in px of the drawing, which the page may show larger or smaller than it is. */
  #place({ clientX, clientY }: PointerEvent): Point {
    const stage = (this.element.offsetParent ?? this.element.parentElement) as HTMLElement;
    const box = stage.getBoundingClientRect();
    const times = box.width > 0 && stage.offsetWidth > 0 ? stage.offsetWidth / box.width : 1;
    return { x: (clientX - box.left) * times, y: (clientY - box.top) * times };
  }

  #report(value: Value): void {
    if (!sameValue(value, this.#value)) this.#changed(value);
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}
