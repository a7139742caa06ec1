import { plot } from '../../draw/axes';
import { category } from '../../draw/categories';
import { fixed, number, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { heatmap } from '../../draw/heatmap';
import { inset } from '../../draw/inset';
import { nice } from '../../draw/scale';
import { subscript } from '../../draw/subscript';
import type { Surface, View } from '../../draw/surface';
import { type ToyTrainingFrame, toyTraining } from '../../engine/generated/gradient-dynamics';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry, rowOf } from '../shared/as-matrix';
import { centred, check, halves, isShort, listed, polyline } from '../shared/idioms';
import { onToy } from './shared/toy';

const tokens = 5;
const order = Array.from({ length: tokens }, (_, i) => i);
/** Heights in px: of the drawing where all stands side by side, of the losses where they stand below both others, and of the weights and of what stands below them on a phone. */
const tall = 350;
const below = 250;
const stacked = [330, 224] as const;
const wide = (width: number): boolean => width >= 760;
const halfWide = (width: number): boolean => width >= 540;
/** How wide the weights are beside the values. */
const square = 250;

const names = { both: 'both', content: 'content', routing: 'routing' } as const;

const sum = (values: Float64Array): number => values.reduce((a, b) => a + b, 0);
const lossAt = (f: ToyTrainingFrame, step: number): number => sum(rowOf(f.losses, step));
/** Over all steps that were taken. */
const highest = (f: ToyTrainingFrame): number =>
  Math.max(...Array.from({ length: f.taken + 1 }, (_, step) => lossAt(f, step)));
const still = (f: ToyTrainingFrame): boolean =>
  rowOf(f.trails, 0).every((v, i) => v === at(f.values.data, i));
const routed = (f: ToyTrainingFrame): boolean => Math.abs(f.entropy - f.firstEntropy) >= 1e-12;

export default defineFigure({
  id: 'toy-training',
  title: 'A head trains',
  claim:
    'Learning where to look and learning what to say: here the loss of either alone ends about twice as high as that of both.',
  source: { seed: '000', place: 'section 7.1, figures 2 to 5' },
  params: {
    learn: choice({
      label: 'what learns',
      options: names,
      about:
        'Besides the read-out, which always learns: the matrix of the values (content), those of queries and keys (routing), or both.',
    }),
    eta: slider({
      symbol: '\\eta',
      label: 'step size',
      scale: 'log',
      about: 'How far every step goes against the gradient of the summed loss.',
    }),
    steps: slider({
      symbol: 'N',
      label: 'steps',
      step: 10,
      about: 'How long the head trains.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: 'content only',
      params: { learn: 'content' },
      says: 'Attention stays as it was drawn, to the last digit, and the loss ends at more than twice that of both.',
      holds: (f) => !routed(f) && f.loss > 2 * f.lossBoth,
    },
    {
      name: 'routing only',
      params: { learn: 'routing' },
      says: 'The values stay where they were drawn. The head chooses among them, and ends above the loss of both.',
      holds: (f) => still(f) && f.loss > 1.5 * f.lossBoth,
    },
    {
      name: 'too large a step',
      params: { eta: 0.3 },
      says: 'The loss rises in 17 of the steps: such steps leave the region in which the gradient is right. It falls all the same.',
      holds: (f) => f.rises === 17 && f.loss < 0.1,
    },
    {
      name: '400 steps',
      params: { steps: 400 },
      says: 'Given time, five random answers are memorised.',
      holds: (f) => f.loss < 0.5,
    },
  ],
  height: (width) => (wide(width) ? tall : halfWide(width) ? tall + below : stacked[0] + stacked[1]),
  timeline: ({ steps }) => ({ steps, unit: 'step' }),
  core: toyTraining,
  compares: true,
  draw(surface, f, { width }, _, ghost) {
    const other = ghost?.frame;
    if (halfWide(width)) {
      drawWeights(surface, f, { width: square, height: tall });
      const second = wide(width) ? Math.round(0.31 * width) : width - square - 24;
      const height = wide(width) ? tall : tall - 16;
      drawValues(inset(surface, square + 24, 0), f, { width: second, height }, other);
      const left = wide(width) ? square + second + 54 : 0;
      const size = { width: width - left, height: left ? tall : below };
      drawLosses(inset(surface, left, left ? 0 : tall), f, size, other);
      return;
    }
    drawWeights(surface, f, { width, height: stacked[0] });
    const [left, right] = halves(inset(surface, 0, stacked[0]), { width, height: stacked[1] });
    drawValues(left.surface, f, left.view, other);
    drawLosses(right.surface, f, right.view, other);
  },
  describe: (f) => {
    if (f.diverged && f.step === f.taken)
      return say`After ${whole(f.step)} of ${whole(f.steps)} steps the loss is ${number(f.loss, 3)}, and after the next one above 1000: the run is given up.`;
    return say`After ${whole(f.step)} steps the loss is ${fixed(f.loss, 2)}, from ${fixed(lossAt(f, 0), 2)}, and the mean entropy of attention ${fixed(f.entropy, 2)}, from ${fixed(f.firstEntropy, 2)}; in the end the loss is ${fixed(f.lossBoth, 2)} if both halves learn, ${fixed(f.lossContent, 2)} by content alone and ${fixed(f.lossRouting, 2)} by routing alone.`;
  },
  table: (f) => ({
    columns: [
      'step',
      'loss (nats)',
      ...order.map((i) => `loss of query ${i + 1}`),
      ...order.flatMap((j) => [`v${j + 1}, x`, `v${j + 1}, y`]),
    ],
    rows: Array.from({ length: f.taken + 1 }, (_, step) => [
      step,
      lossAt(f, step),
      ...rowOf(f.losses, step),
      ...rowOf(f.trails, step),
    ]),
  }),
  quantities: (f) => ({
    loss: fixed(f.loss, 3),
    alpha: `mean entropy ${fixed(f.entropy, 2)}`,
    v: `v₁ = (${listed(rowOf(f.values, 0), 2)})`,
    g: `g₁ = (${listed(rowOf(f.contexts, 0), 2)})`,
    u: `u₁ = (${listed(rowOf(f.u, 0), 2)})`,
  }),
  python: {
    ...onToy(() => import('./toy-training.py?raw')),
    // Of large steps: each multiplies what rounding has left of the one before.
    within: 1e-6,
  },
  checks: (f) => [
    check(
      'each step changes W_Oᵀ W_O − W_V W_Vᵀ, and the same of Q and K, in second order only',
      f.balanceError,
      1e-12,
    ),
  ],
});

function drawWeights(surface: Surface, f: ToyTrainingFrame, view: View): void {
  heatmap(surface, view, {
    matrix: f.weights,
    domain: [0, 1],
    format: (a) => fixed(a, 2),
    rowLabels: order.map((i) => `q${subscript(i)}`),
    columnLabels: order.map((j) => `v${subscript(j)}`),
    label: 'weight α',
    of: 'alpha',
  });
}

type Place = readonly [x: number, y: number];
const distance = ([x, y]: Place, [otherX, otherY]: Place): number => Math.hypot(x - otherX, y - otherY);
/** Angles from the best place for a name around its mark to others: something else may be there. */
const turns = [0, 1, -1, 2, -2, 3];

/** Where the values are, with the way that each has come. */
function drawValues(surface: Surface, f: ToyTrainingFrame, view: View, other?: ToyTrainingFrame): void {
  const all = [f, ...(other ? [other] : [])].flatMap(({ trails }) => [...trails.data]);
  const reach = Math.max(...nice([0, 1.08 * Math.max(...all.map(Math.abs))]));
  const area = plot(surface, view, {
    x: {
      domain: [-reach, reach],
      label: isShort(view) ? 'first component' : 'values, first component',
      ticks: 5,
      grid: true,
    },
    y: { domain: [-reach, reach], label: 'second component', ticks: 5 },
  });
  const trail = (on: Surface, { trails }: ToyTrainingFrame, step: number): void => {
    for (const j of order) {
      const style = category(j);
      const line: number[] = [];
      for (let t = 0; t <= step; t++) {
        const row = rowOf(trails, t);
        line.push(area.x(at(row, 2 * j)), area.y(at(row, 2 * j + 1)));
      }
      if (step > 0) on.path(line, { role: style.role, width: 1.6, opacity: 0.8, of: 'v' });
      on.mark(style.role, at(line, 0), at(line, 1), { size: 4, hollow: true, of: 'v' });
      on.mark(style.role, at(line, 2 * step), at(line, 2 * step + 1), { size: 5.5, of: 'v' });
    }
  };
  if (other) trail(asGhost(surface), other, other.step);
  trail(surface, f, f.step);
  const markOf = (j: number): Place => [area.x(entry(f.values, j, 0)), area.y(entry(f.values, j, 1))];
  const places: Place[] = [];
  for (const j of order) {
    const [x, y] = markOf(j);
    // Away from where its trail begins, where the hollow mark of another may be; up and to the right where it has none yet.
    const [across, down] = [
      x - area.x(entry(f.trails, 0, 2 * j)) + 6,
      y - area.y(entry(f.trails, 0, 2 * j + 1)) - 5,
    ];
    const around = turns.map((turn) => {
      const angle = Math.atan2(down, across) + turn;
      return [Math.min(x + 16 * Math.cos(angle), view.width - 9), y + 16 * Math.sin(angle)] as const;
    });
    const others = [...places, ...order.filter((k) => k !== j).map(markOf)];
    const free = (place: Place): boolean => others.every((other) => distance(place, other) > 15);
    const place = around.find(free) ?? (around[0] as Place);
    places.push(place);
    surface.text(...place, `v${subscript(j)}`, { role: 'ink', bold: true, ...centred, of: 'v' });
  }
}

/** The loss up to the step that is shown, and the part of each query. */
function drawLosses(surface: Surface, f: ToyTrainingFrame, view: View, other?: ToyTrainingFrame): void {
  const both = [f, ...(other ? [other] : [])];
  const area = plot(surface, view, {
    x: { domain: [0, Math.max(...both.map(({ steps }) => steps))], label: 'step' },
    y: {
      domain: nice([0, Math.max(...both.map(highest))]),
      label: isShort(view) ? 'loss: sum and parts' : 'total loss, and each query’s',
    },
    right: 30,
  });
  const total = (on: Surface, frame: ToyTrainingFrame): void => {
    const line = polyline({ length: frame.step + 1 }, (_, t) => [area.x(t), area.y(lossAt(frame, t))]);
    on.path(line, { role: 'loss', width: 3, of: 'loss' });
  };
  if (other) total(asGhost(surface), other);
  for (const i of order) {
    const { role, dash } = category(i);
    const line = polyline({ length: f.step + 1 }, (_, t) => [area.x(t), area.y(at(rowOf(f.losses, t), i))]);
    surface.path(line, { role, dash, width: 1.3, of: 'loss' });
  }
  total(surface, f);
  const [x, y] = [area.x(f.step), area.y(f.loss)];
  surface.mark('ink', x, y, { size: 4, of: 'loss' });
  surface.text(Math.min(x + 6, view.width), y - 8, fixed(f.loss, f.loss < 100 ? 2 : 0), {
    role: 'ink',
    bold: true,
    anchor: x + 44 > view.width ? 'end' : 'start',
    of: 'loss',
  });
}
