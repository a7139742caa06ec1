import { fixed, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type HeadReadingFrame, headReading } from '../../engine/generated/one-head';
import { choice, defineFigure, say, slider, type Values } from '../declare';
import { at } from '../shared/as-matrix';
import { check } from '../shared/idioms';
import {
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
  letterOf,
  nearest,
  shown,
} from './shared/dials';
import { besides, heads, kept, noPython, ofKept, placeOf } from './shared/kept';
import { asksOf, ownModel, saidOf, windowOf } from './shared/own-model';
import { named } from './shared/papers';

/** That one can look at. */
const windows = 200;
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
    range: [1, windows],
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
  text: ownModel,
};
type P = Values<typeof params>;

/** A row, and what the kept model loses without the head, from the kept run. */
interface Frame extends HeadReadingFrame {
  readonly worth?: number;
}

/** Height of the strip, in px. */
const stripHeight = 86;

export default defineFigure({
  id: 'five-readings',
  title: 'Five dials on one row',
  claim: 'Five theories read one row of one trained head, and their dials do not move together.',
  source: {
    seed: '001',
    place: 'part III; and seeds 000 (equations 10 to 23), 002 (14), 003 (section 3), 004 (1)',
  },
  params,
  first: ['head', 'token', 'temperature', 'text'],
  presets: [
    {
      name: 'last layer',
      params: { head: '2.1' },
      says: 'A head of the last layer looks at which characters stand there: position alone explains next to nothing of its scores.',
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
  height: (width) => stripHeight + 18 + dialsHeight(width),
  core: ofKept(headReading),
  ask: ({ head, window, token, temperature, text }) => ({
    layer: Number(head[0]),
    head: Number(head[2]),
    window: windowOf(text, window, windows),
    token,
    temperature,
    ...asksOf(text),
  }),
  besides,
  async frame(f: HeadReadingFrame, p): Promise<Frame> {
    if (p.text !== 'example') return f;
    const { touches } = await kept();
    return { ...f, worth: touches.removed?.[0]?.[placeOf(p.head)] ?? 0 };
  },
  complete: ({ windows }) => windows >= 20,
  draw(surface, f: Frame, { width }, p) {
    drawStrip(surface, f, width);
    const places = f.characters.length;
    inDials(width, stripHeight + 18, [
      (x, y, view) => drawGas(inset(surface, x, y), f, view, p.temperature),
      (x, y, view) => drawBlame(inset(surface, x, y), f, view, places),
      (x, y, view) => drawBoundary(inset(surface, x, y), f, view),
      (x, y, view) => drawLag(inset(surface, x, y), f, view, f.lagText),
      (x, y, view) => drawDistance(inset(surface, x, y), f, view),
      (x, y, view) => drawCost(inset(surface, x, y), f, view, p),
    ]);
  },
  describe(f, p) {
    const asks = f.weights.length - 1;
    const most = largestOf(f.weights);
    const token = (j: number): string => `token ${j + 1}, ${letterOf(at(f.characters, j))},`;
    const reads = f.weights.indexOf(most);
    return saidOf(
      p.text,
      say`In head ${p.head} ${token(asks)} gives ${fixed(most, 2)} of its weight to ${reads === asks ? 'itself' : token(reads).slice(0, -1)}; over ${whole(f.windows)} windows a row reads ${fixed(f.effectiveTokens, 1)} tokens, position explains ${fixed(100 * f.positionShare, 0)} % of its scores, and distance ${fixed(100 * f.distanceShare, 0)} %.`,
    );
  },
  table: (f, p) => ({
    columns: ['reading', 'paper', 'value'],
    rows: named([
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
      ...(f.worth === undefined ? [] : ([['bits lost without the head, kept', '', f.worth]] as const)),
    ]),
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

function drawCost(surface: Surface, f: Frame, { width, height }: View, p: P): void {
  heading(surface, 'cost, in bits a token');
  const most = Math.max(0.02, f.worth ?? 0, Math.abs(f.bitsLost));
  const x = linear([0, most], [0, width - 56]);
  const rows = [
    [`at T = ${fixed(p.temperature, 2)}`, f.bitsLost],
    ['without the head', f.worth],
  ] as const;
  const room = (height - below) / 2;
  const thick = Math.min(16, room - 20);
  rows.forEach(([name, bits], i) => {
    const top = below + i * room;
    surface.text(0, top + 6, name, { role: 'ink-3' });
    const tell = (left: number, text: string): void =>
      surface.text(left, top + 12 + thick / 2, text, { role: 'ink', baseline: 'middle' });
    // What the loss is without it, is known of the kept model.
    if (bits === undefined) tell(0, 'not measured here');
    else {
      const wide = Math.max(1.5, Math.abs(x(bits)));
      surface.rect(0, top + 12, wide, thick, { role: 'loss', of: 'L' });
      tell(wide + 6, fixed(bits, 3));
    }
  });
}
