import { plot } from '../../draw/axes';
import { number, power, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { textWidth } from '../../draw/labels';
import type { Role, Surface, View } from '../../draw/surface';
import { type BackwardPassFrame, backwardPass } from '../../engine/generated/bilinear-form';
import type { Matrix } from '../../engine/values';
import { type MatrixValue, matrix } from '../../kinds/matrix';
import { defineFigure, say, slider, type Values } from '../declare';
import { asMatrix, entry } from '../shared/as-matrix';
import { centred, check, polyline } from '../shared/idioms';
import { legend } from '../shared/legend';
import { pairs } from '../shared/pairs';
import { example, largest, type Step, steps, tile } from './shared/products';

const entries = (label: string, value: MatrixValue, about: string) =>
  matrix({ label, range: [-20, 20], step: 0.5, value, about });

const params = {
  q: entries('Q', example.q, 'Queries, a row each.'),
  k: entries('K', example.k, 'Keys, a row each.'),
  v: entries('V', example.v, 'Values, a row each.'),
  dO: entries('∂O', example.dO, 'How fast the loss changes with each entry of the output.'),
  h: slider({
    symbol: 'h',
    label: 'nudge',
    range: [1e-13, 0.1],
    scale: 'log',
    about: 'How far an entry is moved up and down for a central difference.',
  }),
};
type P = Values<typeof params>;

const products = 5;
/** Heights in px: the product, all results, the plot; below `wide` px they stand below each other and most results are left out. */
const above = 220;
const narrowAbove = 312;
const results = 176;
const errors = 270;
const wide = (width: number): boolean => width >= 860;
const productHeight = (width: number): number => (width < 480 ? narrowAbove : above);
const half = (width: number): number => (wide(width) ? 560 : width);

const worst = (f: BackwardPassFrame): number => Math.max(...f.error);

export default defineFigure({
  id: 'backward-pass',
  title: 'Five products backwards',
  claim: 'Five products are the whole backward pass; you can check each by nudging one number.',
  source: { seed: '001', place: 'section 6.5 and example 1' },
  params,
  first: ['h', 'dO', 'v'],
  presets: [
    {
      name: 'too large a nudge',
      params: { h: 0.1 },
      says: 'For Q and K three digits are right, because softmax bends on the way. For V all are: the output is linear in V.',
      holds: (f) => (f.error[0] as number) > 1e-4 && (f.error[2] as number) < 1e-12,
    },
    {
      name: 'too small a nudge',
      params: { h: 1e-12 },
      says: 'The two losses agree in nearly all digits, and their difference is mostly rounding.',
      holds: (f) =>
        Math.max(f.error[0] as number, f.error[1] as number) > 1e-4 && (f.error[2] as number) > 1e-6,
    },
    {
      name: 'equal values',
      params: { v: pairs(1, 1, 1, 1, 1, 1) },
      says: 'The output is the same whatever the weights are, so scores, queries and keys get no gradient.',
      holds: (f) => largest(f.dScores) + largest(f.dQ) + largest(f.dK) === 0,
    },
    {
      name: 'one winner',
      params: {
        q: pairs(20, 0, 0, 20),
        k: pairs(1, 0, 0, 1, 0.5, 0.5),
      },
      says: 'Each query has all its weight on one key, and the gradient stops at the softmax: ∂S is below a thousandth.',
      holds: (f) => largest(f.dScores) < 1e-3 && largest(f.dScores) > 0,
    },
  ],
  height: (width) => (wide(width) ? above + results : productHeight(width) + errors),
  timeline: () => ({ steps: products, unit: 'product' }),
  core: backwardPass,
  ask: ({ q, k, v, dO, h }) => ({ q: asMatrix(q), k: asMatrix(k), v: asMatrix(v), dOutput: asMatrix(dO), h }),
  draw(surface, f, view, p) {
    const width = half(view.width);
    drawProduct(surface, f, { width, height: productHeight(width) }, p);
    if (wide(view.width)) {
      drawResults(inset(surface, 0, above), f, { width, height: results });
      drawErrors(
        inset(surface, width + 34, 0),
        f,
        { width: view.width - width - 34, height: above + results },
        p,
      );
    } else drawErrors(inset(surface, 0, productHeight(width)), f, { width, height: errors }, p);
  },
  describe: (f, { h }) =>
    say`Product ${whole(f.step)} of ${whole(products)} gives ${steps[f.step]?.result ?? ''}; for the nudge ${number(h, 2)} the gradients of queries, keys and values miss the differences by ${number(f.error[0] as number, 2)}, ${number(f.error[1] as number, 2)} and ${number(f.error[2] as number, 2)} of their largest entry.`,
  table: (f) => ({
    columns: ['product', 'gradient', 'row', 'column', 'value'],
    rows: steps.slice(0, f.step + 1).flatMap(({ result, of }, step) => {
      const m = of(f);
      return Array.from(m.data, (value, i) => [
        step,
        result,
        Math.floor(i / m.shape[1]) + 1,
        (i % m.shape[1]) + 1,
        value,
      ]);
    }),
  }),
  quantities: (f) => ({
    a: `${whole(f.weights.shape[0])} × ${whole(f.weights.shape[1])}`,
    dS: `largest ${number(largest(f.dScores), 2)}`,
    error: number(worst(f), 2),
  }),
  python: { code: () => [import('./backward-pass.py?raw')] },
  checks: (f) => [
    check('the five products are the library’s gradients', f.productError, 1e-11),
    check('rows of ∂S sum to 0', f.scoreSumError, 1e-11),
    check('columns of ∂K sum to 0', f.keySumError, 1e-11),
  ],
});

/** The product that is being taken: two matrices and what comes out. */
function drawProduct(surface: Surface, f: BackwardPassFrame, view: View, p: P): void {
  const step = steps[f.step] as Step;
  surface.text(0, 16, step.formula, { role: 'ink', bold: true, of: step.symbol });
  const [a, b] = step.operands.map(({ of }) => of(f, p)) as [Matrix, Matrix];
  const out = step.of(f);
  const [columns, rows] = [a.shape[1] + b.shape[1], Math.max(a.shape[0], b.shape[0])];
  const inRow = Math.min(48, Math.floor((view.width - 58) / (columns + out.shape[1])));
  // Where numbers would not fit into the cells the result stands below, under the columns that it takes its own from.
  const stacked = inRow < 40;
  const below = Math.floor((view.height - 96) / (rows + out.shape[0]));
  const size = stacked ? Math.min(44, below, Math.floor((view.width - 32) / columns)) : inRow;
  const tall = 18 + size * rows;
  const [first, second] = step.operands;
  let [x, top] = [0, 40];
  const sign = (text: string): void => {
    const style = { role: 'ink', ...centred, bold: true } as const;
    surface.text(x + 13, top + 18 + 0.5 * size * Math.min(rows, out.shape[0]), text, style);
    x += 26;
  };
  x += tile(inset(surface, x, top), first.name, a, size, step.symbol);
  sign(step.between);
  const under = x - 26;
  x += tile(inset(surface, x, top), second.name, b, size, step.symbol);
  if (stacked) [x, top] = [under, top + tall + 10];
  sign('=');
  tile(inset(surface, x, top), step.result, out, size, step.symbol, true);
  const y = top + tall + 14;
  if (!stacked && view.height > above && f.step > 1)
    drawResults(inset(surface, 0, y), f, { width: view.width, height: view.height - y });
}

/** What all products taken so far have given. */
function drawResults(surface: Surface, f: BackwardPassFrame, view: View): void {
  surface.text(0, 12, 'so far', { role: 'ink-3' });
  const columns = steps.slice(1).reduce((sum, { of }) => sum + of(f).shape[1], 0);
  const size = Math.floor(Math.min((view.height - 48) / 3, (view.width - 66) / columns));
  let x = 0;
  for (const [i, { result, of, symbol }] of steps.slice(1).entries()) {
    const m = of(f);
    if (i < f.step) tile(inset(surface, x, 26), result, m, size, symbol, i + 1 === f.step);
    x += m.shape[1] * size + 16;
  }
}

/** How far central differences are from the gradients, for thirteen nudges and the one of the slider. */
function drawErrors(surface: Surface, f: BackwardPassFrame, view: View, { h }: P): void {
  const floor = 1e-16;
  const inside = (error: number): number => Math.max(floor, Math.min(1, error));
  const { x, y, right } = plot(surface, view, {
    x: { domain: [1e-13, 0.1], scale: 'log', label: 'nudge h', ticks: 5 },
    y: { domain: [floor, 1], scale: 'log', label: 'relative error', ticks: 5 },
    above: 20,
  });
  const curves: readonly {
    name: string;
    style: { role: Role; width: number; dash?: number[]; of: string };
  }[] = [
    { name: '∂Q', style: { role: 'query', width: 2, of: 'q' } },
    { name: '∂K', style: { role: 'key', width: 2, dash: [6, 3], of: 'k' } },
    { name: '∂V', style: { role: 'value', width: 2, dash: [2, 3], of: 'v' } },
  ];
  curves.forEach(({ style }, c) => {
    surface.path(
      polyline(f.nudges, (nudge, i) => [x(nudge), y(inside(entry(f.errors, i, c)))]),
      style,
    );
  });
  const px = x(h);
  surface.line(px, y.range[0], px, y.range[1], { role: 'ink-3', dash: [2, 4], of: 'h' });
  curves.forEach(({ style }, c) => {
    surface.mark(style.role, px, y(inside(f.error[c] as number)), { size: 5, of: style.of });
  });
  legend(surface, right, 32, curves);
  const text = `h = ${power(h, 0)}`;
  const before = px + 16 + textWidth(text) > right;
  surface.text(px + (before ? -16 : 16), y.range[0] - 12, text, {
    role: 'ink',
    anchor: before ? 'end' : 'start',
    of: 'h',
  });
  surface.handle({ param: 'h', x: px, y: y.range[0] - 12, along: 'x', at: x.invert });
}
