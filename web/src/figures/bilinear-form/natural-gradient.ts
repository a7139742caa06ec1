import { plot } from '../../draw/axes';
import { fixed, number, power, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { type Simplex, simplex } from '../../draw/simplex';
import type { StrokeStyle, Surface, View } from '../../draw/surface';
import { type NaturalGradientFrame, naturalGradient } from '../../engine/generated/bilinear-form';
import { points } from '../../kinds/points';
import { choice, defineFigure, say, slider } from '../declare';
import { asMatrix } from '../shared/as-matrix';
import { check } from '../shared/idioms';

/** Score of the third key at the start. */
const third = -0.5;
const range = [-4, 4] as const;

const runs = [
  { name: 'plain, in θ', path: 'plainScores', style: { role: 'query', dash: [7, 4], width: 2 } },
  { name: 'plain, in φ', path: 'plainOther', style: { role: 'query', dash: [2, 4], width: 2 } },
  { name: 'natural, in θ', path: 'naturalScores', style: { role: 'value', width: 4 } },
  { name: 'natural, in φ', path: 'naturalOther', style: { role: 'ink', width: 1.4 } },
] as const satisfies readonly { name: string; path: keyof NaturalGradientFrame; style: StrokeStyle }[];

const probabilities = (f: NaturalGradientFrame, run: number, step: number): readonly number[] => {
  const path = f[(runs[run] as (typeof runs)[number]).path];
  const row = Math.min(step, path.shape[0] - 1);
  return Array.from(path.data.slice(3 * row, 3 * row + 3));
};

/** Largest difference of a probability between two runs at a step. */
const apart = (f: NaturalGradientFrame, one: number, other: number, step: number): number => {
  const [a, b] = [probabilities(f, one, step), probabilities(f, other, step)];
  return Math.max(...a.map((p, i) => Math.abs(p - (b[i] as number))));
};

/** Steps that both runs have. */
const common = (f: NaturalGradientFrame, one: number, other: number): number =>
  Math.min(...[one, other].map((run) => f[(runs[run] as (typeof runs)[number]).path].shape[0] - 1));

const small = (v: number): string => (v < 1e-12 ? 'nothing but rounding' : number(v, 2));

export default defineFigure({
  id: 'natural-gradient',
  title: 'The natural step does not care how scores are written',
  claim:
    'Write the scores in other units, and plain descent takes another path; the natural step takes the same one.',
  source: { seed: '001', place: 'section 5.3, equations 34 and 35' },
  params: {
    coordinates: choice({
      label: 'other parameters',
      options: { stretched: 'θ = (1, ¼, 4) φ', bent: 'θ = sinh φ' },
      about: 'How the scores θ depend on the parameters φ of the second run. The model is the same.',
    }),
    eta: slider({
      symbol: '\\eta',
      label: 'step size',
      range: [0.025, 0.8],
      scale: 'log',
      about: 'Of all four runs, which take 4/η steps.',
    }),
    damping: slider({
      symbol: '\\delta',
      label: 'damping',
      range: [0, 0.1],
      step: 0.005,
      about: 'Added to the diagonal of the Fisher matrix, as is often done so that it can be inverted.',
    }),
    start: points({
      label: 'start',
      name: 'start',
      x: range,
      y: range,
      step: 0.05,
      value: [[2, 0]],
      about: 'The first two scores at the start; the third is −0.5.',
    }),
  },
  first: ['coordinates', 'eta', 'damping'],
  presets: [
    {
      name: 'bent parameters',
      params: { coordinates: 'bent' },
      says: 'The two natural runs part a little: a step is finite, and sinh bends along it.',
      holds: (f) => f.naturalApart > 1e-3 && f.naturalApart < 0.1,
    },
    {
      name: 'bent, small steps',
      params: { coordinates: 'bent', eta: 0.025 },
      says: 'With a quarter of the step size they part about a fifth as far: the step is the same to first order.',
      holds: (f) => f.naturalApart > 1e-4 && f.naturalApart < 4e-3,
    },
    {
      name: 'damped',
      params: { damping: 0.01 },
      says: 'Adding 0.01 to the diagonal parts the two natural runs: “0.01 times the identity” differs from one set of parameters to the next.',
      holds: (f) => f.naturalApart > 1e-3,
    },
    {
      name: 'too large a step',
      params: { eta: 0.8 },
      says: 'The natural run drives a probability below 10⁻¹² within a few steps, and is stopped: the step is right to first order only.',
      holds: (f) => f.stopped > 0,
    },
  ],
  height: (width) => (width < 620 ? 560 : 400),
  timeline: (p) => ({ steps: Math.ceil(4 / p.eta - 1e-9), unit: 'step' }),
  core: naturalGradient,
  ask: (p) => ({ ...p, start: asMatrix(p.start) }),
  draw(surface, f, view) {
    const narrow = view.width < 620;
    const width = narrow ? view.width : Math.round(view.width * 0.5);
    const triangle = simplex(
      inset(surface, 0, 20),
      { width, height: narrow ? 300 : view.height - 20 },
      { corners: ['all on key 1', 'key 2', 'key 3'], of: ['a', 'a', 'a'] },
    );
    drawPaths(inset(surface, 0, 20), f, triangle);
    drawNames(surface);
    const [x, y] = narrow ? [0, 350] : [width + 30, 20];
    drawApart(inset(surface, x, y), f, { width: view.width - x, height: view.height - y });
  },
  describe: (f) =>
    say`After ${whole(f.step)} steps of η the two plain runs are up to ${small(f.plainApart)} apart in a probability, the two natural ones ${small(f.naturalApart)}.`,
  table: (f) => ({
    columns: ['step', ...runs.flatMap(({ name }) => [1, 2, 3].map((k) => `${name}, p${k}`))],
    rows: Array.from({ length: f.steps + 1 }, (_, step) => [
      step,
      ...runs.flatMap(({ path }, run): (number | string)[] =>
        step < f[path].shape[0] ? [...probabilities(f, run, step)] : ['', '', ''],
      ),
    ]),
  }),
  quantities: (f) => ({
    a: [0, 1, 2].map((k) => fixed(probabilities(f, 2, f.step)[k] as number, 2)).join(', '),
    fisher: 'diag a − a aᵀ',
  }),
  python: { code: () => [import('./natural-gradient.py?raw')] },
  checks: (f) => [
    check('the pseudo-inverse of the Fisher matrix takes p − t to mean(t/p) − t/p', f.inverseError, 1e-12),
    check('the gradient with respect to φ is that of central differences', f.gradientError, 1e-8),
  ],
});

function drawPaths(surface: Surface, f: NaturalGradientFrame, triangle: Simplex): void {
  const [tx, ty] = triangle.at(f.target);
  const [sx, sy] = triangle.at(probabilities(f, 0, 0));
  surface.line(sx, sy, tx, ty, { role: 'rule', width: 1 });
  // The wide natural path lies below the thin one that covers it.
  for (const run of [2, 3, 0, 1]) {
    const { path, style } = runs[run] as (typeof runs)[number];
    const until = Math.min(f.step, f[path].shape[0] - 1);
    if (until > 0) surface.path(triangle.path(f[path].data.slice(0, 3 * (until + 1))), { ...style, of: 'a' });
    const [x, y] = triangle.at(probabilities(f, run, until));
    surface.mark(style.role === 'ink' ? 'ink' : 'particle', x, y, { size: run === 2 ? 4.5 : 3 });
  }
  surface.mark('loss', tx, ty, { size: 6 });
  surface.text(tx + 10, ty, 'target t', { role: 'loss', baseline: 'middle' });
  // Where an edge would go through it, beyond the edge.
  const [middle = 0, top = 0, , , right = 0, base = 1] = triangle.outline;
  const edge = middle + ((right - middle) * (sy - 4 - top)) / (base - top);
  surface.text(edge - sx > 50 ? sx + 12 : edge + 8, sy - 4, 'start', { role: 'query', baseline: 'middle' });
  surface.mark('query', sx, sy, { size: 7 });
  surface.handle({
    param: 'start',
    piece: 0,
    x: sx,
    y: sy,
    to: (x, y) => {
      // Scores of these shares, up to what all of them may have in common.
      const [a, b, c] = triangle.invert(x, y).map((share) => Math.log(Math.max(share, 1e-3)));
      const within = (v: number): number => Math.max(range[0], Math.min(range[1], v));
      return [within((a as number) - (c as number) + third), within((b as number) - (c as number) + third)];
    },
  });
}

/** What the paths are, in the corner beside the triangle. */
function drawNames(surface: Surface): void {
  runs.forEach(({ name, style }, i) => {
    const y = 32 + 19 * i;
    surface.line(0, y, 22, y, style);
    surface.text(29, y, name, { role: style.role, baseline: 'middle' });
  });
}

/** How far the two runs of a kind are apart, step by step. */
function drawApart(surface: Surface, f: NaturalGradientFrame, view: View): void {
  const least = 1e-17;
  const area = plot(surface, view, {
    x: { domain: [0, f.steps], label: 'step' },
    y: {
      domain: [least, 1],
      scale: 'log',
      label: 'apart in θ and in φ, |Δp|',
      ticks: 4,
      format: (v) => power(v, 0),
    },
    right: 64,
  });
  const pairs = [
    ['plain', 0, 1, { role: 'query', dash: [7, 4], width: 2 }],
    ['natural', 2, 3, { role: 'value', width: 2.5 }],
  ] as const;
  for (const [name, one, other, style] of pairs) {
    const line: number[] = [];
    for (let step = 1; step <= Math.min(f.step, common(f, one, other)); step++)
      line.push(area.x(step), area.y(Math.max(least, apart(f, one, other, step))));
    if (line.length <= 2) continue;
    surface.path(line, { ...style, of: 'a' });
    const [x, y] = line.slice(-2) as [number, number];
    surface.text(x + 8, y, name, { role: style.role, bold: true, baseline: 'middle' });
  }
}
