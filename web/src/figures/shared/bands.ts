import type { FillStyle, Surface } from '../../draw/surface';

/** Values in rows, one beside the other. */
export interface Field {
  readonly shape: readonly [rows: number, columns: number];
  readonly data: ArrayLike<number>;
}

/** How a field becomes shades. */
export interface Bands extends FillStyle {
  /** The values without a shade and with all of it. */
  readonly domain: readonly [number, number];
  /** How much of the colour the last shade has; all where absent. */
  readonly opacity?: number;
  /** How many shades; 20 where absent. */
  readonly count?: number;
  /** How far the field reaches beyond its outer values, in cells: half of one where absent, for values in the middle of cells. */
  readonly beyond?: number;
}

/**
 * A field in shades with smooth borders, at whatever resolution: each is the area in which the field, between its values, is above a
 * number. They lie on each other, so that no surface shines through between two. `place` says where a column and a row are.
 */
export function bands(
  surface: Surface,
  { shape, data }: Field,
  { domain: [low, high], opacity: most = 1, count = 20, beyond = 0.5, ...style }: Bands,
  place: (column: number, row: number) => readonly [number, number],
): void {
  const shares = new Float64Array(data.length);
  for (let i = 0; i < data.length; i++) shares[i] = ((data[i] as number) - low) / (high - low || 1);
  const rings = contours(padding(shape, shares, beyond), count, place);
  let below = 0;
  for (let k = 0; k < count; k++) {
    const total = (most * (k + 1)) / count;
    // What is below shows through by so much that both together have the shade.
    const opacity = (total - below) / (1 - below);
    const lines: number[] = [];
    const starts: number[] = [];
    for (const ring of rings(k)) {
      if (lines.length) starts.push(lines.length);
      for (const v of ring) lines.push(v);
    }
    if (lines.length === 0) break;
    surface.area(lines, { ...style, opacity, starts });
    below = total;
  }
}

interface Padded {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
  readonly row: (i: number) => number;
  readonly column: (j: number) => number;
}

/** Values as far as the field reaches, and around them what is below everything, at the same place: so all lines are closed. */
function padding([rows, columns]: Field['shape'], data: ArrayLike<number>, beyond: number): Padded {
  const [m, n] = [rows + 4, columns + 4];
  const values = new Float64Array(m * n).fill(Number.NEGATIVE_INFINITY);
  const inner = (k: number, count: number): number => Math.max(0, Math.min(count - 1, k - 2));
  for (let i = 1; i < m - 1; i++)
    for (let j = 1; j < n - 1; j++)
      values[i * n + j] = data[inner(i, rows) * columns + inner(j, columns)] as number;
  const at = (count: number) => (k: number) => Math.max(-beyond, Math.min(count - 1 + beyond, k - 2));
  return { rows: m, columns: n, values, row: at(rows), column: at(columns) };
}

/**
 * How borders run through a cell, by twice the corners that are above (as bits, clockwise from the upper left one), plus one if the middle
 * is above too: from which side to which, the first being the upper one.
 */
const turns: readonly (readonly (readonly [from: number, to: number])[])[] = Array.from(
  { length: 32 },
  (_, which) => {
    const above = (corner: number): number => (which >> (1 + (corner % 4))) & 1;
    const [enters, leaves] = [1, 0].map((to) =>
      [0, 1, 2, 3].filter((k) => above(k) !== to && above(k + 1) === to),
    ) as [number[], number[]];
    return enters.map((k) => [
      k,
      leaves.length === 1 ? (leaves[0] as number) : (k + (which % 2 ? 3 : 1)) % 4,
    ]);
  },
);

/**
 * The lines around all that is at least as high as level k of `count`, each closed, holes the other way round (marching squares). Asked for
 * one level after the other, since most of the work is the same.
 */
function contours(
  { rows, columns, values, row, column }: Padded,
  count: number,
  place: (column: number, row: number) => readonly [number, number],
): (k: number) => number[][] {
  const levelOf = (k: number): number => Math.max(k, 0.5) / count;
  const value = (corner: number): number => values[corner] as number;
  const [right, down] = [1, columns];
  // How many of the levels each corner is above: the lowest one is half a step, each other one its number.
  const above = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const steps = value(i) * count;
    if (steps >= 0.5) above[i] = Math.min(count, Math.max(1, Math.floor(steps) + 1));
  }
  const over = (corner: number, k: number): number => ((above[corner] as number) > k ? 1 : 0);
  // Most cells have no border in them. The last of a row has no right side; around it all is below.
  const cells: number[] = [];
  for (let a = 0; a < (rows - 1) * columns; a++) {
    const first = above[a];
    if (first !== above[a + right] || first !== above[a + down] || first !== above[a + right + down])
      cells.push(a);
  }
  // A side has the number of its left or upper corner, twice, and one more where it goes down. After the one comes the next; lines are
  // closed, so that none is left when all have been followed.
  const next = new Int32Array(2 * rows * columns).fill(-1);
  const sides = [0, 2 * right + 1, 2 * down, 1];

  const between = (at: (k: number) => number, k: number, l: number, share: number): number =>
    at(k) + share * (at(l) - at(k));
  const point = (side: number, level: number): readonly [number, number] => {
    const from = side >> 1;
    const [v, w] = [value(from), value(from + (side % 2 ? down : right))];
    const share = Number.isFinite(v) && Number.isFinite(w) ? (level - v) / (w - v) : 0.5;
    const [i, j] = [Math.floor(from / columns), from % columns];
    return place(
      between(column, j, side % 2 ? j : j + 1, share),
      between(row, i, side % 2 ? i + 1 : i, share),
    );
  };
  return (k) => {
    const level = levelOf(k);
    const starts: number[] = [];
    for (const a of cells) {
      const mask =
        over(a, k) + 2 * over(a + right, k) + 4 * over(a + right + down, k) + 8 * over(a + down, k);
      if (mask === 0 || mask === 15) continue;
      const middle = value(a) + value(a + right) + value(a + right + down) + value(a + down) >= 4 * level;
      for (const [from, to] of turns[2 * mask + Number(middle)] as (typeof turns)[number]) {
        const side = 2 * a + (sides[from] as number);
        next[side] = 2 * a + (sides[to] as number);
        starts.push(side);
      }
    }
    const rings: number[][] = [];
    for (const start of starts) {
      const ring: number[] = [];
      for (let side = start; (next[side] as number) >= 0; ) {
        const [x, y] = point(side, level);
        ring.push(x, y);
        const after = next[side] as number;
        next[side] = -1;
        side = after;
      }
      if (ring.length) rings.push(thinned(ring));
    }
    return rings;
  };
}

/** To a tenth of a pixel, and without points that lie on the line between others: a poster is a third as large. */
function thinned(ring: readonly number[]): number[] {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; ) {
    kept.push(Math.round(10 * (ring[i] as number)) / 10, Math.round(10 * (ring[i + 1] as number)) / 10);
    let to = i + 4;
    while (to < ring.length && straight(ring, i, to)) to += 2;
    i = to - 2;
  }
  return kept;
}

/** Whether all points between two are near the line from the one to the other. */
function straight(points: readonly number[], from: number, to: number): boolean {
  const [x, y] = [points[from] as number, points[from + 1] as number];
  const [dx, dy] = [(points[to] as number) - x, (points[to + 1] as number) - y];
  const most = 0.2 * Math.hypot(dx, dy);
  for (let i = from + 2; i < to; i += 2)
    if (Math.abs(((points[i] as number) - x) * dy - ((points[i + 1] as number) - y) * dx) > most)
      return false;
  return to - from <= 24;
}
