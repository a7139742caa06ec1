import { fixed, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { textWidth } from '../../draw/labels';
import { linear } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type OwnHeadFrame, ownHead } from '../../engine/generated/one-head';
import { file, filesOf, linesOf } from '../../kinds/file';
import { defineFigure, say, slider, type Values } from '../declare';
import { at } from '../shared/as-matrix';
import { check } from '../shared/idioms';
import { joined } from '../shared/joined';
import {
  inset as barInset,
  below,
  dialsHeight,
  drawBlame,
  drawBoundary,
  drawDistance,
  drawGas,
  drawLag,
  greatestReal,
  heading,
  inDials,
  largestOf,
  nearest,
  shown,
} from './shared/dials';
import { named } from './shared/papers';

const params = {
  head: file({
    label: 'a head of yours',
    value: 'example',
    endings: ['.npz', '.npy', '.csv', '.safetensors'],
    parts: ['.npy', '.csv'],
    most: 16e6,
    larger: 'The command attn read takes four times as much.',
    about:
      'One .npz or .safetensors file, or one .npy or .csv file for each array, together or one after another: X (tokens in rows) with W_Q, W_K and W_V, or Q, K and V; at most 512 tokens. The site’s page “A head of your own” has all names and shapes.',
  }),
  place: slider({
    symbol: 'p',
    label: 'place in the text',
    step: 0.005,
    about: 'Which token asks, and so which row of the head is read: 0 is the first, 1 the last.',
  }),
  temperature: slider({
    symbol: 'T',
    label: 'temperature',
    scale: 'log',
    about: 'What the scores of the head are divided by. At 1 it is as it came.',
  }),
};
type P = Values<typeof params>;

const stripHeight = 106;

/** Whether the tokens that ask are those that are asked. */
const isSelf = (f: OwnHeadFrame): boolean => f.queries === f.allKeys;

/** Labels of the tokens, as they can be seen; empty where the file has none. */
function labelsOf(f: OwnHeadFrame): readonly string[] {
  const out: string[] = [];
  let label = '';
  for (const code of f.labels) {
    if (code < 0) out.push(label);
    label = code < 0 ? '' : label + shown(code);
  }
  return out;
}
/** As much of a label as there is room for. */
const cut = (label: string, most: number): string =>
  label.length > most ? `${label.slice(0, most - 1)}…` : label;

/** What a token is called: by its label, or by its number from 1. */
const nameOf = (labels: readonly string[], token: number, what = 'token'): string => {
  const label = labels[token];
  return label === undefined ? `${what} ${token + 1}` : `“${cut(label, 14)}”`;
};
/** What a key is called: as the token that it is of, where those that ask are asked. */
const keyNameOf = (f: OwnHeadFrame, labels: readonly string[], key: number): string =>
  isSelf(f) ? nameOf(labels, key) : nameOf([], key, 'key');

/** Keys of the row, those with most weight first, as places in its lists. */
const heaviest = (f: OwnHeadFrame): readonly number[] =>
  Array.from(f.weights, (_, i) => i).sort((a, b) => at(f.weights, b) - at(f.weights, a));

/** The numbers behind the dials: of each key of the row, of each lag, of each eigenvalue. */
function keyByKey(f: OwnHeadFrame) {
  const labels = labelsOf(f);
  const lists = [
    ['weight', '001', f.weights],
    ['score at T = 1', '001', f.scores],
    ['advantage', '000', f.advantage],
    ['half of the squared distance, times minus scale', '004', f.distance],
  ] as const;
  const lags = [
    ['of this row', f.lagRow],
    ['mean of rows', f.lagAll],
  ] as const;
  const eigen = [
    ['block of the query', f.eigenQuery],
    ['whole block', f.eigenWhole],
  ] as const;
  return [
    ...lists.flatMap(([what, paper, list]) =>
      Array.from(list, (value, i) => {
        const key = at(f.keys, i);
        const label = isSelf(f) && labels[key] !== undefined ? `, “${labels[key]}”` : '';
        return [`${what}, key ${key + 1}${label}`, paper, value] as const;
      }),
    ),
    ...lags.flatMap(([of, list]) =>
      Array.from(list, (value, back) => [`weight ${back} back, ${of}`, '003', value] as const),
    ),
    ...eigen.flatMap(([of, { data }]) =>
      Array.from(data, (value, i) => {
        const part = i % 2 === 0 ? 'real' : 'imaginary';
        return [`eigenvalue ${(i >> 1) + 1}, ${part} part, ${of}`, '002', value] as const;
      }),
    ),
  ];
}

/** What the file would need for a dial that is not there. */
const needs = {
  blame: ['needs U: the gradient of', 'a loss at the head’s output'],
  boundary: ['needs X, the projections', 'and W_O'],
  lag: ['needs as many keys', 'as queries'],
} as const;

export default defineFigure({
  id: 'own-head',
  title: 'A head of your own',
  claim:
    'Any head of attention can be put under the same instruments, from a file that never leaves the machine.',
  source: {
    seed: '001',
    place: 'part III; and seeds 000 (equations 10 to 23), 002 (14), 003 (section 3), 004 (1)',
  },
  params,
  presets: [
    {
      name: 'example, hot',
      params: { temperature: 4 },
      says: 'Four times as hot, the head of the example averages over many tokens.',
      holds: (f: OwnHeadFrame) => f.effectiveTokens > 8,
    },
    {
      name: 'example, cold',
      params: { temperature: 0.25 },
      says: 'Four times as cold, it takes little more than one token.',
      holds: (f: OwnHeadFrame) => f.effectiveTokens < 2,
    },
  ],
  height: (width) => stripHeight + 18 + dialsHeight(width),
  core: ownHead,
  // The files themselves are fetched when the core is asked; which they are is all that has to be told apart.
  ask: ({ head, place, temperature }) => ({ files: head, place, temperature }),
  besides: async ({ head }) => ({
    files: linesOf(head) ?? (await import('./kept/head.txt?raw')).default,
  }),
  draw(surface, f, { width }, p) {
    drawStrip(surface, f, width, p);
    const rowOf = (i: number): number => at(f.keys, i);
    inDials(width, stripHeight + 18, [
      (x, y, view) => drawGas(inset(surface, x, y), f, view, p.temperature),
      (x, y, view) =>
        f.advantage.length > 0
          ? drawBlame(inset(surface, x, y), f, view, f.allKeys, rowOf)
          : drawNeeds(inset(surface, x, y), 'blame: advantage', needs.blame),
      (x, y, view) =>
        f.eigenQuery.shape[0] > 0
          ? drawBoundary(inset(surface, x, y), f, view)
          : drawNeeds(inset(surface, x, y), 'boundary: eigenvalues', needs.boundary),
      (x, y, view) =>
        f.lagRow.length > 0
          ? drawLag(inset(surface, x, y), f, view, f.lagAll)
          : drawNeeds(inset(surface, x, y), 'lag: how far back', needs.lag),
      (x, y, view) => drawDistance(inset(surface, x, y), f, view),
      (x, y, view) => drawHead(inset(surface, x, y), f, view),
    ]);
  },
  describe(f) {
    const [most = 0] = heaviest(f);
    const labels = labelsOf(f);
    const gives = say` asks, and gives ${fixed(at(f.weights, most), 2)} of its weight to ${keyNameOf(f, labels, at(f.keys, most))}; on average a row of this head reads ${fixed(f.effectiveTokens, 1)} tokens.`;
    return f.queries === 1
      ? joined(say`The only token`, gives)
      : joined(say`Of ${whole(f.queries)} tokens ${nameOf(labels, f.row - 1)}`, gives);
  },
  table: (f, p) => ({
    columns: ['reading', 'paper', 'value'],
    rows: named([
      ['head', '', filesOf(p.head)?.names ?? 'example'],
      ['tokens that ask', '', f.queries],
      ['tokens that are asked', '', f.allKeys],
      ['numbers of a key', '', f.keySize],
      ['scale of the scores', '', f.scale],
      ['temperature, T', '', p.temperature],
      ['row, from 1', '', f.row],
      ['keys that it may see', '', f.keys.length],
      ['temperature at which this row would turn, T', '001', f.peak > 0 ? f.peak : 'none'],
      ['effective tokens, mean of rows', '001', f.effectiveTokens],
      ...(f.width > 0
        ? ([
            ['effective rank of the form', '001', f.effectiveRank],
            ['symmetric share of the form', '001', f.symmetricShare],
          ] as const)
        : []),
      ...(f.advantage.length > 0
        ? ([
            ['error that the head routes', '000', f.routedError],
            ['greatest advantage of this row', '000', largestOf(f.advantage)],
          ] as const)
        : []),
      ...(f.eigenQuery.shape[0] > 0
        ? ([
            ['greatest real eigenvalue, block of the query', '002', greatestReal(f.eigenQuery)],
            ['log |det|, block of the query', '002', f.logDetQuery],
            ['log |det|, whole block', '002', f.logDetWhole],
            ['cosine of what it writes and how it looks', '004', f.valueCosine],
          ] as const)
        : []),
      ...(f.lagAll.length > 1
        ? ([['weight one token back, mean of rows', '003', at(f.lagAll, 1)]] as const)
        : []),
      ['share of the scores that distance explains', '004', f.distanceShare],
      ['slope over distance', '004', f.distanceSlope],
      ...keyByKey(f),
    ]),
  }),
  quantities: (f, p) => ({
    C: fixed(at(f.capacity, nearest(f.logTemperatures, Math.log2(p.temperature))), 2),
    ...(f.advantage.length > 0 && { A: Array.from(f.advantage.slice(-3), (a) => fixed(a, 2)).join(', ') }),
    ...(f.eigenQuery.shape[0] > 0 && { M: fixed(greatestReal(f.eigenQuery), 2) }),
  }),
  python: 'The command attn read prints the same numbers for the same file, and more of them.',
  checks: (f) => [
    check('weights of the row sum to 1', f.weightError, 1e-12),
    check('weight times advantage sums to 0', f.routingError, 1e-11),
    check('scores are distance and two lengths', f.distanceError, 1e-11),
    check('log |det| is the sum over eigenvalues', f.blockError, 1e-8),
  ],
});

/** The keys with their weights as bars, the token that asks, and which keys it reads most. */
function drawStrip(surface: Surface, f: OwnHeadFrame, width: number, p: P): void {
  const labels = labelsOf(f);
  const pitch = width / f.allKeys;
  const [top, base] = [18, 58];
  const asks = f.row - 1;
  surface.text(0, 10, 'weights of the token that asks', { role: 'ink-3', of: 'a' });
  const bars = linear([0, 1], [base, top]);
  const boxes = Array.from(f.weights, (w, i) => [
    at(f.keys, i) * pitch + barInset(pitch),
    bars(w),
    pitch - 2 * barInset(pitch),
    base - bars(w),
  ]);
  surface.cells(boxes.flat(), { role: 'weight', of: 'a' });
  surface.line(0, base, width, base, { role: 'rule' });
  if (isSelf(f)) drawLabels(surface, f, labels, { y: base + 17, width });
  const x = isSelf(f) ? (asks + 0.5) * pitch : p.place * width;
  // Tokens that ask are none of the keys above: they have a line of their own to move along.
  if (!isSelf(f)) surface.line(0, base + 24, width, base + 24, { role: 'rule' });
  surface.path([x, base + 21, x - 5, base + 27, x + 5, base + 27, x, base + 21], {
    role: 'query',
    width: 1.5,
    of: 'token',
  });
  surface.handle({
    param: 'place',
    x,
    y: base + 20,
    along: 'x',
    at: (px) => (isSelf(f) ? (px / pitch - 0.5) / Math.max(1, f.queries - 1) : px / width),
  });
  const reads = heaviest(f)
    .slice(0, width < 480 ? 2 : 3)
    .map((i) => `${keyNameOf(f, labels, at(f.keys, i))} ${fixed(at(f.weights, i), 2)}`);
  surface.text(0, base + 44, `${nameOf(labels, asks)} reads ${reads.join(', ')}`, { role: 'ink-2' });
}

/** Labels below the bars: that of the token that asks and those that it reads most, as many of the others as there is room for. */
function drawLabels(
  surface: Surface,
  f: OwnHeadFrame,
  labels: readonly string[],
  { y, width }: { readonly y: number; readonly width: number },
): void {
  const pitch = width / f.allKeys;
  const asks = f.row - 1;
  const order = new Set([asks, ...heaviest(f).map((i) => at(f.keys, i)), ...labels.keys()]);
  const taken: (readonly [from: number, to: number])[] = [];
  for (const j of order) {
    const label = cut(labels[j] ?? '', 10);
    const wide = textWidth(label, j === asks);
    // Characters may stand as near as in a word.
    const half = (label.length > 1 ? wide + 4 : Math.min(wide, Math.max(9, pitch))) / 2;
    const middle = Math.min(Math.max((j + 0.5) * pitch, half), width - half);
    const [from, to] = [middle - half, middle + half];
    if (label === '' || taken.some(([start, end]) => from < end && to > start)) continue;
    taken.push([from, to]);
    surface.text(middle, y, label, {
      role: j === asks ? 'query' : j < asks ? 'ink' : 'ink-3',
      anchor: 'middle',
      ...(j === asks && { bold: true }),
    });
  }
}

/** A dial that the file does not have enough for. */
function drawNeeds(surface: Surface, title: string, lines: readonly string[]): void {
  heading(surface, title);
  lines.forEach((line, i) => {
    surface.text(0, below + 14 + 18 * i, line, { role: 'ink-3' });
  });
}

/** What is said of the whole head. */
function drawHead(surface: Surface, f: OwnHeadFrame, { width }: View): void {
  heading(surface, 'the whole head');
  const rows = [
    ['tokens a row reads', fixed(f.effectiveTokens, 1)],
    ...(f.width > 0
      ? [
          ['rank of its form', `${fixed(f.effectiveRank, 1)} of ${whole(f.keySize)}`],
          ['symmetric share', fixed(f.symmetricShare, 2)],
        ]
      : []),
    ...(f.advantage.length > 0 ? [['error it routes', fixed(f.routedError, 3)]] : []),
    ['share of distance', fixed(f.distanceShare, 2)],
  ] as const;
  rows.forEach(([name = '', value = ''], i) => {
    const y = below + 6 + 16 * i;
    surface.text(0, y, name, { role: 'ink-3' });
    surface.text(Math.min(width, 220), y, value, { role: 'ink', anchor: 'end' });
  });
}
