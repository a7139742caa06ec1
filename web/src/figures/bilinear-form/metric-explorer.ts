import { arrow } from '../../draw/arrow';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import type { Surface } from '../../draw/surface';
import { type MetricExplorerFrame, metricExplorer } from '../../engine/generated/bilinear-form';
import { matrix } from '../../kinds/matrix';
import { points } from '../../kinds/points';
import { defineFigure, say, slider } from '../declare';
import { asMatrix, at } from '../shared/as-matrix';
import { polyline } from '../shared/idioms';
import { pairs } from '../shared/pairs';
import { inSteps } from './shared/heights';
import { keyBar } from './shared/key-bar';
import { inside, type Plane, plane, stripe, stripes } from './shared/plane';

const reach = 2.5;
const key = (j: number): string => `key ${whole(j + 1)}`;
const sizeOf = (width: number): number => Math.min(420, width < 600 ? width : Math.round(0.52 * width));

/** What a form with these eigenvalues and this antisymmetric part is called. */
function named(f: MetricExplorerFrame, skew: number): string {
  if (skew !== 0) return 'a form that is not symmetric';
  if (f.ellipse.data.length > 0) return 'a metric';
  return f.stripe.length > 0 ? 'a form of rank 1' : 'a symmetric form, but no metric';
}

export default defineFigure({
  id: 'metric-explorer',
  title: 'Which key wins depends on the ruler',
  claim: 'Without moving the query or a key, another ruler (bilinear form) makes another key win.',
  source: { seed: '001', place: 'sections 2.1 to 2.3, equations 2 to 9' },
  params: {
    g: matrix({
      label: 'symmetric part',
      range: [-3, 3],
      step: 0.01,
      symmetric: true,
      value: pairs(0.71, 0, 0, 0.71),
      about:
        'How much each direction counts: the form without its antisymmetric part. Attention with d = 2 has 1/√2 = 0.71 for both.',
    }),
    query: points({
      label: 'query',
      name: 'query',
      x: [-reach, reach],
      y: [-reach, reach],
      step: 0.05,
      value: [[1, 0.4]],
      about: 'What the keys are scored against.',
    }),
    key: points({
      label: 'keys',
      name: 'key',
      x: [-reach, reach],
      y: [-reach, reach],
      step: 0.05,
      count: [1, 8],
      value: pairs(1.1, 0.1, 0.3, 1.5, -0.9, 0.7, 1.9, -1.3, -0.4, -1),
      about: 'What the query may match.',
    }),
    skew: slider({
      symbol: '\\omega',
      label: 'antisymmetric part',
      range: [-2, 2],
      step: 0.01,
      about: 'Added to g in row 1, column 2, taken away in row 2, column 1. With it the form is no metric.',
    }),
  },
  presets: [
    {
      name: 'the second direction counts',
      params: {
        g: pairs(0.15, 0, 0, 1.4),
      },
      says: 'The stripes turn, and key 2 wins with 0.885, although nothing has moved.',
      holds: (f) => f.winner === 1 && at(f.scores, 1) > 0.8,
    },
    {
      name: 'keys of unit length',
      params: {
        key: pairs(1, 0.1, 0.2, 1, -0.8, 0.6, 0.8, -0.6, -0.35, -0.95),
      },
      says: 'Where all keys are about equally long, the key that wins is the nearest one, key 1.',
      holds: (f) => f.winner === 0 && f.nearest === 0,
    },
    {
      name: 'a flat ruler',
      params: {
        g: pairs(0.5, 0.5, 0.5, 0.5),
      },
      says: 'Only the sum of the two coordinates counts: the ellipse has opened into two lines, and what was lowered cannot be raised.',
      holds: (f) => !f.invertible && f.stripe.length === 2,
    },
    {
      name: 'no length at all',
      params: {
        g: pairs(0, 0, 0, 0),
        skew: 0.71,
      },
      says: 'Every vector has the square 0 under this form, and still it scores the keys: key 2 wins.',
      holds: (f) => Math.abs(f.square) < 1e-12 && f.winner === 1,
    },
  ],
  first: ['g', 'skew', 'query'],
  height: (width) => (width < 600 ? inSteps(sizeOf(width) + 250) : 420),
  core: metricExplorer,
  ask: (p) => ({ query: asMatrix(p.query), key: asMatrix(p.key), g: asMatrix(p.g), skew: p.skew }),
  draw(surface, f, { width, height }) {
    const size = sizeOf(width);
    const narrow = width < 600;
    const x = narrow ? Math.max(0, (width - size) / 2) : 0;
    drawPlane(inset(surface, x, 0), f, size);
    const [left, top] = narrow ? [0, size + 14] : [size + 36, 0];
    drawScores(inset(surface, left, top), f, width - left, height - top);
  },
  describe: (f, p) =>
    say`Under ${named(f, p.skew)} ${key(f.winner)} has the highest score, ${fixed(at(f.scores, f.winner), 3)}, at a distance of ${fixed(at(f.distances, f.winner), 2)} from the query by the plain ruler, and ${key(f.nearest)} is nearest, at ${fixed(at(f.distances, f.nearest), 2)}.`,
  table: (f) => ({
    columns: ['key', 'x', 'y', 'score', 'plain distance from the query'],
    rows: Array.from(f.scores, (s, j) => [
      j + 1,
      at(f.key.data, 2 * j),
      at(f.key.data, 2 * j + 1),
      s,
      at(f.distances, j),
    ]),
  }),
  quantities: (f) => ({
    scores: Array.from(f.scores, (s) => fixed(s, 3)).join(', '),
    covector: Array.from(f.covector, (c) => fixed(c, 3)).join(', '),
  }),
  python: { code: () => [import('./metric-explorer.py?raw')] },
  checks: (f) => [
    { name: 'a score is the lowered query times the key', value: f.scoreError, atMost: 1e-12 },
    {
      name: 'lowered and raised again, the query is the query, over the condition number of the form',
      value: f.raiseError,
      atMost: 1e-12,
    },
  ],
});

function drawPlane(surface: Surface, f: MetricExplorerFrame, size: number): void {
  const area = plane(surface, size, reach);
  const { x, y } = area;
  stripes(surface, area, f.covector, 0.5, { role: 'query', opacity: 0.3, of: 'covector' });
  const won = stripe(area, f.covector, at(f.scores, f.winner));
  if (won) surface.line(...won, { role: 'key', width: 1.5, dash: [5, 4], of: 'scores' });
  const pieces = inside(area, f.ellipse.data);
  for (const piece of pieces) surface.path(piece, { role: 'margin', width: 2, of: 'g' });
  if (f.stripe.length)
    for (const level of [-1, 1]) {
      const ends = stripe(area, f.stripe, level);
      if (ends) surface.line(...ends, { role: 'margin', width: 2, of: 'g' });
    }
  drawGrips(surface, f, area);

  const [qx = 0, qy = 0] = f.query.data;
  arrow(surface, x(0), y(0), x(qx), y(qy), { role: 'query', width: 1.5, gap: 9, of: 'query' });
  const to = (px: number, py: number): number[] => [x.invert(px), y.invert(py)];
  const [left, above] = [x(qx), y(qy)];
  const star = [left, above - 9, left, above + 9, left - 9, above, left + 9, above];
  const taken = [
    ...star,
    ...dotted([x(0), y(0), left, above]),
    ...pieces.flat(),
    ...(won ? dotted(won) : []),
  ];
  f.scores.forEach((_, j) => {
    const [kx, ky] = [x(at(f.key.data, 2 * j)), y(at(f.key.data, 2 * j + 1))];
    const wins = j === f.winner;
    surface.mark('key', kx, ky, { size: wins ? 7 : 5.5, hollow: !wins, of: 'key' });
    const [right, down] = clearest(kx, ky, size, taken);
    surface.text(kx + 10 * right, ky + (down > 0 ? 17 : -8), String(j + 1), {
      role: 'key',
      bold: wins,
      anchor: right > 0 ? 'start' : 'end',
      of: 'key',
    });
    surface.handle({ param: 'key', piece: j, x: kx, y: ky, to });
  });
  surface.mark('query', x(qx), y(qy), { size: 8, of: 'query' });
  surface.handle({ param: 'query', piece: 0, x: x(qx), y: y(qy), to });
}

/** Points on a line from end to end. */
const dotted = ([x0, y0, x1, y1]: readonly [number, number, number, number]): number[] =>
  polyline({ length: 61 }, (_, k) => [x0 + ((x1 - x0) * k) / 60, y0 + ((y1 - y0) * k) / 60]);

const sides = [
  [1, -1],
  [-1, -1],
  [-1, 1],
  [1, 1],
] as const;
type Side = (typeof sides)[number];

/** On which side of a key its number has room between the points that are taken: to the right and above where that will do. */
function clearest(x: number, y: number, size: number, taken: readonly number[]): Side {
  const room = ([right, down]: Side): number => {
    const [px, py] = [x + 14 * right, y + 13 * down];
    if (Math.min(px, py, size - px, size - py) < 8) return 0;
    let least = 12;
    for (let i = 0; i < taken.length; i += 2)
      least = Math.min(least, Math.hypot(at(taken, i) - px, at(taken, i + 1) - py));
    return least;
  };
  return sides.reduce((best, side) => (room(side) > room(best) ? side : best));
}

/** Where the ellipse crosses the axes: 1 / √g_11 to the left, where fewer keys are, and 1 / √g_22 upwards. */
function drawGrips(surface: Surface, f: MetricExplorerFrame, { x, y }: Plane): void {
  if (!f.ellipse.data.length) return;
  const [left, up] = [1 / Math.sqrt(at(f.form.data, 0)), 1 / Math.sqrt(at(f.form.data, 3))];
  const square = (length: number): number[] => [1 / Math.max(length, 0.3) ** 2];
  if (left < reach) {
    surface.mark('margin', x(-left), y(0), { size: 5, of: 'g' });
    surface.handle({ param: 'g', piece: 0, x: x(-left), y: y(0), to: (px) => square(-x.invert(px)) });
  }
  if (up < reach) {
    surface.mark('margin', x(0), y(up), { size: 5, of: 'g' });
    surface.handle({ param: 'g', piece: 3, x: x(0), y: y(up), to: (_, py) => square(y.invert(py)) });
  }
}

/** A bar for each key, and below them the form. */
function drawScores(surface: Surface, f: MetricExplorerFrame, width: number, height: number): void {
  surface.text(0, 11, 'score q·g·k', { role: 'ink-3', of: 'scores' });
  const count = f.scores.length;
  const row = Math.min(58, (height - 92) / count);
  const largest = Math.max(1, ...Array.from(f.scores, Math.abs));
  const any = f.scores.some((s) => s < 0);
  const bars = linear([any ? -largest : 0, largest], [any ? 92 : 52, width - 42]);
  surface.line(bars(0), 20, bars(0), 24 + row * count, { role: 'rule' });
  f.scores.forEach((s, j) => {
    const y = 24 + row * (j + 0.5);
    const wins = j === f.winner;
    surface.text(0, y, key(j), { role: wins ? 'ink' : 'ink-2', bold: wins, baseline: 'middle', of: 'key' });
    const [from, to] = [Math.min(bars(0), bars(s)), Math.max(bars(0), bars(s))];
    const tall = Math.min(26, row - 5);
    keyBar(surface, [from, y - tall / 2, to - from, tall], wins ? 'lit' : 'outline');
    surface.text(bars(s) + (s < 0 ? -6 : 6), y, fixed(s, 2), {
      role: 'ink',
      bold: wins,
      anchor: s < 0 ? 'end' : 'start',
      baseline: 'middle',
      of: 'scores',
    });
  });
  const [a = 0, b = 0, c = 0, d = 0] = f.form.data;
  const y = 24 + row * count + 22;
  surface.text(0, y + 4, 'form', { role: 'ink-2', baseline: 'middle', of: 'g' });
  for (const [x, inwards] of [
    [52, 5],
    [148, -5],
  ] as const)
    surface.path([x + inwards, y - 13, x, y - 13, x, y + 22, x + inwards, y + 22], {
      role: 'ink-3',
      of: 'g',
    });
  for (const [i, entry] of [a, b, c, d].entries())
    surface.text(90 + 48 * (i % 2), y + (i < 2 ? 0 : 17), fixed(entry, 2), {
      role: 'ink-2',
      anchor: 'end',
      of: 'g',
    });
  const [low = 0, high = 0] = f.eigenvalues;
  surface.text(0, y + 41, `its symmetric part: eigenvalues ${number(low, 2)}, ${number(high, 2)}`, {
    role: 'ink-3',
    of: 'g',
  });
}
