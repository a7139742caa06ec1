/** Kinds of parameters: what the element asks of each, whatever its values are. */

import type { Said } from '../words/words';
import type { Param } from './param';

/** What a parameter may be: numbers, names, and lists of them. Never changed in place. */
export type Value = number | string | boolean | readonly Value[];

/** A value, or in a few words what is wrong with the text or the thing that should have been one. */
export type Read<V> = { readonly value: V } | { readonly problem: string };

/** Hears a value that the control can show; `jump` when it has nothing to do with the last one. */
export type Report<V> = (value: V, jump?: boolean) => void;

export interface Control<V = Value> {
  readonly element: HTMLElement;
  /** Shows a value without reporting a change. `param` is the declaration as it is beside the other values. */
  set(value: V, param?: Param): void;
}

/** What stands in the declaration of a parameter of any kind; a card adds the words that its control says. */
export interface Declared<V extends Value> extends Said {
  readonly label: string;
  readonly value: V;
  /** One sentence: what the quantity is and what it changes. */
  readonly about: string;
}

/** The pieces of a value that a picture shows one by one, each with a grip: points, cells. They are one stop of the Tab key. */
export interface Pieces<P, V extends Value> {
  count(value: V): number;
  /** The value with one piece moved by a key; `undefined` for a key that moves none. */
  keyed(param: P, value: V, piece: number, key: string): V | undefined;
  /** The piece that a key goes to from another one, where keys that move nothing do. */
  next?(value: V, piece: number, key: string): number | undefined;
  /** Whether a piece is on, where they are switches. */
  on?(value: V, piece: number): boolean;
  /** The value with one piece dragged to what the drawing says is under the pointer. */
  dragged(param: P, value: V, piece: number, to: readonly number[]): V;
  /** The value after a tap on one piece, where its handle says no more than where it is. */
  tapped?(param: P, value: V, piece: number): V;
  aloud(param: P, value: V, piece: number): string;
}

/** One kind. Those of plain numbers and of names are the element's own; each other is fetched with the figures that use it. */
export interface Kind<P extends Declared<V>, V extends Value> {
  /** As it stands in a link: without white space, comma, `=` and `&`. */
  write(param: P, value: V): string;
  read(param: P, text: string): Read<V>;
  /** What a script sets: the nearest value that the control can show. */
  take(param: P, value: unknown): Read<V>;
  /** In words, as it is read aloud. */
  aloud(param: P, value: V): string;
  control(param: P, id: string, report: Report<V>): Control<V>;
  readonly pieces?: Pieces<P, V>;
  /** The look of its controls. */
  readonly style?: string;
}

/** A parameter of a kind that its figure brings along. `V` tells declarations what its values are. */
export interface Other<V extends Value = Value> extends Declared<V> {
  readonly kind: 'other';
  readonly of: Kind<Declared<Value>, Value>;
}

export const other = <P extends Declared<V>, V extends Value>(spec: P, of: Kind<P, V>): P & Other<V> => ({
  kind: 'other',
  // Whoever asks the kind hands it the declaration that it stands in.
  of: of as unknown as Kind<Declared<Value>, Value>,
  ...spec,
});

/** Whether two values, or pieces of other plain data, are the same, number by number. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => sameValue(a[name as keyof typeof a], b[name as keyof typeof b]))
  );
}

/** Text of a link, cut where it would fill a note. */
export const short = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);

/** What a script has given, in a few words. */
export const told = (value: unknown): string =>
  typeof value === 'string' ? `“${short(value)}”` : short(String(value));
