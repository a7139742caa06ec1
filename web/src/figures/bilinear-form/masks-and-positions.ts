import { plot } from '../../draw/axes';
import { fixed, whole } from '../../draw/format';
import { type Heatmap, heatmap } from '../../draw/heatmap';
import { inset } from '../../draw/inset';
import { nice } from '../../draw/scale';
import { barHeight, colourBar } from '../../draw/shades';
import type { Surface, View } from '../../draw/surface';
import { type MasksAndPositionsFrame, masksAndPositions } from '../../engine/generated/bilinear-form';
import { type BitsValue, bits } from '../../kinds/bits';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { asMatrix, at, entry, rowOf } from '../shared/as-matrix';
import { around, centred, check } from '../shared/idioms';
import { tableOf } from '../shared/table';
import { inSteps } from './shared/heights';

const tokens = 8;
/** The row that the presets leave without a key, counted from 0. */
const empty = 3;

const patternOf = (seen: (query: number, key: number) => boolean): BitsValue =>
  Array.from({ length: tokens }, (_, i) => Array.from({ length: tokens }, (_, j) => seen(i, j)));
const open = patternOf(() => true);
const causal = patternOf((i, j) => j <= i);
const withoutRow = patternOf((i) => i !== empty);

/** The ways to mask, in the order of the core. */
const ways = {
  'minus-infinity': '−∞ before softmax',
  replace: 'replaced by −10⁹',
  add: '−10⁹ added, double',
  'add-float': '−10⁹ added, single',
  'zero-after': 'zeros after softmax',
} as const;
const isWay = (f: MasksAndPositionsFrame, way: keyof typeof ways): boolean =>
  Object.keys(ways)[f.masking] === way;

/** Room in px for the row sums, right of the cells; height of the distances where they stand below. */
const besides = 44;
const below = 200;
const narrow = (width: number): boolean => width < 660;
const mapHeight = (width: number): number => (narrow(width) ? Math.min(390, width - 8) : 400);
/** Only then is there a mean distance. */
const sumsToOne = (f: MasksAndPositionsFrame): boolean => f.lost < 0.005;
const names = Array.from({ length: tokens }, (_, i) => String(i + 1));

export default defineFigure({
  id: 'masks-and-positions',
  title: 'Masks, before and after the softmax',
  claim: 'A mask after the softmax loses weight: the row no longer sums to 1.',
  source: { seed: '001', place: 'the code of section 3.2 and equations 61 and 63' },
  params: {
    mask: bits({
      label: 'mask',
      names: ['seen', 'hidden'],
      value: causal,
      about: 'Which keys (columns) each query (row) may see.',
    }),
    how: choice({
      label: 'hidden scores',
      options: ways,
      value: 'zero-after',
      about:
        'How weights are kept from keys that a query may not see. Numbers are added in double or in single precision.',
    }),
    slope: slider({
      symbol: '\\rho',
      label: 'slope',
      range: [0, 2],
      step: 0.1,
      about: 'How much a key is moved against the common direction for each step of distance.',
    }),
    common: slider({
      symbol: 'c',
      label: 'common part',
      range: [0, 4],
      step: 0.1,
      about: 'How far all queries reach in the direction that the positions are written in.',
    }),
    seed: seed(),
  },
  // The mask is pressed in the drawing, where it is as large.
  first: ['how', 'slope', 'common'],
  presets: [
    {
      name: '−∞ before the softmax',
      params: { how: 'minus-infinity' },
      says: 'Hidden keys give their weight to those that are seen: query 1 has only itself, and every row sums to 1.',
      holds: (f) => f.lost < 1e-12 && entry(f.weights, 0, 0) === 1,
    },
    {
      name: 'query 4 sees nothing',
      params: { mask: withoutRow, how: 'minus-infinity' },
      says: 'The formula says 0 / 0 for this row; we give the query no weights at all.',
      holds: (f) => f.undefined[empty] === 1 && f.rowSums[empty] === 0,
    },
    {
      name: 'the same with −10⁹ added',
      params: { mask: withoutRow, how: 'add' },
      says: 'All scores of the row have moved down by the same, which softmax does not see: the hidden weights are back.',
      holds: (f) =>
        isWay(f, 'add') &&
        f.forbidden > 0.99 &&
        rowOf(f.weights, empty).every((w, j) => Math.abs(w - entry(f.unmasked, empty, j)) < 1e-6),
    },
    {
      name: 'positions, any query',
      params: { mask: open, how: 'minus-infinity', slope: 2 },
      says: 'The weights change, but queries look no nearer on average: one that points the other way gives far keys more.',
      holds: (f) => f.change > 0.15 && f.distance > 1.2,
    },
    {
      name: 'positions, common part',
      params: { mask: open, how: 'minus-infinity', slope: 2, common: 4 },
      says: 'All queries reach in the direction of the positions, and all look near.',
      holds: (f) => f.change > 0.15 && f.distance < 0.9,
    },
  ],
  height: (width) => (narrow(width) ? inSteps(mapHeight(width) + below + 14) : mapHeight(width)),
  core: masksAndPositions,
  ask: ({ mask, ...p }) => ({ ...p, mask: asMatrix(mask) }),
  draw: (surface, f: MasksAndPositionsFrame, view, { mask }) => draw(surface, f, view, mask),
  describe: (f) =>
    sumsToOne(f)
      ? say`Every row that sees a key sums to 1, hidden keys have up to ${fixed(f.forbidden, 2)} of the weight of a row, and a query looks ${fixed(f.distance, 2)} tokens far on average.`
      : say`A row that sees keys falls short of 1 by up to ${fixed(f.lost, 2)}, and hidden keys have up to ${fixed(f.forbidden, 2)} of the weight of a row.`,
  table: (f) =>
    tableOf(
      Array.from(f.weights.data, (weight, i) => {
        const [row, column] = [Math.floor(i / tokens), i % tokens];
        return {
          query: row + 1,
          key: column + 1,
          score: entry(f.scores, row, column),
          weight,
          'weight without a mask': entry(f.unmasked, row, column),
          'sum of the row': at(f.rowSums, row),
        };
      }),
    ),
  quantities: (f) => ({
    a: `mean distance ${fixed(f.distance, 2)}`,
    S: `${whole(tokens)} × ${whole(tokens)} scores`,
  }),
  python: { code: () => [import('../shared/random.py?raw'), import('./masks-and-positions.py?raw')] },
  checks: (f) => [
    check('rows of the softmax sum to 1, or to 0 where no key is seen', f.rowError, 1e-12),
    check('scores with positions are those of the terms one by one', f.scoreError, 1e-12),
  ],
});

/** The weights, a stroke through what is hidden, at each row its sum; beside or below, how far the queries look. */
function draw(surface: Surface, f: MasksAndPositionsFrame, view: View, mask: BitsValue): void {
  const stacked = narrow(view.width);
  const width = stacked ? view.width : Math.min(440, Math.round(0.56 * view.width));
  const map = heatmap(
    surface,
    { width: width - besides, height: mapHeight(view.width) - barHeight - 11 },
    {
      matrix: f.weights,
      domain: [0, 1],
      format: (v) => (v === 0 ? '' : fixed(v, 2)),
      rowLabels: names,
      columnLabels: names,
      silent: true,
      of: (i, j) => (mask[i]?.[j] ? 'a' : 'a mask'),
    },
  );
  colourBar(surface, map.left, map.bottom + 12, 160, map.shades, { text: 'weight a', of: 'a' });
  surface.text(map.right + 8, map.top - 7, 'sum', { role: 'ink-2' });
  for (const [i, row] of mask.entries()) {
    const y = map.top + (i + 0.5) * map.size;
    const unsaid = f.undefined[i] === 1 && isWay(f, 'minus-infinity');
    for (const [j, seen] of row.entries()) {
      if (!seen && !unsaid) strike(surface, f, map, i, j);
      const [x, size] = [map.left + (j + 0.5) * map.size, [map.size, map.size] as const];
      surface.handle({ param: 'mask', piece: i * tokens + j, x, y, size });
    }
    const sum = f.rowSums[i] as number;
    const off = Math.abs(sum - 1) > 0.005;
    surface.text(map.right + 8, y, fixed(sum, 2), {
      role: off ? 'error' : 'ink-2',
      bold: off,
      baseline: 'middle',
    });
    if (unsaid)
      surface.text((map.left + map.right) / 2, y, 'the formula: 0 / 0', { role: 'error', ...centred });
  }
  const [x, y, height] = stacked
    ? [0, mapHeight(view.width) + 14, below]
    : [width + 20, 0, mapHeight(view.width)];
  drawDistances(inset(surface, x, y), f, { width: view.width - x, height });
}

/** A hidden key: a stroke through an empty cell, an outline where there is weight all the same. */
function strike(surface: Surface, f: MasksAndPositionsFrame, map: Heatmap, i: number, j: number): void {
  const [x, y] = [map.left + j * map.size, map.top + i * map.size];
  const [right, low] = [x + map.size - 3, y + map.size - 3];
  if (entry(f.weights, i, j) < 0.005) surface.line(x + 2, low, right, y + 2, { role: 'ink-3', of: 'mask' });
  else
    surface.path(around(x + 2, y + 2, map.size - 5, map.size - 5), {
      role: 'error',
      width: 1.5,
      dash: [3, 2],
      of: 'mask',
    });
}

/** Weight by distance: bars, and an outline for the same without the slope. */
function drawDistances(surface: Surface, f: MasksAndPositionsFrame, view: View): void {
  const most = Math.max(...f.byDistance, ...f.levelByDistance, 0.3);
  const { x, y } = plot(surface, view, {
    x: { domain: [-0.5, tokens - 0.5], label: 'distance |i − j|', format: whole },
    y: { domain: nice([0, most]), label: 'weight by distance', ticks: 4 },
    above: 16,
  });
  const half = 0.3 * (x(1) - x(0));
  f.byDistance.forEach((weight, m) => {
    const [px, top, level] = [x(m), y(weight), y(f.levelByDistance[m] as number)];
    surface.rect(px - half, top, 2 * half, Math.max(0.5, y(0) - top), { role: 'weight', of: 'a' });
    surface.line(px - half - 4, level, px + half + 4, level, { role: 'ink', width: 1.5 });
  });
  if (sumsToOne(f)) {
    surface.line(x(f.distance), y.range[0], x(f.distance), y.range[1] - 4, { role: 'ink-3', dash: [4, 3] });
    surface.text(x(f.distance), y.range[1] - 8, `mean ${fixed(f.distance, 2)}`, { anchor: 'middle' });
  }
  surface.text(view.width - 10, 11, 'line: without positions', { role: 'ink-2', anchor: 'end' });
}
