import type { Handle, PieceHandle } from '../../draw/surface';
import type { Params, Values } from '../../figures/declare';
import type { Handles } from './handles';

/** Keeps what the handles of a drawing need until their code is there. It is fetched with the first drawing that has any. */
export class LazyHandles {
  readonly #place: HTMLElement;
  readonly #create: (module: typeof import('./handles')) => Handles;
  #values: Values<Params> = {};
  #drawn: readonly (Handle | PieceHandle)[] = [];
  #handles: Handles | undefined;
  #coming = false;

  constructor(place: HTMLElement, create: (module: typeof import('./handles')) => Handles) {
    this.#place = place;
    this.#create = create;
  }

  /** Whether nothing is on its way. */
  get settled(): boolean {
    return !this.#coming;
  }

  /** Takes values that the drawing may not show yet. */
  set(values: Values<Params>): void {
    this.#values = values;
    this.#handles?.set(values);
  }

  show(drawn: readonly (Handle | PieceHandle)[]): void {
    this.#drawn = drawn;
    this.#handles?.show(drawn);
    if (drawn.length > 0 && !this.#handles && !this.#coming) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    this.#coming = true;
    // Where they cannot be fetched the sliders still do all that they would, and the next drawing asks again.
    const module = await import('./handles').catch(() => undefined);
    this.#coming = false;
    if (!module) return;
    this.#handles = this.#create(module);
    this.#place.append(this.#handles.element);
    this.#handles.set(this.#values);
    this.#handles.show(this.#drawn);
  }
}
