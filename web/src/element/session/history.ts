import { sameValue, type Value } from '../../kinds/kind';
import type { State } from '../address/state';

/** Changes of one parameter that follow each other more closely than this are one: a drag, a key held down. In ms. */
const pause = 1000;
const most = 100;

/** The places in a value that are not the same: another point of the same list is another change. */
function changed(a: Value, b: Value, place: string): string[] {
  if (sameValue(a, b)) return [];
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return [place];
  // A point is moved as a whole.
  const whole = a.every((item) => typeof item === 'number') && a.length === 2;
  return whole ? [place] : a.flatMap((item, i) => changed(item, b[i], `${place} ${i}`));
}

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
      .flatMap((name) => changed(from.values[name] as Value, to.values[name] as Value, name))
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
