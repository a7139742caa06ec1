import { arrow } from '../../draw/arrow';
import { fixed, power, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import { spread } from '../../draw/spread';
import type { Surface } from '../../draw/surface';
import { type FiveViewsFrame, fiveViews } from '../../engine/generated/bilinear-form';
import { points } from '../../kinds/points';
import { defineFigure, say, slider } from '../declare';
import { asMatrix, at } from '../shared/as-matrix';
import { check, listed } from '../shared/idioms';
import { shaded, zeroLine } from './shared/field';
import { inSteps } from './shared/heights';
import { type Plane, plane, stripes } from './shared/plane';

const reach = 1.3;
const most = (list: ArrayLike<number>): number => Math.max(...Array.from(list));
const least = (list: ArrayLike<number>): number => Math.min(...Array.from(list));
const weightsOf = (f: FiveViewsFrame): Float64Array => f.weights.data.subarray(0, 5);
const margin = (f: FiveViewsFrame): number => at(f.eigenvalues, 0);
const token = (j: number): string => `token ${whole(j + 1)}`;

/** Places of the cells, in the order in which they are read. */
function layout(width: number): { size: number; places: readonly (readonly [number, number])[] } {
  const columns = width < 600 ? 2 : 3;
  const gap = columns === 2 ? 14 : 28;
  const size = Math.min(260, Math.floor((width - (columns - 1) * gap - 2) / columns));
  const left = Math.max(0, (width - columns * size - (columns - 1) * gap) / 2);
  const places = Array.from(
    { length: 6 },
    (_, i) => [left + (i % columns) * (size + gap), Math.floor(i / columns) * (size + 40) + 24] as const,
  );
  return { size, places };
}

export default defineFigure({
  id: 'five-views',
  title: 'One state, read five ways',
  claim:
    'Five readings of attention give the same five numbers: drag the query, and they cannot be told apart.',
  source: { seed: '001', place: 'parts I, III and VIII, with seeds 002 and 004' },
  params: {
    query: points({
      label: 'query',
      name: 'query',
      x: [-reach, reach],
      y: [-reach, reach],
      step: 0.05,
      value: [[1.1, 0.7]],
      about: 'It attends to the five tokens.',
    }),
    beta: slider({
      symbol: '\\beta',
      label: 'inverse temperature',
      range: [0.3, 12],
      scale: 'log',
      about: 'Sharpness of the softmax, 1 / T; to the denoiser, one over the variance of the noise.',
    }),
  },
  presets: [
    {
      name: 'between two memories',
      params: { query: [[0.35, 0.35]] },
      says: 'The step leads outward, and the margin is negative: the landscape curves down here, and two near queries are led apart.',
      holds: (f) => margin(f) < -0.1,
    },
    {
      name: 'cold',
      params: { beta: 12 },
      says: 'The best token has nearly all the weight, and the step leads to it.',
      holds: (f) => most(weightsOf(f)) > 0.95,
    },
    {
      name: 'hot',
      params: { beta: 0.3 },
      says: 'All tokens count nearly alike, and wherever the query is, the output is near the middle.',
      holds: (f) => most(weightsOf(f)) < 0.3,
    },
    {
      name: 'one memory left',
      params: { beta: 1.5 },
      says: 'The margin is positive in the whole picture: all five tokens lead to one and the same place.',
      holds: (f) => f.leastMargin > 0 && f.attractors === 1,
    },
  ],
  height: (width) => inSteps((width < 600 ? 3 : 2) * (layout(width).size + 40)),
  core: fiveViews,
  ask: (p) => ({ query: asMatrix(p.query), beta: p.beta }),
  draw(surface, f, { width }) {
    const { size, places } = layout(width);
    const panels = [
      ['ruler: q · k', drawForm],
      ['Gibbs: energies −q · k', drawLadder],
      ['memory: step down E', drawMemory],
      ['denoiser: clouds', drawClouds],
      ['density: its margin', drawMargin],
      ['the same weights', drawBars],
    ] as const;
    panels.forEach(([name, draw], i) => {
      const [x, y] = places[i] as readonly [number, number];
      surface.text(x, y - 8, name, { role: 'ink-2', bold: true });
      draw(inset(surface, x, y), f, size);
    });
  },
  describe: (f) => {
    const winner = weightsOf(f).indexOf(most(weightsOf(f)));
    const tied = weightsOf(f).filter((weight) => weight > most(weightsOf(f)) - 1e-9).length > 1;
    return say`The query at ${fixed(at(f.query.data, 0), 2)}, ${fixed(at(f.query.data, 1), 2)} gives ${tied ? 'no token alone' : token(winner)} the most weight, ${fixed(most(weightsOf(f)), 3)}, is led to ${fixed(at(f.next.data, 0), 2)}, ${fixed(at(f.next.data, 1), 2)}, and has the margin ${fixed(margin(f), 3)}; step by step, the five tokens lead to ${whole(f.attractors)} ${f.attractors === 1 ? 'memory' : 'memories'}.`;
  },
  table: (f) => ({
    columns: ['token', 'score q·k', 'softmax of the scores', 'Gibbs measure', 'posterior of the clouds'],
    rows: Array.from(f.scores, (s, j) => [
      j + 1,
      s,
      at(f.weights.data, j),
      at(f.weights.data, 5 + j),
      at(f.weights.data, 10 + j),
    ]),
  }),
  quantities: (f) => ({
    alpha: listed(weightsOf(f), 3),
    scores: listed(f.scores, 3),
    E: `${fixed(f.energyAtQuery, 3)} at the query`,
    margin: fixed(margin(f), 3),
  }),
  python: { code: () => [import('./five-views.py?raw')] },
  checks: (f) => [
    check('softmax, Gibbs measure and posterior are the same', f.agreementError, 1e-12),
    check('the output is q − ∇E, by central differences', f.gradientError, 1e-7),
    check('I − β Cov is the Hessian of E, by central differences', f.hessianError, 1e-6),
  ],
});

/** Tokens and query, each where it is; the query can be dragged. */
function drawTokens(surface: Surface, f: FiveViewsFrame, area: Plane, handle = false): void {
  const { x, y } = area;
  for (let j = 0; j < 5; j++)
    surface.mark('key', x(at(f.tokens.data, 2 * j)), y(at(f.tokens.data, 2 * j + 1)), { size: 5, of: 'key' });
  const [qx, qy] = [x(at(f.query.data, 0)), y(at(f.query.data, 1))];
  surface.mark('query', qx, qy, { size: 7, of: 'query' });
  const to = (px: number, py: number): number[] => [x.invert(px), y.invert(py)];
  if (handle) surface.handle({ param: 'query', piece: 0, x: qx, y: qy, to });
}

function drawForm(surface: Surface, f: FiveViewsFrame, size: number): void {
  const area = plane(surface, size, reach);
  stripes(surface, area, f.query.data, 0.25, { role: 'query', opacity: 0.35, of: 'scores' });
  const [x, y] = [area.x(at(f.query.data, 0)), area.y(at(f.query.data, 1))];
  arrow(surface, area.x(0), area.y(0), x, y, { role: 'query', width: 1.5, gap: 8, of: 'query' });
  drawTokens(surface, f, area, true);
  for (let j = 0; j < 5; j++)
    surface.text(area.x(at(f.tokens.data, 2 * j)) + 8, area.y(at(f.tokens.data, 2 * j + 1)) - 5, `${j + 1}`, {
      role: 'key',
      of: 'key',
    });
}

/** The energies as rungs; the line on the right is as high as T. */
function drawLadder(surface: Surface, f: FiveViewsFrame, size: number): void {
  const high = Math.max(1, ...Array.from(f.scores, Math.abs));
  const y = linear([-high, high], [size - 12, 12]);
  const rungs = Array.from(f.scores, (s) => y(-s));
  const labels = spread(rungs, 15, 8, size - 8);
  surface.line(4, 8, 4, size - 8, { role: 'rule' });
  rungs.forEach((rung, j) => {
    surface.line(4, rung, 0.42 * size, rung, { role: 'key', width: 3, of: 'E' });
    const text = `${j + 1}: ${fixed(-at(f.scores, j), 2)}`;
    surface.text(0.46 * size, labels[j] as number, text, { role: 'ink', baseline: 'middle', of: 'E' });
  });
  const [x, tall] = [size - 20, Math.min(size - 24, (y(0) - y(1)) / f.beta)];
  surface.line(x, size - 12, x, size - 12 - tall, { role: 'margin', width: 3, of: 'beta' });
  surface.text(x, size - 18 - tall, 'T', { role: 'margin', bold: true, anchor: 'middle', of: 'beta' });
}

function drawMemory(surface: Surface, f: FiveViewsFrame, size: number): void {
  const area = plane(surface, size, reach);
  // The walls outside rise far above all that matters inside of the circle.
  const sorted = Float64Array.from(f.energy.data).sort();
  const rim = at(sorted, Math.floor(0.75 * sorted.length));
  shaded(surface, area, f.energy, [rim, at(sorted, 0)], { role: 'plus', most: 0.6, of: 'E' });
  const [x, y] = [area.x, area.y];
  drawTokens(surface, f, area);
  const [qx, qy] = [x(at(f.query.data, 0)), y(at(f.query.data, 1))];
  const [nx, ny] = [x(at(f.next.data, 0)), y(at(f.next.data, 1))];
  arrow(surface, qx, qy, nx, ny, { role: 'value', width: 2.5, start: 6, of: 'E' });
}

function drawClouds(surface: Surface, f: FiveViewsFrame, size: number): void {
  const area = plane(surface, size, reach);
  shaded(surface, area, f.density, [least(f.density.data), most(f.density.data)], {
    role: 'particle',
    most: 0.55,
    of: 'alpha',
  });
  drawTokens(surface, f, area);
  const [nx, ny] = [area.x(at(f.next.data, 0)), area.y(at(f.next.data, 1))];
  surface.mark('value', nx, ny, { size: 6, of: 'alpha' });
}

function drawMargin(surface: Surface, f: FiveViewsFrame, size: number): void {
  const area = plane(surface, size, reach);
  const { shape } = f.determinant;
  const data = f.determinant.data.map(Math.abs);
  shaded(surface, area, { shape, data }, [0, Math.min(2, most(data))], {
    role: 'margin',
    most: 0.55,
    of: 'margin',
  });
  zeroLine(surface, area, f.margin, { role: 'ink', dash: [4, 3], width: 1.2, of: 'margin' });
  drawTokens(surface, f, area);
  surface.text(6, size - 8, fixed(margin(f), 3), { role: 'ink', bold: true, of: 'margin' });
}

function drawBars(surface: Surface, f: FiveViewsFrame, size: number): void {
  const x = linear([0, 1], [18, size - 44]);
  const row = (size - 4) / 5;
  weightsOf(f).forEach((a, j) => {
    const y = 2 + (j + 0.5) * row;
    surface.text(0, y, `${j + 1}`, { role: 'key', baseline: 'middle', of: 'key' });
    surface.rect(18, y - 9, Math.max(1, x(a) - 18), 18, { role: 'weight', of: 'alpha' });
    surface.text(x(a) + 6, y, a < 0.0005 ? power(a, 0) : fixed(a, 3), {
      role: 'ink',
      baseline: 'middle',
      of: 'alpha',
    });
  });
}
