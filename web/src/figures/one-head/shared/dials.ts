/** Dials for one row of a head: gas, blame, boundary, lag and distance, each in a box of its own. */
import { linear } from '../../../draw/scale';
import type { Surface, View } from '../../../draw/surface';
import type { OwnHeadFrame } from '../../../engine/generated/one-head';
import { at, entry } from '../../shared/as-matrix';
import { polyline } from '../../shared/idioms';

type Matrix = OwnHeadFrame['eigenQuery'];

/** What they show of a row; lists without a word are over the keys that it may see. */
export interface Row {
  readonly scores: Float64Array;
  readonly weights: Float64Array;
  /** Empty where no loss is known. */
  readonly advantage: Float64Array;
  readonly distance: Float64Array;
  readonly logTemperatures: Float64Array;
  readonly capacity: Float64Array;
  readonly capacityGauss: Float64Array;
  /** Empty where it is not known what is written and read. */
  readonly eigenQuery: Matrix;
  readonly eigenWhole: Matrix;
  /** Empty where there are not as many keys as queries. */
  readonly lagRow: Float64Array;
}

export const largestOf = (list: ArrayLike<number>): number =>
  Array.from(list).reduce((a, b) => Math.max(a, b), -Infinity);
export const nearest = (list: ArrayLike<number>, value: number): number =>
  Array.from(list).reduce(
    (best, x, i) => (Math.abs(x - value) < Math.abs(at(list, best) - value) ? i : best),
    0,
  );
/** Largest real part of a real eigenvalue; -1 where there is none. */
export const greatestReal = ({ shape, data }: Matrix): number =>
  Math.max(
    -1,
    ...Array.from({ length: shape[0] }, (_, i) => i)
      .filter((i) => data[2 * i + 1] === 0)
      .map((i) => data[2 * i] as number),
  );

/** A character as it can be seen. */
export const shown = (code: number): string =>
  code === 10 ? '¶' : code === 32 ? '·' : String.fromCodePoint(code);

/** A character in a sentence. */
export const letterOf = (code: number): string =>
  code === 32 ? 'a space' : code === 10 ? 'a line’s end' : `“${shown(code)}”`;

/** Columns of dials, and the height in px of one. */
export const columnsFor = (width: number): number => (width >= 720 ? 3 : 2);
export const dialHeight = (width: number): number => (width >= 720 ? 172 : width >= 480 ? 150 : 112);
/** Height in px of six of them. */
export const dialsHeight = (width: number): number => (6 / columnsFor(width)) * (dialHeight(width) + 14);

/** Six dials, each told its own box. */
export function inDials(
  width: number,
  top: number,
  draw: readonly ((x: number, y: number, view: View) => void)[],
): void {
  const columns = columnsFor(width);
  const gap = columns === 3 ? 30 : 18;
  const view = { width: (width - gap * (columns - 1)) / columns, height: dialHeight(width) };
  draw.forEach((one, i) => {
    one((i % columns) * (view.width + gap), top + Math.floor(i / columns) * (view.height + 14), view);
  });
}

/** Half of the room between bars so far apart. */
export const inset = (pitch: number): number => Math.min(0.5, pitch / 6);

/** The title of a dial, with the seed that it is of, and what is below it. */
export function heading(surface: Surface, title: string, of?: string): void {
  surface.text(0, 11, title, { role: 'ink-2', bold: true, ...(of && { of }) });
}
/** Where a dial begins below its title, in px. */
export const below = 34;

export function drawGas(surface: Surface, f: Row, { width, height }: View, temperature: number): void {
  heading(surface, 'gas: heat capacity', 'C');
  const most = 1.1 * Math.max(largestOf(f.capacity), largestOf(f.capacityGauss), 0.1);
  const x = linear([-3, 3], [2, width - 2]);
  const y = linear([0, most], [height - 22, below - 8]);
  surface.line(0, y(0), width, y(0), { role: 'rule' });
  const curve = (list: Float64Array): number[] =>
    polyline(list, (value, i) => [x(at(f.logTemperatures, i)), y(value)]);
  surface.path(curve(f.capacityGauss), { role: 'ink-3', dash: [3, 3] });
  surface.path(curve(f.capacity), { role: 'particle', width: 2, of: 'C' });
  const own = Math.log2(temperature);
  surface.mark('particle', x(own), y(at(f.capacity, nearest(f.logTemperatures, own))), {
    size: 6,
    hollow: true,
    of: 'temperature',
  });
  surface.text(x(-3), height - 6, '1/8', { role: 'ink-3' });
  surface.text(x(0), height - 6, 'T = 1', { role: 'ink-3', anchor: 'middle' });
  surface.text(x(3), height - 6, '8', { role: 'ink-3', anchor: 'end' });
}

/** `places` are all that there are on the line, `placeOf(i)` is that of a key. */
export function drawBlame(
  surface: Surface,
  f: Row,
  { width, height }: View,
  places: number,
  placeOf: (i: number) => number = (i) => i,
): void {
  heading(surface, 'blame: advantage', 'A');
  const most = Math.max(1e-3, largestOf(f.advantage.map(Math.abs)));
  const y = linear([-most, most], [height - 22, below - 8]);
  const pitch = width / places;
  for (const sign of [1, -1]) {
    const boxes = Array.from(f.advantage, (a, j) =>
      a * sign > 0
        ? [
            placeOf(j) * pitch + inset(pitch),
            Math.min(y(0), y(a)),
            pitch - 2 * inset(pitch),
            Math.abs(y(a) - y(0)),
          ]
        : [],
    );
    surface.cells(boxes.flat(), { role: sign > 0 ? 'plus' : 'minus', of: 'A' });
  }
  surface.line(0, y(0), width, y(0), { role: 'rule' });
  surface.text(0, height - 6, 'up: should get more', { role: 'ink-3' });
}

export function drawBoundary(surface: Surface, f: Row, { width, height }: View): void {
  heading(surface, 'boundary: eigenvalues', 'M');
  const top = below - 8;
  const side = Math.min(width, height - 22 - top);
  const sizes = [f.eigenQuery, f.eigenWhole].flatMap((m) =>
    Array.from({ length: m.shape[0] }, (_, i) => Math.hypot(entry(m, i, 0), entry(m, i, 1))),
  );
  const far =
    [1.3, 1.6, 2, 3, 5, 9, 20].find((r) => r >= 1.1 * Math.max(...sizes)) ?? 1.1 * Math.max(...sizes);
  const middle = width / 2;
  const x = linear([-far, far], [middle - side / 2, middle + side / 2]);
  const y = linear([-far, far], [top + side, top]);
  surface.line(0, y(0), width, y(0), { role: 'grid' });
  surface.line(x(0), top, x(0), top + side, { role: 'grid' });
  const circle = Array.from({ length: 73 }, (_, k) => (k * Math.PI) / 36);
  surface.path(
    polyline(circle, (angle) => [x(Math.cos(angle)), y(Math.sin(angle))]),
    {
      role: 'ink-3',
      dash: [3, 3],
    },
  );
  for (const [m, hollow] of [
    [f.eigenWhole, true],
    [f.eigenQuery, false],
  ] as const)
    for (let i = 0; i < m.shape[0]; i++)
      surface.mark('particle', x(entry(m, i, 0)), y(entry(m, i, 1)), { size: 3.5, hollow, of: 'M' });
  surface.mark('margin', x(1), y(0), { size: 5, of: 'M' });
  surface.text(
    0,
    height - 6,
    width > 240 ? 'full: of the query; hollow: whole' : 'full: query, hollow: all',
    {
      role: 'ink-3',
    },
  );
}

/** `mean` is by lag, of all rows. */
export function drawLag(surface: Surface, f: Row, { width, height }: View, mean: Float64Array): void {
  heading(surface, 'lag: how far back', 'l');
  const most = 1.05 * Math.max(0.1, largestOf(mean), largestOf(f.lagRow));
  const y = linear([0, most], [height - 22, below - 8]);
  const pitch = width / mean.length;
  const boxes = Array.from(mean, (w, l) => [l * pitch + 1, y(w), Math.max(1, pitch - 2), y(0) - y(w)]);
  surface.cells(boxes.flat(), { role: 'weight', opacity: 0.45, of: 'l' });
  surface.line(0, y(0), width, y(0), { role: 'rule' });
  Array.from(f.lagRow).forEach((w, l) => {
    surface.mark('weight', (l + 0.5) * pitch, y(w), { size: 3.5, of: 'l' });
  });
  surface.text(0, height - 6, '0', { role: 'ink-3' });
  surface.text(width, height - 6, width > 240 ? 'bars: all rows; marks: this one   15' : '15', {
    role: 'ink-3',
    anchor: 'end',
  });
}

export function drawDistance(surface: Surface, f: Row, { width, height }: View): void {
  heading(surface, 'distance: scores', 's');
  const [lowX, highX] = [-largestOf(f.distance.map((d) => -d)), largestOf(f.distance)];
  const [lowY, highY] = [-largestOf(f.scores.map((s) => -s)), largestOf(f.scores)];
  const x = linear([lowX, Math.max(highX, lowX + 1e-9)], [8, width - 8]);
  const y = linear([lowY, Math.max(highY, lowY + 1e-9)], [height - 30, below]);
  surface.line(0, height - 22, width, height - 22, { role: 'rule' });
  Array.from(f.scores).forEach((s, j) => {
    surface.mark('key', x(at(f.distance, j)), y(s), { size: 2 + 5 * Math.sqrt(at(f.weights, j)), of: 's' });
  });
  surface.text(width, height - 6, 'nearer keys →', { role: 'ink-3', anchor: 'end' });
}
