import { fixed, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { attentionSteps } from '../../engine/generated/bilinear-form';
import type { Matrix } from '../../engine/values';
import { matrix } from '../../kinds/matrix';
import { choice, defineFigure, say } from '../declare';
import { asMatrix } from '../shared/as-matrix';
import { check, listed } from '../shared/idioms';
import { joined } from '../shared/joined';
import { pairs } from '../shared/pairs';
import { at, type Cell, lay, rowOf, sumOf, tilesOf, written } from './shared/contraction';
import { paragraph, type Tile } from './shared/tiles';

const ordinals: readonly string[] = ['first', 'second', 'third'];

const entries = (label: string, rows: readonly (readonly number[])[], about: string) =>
  matrix({ label, range: [-20, 20], step: 0.1, value: rows, about });

/** What each step takes and gives, which is what a phone has room for. */
const shown = [
  ['Q', 'K', 'V'],
  ['Q', 'K', 'S'],
  ['S', 'exp S'],
  ['exp S', 'Z'],
  ['exp S', 'Z', 'A'],
  ['A', 'V', 'O'],
] as const;

const cellOf = (p: { readonly row: string; readonly column: string; readonly out: string }): Cell => {
  const from = (name: string): number => ordinals.indexOf(name);
  return { query: from(p.row), key: from(p.column), column: from(p.out) };
};

export default defineFigure({
  id: 'attention-steps',
  title: 'Attention, one sum at a time',
  claim: 'All of attention is a few multiplications that you could do by hand.',
  source: { seed: '001', place: 'part II and worked example 1' },
  params: {
    row: choice({
      label: 'query',
      options: { first: '1', second: '2' },
      value: 'first',
      about: 'The row whose sum is written out.',
    }),
    column: choice({
      label: 'key',
      options: { first: '1', second: '2', third: '3' },
      value: 'third',
      about: 'The key whose score and weight are written out.',
    }),
    out: choice({
      label: 'output',
      options: { first: '1', second: '2' },
      value: 'first',
      about: 'The column of the output whose sum is written out.',
    }),
    form: choice({
      label: 'written as',
      options: { matrix: 'matrices', index: 'indices', einsum: 'einsum' },
      value: 'matrix',
      about: 'Three ways to write the same step.',
    }),
    query: entries('queries Q', pairs(1, 0, 0, 1), 'A row for each query.'),
    key: entries('keys K', pairs(1, 0, 0, 1, 1, 1), 'A row for each key.'),
    value: entries('values V', pairs(2, 0, 0, 2, 1, 1), 'A row for each key: what is found there.'),
  },
  first: ['row', 'column', 'form'],
  presets: [
    {
      name: 'keys 1 and 2 exchanged',
      params: {
        key: pairs(0, 1, 1, 0, 1, 1),
        value: pairs(0, 2, 2, 0, 1, 1),
      },
      says: 'Keys change places together with their values: the weights move with them, and the output is the same.',
      holds: (f) => at(f.weights, 0, 0) < 0.25 && Math.abs(at(f.output, 0, 0) - 1.2033) < 1e-4,
    },
    {
      name: 'equal keys',
      params: { key: pairs(1, 1, 1, 1, 1, 1) },
      says: 'Keys that are alike cannot be told apart: all weights are a third, and the output is the mean value.',
      holds: (f) => Array.from(f.weights.data).every((a) => Math.abs(a - 1 / 3) < 1e-12),
    },
    {
      name: 'queries ten times as long',
      params: { query: pairs(10, 0, 0, 10) },
      says: 'Query 1 gives key 2 no weight any more, but keys 1 and 3 tie, and still share.',
      holds: (f) => at(f.weights, 0, 1) < 0.001 && at(f.weights, 0, 0) > 0.49,
    },
    {
      name: 'a longer third key',
      params: { key: pairs(1, 0, 0, 1, 3, 3) },
      says: 'The third key points where it did and is three times as long: it takes 73 % of the weight.',
      holds: (f) => at(f.weights, 0, 2) > 0.7,
    },
  ],
  timeline: () => ({ steps: 5, unit: 'step' }),
  core: attentionSteps,
  ask: (p) => ({ query: asMatrix(p.query), key: asMatrix(p.key), value: asMatrix(p.value) }),
  height: (width) => (width < 600 ? 290 : 350),
  draw(surface, f, { width }, p) {
    const cell = cellOf(p);
    const all = tilesOf(f, cell);
    const narrow = width < 600;
    const size = Math.min(46, Math.floor(narrow ? (width - 24) / 7 : (width - 130) / 11));
    const row = (names: readonly string[], y: number, links: readonly string[]): number =>
      lay(
        surface,
        names.map((name) => all[name] as Tile),
        y,
        width,
        size,
        links,
      );
    // Of the sum in words, which stands below on a phone and at the end of the second row elsewhere.
    let [x, y] = [0, 186];
    if (narrow) row(shown[f.step] ?? [], 0, []);
    else {
      row(['Q', 'K', 'S', 'exp S', 'Z'], 0, ['', 'q·k / √d', 'exp', 'sum']);
      x = row(shown[5], 3 * size + 50, ['×', '=']) + (width < 760 ? 20 : 48);
      y = 4 * size + 61;
    }
    surface.text(x, y, written[p.form][f.step] ?? '', { role: 'ink-2' });
    paragraph(inset(surface, x, 0), y + 24, width - x, sumOf(f, cell));
  },
  describe: (f, p) => {
    const cell = cellOf(p);
    const row = (of: Matrix): string => listed(rowOf(of, cell.query), 3);
    const query = whole(cell.query + 1);
    const found = [
      say`two queries, and three keys with their values, of which nothing is computed yet.`,
      say`query ${query} gives the keys the scores ${row(f.scores)}.`,
      say`the exponentials of the scores of query ${query} are ${row(f.exponentials)}.`,
      say`the exponentials of query ${query} sum to ${fixed(at(f.normaliser, cell.query), 3)}.`,
      say`query ${query} gives the keys the weights ${row(f.weights)}.`,
      say`query ${query} gives the keys the weights ${row(f.weights)}, and its output is ${row(f.output)}.`,
    ];
    return joined(say`Step ${whole(f.step)} of 5: `, found[f.step] ?? say``);
  },
  table: (f) => ({
    columns: [
      'query',
      'key',
      'score',
      'exponential',
      'weight',
      ...rowOf(f.output, 0).map((_, b) => `output ${b + 1}`),
    ],
    rows: Array.from({ length: f.scores.data.length }, (_, n) => {
      const [i, j] = [Math.floor(n / f.scores.shape[1]), n % f.scores.shape[1]];
      return [
        i + 1,
        j + 1,
        at(f.scores, i, j),
        at(f.exponentials, i, j),
        at(f.weights, i, j),
        ...rowOf(f.output, i),
      ];
    }),
  }),
  quantities: (f) => ({
    scores: listed(rowOf(f.scores, 0), 3),
    a: listed(rowOf(f.weights, 0), 3),
    Z: fixed(at(f.normaliser, 0), 3),
    O: listed(rowOf(f.output, 0), 3),
  }),
  python: { code: () => [import('./attention-steps.py?raw')] },
  checks: (f) => [
    check('each row of weights sums to 1', f.rowError, 1e-12),
    check('exponentials over their sum are the weights', f.quotientError, 1e-12),
    check('einsum gives the same scores and output', f.einsumError, 1e-11),
    check('no output lies outside of the values', f.outside, 1e-12),
  ],
});
