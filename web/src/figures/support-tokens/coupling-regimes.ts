import { type Plot, plot, xAxis } from '../../draw/axes';
import { decimals, fixed, number, whole } from '../../draw/format';
import { textWidth } from '../../draw/labels';
import type { Surface, View } from '../../draw/surface';
import { type CouplingRegimesFrame, couplingRegimes } from '../../engine/generated/support-tokens';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at } from '../shared/as-matrix';
import { check } from '../shared/idioms';

const count = 4000;
/** What the axes hold; what lies further out stands on their ends. */
const widest = 25;
const lowest = -50;
const strip = 58;
/** Room of the horizontal axis with its label. */
const axis = 40;
/** Side of a cell in px: sequences that fall into the same one make it darker. */
const cell = 3;
const shades = [
  { from: 1, opacity: 0.35 },
  { from: 2, opacity: 0.6 },
  { from: 4, opacity: 0.8 },
  { from: 8, opacity: 1 },
] as const;

const excludes = (f: CouplingRegimesFrame): boolean => f.logDensity.some((v) => !Number.isFinite(v));

export default defineFigure({
  id: 'coupling-regimes',
  title: 'One sign has a wall',
  claim:
    'A positive coupling puts up a wall that excludes one sequence in six; turn the sign, and there is no wall.',
  source: { seed: '002', place: 'section 3.4 and figure 3.3' },
  params: {
    a: slider({
      symbol: 'a',
      label: 'coupling',
      step: 0.05,
      about: 'What the product of two tokens is multiplied by to give a score. The wall stands at Var = 1/a.',
    }),
    beyond: choice({
      label: 'beyond the wall',
      options: { excluded: 'excluded', log: 'log |m|, as printed' },
      about:
        'What becomes of a sequence with a margin below 0: the paper’s figure 3.3 leaves it out, its equations 11 and 12 take the logarithm of |m|.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: 'the mirror image',
      params: { a: -0.2 },
      says: 'No wall: all 4000 are valid, with variances as large as those at a = 0.2.',
      holds: (f) => f.valid === count,
    },
    {
      name: 'the strictest',
      params: { a: 1 },
      says: 'More than two sequences of five are excluded, and hardly any other coupling excludes more.',
      holds: (f) => f.valid < 2500,
    },
    {
      name: 'stronger, and milder',
      params: { a: 3 },
      says: 'The wall is three times as near as at a = 1, and more sequences stay inside: strong attention picks one token, whose variance is 0.',
      holds: (f) => f.valid > 2600 && f.valid < 2770,
    },
    {
      name: 'rewarded beyond',
      params: { a: 1, beyond: 'log' },
      says: 'With log |m| nothing is excluded, and for about a fifth of all sequences, those with Var above 2/a, the logarithm is even a gain.',
      holds: (f) => f.rewarded > 0.18,
    },
  ],
  height: (width) => (width < 520 ? 420 : 440),
  core: couplingRegimes,
  draw(surface, f, view, { a }) {
    const below = excludes(f) ? strip : 0;
    const variance = { domain: [0, widest], label: 'largest Var of the sequence', ticks: 6 } as const;
    const inside = plot(
      surface,
      { width: view.width, height: view.height - axis - below + 8 },
      {
        x: { ...variance, silent: true },
        y: { domain: [lowest, 0], label: 'log-density of the sequence', ticks: 5 },
        above: 14,
        left: 46,
      },
    );
    const area = { ...inside, bottom: inside.bottom + below };
    xAxis(surface, area, variance, view);
    drawWall(surface, area, f, a);
    drawSequences(surface, inside, f);
    if (below > 0) drawExcluded(surface, area, f, view);
  },
  describe: (f, { a }) =>
    excludes(f)
      ? say`Of ${whole(count)} sequences ${whole(f.valid)} ± ${number(f.standardError, 2)} are valid, and ${whole(count - f.valid)} lie beyond the wall at Var = ${number(f.wall)}; variances reach ${fixed(f.widest, 1)}.`
      : a > 0
        ? say`All ${whole(count)} sequences keep a density; ${whole(count - f.valid)} lie beyond the wall at Var = ${number(f.wall)}, and ${number(100 * f.rewarded, 2)} % have a margin below −1, where the term is a gain.`
        : say`All ${whole(f.valid)} sequences are valid, with variances up to ${fixed(f.widest, 1)}: there is no wall.`,
  table: (f) => ({
    columns: ['sequence', 'largest Var', 'least margin', 'log-density'],
    rows: Array.from({ length: 200 }, (_, i) => [
      i + 1,
      at(f.largestVariance, i),
      at(f.leastMargin, i),
      Number.isFinite(at(f.logDensity, i)) ? at(f.logDensity, i) : '−∞',
    ]),
  }),
  quantities: (f) => ({
    var: `up to ${fixed(f.widest, 1)}`,
    m: `above 0 in ${whole(f.valid)} of ${whole(count)}`,
  }),
  python: { code: () => [import('../shared/random.py?raw'), import('./coupling-regimes.py?raw')] },
  checks: (f) => [
    check('log p is the sum of what the tokens add one by one, of 200 sequences', f.partsError, 1e-10),
  ],
});

function drawWall(
  surface: Surface,
  { x, top, bottom, right }: Plot,
  f: CouplingRegimesFrame,
  a: number,
): void {
  if (!(f.wall < widest)) {
    surface.text(right, top - 6, a > 0 ? `the wall, Var = ${number(f.wall)}, is further out` : 'no wall', {
      role: 'margin',
      anchor: 'end',
      of: 'm',
    });
    return;
  }
  const at = x(f.wall);
  surface.rect(at, top, right - at, bottom - top, { role: 'margin', opacity: 0.08, of: 'm' });
  surface.line(at, top, at, bottom, { role: 'margin', width: 3, of: 'm a' });
  const name = `m = 0 at Var = ${fixed(f.wall, decimals(Number(f.wall.toPrecision(3))))}`;
  const room = at + textWidth(name) < right;
  surface.text(room ? at : right, top - 6, name, {
    role: 'margin',
    bold: true,
    ...(!room && { anchor: 'end' }),
    of: 'm a',
  });
}

/** Cells of the plot with the sequences that fall into them, by how many there are. */
function drawSequences(
  surface: Surface,
  { x, y, left, right, top, bottom }: Plot,
  f: CouplingRegimesFrame,
): void {
  const columns = Math.floor((right - left) / cell);
  const rows = Math.floor((bottom - top) / cell);
  const counts = new Map<number, number>();
  let outside = 0;
  for (let i = 0; i < count; i++) {
    const [log, variance] = [at(f.logDensity, i), at(f.largestVariance, i)];
    const excluded = !Number.isFinite(log);
    if (variance > widest || (!excluded && log < lowest)) outside++;
    if (excluded) continue;
    const column = Math.min(columns - 1, Math.floor((x(variance) - left) / cell));
    const row = Math.max(0, Math.min(rows - 1, Math.floor((y(log) - top) / cell)));
    const key = row * columns + column;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  shades.forEach(({ from, opacity }, k) => {
    const to = shades[k + 1]?.from ?? Number.POSITIVE_INFINITY;
    const boxes: number[] = [];
    for (const [key, n] of counts)
      if (n >= from && n < to)
        boxes.push(left + cell * (key % columns), top + cell * Math.floor(key / columns), cell, cell);
    if (boxes.length > 0) surface.cells(boxes, { role: 'particle', opacity, of: 'x' });
  });
  if (outside > 0)
    surface.text(right, bottom - 9, `${whole(outside)} further out, on the edge`, { anchor: 'end', of: 'x' });
}

/** The excluded ones, counted by their variance: log-density −∞. */
function drawExcluded(
  surface: Surface,
  { x, left, right, bottom }: Plot,
  f: CouplingRegimesFrame,
  view: View,
): void {
  const top = bottom - strip;
  surface.line(left, top, right, top, { role: 'rule', width: 1.5 });
  const bins = view.width < 520 ? 25 : 50;
  const counts = new Array<number>(bins).fill(0);
  for (let i = 0; i < count; i++) {
    if (at(f.leastMargin, i) > 0) continue;
    const bin = Math.min(bins - 1, Math.floor((bins * at(f.largestVariance, i)) / widest));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const tall = strip - 20;
  counts.forEach((n, i) => {
    if (n === 0) return;
    const [from, to] = [x((widest * i) / bins), x((widest * (i + 1)) / bins)];
    const high = Math.max(1.5, (tall * n) / most);
    surface.rect(from + 0.5, bottom - high, to - from - 1, high, { role: 'error', opacity: 0.75, of: 'm' });
  });
  const name = `log p = −∞: ${whole(count - f.valid)} excluded`;
  surface.text(right, top + 13, name, { role: 'error', anchor: 'end', bold: true, of: 'm' });
}
