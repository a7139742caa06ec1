import { type Plot, plot } from '../../draw/axes';
import { fixed, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { textWidth } from '../../draw/labels';
import { nice } from '../../draw/scale';
import type { StrokeStyle, Surface, View } from '../../draw/surface';
import { type GptPairFrame, gptPair } from '../../engine/generated/support-tokens';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { endLabels } from '../shared/ends';
import { band, check, level, polyline } from '../shared/idioms';
import { besides, overText } from '../shared/over-text';
import { tableOf } from '../shared/table';
import { noPython } from './shared/no-python';
import {
  every,
  frameOf,
  type PrecomputedTraining,
  precomputedSettings,
  precomputedTraining,
  variants,
} from './shared/precomputed-training';

const [plain, variant] = [0, 1] as const;
const lastOf = (f: TrainingFrame, m: 'bpc' | 'rms', row: number): number => entry(f[m], row, f.step);

/** A run, and where ten seeds of its setting were kept their spread. */
interface TrainingFrame extends GptPairFrame {
  readonly ten?: Pick<PrecomputedTraining, 'mean' | 'sd'>;
}

interface Settings {
  readonly lambda: number;
  readonly updates: string;
  readonly seed: number;
}
/** Whether ten seeds of the setting were precomputed, and whether this one was, step by step. */
const isSettled = ({ lambda, updates }: Settings): boolean =>
  lambda === precomputedSettings.lambda && Number(updates) === precomputedSettings.updates;
const isPrecomputed = (p: Settings): boolean => isSettled(p) && p.seed === precomputedSettings.seed;

/** Heights in px: side by side, and of the panels below each other; and of the sample below them. */
const tall = 330;
const stacked = [300, 270] as const;
const foot = 62;
const wide = (width: number): boolean => width >= 720;

export default defineFigure({
  id: 'gpt-training',
  title: 'Away from its own boundary',
  claim:
    'A log-determinant was added to the loss to keep a language model off a boundary; in training it drives the model ever farther away, and makes the embeddings twice as large.',
  source: { seed: '002', place: 'sections 7.1 and 7.2, figure 7.4' },
  params: {
    variant: choice({
      label: 'second model',
      options: variants,
      about:
        'What is added to the cross-entropy of the second model. Published: −log |det| with a matrix W that is learned. Barrier: the same with W = 4 I. Residual kept: published, with the squared residuals that it drops (the paper’s 19). Placebo: no determinant; embeddings are pinned to a size of 0.29.',
    }),
    show: choice({
      label: 'left',
      options: { determinant: 'log-determinant', bits: 'bits' },
      value: 'determinant',
      about:
        'What the left panel shows: the mean log-determinant of the second model, or the bits per character of both.',
    }),
    lambda: slider({
      symbol: '\\lambda',
      label: 'strength',
      range: [0, 0.2],
      step: 0.005,
      about:
        'What the term is multiplied by. The run with 0.05, 800 updates and seed 1 was trained beforehand; others are trained here while you watch.',
    }),
    updates: choice({
      label: 'updates',
      options: { 400: '400', 800: '800', 3000: '3000' },
      value: '800',
      about: 'How long both models are trained. The rate falls to a twentieth by the end of any of them.',
    }),
    seed: seed(),
  },
  first: ['variant', 'show', 'lambda'],
  presets: [
    {
      name: 'early',
      params: {},
      t: 5,
      says: 'After 100 updates the log-determinant has only left zero.',
      holds: (f: TrainingFrame) => at(f.logDet, f.step) < 1,
    },
    {
      name: 'half-way',
      params: {},
      t: 20,
      says: 'After 400 updates embeddings are nearly twice as large as without the term, and go on growing.',
      holds: (f: TrainingFrame) => lastOf(f, 'rms', variant) < 0.27 && f.step > 10,
    },
    {
      name: 'a true barrier',
      params: { variant: 'barrier' },
      says: 'With W = 4 I there is a boundary to be near to: the log-determinant is below 0, and embeddings shrink.',
      holds: (f: TrainingFrame) => at(f.logDet, f.step) < -0.3 && lastOf(f, 'rms', variant) < 0.1,
    },
    {
      name: 'placebo',
      params: { variant: 'placebo' },
      says: 'Embeddings as large as those of the published term, without any determinant: and fewer bits.',
      holds: (f: TrainingFrame) => Math.abs(at(f.logDet, f.step)) < 0.1 && lastOf(f, 'rms', variant) > 0.28,
    },
  ],
  height: (width) => (wide(width) ? tall : stacked[0] + stacked[1]) + foot,
  // What is trained here opens after 100 updates, so that nobody waits long for a picture.
  timeline: (p) => ({
    steps: Number(p.updates) / every,
    unit: 'step',
    opens: isPrecomputed(p) ? Number(p.updates) / every : 5,
  }),
  core: overText(gptPair),
  ask: ({ variant, lambda, updates, seed }) => ({ variant, lambda, updates: Number(updates), seed }),
  besides,
  frame: async (f: GptPairFrame, p): Promise<TrainingFrame> =>
    isSettled(p) ? { ...f, ten: await precomputedTraining(p.variant) } : f,
  async precomputed(p, t): Promise<TrainingFrame | undefined> {
    if (!isPrecomputed(p)) return undefined;
    const precomputed = await precomputedTraining(p.variant);
    return { ...frameOf(precomputed, t), ten: precomputed };
  },
  draw(surface, f: TrainingFrame, { width }, p) {
    const left = p.show === 'bits' ? drawBits : drawDeterminant;
    const other = p.variant === 'placebo' ? 'placebo' : 'with the term';
    if (wide(width)) {
      const half = Math.round((width - 28) / 2);
      left(surface, f, { width: half, height: tall }, other);
      drawSizes(inset(surface, half + 28, 0), f, { width: width - half - 28, height: tall }, other);
    } else {
      left(surface, f, { width, height: stacked[0] - 14 }, other);
      drawSizes(inset(surface, 0, stacked[0]), f, { width, height: stacked[1] - 4 }, other);
    }
    drawSample(inset(surface, 0, (wide(width) ? tall : stacked[0] + stacked[1]) + 6), f, width);
  },
  describe: (f, p) => {
    const told = say`After ${whole(f.step * every)} updates the mean log-determinant is ${fixed(at(f.logDet, f.step), 2)}, and embeddings measure ${fixed(lastOf(f, 'rms', variant), 3)} (${variants[p.variant]}) and ${fixed(lastOf(f, 'rms', plain), 3)} (alone); a character costs ${fixed(lastOf(f, 'bpc', variant), 3)} and ${fixed(lastOf(f, 'bpc', plain), 3)} bits.`;
    if (!isPrecomputed(p)) return told;
    return {
      ...told,
      text: [...told.text.slice(0, -1), ' bits, in a run trained before.'],
    };
  },
  table: (f) =>
    tableOf(
      Array.from({ length: f.step + 1 }, (_, t) => ({
        update: t * every,
        'cross-entropy alone (bits)': entry(f.bpc, plain, t),
        'variant (bits)': entry(f.bpc, variant, t),
        'size of embeddings, alone': entry(f.rms, plain, t),
        'size of embeddings, variant': entry(f.rms, variant, t),
        'mean log |det|': at(f.logDet, t),
        'least log |det|': at(f.leastLogDet, t),
      })),
    ),
  quantities: (f) => ({
    CE: `${fixed(lastOf(f, 'bpc', plain), 3)} bits alone, ${fixed(lastOf(f, 'bpc', variant), 3)} the other`,
    rms: `${fixed(lastOf(f, 'rms', plain), 3)} alone, ${fixed(lastOf(f, 'rms', variant), 3)} the other`,
    logdet: fixed(at(f.logDet, f.step), 2),
  }),
  action: {
    name: 'Train this run again here',
    run: async (engine, p, signal, progress) =>
      (await import('./shared/train-here')).trainHere(engine, p.variant, signal, progress),
  },
  python: noPython,
  checks: (f) => [
    check('slope of a loss along its gradient against its length, relative', f.gradientError, 1e-3),
    check('both models start as one: bits', Math.abs(entry(f.bpc, plain, 0) - entry(f.bpc, variant, 0)), 0),
    check('determinants below 0', f.negative, 0),
  ],
});

/** A panel over the updates of the whole run. */
function over(
  surface: Surface,
  f: TrainingFrame,
  view: View,
  label: string,
  values: readonly number[],
  right = 12,
): Plot {
  return plot(surface, view, {
    x: { domain: [0, f.steps * every], label: 'update' },
    y: { domain: nice([Math.min(...values), Math.max(...values)]), label },
    right,
  });
}

/** The band of one deviation about the mean of ten seeds, up to the step on show. */
function drawSpread(
  surface: Surface,
  area: Plot,
  mean: readonly number[],
  sd: readonly number[],
  f: TrainingFrame,
  style: StrokeStyle,
): void {
  const updates = Array.from({ length: f.step + 1 }, (_, t) => t * every);
  const edge = (side: 1 | -1) => (t: number) => at(mean, t) + side * at(sd, t);
  if (f.step > 0) surface.area(band(area, updates, edge(1), edge(-1)), { role: style.role, opacity: 0.22 });
}

function curve(
  surface: Surface,
  area: Plot,
  f: TrainingFrame,
  value: (t: number) => number,
  style: StrokeStyle,
): void {
  const points = polyline({ length: f.step + 1 }, (_, t) => [area.x(t * every), area.y(value(t))]);
  if (f.step > 0) surface.path(points, style);
  surface.mark(style.role, area.x(f.step * every), area.y(value(f.step)), {
    size: 4,
    ...(style.of && { of: style.of }),
  });
}

const half = (list: readonly number[], row: number): readonly number[] =>
  list.slice((row * list.length) / 2, ((row + 1) * list.length) / 2);

/** Two curves of one measure, of both models; `other` names the one that is not alone. */
function pair(
  surface: Surface,
  f: TrainingFrame,
  view: View,
  what: { of: 'bpc' | 'rms'; role: 'loss' | 'particle'; label: string; symbol: string },
  other: string,
): Plot {
  const { ten } = f;
  const all = [...f[what.of].data, ...(ten ? ten.mean[what.of] : [])];
  const area = over(surface, f, view, what.label, what.of === 'rms' ? [0, ...all] : [2, ...all], 100);
  const styles = [
    { role: what.role, dash: [6, 4], width: 1.8, of: what.symbol },
    { role: what.role, width: 2.6, of: what.symbol },
  ] as const;
  for (const row of [plain, variant])
    if (ten)
      drawSpread(surface, area, half(ten.mean[what.of], row), half(ten.sd[what.of], row), f, styles[row]);
  for (const row of [plain, variant]) curve(surface, area, f, (t) => entry(f[what.of], row, t), styles[row]);
  endLabels(
    surface,
    area.x(f.step * every) + 11,
    ['alone', other].map((name, i) => {
      const row = i ? variant : plain;
      return { name, role: what.role, of: what.symbol, y: area.y(entry(f[what.of], row, f.step)) };
    }),
    area,
  );
  return area;
}

const shaded = 'shaded: ten seeds ± one standard deviation';

function drawSizes(surface: Surface, f: TrainingFrame, view: View, other: string): void {
  const what = { of: 'rms', role: 'particle', label: 'size of embeddings', symbol: 'rms' } as const;
  const area = pair(surface, f, view, what, other);
  // At step 0 nothing is shaded yet, and the names of the curves stand there.
  if (f.ten && f.step > 0)
    surface.text(Math.max(area.right - 4, area.left + 272), area.bottom - 8, shaded, { anchor: 'end' });
}

function drawBits(surface: Surface, f: TrainingFrame, view: View, other: string): void {
  const what = { of: 'bpc', role: 'loss', label: 'bits per character, unseen text', symbol: 'CE' } as const;
  pair(surface, f, view, what, other);
}

/** The mean log-determinant, with the side on which the boundary is. */
function drawDeterminant(surface: Surface, f: TrainingFrame, view: View): void {
  const { ten } = f;
  const area = over(surface, f, view, 'mean log |det|', [
    -1.5,
    8,
    ...f.logDet,
    ...(ten ? ten.mean.logDet : []),
  ]);
  surface.rect(area.left, area.y(0), area.right - area.left, area.bottom - area.y(0), {
    role: 'minus',
    opacity: 0.1,
  });
  level(surface, area, 0, { role: 'ink-2', width: 1.5 });
  surface.text(area.right - 6, area.bottom - 7, 'towards the boundary ↓', { anchor: 'end' });
  const style = { role: 'margin', width: 2.6, of: 'logdet' } as const;
  if (ten) drawSpread(surface, area, ten.mean.logDet, ten.sd.logDet, f, style);
  curve(surface, area, f, (t) => at(f.logDet, t), style);
}

/** What the second model makes up, in one line or in two. */
function drawSample(surface: Surface, f: TrainingFrame, width: number): void {
  const { shape, data } = f.samples;
  const made = String.fromCodePoint(...data.subarray(f.step * shape[1], (f.step + 1) * shape[1]));
  const text = made.replaceAll('\n', ' ¶ ');
  surface.text(0, 14, 'The second model, left to itself, writes now:', { role: 'ink-3' });
  const rows =
    textWidth(text) < width ? [text] : [text.slice(0, text.length / 2), text.slice(text.length / 2)];
  rows.forEach((line, i) => {
    surface.text(0, 34 + 18 * i, line, { role: 'ink', italic: true });
  });
}
