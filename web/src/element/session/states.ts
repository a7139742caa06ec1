/** What a figure shows, what it starts with, what its author has locked, and what a reader can take back. */

import type { Figure, Params, Timeline, Values } from '../../figures/declare';
import { sameValue, type Value } from '../../kinds/kind';
import {
  initialState,
  parse,
  type State,
  same,
  serialise,
  stepAt,
  stepsOf,
  timelineOf,
} from '../address/state';
import { type AnyPreset, valuesOf } from '../controls/presets';
import { sameAsked } from './runner';

/** Changes of one parameter that follow each other more closely than this are one, unless a pointer came down between them: a drag, a key held down. In ms. */
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

  /** What comes next is a change of its own: a pointer has come down, however soon after the one before. */
  part(): void {
    this.#last = { names: '', at: -Infinity };
  }

  back(): State | undefined {
    this.part();
    return this.#states.pop();
  }
}

/**
 * The step to look at with other values: the same one, or the end where it stood at the end. Where the figure says where it opens,
 * it begins again there, unless the values only select what is shown.
 */
export function stepWith(
  figure: Figure,
  { values: old, t }: State,
  values: Values<Params>,
): number | undefined {
  const begins = figure.timeline?.(values).opens !== undefined;
  if (begins && !sameAsked(figure, old, values)) return stepAt(figure, values);
  return stepAt(figure, values, t === undefined || t === stepsOf(figure, old) ? Infinity : t);
}

export class States {
  readonly history = new History();
  readonly #figure: Figure;
  readonly #locked: ReadonlySet<string>;
  #start: State;
  /** What is shown, or asked for. */
  now: State;

  constructor(figure: Figure, locked: ReadonlySet<string>) {
    this.#figure = figure;
    this.#locked = locked;
    this.now = this.#start = initialState(figure);
  }

  /** What it starts with, and what Reset goes back to. */
  get start(): State {
    return this.#start;
  }

  /** As a link writes it. */
  get text(): string {
    return serialise(this.#figure, this.now);
  }

  get pristine(): boolean {
    return same(this.now, this.#start);
  }

  get timeline(): Required<Timeline> {
    return timelineOf(this.#figure, this.now.values);
  }

  /** Takes the author's state over the declaration's as what it starts with; what of it cannot be used is added to the notes. */
  begin(author: string | undefined, notes: string[]): void {
    this.#start = initialState(this.#figure);
    if (author) this.#start = this.read(author, notes, new Set());
  }

  /** The state that a text names, over the start. */
  read(text: string, notes: string[], locked = this.#locked): State {
    const parsed = parse(this.#figure, text, this.#start, locked);
    notes.push(...parsed.notes);
    return parsed.state;
  }

  /** With another value of one parameter. */
  with(name: string, value: Value): State {
    const values = { ...this.now.values, [name]: value };
    return { values, t: stepWith(this.#figure, this.now, values) };
  }

  at(t: number): State {
    if (Number.isNaN(Number(t))) throw new TypeError('seek: t is not a number');
    return { ...this.now, t: stepAt(this.#figure, this.now.values, t) };
  }

  /** A preset, with what is locked as the author set it. */
  of(preset: AnyPreset): State {
    const locked = Object.entries(this.#start.values).filter(([name]) => this.#locked.has(name));
    const values = { ...valuesOf(this.#figure, preset), ...Object.fromEntries(locked) };
    return { values, t: stepAt(this.#figure, values, preset.t) };
  }
}
