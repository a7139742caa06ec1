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
  const shares = Float64Array.from(data, (value) => (value - low) / (high - low || 1));
  const padded = padding(shape, shares, beyond);
  let below = 0;
  for (let k = 0; k < count; k++) {
    const total = (most * (k + 1)) / count;
    // What is below shows through by so much that both together have the shade.
    const opacity = (total - below) / (1 - below);
    const rings = ringsOf(padded, Math.max(k, 0.5) / count, place);
    if (rings.length === 0) break;
    let length = 0;
    const starts = rings.slice(0, -1).map((ring) => (length += ring.length));
    surface.area(rings.flat(), { ...style, opacity, starts });
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

/** The lines around all that is at least `level`, each closed, holes the other way round (marching squares). */
function ringsOf(
  { rows, columns, values, row, column }: Padded,
  level: number,
  place: (column: number, row: number) => readonly [number, number],
): number[][] {
  // A side has the number of its left or upper corner, twice, and one more where it goes down.
  const next = new Int32Array(2 * rows * columns).fill(-1);
  const above = (corner: number): boolean => (values[corner] as number) >= level;
  for (let a = 0; a < (rows - 1) * columns; a++) {
    // Most cells have no border in them. The last of a row has no right side; around it all is below.
    const upper = above(a);
    if (upper === above(a + 1) && upper === above(a + columns) && upper === above(a + columns + 1)) continue;
    const corners = [a, a + 1, a + columns + 1, a + columns];
    const sides = [2 * a, 2 * (a + 1) + 1, 2 * (a + columns), 2 * a + 1];
    const within = corners.map(above);
    const turns = (from: boolean): number[] =>
      [0, 1, 2, 3].filter((k) => within[k] === from && within[(k + 1) % 4] !== from);
    const leaves = turns(true);
    const middle = corners.reduce((sum, c) => sum + (values[c] as number), 0) / 4 >= level;
    for (const k of turns(false)) {
      const out = leaves.length === 1 ? leaves[0] : (k + (middle ? 3 : 1)) % 4;
      next[sides[k] as number] = sides[out as number] as number;
    }
  }
  const point = (side: number): readonly [number, number] => {
    const from = side >> 1;
    const to = from + (side % 2 ? columns : 1);
    const [v, w] = [values[from] as number, values[to] as number];
    const share = Number.isFinite(v) && Number.isFinite(w) ? (level - v) / (w - v) : 0.5;
    const [i, j] = [Math.floor(from / columns), from % columns];
    const between = (at: (k: number) => number, k: number, l: number): number =>
      at(k) + share * (at(l) - at(k));
    return place(between(column, j, side % 2 ? j : j + 1), between(row, i, side % 2 ? i + 1 : i));
  };
  const rings: number[][] = [];
  for (let start = 0; start < next.length; start++) {
    const ring: number[] = [];
    for (let side = start; (next[side] as number) >= 0; ) {
      const [x, y] = point(side);
      ring.push(x, y);
      const after = next[side] as number;
      next[side] = -1;
      side = after;
    }
    if (ring.length) rings.push(thinned(ring));
  }
  return rings;
}

/** To a tenth of a pixel, and without points that lie on the line between others: a poster is a third as large. */
function thinned(ring: readonly number[]): number[] {
  const kept: number[] = [];
  for (let i = 0; i < ring.length; ) {
    kept.push(...ring.slice(i, i + 2).map((v) => Math.round(10 * v) / 10));
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
