import { plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { inset } from '../../draw/inset';
import type { Surface, View } from '../../draw/surface';
import { type ParticlesFrame, particles } from '../../engine/generated/denoising';
import { choice, defineFigure, say } from '../declare';
import { onTokens, symmetricDomain, tokenParams } from './shared/tokens';

const left = 40;
const right = 72;

/** A variance with three decimals; one that they cannot show is said to be small rather than nothing. */
const variance = (value: number): string => (value > 0 && value < 0.0005 ? '< 0.001' : fixed(value, 3));

const last = (values: Float64Array): number => values[values.length - 1] ?? 0;
const first = (values: Float64Array): number => values[0] ?? 0;

const { beta, eta, ...others } = tokenParams;

export default defineFigure({
  id: 'particles',
  title: 'Noisy tokens find their groups',
  claim: 'Nobody tells these dots that there are two groups: attention finds them.',
  source: { seed: '004', place: 'equation 1 and the figure of section 2' },
  params: {
    beta,
    clock: choice({
      label: 'compare at',
      options: { 'equal-layers': 'equal layers', 'equal-time': 'equal total time' },
      numbered: true,
      about:
        'Equal layers: every layer is a step η. Equal total time: the step is chosen so that the last layer is at the matched depth, for any β, as far as a step of 1 allows.',
    }),
    eta: { ...eta, when: (p) => p.clock === 'equal-layers' },
    ...others,
  },
  first: ['beta', 'eta', 'clock'],
  presets: [
    {
      name: 'sharp kernel, same layers',
      params: { beta: 20 },
      says: 'With β = 20 the tokens gather in a few clumps out of each other’s reach: two thirds of the spread is left after 60 layers.',
      holds: (f) => {
        const left = last(f.withinVariance) / first(f.withinVariance);
        return left > 0.6 && left < 0.73;
      },
    },
    {
      name: 'sharp kernel, twice the layers',
      params: { beta: 20, layers: 120 },
      says: 'Sixty more layers change little: the tokens sit in small clumps out of each other’s reach.',
      holds: (f) => (f.withinVariance[120] ?? 0) > 0.9 * (f.withinVariance[60] ?? Number.POSITIVE_INFINITY),
    },
    {
      name: 'jump',
      params: { eta: 1, layers: 10 },
      t: 5,
      says: 'With η = 1, mean shift as it was published, five layers do what sixty small ones did.',
      holds: (f) => f.layer === 5 && last(f.withinVariance) < 0.001 * first(f.withinVariance),
    },
    {
      name: 'equal total time, blunt kernel',
      params: { clock: 'equal-time', beta: 1 },
      says: 'Stopped at the matched depth, β = 1 leaves more of the spread than β = 5 does, although at equal layers it is faster.',
      holds: (f) => last(f.withinVariance) > 0.65 * first(f.withinVariance),
    },
    {
      name: 'blunt kernel',
      params: { beta: 0.5 },
      says: 'With β = 0.5 a token also attends to the other group: both leave their centres and drift together.',
      holds: (f) => Math.max(...f.trail.data.slice(-f.count).map(Math.abs)) < 1.5,
    },
  ],
  compares: true,
  height: (width) => (width < 520 ? 420 : 440),
  timeline: (p) => ({ steps: p.layers, unit: 'layer' }),
  core: particles,
  draw(surface, f, view, p, ghost) {
    const upper = view.height - 168;
    const layers = Math.max(f.layers, ghost?.frame.layers ?? 0);
    drawPositions(surface, f, { width: view.width, height: upper }, p.centre, layers);
    const lower = { width: view.width, height: view.height - upper };
    drawVariance(inset(surface, 0, upper), f, lower, layers, ghost?.frame);
  },
  describe: (f) =>
    say`After ${whole(f.layer)} of ${whole(f.layers)} layers the variance inside the groups is ${variance(last(f.withinVariance))}, from ${variance(first(f.withinVariance))} at the start; tokens drawn from the lower centre are hollow.`,
  table: (f) => ({
    columns: ['token', 'drawn from', 'position at layer 0', `position at layer ${f.layer}`],
    rows: Array.from({ length: f.count }, (_, i) => [
      i + 1,
      f.mode[i] === 1 ? '+c' : '−c',
      f.trail.data[i] as number,
      f.trail.data[f.layer * f.count + i] as number,
    ]),
  }),
  quantities: (f) => ({
    z: `${whole(f.count)} positions`,
    v: variance(last(f.withinVariance)),
    ell: whole(f.layer),
    Lstar: number(f.matchedLayers),
    eta: number(f.eta),
  }),
  python: onTokens(() => import('./particles.py?raw')),
  checks: (f) => [
    { name: 'attention weights of every token sum to 1', value: f.weightError, atMost: 1e-12 },
    { name: 'the step taken by pairs is (1 − η) z + η A z', value: f.stepError, atMost: 1e-12 },
  ],
});

/** Over the axis of the variances below, which has room for all `layers` of what is compared. */
function drawPositions(
  surface: Surface,
  f: ParticlesFrame,
  view: View,
  centre: number,
  layers: number,
): void {
  const area = plot(surface, view, {
    x: { domain: [0, layers], label: 'layer ℓ', silent: true },
    y: { domain: symmetricDomain(f.trail.data.subarray(0, f.count), centre), label: 'position z', ticks: 5 },
    left,
    right,
  });
  const centres = centre === 0 ? [0] : [-centre, centre];
  for (const at of centres) {
    const y = area.y(at);
    surface.line(area.left, y, area.right, y, { role: 'ink-3', dash: [2, 5], of: 'centre' });
    const name = at === 0 ? 'centre' : `centre ${at < 0 ? '−' : '+'}c`;
    surface.text(area.right + 8, y, name, { role: 'ink-3', baseline: 'middle', of: 'centre' });
  }
  // By rounding the matched step may end a little beside the last layer.
  if (f.matchedLayers <= f.layers * (1 + 1e-9)) {
    const x = area.x(f.matchedLayers);
    surface.line(x, area.top, x, area.bottom, { role: 'margin', dash: [4, 4], of: 'Lstar' });
    const style = { role: 'margin', baseline: 'middle', bold: true, of: 'Lstar' } as const;
    surface.text(x + 6, area.bottom - 10, 'L*', style);
  }
  const opacity = Math.min(0.5, Math.max(0.18, 18 / f.count));
  for (let i = 0; i < f.count; i++) {
    const points: number[] = [];
    for (let l = 0; l <= f.layer; l++) {
      points.push(area.x(l), area.y(f.trail.data[l * f.count + i] as number));
    }
    if (f.layer > 0) surface.path(points, { role: 'particle', opacity, of: 'z' });
  }
  const now = area.x(f.layer);
  surface.line(now, area.top, now, area.bottom, { role: 'ink-3', of: 'ell' });
  const size = f.count > 100 ? 2.5 : 3.5;
  for (let i = 0; i < f.count; i++) {
    const y = area.y(f.trail.data[f.layer * f.count + i] as number);
    surface.mark('particle', now, y, { size, hollow: f.mode[i] !== 1, of: 'z' });
  }
}

/** `ghost` lies behind it, on scales that hold both. */
function drawVariance(
  surface: Surface,
  f: ParticlesFrame,
  view: View,
  layers: number,
  ghost?: ParticlesFrame,
): void {
  const all = [f, ...(ghost ? [ghost] : [])];
  const most = Math.max(1e-3, ...all.flatMap((frame) => [...frame.withinVariance]));
  const area = plot(surface, view, {
    x: { domain: [0, layers], label: 'layer ℓ' },
    y: { domain: [0, most * 1.1], label: 'variance inside the groups', ticks: 3 },
    left,
    right,
  });
  const curve = (on: Surface, { layer, withinVariance }: ParticlesFrame): void => {
    const points = Array.from(withinVariance).flatMap((v, l) => [area.x(l), area.y(v)]);
    if (layer > 0) on.path(points, { role: 'particle', width: 2, of: 'v' });
  };
  if (ghost) curve(asGhost(surface), ghost);
  curve(surface, f);
  const y = area.y(last(f.withinVariance));
  surface.mark('particle', area.x(f.layer), y, { size: 4, of: 'v' });
  surface.text(area.x(f.layer) + 9, Math.max(y, area.top + 6), variance(last(f.withinVariance)), {
    role: 'particle',
    baseline: 'middle',
    bold: true,
    of: 'v',
  });
}
