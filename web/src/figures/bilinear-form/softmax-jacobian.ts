import { arrow } from '../../draw/arrow';
import { type Plot, plot } from '../../draw/axes';
import { fixed, whole } from '../../draw/format';
import { heatmap } from '../../draw/heatmap';
import { inset } from '../../draw/inset';
import { nice } from '../../draw/scale';
import { subscript } from '../../draw/subscript';
import type { Surface, View } from '../../draw/surface';
import { type SoftmaxJacobianFrame, softmaxJacobian } from '../../engine/generated/bilinear-form';
import { matrix } from '../../kinds/matrix';
import { defineFigure, say, slider } from '../declare';
import { entry } from '../shared/as-matrix';
import { check } from '../shared/idioms';
import { tableOf } from '../shared/table';

/** Heights in px of the scores, the weights, and the tiles where they stand below; the pushes that the slider has. */
const above = 160;
const below = 200;
const tiles = 262;
const pushes = [-4, 4] as const;

const narrow = (width: number): boolean => width < 620;

export default defineFigure({
  id: 'softmax-jacobian',
  title: 'Push one score',
  claim:
    'A confident softmax hardly moves: the push that moves a tie by almost a quarter moves a clear choice by nothing you can see.',
  source: { seed: '001', place: 'equations 43 and 84' },
  params: {
    scores: matrix({
      label: 'scores',
      range: [-10, 10],
      step: 0.5,
      rows: [2, 5],
      value: [[2], [1], [0], [-1]],
      about: 'What the query makes of each key, before the push.',
    }),
    pick: slider({
      symbol: 'j',
      label: 'key that is pushed',
      range: [1, 5],
      step: 1,
      upTo: (p) => (p.scores as readonly unknown[]).length,
      about: 'Which score is pushed: a column of the Jacobian.',
    }),
    push: slider({
      symbol: '\\Delta',
      label: 'push',
      range: pushes,
      step: 0.1,
      about: 'What is added to that score.',
    }),
  },
  presets: [
    {
      name: 'a tie of two',
      params: { scores: [[1], [1]], pick: 1 },
      says: 'The same push moves the weight from 0.5 to 0.731; a small one moves it by a quarter of the push, more than any other weight.',
      holds: (f) => entry(f.jacobian, 0, 0) === 0.25 && Math.abs((f.after[0] as number) - 0.731) < 5e-4,
    },
    {
      name: 'a sure softmax',
      params: { scores: [[8], [1], [0], [-1]] },
      says: 'Key 1 leads by 7. The same push moves nothing that can be seen: key 2 goes from 0.001 to 0.002.',
      holds: (f) =>
        Math.abs((f.before[1] as number) - 0.00091) < 5e-5 &&
        Math.abs((f.after[1] as number) - 0.0025) < 5e-4,
    },
    {
      name: 'the paper’s example',
      params: { scores: [[1], [2]], pick: 1 },
      says: 'Two scores, 1 and 2: every entry of the Jacobian is 0.197 in size, as printed.',
      holds: (f) => Math.abs(entry(f.jacobian, 0, 0) - 0.1966) < 5e-5,
    },
    {
      name: 'too large a push',
      params: { scores: [[2], [1], [0], [-1]], pick: 1, push: 4 },
      says: 'The prediction is a straight line and goes above 1; the weight itself bends away and stays below.',
      holds: (f) => (f.predicted[0] as number) > 1.4 && (f.after[0] as number) < 0.995,
    },
  ],
  height: (width) => above + below + (narrow(width) ? tiles : 0),
  core: softmaxJacobian,
  ask: ({ scores, pick, push }) => ({ scores: scores.flat(), pick: Math.min(pick, scores.length), push }),
  draw(surface, f, view, { push }) {
    const stacked = narrow(view.width);
    const width = stacked ? view.width : view.width - 330;
    drawScores(surface, f, { width, height: above }, push);
    drawWeights(inset(surface, 0, above), f, { width, height: below });
    if (stacked)
      drawJacobian(inset(surface, 20, above + below + 18), f, { width: width - 40, height: tiles - 18 });
    else drawJacobian(inset(surface, width + 34, 24), f, { width: 290, height: view.height - 24 });
  },
  describe: (f, { push }) =>
    say`Pushing score ${whole(f.pick)} by ${fixed(push, 1)} takes its weight from ${fixed(at(f.before, f.pick), 3)} to ${fixed(at(f.after, f.pick), 3)}, predicted ${fixed(at(f.predicted, f.pick), 3)}; the trace of the Jacobian is ${fixed(f.trace, 3)}.`,
  table: (f) =>
    tableOf(
      Array.from(f.scores, (score, i) => ({
        key: i + 1,
        score,
        'weight before': f.before[i] as number,
        'weight predicted': f.predicted[i] as number,
        'weight after': f.after[i] as number,
        [`Jacobian, column ${f.pick}`]: entry(f.jacobian, i, f.pick - 1),
      })),
    ),
  quantities: (f) => ({
    a: `${whole(f.after.length)} weights, the pushed one ${fixed(at(f.after, f.pick), 3)}`,
    J: `trace ${fixed(f.trace, 3)}`,
  }),
  python: { code: () => [import('./softmax-jacobian.py?raw')] },
  checks: (f) => [
    check('rows of the Jacobian sum to 0', f.sumError, 1e-15),
    check('the Jacobian is that of central differences', f.jacobianError, 1e-10),
  ],
});

const at = (values: Float64Array, key: number): number => values[key - 1] as number;

/** Both plots have the keys in the same columns. */
const keysOf = (f: SoftmaxJacobianFrame) => ({
  domain: [0.5, f.scores.length + 0.5] as const,
  label: 'key',
  ticks: f.scores.length,
});
const left = 44;

/** A stem for each score; that of the pushed one goes on with an arrow, whose end the reader takes hold of. */
function drawScores(surface: Surface, f: SoftmaxJacobianFrame, view: View, push: number): void {
  const from = at(f.scores, f.pick);
  // The same for all pushes, so that the axis stays while one drags.
  const reach = [0, ...f.scores, from + pushes[0], from + pushes[1]];
  const { x, y }: Plot = plot(surface, view, {
    x: { ...keysOf(f), silent: true },
    y: { domain: [Math.min(...reach) - 0.5, Math.max(...reach) + 0.5], label: 'score s', ticks: 5 },
    left,
  });
  surface.line(x.range[0], y(0), x.range[1], y(0), { role: 'rule' });
  f.scores.forEach((score, i) => {
    const px = x(i + 1);
    surface.line(px, y(0), px, y(score), { role: 'key', width: 1.5, of: 'scores' });
    surface.mark('key', px, y(score), { size: 5, hollow: i + 1 === f.pick, of: 'scores' });
    // Where the arrow begins its end would be taken hold of.
    const [low, high] = y.domain;
    const to = (_: number, py: number): number[] => [Math.max(low, Math.min(high, y.invert(py)))];
    if (i + 1 !== f.pick) surface.handle({ param: 'scores', piece: i, x: px, y: y(score), to });
  });
  const px = x(f.pick);
  const tip = y(from + push);
  if (push !== 0)
    arrow(surface, px, y(from), px, tip, { role: 'ink', width: 2, start: 6, gap: 7, of: 'push' });
  surface.mark('key', px, tip, { size: 6, of: 'push scores' });
  surface.text(px + 14, tip, `${push < 0 ? '' : '+'}${fixed(push, 1)}`, {
    role: 'ink',
    bold: true,
    baseline: 'middle',
    of: 'push',
  });
  surface.handle({ param: 'push', x: px, y: tip, along: 'y', at: (pixel) => y.invert(pixel) - from });
}

/** For each key the weight before as a line, the prediction as an outline and the weight after as a bar. */
function drawWeights(surface: Surface, f: SoftmaxJacobianFrame, view: View): void {
  const reach = [0, 1, ...f.predicted];
  const { x, y } = plot(surface, view, {
    x: keysOf(f),
    y: { domain: nice([Math.min(...reach), Math.max(...reach)]), label: 'weight a', ticks: 5 },
    left,
  });
  surface.text(view.width, 11, 'line before, outline predicted, bar after', { role: 'ink-2', anchor: 'end' });
  const bar = Math.min(26, 0.36 * (x(2) - x(1)));
  const zero = y(0);
  surface.line(x.range[0], zero, x.range[1], zero, { role: 'rule' });
  f.before.forEach((before, i) => {
    const [px, predicted, after] = [x(i + 1), y(f.predicted[i] as number), y(f.after[i] as number)];
    surface.rect(px + 2, after, bar, Math.max(0.5, zero - after), { role: 'weight', of: 'a' });
    surface.path(
      [px - 2, zero, px - 2, predicted, px - 2 - bar, predicted, px - 2 - bar, zero, px - 2, zero],
      { role: 'weight', width: 1.5, of: 'a J' },
    );
    surface.line(px - bar - 7, y(before), px + bar + 7, y(before), { role: 'ink', width: 1.5 });
  });
}

function drawJacobian(surface: Surface, f: SoftmaxJacobianFrame, view: View): void {
  const names = Array.from(f.scores, (_, i) => subscript(i));
  heatmap(surface, view, {
    matrix: f.jacobian,
    scale: 'diverging',
    domain: [-0.25, 0.25],
    format: (v) => (Math.abs(v) < 0.005 ? '0' : fixed(v, 2)),
    rowLabels: names.map((j) => `a${j}`),
    columnLabels: names.map((j) => `s${j}`),
    label: '∂a / ∂s',
    of: (_, j) => (j + 1 === f.pick ? 'J push' : 'J'),
    marked: { column: f.pick - 1 },
  });
}
