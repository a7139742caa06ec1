import { borders } from '../../draw/borders';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear, type Scale } from '../../draw/scale';
import { colourBar, type Shades } from '../../draw/shades';
import { subscript } from '../../draw/subscript';
import type { Surface } from '../../draw/surface';
import { type BoundaryMapFrame, boundaryMap } from '../../engine/generated/support-tokens';
import { points } from '../../kinds/points';
import { defineFigure, say, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { bands } from '../shared/bands';
import { around, centred, check, leftOf, listed } from '../shared/idioms';

const reach = 4;
/** The other four tokens, which stay. */
const still = [1.2, 0.9, -1.4, 1.6] as const;
const narrowAt = 640;
const planeOf = (width: number): number =>
  width < narrowAt ? Math.min(width - 36, 420) : Math.min(420, Math.round(0.56 * width));
/** From margin 1 down to 0; below 0 a place is hatched besides. */
const shades: Shades = { kind: 'sequential', domain: [0, 1] };
const axis = 26;

/** The sequence with tokens 2 and 5 at a place. */
const sequence = ([first, second]: readonly [number, number]): number[] => [
  still[0],
  first,
  still[1],
  still[2],
  second,
  still[3],
];

const asNumber = (value: number): number | string => (Number.isFinite(value) ? value : 'Infinity');

export default defineFigure({
  id: 'boundary-map',
  title: 'A margin is not a distance',
  claim: 'Of two sequences the one with the smaller margin can be farther from the boundary.',
  source: { seed: '002', place: 'section 3.2, equations 9 and 10, figure 1.1' },
  params: {
    place: points({
      label: 'tokens 2 and 5',
      name: 'sequence',
      axes: ['x₂', 'x₅'],
      x: [-reach, reach],
      y: [-reach, reach],
      step: 0.01,
      value: [[-0.8, 0.2]],
      about:
        'Two tokens of the six, one to the right and one upwards; the other four are 1.2, 0.9, −1.4 and 1.6.',
    }),
    a: slider({
      symbol: 'a',
      label: 'coupling',
      range: [-1, 2],
      step: 0.05,
      about: 'What the product of two tokens is multiplied by to give a score.',
    }),
  },
  presets: [
    {
      name: 'a small margin, far off',
      params: { place: [[0.87, -0.92]] },
      says: 'The margin is down at 0.287, and the boundary is farther away than before: 1.34.',
      holds: (f) => f.margin < 0.3 && f.distance > 1.32,
    },
    {
      name: 'a large margin, close by',
      params: { place: [[2.05, 0.92]] },
      says: 'The margin is larger, 0.565, and the boundary is nearer, 0.953 away.',
      holds: (f) => f.margin > 0.55 && f.distance < 1,
    },
    {
      name: 'no wall',
      params: { a: -0.5 },
      says: 'With a negative coupling no margin is below 1 anywhere: there is nothing to be near to.',
      holds: (f) => f.distance === Number.POSITIVE_INFINITY,
    },
  ],
  height: (width) => (width < narrowAt ? 24 * Math.ceil((planeOf(width) + axis + 264) / 24) : 480),
  core: boundaryMap,
  ask: ({ place, a }) => {
    const [first] = asRows(place);
    return { x: sequence(first), a };
  },
  draw(surface, f, { width }, { place }) {
    const narrow = width < narrowAt;
    const size = planeOf(width);
    const [here] = asRows(place);
    drawPlane(inset(surface, 26, 20), f, size, here);
    const [x, y] = narrow ? [0, size + axis + 40] : [size + 66, 11];
    drawMargins(inset(surface, x, y), f, width - x, narrow ? 24 : 54);
  },
  describe: (f) => {
    const whose = f.support >= 0 ? `token ${whole(f.support + 1)}` : 'no token';
    if (!Number.isFinite(f.distance))
      return f.support >= 0
        ? say`The least margin is ${fixed(f.margin, 3)}, of ${whose}, and in the square no margin is 0.`
        : say`No margin is below 1, and in the square none is 0: there is no wall.`;
    const start = f.margin < 0 ? 'The sequence is past the wall, with' : 'The sequence has';
    return {
      text: ['', ' a least margin of ', ', of ', ', and the nearest point of the boundary is ', ' away.'],
      numbers: [start, fixed(f.margin, 3), whose, fixed(f.distance, 3)],
    };
  },
  table: (f) => ({
    columns: ['token', 'margin', 'least margin', 'distance', 'nearest token 2', 'nearest token 5'],
    rows: Array.from(f.margins, (m, t) =>
      t === 0
        ? [1, m, f.margin, asNumber(f.distance), f.nearest[0] ?? '', f.nearest[1] ?? '']
        : [t + 1, m, '', '', '', ''],
    ),
  }),
  quantities: (f) => ({
    m: listed(f.margins, 3),
    tstar: f.support >= 0 ? whole(f.support + 1) : 'none',
  }),
  python: { code: () => [import('./boundary-map.py?raw')], within: 1e-5 },
  checks: (f) => [
    check('least margin on the boundary', f.contourError, 1e-9),
    check('how much nearer a ray in any of 720 directions meets it', f.nearestError, 0),
  ],
});

type Place = readonly [number, number];
const asRows = (value: readonly Place[]): readonly [Place] => [value[0] ?? [0, 0]];

function drawPlane(surface: Surface, f: BoundaryMapFrame, size: number, [first, second]: Place): void {
  const [x, y] = [linear([-reach, reach], [0, size]), linear([-reach, reach], [size, 0])];
  surface.text(-26, -9, '↑ token 5', { role: 'ink-3', of: 'x' });
  gone(surface, f, size);
  hatch(surface, f, x, y);
  regions(surface, f, x, y);
  let from = 0;
  for (const count of f.lengths) {
    const line = Array.from(f.contour.data.subarray(2 * from, 2 * (from + count)), (v, i) =>
      i % 2 ? y(v) : x(v),
    );
    surface.path(line, { role: 'margin', width: 3, of: 'm' });
    from += count;
  }
  surface.path(around(0, 0, size, size), { role: 'ink-3' });
  for (const value of [-4, -2, 0, 2, 4]) {
    surface.text(x(value), size + 8, whole(value), { role: 'ink-3', anchor: 'middle', baseline: 'hanging' });
    surface.text(-7, y(value), whole(value), { role: 'ink-3', ...leftOf });
  }
  surface.text(size, size + 34, 'token 2 →', { role: 'ink-3', anchor: 'end', of: 'x' });
  const [px, py] = [x(first), y(second)];
  if (f.nearest.length) {
    const [nx, ny] = [x(at(f.nearest, 0)), y(at(f.nearest, 1))];
    surface.line(px, py, nx, ny, { role: 'surface', width: 5 });
    surface.line(px, py, nx, ny, { role: 'ink', width: 2 });
    surface.mark('margin', nx, ny, { size: 6, of: 'm' });
  }
  surface.mark('value', px, py, { size: 8, of: 'x' });
  surface.handle({
    param: 'place',
    piece: 0,
    x: px,
    y: py,
    to: (left, top) => [x.invert(left), y.invert(top)],
  });
}

/** Shaded by how much of the margin is gone. Its values lie on the border of the square, too. */
function gone(surface: Surface, f: BoundaryMapFrame, size: number): void {
  const side = size / (f.z.shape[1] - 1);
  const style = { domain: [1, 0], opacity: 0.85, beyond: 0, role: 'plus', of: 'm' } as const;
  bands(surface, f.z, style, (column, row) => [column * side, size - row * side]);
}

/** Slanted strokes where the least margin is below 0, each as long as it stays there. */
function hatch(surface: Surface, f: BoundaryMapFrame, x: Scale, y: Scale): void {
  const [rows, columns] = f.z.shape;
  for (let diagonal = -(rows - 1); diagonal < columns; diagonal += 2) {
    let start: number | undefined;
    let last = 0;
    const from = Math.max(0, -diagonal);
    const to = Math.min(rows, columns - diagonal);
    for (let i = from; i <= to; i++) {
      const past = i < to && entry(f.z, i, i + diagonal) < 0;
      if (past) {
        start ??= i;
        last = i;
      }
      if (past || start === undefined) continue;
      if (last > start)
        surface.line(
          x(at(f.at, start + diagonal)),
          y(at(f.at, start)),
          x(at(f.at, last + diagonal)),
          y(at(f.at, last)),
          {
            role: 'surface',
            width: 1,
            opacity: 0.75,
          },
        );
      start = undefined;
    }
  }
}

/** Lines between regions of different support tokens, and the number of each that has room for it, where it is thickest. */
function regions(surface: Surface, f: BoundaryMapFrame, x: Scale, y: Scale): void {
  const [rows, columns] = f.who.shape;
  const step = at(f.at, 1) - at(f.at, 0);
  for (const line of borders(rows, columns, (i, j) => entry(f.who, i, j)))
    surface.path(
      line.flatMap(([i, j]) => [x(at(f.at, 0) + j * step), y(at(f.at, 0) + i * step)]),
      { role: 'ink', width: 1, opacity: 0.55 },
    );
  const region = regionsOf(f);
  const deepest = new Map<number, { depth: number; i: number; j: number }>();
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const who = entry(f.who, i, j);
      const its = at(region, i * columns + j);
      const thickest = deepest.get(its)?.depth ?? 3;
      const depth = depthOf(f, i, j, thickest);
      if (who >= 0 && depth > thickest) deepest.set(its, { depth, i, j });
    }
  for (const { i, j } of deepest.values()) {
    const style = { role: 'ink', bold: true, ...centred, of: 'tstar' } as const;
    surface.text(x(at(f.at, j)), y(at(f.at, i)), `t = ${entry(f.who, i, j) + 1}`, style);
  }
}

/** The region of each cell: neighbours inside the wall that have the same support token are of one. */
function regionsOf({ who, z }: BoundaryMapFrame): Int32Array {
  const [rows, columns] = who.shape;
  const region = new Int32Array(rows * columns).fill(-1);
  for (let first = 0; first < region.length; first++) {
    if (region[first] !== -1) continue;
    region[first] = first;
    const open = [first];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const [i, j] = [Math.floor(cell / columns), cell % columns];
      const same = (p: number, q: number): boolean =>
        p >= 0 &&
        q >= 0 &&
        p < rows &&
        q < columns &&
        entry(who, p, q) === entry(who, i, j) &&
        entry(z, p, q) < 0 === entry(z, i, j) < 0 &&
        region[p * columns + q] === -1;
      for (const [p, q] of [
        [i - 1, j],
        [i + 1, j],
        [i, j - 1],
        [i, j + 1],
      ] as const)
        if (same(p, q)) {
          region[p * columns + q] = first;
          open.push(p * columns + q);
        }
    }
  }
  return region;
}

/** How many cells around one have its support token and are inside the wall, if that is more than there were elsewhere. */
function depthOf({ who, z }: BoundaryMapFrame, i: number, j: number, beaten: number): number {
  const [rows, columns] = who.shape;
  const own = entry(who, i, j);
  let depth = 0;
  for (; i - depth >= 0 && j - depth >= 0 && i + depth < rows && j + depth < columns; depth++) {
    for (let k = -depth; k <= depth; k++)
      for (const [p, q] of [
        [i - depth, j + k],
        [i + depth, j + k],
        [i + k, j - depth],
        [i + k, j + depth],
      ] as const)
        if (entry(who, p, q) !== own || entry(z, p, q) < 0) return depth;
    if (depth > 14 && depth > beaten) return depth;
  }
  return depth;
}

/** The margin of each token, the wall at 0, and below them the distance. */
function drawMargins(surface: Surface, f: BoundaryMapFrame, width: number, row: number): void {
  const shown = [...f.margins];
  const bars = linear([Math.min(0, ...shown), Math.max(1, ...shown)], [34, width - 48]);
  surface.text(0, 0, 'margin of each token', { role: 'ink-3', of: 'm' });
  shown.forEach((m, t) => {
    const y = 14 + row * (t + 0.5);
    const supports = t === f.support;
    surface.text(0, y, `m${subscript(t)}`, { role: 'margin', bold: supports, baseline: 'middle', of: 'm' });
    const from = Math.min(bars(0), bars(m));
    surface.rect(from, y - 0.28 * row, Math.abs(bars(m) - bars(0)), 0.56 * row, {
      role: 'margin',
      opacity: supports ? 1 : 0.4,
      of: supports ? 'm tstar' : 'm',
    });
    surface.text(Math.max(bars(0), bars(m)) + 6, y, number(m, 2), {
      role: 'ink',
      bold: supports,
      baseline: 'middle',
      of: 'm',
    });
  });
  surface.line(bars(0), 12, bars(0), 18 + 6 * row, { role: 'margin', width: 3, of: 'm' });
  const below = 14 + 6 * row + 30;
  const far = Number.isFinite(f.distance) ? number(f.distance) : 'none';
  surface.text(0, below, `distance to the boundary: ${far}`, { role: 'ink', bold: true });
  colourBar(surface, 8, below + 18, Math.min(150, width - 150), shades, {
    text: 'least margin',
    of: 'm',
    format: (v) => fixed(1 - v, 0),
  });
}
