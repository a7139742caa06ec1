import { plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { heatmap } from '../../draw/heatmap';
import { inset } from '../../draw/inset';
import { linear, nice } from '../../draw/scale';
import { subscript } from '../../draw/subscript';
import type { Surface, View } from '../../draw/surface';
import { type GradientFlowFrame, gradientFlow } from '../../engine/generated/incremental-patterns';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { check, level, listed, polyline } from '../shared/idioms';
import { joined } from '../shared/joined';

const steps = 240;
/** Steps of a unit of time. */
const unit = 2;
const patterns = [0, 1, 2] as const;
const strengths = ['m1', 'm2', 'm3'] as const;
/** Heights in px: of the matrix with its bars, and of a plot below. */
const above = (width: number): number => (wide(width) ? 212 : 184);
const below = 246;
const wide = (width: number): boolean => width >= 680;
/** The least distance in px of bars that can be told apart by a finger. */
const apart = 26;

const lossAt = (f: GradientFlowFrame, time: number): number => at(f.losses, unit * time);
const end = (f: GradientFlowFrame): number => at(f.losses, f.steps);
/** What there is of a pattern where it belongs. */
const learned = (f: GradientFlowFrame, l: number): number => at(f.m, l) - entry(f.residual, l, l);
const ranks = (f: GradientFlowFrame): number => f.sigmas.shape[1];
const sigmasNow = (f: GradientFlowFrame): string =>
  Array.from({ length: ranks(f) }, (_, i) => fixed(entry(f.sigmas, f.step, i), 2)).join(', ');

export default defineFigure({
  id: 'gradient-flow',
  title: 'One rank at a time',
  claim: 'The loss pauses once for each pattern, at heights that are known before training.',
  source: { seed: '003', place: 'section 3.1, assumptions 1 and 2, proposition 1; section 3.2' },
  params: {
    m1: strength('m_1', 'first strength', 1),
    m2: strength('m_2', 'second strength', 2),
    m3: strength('m_3', 'third strength', 3),
    heads: slider({
      symbol: 'H',
      label: 'heads',
      step: 1,
      about: 'How many heads learn. What they make up has no more ranks than there are heads.',
    }),
    lags: slider({
      symbol: 'T',
      label: 'lags',
      step: 1,
      about: 'How many lags a head can attend to. The three patterns are at the first three.',
    }),
    start: choice({
      label: 'heads start',
      options: { random: 'at random', equal: 'exactly equal' },
      about: 'Values start at 0. Scores are drawn between −u and u, or all are 0.',
    }),
    u: slider({
      symbol: 'u',
      label: 'start size',
      scale: 'log',
      about: 'How far scores may be from 0 at first. The smaller, the more alike the heads are.',
      when: ({ start }) => start === 'random',
    }),
    seed: seed(),
  },
  first: ['start', 'heads'],
  presets: [
    {
      name: 'tied',
      params: { start: 'equal' },
      t: steps,
      says: 'Three heads that start exactly equal stay so, and end as one head does: on the plateau of one pattern.',
      holds: (f) => end(f) > 2.9,
    },
    {
      name: 'two heads',
      params: { heads: 2 },
      t: steps,
      says: 'Two heads have two ranks: the third pattern stays in the residual, and the loss ends half its square above 0.',
      holds: (f) => end(f) > 0.9 && end(f) < 1.1,
    },
    {
      name: 'six heads',
      params: { heads: 6 },
      t: 80,
      says: 'More heads differ in more ways, and leave sooner: at time 40 all three patterns are learned, where three heads have two.',
      holds: (f) => lossAt(f, 40) < 0.1,
    },
    {
      name: 'rough start',
      params: { u: 0.5 },
      t: 20,
      says: 'Heads that differ from the first do not wait for each other: at time 10 the loss is already below the plateau of one pattern.',
      holds: (f) => lossAt(f, 10) < 2.9,
    },
    {
      name: 'equal strengths',
      params: { m1: 2, m2: 2, m3: 2 },
      t: 12,
      says: 'No pattern comes first. The first rank is the average of all three, and the other two follow almost together.',
      holds: ({ times }: GradientFlowFrame) =>
        (at(times, 2) - at(times, 1)) / (at(times, 1) - at(times, 0)) < 0.9,
    },
  ],
  compares: true,
  height: (width) => above(width) + (wide(width) ? 1 : 2) * below,
  timeline: () => ({ steps, unit: 'step', opens: 20 }),
  core: gradientFlow,
  draw(surface, f, { width }, _, ghost) {
    drawResidual(surface, f, width);
    const across = wide(width) ? (width - 28) / 2 : width;
    const view = { width: across, height: below - 18 };
    drawLoss(inset(surface, 0, above(width) + 18), f, view, ghost?.frame);
    const [x, y] = wide(width) ? [across + 28, above(width)] : [0, above(width) + below];
    drawSigmas(inset(surface, x, y + 18), f, view, ghost?.frame);
  },
  describe(f, p) {
    const loss = fixed(f.loss, f.loss < 0.1 ? 3 : 2);
    if (p.start === 'equal' && p.heads > 1)
      return say`At time ${number(f.time)} the loss is ${loss}, and ${whole(p.heads)} equal heads are one: what rank 1 leaves is ${fixed(at(f.plateaus, 1), 2)} at least.`;
    const least = (rank: number): string => fixed(at(f.plateaus, rank), 2);
    const taken = say`At time ${number(f.time)} the loss has taken ${whole(f.learned)} of 3 steps and is ${loss}; P of rank ${whole(f.learned)} leaves ${least(f.learned)} at least`;
    const next = f.learned + 1;
    return joined(
      taken,
      next < f.plateaus.length ? say`, and of rank ${whole(next)} it leaves ${least(next)}.` : say`.`,
    );
  },
  table: (f) => ({
    columns: ['time', 'loss', ...Array.from({ length: ranks(f) }, (_, i) => `singular value ${i + 1} of P`)],
    rows: Array.from(f.losses, (loss, t) => [
      t / unit,
      loss,
      ...Array.from({ length: ranks(f) }, (_, i) => entry(f.sigmas, t, i)),
    ]),
  }),
  quantities: (f) => ({
    loss: fixed(f.loss, 3),
    sigma: sigmasNow(f),
    D: `${patterns.map((l) => fixed(entry(f.residual, l, l), 2)).join(', ')} where the patterns are`,
    P: `${patterns.map((l) => fixed(learned(f, l), 2)).join(', ')} where the patterns are`,
    s: `${listed(f.weights.data.subarray(0, f.weights.shape[1]), 2)} of head 1`,
    ml: listed(f.m, 2),
    plateau: listed(f.plateaus, 2),
  }),
  python: { code: () => [import('../shared/random.py?raw'), import('./gradient-flow.py?raw')] },
  checks: (f) => [
    check('the loss rises in no step of 0.05', f.rise, 1e-12),
    check('it is never below the least of its rank', f.deficit, 1e-9),
    check('whole matrices V have the same velocities', f.fullError, 1e-10),
    check('the double sum of the tensors gives the same loss', f.productError, 1e-10),
  ],
});

function strength(symbol: string, label: string, lag: number) {
  const about = `How strong the pattern at lag ${lag} is: the length of its matrix. Drag the end of its bar.`;
  return slider({ symbol, label, range: [0.5, 4], step: 0.05, about });
}

/** Each pattern's strength with what there is of it, and beside it its row of the residual. */
function drawResidual(surface: Surface, f: GradientFlowFrame, width: number): void {
  const lags = f.residual.shape[1];
  const top = 20;
  // In line with the plots below.
  const bars = wide(width) ? (width + 28) / 2 + 24 : 128;
  const most = Math.max(...f.m);
  const map = heatmap(
    inset(surface, bars, top),
    { width: Math.min(width - bars, 56 * lags + 2), height: above(width) - top },
    {
      // What is written as 0 is no shade either.
      matrix: { ...f.residual, data: f.residual.data.map((v) => (Math.abs(v) < 0.05 ? 0 : v)) },
      scale: 'diverging',
      domain: [-most, most],
      format: (v) => (v === 0 ? '0' : fixed(v, 1)),
      columnLabels: Array.from({ length: lags }, (_, i) => String(i + 1)),
      label: 'G − P',
      of: 'D',
    },
  );
  surface.text(0, 11, wide(width) ? 'strength m, and how much of it is learned' : 'strength m', {
    role: 'ink-3',
  });
  surface.text(bars, 11, 'residual by lag →', { role: 'ink-3', of: 'D' });
  const x = linear([0, 4], [26, bars - (wide(width) ? 96 : 30)]);
  // Beside their rows, where these are high enough.
  const pitch = map.size < 20 ? apart : map.size;
  const centre = Math.max(top + map.top + 1.5 * map.size, top + 1.5 * pitch);
  for (const l of patterns) {
    const middle = centre + (l - 1) * pitch;
    const height = Math.max(8, Math.min(20, pitch - 8));
    const param = strengths[l];
    const m = at(f.m, l);
    surface.text(0, middle, `m${subscript(l)}`, { role: 'ink', baseline: 'middle', of: param });
    surface.rect(x(0), middle - height / 2, x(m) - x(0), height, {
      role: 'margin',
      opacity: 0.22,
      of: `G ml ${param}`,
    });
    const part = Math.max(0, Math.min(m, learned(f, l)));
    surface.rect(x(0), middle - height / 2 + 3, x(part) - x(0), height - 6, {
      role: 'value',
      opacity: 0.75,
      of: 'P',
    });
    surface.line(x(m), middle - height / 2, x(m), middle + height / 2, {
      role: 'margin',
      width: 2,
      of: `G ml ${param}`,
    });
    surface.mark('margin', x(m), middle, { size: 4.5, of: `G ml ${param}` });
    if (wide(width))
      surface.text(x(m) + 12, middle, fixed(m, 2), { role: 'ink-2', baseline: 'middle', of: param });
    surface.handle({ param, x: x(m), y: middle, along: 'x', at: x.invert });
  }
}

/** The points of a line over time, up to a step. */
const lineOf = (
  value: (step: number) => number,
  x: (time: number) => number,
  y: (value: number) => number,
  until = steps,
): number[] => polyline({ length: until + 1 }, (_, t) => [x(t / unit), y(value(t))]);

/** Dashed lines with their heights at the right, where these do not touch. */
function drawLevels(
  surface: Surface,
  area: ReturnType<typeof plot>,
  levels: readonly { readonly value: number; readonly of: string }[],
): void {
  let last = Number.POSITIVE_INFINITY;
  for (const { value, of } of [...levels].sort((a, b) => a.value - b.value)) {
    const y = level(surface, area, value, { role: 'margin', dash: [5, 4], of });
    if (last - y < 14) continue;
    surface.text(area.right + 10, y, fixed(value, 2), { role: 'margin', baseline: 'middle', of });
    last = y;
  }
}

function drawLoss(surface: Surface, f: GradientFlowFrame, view: View, ghost?: GradientFlowFrame): void {
  const highest = Math.max(at(f.plateaus, 0), ghost ? at(ghost.plateaus, 0) : 0);
  const area = plot(surface, view, {
    x: { domain: [0, steps / unit], label: 'time' },
    y: { domain: nice([0, highest]), label: 'loss; dashed, the least loss of 0 to 3 ranks' },
    right: 42,
  });
  const { x, y } = area;
  drawLevels(
    surface,
    area,
    [...f.plateaus].map((value) => ({ value, of: 'plateau' })),
  );
  if (ghost)
    asGhost(surface).path(
      lineOf((t) => at(ghost.losses, t), x, y),
      { role: 'loss', width: 2 },
    );
  surface.path(
    lineOf((t) => at(f.losses, t), x, y),
    { role: 'loss', width: 1.2, opacity: 0.5, of: 'loss' },
  );
  if (f.step > 0)
    surface.path(
      lineOf((t) => at(f.losses, t), x, y, f.step),
      { role: 'loss', width: 2.6, of: 'loss' },
    );
  surface.mark('ink', x(f.time), y(f.loss), { size: 4.5, of: 'loss' });
}

function drawSigmas(surface: Surface, f: GradientFlowFrame, view: View, ghost?: GradientFlowFrame): void {
  const highest = Math.max(...f.m, ...(ghost?.m ?? []));
  const area = plot(surface, view, {
    x: { domain: [0, steps / unit], label: 'time' },
    y: { domain: nice([0, 1.02 * highest]), label: 'singular values of P; dashed, the strengths' },
    right: 42,
  });
  const { x, y } = area;
  drawLevels(
    surface,
    area,
    patterns.map((l) => ({ value: at(f.m, l), of: `G ml ${strengths[l]}` })),
  );
  const curves = (
    on: Surface,
    of: GradientFlowFrame,
    width: number,
    opacity: number,
    until = steps,
  ): void => {
    for (let i = 0; i < ranks(of); i++)
      on.path(
        lineOf((t) => entry(of.sigmas, t, i), x, y, until),
        { role: 'value', width, opacity, of: 'sigma P' },
      );
  };
  if (ghost) curves(asGhost(surface), ghost, 2, 1);
  curves(surface, f, 1.2, 0.5);
  if (f.step > 0) curves(surface, f, 2.4, 1, f.step);
  for (let i = 0; i < ranks(f); i++)
    surface.mark('value', x(f.time), y(entry(f.sigmas, f.step, i)), { size: 4.5, of: 'sigma P' });
}
