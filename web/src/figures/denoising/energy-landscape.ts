import { type Plot, plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { textWidth } from '../../draw/labels';
import type { Surface } from '../../draw/surface';
import { type EnergyLandscapeFrame, energyLandscape } from '../../engine/generated/denoising';
import { defineFigure, say } from '../declare';
import { check, upright } from '../shared/idioms';
import { legend } from '../shared/legend';
import { onTokens, queryParam, tokenParams } from './shared/tokens';

/**
 * The landscape itself: everything of interest lies below its rim, the walls outside do not. From what stays as it is while depth
 * plays, with room for wells that get deeper and a ridge that gets higher.
 */
function domainOf(f: EnergyLandscapeFrame, query: number): readonly [number, number] {
  const middle = (f.positions.length - 1) / 2;
  const reach = f.positions[f.positions.length - 1] as number;
  const at = Math.round(middle * (1 + Math.max(-1, Math.min(1, query / reach))));
  const curves = [f.energyBefore, f.energyExact];
  const low = Math.min(...curves.map((e) => e.reduce((a, b) => Math.min(a, b))));
  const high = Math.max(...curves.flatMap((e) => [e[middle] as number, e[at] as number]));
  const room = Math.max(high - low, 0.2);
  return [low - 0.45 * room, high + 0.6 * room];
}

export default defineFigure({
  id: 'energy-landscape',
  title: 'Stage 1 digs the wells that Stage 2 steps into',
  claim:
    'The attention layers (Stage 1) never see this landscape, and yet they dig the wells that the answer (Stage 2) steps into.',
  source: { seed: '004', place: 'equation 2 and the figure of section 4' },
  params: {
    query: queryParam('The noisy token to denoise. Its place on the landscape decides where the step goes.'),
    ...tokenParams,
  },
  first: ['query', 'beta', 'sigma2'],
  presets: [
    {
      name: 'no depth',
      params: {},
      t: 0,
      says: 'The noisy tokens make two shallow wells with less than half of the barrier between them: the step goes only part of the way.',
      holds: (f) => f.barrierAfter < 0.5 * f.barrierExact && f.estimate < 0.8 * f.exact,
    },
    {
      name: 'after 20 layers',
      params: {},
      t: 20,
      says: 'At the matched depth there are two wells, and between them more than two thirds of the barrier of the true prior.',
      holds: (f) => f.layer === 20 && f.barrierAfter > 0.66 * f.barrierExact,
    },
    {
      name: 'on the ridge',
      params: { query: 0, count: 200 },
      says: 'A query at 0 stands on the barrier. Which way the step from there goes, and how far, is up to the draw.',
      holds: (f) => Math.abs(f.estimate) < 0.75 && f.barrierAfter > 0.5 * f.barrierExact,
    },
    {
      name: 'blunt kernel',
      params: { beta: 1 },
      says: 'With β = 1 the wells get deeper for twenty layers; then the groups draw together, and the barrier ends lower than on the noisy tokens.',
      holds: (f) => f.barrierAfter < 0.7 * f.barrierBefore,
    },
  ],
  height: (width) => (width < 520 ? 400 : 420),
  timeline: (p) => ({ steps: p.layers, unit: 'layer' }),
  core: energyLandscape,
  draw(surface, f, view, p) {
    const reach = f.positions[f.positions.length - 1] as number;
    const area = plot(surface, view, {
      x: { domain: [-reach, reach], label: 'position q' },
      y: { domain: domainOf(f, p.query), label: 'energy E(q) + const', ticks: 4 },
      above: 22,
    });
    drawCurves(surface, f, area);
    for (const z of f.particles)
      surface.mark('particle', area.x(z), area.bottom - 8, { size: 3, opacity: 0.5, of: 'z' });
    drawStep(surface, f, p.query, area);
  },
  describe: (f, p) =>
    say`At layer ${whole(f.layer)} the barrier between the wells is ${fixed(f.barrierAfter, 2)} high, on the noisy tokens ${fixed(f.barrierBefore, 2)} and for the true prior ${fixed(f.barrierExact, 2)}; from the query at ${fixed(p.query, 1)} the step leads to ${fixed(f.estimate, 2)}, where ${fixed(f.exact, 2)} is exact.`,
  table: (f) => ({
    columns: ['position', 'energy of noisy tokens', `energy at layer ${f.layer}`, 'energy of the true prior'],
    rows: Array.from(f.positions, (q, i) => [
      q,
      f.energyBefore[i] as number,
      f.energyAfter[i] as number,
      f.energyExact[i] as number,
    ]),
  }),
  quantities: (f) => ({
    z: `${whole(f.particles.length)} positions`,
    E: `${fixed(f.queryEnergy, 2)} at the query`,
    xhat: fixed(f.estimate, 2),
    ell: whole(f.layer),
    Lstar: number(f.matchedLayers),
  }),
  python: onTokens(() => import('./energy-landscape.py?raw')),
  checks: (f) => [
    check('the slope at the query is that of central differences', f.slopeError, 1e-6),
    check('the query less the slope is the attention-weighted mean', f.meanError, 1e-12),
  ],
});

function drawCurves(surface: Surface, f: EnergyLandscapeFrame, area: Plot): void {
  const curves = [
    { name: 'noisy tokens', energy: f.energyBefore, style: { role: 'ink-3', width: 1.5, of: 'E' } },
    {
      name: 'true prior',
      energy: f.energyExact,
      style: { role: 'ink-2', dash: [6, 4], width: 1.5, of: 'E' },
    },
    { name: 'particles', energy: f.energyAfter, style: { role: 'particle', width: 2.5, of: 'E' } },
  ] as const;
  for (const { energy, style } of curves) {
    for (const points of below(f.positions, energy, area)) surface.path(points, style);
  }
  // The curves leave the plot at its upper edge, close together: their names stand in a row above it.
  legend(surface, area.right, 29, curves);
}

/** The pieces of a curve under the upper edge of the plot, cut where they cross it. */
function below(positions: Float64Array, energy: Float64Array, { x, y, top }: Plot): number[][] {
  const pieces: number[][] = [];
  let piece: number[] | undefined;
  for (let i = 0; i < positions.length; i++) {
    const [px, py] = [x(positions[i] as number), y(energy[i] as number)];
    const before = i > 0 && { px: x(positions[i - 1] as number), py: y(energy[i - 1] as number) };
    const cut = (): number[] => {
      if (!before) return [px, py];
      return [before.px + ((px - before.px) * (top - before.py)) / (py - before.py), top];
    };
    if (py >= top) {
      if (!piece) {
        piece = before ? cut() : [];
        pieces.push(piece);
      }
      piece.push(px, py);
    } else if (piece) {
      piece.push(...cut());
      piece = undefined;
    }
  }
  return pieces.filter((points) => points.length > 2);
}

/** From the query on the curve along its slope for one full step, then down to where the answer lies on the curve. */
function drawStep(surface: Surface, f: EnergyLandscapeFrame, query: number, area: Plot): void {
  const inside = (energy: number): number => Math.max(area.top, Math.min(area.bottom, area.y(energy)));
  const [qx, qy] = [area.x(query), inside(f.queryEnergy)];
  const [ex, ey] = [area.x(f.estimate), inside(f.estimateEnergy)];
  const exact = upright(surface, area, f.exact, { role: 'ink-3', dash: [2, 5] });
  surface.line(qx, qy, ex, qy, { role: 'value', width: 2, of: 'xhat' });
  surface.line(ex, qy, ex, ey, { role: 'value', dash: [2, 4], of: 'xhat' });
  // Above the step, where the curve leaves room: it falls that way.
  const room = 8 + textWidth('query');
  const ahead = ex < qx ? -1 : 1;
  const fits = ahead > 0 ? qx + room < area.right : qx - room > area.left;
  const side = fits ? ahead : -ahead;
  surface.text(qx + 8 * side, qy - 12, 'query', {
    role: 'query',
    anchor: side > 0 ? 'start' : 'end',
    baseline: 'middle',
    of: 'query',
  });
  // Below it, or beside it where that is the axis.
  const low = ey + 28 > area.bottom;
  surface.text(low ? ex + 10 : ex, low ? ey - 12 : ey + 20, 'estimate', {
    role: 'value',
    anchor: low ? 'start' : 'middle',
    baseline: 'middle',
    of: 'xhat',
  });
  surface.text(exact + 6, area.top + 10, 'exact', { role: 'ink-3', baseline: 'middle' });
  surface.mark('value', ex, ey, { size: 6, of: 'xhat' });
  surface.mark('query', qx, qy, { size: 7, of: 'query' });
  surface.handle({ param: 'query', x: qx, y: qy, along: 'x', at: area.x.invert });
}
