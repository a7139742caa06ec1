import { type Plot, plot } from '../../draw/axes';
import { category } from '../../draw/categories';
import { fixed, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type NgramLadderFrame, ngramLadder } from '../../engine/generated/one-head';
import { file } from '../../kinds/file';
import { choice, defineFigure, say, seed, type Values } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { endLabels } from '../shared/ends';
import { band, check, level, polyline } from '../shared/idioms';
import { readText } from '../shared/over-text';
import { ring } from '../shared/ring';
import { tableOf } from '../shared/table';
import { heads, noPython, placeOf } from './shared/kept';
import {
  climbUntil,
  every,
  frameOf,
  headCount,
  type KeptLadder,
  keptLadder,
  keptSettings,
  lags,
  laws,
} from './shared/kept-ladder';
import { keepModel, modelOf } from './shared/own-model';
import { leastOfOwn, ownText, ownTextOrError } from './shared/own-text';

const params = {
  removed: choice({
    label: 'in the end, without head',
    options: { none: 'none', ...heads },
    value: 'none',
    about:
      'Which head is taken away after the last update, with its mean in its place. Hollow marks at the right show how far the model is from each law then.',
  }),
  way: choice({
    label: 'distance',
    options: { law: 'KL(law‖model)', model: 'KL(model‖law)' },
    value: 'law',
    about:
      'Which divergence counts as distance (Kullback–Leibler): of the law from the model, which forbids the model to rule out what the law allows; or of the model from the law.',
  }),
  seed: seed(),
  text: file({
    label: 'a text of yours',
    value: 'example',
    endings: ['.txt', '.md'],
    most: 4e6,
    larger: 'The command attn train takes any.',
    about:
      'One text in UTF-8, of 16,000 to 1,000,000 characters; the model is trained on it here. From 2,000 on a shorter one is taken too; since a model soon overfits it, it gets fewer updates. Characters that it has fewer than 5 times become one.',
  }),
};
type P = Values<typeof params>;

/** A model on its way; which law it is nearest to, and where ten seeds were kept their spread. */
interface Frame extends NgramLadderFrame {
  readonly ten?: KeptLadder;
  /** By what is chosen: characters of the law that is nearest; at the last step without the head that is removed. */
  readonly nearest: number;
}

const mine = (p: P) => ownText(p.text, every);
const isKept = (p: P): boolean => p.seed === keptSettings.seed && p.text === 'example';
/** How the model of a text of the reader's own climbed, once it has; the other figures read that of the kept seed. */
const climbed = (p: P): NgramLadderFrame | undefined =>
  p.seed === keptSettings.seed ? modelOf(p.text)?.climb : undefined;
const updatesOf = (p: P): number => mine(p)?.updates ?? keptSettings.updates;
const names = ['letters', '1 character', '2 characters', '3 characters', '4 characters'] as const;
/** After "what the last ...". */
const said = [
  'letters alone say',
  'one character says',
  'two characters say',
  'three characters say',
  'four characters say',
];

const kls = (f: NgramLadderFrame, p: P) => (p.way === 'law' ? f.divergence : f.divergenceBack);
const without = (f: NgramLadderFrame, p: P) => (p.way === 'law' ? f.removed : f.removedBack);
const least = (value: (k: number) => number): number =>
  Array.from({ length: laws }, (_, k) => k).reduce((best, k) => (value(k) < value(best) ? k : best), 0);
/** At the last step, of what the model is without the head that was chosen. */
const isCut = (f: NgramLadderFrame, p: P): boolean => p.removed !== 'none' && f.step === f.steps;
const kl = (f: NgramLadderFrame, p: P, k: number): number =>
  isCut(f, p) ? entry(without(f, p), placeOf(p.removed), k) : entry(kls(f, p), f.step, k);

function told(f: NgramLadderFrame, p: P, ten: KeptLadder | undefined): Frame {
  // Nobody looks at the weights themselves.
  return { ...f, weights: new Float64Array(0), nearest: least((k) => kl(f, p, k)), ...(ten && { ten }) };
}

/** Heights in px: of the curves, of the strip below them, of the heads. */
const wide = (width: number): boolean => width >= 700;
const curvesHeight = (width: number): number => (wide(width) ? 286 : 186);
const stripHeight = (width: number): number => (wide(width) ? 112 : 78);
const headsHeight = (width: number): number => (wide(width) ? 398 : 116);

export default defineFigure({
  id: 'ladder',
  title: 'One law after another',
  claim:
    'While a small language model trains, it comes nearest to one n-gram law of its text after another: how often letters come, then what the last character says, then the last two, then the last three.',
  source: { seed: '003', place: 'sections 4 and 5' },
  params,
  first: ['removed', 'way', 'seed'],
  presets: [
    {
      name: 'letters',
      params: {},
      t: 1,
      says: 'After 20 updates the model is nearest to how often each letter comes, whatever stands before it.',
      holds: (f: Frame) => f.nearest === 0,
    },
    {
      name: 'pairs',
      params: {},
      t: 5,
      says: 'After 100 updates it is nearest to what the last character says (bigrams).',
      holds: (f: Frame) => f.nearest === 1,
    },
    {
      name: 'triples',
      params: {},
      t: 40,
      says: 'After 800 updates it is nearest to what the last two characters say (trigrams): heads of the first layer have begun to look back.',
      holds: (f: Frame) => f.nearest === 2,
    },
    {
      name: 'one head less',
      params: { removed: '1.2' },
      says: 'Without one head of the first layer the law that the finished model is nearest to has a character less.',
      holds: (f: Frame) => f.nearest === 2,
    },
  ],
  height: (width) => curvesHeight(width) + stripHeight(width) + (wide(width) ? 0 : headsHeight(width) + 10),
  timeline: (p) => ({
    steps: updatesOf(p) / every,
    first: 1,
    unit: 'step',
    opens: isKept(p) || climbed(p) ? updatesOf(p) / every : 5,
  }),
  core: ngramLadder,
  // The text itself is fetched when the core is asked; which it is is all that has to be told apart.
  ask: (p) => ({
    text: p.text,
    seed: p.seed,
    updates: updatesOf(p),
    ...(p.text !== 'example' && { least: leastOfOwn }),
  }),
  besides: async ({ text }) => ({ text: ownTextOrError(text, every)?.text ?? (await readText()) }),
  async frame(f: NgramLadderFrame, p): Promise<Frame> {
    const own = mine(p);
    if (own && p.seed === keptSettings.seed && f.step === f.steps) keepModel(p.text, own, f);
    return told(f, p, isKept(p) ? await keptLadder() : undefined);
  },
  async precomputed(p, t): Promise<Frame | undefined> {
    const climb = climbed(p);
    if (climb) return told(climbUntil(climb, t), p, undefined);
    if (!isKept(p)) return undefined;
    const ladder = await keptLadder();
    return told(frameOf(ladder, t), p, ladder);
  },
  draw(surface, f: Frame, { width }, p) {
    const column = wide(width) ? Math.round(0.66 * width) : width;
    const area = drawCurves(surface, f, { width: column, height: curvesHeight(width) }, p);
    drawAlike(inset(surface, 0, curvesHeight(width)), f, { width: column, height: stripHeight(width) }, area);
    const [x, y] = wide(width) ? [column + 28, 0] : [0, curvesHeight(width) + stripHeight(width) + 10];
    drawHeads(inset(surface, x, y), f, { width: width - x, height: headsHeight(width) }, p);
  },
  describe(f, p) {
    const nearest = `“${names[f.nearest] ?? ''}”`;
    if (isCut(f, p))
      return say`Without head ${p.removed} the finished model is nearest to ${nearest}, ${fixed(kl(f, p, f.nearest), 2)} bits away.`;
    const own = mine(p);
    if (own)
      return say`After ${whole(f.step * every)} updates on your ${whole(own.characters)} characters${own.short ? ', which are few,' : ''} the model needs ${fixed(at(f.bits, f.step), 2)} bits a character, and of five laws it is nearest to ${nearest}, ${fixed(kl(f, p, f.nearest), 2)} bits away.`;
    return say`After ${whole(f.step * every)} updates the model needs ${fixed(at(f.bits, f.step), 2)} bits a character, and of five laws it is nearest to ${nearest}, ${fixed(kl(f, p, f.nearest), 2)} bits away.`;
  },
  table: (f, p) =>
    tableOf(
      Array.from({ length: f.step + 1 }, (_, t) => ({
        update: t * every,
        bits: at(f.bits, t),
        ...Object.fromEntries(names.map((name, k) => [`${name}, bits apart`, entry(kls(f, p), t, k)])),
        'patterns alike, first layer': entry(f.alike, t, 0),
        'patterns alike, last layer': entry(f.alike, t, 1),
      })),
    ),
  quantities: (f, p) => ({
    kl: `${fixed(kl(f, p, f.nearest), 2)} bits from what ${said[f.nearest]}`,
  }),
  action: {
    name: 'Train the model again here',
    run: async (engine, p, signal, progress) =>
      (await import('./shared/trained-again')).trainedAgain(engine, p.way, signal, progress),
  },
  python: noPython,
  checks: (f) => [
    check('the probabilities of each law sum to 1', f.lawError, 1e-12),
    check('no divergence is below 0', Math.max(0, -f.least), 0),
  ],
});

/** Where the axis begins, in bits: a model of a small text may come nearer to letters than any of Shakespeare does. */
const leastShown = ({ data }: NgramLadderFrame['divergence']): number =>
  [0.25, 0.1, 0.03].find((bits) => data.every((value) => value >= bits)) ?? 0.01;

/** Where one law stops being the nearest and the next begins, the curves say; a ring is around the least of each so far. */
function drawCurves(surface: Surface, f: Frame, view: View, p: P): Plot {
  const values = kls(f, p);
  const cut = p.removed !== 'none' && f.frontier === f.steps;
  const area = plot(surface, view, {
    x: { domain: [every, f.steps * every], label: 'update', scale: 'log' },
    y: {
      domain: [leastShown(values), p.way === 'law' ? 6 : 16],
      label: wide(view.width / 0.66) ? 'bits between law and model' : 'bits apart',
      scale: 'log',
      format: (value) => String(value),
    },
    right: cut ? 134 : 104,
  });
  const steps = Array.from({ length: f.step }, (_, i) => i + 1);
  const inside = (value: number): number =>
    area.y(Math.min(area.y.domain[1], Math.max(area.y.domain[0], value)));
  const updates = steps.map((t) => t * every);
  const nearest = least((k) => entry(values, f.step, k));
  const ends = area.x(f.step * every);
  for (let k = 0; k < laws; k++) {
    const role = category(k).role;
    if (f.ten && f.step > 1) {
      const which = p.way === 'law' ? 'divergence' : 'divergence_back';
      const { mean, sd } = f.ten;
      const edge = (side: 1 | -1) => (i: number) => {
        const place = (i + 1) * laws + k;
        const value = at(mean[which], place) + side * at(sd[which], place);
        return Math.min(area.y.domain[1], Math.max(area.y.domain[0], value));
      };
      surface.area(band(area, updates, edge(1), edge(-1)), { role, opacity: 0.16 });
    }
    if (f.step > 1)
      surface.path(
        polyline(steps, (t) => [area.x(t * every), inside(entry(values, t, k))]),
        { role, width: k === nearest ? 3 : 2, of: 'kl' },
      );
    const lowest = steps.reduce((a, t) => (entry(values, t, k) < entry(values, a, k) ? t : a), 1);
    // Where the curve goes on after it.
    if (ends - area.x(lowest * every) > 14)
      ring(surface, area.x(lowest * every), inside(entry(values, lowest, k)), 5, { role, width: 1.5 });
  }
  const shift = cut ? area.right + 16 : ends;
  for (let k = 0; k < laws; k++) {
    const role = category(k).role;
    surface.mark(role, ends, inside(entry(values, f.step, k)), { size: 4, of: 'kl' });
    if (cut)
      surface.mark(role, shift, inside(entry(without(f, p), placeOf(p.removed), k)), {
        size: 5,
        hollow: true,
        of: 'kl',
      });
  }
  if (cut)
    surface.text(area.right + 16, area.top - 8, `without ${p.removed}`, { role: 'ink-2', anchor: 'middle' });
  endLabels(
    surface,
    (cut ? shift : ends) + 11,
    names.map((name, k) => ({
      name,
      role: category(k).role,
      of: 'kl',
      bold: k === f.nearest,
      y: inside(cut ? entry(without(f, p), placeOf(p.removed), k) : entry(values, f.step, k)),
    })),
    area,
  );
  return area;
}

/** How alike the patterns of two heads of a layer are, over the same axis. */
function drawAlike(surface: Surface, f: Frame, { height }: View, { x, left, right }: Plot): void {
  const y = linear([-0.2, 1], [height - 8, 24]);
  const area = { x, y, left, right, top: 24, bottom: height - 8 };
  surface.text(0, 11, '↑ how alike two heads of a layer look', { role: 'ink-3', of: 'alike' });
  for (const value of [0, 1]) {
    level(surface, area, value, { role: value === 0 ? 'rule' : 'grid' });
    surface.text(left - 10, y(value), String(value), { role: 'ink-3', anchor: 'end', baseline: 'middle' });
  }
  const steps = Array.from({ length: f.step }, (_, i) => i + 1);
  [0, 1].forEach((layer) => {
    const role = 'weight';
    const dash = layer === 1 ? { dash: [5, 4] } : {};
    if (f.step > 1)
      surface.path(
        polyline(steps, (t) => [x(t * every), y(entry(f.alike, t, layer))]),
        { role, width: 2, of: 'alike', ...dash },
      );
    surface.mark(role, x(f.step * every), y(entry(f.alike, f.step, layer)), { size: 3.5, of: 'alike' });
  });
  endLabels(
    surface,
    x(f.step * every) + 11,
    ['first layer', 'last layer'].map((name, layer) => ({
      name,
      role: 'weight' as const,
      of: 'alike',
      y: y(entry(f.alike, f.step, layer)),
    })),
    area,
  );
}

/** Of each head the weight at lags 0 to 7, now. */
function drawHeads(surface: Surface, f: Frame, { width, height }: View, p: P): void {
  const columns = width > height ? 4 : 2;
  const gap = columns === 2 ? 20 : 14;
  const rowCount = headCount / columns;
  surface.text(0, 11, 'weight by lag, 0 to 7, of each head', { role: 'ink-3', of: 'l' });
  const [w, h] = [(width - gap * (columns - 1)) / columns, (height - 20) / rowCount];
  const row = f.step * headCount * lags;
  for (let head = 0; head < headCount; head++) {
    // Of two columns the left one is the first layer.
    const [column, line] =
      columns === 2 ? [Math.floor(head / 4), head % 4] : [head % 4, Math.floor(head / 4)];
    const [x, base] = [column * (w + gap), 20 + (line + 1) * h - 8];
    const scale = linear([0, 0.5], [0, h - 28]);
    const name = Object.keys(heads)[head] ?? '';
    const gone = isCut(f, p) && placeOf(p.removed) === head;
    surface.text(x, base - h + 20, name, { role: gone ? 'ink-3' : 'ink-2', bold: !gone });
    if (columns === 2) {
      const own = Array.from({ length: lags }, (_, l) => at(f.lags.data, row + head * lags + l));
      const most = own.reduce((a, b, l) => (b > at(own, a) ? l : a), 0);
      surface.text(x + w, base - h + 20, `${fixed(at(own, most), 2)} at ${most}`, {
        role: 'ink-3',
        anchor: 'end',
      });
    }
    const pitch = w / lags;
    const boxes = Array.from({ length: lags }, (_, l) => {
      const tall = Math.min(h - 22, scale(at(f.lags.data, row + head * lags + l)));
      return [x + l * pitch + 1, base - tall, pitch - 2, tall];
    });
    surface.cells(boxes.flat(), { role: 'weight', opacity: gone ? 0.25 : 1, of: 'l' });
    surface.line(x, base, x + w, base, { role: 'rule' });
  }
}
