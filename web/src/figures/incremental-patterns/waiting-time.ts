import { arrow } from '../../draw/arrow';
import { type Plot, plot } from '../../draw/axes';
import { fixed, number, power, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { textWidth } from '../../draw/labels';
import { nice } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type WaitingTimeFrame, waitingTime } from '../../engine/generated/incremental-patterns';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry, rowOf } from '../shared/as-matrix';
import { check, polyline } from '../shared/idioms';

const starts = 4;
/** Dots of one scale stand beside each other, this many px apart. */
const beside = 6;

/** Starts that were run at all scales. */
const rounds = (f: WaitingTimeFrame): number => Math.floor(f.done / starts);
const ran = (f: WaitingTimeFrame, scale: number, start: number): boolean => starts * start + scale < f.done;
const scaleName = (u: number): string => power(u, 0);
const ofFlow = (f: WaitingTimeFrame): boolean => f.theory.length > 0;
const givenUp = (f: WaitingTimeFrame): number =>
  f.waits.data.filter((w) => w === Number.POSITIVE_INFINITY).length;

export default defineFigure({
  id: 'waiting-time',
  title: 'The price of being nearly equal',
  claim: 'Heads that start alike to twice as many digits wait nearly four times as long.',
  source: { seed: '003', place: 'section 2.4, figure 4; the scaling law is derived beside the figure' },
  params: {
    method: choice({
      label: 'trained by',
      options: { flow: 'gradient flow', adam: 'Adam' },
      about:
        'Gradient flow on three patterns with the strengths 3, m₂ and 1.4; or Adam on a task of next tokens with three groups of lags, counted in steps.',
    }),
    axis: choice({
      label: 'show',
      options: { time: 'the wait', root: 'its root' },
      value: 'time',
      about:
        'Whether upwards is the wait or its square root, in which the scaling law of the flow is a straight line.',
    }),
    heads: slider({
      symbol: 'H',
      label: 'heads',
      step: 1,
      about: 'How many heads learn. A single one has nobody to part from.',
    }),
    lags: slider({
      symbol: 'T',
      label: 'lags',
      step: 1,
      about: 'How many lags a head can attend to, in the flow.',
      when: ({ method }) => method === 'flow',
    }),
    m2: slider({
      symbol: 'm_2',
      label: 'second strength',
      step: 0.05,
      about: 'How strong the pattern is that heads wait for, in the flow. The first has strength 3.',
      when: ({ method }) => method === 'flow',
    }),
    seed: seed(),
  },
  first: ['method', 'axis', 'heads'],
  presets: [
    {
      name: 'Adam',
      params: { method: 'adam' },
      says: 'Each factor of 100 adds about as many steps as the one before: the line is nearly straight.',
      holds: (f) => f.ratio > 0 && f.ratio < 1.3,
    },
    {
      name: 'six heads',
      params: { heads: 6 },
      says: 'Twice as many heads double c, and all waits are a little more than half as long.',
      holds: (f) => f.slope > 0 && f.slope < 0.65,
    },
    {
      name: 'twelve lags',
      params: { lags: 12 },
      says: 'Twice as many lags halve c, and at the smallest scale heads wait 1.7 times as long.',
      holds: (f) => f.slope > 0.9,
    },
    {
      name: 'a close rival',
      params: { m2: 2.5 },
      says: 'A second pattern that is nearly as strong as the first is not waited for long: less than half the time at every scale.',
      holds: (f) => f.slope > 0 && f.slope < 0.5,
    },
  ],
  compares: true,
  height: (width) => (width < 560 ? 330 : 380),
  core: waitingTime,
  ask: ({ method, heads, lags, m2, seed }) => ({ method, heads, lags, m2, seed }),
  draw(surface, f, view, { axis }, ghost) {
    const root = axis === 'root';
    const area = axes(surface, view, [f, ...(ghost ? [ghost.frame] : [])], root);
    if (ghost) drawRuns(asGhost(surface), ghost.frame, area, root);
    drawTheory(surface, f, area, root);
    drawRuns(surface, f, area, root);
    drawNever(surface, area, view);
    drawNames(surface, f, area, root);
  },
  describe(f, { method }) {
    const [low, high] = [scaleName(at(f.u, 0)), scaleName(at(f.u, starts - 1))];
    // As long as what comes, so that the page does not move.
    if (rounds(f) === 0)
      return say`So far ${whole(f.done)} of ${whole(f.runs)} runs are through, four starts at each of four scales from u = ${low} to ${high}: waiting times proportional to ln 1/u can be distinguished from those proportional to its square once every scale has finished one run.`;
    if (f.ratio === 0)
      return say`At ${low} the median wait is ${number(at(f.medians, 0))}, and ${whole(givenUp(f))} of ${whole(f.done)} runs were given up after ${whole(f.limit)}.`;
    const [from, to] = [number(at(f.medians, 0)), number(at(f.medians, starts - 1))];
    const ratio = fixed(f.ratio, 2);
    if (method === 'adam')
      return say`From u = ${low} to ${high} the median wait grows from ${from} to ${to} steps, and the last factor of 100 adds ${ratio} times what the first does.`;
    return say`From u = ${low} to ${high} the median wait grows from ${from} to ${to}: its root by ${fixed(f.slope, 3)} for each unit of ln 1/u, where the scaling law has ${fixed(f.theorySlope, 3)}, and the last factor of 100 adds ${ratio} times what the first does.`;
  },
  table: (f) => ({
    columns: [
      'u',
      ...Array.from({ length: starts }, (_, i) => `wait of start ${i + 1}`),
      'median',
      'scaling law',
    ],
    rows: Array.from(f.u, (u, j) => [
      u,
      ...Array.from(rowOf(f.waits, j), (wait, i) =>
        !ran(f, j, i) ? '' : Number.isFinite(wait) ? wait : `over ${f.limit}`,
      ),
      rounds(f) && Number.isFinite(at(f.medians, j)) ? at(f.medians, j) : '',
      f.theory[j] ?? '',
    ]),
  }),
  quantities: (f) => ({
    wait: rounds(f) ? [...f.medians].map((w) => number(w)).join(', ') : 'not known yet',
    ...(ofFlow(f) && { c: fixed(f.rate, 3) }),
    u: [...f.u].map(scaleName).join(', '),
  }),
  python: {
    code: () => [import('../shared/random.py?raw'), import('./waiting-time.py?raw')],
    // Heads differ by 1e-8 at first, of which rounding changes eight digits.
    // Adam trains in single precision here.
    within: 1e-5,
  },
  checks: (f) => [check('waits of the first start hardly change with half the step', f.halvingError, 1e-3)],
});

const shown = (wait: number, root: boolean): number => (root ? Math.sqrt(wait) : wait);

function axes(surface: Surface, view: View, frames: readonly WaitingTimeFrame[], root: boolean): Plot {
  const all = frames.flatMap((f) => [...f.waits.data, ...f.theory]).filter(Number.isFinite);
  const first = frames[0] as WaitingTimeFrame;
  const unit = ofFlow(first) ? ' (time)' : ' (steps)';
  return plot(surface, view, {
    x: { domain: [2.5e-2, 5e-10], scale: 'log', label: 'smaller start u', format: (v) => power(v, 0) },
    y: {
      domain: nice([0, 1.06 * shown(Math.max(1, ...all), root)]),
      label: root ? `root of the wait t₂ − t₁${unit}` : `wait t₂ − t₁ on the first plateau${unit}`,
    },
    right: 14,
  });
}

function drawTheory(surface: Surface, f: WaitingTimeFrame, { x, y }: Plot, root: boolean): void {
  if (!ofFlow(f)) return;
  const line = polyline({ length: f.curve.shape[0] }, (_, i) => [
    x(entry(f.curve, i, 0)),
    y(shown(entry(f.curve, i, 1), root)),
  ]);
  surface.path(line, { role: 'margin', width: 2, dash: [6, 4], of: 'c' });
}

/** A dot for each run, hollow at the top where it was given up, and the line of medians. */
function drawRuns(surface: Surface, f: WaitingTimeFrame, area: Plot, root: boolean): void {
  const { x, y, top } = area;
  const medians = rounds(f) ? [...f.medians] : [];
  const line = medians.flatMap((wait, j) =>
    Number.isFinite(wait) ? [x(at(f.u, j)), y(shown(wait, root))] : [],
  );
  if (line.length > 2) surface.path(line, { role: 'particle', width: 2, of: 'wait' });
  f.u.forEach((u, j) => {
    rowOf(f.waits, j).forEach((wait, i) => {
      if (!ran(f, j, i)) return;
      const px = x(u) + (i - (starts - 1) / 2) * beside;
      const known = Number.isFinite(wait);
      surface.mark('particle', px, known ? y(shown(wait, root)) : top + 6, {
        size: 4,
        hollow: !known,
        of: 'wait u',
      });
    });
    const wait = medians[j];
    if (wait === undefined || !Number.isFinite(wait)) return;
    surface.text(x(u) + 19, y(shown(wait, root)) + 18, number(wait), { role: 'ink', of: 'wait' });
  });
}

/** Above the higher and below the lower of the two lines, which rise, half way between two scales: there are no dots. */
function drawNames(surface: Surface, f: WaitingTimeFrame, { x, y, left, right }: Plot, root: boolean): void {
  // On a phone scales are nearer to each other than the long name is wide.
  const median = right - left < 400 ? 'median' : 'median of four starts';
  const two = [starts - 2, starts - 1];
  const across = two.reduce((sum, j) => sum + x(at(f.u, j)) / 2, 0);
  const half = (waits: ArrayLike<number>): number =>
    two.reduce((sum, j) => sum + y(shown(at(waits, j), root)) / 2, 0);
  const lines = [
    { name: median, role: 'particle', of: 'wait', at: rounds(f) ? half(f.medians) : NaN },
    { name: 'scaling law', role: 'margin', of: 'c', at: ofFlow(f) ? half(f.theory) : NaN },
  ] as const;
  const known = lines.filter((line) => Number.isFinite(line.at));
  const highest = Math.min(...known.map((line) => line.at));
  // Adam’s dots lie far from the line, over whose steeper flank the name would reach them.
  const [y1 = 0, y2 = 0] = two.map((j) => y(shown(at(f.medians, j), root)));
  const [x1 = 0, x2 = 0] = two.map((j) => x(at(f.u, j)));
  for (const { name, role, of, at: middle } of known)
    if (known.length === 1) {
      const rise = ((textWidth(name) / 2) * (y1 - y2)) / (x2 - x1);
      surface.text(across, middle - 10 - Math.max(0, rise), name, { role, of, anchor: 'middle' });
    } else if (middle === highest) surface.text(across - 12, middle - 12, name, { role, of, anchor: 'end' });
    else surface.text(across + 14, middle + 18, name, { role, of });
}

/** What u = 0 would be. */
function drawNever(surface: Surface, { right, bottom, top }: Plot, view: View): void {
  const height = Math.min(90, (bottom - top) / 2);
  arrow(surface, right - 8, bottom - 10, right - 8, bottom - height, { role: 'ink-3', width: 1.6 });
  surface.text(Math.min(right - 16, view.width), bottom - 14, 'u = 0: never', {
    role: 'ink-3',
    anchor: 'end',
    of: 'u',
  });
}
