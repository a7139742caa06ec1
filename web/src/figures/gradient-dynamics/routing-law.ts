import { arrow } from '../../draw/arrow';
import { plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { nice } from '../../draw/scale';
import { subscript } from '../../draw/subscript';
import type { Surface, View } from '../../draw/surface';
import { type RoutingLawFrame, routingLaw } from '../../engine/generated/gradient-dynamics';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry, rowOf } from '../shared/as-matrix';
import { around, centred, check, listed } from '../shared/idioms';
import { tableOf } from '../shared/table';
import { onToy } from './shared/toy';

const tokens = 5;
/** Heights in px: the weights, and the two plots, which stand beside them where there is room. */
const grid = 346;
const plots = [206, 196] as const;
const wide = (width: number): boolean => width >= 640;

const names = {
  'free-scores': 'free scores',
  'free-queries-keys': 'free q and k',
  'shared-weights': 'shared weights',
} as const;

const largest = (data: Float64Array): number => data.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
/** Whether any score gets a gradient: equal values leave none. */
const heard = (f: RoutingLawFrame): boolean => largest(f.dScores.data) > 0;
const moves = (f: RoutingLawFrame): number => Math.round(tokens * tokens * f.agree);
const against = (f: RoutingLawFrame, i: number, j: number): boolean =>
  Math.sign(entry(f.lawScores, i, j)) !== Math.sign(entry(f.realScores, i, j));

export default defineFigure({
  id: 'routing-law',
  title: 'What makes a score rise?',
  claim:
    'A score rises if its value beats the reader’s average, even if both are bad: here all rise but that of the value with most weight.',
  source: { seed: '000', place: 'equations 23 to 30 and 34' },
  params: {
    via: choice({
      label: 'what takes the step',
      options: names,
      about: 'Each score by itself; each query and key by itself; or the two matrices that all tokens share.',
    }),
    eta: slider({
      symbol: '\\eta',
      label: 'step size',
      scale: 'log',
      about: 'How far the step goes against the gradient.',
    }),
    row: slider({
      symbol: 'i',
      label: 'query shown',
      range: [1, tokens],
      step: 1,
      value: 2,
      about: 'The row of weights whose values and scores are drawn beside it.',
    }),
    sharp: slider({
      symbol: '\\kappa',
      label: 'sharpness',
      scale: 'log',
      about: 'What the weights of the queries are multiplied by before the step.',
    }),
    spread: slider({
      symbol: 'c',
      label: 'spread of the values',
      step: 0.05,
      when: ({ via }) => via === 'free-scores',
      about:
        'Brings the values nearer to their mean; at 0 they are all the same. The errors are then computed anew.',
    }),
    seed: seed(),
  },
  first: ['via', 'row', 'eta'],
  presets: [
    {
      name: 'shared weights',
      params: { via: 'shared-weights' },
      says: 'Nine of the 25 scores, in frames, move against the rule: one step of the shared matrices moves all of them.',
      holds: (f) => moves(f) === 16,
    },
    {
      name: 'no difference',
      params: { spread: 0 },
      says: 'All five values are alike. The errors are as they were, but no score gets a gradient: nothing is better than the average.',
      holds: (f) => !heard(f) && Math.hypot(...f.u.data) > 0.5,
    },
    {
      name: 'sharp attention',
      params: { sharp: 50 },
      says: 'The values differ as much as before. The winning key is the average, so its advantage is 0; the other keys have no weight, and get no gradient.',
      holds: (f) => f.signal < 0.4,
    },
  ],
  height: (width) => (wide(width) ? plots[0] + plots[1] : grid + plots[0] + plots[1]),
  core: routingLaw,
  ask: ({ via, eta, sharp, spread, seed }) => ({ via, eta, sharp, spread, seed }),
  draw(surface, f, { width }, { row, eta }) {
    const beside = wide(width);
    drawWeights(surface, f, beside ? 64 : Math.min(56, Math.floor((width - 48) / tokens)), row - 1);
    const [x, y] = beside ? [400, 0] : [0, grid];
    drawValues(inset(surface, x, y), f, { width: width - x, height: plots[0] }, row - 1);
    drawChanges(inset(surface, x, y + plots[0]), f, { width: width - x, height: plots[1] }, row - 1, eta);
  },
  describe: (f, { row }) => {
    if (!heard(f))
      return say`All values are alike: the errors are up to ${fixed(largest(f.u.data), 2)} in a component, and no score gets a gradient.`;
    const advantages = [...rowOf(f.advantage, row - 1)];
    const best = advantages.indexOf(Math.max(...advantages));
    return say`For query ${whole(row)}, value ${whole(best + 1)} beats the average most, by ${number(at(advantages, best), 2)}, and its score changes by ${number(entry(f.realScores, row - 1, best), 2)}; ${whole(moves(f))} of ${whole(tokens * tokens)} scores move as the rule says.`;
  },
  table: (f) =>
    tableOf(
      Array.from({ length: tokens * tokens }, (_, n) => {
        const [i, j] = [Math.floor(n / tokens), n % tokens];
        return {
          query: i + 1,
          key: j + 1,
          'score s': entry(f.scores, i, j),
          'weight α': entry(f.weights, i, j),
          'compatibility b': entry(f.compatibility, i, j),
          'mean of the row': at(f.meanCompatibility, i),
          'advantage A': entry(f.advantage, i, j),
          'Δs by the rule': entry(f.lawScores, i, j),
          Δs: entry(f.realScores, i, j),
        };
      }),
    ),
  quantities: (f, { row }) => ({
    alpha: listed(rowOf(f.weights, row - 1), 2),
    s: listed(rowOf(f.scores, row - 1), 2),
    b: listed(rowOf(f.compatibility, row - 1), 2),
    Eb: fixed(at(f.meanCompatibility, row - 1), 3),
    adv: listed(rowOf(f.advantage, row - 1), 2),
    u: `(${listed(rowOf(f.u, row - 1), 2)})`,
  }),
  python: onToy(() => import('./routing-law.py?raw')),
  checks: (f) => [
    check('the gradients of the scores of a query add up to 0', f.rowSumError, 1e-13),
    check(
      'a tiny step changes the scores by a mixture of all gradients, as inner products say',
      f.firstOrderError,
      1e-4,
    ),
  ],
});

/** All weights as areas, with the way that each score goes; the row that is shown stands out. */
function drawWeights(surface: Surface, f: RoutingLawFrame, size: number, row: number): void {
  const [left, top] = [46, 26];
  const [right, bottom] = [left + tokens * size, top + tokens * size];
  for (let k = 0; k <= tokens; k++) {
    surface.line(left + k * size, top, left + k * size, bottom, { role: 'rule' });
    surface.line(left, top + k * size, right, top + k * size, { role: 'rule' });
  }
  for (let i = 0; i < tokens; i++) {
    const y = top + (i + 0.5) * size;
    const style = { ...centred, of: 'alpha' } as const;
    surface.text(left + (i + 0.5) * size, 13, `v${subscript(i)}`, { ...style, of: 'v' });
    surface.text(left - 16, y, `q${subscript(i)}`, { ...style, bold: i === row, of: 'q' });
    for (let j = 0; j < tokens; j++) {
      const x = left + (j + 0.5) * size;
      const side = 0.96 * size * Math.sqrt(entry(f.weights, i, j));
      surface.rect(x - side / 2, y - side / 2, side, side, {
        role: 'weight',
        opacity: i === row ? 0.8 : 0.45,
        of: 'alpha',
      });
      if (heard(f)) drawWay(surface, f, [x, y], size, [i, j]);
    }
  }
  const y = top + row * size;
  surface.path(around(left, y, right - left, size), { role: 'ink', width: 1.8 });
  surface.mark('query', 12, y + size / 2, { size: 6, of: 'row q' });
  surface.handle({
    param: 'row',
    x: 12,
    y: y + size / 2,
    along: 'y',
    at: (pixel) => (pixel - top) / size + 0.5,
  });
  surface.text(left, bottom + 16, 'area: weight α; arrow: where its score goes');
  if (heard(f) && f.agree < 1)
    surface.text(left, bottom + 35, 'framed: against the rule', { role: 'error', of: 's' });
}

/** Up where a score rises, down where it falls; framed where the rule says the contrary. */
function drawWay(
  surface: Surface,
  f: RoutingLawFrame,
  [x, y]: readonly [number, number],
  size: number,
  [i, j]: readonly [number, number],
): void {
  const reach = entry(f.realScores, i, j) > 0 ? -8 : 8;
  const wrong = against(f, i, j);
  const style = { role: wrong ? 'error' : 'ink', width: wrong ? 2 : 1.5, of: 's' } as const;
  arrow(surface, x, y - reach, x, y + reach, style);
  if (!wrong) return;
  const half = size / 2 - 4;
  surface.path(around(x - half, y - half, 2 * half, 2 * half), {
    role: 'error',
    width: 1.5,
    dash: [4, 3],
    of: 's',
  });
}

const keys = { domain: [0.5, tokens + 0.5], label: 'key j', ticks: tokens } as const;
const left = 50;

/** What each value does for the query, the average of the row, and how far each is above or below. */
function drawValues(surface: Surface, f: RoutingLawFrame, view: View, row: number): void {
  const all = [...f.compatibility.data].map((b) => -b);
  const { x, y } = plot(surface, view, {
    x: { ...keys, silent: true },
    y: { domain: nice([Math.min(0, ...all), Math.max(0, ...all)]), label: 'better: −b', ticks: 5 },
    left,
  });
  const mean = y(-at(f.meanCompatibility, row));
  surface.line(x.range[0], y(0), x.range[1], y(0), { role: 'rule' });
  surface.line(x.range[0], mean, x.range[1], mean, { role: 'ink-2', width: 1.5, dash: [6, 4], of: 'Eb' });
  surface.text(view.width, 11, 'dashed: average of the row', { anchor: 'end', of: 'Eb' });
  rowOf(f.compatibility, row).forEach((b, j) => {
    const [px, py] = [x(j + 1), y(-b)];
    if (Math.abs(py - mean) > 12)
      arrow(surface, px, mean, px, py, { role: 'margin', width: 2.5, gap: 9, of: 'adv' });
    surface.mark('value', px, py, { size: 5.5, of: 'b v' });
  });
}

/** For each key the change of its score by the rule as an outline, and the one that there is as a bar. */
function drawChanges(surface: Surface, f: RoutingLawFrame, view: View, row: number, eta: number): void {
  // A tenth of what scores would hear if each had all the weight: what is quiet beside that looks quiet.
  const quiet = 0.1 * eta * largest(f.advantage.data) || eta;
  const reach = 1.05 * Math.max(largest(f.lawScores.data), largest(f.realScores.data), quiet);
  const { x, y } = plot(surface, view, {
    x: keys,
    y: { domain: [-reach, reach], label: 'change of the score, Δs', ticks: 4 },
    left,
  });
  surface.text(view.width, 11, 'outline: by the rule', { anchor: 'end', of: 's' });
  const zero = y(0);
  surface.line(x.range[0], zero, x.range[1], zero, { role: 'rule' });
  const half = Math.min(22, 0.3 * (x(2) - x(1)));
  rowOf(f.realScores, row).forEach((real, j) => {
    const px = x(j + 1);
    const [top, bottom] = [Math.min(y(real), zero), Math.max(y(real), zero)];
    surface.rect(px - half + 5, top, 2 * half - 10, bottom - top, { role: 'weight', opacity: 0.85, of: 's' });
    const law = y(entry(f.lawScores, row, j));
    surface.path([px - half, zero, px - half, law, px + half, law, px + half, zero, px - half, zero], {
      role: 'ink',
      width: 1.3,
      of: 's',
    });
  });
}
