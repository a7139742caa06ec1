import { fixed, whole, withSign } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import { barHeight, colourBar, domainOf, type Shades, shadeOf } from '../../draw/shades';
import type { FillStyle, Surface, View } from '../../draw/surface';
import { type EdgeCutsFrame, edgeCuts } from '../../engine/generated/one-head';
import { choice, defineFigure, type Sentence, say, seed, slider, type Values } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { around, centred, check, leftOf } from '../shared/idioms';
import { joined } from '../shared/joined';
import { ring } from '../shared/ring';
import { letterOf, shown } from './shared/dials';
import { besides, heads, noPython, ofKept } from './shared/kept';
import { asksOf, ownModel, saidOf, windowOf } from './shared/own-model';

/** That one can look at. */
const windows = 200;
const params = {
  head: choice({
    label: 'head',
    options: heads,
    value: '2.1',
    about: 'Which of the eight heads is touched: first the layer, then the head of that layer.',
  }),
  touch: choice({
    label: 'the edge is',
    options: { cut: 'cut', nudge: 'nudged' },
    value: 'cut',
    about: 'A cut takes all weight from the edge and shares it out among its row; a nudge changes its score.',
  }),
  predict: choice({
    label: 'predict by',
    options: { order: 'first order', weight: 'weight alone' },
    value: 'order',
    about:
      'What the real change is drawn over: what advantage and weight say it will be, or the weight alone, which has no sign.',
  }),
  delta: slider({
    symbol: '\\delta',
    label: 'nudge',
    step: 0.1,
    when: (p) => p.touch === 'nudge',
    about: 'What is added to the score of the edge.',
  }),
  token: slider({
    symbol: 't',
    label: 'token that asks',
    range: [2, 32],
    step: 1,
    value: 15,
    about: 'Which character of the window asks along the edge that is picked.',
  }),
  read: slider({
    symbol: 'r',
    label: 'token that is read',
    range: [1, 32],
    step: 1,
    value: 9,
    about: 'Which character it reads along that edge; one that comes later than itself is hidden from it.',
  }),
  window: slider({
    symbol: 'w',
    label: 'window',
    range: [1, windows],
    step: 1,
    value: 1,
    about: 'Which 32 characters of the text are on the left; the model has not been trained on any of them.',
  }),
  seed: seed(),
  text: ownModel,
};
type P = Values<typeof params>;

/** Columns of the edges that were drawn. */
const [weightAt, predictedAt, realAt] = [3, 4, 5];
/** What the edge that is picked comes to, and how well the chosen prediction ranks. */
interface Frame extends EdgeCutsFrame {
  readonly chosen: number;
  readonly picked: Edge;
}
interface Edge {
  /** From 0. */
  readonly asks: number;
  readonly reads: number;
  readonly weight: number;
  readonly predicted: number;
  readonly real: number;
}

const mostWeight = 0.98;
/** An edge to a later token is none: then the token reads itself. */
function pickedOf(f: EdgeCutsFrame, p: P): Edge {
  const asks = p.token - 1;
  const reads = Math.min(p.read - 1, asks);
  const of = (m: EdgeCutsFrame['real']): number => entry(m, asks, reads);
  return { asks, reads, weight: of(f.weights), predicted: of(f.predicted), real: of(f.real) };
}
/** The core tries the edges of the window row by row. */
const tried = (f: EdgeCutsFrame, { asks, reads }: Edge): boolean => (asks * (asks + 1)) / 2 + reads < f.tried;
const drawnCount = (f: EdgeCutsFrame): number => f.drawn.shape[0];
const column = (f: EdgeCutsFrame, c: number): number[] =>
  Array.from({ length: drawnCount(f) }, (_, i) => entry(f.drawn, i, c));
const rankOf = (f: EdgeCutsFrame, p: P): number => (p.predict === 'order' ? f.rank : f.rankOfWeights);

const signed = (value: number): string => withSign(value, 3);

const wide = (width: number): boolean => width >= 640;
/** Px of one cell of the map, of its labels, and of the scatter below it. */
const cellOf = (width: number): number => (width >= 860 ? 13 : wide(width) ? 10 : 8);
const margin = 22;
const mapHeight = (width: number): number => margin + 32 * cellOf(width) + barHeight + 14;
const scatterHeight = 170;

/** Not numbers, which do not break at the end of a line. */
const words = (text: string): Sentence => ({ text: [text], numbers: [] });

export default defineFigure({
  id: 'cut-an-edge',
  title: 'Cut an edge',
  claim:
    'In the last layer first order foretells nearly exactly what cutting one edge does to the loss; in the first layer it misses much.',
  source: { seed: '000', place: 'equations 10 to 23' },
  params,
  first: ['head', 'touch', 'token', 'read', 'text'],
  presets: [
    {
      name: 'first layer',
      params: { head: '1.2', token: 15, read: 14 },
      says: 'Here first order gets only half of the order right: it says that the model would do better without this edge, and its cut costs the most of all in this window.',
      holds: ({ chosen, picked, real }: Frame) =>
        chosen < 0.7 && picked.predicted < 0 && picked.real === Math.max(...real.data),
    },
    {
      name: 'a nudge',
      params: { head: '1.2', touch: 'nudge', delta: 0.1 },
      says: 'A small nudge in the same head does just what first order says.',
      holds: (f: Frame) => f.chosen > 0.996,
    },
    {
      name: 'weight alone',
      params: { predict: 'weight' },
      says: 'By its weight alone one cannot tell well how much an edge matters.',
      holds: (f: Frame) => f.chosen < 0.75,
    },
    {
      name: 'an edge that harms',
      params: { token: 14, read: 12 },
      says: 'The o of “world” reads the space before that word, and this window is better off without it.',
      holds: (f: Frame) => f.picked.real < -0.08 && f.picked.predicted < -0.08,
    },
  ],
  height: (width) => (wide(width) ? mapHeight(width) : mapHeight(width) + scatterHeight),
  core: ofKept(edgeCuts),
  ask: ({ head, window, touch, delta, seed, text }) => ({
    layer: Number(head[0]),
    head: Number(head[2]),
    window: windowOf(text, window, windows),
    touch,
    delta,
    seed,
    ...asksOf(text),
  }),
  besides,
  frame: (f: EdgeCutsFrame, p): Frame => ({ ...f, chosen: rankOf(f, p), picked: pickedOf(f, p) }),
  complete: (f, p) => tried(f, pickedOf(f, p)),
  draw(surface, f: Frame, { width }, p) {
    drawMap(surface, f, cellOf(width), p);
    const left = wide(width) ? margin + 32 * cellOf(width) + 40 : 0;
    const top = wide(width) ? 0 : mapHeight(width);
    const height = wide(width) ? mapHeight(width) : scatterHeight;
    drawScatter(inset(surface, left, top), f, { width: width - left, height }, p);
  },
  describe(f, p) {
    const { asks, reads, weight, predicted, real } = f.picked;
    const name = `${p.touch === 'cut' ? 'Cutting' : 'Nudging'} the edge from ${letter(f, asks)}, to ${letter(f, reads)}`;
    const ranks = p.predict === 'order' ? 'predicted and real change' : 'weight and size of the real change';
    const rest = say` rank at ${fixed(rankOf(f, p), 2)}, and for ${fixed(100 * f.helping, 0)} % the loss falls.`;
    const own =
      weight > mostWeight
        ? say` leaves nothing of its row and is not tried`
        : !tried(f, f.picked)
          ? say`, of weight ${fixed(weight, 2)}, is about to be tried; first order says ${signed(predicted)} nats`
          : say`, of weight ${fixed(weight, 2)}, changes the loss of this window by ${signed(real)} nats where first order says ${signed(predicted)}`;
    const drawn = say`; over ${whole(drawnCount(f))} edges drawn by weight, `;
    return saidOf(p.text, joined(words(name), own, drawn, words(ranks), rest));
  },
  table: (f, p) => ({
    columns: [
      'edge',
      'window',
      'token that asks',
      'token that is read',
      'weight',
      'predicted change, nats',
      'real change, nats',
    ],
    rows: [
      [
        'picked',
        windowOf(p.text, p.window, windows),
        f.picked.asks + 1,
        f.picked.reads + 1,
        f.picked.weight,
        f.picked.predicted,
        f.picked.real,
      ],
      ...Array.from({ length: drawnCount(f) }, (_, i) => [
        'drawn',
        ...[0, 1, 2, weightAt, predictedAt, realAt].map((c) => entry(f.drawn, i, c)),
      ]),
    ],
  }),
  quantities: (f) => ({ a: fixed(f.picked.weight, 2) }),
  python: noPython,
  checks: (f) => [
    check('slope of the real loss at a nudge of 0 is that of first order', f.slopeError, 1e-5),
    check('predictions of a row, each times what it leaves of the row, sum to 0', f.rowError, 1e-12),
    check('a nudge of 0 changes nothing', f.stillError, 1e-12),
  ],
});

const letter = (f: EdgeCutsFrame, i: number): string => `${letterOf(at(f.characters, i))}, token ${i + 1}`;

/** Shades reach to what all but a few edges stay below: a handful would leave the others pale. */
function shadesOf(f: EdgeCutsFrame): Shades {
  const sizes = Array.from(f.predicted.data, Math.abs)
    .filter((size) => size > 0)
    .sort((a, b) => a - b);
  const most = sizes[Math.floor(0.94 * sizes.length)] ?? 0;
  return { kind: 'diverging', domain: domainOf([most], 'diverging') };
}

/** An edge a square: its area says how much weight it has, its shade what first order makes of it. */
function drawMap(surface: Surface, f: Frame, size: number, p: P): void {
  const shades = shadesOf(f);
  const groups = new Map<string, { style: FillStyle; boxes: number[] }>();
  const signs = { ink: [] as number[], surface: [] as number[] };
  const n = f.characters.length;
  const place = (i: number): number => margin + i * size;
  surface.area([place(0), place(0), place(n), place(n), place(0), place(n)], { role: 'grid', opacity: 0.5 });
  for (let t = 0; t < n; t++)
    for (let j = 0; j <= t; j++) {
      const shade = shadeOf(entry(f.predicted, t, j), shades);
      if (!shade) continue;
      const { ink, ...style } = shade;
      const side = Math.max(2, (size - 1) * Math.min(1, 0.3 + Math.sqrt(entry(f.weights, t, j))));
      const [x, y] = [place(j) + (size - side) / 2, place(t) + (size - side) / 2];
      const key = JSON.stringify(style);
      const group = groups.get(key) ?? { style: { ...style, of: 'a' }, boxes: [] };
      groups.set(key, group);
      group.boxes.push(x, y, side, side);
      // The hue alone does not say it.
      if (style.role === 'minus' && side >= 5)
        signs[ink === 'ink' ? 'ink' : 'surface'].push(x + 0.2 * side, y + side / 2 - 0.6, 0.6 * side, 1.2);
    }
  for (const { style, boxes } of groups.values()) surface.cells(boxes, style);
  surface.cells(signs.ink, { role: 'ink' });
  surface.cells(signs.surface, { role: 'surface' });
  drawLetters(surface, f, size);
  const { asks, reads } = f.picked;
  surface.path(around(place(reads) - 1, place(asks) - 1, size + 1, size + 1), {
    role: 'ink',
    width: 2,
    of: 'token read',
  });
  surface.text(place(n), margin + 1.2 * size, 'down: asks; across: is read', {
    role: 'ink-3',
    anchor: 'end',
  });
  surface.text(place(n), margin + 1.2 * size + 16, 'area: weight', { role: 'ink-3', anchor: 'end', of: 'a' });
  colourBar(surface, margin, place(n) + 12, Math.min(150, 14 * size), shades, {
    text: p.touch === 'cut' ? 'nats if cut' : 'nats if nudged',
    of: 'L',
  });
  surface.handle({
    param: 'token',
    x: margin - 9,
    y: place(asks) + size / 2,
    along: 'y',
    at: (px) => (px - margin) / size + 0.5,
  });
  surface.handle({
    param: 'read',
    x: place(reads) + size / 2,
    y: margin - 9,
    along: 'x',
    at: (px) => (px - margin) / size + 0.5,
  });
}

/** Beside rows and above columns, as many as there is room for; those of the picked edge always. */
function drawLetters(surface: Surface, f: Frame, size: number): void {
  const every = Math.ceil(11 / size);
  Array.from(f.characters).forEach((code, i) => {
    const middle = margin + (i + 0.5) * size;
    for (const [own, x, y, of] of [
      [f.picked.asks, margin - 9, middle, 'token'],
      [f.picked.reads, middle, margin - 9, 'read'],
    ] as const) {
      const near = Math.abs(i - own);
      if (near > 0 && (near < every || i % every > 0)) continue;
      surface.text(x, y, shown(code), {
        ...centred,
        role: near === 0 ? 'ink' : 'ink-3',
        ...(near === 0 && { bold: true, of }),
      });
    }
  });
}

const root = (value: number): number => Math.sign(value) * Math.sqrt(Math.abs(value));
const rounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Real over predicted change on root scales, which keep the diagonal straight and show small changes beside large ones. */
function drawScatter(surface: Surface, f: Frame, { width, height }: View, p: P): void {
  const byWeight = p.predict === 'weight';
  const [xs, ys] = [column(f, byWeight ? weightAt : predictedAt), column(f, realAt)];
  const { picked } = f;
  const all = [...ys, picked.real, ...(byWeight ? [] : [...xs, picked.predicted])].map(Math.abs);
  const most = 1.05 * all.reduce((a, b) => Math.max(a, b), 1e-3);
  const area = { left: 40, right: width - 12, top: 28, bottom: height - 42 };
  const x = byWeight
    ? linear([0, 1], [area.left, area.right])
    : linear([-root(most), root(most)], [area.left, area.right]);
  const y = byWeight
    ? linear([0, root(most)], [area.bottom, area.top])
    : linear([-root(most), root(most)], [area.bottom, area.top]);
  const px = (value: number): number => (byWeight ? x(value) : x(root(value)));
  const py = (value: number): number => y(root(byWeight ? Math.abs(value) : value));

  const large = rounds.filter((round) => round <= 0.85 * most).at(-1) ?? 0.001;
  const signs = byWeight ? [1] : [-1, 1];
  // The small ones only where they do not touch 0.
  const ticks = (apart: number): number[] => [
    0,
    ...[large / 10, large].filter((v) => root(v) > apart).flatMap((v) => signs.map((sign) => sign * v)),
  ];
  const named = (value: number): string => String(Number(value.toPrecision(3))).replace('-', '−');
  const role = (value: number) => (value === 0 ? 'rule' : 'grid');
  for (const value of ticks(Math.abs((16 * (y.domain[1] - y.domain[0])) / (area.bottom - area.top)))) {
    surface.line(area.left, py(value), area.right, py(value), { role: role(value) });
    surface.text(area.left - 7, py(value), named(value), { role: 'ink-3', ...leftOf });
  }
  const below = { role: 'ink-3', anchor: 'middle', baseline: 'hanging' } as const;
  for (const value of byWeight ? [] : ticks((40 * (x.domain[1] - x.domain[0])) / (area.right - area.left))) {
    surface.line(px(value), area.top, px(value), area.bottom, { role: role(value) });
    surface.text(px(value), area.bottom + 6, named(value), below);
  }
  if (byWeight)
    for (const value of [0, 0.5, 1]) surface.text(px(value), area.bottom + 6, String(value), below);
  else surface.line(px(-most), py(-most), px(most), py(most), { role: 'ink-3', width: 1.5, dash: [4, 4] });
  surface.text(0, 11, byWeight ? '↑ size of the real change, nats' : '↑ real change of the loss, nats', {
    role: 'ink-3',
    of: 'L',
  });
  surface.text(area.right, height - 6, byWeight ? 'weight →' : 'predicted change →', {
    role: 'ink-3',
    anchor: 'end',
    of: byWeight ? 'a' : 'L',
  });
  surface.text(area.left, height - 6, 'root scale', { role: 'ink-3' });
  if (!byWeight)
    surface.text(area.right - 4, area.bottom - 8, 'the loss falls', { role: 'ink-3', anchor: 'end' });
  xs.forEach((value, i) => {
    surface.mark('particle', px(value), py(at(ys, i)), { size: 2.5, opacity: 0.7, of: 'L' });
  });
  if (!tried(f, picked) || picked.weight > mostWeight) return;
  const [ownX, ownY] = [px(byWeight ? picked.weight : picked.predicted), py(picked.real)];
  surface.mark('particle', ownX, ownY, { size: 3.5, of: 'token read' });
  ring(surface, ownX, ownY, 8, { role: 'ink', width: 2, of: 'token read' });
}
