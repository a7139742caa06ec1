/**
 * What is kept of a drawing: a line of text that another machine, with the same code, finds again, and that changes with every mark.
 * What is said and how it looks is hashed. Places are not: numbers that differ in their last bits would now and then be rounded to either
 * side, and one bit is another hash. They are summed instead, each with a weight of its own, and sums may differ by less than is seen.
 */
import { createHash } from 'node:crypto';
import type { Scene, SceneMark } from '../../web/src/draw/scene';
import type { View } from '../../web/src/draw/surface';

export interface Trace {
  readonly marks: number;
  /** Hashes: of all texts; of kinds, roles, dashes, anchors, in order; of what marks stand for, and of the handles. */
  readonly words: string;
  readonly looks: string;
  readonly meaning: string;
  /** Sums of all places and sizes in px, each with other weights. */
  readonly places: readonly number[];
}

/** How far a sum may be off, in px. Weights are 1 to 2, so that a mark that alone has moved further is always found. */
export const within = 0.5;

/** Three are off by less only by chance: where a hundred marks move by a pixel once in some 40 000 times. */
const sums = 3;

/** Widths and sizes are seen where places are not, and an opacity goes from 0 to 1. */
const scales = { size: 10, opacity: 100 };

export function traceOf({ marks, handles }: Scene, view: View): Trace {
  const places = new Places();
  places.add([view.width, view.height]);
  for (const mark of marks) places.add(numbersOf(mark));
  for (const handle of handles)
    places.add([handle.x, handle.y, ...(('size' in handle && handle.size) || [])]);
  const held = handles.map((handle) => [
    handle.param,
    'piece' in handle ? handle.piece : handle.along,
    'aslant' in handle && handle.aslant === true,
  ]);
  return {
    marks: marks.length,
    words: hash(marks.map((mark) => (mark.kind === 'text' ? mark.text : ''))),
    looks: hash(marks.map(looksOf)),
    meaning: hash([marks.map((mark) => mark.style.of ?? ''), held]),
    places: places.sums,
  };
}

const hash = (what: unknown): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 8);

function looksOf(mark: SceneMark): readonly unknown[] {
  switch (mark.kind) {
    case 'stroke':
      return [mark.kind, mark.style.role, mark.points.length, mark.style.dash ?? []];
    case 'fill':
      return [mark.kind, mark.style.role, mark.points.length, mark.style.starts ?? []];
    case 'cells':
      return [mark.kind, mark.style.role, mark.boxes.length];
    case 'mark':
      return [mark.kind, mark.role, mark.style.hollow === true];
    case 'text': {
      const { role = 'ink-2', anchor = 'start', baseline = 'alphabetic', bold, italic, bare } = mark.style;
      return [mark.kind, role, anchor, baseline, bold === true, italic === true, bare === true];
    }
  }
}

function numbersOf(mark: SceneMark): ArrayLike<number> {
  const opacity = scales.opacity * (mark.style.opacity ?? 1);
  switch (mark.kind) {
    case 'stroke':
      return [...Array.from(mark.points), scales.size * (mark.style.width ?? 1), opacity];
    case 'fill':
      return [...Array.from(mark.points), opacity];
    case 'cells':
      return [...Array.from(mark.boxes), opacity];
    case 'mark':
      return [mark.x, mark.y, scales.size * (mark.style.size ?? 4), opacity];
    case 'text':
      return [mark.x, mark.y, opacity];
  }
}

/** The sums, number by number. */
class Places {
  readonly sums: number[] = new Array(sums).fill(0);
  #lists = 0;

  add(numbers: ArrayLike<number>): void {
    const list = Math.imul(++this.#lists, 0x9e3779b1);
    for (let i = 0; i < numbers.length; i++) {
      const bits = mixed(list + Math.imul(i + 1, 0x85ebca6b));
      for (let k = 0; k < sums; k++)
        (this.sums[k] as number) += weight(bits >>> (10 * k)) * (numbers[i] as number);
    }
  }
}

/** Of ten bits: 1 to 2, or as much below zero. */
const weight = (bits: number): number => (bits & 1 ? 1 : -1) * (1 + ((bits >>> 1) & 511) / 512);

/** Thirty-two bits that have nothing to do with those of the next number. */
function mixed(n: number): number {
  const once = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  const twice = Math.imul(once ^ (once >>> 16), 0x45d9f3b);
  return (twice ^ (twice >>> 16)) >>> 0;
}

export const written = ({ marks, words, looks, meaning, places }: Trace): string =>
  [marks, words, looks, meaning, ...places.map((sum) => sum.toFixed(1))].join(' ');

export function readTrace(text: string): Trace {
  const [marks = '', words = '', looks = '', meaning = '', ...places] = text.split(' ');
  return { marks: Number(marks), words, looks, meaning, places: places.map(Number) };
}

/** In which respects two drawings differ, in words; none where they are the same. */
export function differences(old: Trace, now: Trace): readonly string[] {
  const found: string[] = [];
  if (old.words !== now.words) found.push('other words');
  if (old.marks !== now.marks) found.push(`${now.marks} marks, and not ${old.marks}`);
  else if (old.looks !== now.looks) found.push('other kinds, colours or order of marks');
  if (old.meaning !== now.meaning)
    found.push('marks stand for other quantities, or handles for other parameters');
  const off = now.places.map((sum, i) => Math.abs(sum - (old.places[i] as number)));
  // A list of other marks has other sums, whatever their places. What was kept is rounded.
  if (old.looks === now.looks && !off.every((by) => by <= within + 0.051))
    found.push(`other places or sizes, all together by about ${Number(apart(off).toPrecision(2))} px`);
  return found;
}

/** The root of the sum of squares of all shifts is about as large as a sum is off, over the root of the mean square of weights. */
const apart = (off: readonly number[]): number =>
  Math.sqrt(off.reduce((sum, by) => sum + by * by, 0) / off.length / (7 / 3));
