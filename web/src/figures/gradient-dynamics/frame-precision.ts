import { type Plot, plot } from '../../draw/axes';
import { fixed, number, power, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import type { StrokeStyle, Surface, View } from '../../draw/surface';
import { type FramePrecisionFrame, framePrecision } from '../../engine/generated/gradient-dynamics';
import { defineFigure, say, seed, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { band, check, halves, polyline } from '../shared/idioms';
import { legend } from '../shared/legend';
import { onToy } from './shared/toy';

const [attention, values, kl] = [0, 1, 2] as const;
const curves = [
  { row: attention, name: 'attention', style: { role: 'weight', width: 2.5, of: 'alpha' } },
  { row: values, name: 'values', style: { role: 'value', width: 2, dash: [7, 3], of: 'v' } },
  { row: kl, name: 'KL', style: { role: 'loss', width: 2.5, dash: [2, 3], of: 'kl' } },
] as const satisfies readonly { row: number; name: string; style: StrokeStyle }[];

/** The axis of time begins at the first step; that of what is left holds a little more than there is at the start. */
const span = [0.05, 20] as const;
const shares = [-0.1, 1.2] as const;
/** A KL of less is drawn as this. */
const least = 1e-4;
/** From one row of the table to the next. */
const every = 4;
const settledBelow = 0.1;
const stuckAbove = 0.5;
/** Room in px for the legend, and in panels beside it. */
const head = 24;
/** Heights in px: side by side, and on a phone of the first panel and of the two below it. */
const tall = 350;
const stacked = [314, 236] as const;
const wide = (width: number): boolean => width >= 760;

const count = (f: FramePrecisionFrame, share: number): number => Math.round(share * f.ends.length);
const inside = (share: number): number => Math.min(shares[1], Math.max(shares[0], share));

export default defineFigure({
  id: 'frame-precision',
  title: 'Does attention settle first?',
  claim:
    'Call something settled once less than a tenth of its way is left: attention hardly ever settles before the loss, unless queries and keys learn much faster than all else.',
  source: { seed: '000', place: 'sections 5.3, 6.1 and 6.3' },
  params: {
    rho: slider({
      symbol: '\\rho',
      label: 'ratio of steps',
      scale: 'log',
      about: 'Queries and keys step by ρη, values and the read-out by η.',
    }),
    eta: slider({
      symbol: '\\eta',
      label: 'step size',
      scale: 'log',
      about:
        'How far a step goes against the gradient. Smaller steps are more steps: time, η times the steps, ends at 20.',
    }),
    soft: slider({
      symbol: '\\lambda',
      label: 'softness of the targets',
      step: 0.05,
      about:
        'The share of each target that is spread over the three classes. At 0 targets are certain, and the loss falls for ever.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: '30 times faster',
      params: { rho: 30 },
      says: 'In a good part of the draws attention now settles before the loss, and about half of all are stuck.',
      holds: (f) => f.first > 0.15 && f.medianEnd > 0.3,
    },
    {
      name: '100 times faster',
      params: { rho: 100 },
      says: 'Attention settles first in most draws, and most end with a KL above 0.5: they have settled at a bad answer.',
      holds: (f) => f.first > 0.5 && f.stuck > 0.6,
    },
    {
      name: '100 times, small steps',
      params: { rho: 100, eta: 0.005 },
      says: 'The same ratio, and steps a tenth as long: attention still settles first in many draws, and about as many are stuck as at equal steps.',
      holds: (f) => f.first > 0.2 && f.stuck < 0.5,
    },
    {
      name: 'certain targets',
      params: { soft: 0 },
      says: 'Values are the last, now by more: certainty needs ever longer ones, and attention has settled well before.',
      holds: (f) => at(f.medians, values) > 1.12 * at(f.medians, attention),
    },
  ],
  height: (width) => (wide(width) ? tall : stacked[0] + stacked[1]),
  core: framePrecision,
  draw(surface, f, { width }) {
    if (wide(width)) {
      const [first, second] = [Math.round(0.46 * width), Math.round(0.29 * width)];
      drawTimes(surface, f, { width: first, height: tall });
      drawAgainst(inset(surface, first + 18, 0), f, { width: second, height: tall }, head);
      const left = first + second + 36;
      drawEnds(inset(surface, left, 0), f, { width: width - left, height: tall }, head);
      return;
    }
    drawTimes(surface, f, { width, height: stacked[0] - 14 });
    const [left, right] = halves(inset(surface, 0, stacked[0]), { width, height: stacked[1] });
    drawAgainst(left.surface, f, left.view, 0);
    drawEnds(right.surface, f, right.view, 0);
  },
  describe: (f) => {
    const [a, v, k] = [attention, values, kl].map((of) => fixed(at(f.settled, of), 2)) as [
      string,
      string,
      string,
    ];
    return say`KL has less than a tenth of its way left at time ${k}, attention at ${a} and the values at ${v}; of ${whole(f.ends.length)} draws, attention settles before KL in ${whole(count(f, f.first))}, and ${whole(count(f, f.stuck))} end with a KL above 0.5.`;
  },
  table: (f) => ({
    columns: [
      'time',
      ...curves.map(({ name }) => `${name} left`),
      '|α − α_end|',
      '|v − v_end|',
      'KL (nats)',
      ...curves.flatMap(({ name }) => [`${name} left, lower quartile`, `${name} left, upper quartile`]),
    ],
    rows: Array.from({ length: Math.ceil(f.times.length / every) }, (_, row) => every * row).map((i) => [
      at(f.times, i),
      ...curves.map(({ row }) => entry(f.left, row, i)),
      ...curves.map(({ row }) => entry(f.absolute, row, i)),
      ...curves.flatMap(({ row }) => [entry(f.lower, row, i), entry(f.upper, row, i)]),
    ]),
  }),
  quantities: (f) => ({
    alpha: `settles at ${fixed(at(f.settled, attention), 2)}`,
    v: `settles at ${fixed(at(f.settled, values), 2)}`,
    kl: `settles at ${fixed(at(f.settled, kl), 2)}, ends at ${number(at(f.ends, 0), 2)}`,
  }),
  python: {
    ...onToy(() => import('./frame-precision.py?raw')),
    // Of large steps: each multiplies what rounding has left of the one before, and NumPy rounds differently from processor to processor.
    within: 5e-4,
  },
  checks: (f) => [
    check('KL is never below 0', Math.max(0, -f.least), 1e-12),
    check(
      'attention, values and KL move as the library’s trainer and its measure of change say',
      f.oracleError,
      1e-9,
    ),
  ],
});

/** What is left over time: this draw's curves on the bands of all draws, and where each has settled. */
function drawTimes(surface: Surface, f: FramePrecisionFrame, view: View): void {
  const area = plot(surface, view, {
    x: { domain: span, scale: 'log', label: 'time, η × steps', format: (v) => number(v, 1) },
    y: { domain: shares, label: 'share of the way left', ticks: 5 },
    above: head,
  });
  legend(surface, area.right, 32, curves);
  const { x, y, left, right } = area;
  const edge = y(settledBelow);
  surface.line(left, edge, right, edge, { role: 'ink-3', dash: [2, 4] });
  surface.text(left + 4, edge - 6, 'a tenth', { role: 'ink-3' });
  for (const { row, style } of curves) {
    const upper = (i: number): number => inside(entry(f.upper, row, i + 1));
    const lower = (i: number): number => inside(entry(f.lower, row, i + 1));
    surface.area(band(area, f.times.subarray(1), upper, lower), {
      role: style.role,
      opacity: 0.13,
      of: style.of,
    });
  }
  for (const { row, style } of curves) surface.path(lineOf(f, row, area), style);
  for (const { row, style } of curves) {
    const time = at(f.settled, row);
    if (time < span[0]) continue;
    surface.line(x(time), edge - 8, x(time), edge + 8, { role: style.role, width: 3, of: style.of });
  }
}

const lineOf = (f: FramePrecisionFrame, row: number, { x, y }: Plot): number[] =>
  polyline(f.times.subarray(1), (time, i) => [x(time), y(inside(entry(f.left, row, i + 1)))]);

/** The change of attention that is still to come against that of KL: above the line attention is ahead, below it the loss. */
function drawAgainst(surface: Surface, f: FramePrecisionFrame, view: View, above: number): void {
  const area = plot(surface, view, {
    x: { domain: [0, shares[1]], label: 'attention left', ticks: 4, grid: true },
    y: { domain: shares, label: 'KL left', ticks: 5 },
    above,
  });
  const { x, y, left, right, top, bottom } = area;
  surface.line(x(0), y(0), x(1), y(1), { role: 'ink-3', dash: [2, 4] });
  const path = (frame: FramePrecisionFrame): number[] =>
    polyline(frame.times, (_, i) => [
      x(Math.min(shares[1], entry(frame.left, attention, i))),
      y(inside(entry(frame.left, kl, i))),
    ]);
  const style: StrokeStyle = { role: 'ink-2', width: 2, of: 'alpha kl' };
  const line = path(f);
  surface.path(line, style);
  const last = line.length - 2;
  surface.mark('ink', at(line, 0), at(line, 1), { size: 5, hollow: true, of: 'alpha kl' });
  surface.mark('ink', at(line, last), at(line, last + 1), { size: 5, of: 'alpha kl' });
  surface.text(left + 6, top + 14, 'attention ahead');
  surface.text(right - 4, bottom - 10, 'loss ahead', { anchor: 'end' });
}

/** Where all draws end, in the order of their seeds; the first is the one on show. */
function drawEnds(surface: Surface, f: FramePrecisionFrame, view: View, above: number): void {
  const box = { width: view.width, height: view.height - 32 };
  const area = plot(surface, box, {
    x: { domain: [-1, f.ends.length], label: 'draw', ticks: 0, silent: true },
    y: { domain: [least, 10], scale: 'log', label: 'KL in the end', ticks: 6, format: (v) => power(v, 0) },
    above,
  });
  const { x, y, left, right, bottom } = area;
  surface.line(left, y(stuckAbove), right, y(stuckAbove), { role: 'ink-3', dash: [2, 4] });
  surface.text(left + 4, y(stuckAbove) + 15, 'stuck above');
  const height = (end: number): number => y(Math.min(10, Math.max(least, end)));
  f.ends.forEach((end, i) => {
    if (i > 0) surface.mark('ink-2', x(i), height(end), { size: 3, opacity: 0.7, of: 'kl' });
  });
  surface.mark('ink', x(0), height(at(f.ends, 0)), { size: 5.5, of: 'kl' });
  surface.text(right, bottom + 10, `${whole(f.ends.length)} draws`, {
    role: 'ink-3',
    anchor: 'end',
    baseline: 'hanging',
  });
}
