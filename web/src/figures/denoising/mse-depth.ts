import { xAxis } from '../../draw/axes';
import { fixed, whole } from '../../draw/format';
import { linear } from '../../draw/scale';
import type { Role, Surface } from '../../draw/surface';
import { type MseBar, type MseDepthFrame, type MseErrors, mseDepth } from '../../engine/generated/denoising';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { check, leftOf } from '../shared/idioms';

/** What the published figure shows. It names beta, sigma^2 and L, not the dimension, the step size or the spread of a mode. */
const published = { stage1: 1.76, twoStage: [1.04, 0.76, 0.56, 0.44], mmse: 0.26 } as const;

const counts = [1000, 3000, 5000, 8000] as const;
const countsUpTo = (last: string): readonly number[] => counts.filter((count) => count <= Number(last));

/** The closest to the published numbers that we found, the same with smaller steps, and one that takes no time. */
const settings = {
  'four-dimensions': { dimension: 4, variance: 0.025, eta: 0.1 },
  'smaller-steps': { dimension: 4, variance: 0.025, eta: 0.025 },
  'one-dimension': { dimension: 1, variance: 0, eta: 0.025 },
} as const;
const line = 'one-dimension';

const rowHeight = 34;
const top = 30;

type Frame = MseDepthFrame & { readonly dimension: number };

interface Bar {
  readonly name: string;
  readonly role: Role;
  readonly errors: MseErrors | undefined;
  readonly published: number | undefined;
  /** The tokens that it takes. */
  readonly count: number;
}

function barsOf(f: Frame, marks: boolean): Bar[] {
  const largest = f.bars.at(-1);
  return [
    {
      name: `Stage 1, N = ${whole(largest?.count ?? 0)}`,
      role: 'particle',
      errors: largest?.stage1Only,
      published: marks ? published.stage1 : undefined,
      count: largest?.count ?? 0,
    },
    ...counts.map(
      (count, i): Bar => ({
        name: `both, N = ${whole(count)}`,
        role: 'value',
        errors: f.bars[i]?.twoStage,
        published: marks ? published.twoStage[i] : undefined,
        count,
      }),
    ),
  ];
}

const standardError = ({ sd, values }: MseErrors): number => sd / Math.sqrt(values.length);

/** How far the noise of the tokens is from what was asked for, in standard errors: over sigma^2 it is a chi square of a token's numbers. */
const offNoise = ({ count, noisy: { mean, values } }: MseBar, dimension: number): number =>
  values.length ? Math.abs(mean - dimension) * Math.sqrt((count * values.length) / (2 * dimension)) : 0;

const dimensions = ({ setting }: { readonly setting: keyof typeof settings }): string =>
  setting === line
    ? 'one dimension, which is a different experiment from the published one,'
    : 'four dimensions';

const complete = (f: Frame): boolean => f.running < 0;
const mean = (f: Frame, bar: number): number => f.bars[bar]?.twoStage.mean ?? Number.NaN;

export default defineFigure({
  id: 'mse-depth',
  title: 'How near to the best possible answer',
  claim: 'More tokens bring the error nearer to that of a denoiser that was told the prior.',
  source: { seed: '004', place: 'the figure of section 6 (figure 4a)' },
  params: {
    setting: choice({
      label: 'setting',
      options: {
        'four-dimensions': '4 dimensions',
        'smaller-steps': 'smaller steps',
        [line]: '1 dimension',
      },
      numbered: true,
      value: 'four-dimensions',
      about:
        'The published numbers come without dimension and step size. Four dimensions was fitted to them and is the closest that we found; “smaller steps” is the same with a quarter of the step, and one dimension is a different experiment.',
    }),
    tokens: choice({
      label: 'tokens, up to',
      options: { 1000: '1000', 3000: '3000', 5000: '5000', 8000: '8000' },
      numbered: true,
      value: '3000',
      about: 'How many bars are computed. In four dimensions 8000 tokens take ten seconds or more a repeat.',
    }),
    repeats: slider({
      symbol: 'R',
      label: 'repeats',
      range: [1, 10],
      step: 1,
      value: 2,
      about: 'Independent draws of every bar; the thin line is their standard deviation.',
    }),
    marks: choice({
      label: 'published numbers',
      options: { shown: 'shown', hidden: 'hidden' },
      value: 'shown',
      about: 'The marks of the published figure, beside the bars that belong to them.',
    }),
    seed: seed(),
  },
  first: ['setting', 'tokens', 'repeats'],
  presets: [
    {
      name: 'all published bars',
      params: { tokens: '8000', repeats: 1 },
      says: 'This takes a while. The bars end near the published marks, though not on them. With one draw of each, 5000 tokens leave as much error as 3000, and even 8000 leave about twice the best possible error.',
      holds: (f: Frame) =>
        f.bars.length === 4 &&
        mean(f, 0) > mean(f, 1) &&
        mean(f, 1) > mean(f, 3) &&
        mean(f, 3) > 1.6 * f.mmse,
    },
    {
      name: 'a quarter of the step',
      params: { setting: 'smaller-steps' },
      says: 'The published summary does not say how large the steps are. With a quarter of the step and as many layers every bar is longer.',
      holds: (f: Frame) => mean(f, 0) > 0.96 && mean(f, 1) > 0.74,
    },
    {
      name: 'one dimension, at once',
      params: { setting: line, tokens: '8000', repeats: 10 },
      says: 'Another experiment: point masses on a line. The bars hardly depend on N, and already 1000 tokens come within a sixth of the best error, 0.46.',
      holds: (f: Frame) =>
        f.mmse > 0.46 && f.mmse < 0.464 && mean(f, 0) < 1.17 * f.mmse && mean(f, 0) < 1.15 * mean(f, 3),
    },
  ],
  height: () => top + 5 * rowHeight + 46,
  core: mseDepth,
  ask({ setting, tokens, repeats, seed }) {
    const { dimension, variance, eta } = settings[setting];
    return { dimension, variance, eta, counts: countsUpTo(tokens), repeats, seed };
  },
  frame: (f: MseDepthFrame, { setting }): Frame => ({ ...f, dimension: settings[setting].dimension }),
  draw(surface, f: Frame, view, p) {
    const marks = p.setting !== line && p.marks === 'shown';
    const bars = barsOf(f, marks);
    const left = 132;
    const right = view.width - 46;
    const most = Math.max(
      f.mmse,
      ...bars.map(({ errors, published }) =>
        Math.max(published ?? 0, (errors?.mean ?? 0) + (errors?.sd ?? 0)),
      ),
    );
    const x = linear([0, Math.max(marks ? 2.2 : 0.8, 1.06 * most)], [left, right]);
    const bottom = top + 5 * rowHeight;
    const area = { x, left, right, top, bottom };
    xAxis(
      surface,
      area,
      { domain: x.domain, label: 'mean squared error / σ²', grid: true },
      {
        ...view,
        height: bottom + 46,
      },
    );
    for (const [i, bar] of bars.entries()) drawBar(surface, bar, top + i * rowHeight, x, left, i === 0);
    surface.line(x(f.mmse), top - 10, x(f.mmse), bottom, { role: 'ink', dash: [6, 4], width: 1.5 });
    surface.text(x(f.mmse), top - 16, `best possible ${fixed(f.mmse, 3)}`, {
      role: 'ink',
      anchor: 'middle',
      bold: true,
    });
    if (!complete(f)) {
      const done = left + (right - left) * f.progress;
      surface.line(left, bottom + 1, done, bottom + 1, { role: 'value', width: 3 });
    }
  },
  describe: (f, p) => {
    const [first, last] = [f.bars[0]?.twoStage, f.bars.at(-1)?.twoStage];
    if (!first?.values.length)
      return say`The errors are on their way; the least possible one, that of the true prior, is ${fixed(f.mmse, 3)}.`;
    if (!last?.values.length || !complete(f))
      return say`With ${whole(f.bars[0]?.count ?? 0)} tokens the error is ${fixed(first.mean, 2)} after ${whole(100 * f.progress)} % of the work; the least possible is ${fixed(f.mmse, 3)}.`;
    const repeats = `${whole(last.values.length)} ${last.values.length === 1 ? 'repeat' : 'repeats'}`;
    if (f.bars.length === 1)
      return say`In ${dimensions(p)} both stages reach ${fixed(first.mean, 2)} with ${whole(f.bars[0]?.count ?? 0)} tokens over ${repeats}; the least possible is ${fixed(f.mmse, 3)}.`;
    return say`In ${dimensions(p)} both stages reach ${fixed(first.mean, 2)} with ${whole(f.bars[0]?.count ?? 0)} tokens and ${fixed(last.mean, 2)} with ${whole(f.bars.at(-1)?.count ?? 0)} over ${repeats}; the least possible is ${fixed(f.mmse, 3)}.`;
  },
  table: (f, p) => ({
    columns: ['tokens', 'estimate', 'repeats', 'mean error / σ²', 'standard deviation', 'published'],
    rows: f.bars.flatMap((bar, i) => {
      const row = (name: string, e: MseErrors, mark: number | '') =>
        [bar.count, name, e.values.length, e.mean, e.sd, mark] as const;
      return [
        row('both stages', bar.twoStage, p.setting !== line ? (published.twoStage[i] ?? '') : ''),
        row('Stage 1 only', bar.stage1Only, ''),
        row('Stage 2 only', bar.stage2Only, ''),
        row('noisy tokens', bar.noisy, ''),
      ];
    }),
  }),
  // The layers of 3000 tokens and more take minutes in NumPy: there the snippet has the rows without Stage 1 alone.
  python: {
    code: () => [
      import('../shared/random.py?raw'),
      import('./shared/tokens.py?raw'),
      import('./shared/stages.py?raw'),
      import('./shared/density.py?raw'),
      import('./mse-depth.py?raw'),
    ],
    within: 1e-5,
  },
  checks: (f) => [
    check(
      'noisy tokens miss by the noise that they were given, in standard errors',
      Math.max(0, ...f.bars.map((bar) => offNoise(bar, f.dimension))),
      5,
    ),
    ...(f.bars.every(({ twoStage }) => twoStage.values.length >= 5)
      ? [
          check(
            'no mean error is below the best possible one (by more than 5 standard errors)',
            Math.max(...f.bars.map(({ twoStage: e }) => f.mmse - e.mean - 5 * standardError(e))),
            0,
          ),
        ]
      : []),
  ],
});

/** `named`: with what its mark is. */
function drawBar(
  surface: Surface,
  bar: Bar,
  y: number,
  x: ReturnType<typeof linear>,
  left: number,
  named: boolean,
): void {
  const middle = y + rowHeight / 2;
  surface.text(left - 10, middle, bar.name, { role: 'ink-2', ...leftOf });
  const { errors } = bar;
  const of = bar.role === 'value' ? 'xhat' : 'z';
  if (errors && errors.values.length > 0) {
    const end = x(errors.mean);
    surface.rect(left, middle - 8, Math.max(1, end - left), 16, { role: bar.role, opacity: 0.75, of });
    surface.line(x(errors.mean - errors.sd), middle, x(errors.mean + errors.sd), middle, {
      role: 'ink',
      width: 1.5,
    });
    const clear = Math.max(
      x(errors.mean + errors.sd),
      bar.published === undefined ? 0 : x(bar.published) + 4,
    );
    surface.text(clear + 8, middle, fixed(errors.mean, 2), {
      role: bar.role,
      baseline: 'middle',
      bold: true,
      of,
    });
  }
  if (!errors) surface.text(x.range[1], middle, `press “${bar.count}”`, { role: 'ink-3', ...leftOf });
  if (bar.published === undefined) return;
  surface.mark('ink', x(bar.published), middle, { size: 4.5, hollow: true });
  // Its error, if known, is at the right of both.
  if (named) surface.text(x(bar.published), middle - 14, 'published', { role: 'ink-3', anchor: 'middle' });
}
