import { plot } from '../../draw/axes';
import { decimals, fixed, number, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { spread } from '../../draw/spread';
import {
  varianceDecayDefaults as core,
  type VarianceDecayFrame,
  varianceDecay,
} from '../../engine/generated/denoising';
import { defineFigure, say, seed, slider } from '../declare';
import { at } from '../shared/as-matrix';
import { band, check, polyline, upright } from '../shared/idioms';
import { tableOf } from '../shared/table';

/** The share of the noise that is left, of a variance. */
const share = (f: VarianceDecayFrame, variance: number): string =>
  `${whole((100 * variance) / at(f.exact, 0))} %`;

/** Three digits, without zeros at the end. */
const short = (v: number): string => fixed(v, decimals(Number(v.toPrecision(3))));

export default defineFigure({
  id: 'variance-decay',
  title: 'How much noise is left when the formula says stop',
  claim:
    'Stop where a published formula says that just the noise is gone (the matched depth, T*), and half of the noise is still there.',
  source: { seed: '004', place: 'proposition 3.2, theorem F.1 and the figure of section 5' },
  params: {
    beta: slider({
      symbol: '\\beta',
      label: 'bandwidth',
      range: [0.5, 50],
      scale: 'log',
      about:
        'Inverse squared width of the attention kernel. Larger: nearer to the straight line, given enough tokens.',
    }),
    sigma2: slider({
      symbol: '\\sigma^2',
      label: 'noise',
      range: [0.05, 2],
      step: 0.05,
      about: 'Variance of the noise. All clean tokens are 0 here, so it is all the variance there is.',
    }),
    count: slider({
      symbol: 'N',
      label: 'tokens',
      range: [6, 600],
      scale: 'log',
      step: 2,
      about:
        'Tokens of one draw. The theory is for infinitely many; the variance of N tokens about their own mean is by 1/N of it too small on average.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: 'β = 5, as published',
      params: {},
      t: 50,
      says: 'The published summary has the variance near 0 here. By theory 52 % of the noise is left, and 24 tokens follow it.',
      holds: (f) =>
        f.layer === 50 &&
        Math.abs(at(f.exact, 50) / at(f.exact, 0) - 0.52) < 0.005 &&
        Math.abs(at(f.mean, 50) / at(f.exact, 50) - 1) < 0.1,
    },
    {
      name: 'β = 20, few tokens',
      params: { beta: 20 },
      t: 50,
      says: 'Clumps form early, out of each other’s reach: with 24 tokens nearly twice the variance that theory predicts is left.',
      holds: (f) => at(f.mean, 50) > 1.6 * at(f.exact, 50),
    },
    {
      name: 'β = 20, many tokens',
      params: { beta: 20, count: 600 },
      t: 50,
      says: 'With 600 tokens the simulation stays within a fifth of its curve at T*.',
      holds: (f) => at(f.exact, 50) < 0.3 * at(f.exact, 0) && at(f.mean, 50) < 1.2 * at(f.exact, 50),
    },
    {
      name: 'blunt kernel',
      params: { beta: 0.5, count: 200 },
      says: 'With β = 0.5 even twice the matched time leaves most of the noise. Here 200 tokens follow theory: each reaches all others.',
      holds: (f) =>
        at(f.exact, 100) > 0.7 * at(f.exact, 0) && Math.abs(at(f.mean, 100) / at(f.exact, 100) - 1) < 0.1,
    },
  ],
  compares: true,
  height: (width) => (width < 520 ? 400 : 440),
  timeline: () => ({ steps: core.layers, unit: 'layer' }),
  core: varianceDecay,
  draw(surface, f, view, p, ghost) {
    const other = ghost?.frame;
    const start = Math.max(at(f.exact, 0), other ? at(other.exact, 0) : 0);
    const end = Math.max(at(f.times, f.layers), other ? at(other.times, other.layers) : 0);
    // Room for the band over draws of few tokens.
    const high = 1.3 * start;
    const area = plot(surface, view, {
      x: { domain: [0, end], label: 'diffusion time t = ℓη/β' },
      y: { domain: [0, high], label: 'variance', ticks: 4 },
      right: view.width < 520 ? 92 : 118,
    });
    const top = (v: number): number => Math.min(v, high);
    const curve = (values: ArrayLike<number>, from = 0): number[] =>
      polyline(f.times, (t, l) => [area.x(t), area.y(values[from + l] as number)]);
    if (other) {
      const behind = asGhost(surface);
      const ghostly = (values: ArrayLike<number>): number[] =>
        polyline(other.times, (t, l) => [area.x(t), area.y(top(values[l] as number))]);
      behind.path(ghostly(other.exact), { role: 'ink', width: 2 });
      if (other.draws > 0) behind.path(ghostly(other.mean), { role: 'particle', width: 2 });
    }
    const matched = upright(surface, area, f.matchedTime, {
      role: 'margin',
      dash: [4, 4],
      of: 'Tstar Lstar',
    });
    surface.text(matched, area.top - 6, 'T*', {
      role: 'margin',
      anchor: 'middle',
      bold: true,
      of: 'Tstar Lstar',
    });

    const n = f.layers + 1;
    const labels: { y: number; text: string; role: 'ink-3' | 'ink' | 'particle'; of?: string }[] = [];
    f.othersBeta.forEach((beta, k) => {
      if (beta === p.beta) return;
      surface.path(curve(f.others.data, k * n), { role: 'ink-3', opacity: 0.7 });
      labels.push({
        y: area.y(f.others.data[k * n + f.layers] as number),
        text: `β = ${short(beta)}`,
        role: 'ink-3',
      });
    });
    surface.path(curve(f.limit), { role: 'ink-2', dash: [6, 4], width: 1.5 });
    labels.push({ y: area.y(at(f.limit, f.layers)), text: 'β → ∞', role: 'ink-3' });
    if (f.draws > 0) {
      const upper = (l: number): number => top(at(f.mean, l) + at(f.sd, l));
      const lower = (l: number): number => Math.max(0, at(f.mean, l) - at(f.sd, l));
      surface.area(band(area, f.times, upper, lower), { role: 'particle', opacity: 0.14, of: 'v' });
    }
    surface.path(curve(f.exact), { role: 'ink', width: 2.5, of: 'v' });
    labels.push({
      y: area.y(at(f.exact, f.layers)),
      text: `β = ${short(p.beta)}`,
      role: 'ink',
      of: 'v beta',
    });
    const now = upright(surface, area, at(f.times, f.layer), { role: 'ink-3', of: 't ell' });
    surface.mark('ink', now, area.y(at(f.exact, f.layer)), { size: 4, of: 'v' });
    if (f.draws > 0) {
      surface.path(curve(f.mean.map(top)), { role: 'particle', width: 2, of: 'v' });
      surface.mark('particle', now, area.y(top(at(f.mean, f.layer))), { size: 4.5, of: 'v' });
      labels.push({
        y: area.y(at(f.mean, f.layers)),
        text: `${whole(p.count)} tokens`,
        role: 'particle',
        of: 'v count',
      });
    }
    const places = spread(
      labels.map(({ y }) => y),
      17,
      area.top,
      area.bottom,
    );
    for (const [i, { text, role, of }] of labels.entries())
      surface.text(area.right + 8, places[i] as number, text, {
        role,
        baseline: 'middle',
        bold: role !== 'ink-3',
        ...(of && { of }),
      });
  },
  describe: (f, p) =>
    f.draws === 0
      ? say`At layer ${whole(f.layer)} theory leaves ${share(f, at(f.exact, f.layer))} of the noise at β\u00a0=\u00a0${number(p.beta)}, and the straight line ${share(f, at(f.limit, f.layer))}.`
      : say`At layer ${whole(f.layer)} theory leaves ${share(f, at(f.exact, f.layer))} of the noise at β\u00a0=\u00a0${number(p.beta)} and the straight line ${share(f, at(f.limit, f.layer))}; simulated with ${whole(p.count)} tokens it is ${share(f, at(f.mean, f.layer))} ± ${share(f, at(f.sd, f.layer))} over ${whole(f.draws)} ${f.draws === 1 ? 'draw' : 'draws'}.`,
  table: (f) =>
    tableOf(
      Array.from(f.times, (t, l) => ({
        layer: l,
        'diffusion time': t,
        limit: at(f.limit, l),
        'closed form': at(f.exact, l),
        'layer by layer, infinitely many tokens': at(f.recursion, l),
        'mean over draws': f.draws > 0 ? at(f.mean, l) : '',
        'standard deviation over draws': f.draws > 0 ? at(f.sd, l) : '',
      })),
    ),
  quantities: (f) => ({
    v: fixed(at(f.exact, f.layer), 3),
    v0: fixed(at(f.exact, 0), 3),
    t: fixed(at(f.times, f.layer), 3),
    Tstar: fixed(f.matchedTime, 3),
    ell: whole(f.layer),
  }),
  python: {
    code: () => [
      import('../shared/random.py?raw'),
      import('./shared/stages.py?raw'),
      import('./shared/variance.py?raw'),
      import('./variance-decay.py?raw'),
    ],
  },
  checks: (f) => [check('the closed form is the integral of dv/dt = −2v/(v + 1/β)', f.witnessError, 1e-8)],
});
