import { fixed, whole, withSign } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import {
  type TokenFragilityFrame,
  tokenFragility,
  tokenFragilityDefaults,
} from '../../engine/generated/one-head';
import { choice, defineFigure, type Sentence, say, seed, type Values } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { check } from '../shared/idioms';
import { shown } from './shared/dials';
import { besides, type Fragility, keptFragility, mean, noPython, ofKept, spread } from './shared/kept';
import { asksOf, ownModel, saidOf, windowsOf } from './shared/own-model';
import { papers } from './shared/papers';

/** The readings in the order of the core's columns: what each is called, and the paper that it is of. */
const readings = {
  determinant: ['determinant, first layer', '002'],
  radius: ['radius, last layer', '002'],
  least: ['least determinant', '002'],
  size: ['smallness of the stream', ''],
  error: ['error over size', ''],
  entropy: ['entropy of the prediction', ''],
  routing: ['gradient of scores', '000'],
  received: ['weight it gets', '000'],
  coldness: ['heat capacity, turned', '001'],
  rarity: ['rarity of the character', ''],
  position: ['place in the window', ''],
} as const;
type Reading = keyof typeof readings;
const ids = Object.keys(readings) as Reading[];
const nameOf = (p: P): string => readings[p.reading as Reading][0];
/** Groups in their order, and what stands above each. */
const groups = {
  '002': papers['002'],
  '000': papers['000'],
  '001': papers['001'],
  '': 'no theory',
} as const;

const noises = { tenth: 0.1, quarter: 0.25, half: 0.5 } as const;
const params = {
  reading: choice({
    label: 'reading',
    options: Object.fromEntries(ids.map((id) => [id, readings[id][0]])) as Record<Reading, string>,
    value: 'determinant',
    about:
      'What is read of a token before anything is done to it, turned so that more should mean more fragile. Determinants and radii are of the block of the query; the stream is read where the last norm divides by its size; the error over size alone knows the noise.',
  }),
  noise: choice({
    label: 'noise',
    options: { tenth: '0.1', quarter: '0.25', half: '0.5' },
    value: 'quarter',
    about:
      'How much noise is put on the embeddings: its standard deviation, where 1 is the root mean square of the embeddings.',
  }),
  on: choice({
    label: 'noise on',
    options: { all: 'all tokens', alone: 'one alone' },
    value: 'all',
    about:
      'With noise on all tokens of a window at once, what counts is how far the prediction after each is moved. Where each gets it alone, what counts is how far all predictions of the window are moved, over the mean for its place.',
  }),
  seed: seed(),
  text: ownModel,
};
type P = Values<typeof params>;

/** The model in hand, the ten models, and what is asked of the reading that was chosen. */
interface Frame extends TokenFragilityFrame {
  readonly ten: Fragility;
  readonly rankChosen: number;
  readonly leftChosen: number;
  readonly placeChosen: number;
}

const columnOf = (p: P): number => ids.indexOf(p.reading as Reading);
const stateOf = (p: P) => `${p.on}/${p.noise}` as const;
const isAlone = (p: P): boolean => p.on === 'alone';

/** Characters of a window, and the first of them that is read. */
const length = 32;
const first = 4;
const rows = length - first;
const windowsShown = (width: number): number => (wide(width) ? 4 : 3);

/** Heights in px. */
const wide = (width: number): boolean => width >= 700;
const textHeight = (width: number): number => 26 + windowsShown(width) * (wide(width) ? 24 : 17);
const scatterHeight = (width: number): number => (wide(width) ? 250 : 130);
const pitchOf = (width: number): number => (wide(width) ? 21 : 14);
/** Room for the name of a group; where there is little room groups have none. */
const between = (width: number): number => (wide(width) ? 22 : 0);
const ranksHeight = (width: number): number =>
  20 + ids.length * pitchOf(width) + Object.keys(groups).length * between(width) + 36;

export default defineFigure({
  id: 'fragile-tokens',
  title: 'Which prediction breaks?',
  claim:
    'A prediction breaks most easily under noise where the residual stream is small when it is read out; a margin (determinant or radius) foretells this only as far as it contains that size.',
  source: { seed: '002', place: 'equations 14 and 53, section 5; and seed 000, equation 17' },
  params,
  first: ['reading', 'noise', 'on', 'text'],
  presets: [
    {
      name: 'size of the stream',
      params: { reading: 'size' },
      says: 'How small the stream is where it is read foretells what no determinant does.',
      holds: (f: Frame) => f.rankChosen > 0.6,
    },
    {
      name: 'a margin that works',
      params: { reading: 'radius' },
      says: 'The radius of the last layer’s blocks foretells it too, but once the size of the stream is known it adds next to nothing.',
      holds: (f: Frame) => f.rankChosen > 0.3 && Math.abs(f.leftChosen) < 0.15,
    },
    {
      name: 'error over size',
      params: { reading: 'error' },
      says: 'The noise that is left in the stream over its size is nearly the whole story.',
      holds: (f: Frame) => f.rankChosen > 0.8,
    },
    {
      name: 'more noise',
      params: { noise: 'half', reading: 'size' },
      says: 'With twice the noise predictions move twice as far, and the size still foretells which.',
      holds: (f: Frame) => f.mean > 1 && f.rankChosen > 0.6,
    },
    {
      name: 'one token each',
      params: { on: 'alone', reading: 'entropy' },
      says: 'Noise on one token alone does more where the prediction was open anyway; a small determinant names no such token.',
      holds: (f: Frame) => f.placeChosen > 0.6 && at(f.place, 2) < 0.55,
    },
  ],
  height: (width) =>
    wide(width)
      ? textHeight(width) + 12 + scatterHeight(width)
      : textHeight(width) + 8 + scatterHeight(width) + 14 + ranksHeight(width),
  core: ofKept(tokenFragility),
  ask: ({ noise, on, seed, text }) => ({
    noise: noises[noise as keyof typeof noises],
    on: on as 'all' | 'alone',
    seed,
    ...(text !== 'example' && { windows: windowsOf(text, tokenFragilityDefaults.windows) }),
    ...asksOf(text),
  }),
  besides,
  async frame(f: TokenFragilityFrame, p): Promise<Frame> {
    const c = columnOf(p);
    return {
      ...f,
      ten: (await keptFragility()).states[stateOf(p)],
      rankChosen: at(f.rank, c),
      leftChosen: at(f.rankGivenSize, c),
      placeChosen: at(f.place, c),
    };
  },
  complete: ({ windows }) => windows >= 4,
  draw(surface, f: Frame, { width }, p) {
    if (wide(width)) {
      const left = Math.round(0.56 * width);
      drawText(surface, f, { width: left, height: textHeight(width) }, p);
      drawTokens(
        inset(surface, 0, textHeight(width) + 12),
        f,
        { width: left, height: scatterHeight(width) },
        p,
      );
      drawRanks(inset(surface, left + 36, 0), f, { width: width - left - 36, height: 0 }, p, width);
    } else {
      drawText(surface, f, { width, height: textHeight(width) }, p);
      const down = textHeight(width) + 8;
      drawTokens(inset(surface, 0, down), f, { width, height: scatterHeight(width) }, p);
      drawRanks(inset(surface, 0, down + scatterHeight(width) + 14), f, { width, height: 0 }, p, width);
    }
  },
  describe(f, p) {
    const told = (sentence: Sentence): Sentence => saidOf(p.text, sentence);
    if (isAlone(p))
      return told(
        say`With noise on one token at a time, in ${whole(f.windows)} windows, the token that “${nameOf(p)}” ranks first stands, by what that does, at ${fixed(f.placeChosen, 2)} in its window, where 1 is the most and 0.5 chance.`,
      );
    return told(
      say`Noise moves a prediction by ${fixed(f.mean, 2)} nats on average; its rank correlation with “${nameOf(p)}” is ${withSign(f.rankChosen, 2)}, and ${withSign(f.leftChosen, 2)} once the size of the stream is known.`,
    );
  },
  table: (f, p) => ({
    columns: isAlone(p)
      ? ['reading', 'paper', 'place of the token that it names', 'the same, mean of ten models']
      : [
          'reading',
          'paper',
          'rank, model in hand',
          'given the size',
          'rank, mean of ten models',
          'standard deviation',
          'given the size, mean of ten',
        ],
    rows: ids.map((id, c) => {
      const [name, paper] = readings[id];
      const of = (kind: 'rank' | 'rank_given_size' | 'place') => f.ten[kind].map((list) => at(list, c));
      return isAlone(p)
        ? [name, groups[paper], at(f.place, c), mean(of('place'))]
        : [
            name,
            groups[paper],
            at(f.rank, c),
            at(f.rankGivenSize, c),
            mean(of('rank')),
            spread(of('rank')),
            mean(of('rank_given_size')),
          ];
    }),
  }),
  quantities: (f) => ({ kl: `${fixed(f.mean, 2)} nats on average` }),
  python: noPython,
  checks: (f) => [
    check('noise of size 0 moves no prediction', f.stillError, 0),
    check('no divergence is below 0', Math.max(0, -f.least), 1e-12),
    check('given itself, nothing is left of the size', Math.abs(at(f.rankGivenSize, 3)), 1e-9),
  ],
});

/** The token of a window that the reading names. */
function named(f: Frame, window: number, p: P): number {
  let best = 0;
  for (let r = 1; r < rows; r++)
    if (
      entry(f.readings, window * rows + r, columnOf(p)) > entry(f.readings, window * rows + best, columnOf(p))
    )
      best = r;
  return best;
}

/** What a shade stands for; the longer words where there is room. */
function shadeOf(p: P, room: boolean): string {
  const what = isAlone(p)
    ? 'what noise on a character alone does'
    : 'how noise moves the prediction after each';
  return room ? `shade: ${what}, from the fifth on` : what;
}

/** Some windows, each character shaded by what counts. */
function drawText(surface: Surface, f: Frame, { width, height }: View, p: P): void {
  const pitch = width / length;
  const line = height > 100 ? 24 : 17;
  const count = Math.round((height - 26) / line);
  const most = isAlone(p) ? 3 : 2 * Math.max(0.2, f.mean);
  surface.text(0, 11, shadeOf(p, height > 100), {
    role: 'ink-3',
    of: 'kl',
  });
  for (let w = 0; w < Math.min(count, f.windows); w++) {
    const y = 22 + w * line;
    for (let r = 0; r < rows; r++) {
      const share = Math.min(1, at(f.fragility, w * rows + r) / most);
      if (share > 0.02)
        surface.rect((r + first) * pitch, y, pitch, line - 2, {
          role: 'loss',
          opacity: 0.75 * share,
          of: 'kl',
        });
    }
    for (let i = 0; i < length; i++)
      surface.text((i + 0.5) * pitch, y + (line - 2) / 2, shown(at(f.characters, w * length + i)), {
        role: i < first ? 'ink-3' : 'ink',
        anchor: 'middle',
        baseline: 'middle',
        bare: i >= first,
      });
    if (!isAlone(p)) continue;
    const x = (named(f, w, p) + first) * pitch;
    surface.path([x, y, x + pitch, y, x + pitch, y + line - 2, x, y + line - 2, x, y], {
      role: 'ink',
      width: 2,
    });
  }
}

/** Marks above 0 that are round on a root scale, and as far as the tokens go. */
const ticks = [0, 0.1, 0.5, 1, 2, 4, 8];

/** All tokens in the order of the reading, and the mean of each fifth. */
function drawTokens(surface: Surface, f: Frame, { width, height }: View, p: P): void {
  const c = columnOf(p);
  const tokens = f.windows * rows;
  const most = Math.max(isAlone(p) ? 4 : 2, ...f.fragility);
  const [left, top, bottom] = [26, 26, height - 24];
  const x = linear([0, 1], [left, width]);
  const y = linear([0, Math.sqrt(most)], [bottom, top]);
  const py = (value: number): number => y(Math.sqrt(value));
  surface.text(0, 11, isAlone(p) ? '↑ beside others at its place' : '↑ nats, root scale', {
    role: 'ink-3',
    of: 'kl',
  });
  let above = Infinity;
  for (const value of ticks) {
    if (value > most || above - py(value) < 15) continue;
    above = py(value);
    surface.line(left, above, width, above, { role: value === 0 ? 'rule' : 'grid' });
    surface.text(left - 6, above, String(value), { role: 'ink-3', anchor: 'end', baseline: 'middle' });
  }
  const order = Array.from({ length: tokens }, (_, i) => i).sort(
    (a, b) => entry(f.readings, a, c) - entry(f.readings, b, c) || a - b,
  );
  // On a grid, so that none lies on another.
  const grid = 3;
  const places = new Set(
    order.map(
      (token, i) =>
        `${Math.round(x((i + 0.5) / tokens) / grid)} ${Math.round(py(at(f.fragility, token)) / grid)}`,
    ),
  );
  const boxes = [...places].flatMap((place) => {
    const [column = 0, row = 0] = place.split(' ').map(Number);
    return [column * grid - 1, row * grid - 1, 2, 2];
  });
  surface.cells(boxes, { role: 'particle', opacity: 0.7, of: 'kl' });
  for (let k = 0; k < 5; k++) {
    const value = entry(f.fifths, c, k);
    const [from, to] = [x(k / 5) + 2, x((k + 1) / 5) - 2];
    surface.line(from, py(value), to, py(value), { role: 'ink', width: 3, of: 'kl' });
    surface.text((from + to) / 2, py(value) - 6, fixed(value, 2), {
      role: 'ink',
      anchor: 'middle',
      bold: true,
    });
  }
  surface.text(width, height - 6, `more of “${nameOf(p)}” →`, { role: 'ink-3', anchor: 'end' });
  // Beside the longest name of a reading there is no room for it on a phone.
  if (width >= 400) surface.text(left, height - 6, 'bars: means of fifths', { role: 'ink-3' });
}

/** A line for each reading: ten models as a dot with its spread, and hollow what is left once the size is known. */
function drawRanks(surface: Surface, f: Frame, { width }: View, p: P, whole: number): void {
  const alone = isAlone(p);
  const names = wide(whole) ? 178 : 160;
  const pitch = pitchOf(whole);
  const gap = between(whole);
  const height = ranksHeight(whole);
  const domain = alone ? ([0, 1] as const) : ([-0.5, 1] as const);
  const x = linear(domain, [names + 10, width - 16]);
  const bottom = height - 36;
  surface.text(0, 11, alone ? 'place of its top token, ten models' : 'rank correlation, ten models', {
    role: 'ink-3',
  });
  for (const value of alone ? [0, 0.5, 1] : [-0.5, 0, 0.5, 1]) {
    const middle = value === (alone ? 0.5 : 0);
    surface.line(x(value), 20, x(value), bottom, { role: middle ? 'rule' : 'grid' });
    surface.text(x(value), bottom + 5, alone ? fixed(value, 1) : withSign(value, 1), {
      role: 'ink-3',
      anchor: 'middle',
      baseline: 'hanging',
    });
  }
  let y = 20;
  for (const [paper, title] of Object.entries(groups)) {
    y += gap;
    if (gap > 0) surface.text(0, y - gap / 2 + 2, title, { role: 'ink-3', baseline: 'middle' });
    ids.forEach((id, c) => {
      if (readings[id][1] !== paper) return;
      const chosen = id === p.reading;
      surface.text(names, y + pitch / 2 - 2, readings[id][0], {
        role: chosen ? 'ink' : 'ink-2',
        anchor: 'end',
        baseline: 'middle',
        ...(chosen && { bold: true }),
      });
      const list = (alone ? f.ten.place : f.ten.rank).map((of) => at(of, c));
      const [middle, sd] = [mean(list), spread(list)];
      const role = paper === '' ? 'ink-2' : 'particle';
      const level = y + pitch / 2 - 2;
      const inside = (value: number): number => x(Math.min(domain[1], Math.max(domain[0], value)));
      surface.line(inside(middle - sd), level, inside(middle + sd), level, { role, width: 2, opacity: 0.5 });
      if (!alone && id !== 'size')
        surface.mark(
          paper === '' ? 'ink' : 'particle',
          inside(mean(f.ten.rank_given_size.map((of) => at(of, c)))),
          level,
          {
            size: 3.5,
            hollow: true,
          },
        );
      surface.mark(paper === '' ? 'ink' : 'particle', inside(middle), level, { size: chosen ? 5 : 4 });
      y += pitch;
    });
  }
  surface.text(
    width,
    height - 4,
    wide(whole)
      ? `dot ± one deviation${alone ? '; chance: 0.5' : '; hollow: given the size'}`
      : alone
        ? 'chance: 0.5'
        : 'hollow: given the size',
    {
      role: 'ink-3',
      anchor: 'end',
    },
  );
}
