import { fixed, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type HeadReadingFrame, headReading } from '../../engine/generated/one-head';
import { choice, defineFigure, say, slider, type Values } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { check, polyline } from '../shared/idioms';
import { besides, heads, kept, noPython, ofKept, placeOf } from './shared/kept';

const params = {
  head: choice({
    label: 'head',
    options: heads,
    value: '1.1',
    about: 'Which of the eight heads is read: first the layer, then the head of that layer.',
  }),
  window: slider({
    symbol: 'w',
    label: 'window',
    range: [1, 200],
    step: 1,
    value: 1,
    about: 'Which 32 characters of the text are read; the model has not been trained on any of them.',
  }),
  token: slider({
    symbol: 't',
    label: 'token that asks',
    step: 1,
    about: 'Which character of the window asks, and so which row of the head is read.',
  }),
  temperature: slider({
    symbol: 'T',
    label: 'temperature',
    scale: 'log',
    about: 'What the scores of this head are divided by. At 1 it is as it was trained.',
  }),
};
type P = Values<typeof params>;

/** A row, and what the model loses without the head, from the kept run. */
interface Frame extends HeadReadingFrame {
  readonly worth: number;
}

/** Largest real part of a real eigenvalue. */
const greatestReal = ({ shape, data }: HeadReadingFrame['eigenQuery']): number =>
  Math.max(
    -1,
    ...Array.from({ length: shape[0] }, (_, i) => i)
      .filter((i) => data[2 * i + 1] === 0)
      .map((i) => data[2 * i] as number),
  );

/** Columns of dials, and heights in px of the strip and of a dial. */
const columnsFor = (width: number): number => (width >= 720 ? 3 : 2);
const stripHeight = 86;
const dialHeight = (width: number): number => (width >= 720 ? 172 : width >= 480 ? 150 : 112);

export default defineFigure({
  id: 'five-readings',
  title: 'Five dials on one row',
  claim: 'Five theories read one row of one trained head, and their dials do not move together.',
  source: {
    seed: '001',
    place: 'part III; and seeds 000 (equations 10 to 23), 002 (14), 003 (section 3), 004 (1)',
  },
  params,
  first: ['head', 'token', 'temperature'],
  presets: [
    {
      name: 'last layer',
      params: { head: '2.1' },
      says: 'A head of the last layer looks at words: position alone explains next to nothing of its scores.',
      holds: (f: Frame) => f.positionShare < 0.3,
    },
    {
      name: 'hot',
      params: { temperature: 4 },
      says: 'Four times as hot, the head averages nearly everything, and the model pays for it.',
      holds: (f: Frame) => f.relativeEntropy > 0.7 && f.bitsLost > 0.02,
    },
    {
      name: 'cold',
      params: { temperature: 0.25 },
      says: 'Four times as cold, it takes one token, and the model pays for that as well.',
      holds: (f: Frame) => f.topWeight > 0.75 && f.bitsLost > 0.02,
    },
    {
      name: 'past the boundary',
      params: { window: 52, token: 15 },
      says: 'For this token the block of the query has an eigenvalue above 1: it is past the boundary.',
      holds: (f: Frame) => greatestReal(f.eigenQuery) > 1.1,
    },
  ],
  height: (width) => stripHeight + 18 + (6 / columnsFor(width)) * (dialHeight(width) + 14),
  core: ofKept(headReading),
  ask: ({ head, window, token, temperature }) => ({
    layer: Number(head[0]),
    head: Number(head[2]),
    window,
    token,
    temperature,
  }),
  besides,
  async frame(f: HeadReadingFrame, p): Promise<Frame> {
    const { touches } = await kept();
    return { ...f, worth: touches.removed?.[0]?.[placeOf(p.head)] ?? 0 };
  },
  complete: ({ windows }) => windows >= 20,
  draw(surface, f: Frame, { width }, p) {
    drawStrip(surface, f, width);
    const columns = columnsFor(width);
    const gap = columns === 3 ? 30 : 18;
    const view = { width: (width - gap * (columns - 1)) / columns, height: dialHeight(width) };
    const dials = [drawGas, drawBlame, drawBoundary, drawLag, drawDistance, drawCost];
    dials.forEach((draw, i) => {
      const x = (i % columns) * (view.width + gap);
      const y = stripHeight + 18 + Math.floor(i / columns) * (view.height + 14);
      draw(inset(surface, x, y), f, view, p);
    });
  },
  describe: (f, p) =>
    say`Head ${p.head} gives ${fixed(largestOf(f.weights), 2)} of its weight to one token here; over ${whole(f.windows)} windows a row reads ${fixed(f.effectiveTokens, 1)} tokens, position explains ${fixed(100 * f.positionShare, 0)} % of its scores, and distance ${fixed(100 * f.distanceShare, 0)} %.`,
  table: (f, p) => ({
    columns: ['reading', 'paper', 'value'],
    rows: [
      ['temperature at which this row would turn, T', '001', f.peak],
      ['effective tokens, mean of rows', '001', f.effectiveTokens],
      ['top weight, mean of rows', '001', f.topWeight],
      ['effective rank of the form, of 8', '001', f.effectiveRank],
      ['symmetric share of the form', '001', f.symmetricShare],
      ['greatest advantage of this row', '000', largestOf(f.advantage)],
      ['greatest real eigenvalue, block of the query', '002', greatestReal(f.eigenQuery)],
      ['log |det|, block of the query', '002', f.logDetQuery],
      ['log |det|, whole block', '002', f.logDetWhole],
      ['weight one token back, mean of rows', '003', at(f.lagText, 1)],
      ['share of the scores that position explains', '003', f.positionShare],
      ['share of the scores that distance explains', '004', f.distanceShare],
      ['slope over distance', '004', f.distanceSlope],
      ['cosine of what it writes and how it looks', '004', f.valueCosine],
      [`bits lost at T = ${fixed(p.temperature, 2)}`, '', f.bitsLost],
      ['bits lost without the head, kept', '', f.worth],
    ],
  }),
  quantities: (f, p) => ({
    C: fixed(at(f.capacity, nearest(f.logTemperatures, Math.log2(p.temperature))), 2),
    A: Array.from(f.advantage.slice(-3), (a) => fixed(a, 2)).join(', '),
    M: fixed(greatestReal(f.eigenQuery), 2),
  }),
  python: noPython,
  checks: (f) => [
    check('weights of the row sum to 1', f.weightError, 1e-13),
    check('weight times advantage sums to 0', f.routingError, 1e-12),
    check('heat capacity is how the mean energy grows', f.capacityError, 1e-5),
    check('scores are distance and two lengths', f.distanceError, 1e-12),
    check('log |det| from 8 rows and from the whole block', f.blockError, 1e-9),
  ],
});

const largestOf = (list: ArrayLike<number>): number =>
  Array.from(list).reduce((a, b) => Math.max(a, b), -Infinity);
const nearest = (list: ArrayLike<number>, value: number): number =>
  Array.from(list).reduce(
    (best, x, i) => (Math.abs(x - value) < Math.abs(at(list, best) - value) ? i : best),
    0,
  );

/** A character as it can be seen. */
const shown = (code: number): string => (code === 10 ? '¶' : code === 32 ? '·' : String.fromCodePoint(code));

/** The window: its characters, the one that asks, and its weights as bars above them. */
function drawStrip(surface: Surface, f: Frame, width: number): void {
  const pitch = width / f.characters.length;
  const [top, base] = [18, 58];
  const asks = f.weights.length - 1;
  surface.text(0, 10, 'weights of the token that asks', { role: 'ink-3', of: 'a' });
  const bars = linear([0, 1], [base, top]);
  const boxes = Array.from(f.weights, (w, j) => [
    j * pitch + 1,
    bars(w),
    Math.max(1, pitch - 2),
    base - bars(w),
  ]);
  surface.cells(boxes.flat(), { role: 'weight', of: 'a' });
  surface.line(0, base, width, base, { role: 'rule' });
  Array.from(f.characters).forEach((code, j) => {
    surface.text((j + 0.5) * pitch, base + 17, shown(code), {
      role: j === asks ? 'query' : j < asks ? 'ink' : 'ink-3',
      anchor: 'middle',
      ...(j === asks && { bold: true }),
    });
  });
  const x = (asks + 0.5) * pitch;
  surface.path([x - 8, base + 3, x + 8, base + 3, x + 8, base + 23, x - 8, base + 23, x - 8, base + 3], {
    role: 'query',
    width: 1.5,
    of: 'token',
  });
  surface.handle({ param: 'token', x, y: base + 13, along: 'x', at: (px) => px / pitch + 0.5 });
}

/** The title of a dial, with the seed that it is of, and what is below it. */
function head(surface: Surface, title: string, of?: string): void {
  surface.text(0, 11, title, { role: 'ink-2', bold: true, ...(of && { of }) });
}
const below = 34;

function drawGas(surface: Surface, f: Frame, { width, height }: View, p: P): void {
  head(surface, 'gas: heat capacity', 'C');
  const most = 1.1 * Math.max(largestOf(f.capacity), largestOf(f.capacityGauss), 0.1);
  const x = linear([-3, 3], [2, width - 2]);
  const y = linear([0, most], [height - 22, below - 8]);
  surface.line(0, y(0), width, y(0), { role: 'rule' });
  const curve = (list: Float64Array): number[] =>
    polyline(list, (value, i) => [x(at(f.logTemperatures, i)), y(value)]);
  surface.path(curve(f.capacityGauss), { role: 'ink-3', dash: [3, 3] });
  surface.path(curve(f.capacity), { role: 'particle', width: 2, of: 'C' });
  const own = Math.log2(p.temperature);
  surface.mark('particle', x(own), y(at(f.capacity, nearest(f.logTemperatures, own))), {
    size: 6,
    hollow: true,
    of: 'temperature',
  });
  surface.text(x(-3), height - 6, '1/8', { role: 'ink-3' });
  surface.text(x(0), height - 6, 'T = 1', { role: 'ink-3', anchor: 'middle' });
  surface.text(x(3), height - 6, '8', { role: 'ink-3', anchor: 'end' });
}

function drawBlame(surface: Surface, f: Frame, { width, height }: View): void {
  head(surface, 'blame: advantage', 'A');
  const most = Math.max(1e-3, largestOf(f.advantage.map(Math.abs)));
  const y = linear([-most, most], [height - 22, below - 8]);
  const pitch = width / f.characters.length;
  for (const sign of [1, -1]) {
    const boxes = Array.from(f.advantage, (a, j) =>
      a * sign > 0
        ? [j * pitch + 0.5, Math.min(y(0), y(a)), Math.max(1, pitch - 1), Math.abs(y(a) - y(0))]
        : [],
    );
    surface.cells(boxes.flat(), { role: sign > 0 ? 'plus' : 'minus', of: 'A' });
  }
  surface.line(0, y(0), width, y(0), { role: 'rule' });
  surface.text(0, height - 6, 'up: should get more', { role: 'ink-3' });
}

function drawBoundary(surface: Surface, f: Frame, { width, height }: View): void {
  head(surface, 'boundary: eigenvalues', 'M');
  const top = below - 8;
  const side = Math.min(width, height - 22 - top);
  const sizes = [f.eigenQuery, f.eigenWhole].flatMap((m) =>
    Array.from({ length: m.shape[0] }, (_, i) => Math.hypot(entry(m, i, 0), entry(m, i, 1))),
  );
  const far =
    [1.3, 1.6, 2, 3, 5, 9, 20].find((r) => r >= 1.1 * Math.max(...sizes)) ?? 1.1 * Math.max(...sizes);
  const middle = width / 2;
  const x = linear([-far, far], [middle - side / 2, middle + side / 2]);
  const y = linear([-far, far], [top + side, top]);
  surface.line(0, y(0), width, y(0), { role: 'grid' });
  surface.line(x(0), top, x(0), top + side, { role: 'grid' });
  const circle = Array.from({ length: 73 }, (_, k) => (k * Math.PI) / 36);
  surface.path(
    polyline(circle, (angle) => [x(Math.cos(angle)), y(Math.sin(angle))]),
    {
      role: 'ink-3',
      dash: [3, 3],
    },
  );
  for (const [m, hollow] of [
    [f.eigenWhole, true],
    [f.eigenQuery, false],
  ] as const)
    for (let i = 0; i < m.shape[0]; i++)
      surface.mark('particle', x(entry(m, i, 0)), y(entry(m, i, 1)), { size: 3.5, hollow, of: 'M' });
  surface.mark('margin', x(1), y(0), { size: 5, of: 'M' });
  surface.text(
    0,
    height - 6,
    width > 240 ? 'full: of the query; hollow: whole' : 'full: query, hollow: all',
    {
      role: 'ink-3',
    },
  );
}

function drawLag(surface: Surface, f: Frame, { width, height }: View): void {
  head(surface, 'lag: how far back', 'l');
  const most = 1.05 * Math.max(0.1, largestOf(f.lagText), largestOf(f.lagRow));
  const y = linear([0, most], [height - 22, below - 8]);
  const pitch = width / f.lagText.length;
  const boxes = Array.from(f.lagText, (w, l) => [l * pitch + 1, y(w), Math.max(1, pitch - 2), y(0) - y(w)]);
  surface.cells(boxes.flat(), { role: 'weight', opacity: 0.45, of: 'l' });
  surface.line(0, y(0), width, y(0), { role: 'rule' });
  Array.from(f.lagRow).forEach((w, l) => {
    surface.mark('weight', (l + 0.5) * pitch, y(w), { size: 3.5, of: 'l' });
  });
  surface.text(0, height - 6, '0', { role: 'ink-3' });
  surface.text(width, height - 6, width > 240 ? 'bars: all rows; marks: this one   15' : '15', {
    role: 'ink-3',
    anchor: 'end',
  });
}

function drawDistance(surface: Surface, f: Frame, { width, height }: View): void {
  head(surface, 'distance: scores', 's');
  const [lowX, highX] = [-largestOf(f.distance.map((d) => -d)), largestOf(f.distance)];
  const [lowY, highY] = [-largestOf(f.scores.map((s) => -s)), largestOf(f.scores)];
  const x = linear([lowX, Math.max(highX, lowX + 1e-9)], [8, width - 8]);
  const y = linear([lowY, Math.max(highY, lowY + 1e-9)], [height - 30, below]);
  surface.line(0, height - 22, width, height - 22, { role: 'rule' });
  Array.from(f.scores).forEach((s, j) => {
    surface.mark('key', x(at(f.distance, j)), y(s), { size: 2 + 5 * Math.sqrt(at(f.weights, j)), of: 's' });
  });
  surface.text(width, height - 6, 'nearer keys →', { role: 'ink-3', anchor: 'end' });
}

function drawCost(surface: Surface, f: Frame, { width, height }: View, p: P): void {
  head(surface, 'cost, in bits a token');
  const most = Math.max(0.02, f.worth, Math.abs(f.bitsLost));
  const x = linear([0, most], [0, width - 56]);
  const rows = [
    [`at T = ${fixed(p.temperature, 2)}`, f.bitsLost],
    ['without the head', f.worth],
  ] as const;
  const room = (height - below) / 2;
  rows.forEach(([name, bits], i) => {
    const y = below + i * room;
    surface.text(0, y + 6, name, { role: 'ink-3' });
    surface.rect(0, y + 12, Math.max(1.5, Math.abs(x(bits))), Math.min(16, room - 20), {
      role: 'loss',
      of: 'L',
    });
    surface.text(Math.max(1.5, Math.abs(x(bits))) + 6, y + 12 + Math.min(16, room - 20) / 2, fixed(bits, 3), {
      role: 'ink',
      baseline: 'middle',
    });
  });
}
