import { xAxis } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { textWidth } from '../../draw/labels';
import { linear, type Scale } from '../../draw/scale';
import type { Role, Surface } from '../../draw/surface';
import { type BeforeAfterFrame, beforeAfter, type Spread } from '../../engine/generated/denoising';
import { defineFigure, say } from '../declare';
import { at } from '../shared/as-matrix';
import { check } from '../shared/idioms';
import { tableOf } from '../shared/table';
import { onTokens, queryParam, symmetricDomain, tokenParams } from './shared/tokens';

/** Heights in px: the labels of the three lines on top, one panel of tokens, the panel of draws, the axis. */
const top = 26;
const strip = 112;
const cloud = 104;
const axis = 46;

export default defineFigure({
  id: 'before-after',
  title: 'The same question before and after Stage 1',
  claim:
    'Asked directly, noisy tokens hardly move the query; after layers of attention they take it most of the way to the exact answer, on average.',
  source: { seed: '004', place: 'equation 2 and the figure of section 1' },
  params: {
    query: queryParam('The noisy token to denoise.'),
    ...tokenParams,
  },
  first: ['query', 'beta', 'count'],
  presets: [
    {
      name: 'the published numbers',
      params: { centre: 2, query: 1.4, count: 24, beta: 5, layers: 40 },
      says: 'Centres at ±2, query 1.4: already on the noisy tokens the estimate is near +2 and never near the centre.',
      holds: (f) => f.drawsBefore.every((x) => x > 1),
    },
    {
      name: '24 tokens',
      params: { count: 24 },
      says: 'With few tokens depth trades bias for variance: the middle moves to the truth, and the error over draws hardly changes.',
      holds: (f) =>
        Math.abs(f.spreadAfter.rms - f.spreadBefore.rms) < 0.25 * f.spreadBefore.rms &&
        f.spreadAfter.sd > 1.5 * f.spreadBefore.sd,
    },
    {
      name: '200 tokens',
      params: { count: 200 },
      says: 'With many tokens depth pays: the error over draws falls to less than half.',
      holds: (f) => f.spreadAfter.rms < 0.5 * f.spreadBefore.rms,
    },
    {
      name: 'blunt kernel',
      params: { beta: 2 },
      says: 'With β = 2 the two groups merge into one, and the answer is lost: it is worse than on the noisy tokens.',
      holds: (f) => Math.abs(f.spreadAfter.mean) < 0.2 && f.spreadAfter.rms > f.spreadBefore.rms,
    },
    {
      name: 'no depth',
      params: {},
      t: 0,
      says: 'Without a single layer the two panels are the same, and so are the answers.',
      holds: (f) => f.layer === 0 && f.after === f.before,
    },
  ],
  height: () => top + 2 * strip + cloud + axis,
  timeline: (p) => ({ steps: p.layers, unit: 'layer' }),
  core: beforeAfter,
  draw(surface, f, view, p) {
    const x = linear(symmetricDomain([...f.tokens, p.query], p.centre), [12, view.width - 12]);
    const bottom = top + 2 * strip + cloud;
    drawPaths(surface, f, x);
    drawLines(surface, f, p.query, x, bottom);
    const common = { x, exact: f.exact };
    surface.text(x.range[1], top + 12, 'bars: weights', { role: 'weight', anchor: 'end', of: 'b' });
    drawTokens(surface, {
      ...common,
      y: top,
      name: 'noisy tokens',
      at: f.tokens,
      weights: f.weightsBefore,
      estimate: f.before,
    });
    drawTokens(surface, {
      ...common,
      y: top + strip,
      name: `after ${whole(f.layer)} ${f.layer === 1 ? 'layer' : 'layers'}`,
      at: f.particles,
      weights: f.weightsAfter,
      estimate: f.after,
    });
    drawDraws(inset(surface, 0, top + 2 * strip), f, x);
    const area = { x, left: x.range[0], right: x.range[1], top, bottom };
    xAxis(surface, area, { domain: x.domain, label: 'position' }, { ...view, height: bottom + axis });
  },
  describe: (f, p) =>
    say`For the query ${fixed(p.query, 1)} the estimate goes from ${fixed(f.before, 2)} on the noisy tokens to ${fixed(f.after, 2)} at layer ${whole(f.layer)}, where ${fixed(f.exact, 2)} is exact; over ${whole(f.drawsAfter.length)} draws the root mean square error goes from ${fixed(f.spreadBefore.rms, 2)} to ${fixed(f.spreadAfter.rms, 2)}.`,
  table: (f) =>
    tableOf(
      Array.from({ length: f.count }, (_, i) => ({
        token: i + 1,
        'noisy position': at(f.tokens, i),
        weight: at(f.weightsBefore, i),
        [`position at layer ${f.layer}`]: at(f.particles, i),
        [`weight at layer ${f.layer}`]: at(f.weightsAfter, i),
      })),
    ),
  quantities: (f) => ({
    z: `${whole(f.count)} positions`,
    b: `${whole(f.count)} weights, the largest ${fixed(
      f.weightsAfter.reduce((a, b) => Math.max(a, b), 0),
      3,
    )}`,
    xhat: fixed(f.after, 2),
    ell: whole(f.layer),
    Lstar: number(f.matchedLayers),
  }),
  python: onTokens(() => import('./before-after.py?raw')),
  checks: (f) => [
    check('Stage 2 weights sum to 1', f.weightError, 1e-12),
    check(
      'the estimate is the query minus the energy’s slope, by central differences',
      f.gradientError,
      1e-6,
    ),
  ],
});

/** The query and the exact answer, through all panels; each label on the side away from the other line. */
function drawLines(surface: Surface, f: BeforeAfterFrame, query: number, x: Scale, bottom: number): void {
  const lines = [
    {
      text: `query ${fixed(query, 1)}`,
      at: x(query),
      role: 'query' as const,
      before: query <= f.exact,
      of: 'query',
    },
    {
      text: `exact ${fixed(f.exact, 2)}`,
      at: x(f.exact),
      role: 'ink' as const,
      before: query > f.exact,
      of: undefined,
    },
  ];
  for (const { text, at, role, before, of } of lines) {
    surface.line(at, 14, at, bottom, { role, dash: role === 'query' ? [1, 4] : [6, 4], ...(of && { of }) });
    // Room for the ring that shows where to take hold.
    beside(surface, x, at, 9, text, { role, before, gap: role === 'query' ? 18 : 12, ...(of && { of }) });
  }
  surface.mark('query', x(query), 8, { size: 6, of: 'query' });
  surface.handle({ param: 'query', x: x(query), y: 8, along: 'x', at: x.invert });
}

/** A label to the left or the right of a line; on the other side where there is no room. */
function beside(
  surface: Surface,
  x: Scale,
  at: number,
  y: number,
  text: string,
  { role, before, gap = 12, of }: { role: Role; before: boolean; gap?: number; of?: string },
): void {
  const width = textWidth(text, true) + gap;
  const left = before ? at - width >= x.range[0] - 12 : at + width > x.range[1] + 12;
  const anchor = left ? 'end' : 'start';
  surface.text(at + (left ? -gap : gap), y, text, {
    role,
    anchor,
    baseline: 'middle',
    bold: true,
    ...(of && { of }),
  });
}

/** From where each token was to where it is: at the end a hundred lie on two points, and where they come from is what there is to see. */
function drawPaths(surface: Surface, f: BeforeAfterFrame, x: Scale): void {
  const base = top + strip - 36;
  for (let i = 0; i < f.count; i++)
    surface.line(x(at(f.tokens, i)), base, x(at(f.particles, i)), base + strip, {
      role: 'particle',
      opacity: 0.2,
      of: 'z',
    });
}

interface TokensPanel {
  readonly x: Scale;
  readonly y: number;
  readonly name: string;
  readonly at: Float64Array;
  readonly weights: Float64Array;
  readonly estimate: number;
  readonly exact: number;
}

/** The tokens on a line, above each a bar for its weight, below the mean of the tokens under these weights. */
function drawTokens(surface: Surface, panel: TokensPanel): void {
  const { x, at, weights, estimate } = panel;
  const base = panel.y + strip - 36;
  const most = weights.reduce((a, b) => Math.max(a, b), 0);
  surface.text(x.range[0], panel.y + 12, panel.name, { role: 'ink-2', bold: true });
  surface.line(x.range[0], base, x.range[1], base, { role: 'rule' });
  for (let i = 0; i < at.length; i++) {
    const height = ((weights[i] as number) / most) * (strip - 60);
    if (height < 0.5) continue;
    const px = x(at[i] as number);
    surface.line(px, base, px, base - height, { role: 'weight', width: 1.5, opacity: 0.6, of: 'b' });
  }
  for (const position of at) surface.mark('particle', x(position), base, { size: 3, opacity: 0.55, of: 'z' });
  const px = x(estimate);
  surface.mark('value', px, base + 13, { size: 6, of: 'xhat' });
  const before = estimate <= panel.exact;
  beside(surface, x, px, base + 14, `estimate ${fixed(estimate, 2)}`, { role: 'value', before, of: 'xhat' });
}

/** The estimates of all draws: a row for the noisy tokens, a row for the refined ones, with mean and standard deviation. */
function drawDraws(surface: Surface, f: BeforeAfterFrame, x: Scale): void {
  const complete = f.drawsAfter.length === f.draws;
  const name = complete
    ? `the same over ${whole(f.draws)} draws`
    : `${whole(f.drawsAfter.length)} of ${whole(f.draws)} draws`;
  surface.text(x.range[0], 12, name, { role: 'ink-2', bold: true });
  const rows: readonly [string, Float64Array, Spread, number][] = [
    ['noisy', f.drawsBefore, f.spreadBefore, 40],
    ['refined', f.drawsAfter, f.spreadAfter, 78],
  ];
  // Few tokens may lie anywhere: what is beyond the axis stands at its end.
  const within = (at: number): number => Math.max(x.range[0], Math.min(x.range[1], x(at)));
  for (const [label, draws, { mean, sd }, y] of rows) {
    surface.text(x.range[0], y, label, { role: 'ink-3', baseline: 'middle' });
    for (const estimate of draws)
      surface.mark('value', within(estimate), y - 5, {
        size: 3,
        opacity: 0.45,
        hollow: label === 'noisy',
        of: 'xhat',
      });
    surface.line(within(mean - sd), y + 8, within(mean + sd), y + 8, { role: 'value', width: 2, of: 'xhat' });
    surface.line(within(mean), y + 3, within(mean), y + 13, { role: 'value', width: 3, of: 'xhat' });
  }
}
