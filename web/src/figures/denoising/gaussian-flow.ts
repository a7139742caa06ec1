import { plot } from '../../draw/axes';
import { fixed, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import type { StrokeStyle, Surface, View } from '../../draw/surface';
import {
  gaussianFlowDefaults as core,
  type GaussianFlowFrame,
  gaussianFlow,
} from '../../engine/generated/denoising';
import { defineFigure, say, seed, slider } from '../declare';
import { check, polyline, upright } from '../shared/idioms';
import { legend } from '../shared/legend';
import { tableOf } from '../shared/table';

/** Points on the ellipse of two standard deviations of a covariance, closed. */
function ellipse(covariance: Float64Array): number[] {
  const [xx, xy, , yy] = covariance as unknown as [number, number, number, number];
  // The Cholesky factor of the matrix takes a circle to it.
  const a = Math.sqrt(xx);
  const b = a > 0 ? xy / a : 0;
  const c = Math.sqrt(Math.max(0, yy - b * b));
  const points: number[] = [];
  for (let i = 0; i <= 96; i++) {
    const angle = (2 * Math.PI * i) / 96;
    points.push(2 * a * Math.cos(angle), 2 * (b * Math.cos(angle) + c * Math.sin(angle)));
  }
  return points;
}

const value = (f: GaussianFlowFrame, which: 0 | 1, layer = f.layer): number =>
  f.eigenvalues.data[which * (f.layers + 1) + layer] as number;
const simulated = (f: GaussianFlowFrame, which: 0 | 1, layer = f.layer): number =>
  f.simulated.data[which * (f.layer + 1) + layer] as number;

/** Of the cloud below which the variances stand; in steps, so that the drawing has few heights. */
const side = (width: number): number => 20 * Math.floor(Math.min(width, 340) / 20);

export default defineFigure({
  id: 'gaussian-flow',
  title: 'A Gaussian cloud, axis by axis',
  claim:
    'No single depth is right for a long cloud: when its short axis has arrived, its long one has lost clean variance.',
  source: { seed: '004', place: 'section 6, the covariance flow' },
  params: {
    major: slider({
      symbol: '\\lambda_1',
      label: 'clean, long axis',
      range: [0.1, 2],
      step: 0.05,
      about: 'Variance of the clean tokens along their long axis.',
    }),
    minor: slider({
      symbol: '\\lambda_2',
      label: 'clean, short axis',
      range: [0, 0.1],
      step: 0.01,
      about: 'Variance of the clean tokens along their short axis.',
    }),
    sigma2: slider({
      symbol: '\\sigma^2',
      label: 'noise',
      range: [0.05, 1],
      step: 0.05,
      about: 'Variance of the noise along every axis. Stage 1 should take off just this much.',
    }),
    beta: slider({
      symbol: '\\beta',
      label: 'bandwidth',
      range: [0.5, 50],
      scale: 'log',
      about: 'Inverse squared width of the attention kernel.',
    }),
    count: slider({
      symbol: 'N',
      label: 'tokens',
      range: [20, 800],
      step: 20,
      about: 'Tokens of the cloud. The theory is for infinitely many.',
    }),
    seed: seed(),
  },
  first: ['sigma2', 'beta', 'count'],
  presets: [
    {
      name: 'at T*',
      params: {},
      t: 50,
      says: 'The long axis has come down to about its clean variance; on the short one there is still more than four times the clean variance.',
      holds: (f) => f.layer === 50 && Math.abs(value(f, 0) - 1) < 0.15 && value(f, 1) > 4 * 0.05,
    },
    {
      name: 'sharp kernel, at T*',
      params: { beta: 50 },
      t: 50,
      says: 'With β = 50 theory comes nearer to the clean cloud on both axes. The 400 tokens do not, by far: too few neighbours are in their reach.',
      holds: (f) => f.layer === 50 && value(f, 1) < 2 * 0.05 && simulated(f, 1) > 3 * value(f, 1),
    },
    {
      name: 'few tokens, at T*',
      params: { count: 40 },
      t: 50,
      says: 'With 40 tokens the cloud’s own ellipse is off by more than a tenth: what is sharpened is this draw.',
      holds: (f) => f.layer === 50 && Math.abs(simulated(f, 0) / value(f, 0) - 1) > 0.1,
    },
  ],
  height: (width) => (width < 620 ? side(width) + 260 : Math.min(400, 0.5 * width + 10)),
  compares: true,
  timeline: () => ({ steps: core.layers, unit: 'layer' }),
  core: gaussianFlow,
  draw(surface, f, view, p, ghost) {
    if (view.width < 620) {
      const square = side(view.width);
      drawCloud(inset(surface, (view.width - square) / 2, 0), f, p, square);
      drawAxes(inset(surface, 0, square + 10), f, p, { width: view.width, height: 250 }, ghost?.frame);
    } else {
      const cloud = Math.min(390, 0.5 * view.width);
      drawCloud(surface, f, p, cloud);
      const width = view.width - cloud - 40;
      drawAxes(inset(surface, cloud + 40, 0), f, p, { width, height: view.height }, ghost?.frame);
    }
  },
  describe: (f, p) =>
    say`At layer ${whole(f.layer)} theory has the variances ${fixed(value(f, 0), 2)} and ${fixed(value(f, 1), 2)} along the axes and the ${whole(f.count)} tokens have ${fixed(simulated(f, 0), 2)} and ${fixed(simulated(f, 1), 2)}, where the clean ones have ${fixed(p.major, 2)} and ${fixed(p.minor, 2)}.`,
  table: (f) =>
    tableOf(
      Array.from({ length: f.layers + 1 }, (_, l) => ({
        layer: l,
        'closed form, long axis': value(f, 0, l),
        'closed form, short axis': value(f, 1, l),
        'tokens, larger': l <= f.layer ? simulated(f, 0, l) : '',
        'tokens, smaller': l <= f.layer ? simulated(f, 1, l) : '',
      })),
    ),
  quantities: (f, p) => ({
    z: `${whole(f.count)} points`,
    Gamma: `${fixed(value(f, 0), 2)} and ${fixed(value(f, 1), 2)} along the axes`,
    Sigma0: `${fixed(p.major, 2)} and ${fixed(p.minor, 2)} along the axes`,
    Lstar: fixed(f.matchedLayers, 0),
    ell: whole(f.layer),
  }),
  python: {
    code: () => [
      import('../shared/random.py?raw'),
      import('./shared/stages.py?raw'),
      import('./shared/variance.py?raw'),
      import('./gaussian-flow.py?raw'),
    ],
  },
  checks: (f) => [check('the closed form is the integral of dΓ/dt′ = −2Γ(I + βΓ)⁻¹', f.witnessError, 1e-8)],
});

type Values = { readonly major: number; readonly minor: number; readonly sigma2: number };

function drawCloud(surface: Surface, f: GaussianFlowFrame, p: Values, size: number): void {
  const reach = 2.6 * Math.sqrt(p.major + p.sigma2);
  // The same scale along both axes; a title above, a legend below.
  const side = size - 44;
  const x = linear([-reach, reach], [(size - side) / 2, (size + side) / 2]);
  const y = linear([-reach, reach], [20 + side, 20]);
  surface.line(x(-reach), y(0), x(reach), y(0), { role: 'grid' });
  surface.line(x(0), y(-reach), x(0), y(reach), { role: 'grid' });
  for (let i = 0; i < f.count; i++) {
    const [px, py] = [f.particles.data[2 * i] as number, f.particles.data[2 * i + 1] as number];
    if (Math.abs(px) < reach && Math.abs(py) < reach)
      surface.mark('particle', x(px), y(py), { size: 2.2, opacity: 0.35, of: 'z' });
  }
  const outline = (covariance: Float64Array, style: StrokeStyle): void => {
    const points = ellipse(covariance).map((v, i) => (i % 2 ? y(v) : x(v)));
    surface.path(points, style);
  };
  outline(f.clean.data, { role: 'ink-2', dash: [6, 4], width: 1.5, of: 'Sigma0' });
  outline(f.exact.data, { role: 'ink', width: 2, of: 'Gamma' });
  outline(f.covariance.data, { role: 'particle', width: 2, of: 'Gamma' });
  // The tips of the clean ellipse can be taken hold of: they lie at two standard deviations along its axes.
  for (const [param, variance, turn] of [
    ['major', p.major, 0],
    ['minor', p.minor, Math.PI / 2],
  ] as const) {
    const [dx, dy] = [Math.cos(core.angle + turn), Math.sin(core.angle + turn)];
    const tip = 2 * Math.sqrt(variance);
    const [tipX, tipY] = [x(tip * dx), y(tip * dy)];
    const at = (left: number, top: number): number =>
      (Math.max(0, x.invert(left) * dx + y.invert(top) * dy) / 2) ** 2;
    surface.mark('ink', tipX, tipY, { size: 3.5, of: `Sigma0 ${param}` });
    surface.handle(
      turn === 0
        ? { param, x: tipX, y: tipY, along: 'x', aslant: true, at }
        : { param, x: tipX, y: tipY, along: 'y', aslant: true, at: (top, left) => at(left, top) },
    );
  }
  surface.text(4, 12, `two standard deviations, layer ${whole(f.layer)}`, { role: 'ink-3' });
  legend(surface, size - 4, size - 8, [
    { name: 'theory', style: { role: 'ink', width: 2, of: 'Gamma' } },
    { name: 'tokens', style: { role: 'particle', width: 2, of: 'Gamma' } },
    { name: 'clean', style: { role: 'ink-2', dash: [6, 4], width: 1.5, of: 'Sigma0' } },
  ]);
}

/** `ghost` lies behind it, on a scale that holds both. */
function drawAxes(
  surface: Surface,
  f: GaussianFlowFrame,
  p: Values,
  view: View,
  ghost?: GaussianFlowFrame,
): void {
  const most = Math.max(
    ...[f, ...(ghost ? [ghost] : [])].flatMap((g) => [value(g, 0, 0), simulated(g, 0, 0)]),
  );
  const area = plot(surface, view, {
    x: { domain: [0, f.layers], label: 'layer ℓ' },
    y: {
      domain: [0, 1.12 * most],
      label: 'variance along the axes',
      ticks: 4,
    },
    right: 84,
  });
  const matched = upright(surface, area, f.matchedLayers, {
    role: 'margin',
    dash: [4, 4],
    of: 'Tstar Lstar',
  });
  surface.text(matched + 6, area.top + 6, 'T*', {
    role: 'margin',
    baseline: 'middle',
    bold: true,
    of: 'Tstar Lstar',
  });
  const clean = [p.major, p.minor] as const;
  for (const which of [0, 1] as const) {
    const y = area.y(clean[which]);
    const of = which ? 'Sigma0 minor' : 'Sigma0 major';
    surface.line(area.left, y, area.right, y, { role: 'ink-2', dash: [6, 4], of });
    surface.text(area.right + 8, y, which ? 'clean, short' : 'clean, long', {
      role: 'ink-3',
      baseline: 'middle',
      of,
    });
    const curves = (on: Surface, g: GaussianFlowFrame): void => {
      const theory = polyline({ length: g.layers + 1 }, (_, l) => [area.x(l), area.y(value(g, which, l))]);
      on.path(theory, { role: 'ink', width: 2, of: 'Gamma' });
      const seen = polyline({ length: g.layer + 1 }, (_, l) => [area.x(l), area.y(simulated(g, which, l))]);
      if (g.layer > 0) on.path(seen, { role: 'particle', width: 2, of: 'Gamma' });
    };
    if (ghost) curves(asGhost(surface), ghost);
    curves(surface, f);
    surface.mark('particle', area.x(f.layer), area.y(simulated(f, which)), { size: 4.5, of: 'Gamma' });
  }
}
