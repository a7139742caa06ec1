import { decimals, fixed, number } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import { simplex } from '../../draw/simplex';
import type { Surface } from '../../draw/surface';
import { type FreeEnergySimplexFrame, freeEnergySimplex } from '../../engine/generated/bilinear-form';
import { matrix } from '../../kinds/matrix';
import { points } from '../../kinds/points';
import { defineFigure, say, slider } from '../declare';
import { asMatrix, at } from '../shared/as-matrix';
import { bands } from '../shared/bands';
import { check, listed } from '../shared/idioms';
import { inTriangle } from '../shared/in-triangle';
import { inSteps } from './shared/heights';

const grid = 0.005;
const short = (v: number): string => fixed(v, decimals(Number(v.toPrecision(3))));
const most = (list: ArrayLike<number>): number => Math.max(...Array.from(list));

const narrowAt = 560;
const triangle = 360;

export default defineFigure({
  id: 'free-energy-simplex',
  title: 'Any other weights cost more',
  claim: 'Drag the disc anywhere: no other weights have a lower cost (free energy) than those of softmax.',
  source: { seed: '001', place: 'section 4.4, equation 27' },
  params: {
    p: points({
      label: 'other weights',
      name: 'point',
      axes: ['p₁', 'p₂'],
      x: [0, 1],
      y: [0, 1],
      step: grid,
      inside: inTriangle(grid),
      value: [[0.2, 0.3]],
      about: 'Weights of keys 1 and 2; key 3 has what is left to 1.',
    }),
    temperature: slider({
      symbol: 'T',
      label: 'temperature',
      range: [0.05, 10],
      scale: 'log',
      about:
        'How much entropy is worth. The colder, the nearer the minimum is to the corner of the best key.',
    }),
    scores: matrix({
      label: 'scores',
      range: [-20, 20],
      step: 0.1,
      value: [[2], [1], [0]],
      about: 'The scores of the keys; minus these are the energies.',
    }),
  },
  presets: [
    {
      name: 'at softmax',
      params: { p: [[0.665, 0.245]] },
      says: 'The disc stands on the minimum, and the gap is 0.',
      holds: (f) => f.gap < 1e-5,
    },
    {
      name: 'all on the worst key',
      params: { p: [[0, 0]] },
      says: 'In the corner the slope is infinite, but the gap is finite: 2.41.',
      holds: (f) => f.gap > 2.4 && f.gap < 2.42,
    },
    {
      name: 'cold: entropy hardly counts',
      params: { p: [[0.335, 0.335]], temperature: 0.1 },
      says: 'The minimum is in the corner of the best key, and weights spread evenly cost 0.89 more.',
      holds: (f) => most(f.weights) > 0.9999,
    },
    {
      name: 'hot: only entropy counts',
      params: { temperature: 10 },
      says: 'The minimum is near the middle, where all keys count alike.',
      holds: (f) => most(f.weights) < 0.37,
    },
  ],
  height: (width) => (width < narrowAt ? inSteps(Math.min(width, triangle) * 0.9 + 150) : triangle),
  core: freeEnergySimplex,
  ask: (p) => ({ p: asMatrix(p.p), temperature: p.temperature, scores: p.scores.flat() }),
  draw(surface, f, { width, height }) {
    const narrow = width < narrowAt;
    const tall = narrow ? height - 150 : height;
    drawTriangle(surface, f, narrow ? width : Math.min(430, width - 250), tall);
    const [x, y] = narrow ? [0, tall + 16] : [Math.min(430, width - 250) + 40, tall / 2 - 84];
    drawGauge(inset(surface, x, y), f, width - x - 8, narrow ? 24 : 34);
  },
  describe: (f, p) =>
    say`At T = ${number(p.temperature)} softmax has the weights ${fixed(at(f.weights, 0), 3)}, ${fixed(at(f.weights, 1), 3)} and ${fixed(at(f.weights, 2), 3)} with ⟨E⟩ − T H = ${fixed(f.freeEnergy, 3)}, and the disc, at ${fixed(at(f.p, 0), 3)}, ${fixed(at(f.p, 1), 3)} and ${fixed(at(f.p, 2), 3)}, is ${fixed(f.gap, 3)} above it.`,
  table: (f) => ({
    columns: ['weights', 'key 1', 'key 2', 'key 3', '<E> - T H', 'above F'],
    rows: [
      ['softmax', ...f.weights, f.freeEnergy, 0],
      ['p', ...f.p, f.otherFreeEnergy, f.gap],
    ],
  }),
  quantities: (f) => ({
    a: listed(f.weights, 3),
    F: fixed(f.freeEnergy, 3),
  }),
  python: { code: () => [import('./free-energy-simplex.py?raw')] },
  checks: (f) => [
    check('what p costs more is T times the divergence', f.gapError, 1e-12),
    check('no cell of the triangle is below F, by', f.below, 1e-12),
  ],
});

function drawTriangle(surface: Surface, f: FreeEnergySimplexFrame, width: number, height: number): void {
  const name = (j: number): string => `key ${j + 1}: ${short(at(f.scores, j))}`;
  const view = { width, height };
  const corners = [name(0), name(1), name(2)] as const;
  const area = simplex(surface, view, { corners, parts: 1, of: ['scores', 'scores', 'scores'] });
  const highest = most(f.excess) || 1;
  const columns = f.rows;
  // The rows of cells grow by one each: all are read off as if they had as many as the last.
  const data = Float64Array.from({ length: f.rows * columns }, (_, k) => {
    const [i, share] = [Math.floor(k / columns), ((k % columns) + 0.5) / columns];
    const place = Math.max(0, Math.min(i, share * (i + 1) - 0.5));
    const [from, part] = [(i * (i + 1)) / 2 + Math.floor(place), place % 1];
    return at(f.excess, from) * (1 - part) + (part && at(f.excess, from + 1) * part);
  });
  const style = { domain: [0, highest], opacity: 0.75, role: 'plus', of: 'F' } as const;
  bands(surface, { shape: [f.rows, columns], data }, style, (column, row) => {
    const [rest, share] = [(row + 0.5) / f.rows, (column + 0.5) / columns];
    return area.at([1 - rest, rest * (1 - share), rest * share]);
  });
  surface.path([...area.outline, area.outline[0] as number, area.outline[1] as number], { role: 'ink-3' });
  for (const piece of offTheEdge(f.level.data))
    surface.path(area.path(piece), { role: 'ink', dash: [4, 3], width: 1.2, of: 'p' });
  surface.path(area.path(f.path.data), { role: 'surface', width: 4, of: 'temperature' });
  surface.path(area.path(f.path.data), { role: 'ink-2', width: 1.8, of: 'temperature' });
  const [ax, ay] = area.at(f.weights);
  surface.mark('weight', ax, ay, { size: 6, of: 'a' });
  const [px, py] = area.at(f.p);
  surface.mark('surface', px, py, { size: 9 });
  surface.mark('particle', px, py, { size: 7, of: 'p' });
  const to = (x: number, y: number): number[] => area.invert(x, y).slice(0, 2);
  surface.handle({ param: 'p', piece: 0, x: px, y: py, to });
}

/** A line of shares, p1, p2, p3, p1, ..., in pieces without those that lie on an edge. */
function offTheEdge(shares: Float64Array): number[][] {
  const pieces: number[][] = [[]];
  for (let i = 0; i + 2 < shares.length; i += 3) {
    const here = Array.from(shares.subarray(i, i + 3));
    if (Math.min(...here) > 1e-9) pieces[pieces.length - 1]?.push(...here);
    else pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 3);
}

/** F and what is above it, on one line; the names of the marks. `line` px from each to the next. */
function drawGauge(surface: Surface, f: FreeEnergySimplexFrame, width: number, line: number): void {
  const left = 84;
  const x = linear(
    // The greatest gap that there is at this temperature.
    [0, Math.max(f.gap, most(f.excess), 1e-9)],
    [left, Math.max(left + 20, width - 60)],
  );
  surface.text(0, 0, '⟨E⟩ − T H', { role: 'ink-3', baseline: 'middle', of: 'F' });
  const rows = [
    { name: 'softmax', role: 'weight', value: f.freeEnergy, of: 'a' },
    { name: 'the disc', role: 'particle', value: f.otherFreeEnergy, of: 'p' },
  ] as const;
  rows.forEach(({ name, role, value, of }, i) => {
    const y = line * (i + 1);
    surface.mark(role, 6, y, { size: 5, of });
    surface.text(18, y, name, { baseline: 'middle', of });
    surface.text(left, y, fixed(value, 3), { role: 'ink', baseline: 'middle', of });
  });
  const [y, tall] = [line * 3, line * 0.6];
  surface.text(0, y, 'the gap', { baseline: 'middle', of: 'p' });
  const wide = Math.max(1, x(f.gap) - x(0));
  surface.rect(x(0), y - tall / 2, wide, tall, { role: 'particle', opacity: 0.7, of: 'p' });
  const value = fixed(f.gap, 2);
  surface.text(x(f.gap) + 6, y, value, { role: 'ink', bold: true, baseline: 'middle', of: 'p' });
  surface.text(left, y + line, '= T × KL(p | a)', { role: 'ink-3', baseline: 'middle', of: 'p temperature' });
  surface.text(0, y + 2 * line, 'dashed: where the gap is the same', { role: 'ink-3', baseline: 'middle' });
}
