import { plot } from '../../draw/axes';
import { fixed, number, power, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { inset } from '../../draw/inset';
import type { Surface, View } from '../../draw/surface';
import { type FeedbackFrame, feedback } from '../../engine/generated/gradient-dynamics';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at } from '../shared/as-matrix';
import { check, level, polyline } from '../shared/idioms';
import { classPlane, depth, placeOf, planeHeight, ties } from './shared/class-plane';

const steps = 400;
/** Where the predicted line and the run meet. */
const anchor = 60;
const narrowAt = 680;
const planeOf = (width: number): number =>
  width < narrowAt ? Math.min(width, 340) : Math.round(0.38 * width);

const names = { both: 'both rules', content: 'values alone', routing: 'scores alone' } as const;

export default defineFigure({
  id: 'feedback',
  title: 'Specialising is an instability',
  claim:
    'For sixty steps the loss hardly moves; yet all that time values and scores, which start almost equal (a tie), drive each other apart exponentially.',
  source: { seed: '000', place: 'section 4.4; the rate is derived beside the figure' },
  params: {
    on: choice({
      label: 'what moves',
      options: { both: 'both', content: 'values', routing: 'scores' },
      about: 'Values and scores, each by its rule, or one of them, with the other half held where it is.',
    }),
    eps: slider({
      symbol: '\\varepsilon',
      label: 'start size',
      scale: 'log',
      about: 'What the random start is multiplied by. At 0 nothing would ever happen.',
    }),
    n: slider({
      symbol: 'n',
      label: 'values',
      step: 1,
      about: 'How many values the six readers share at the start. The more, the slower.',
    }),
    rho: slider({
      symbol: '\\rho',
      label: 'ratio of steps',
      scale: 'log',
      about: 'Values step by η = 0.1, scores by ρ times that.',
    }),
    seed: seed(),
  },
  first: ['on', 'eps', 'rho'],
  presets: [
    {
      name: 'a hundred times closer',
      params: { eps: 1e-4 },
      says: 'The same happens, only 82 steps later: that is how long the split takes to grow a hundredfold.',
      holds: (f) => f.halved && f.half > 160,
    },
    {
      name: 'values alone',
      params: { on: 'content' },
      says: 'Readers read all values alike, so their errors nearly cancel in each value: after 400 steps the loss is still above 6.5.',
      holds: (f) => f.lastLoss > 6.5,
    },
    {
      name: 'scores alone',
      params: { on: 'routing' },
      says: 'Values hardly differ, so there is little to choose from: the loss is above 6.5 to the end.',
      holds: (f) => f.lastLoss > 6.5,
    },
    {
      name: 'routing ten times faster',
      params: { rho: 10 },
      says: 'The rate grows with the root of ρ: half of the loss is gone within 60 steps.',
      holds: (f) => f.halved && f.half < 60,
    },
  ],
  compares: true,
  height: (width) => (width < narrowAt ? planeHeight(planeOf(width)) + 440 : 330),
  timeline: () => ({ steps, unit: 'step', stride: 2 }),
  core: feedback,
  draw(surface, f, view, _, ghost) {
    const { width } = view;
    const narrow = width < narrowAt;
    const size = planeOf(width);
    drawPlane(inset(surface, narrow ? (width - size) / 2 : 0, narrow ? 0 : 14), f, narrow ? size : size - 14);
    const across = narrow ? width : Math.round((width - size) / 2) - 18;
    const box = { width: across, height: narrow ? 204 : view.height };
    const [x, y] = narrow ? [0, planeHeight(size) + 14] : [size + 18, 0];
    drawLoss(inset(surface, x, y), f, box, ghost?.frame);
    const [right, below] = narrow ? [0, y + 218] : [x + across + 18, 0];
    drawSplit(
      inset(surface, right, below),
      f,
      { ...box, width: narrow ? width : width - right },
      ghost?.frame,
    );
  },
  describe(f, p) {
    if (f.step === 0)
      return say`Before the first step all values and scores are nearly alike, and the loss is ${fixed(f.loss, 3)}.`;
    if (p.on !== 'both')
      return say`With ${names[p.on]} moving, ${whole(f.step)} steps have taken the loss from ${fixed(at(f.losses, 0), 3)} to ${fixed(f.loss, 3)}: it falls slowly.`;
    if (!f.halved)
      return say`After ${whole(f.step)} steps the loss is ${fixed(f.loss, 3)}; near the tie the split grows e-fold every ${number(1 / f.rate, 2)} steps, too slowly to halve the loss within 400.`;
    return say`After ${whole(f.step)} steps the loss is ${fixed(f.loss, 2)}; near the tie the split grows e-fold every ${number(1 / f.rate, 2)} steps, and at step ${whole(f.half)} half of the loss is gone.`;
  },
  table: (f) => ({
    columns: ['step', 'loss', 'split', 'predicted split'],
    rows: Array.from(f.losses, (loss, t) => [t, loss, at(f.splits, t), f.predicted[t] ?? '']),
  }),
  quantities: (f) => ({
    loss: fixed(f.loss, 3),
    sigma: fixed(f.sigma, 3),
    split: number(at(f.splits, f.step), 2),
    alpha: `up to ${fixed(Math.max(...f.weights.data), 2)}`,
  }),
  python: { code: () => [import('../shared/random.py?raw'), import('./feedback.py?raw')] },
  checks: (f) => [
    check('the curvature at the tie, by differences, is −σ_max(U)/n', f.curvatureError, 1e-6),
    check('gradients are those of central differences', f.gradientError, 1e-7),
    check('the mean score of a row stays', f.meanScoreDrift, 1e-12),
  ],
});

const reaches = [4, 6, 8, 12, 20] as const;

/** Values with their trails up to the step, and the readers' outputs with what they read. */
function drawPlane(surface: Surface, f: FeedbackFrame, size: number): void {
  // The plane goes less far down.
  const most = Math.max(...Array.from(f.trails.data, (v, i) => (i % 2 && v < 0 ? -v / depth : Math.abs(v))));
  const reach = reaches.find((bound) => most < 0.95 * bound) ?? 1.1 * most;
  const area = classPlane(surface, size, reach, f.directions);
  const { x, y } = area;
  ties(surface, area, f.contexts, f.values, f.weights);
  const [count] = f.values.shape;
  for (let j = 0; j < count; j++) {
    const trail = polyline({ length: f.step + 1 }, (_, t) => [
      x(at(f.trails.data, 2 * (t * count + j))),
      y(at(f.trails.data, 2 * (t * count + j) + 1)),
    ]);
    if (trail.length > 2) surface.path(trail, { role: 'value', width: 1.3, opacity: 0.6, of: 'v' });
  }
  for (let i = 0; i < f.contexts.shape[0]; i++) {
    const [gx, gy] = placeOf(f.contexts, i);
    surface.mark('particle', x(gx), y(gy), { size: 4.5, of: 'g' });
  }
  for (let j = 0; j < count; j++) {
    const [vx, vy] = placeOf(f.values, j);
    surface.mark('value', x(vx), y(vy), { size: 5.5, of: 'v' });
  }
  surface.mark('value', 12, 14, { size: 5, of: 'v' });
  surface.text(22, 14, 'values', { baseline: 'middle', of: 'v' });
  surface.mark('particle', 12, 32, { size: 4.5, of: 'g' });
  surface.text(22, 32, 'outputs', { baseline: 'middle', of: 'g' });
}

/** The points of a line, x and y of each, up to a step. */
const lineOf = (
  values: Float64Array,
  x: (step: number) => number,
  y: (value: number) => number,
  until = values.length - 1,
): number[] => polyline(values.subarray(0, until + 1), (v, t) => [x(t), y(v)]);

function drawLoss(surface: Surface, f: FeedbackFrame, view: View, ghost?: FeedbackFrame): void {
  const area = plot(surface, view, {
    x: { domain: [0, f.steps], label: 'step', ticks: 4 },
    y: { domain: [0, 7], label: 'loss of the six readers', ticks: 4 },
    right: 14,
  });
  const { x, y } = area;
  level(surface, area, f.tieLoss, {
    role: 'ink-3',
    dash: [2, 3],
    of: 'loss',
  });
  surface.text(area.right, y(f.tieLoss) - 6, 'tie, 6 ln 3', { role: 'ink-3', anchor: 'end' });
  if (ghost) asGhost(surface).path(lineOf(ghost.losses, x, y), { role: 'loss', width: 2 });
  surface.path(lineOf(f.losses, x, y), { role: 'loss', width: 1.2, opacity: 0.5 });
  if (f.step > 0) surface.path(lineOf(f.losses, x, y, f.step), { role: 'loss', width: 2.4, of: 'loss' });
  if (f.halved) {
    const half = y(f.tieLoss / 2);
    surface.line(x(f.half), half, x(f.half), area.bottom, { role: 'ink-2', dash: [4, 3] });
    const left = x(f.half) > area.left + 0.7 * (area.right - area.left);
    surface.text(x(f.half) + (left ? -8 : 8), half + 4, `half at ${whole(f.half)}`, {
      role: 'ink',
      anchor: left ? 'end' : 'start',
    });
  }
  surface.mark('ink', x(f.step), y(f.loss), { size: 4, of: 'loss' });
}

function drawSplit(surface: Surface, f: FeedbackFrame, view: View, ghost?: FeedbackFrame): void {
  const all = [...f.splits, ...(ghost?.splits ?? [])];
  const low = 10 ** Math.floor(Math.log10(Math.min(...all)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(10, ...all)));
  const area = plot(surface, view, {
    x: { domain: [0, f.steps], label: 'step', ticks: 4 },
    y: { domain: [low, high], scale: 'log', label: 'split d', ticks: 5, format: (v) => power(v, 0) },
    right: 14,
  });
  const { x, y } = area;
  if (ghost) asGhost(surface).path(lineOf(ghost.splits, x, y), { role: 'ink', width: 2 });
  surface.path(lineOf(f.splits, x, y), { role: 'particle', width: 1.2, opacity: 0.5 });
  if (f.step > 0) surface.path(lineOf(f.splits, x, y, f.step), { role: 'particle', width: 2.4, of: 'split' });
  if (f.predicted.length) {
    const inside: number[] = [];
    f.predicted.forEach((d, t) => {
      if (d >= low && d <= high) inside.push(x(t), y(d));
    });
    surface.path(inside, { role: 'error', width: 1.6, dash: [6, 4], of: 'sigma' });
    surface.mark('ink', x(anchor), y(at(f.splits, anchor)), { size: 4, of: 'sigma' });
    surface.text(area.right, area.bottom - 10, 'dashed: predicted', {
      role: 'error',
      anchor: 'end',
      of: 'sigma',
    });
  }
  surface.mark('particle', x(f.step), y(at(f.splits, f.step)), { size: 4.5, of: 'split' });
}
