import { plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { type Heatmap, heatmap } from '../../draw/heatmap';
import { inset } from '../../draw/inset';
import { nice } from '../../draw/scale';
import type { Role, Surface, View } from '../../draw/surface';
import {
  diagnosticsDefaults as core,
  type DiagnosticsFrame,
  diagnostics,
} from '../../engine/generated/gradient-dynamics';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { check, halves, isShort, polyline } from '../shared/idioms';
import { legend } from '../shared/legend';
import { onToy } from './shared/toy';

const tokens = 12;
const order = Array.from({ length: tokens }, (_, j) => j);
const names = order.map((j) => whole(j + 1));
/** A value whose column sums to less is hardly read by anyone. */
const deadBelow = 0.1;
/** Height in px of each row of bars with its name, where the bars begin in it, and how high the highest is. */
const bars = 68;
const barTop = 20;
const barHeight = 44;
/** Heights in px: of the drawing side by side, and of the grid and of what stands below it on a phone. */
const tall = 480;
const stacked = [490, 220] as const;
const wide = (width: number): boolean => width >= 640;
const dials = { weights: 'weights', advantage: 'advantages', compatibility: 'compatibilities' } as const;

const dead = (f: DiagnosticsFrame): number => f.usage.filter((sum) => sum < deadBelow).length;
const treated = (f: DiagnosticsFrame): boolean => f.norm || f.dropout > 0;

export default defineFigure({
  id: 'diagnostics',
  title: 'Reading the dials',
  claim:
    'Training narrows attention: of twelve values this head keeps about seven, and two are read by nobody.',
  source: { seed: '000', place: 'sections 8.1 and 8.2' },
  params: {
    norm: choice({
      label: 'values',
      options: { off: 'as they are', on: 'normalised' },
      value: 'off',
      about:
        'Normalised: each value less its mean, over its standard deviation, with the gradient through it.',
    }),
    dropout: slider({
      symbol: 'p',
      label: 'dropout',
      step: 0.1,
      about:
        'How likely a weight is left out of a step; the others are divided by 1 − p. What is shown is without.',
    }),
    eta: slider({
      symbol: '\\eta',
      label: 'step size',
      scale: 'log',
      about: 'How far each of the 400 steps goes against the gradient.',
    }),
    dial: choice({
      label: 'grid',
      options: dials,
      value: 'weights',
      about:
        'What the grid shows: how much each reader reads each value, how good that value would be for it, or its error times the value.',
    }),
    seed: seed(),
  },
  first: ['norm', 'dropout', 'dial'],
  presets: [
    {
      name: 'normalised values',
      params: { norm: 'on' },
      says: 'No norm is above 2, the root of the dimension of the values. The columns are read no more evenly than by the plain head.',
      holds: (f) => f.largestNorm < 2.01 && f.meanColumns < f.plainMean,
    },
    {
      name: 'dropout',
      params: { dropout: 0.5 },
      says: 'Readers spread over more values in nearly all draws, and have learned less in the same time.',
      holds: (f) => f.meanColumns > 8.5 && f.more > 0.85,
    },
    {
      name: 'dropout, larger steps',
      params: { dropout: 0.5, eta: 0.05 },
      says: 'The evenness is gone, and the median loss is far above that of the plain head.',
      holds: (f) => f.dropout > 0 && f.more < 0.75 && f.medianLoss > 1.5,
    },
    {
      name: 'both',
      params: { norm: 'on', dropout: 0.5 },
      says: 'Short values and even columns: the two cures work side by side.',
      holds: (f) => f.meanColumns > 8.5 && f.largestNorm < 2.01,
    },
  ],
  height: (width) => (wide(width) ? tall : stacked[0] + stacked[1]),
  timeline: () => ({ steps: core.steps, unit: 'step', stride: 4 }),
  core: diagnostics,
  ask: ({ norm, dropout, eta, seed }) => ({ norm: norm === 'on', dropout, eta, seed }),
  draw(surface, f, { width }, { dial }) {
    if (wide(width)) {
      const first = Math.max(290, Math.round(0.36 * width));
      drawGrid(surface, f, { width: first, height: tall }, dial);
      const right = inset(surface, first + 30, 0);
      const box = { width: width - first - 30, height: tall / 2 - 8 };
      drawCourse(right, f, box);
      drawDraws(inset(right, 0, tall / 2 + 8), f, box);
      return;
    }
    drawGrid(surface, f, { width, height: stacked[0] - 16 }, dial);
    const [left, right] = halves(inset(surface, 0, stacked[0]), { width, height: stacked[1] });
    drawCourse(left.surface, f, left.view);
    drawDraws(right.surface, f, right.view);
  },
  describe: (f) => {
    if (!treated(f))
      return say`After ${whole(f.step)} steps this head uses ${fixed(at(f.columns, 0), 1)} of 12 columns, from ${fixed(at(f.course, 0), 1)} at the start; ${whole(dead(f))} are dead, and its longest value has the norm ${fixed(Math.max(...f.norms), 2)}; over ${whole(f.columns.length)} draws the mean is ${fixed(f.meanColumns, 1)} columns and the median loss ${fixed(f.medianLoss, 2)}.`;
    return say`After ${whole(f.step)} steps ${whole(f.columns.length)} draws use ${fixed(f.meanColumns, 1)} of 12 columns on average and the plain head ${fixed(f.plainMean, 1)}; ${whole(Math.round(f.more * f.columns.length))} use more than it does; the median loss is ${fixed(f.medianLoss, 2)}, the plain head’s ${fixed(f.plainMedianLoss, 2)}, and no value has a norm above ${fixed(f.largestNorm, 2)}.`;
  },
  table: (f) => ({
    columns: ['value', 'column sum', 'norm', ...names.map((i) => `weight of reader ${i}`)],
    rows: order.map((j) => [
      j + 1,
      at(f.usage, j),
      at(f.norms, j),
      ...order.map((i) => entry(f.weights, i, j)),
    ]),
  }),
  quantities: (f) => ({
    alpha: `${fixed(at(f.columns, 0), 1)} of 12 columns in use`,
    v: `norms up to ${fixed(Math.max(...f.norms), 2)}`,
    loss: fixed(f.loss, 3),
    adv: `from ${fixed(Math.min(...f.advantage.data), 2)} to ${fixed(Math.max(...f.advantage.data), 2)}`,
    b: `from ${fixed(Math.min(...f.compatibility.data), 2)} to ${fixed(Math.max(...f.compatibility.data), 2)}`,
    usage: `${whole(dead(f))} below 0.1`,
  }),
  python: {
    ...onToy(() => import('./diagnostics.py?raw')),
    // Of large steps: each multiplies what rounding has left of the one before.
    within: 1e-6,
  },
  checks: (f) => [
    check('column sums add up to the readers', f.usageError, 1e-12),
    check('norms of normalised values against √d_v', f.normError, 1e-12),
    check('ten steps are those of the library’s trainer, masks and all', f.oracleError, 1e-10),
  ],
});

/** The grid of the draw on show, with the sum of each column and the norm of its value above it. */
function drawGrid(surface: Surface, f: DiagnosticsFrame, view: View, dial: keyof typeof dials): void {
  const shown = {
    weights: { matrix: f.weights, domain: [0, 1], label: 'weight α', of: 'alpha' },
    advantage: { matrix: f.advantage, scale: 'diverging', label: 'advantage A', of: 'adv' },
    compatibility: { matrix: f.compatibility, scale: 'diverging', label: 'compatibility b', of: 'b' },
  } as const;
  const map = heatmap(
    inset(surface, 0, 2 * bars),
    { width: view.width, height: view.height - 2 * bars },
    { ...shown[dial], rowLabels: names, columnLabels: names },
  );
  const top = Math.max(...nice([0, Math.max(2, ...f.usage)]));
  drawBars(surface, map, f.usage, top, { label: 'column sum', role: 'weight', of: 'usage' });
  const even = barTop + barHeight * (1 - 1 / top);
  surface.line(map.left, even, map.right, even, { role: 'ink-3', dash: [2, 4] });
  f.usage.forEach((sum, j) => {
    if (sum < deadBelow)
      surface.text(map.left + (j + 0.5) * map.size, barTop + barHeight - 2, '×', {
        role: 'ink',
        bold: true,
        anchor: 'middle',
        of: 'usage',
      });
  });
  surface.text(map.right, 11, '× dead: below 0.1', { role: 'ink-3', anchor: 'end' });
  const longest = Math.max(...nice([0, Math.max(2, ...f.norms)]));
  drawBars(inset(surface, 0, bars), map, f.norms, longest, {
    label: 'norm of the value',
    role: 'value',
    of: 'v',
  });
}

/** One bar over each column; the largest number of the scale stands at its top. */
function drawBars(
  surface: Surface,
  { left, right, size }: Heatmap,
  values: Float64Array,
  top: number,
  { label, role, of }: { readonly label: string; readonly role: Role; readonly of: string },
): void {
  surface.text(left, 11, `${label}, up to ${number(top, 2)}`, { role: 'ink-3' });
  surface.line(left, barTop + barHeight, right, barTop + barHeight, { role: 'rule' });
  const boxes: number[] = [];
  values.forEach((value, j) => {
    const tall = Math.min(1, value / top) * barHeight;
    boxes.push(left + j * size + 0.2 * size, barTop + barHeight - tall, 0.6 * size, tall);
  });
  surface.cells(boxes, { role, of });
}

/** Columns in use of this draw, step by step, and those of the plain head. */
function drawCourse(surface: Surface, f: DiagnosticsFrame, view: View): void {
  const area = plot(surface, view, {
    x: { domain: [0, f.steps], label: 'step' },
    y: {
      domain: [0, tokens],
      label: isShort(view) ? 'columns, this draw' : 'columns in use, this draw',
      ticks: 4,
    },
    above: treated(f) ? 20 : 0,
    right: 14,
  });
  const line = (course: Float64Array): number[] =>
    polyline(course.subarray(0, f.step + 1), (columns, t) => [area.x(t), area.y(columns)]);
  const style = { role: 'weight', width: 2.5, of: 'usage' } as const;
  const plain = { role: 'ink-2', width: 1.5, dash: [5, 4] } as const;
  if (treated(f)) {
    legend(surface, area.right, 30, [
      { name: isShort(view) ? 'this' : 'this head', style },
      { name: isShort(view) ? 'plain' : 'plain head', style: plain },
    ]);
    if (f.step > 0) surface.path(line(f.plainCourse), plain);
  }
  if (f.step > 0) surface.path(line(f.course), style);
  surface.mark('ink', area.x(f.step), area.y(at(f.columns, 0)), { size: 4.5, of: 'usage' });
}

/** Columns in use of all draws at this step; the first is the one on show. */
function drawDraws(surface: Surface, f: DiagnosticsFrame, view: View): void {
  const box = { width: view.width, height: view.height - 22 };
  const area = plot(surface, box, {
    x: { domain: [-1, f.columns.length], label: 'draw', silent: true },
    y: {
      domain: [0, tokens],
      label: isShort(view) ? 'columns, all draws' : 'columns in use, all draws',
      ticks: 4,
    },
    right: 14,
  });
  const { x, y, left, right, bottom } = area;
  surface.line(left, y(f.meanColumns), right, y(f.meanColumns), { role: 'weight', width: 2, of: 'usage' });
  if (treated(f)) {
    surface.line(left, y(f.plainMean), right, y(f.plainMean), { role: 'ink-2', width: 1.5, dash: [5, 4] });
    f.plainColumns.forEach((columns, i) => {
      surface.mark('ink-2', x(i), y(columns), { size: 3.5, hollow: true, opacity: 0.8 });
    });
  }
  f.columns.forEach((columns, i) => {
    surface.mark('ink', x(i), y(columns), { size: i === 0 ? 5.5 : 3.5, of: 'usage' });
  });
  surface.text(right, bottom + 10, `${whole(f.columns.length)} draws; lines: means`, {
    role: 'ink-3',
    anchor: 'end',
    baseline: 'hanging',
  });
}
