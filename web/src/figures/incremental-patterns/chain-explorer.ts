import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear, type Scale } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type ChainExplorerFrame, chainExplorer } from '../../engine/generated/incremental-patterns';
import { tokens } from '../../kinds/tokens';
import { choice, defineFigure, say, seed, slider, type Values } from '../declare';
import { at, entry, rowOf } from '../shared/as-matrix';
import { tableOf } from '../shared/table';

const kinds = 5;
const lags = 12;
const groups = 3;
const size = lags / groups;
const symbols = Array.from({ length: kinds }, (_, i) => String(i));

const names = ['recent', 'middle', 'oldest'] as const;
const reads = { one: 'group 1', two: 'groups 1 and 2', all: 'all three' } as const;
/** How many groups are read. */
const count = (read: keyof typeof reads): number => ({ one: 1, two: 2, all: 3 })[read];

const params = {
  x: tokens({
    label: 'context',
    symbols,
    value: [3, 0, 1, 3, 2, 2, 4, 0, 1, 3, 2, 1],
    about: 'Twelve tokens, the newest last. Press one in the picture for the next of the five.',
  }),
  read: choice({
    label: 'read',
    options: reads,
    about: 'Which groups the model reads. The others may hold anything.',
  }),
  m: slider({
    symbol: 'm',
    label: 'hierarchy',
    step: 0.05,
    about: 'How many times louder a group is than the one behind it.',
  }),
  b0: slider({
    symbol: 'b_0',
    label: 'loudness',
    step: 0.1,
    about: 'What the matrix of the oldest group is multiplied by.',
  }),
  matrices: choice({
    label: 'matrices',
    options: { clues: 'clues', orthogonal: 'random orthogonal' },
    about: 'Three maps that can be said in words, or random rotations, as published.',
  }),
  seed: seed(),
};
type P = Values<typeof params>;

const narrow = (width: number): boolean => width < 640;
/** Heights in px of a group on a phone; of tiles with what stands above them, and of the votes, on a page. */
const row = 130;
const tilesHeight = 184;
const votesHeight = 132;
const lawHeight = 172;
const stairsHeight = 128;

export default defineFigure({
  id: 'chain-explorer',
  title: 'Three clues of unequal weight',
  claim:
    'Change one token: on average a recent one moves the prediction six times as much as one of the oldest.',
  source: { seed: '003', place: 'sections 2.1 and 2.2, equations 1 to 3' },
  params,
  first: ['x', 'read', 'm'],
  presets: [
    {
      name: 'no hierarchy',
      params: { m: 1 },
      says: 'All groups speak equally loud, and a token of one weighs as much as a token of another, on average.',
      holds: (f) => ratio(f) < 1.2,
    },
    {
      name: 'steep',
      params: { m: 2, b0: 1.5 },
      says: 'Twice as loud from group to group: a recent token weighs some twenty times as much as one of the oldest.',
      holds: (f) => ratio(f) > 12,
    },
    {
      name: 'read group 1 only',
      params: { read: 'one' },
      says: 'The recent group speaks for token 2, and a model that reads nothing else bets on it: dashed. In truth it is 4.',
      holds: (f) => f.gap > 0.3,
    },
    {
      name: 'random orthogonal',
      params: { matrices: 'orthogonal' },
      says: 'The published choice: each group votes by a random orthogonal matrix, for some tokens and against others.',
      holds: (f) => f.truncGap > 0.07,
    },
  ],
  height: (width) =>
    narrow(width) ? groups * row + lawHeight + stairsHeight + 28 : tilesHeight + votesHeight + lawHeight + 16,
  core: chainExplorer,
  ask: ({ x, ...p }) => ({ ...p, x: [...x] }),
  draw(surface, f, { width }, p) {
    for (let k = 0; k < groups; k++) {
      if (narrow(width)) drawGroup(inset(surface, 0, (groups - 1 - k) * row), f, p, k, width);
      else {
        const wide = (width - 2 * 20) / groups;
        const left = (groups - 1 - k) * (wide + 20);
        drawTiles(inset(surface, left, 0), f, p, k, { width: wide, height: tilesHeight - 12 });
        drawVotes(inset(surface, left, tilesHeight), f, p, k, { width: wide, height: votesHeight - 16 });
      }
    }
    const top = narrow(width) ? groups * row + 12 : tilesHeight + votesHeight + 12;
    const half = narrow(width) ? width : Math.min(460, 0.52 * width);
    drawLaw(inset(surface, 0, top), f, p, half);
    const [x, y] = narrow(width) ? [0, top + lawHeight + 16] : [half + 50, top];
    drawStairs(inset(surface, x, y), f, p, width - x);
  },
  describe(f, { read, x }) {
    const newest = say`Another token in the place of the newest, ${symbols[x[lags - 1] ?? 0] ?? ''}, moves the distribution by ${number(at(f.influence, lags - 1))} nats, and on average a recent token weighs ${fixed(ratio(f), 2)} times one of the oldest group;`;
    const rest =
      read === 'all'
        ? say` a model that reads all groups knows the distribution.`
        : say` a model that reads ${reads[read]} misses ${number(f.gap)} nats at best.`;
    const [first = '', ...more] = rest.text;
    return {
      text: [...newest.text.slice(0, -1), `${newest.text.at(-1)}${first}`, ...more],
      numbers: [...newest.numbers, ...rest.numbers],
    };
  },
  table: (f, { x, read }) =>
    tableOf(
      Array.from({ length: lags }, (_, i) => {
        const [lag, guess] = [lags - 1 - i, rowOf(f.fbar, count(read) - 1)];
        const group = Math.floor(lag / size);
        return {
          lag,
          token: symbols[x[i] ?? 0] ?? '',
          group: group + 1,
          influence: at(f.influence, i),
          'mean influence of the group': at(f.meanInfluence, group),
          'next token': symbols[i] ?? '',
          probability: i < kinds ? at(f.p, i) : '',
          'best predictor': i < kinds ? at(guess, i) : '',
          'groups read': i <= groups ? whole(i) : '',
          misses: i <= groups ? at(f.stairs, i) : '',
        };
      }),
    ),
  quantities: (f, { read }) => ({
    f: Array.from(f.p, (p) => fixed(p, 3)).join(', '),
    fbar: Array.from(rowOf(f.fbar, count(read) - 1), (p) => fixed(p, 3)).join(', '),
    stairs: Array.from(f.stairs, (s) => fixed(s, 3)).join(', '),
    A: `as loud as ${Array.from(f.scales, (s) => number(s)).join(', ')}`,
    I: 'four lags each',
    kl: `${number(f.gap)} from the true distribution to the best predictor`,
  }),
  python: { code: () => [import('../shared/random.py?raw'), import('./chain-explorer.py?raw')] },
  checks: (f) => [
    { name: 'missing two groups is missing one, and then the other', value: f.towerError, atMost: 1e-12 },
    { name: 'influences are those of distributions computed anew', value: f.influenceError, atMost: 1e-12 },
  ],
});

/** What a token of group 1 weighs, in tokens of group 3. */
const ratio = (f: ChainExplorerFrame): number => at(f.meanInfluence, 0) / at(f.meanInfluence, 2);
const faded = (p: P, k: number): number => (k < count(p.read) ? 1 : 0.35);

/** Name of a group, and a line as thick as the group is loud. */
function drawName(surface: Surface, f: ChainExplorerFrame, p: P, k: number, width: number): void {
  const read = k < count(p.read);
  const name = `${names[k]} (${k + 1})${read ? '' : ', not read'}`;
  surface.text(0, 11, name, { role: read ? 'ink' : 'ink-3', bold: read, of: 'I' });
  surface.text(width, 11, `× ${number(at(f.scales, k))}`, {
    role: 'margin',
    anchor: 'end',
    of: k === groups - 1 ? 'A b0' : 'A m b0',
  });
  const thick = (9 * at(f.scales, k)) / at(f.scales, 0);
  surface.rect(0, 17, width, thick, { role: 'margin', opacity: faded(p, k), of: 'A' });
}

/** The tokens of a group, each with what it weighs here. */
function drawTiles(surface: Surface, f: ChainExplorerFrame, p: P, k: number, view: View): void {
  drawName(surface, f, p, k, view.width);
  if (k === groups - 1) surface.text(0, 42, 'what a token weighs (nats)', { role: 'ink-3', of: 'kl' });
  const tile = 36;
  const base = view.height - tile - 22;
  const y = linear([0, Math.max(...f.influence, 1e-6)], [base, 62]);
  const wide = view.width / size;
  for (let i = 0; i < size; i++) {
    const place = lags - (k + 1) * size + i;
    drawTile(surface, f, p, place, { x: i * wide + 2, y, wide: wide - 4, tile });
  }
}

interface Tile {
  readonly x: number;
  /** From an influence to its place; at 0 the bar stands on the tile. */
  readonly y: Scale;
  readonly wide: number;
  readonly tile: number;
}

function drawTile(surface: Surface, f: ChainExplorerFrame, p: P, place: number, t: Tile): void {
  const k = Math.floor((lags - 1 - place) / size);
  const [value, base, centre] = [at(f.influence, place), t.y(0), t.x + t.wide / 2];
  const bar = Math.min(22, t.wide - 6);
  const tip = Math.min(base - 1, t.y(value));
  surface.rect(centre - bar / 2, tip, bar, base - tip, { role: 'ink-3', opacity: 0.75, of: 'x kl' });
  surface.text(centre, tip - 4, value < 0.0005 ? '0' : fixed(value, 3).replace('0.', '.'), {
    role: 'ink-3',
    anchor: 'middle',
    of: 'kl',
  });
  const [left, top, right, bottom] = [t.x, base + 2, t.x + t.wide, base + 2 + t.tile];
  surface.rect(left, top, t.wide, t.tile, { role: 'grid', opacity: faded(p, k), of: 'x' });
  surface.path([left, top, right, top, right, bottom, left, bottom, left, top], { role: 'rule', of: 'x' });
  surface.text(centre, top + t.tile / 2, symbols[p.x[place] ?? 0] ?? '', {
    role: k < count(p.read) ? 'ink' : 'ink-3',
    bold: true,
    bare: true,
    anchor: 'middle',
    baseline: 'middle',
    of: 'x',
  });
  surface.text(centre, bottom + 13, `${place ? '' : 'lag '}${lags - 1 - place}`, {
    role: 'ink-3',
    anchor: 'middle',
  });
  surface.handle({ param: 'x', piece: place, x: centre, y: top + t.tile / 2, size: [t.wide, t.tile] });
}

/** What a group gives to the logit of each next token, all groups on one scale. */
function drawVotes(surface: Surface, f: ChainExplorerFrame, p: P, k: number, view: View): void {
  const data = [...f.votes.data];
  const low = Math.min(0, ...data);
  const written = !narrow(3 * view.width);
  // Below a bar that points down stands what it says.
  const y = linear([low, Math.max(1e-6, ...data)], [view.height - (written && low < 0 ? 32 : 18), 26]);
  surface.text(0, 11, 'votes', { role: 'margin', of: 'A' });
  const wide = view.width / kinds;
  surface.line(0, y(0), view.width, y(0), { role: 'rule' });
  for (let token = 0; token < kinds; token++) {
    const vote = entry(f.votes, k, token);
    const [centre, tip] = [(token + 0.5) * wide, y(vote)];
    const bar = Math.min(26, wide - 6);
    surface.rect(centre - bar / 2, Math.min(tip, y(0)), bar, Math.max(0.75, Math.abs(tip - y(0))), {
      role: 'margin',
      opacity: 0.75 * faded(p, k),
      of: 'A',
    });
    if (written && Math.abs(vote) > 0.005)
      surface.text(centre, vote < 0 ? tip + 13 : tip - 4, fixed(vote, 2), {
        role: 'ink-3',
        anchor: 'middle',
      });
    surface.text(centre, view.height, symbols[token] ?? '', { role: 'ink-2', anchor: 'middle', of: 'f' });
  }
}

/** On a phone a group is a line of its own: its tokens, and beside them its votes. */
function drawGroup(surface: Surface, f: ChainExplorerFrame, p: P, k: number, width: number): void {
  drawName(surface, f, p, k, width);
  const wide = 0.48 * width;
  const y = linear([0, Math.max(...f.influence, 1e-6)], [78, 58]);
  if (k === groups - 1) surface.text(0, 38, 'weighs (nats)', { role: 'ink-3', of: 'kl' });
  for (let i = 0; i < size; i++) {
    const place = lags - (k + 1) * size + i;
    drawTile(surface, f, p, place, { x: (i * wide) / size + 1, y, wide: wide / size - 2, tile: 26 });
  }
  const left = wide + 16;
  drawVotes(inset(surface, left, 29), f, p, k, { width: width - left, height: 86 });
}

/** The true distribution, and the best that a model predicts which has read less. */
function drawLaw(surface: Surface, f: ChainExplorerFrame, p: P, width: number): void {
  const guess = rowOf(f.fbar, count(p.read) - 1);
  const all = p.read === 'all';
  const y = linear([0, 1], [lawHeight - 34, 40]);
  surface.text(0, 11, `true distribution f${all || width > 400 ? ' of the next token' : ''}`, {
    role: 'margin',
    bold: true,
    of: 'f',
  });
  if (!all)
    surface.text(width, 11, 'dashed: best predictor', {
      role: 'ink',
      anchor: 'end',
      of: 'fbar',
    });
  surface.line(0, y(0), width, y(0), { role: 'rule' });
  const wide = width / kinds;
  for (let token = 0; token < kinds; token++) {
    const [own, best] = [at(f.p, token), at(guess, token)];
    const centre = (token + 0.5) * wide;
    const half = Math.min(26, wide / 2 - 6);
    surface.rect(centre - half, y(own), 2 * half, y(0) - y(own), {
      role: 'margin',
      opacity: all ? 0.8 : 0.4,
      of: 'f',
    });
    const [l, r, t] = [centre - half - 3, centre + half + 3, y(best)];
    if (!all)
      surface.path([l, y(0), l, t, r, t, r, y(0)], { role: 'ink', width: 1.5, dash: [4, 3], of: 'fbar' });
    // Not on the dashed line, where that is just above.
    const top = !all && y(own) - y(best) < 20 ? Math.min(y(own), y(best)) : y(own);
    surface.text(centre, top - 5, fixed(own, 3), { role: 'margin', anchor: 'middle', of: 'f' });
    surface.text(centre, lawHeight - 18, symbols[token] ?? '', { role: 'ink-2', anchor: 'middle', of: 'f' });
    if (!all) surface.text(centre, lawHeight, fixed(best, 3), { role: 'ink', anchor: 'middle', of: 'fbar' });
  }
}

/** What a model misses at best, over all contexts, that reads nothing, one group, two, all. */
function drawStairs(surface: Surface, f: ChainExplorerFrame, p: P, width: number): void {
  const left = 118;
  const x = linear([0, Math.max(1e-6, at(f.stairs, 0))], [left, width - 48]);
  surface.text(0, 11, 'stairs: missed at best, over all contexts (nats)', { role: 'margin', of: 'stairs' });
  ['nothing', ...Object.values(reads)].forEach((name, i) => {
    const [y, chosen] = [28 + 25 * i, i === count(p.read)];
    surface.text(0, y + 9, `${i ? '' : 'reads '}${name}`, {
      role: chosen ? 'ink' : 'ink-2',
      bold: chosen,
      baseline: 'middle',
      of: 'stairs',
    });
    const value = at(f.stairs, i);
    surface.rect(left, y, Math.max(1, x(value) - left), 18, {
      role: 'margin',
      opacity: chosen ? 0.9 : 0.4,
      of: 'stairs',
    });
    surface.text(Math.max(left + 1, x(value)) + 7, y + 9, i === groups ? '0' : fixed(value, 3), {
      role: 'ink',
      bold: chosen,
      baseline: 'middle',
      of: 'stairs',
    });
  });
}
