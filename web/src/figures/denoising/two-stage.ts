import { plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import { spread } from '../../draw/spread';
import type { Role, StrokeStyle, Surface, View } from '../../draw/surface';
import { twoStageDefaults as core, type TwoStageFrame, twoStage } from '../../engine/generated/denoising';
import { choice, defineFigure, say } from '../declare';
import { around, centred, check, leftOf, polyline, upright } from '../shared/idioms';
import { onTokens, symmetricDomain, tokenParams } from './shared/tokens';

const network = 300;
const left = 40;

/** The ways through the network, in the order of the rows of `mean`. */
const routes = ['noisy token', 'Stage 1 only', 'without skip', 'with skip', 'exact'] as const;
const [tokens, stage1, withoutSkip, withSkip, exact] = [0, 1, 2, 3, 4] as const;

/** The mean error over the draws by one route at a layer; that of the draw shown until the first is complete. */
function errorOf(f: TwoStageFrame, route: number, layer = f.layer): number {
  return (f.draws > 0 ? f.mean.data[route * (f.layers + 1) + layer] : f.errors[route]) as number;
}

const least = (f: TwoStageFrame, route: number): number => {
  const row = f.mean.data.subarray(route * (f.layers + 1), (route + 1) * (f.layers + 1));
  return row.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
};

export default defineFigure({
  id: 'two-stage',
  title: 'What the skip is for',
  claim: 'Without the skip, sixty layers are worth no more than none.',
  source: { seed: '004', place: 'the figure of section 3 (algorithm 1)' },
  params: {
    skip: choice({
      label: 'skip connection',
      options: { off: 'off', on: 'on' },
      numbered: true,
      value: core.skip ? 'on' : 'off',
      about:
        'The query of Stage 2: the noisy token itself, past all layers, or the particle that it has become.',
    }),
    ...tokenParams,
  },
  first: ['skip', 'beta', 'layers'],
  presets: [
    {
      name: 'skip off, twice as deep',
      params: { skip: 'off', layers: 120 },
      says: 'After 120 layers every particle sits on a group, and Stage 2 can only confirm it: without the skip the error is nearly that of Stage 1.',
      holds: (f) =>
        f.layers === 120 &&
        errorOf(f, withoutSkip) > 0.95 * errorOf(f, stage1) &&
        errorOf(f, withoutSkip) > 1.12 * errorOf(f, withSkip),
    },
    {
      name: 'skip on, twice as deep',
      params: { layers: 120 },
      says: 'With the skip the noisy token still tells how ambiguous it was. Depth costs next to nothing: the last layer is about as good as the best one.',
      holds: (f) => f.layers === 120 && errorOf(f, withSkip) < 1.03 * least(f, withSkip),
    },
    {
      name: 'blunt kernel, twice as deep',
      params: { beta: 4, layers: 120 },
      says: 'With β = 4 the groups merge in the end, and the skip cannot help: with it, too, the error rises again.',
      holds: (f) => errorOf(f, withSkip) > 1.3 * least(f, withSkip),
    },
    {
      name: 'half the matched depth',
      params: {},
      t: 10,
      says: 'Before L* the skip does not pay. The particle has lost some noise already, and is a slightly better query.',
      holds: (f) => errorOf(f, withoutSkip) < errorOf(f, withSkip),
    },
    {
      name: 'depth 0',
      params: {},
      t: 0,
      says: 'Without Stage 1 both queries are the noisy token. Averaging the noisy tokens already takes off a third of the error.',
      holds: (f) =>
        errorOf(f, withSkip) === errorOf(f, withoutSkip) && errorOf(f, withSkip) < 0.7 * errorOf(f, tokens),
    },
  ],
  compares: true,
  height: () => network + 240,
  timeline: (p) => ({ steps: p.layers, unit: 'layer' }),
  core: twoStage,
  ask: (p) => ({ ...p, skip: p.skip === 'on' }),
  draw(surface, f, view, p, ghost) {
    drawNetwork(surface, f, view, p.centre, p.skip === 'on');
    const lower = { width: view.width, height: view.height - network };
    drawErrors(inset(surface, 0, network), f, lower, ghost?.frame);
  },
  describe: (f, p) =>
    say`Skip ${p.skip}, layer ${whole(f.layer)}: the error in units of the noise is ${fixed(errorOf(f, withSkip), 2)} with the skip, ${fixed(errorOf(f, withoutSkip), 2)} without it, ${fixed(errorOf(f, stage1), 2)} for Stage 1 alone, ${fixed(errorOf(f, tokens), 2)} for the noisy token and ${fixed(errorOf(f, exact), 2)} at best.`,
  table: (f) => ({
    columns: [
      'layer',
      ...routes.flatMap((route) => [`error, ${route}`, `its standard deviation over draws`]),
    ],
    rows: Array.from({ length: f.draws > 0 ? f.layers + 1 : 0 }, (_, l) => [
      l,
      ...routes.flatMap((_, r) => [
        f.mean.data[r * (f.layers + 1) + l] as number,
        f.sd.data[r * (f.layers + 1) + l] as number,
      ]),
    ]),
  }),
  quantities: (f) => ({
    z: `${whole(f.count)} positions`,
    query: `${whole(f.count)} noisy tokens`,
    xhat: `${whole(f.count)} estimates`,
    ell: whole(f.layer),
    Lstar: number(f.matchedLayers),
  }),
  python: onTokens(() => import('./two-stage.py?raw')),
  checks: (f) => [check('Stage 2 weights sum to 1', f.weightError, 1e-12)],
});

/** Three columns of positions, a line for each token from one to the next, and the skip above them. */
function drawNetwork(surface: Surface, f: TwoStageFrame, view: View, centre: number, skip: boolean): void {
  const inner = { left: left + 8, right: view.width - 30 };
  const [x1, x2, x3] = [inner.left, (inner.left + inner.right) / 2, inner.right] as const;
  const y = linear(symmetricDomain(f.tokens, centre), [network - 26, 86]);
  for (const c of centre === 0 ? [0] : [-centre, centre]) {
    surface.line(x1 - 12, y(c), x3 + 12, y(c), { role: 'ink-3', dash: [2, 5], of: 'centre' });
    surface.text(x1 - 18, y(c), c === 0 ? '0' : `${c < 0 ? '−' : '+'}c`, {
      role: 'ink-3',
      ...leftOf,
      of: 'centre',
    });
  }
  const opacity = Math.min(0.4, Math.max(0.12, 14 / f.count));
  for (let i = 0; i < f.count; i++) {
    const [a, b, c] = [f.tokens[i], f.particles[i], f.estimates[i]].map((v) => y(v as number)) as [
      number,
      number,
      number,
    ];
    surface.line(x1, a, x2, b, { role: 'particle', opacity, of: 'z' });
    surface.line(x2, b, x3, c, { role: 'value', opacity, of: 'xhat' });
  }
  for (let i = 0; i < f.count; i++) {
    surface.mark('query', x1, y(f.tokens[i] as number), { size: 3, opacity: 0.6, of: 'query' });
    surface.mark('particle', x2, y(f.particles[i] as number), { size: 3, opacity: 0.6, of: 'z' });
    surface.mark('value', x3, y(f.estimates[i] as number), { size: 3, opacity: 0.6, of: 'xhat' });
  }
  drawSkip(surface, [x1, x2, x3], skip);
  const base = network - 14;
  surface.text(x1 - 12, base, 'noisy tokens', { role: 'query', of: 'query' });
  surface.text(x2, base, 'particles', { role: 'particle', anchor: 'middle', of: 'z' });
  surface.text(x3 + 12, base, 'estimates', { role: 'value', anchor: 'end', of: 'xhat' });
  stageBox(surface, (x1 + x2) / 2, `Stage 1 × ${whole(f.layer)}`);
  stageBox(surface, (x2 + x3) / 2, 'Stage 2');
}

function stageBox(surface: Surface, x: number, name: string): void {
  surface.rect(x - 48, 56, 96, 24, { role: 'surface' });
  surface.path(around(x - 48, 56, 96, 24), { role: 'ink-3' });
  surface.text(x, 68, name, { role: 'ink', ...centred, bold: true });
}

/** The wire that carries the queries of Stage 2: from the tokens past Stage 1, or from where Stage 1 ends. */
function drawSkip(surface: Surface, [x1, x2, x3]: readonly [number, number, number], on: boolean): void {
  const stage1 = (x1 + x2) / 2;
  const stage2 = (x2 + x3) / 2;
  const used: StrokeStyle = { role: 'query', width: 2 };
  const unused: StrokeStyle = { role: 'rule', width: 1, dash: [3, 4] };
  surface.path([x1, 68, stage1 - 48, 68], { role: 'particle', width: 2 });
  surface.path([stage1 + 48, 68, stage2 - 48, 68], { role: 'particle', width: 2 });
  surface.path([stage2 + 48, 68, x3, 68], { role: 'value', width: 2 });
  surface.path([x1, 68, x1, 30, stage2 + 24, 30, stage2 + 24, 56], on ? used : unused);
  surface.path([x2, 68, x2, 44, stage2 - 24, 44, stage2 - 24, 56], on ? unused : used);
  const text = on ? 'skip: the query is the noisy token' : 'no skip: the query is the particle';
  surface.text(x1, 22, text, { role: on ? 'query' : 'ink-2', bold: true });
}

/** `ghost` lies behind it, on a scale that holds both. */
function drawErrors(surface: Surface, f: TwoStageFrame, view: View, ghost?: TwoStageFrame): void {
  const lines: readonly { route: number; name: string; role: Role; dash?: readonly number[] }[] = [
    { route: tokens, name: 'noisy', role: 'ink-3' },
    { route: stage1, name: 'Stage 1', role: 'particle' },
    { route: withoutSkip, name: 'no skip', role: 'value', dash: [5, 4] },
    { route: withSkip, name: 'with skip', role: 'value' },
    { route: exact, name: 'exact', role: 'ink-2', dash: [2, 4] },
  ];
  const right = 112;
  // Means grow while one looks: whoever reads a number should see of how many draws.
  const of = f.draws > 0 ? `${whole(f.draws)} ${f.draws === 1 ? 'draw' : 'draws'}` : 'this draw';
  const area = plot(surface, view, {
    x: { domain: [0, Math.max(f.layers, ghost?.layers ?? 0)], label: 'layer ℓ' },
    y: { domain: [0, 1.15], label: `mean squared error / σ², ${of}`, ticks: 4 },
    left,
    right,
  });
  if (f.matchedLayers <= f.layers) {
    const x = upright(surface, area, f.matchedLayers, { role: 'margin', dash: [4, 4], of: 'Lstar' });
    surface.text(x + 6, area.bottom - 10, 'L*', {
      role: 'margin',
      baseline: 'middle',
      bold: true,
      of: 'Lstar',
    });
  }
  const now = upright(surface, area, f.layer, { role: 'ink-3', of: 'ell' });
  const curve = (on: Surface, frame: TwoStageFrame, route: number, style: StrokeStyle): void => {
    if (frame.draws === 0) return;
    const points = polyline({ length: frame.layers + 1 }, (_, l) => [
      area.x(l),
      area.y(Math.min(1.15, errorOf(frame, route, l))),
    ]);
    on.path(points, style);
  };
  for (const { route, role, dash } of lines) {
    const style = { role, width: 2, ...(dash ? { dash } : {}) };
    if (ghost) curve(asGhost(surface), ghost, route, style);
    curve(surface, f, route, style);
    surface.mark('ink', now, area.y(Math.min(1.15, errorOf(f, route))), { size: 2.5 });
  }
  const end = f.draws > 0 ? f.layers : f.layer;
  const wishes = lines.map(({ route }) => area.y(Math.min(1.15, errorOf(f, route, end))));
  const places = spread(wishes, 17, area.top, area.bottom);
  for (const [i, { route, name, role }] of lines.entries()) {
    const y = places[i] as number;
    surface.text(area.right + 8, y, name, { role, baseline: 'middle' });
    surface.text(view.width, y, fixed(errorOf(f, route), 2), { role, ...leftOf, bold: true });
  }
}
