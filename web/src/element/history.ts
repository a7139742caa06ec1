import { sameValue, type Value } from '../kinds/kind';
import type { State } from './state';

/** Changes of one parameter that follow each other more closely than this are one: a drag, a key held down. In ms. */
const pause = 1000;
const most = 100;

/** What Undo goes back to, one change of parameters after the other. */
export class History {
  readonly #states: State[] = [];
  #last = { names: '', at: -Infinity };

  get any(): boolean {
    return this.#states.length > 0;
  }

  /** Hears of each change by the reader's hand. One of the step alone is none. */
  leave(from: State, to: State, jump: boolean): void {
    const names = Object.keys(from.values)
      .filter((name) => !sameValue(from.values[name] as Value, to.values[name] as Value))
      .join();
    if (!names) return;
    const at = performance.now();
    const goesOn = !jump && names === this.#last.names && at - this.#last.at < pause;
    this.#last = { names: jump ? '' : names, at };
    if (goesOn) return;
    this.#states.push(from);
    if (this.#states.length > most) this.#states.shift();
  }

  back(): State | undefined {
    this.#last = { names: '', at: -Infinity };
    return this.#states.pop();
  }
}
