import { fixed, whole, withSign } from '../../draw/format';
import { linear } from '../../draw/scale';
import type { Surface } from '../../draw/surface';
import { type ReadingsTableFrame, readingsTable } from '../../engine/generated/one-head';
import { choice, defineFigure, say, slider, type Values } from '../declare';
import { entry } from '../shared/as-matrix';
import { check } from '../shared/idioms';
import { readings } from './shared/columns';
import { besides, type Kept, kept, mean, noPython, ofKept, spread } from './shared/kept';
import { asksOf, ownModel, saidOf, windowsOf } from './shared/own-model';
import { papers } from './shared/papers';

const outcomes = {
  removed: 'removed',
  frozen: 'frozen pattern',
  halved: 'halved T',
  noisy: 'noisy queries',
} as const;
const params = {
  outcome: choice({
    label: 'the head is',
    options: outcomes,
    value: 'removed',
    about:
      'What is done to a head: its mean stands in place of what it says; its mean pattern in place of its weights; its temperature is halved; noise of a quarter of their size is added to its queries. What counts is by how many bits the predictions then differ.',
  }),
  compare: choice({
    label: 'compare',
    options: { within: 'within a layer', all: 'all heads at once' },
    value: 'within',
    about:
      'Which heads are ranked against each other: the four of a layer, and then the mean over both layers; or all eight together.',
  }),
  windows: slider({
    symbol: 'n',
    label: 'windows read here',
    range: [10, 60],
    step: 10,
    value: 20,
    about:
      'How many windows of 32 characters the model in hand is read on while you watch. The ten models were read on all 409.',
  }),
  text: ownModel,
};
type P = Values<typeof params>;

/** Groups in their order, and what stands above each. */
const groups = { ...papers, '': 'no theory' } as const;

/** A reading with its ranks: over ten seeds, and of the model in hand. */
interface Row {
  readonly id: string;
  readonly name: string;
  readonly paper: keyof typeof groups;
  readonly mean: number;
  readonly spread: number;
  readonly here: number;
}

interface Frame extends ReadingsTableFrame {
  /** Ten models. */
  readonly kept: Kept;
  /** Of the state that was asked: readings whose mean rank is past one half, and which is first. */
  readonly passing: number;
  readonly first: string;
  readonly outcome: string;
}

const touchOf = (p: P): number => Object.keys(outcomes).indexOf(p.outcome);

/** All readings, grouped by paper, in each the strongest first. */
function rowsOf(f: ReadingsTableFrame, of: Kept, p: P): readonly Row[] {
  const ranks = of[p.compare][p.outcome] ?? {};
  const own = p.compare === 'within' ? f.within : f.all;
  const all = readings.map(([id, paper, name], i): Row => {
    const list = ranks[id] ?? [];
    return { id, paper, name, mean: mean(list), spread: spread(list), here: entry(own, i, touchOf(p)) };
  });
  return Object.keys(groups).flatMap((paper) =>
    all.filter((row) => row.paper === paper).sort((a, b) => Math.abs(b.mean) - Math.abs(a.mean)),
  );
}

const best = (rows: readonly Row[]): Row =>
  rows.reduce((a, b) => (Math.abs(b.mean) > Math.abs(a.mean) ? b : a));
const passing = (rows: readonly Row[]): number => rows.filter((row) => Math.abs(row.mean) > 0.5).length;
/** What touching a head costs in the mean, in the first layer and in the last. */
const costs = (of: Kept, p: P): readonly [number, number] => {
  const touched = of.touches[p.outcome] ?? [];
  return [mean(touched.flatMap((list) => list.slice(0, 4))), mean(touched.flatMap((list) => list.slice(4)))];
};

/** Heights in px. */
const pitch = 16;
const between = 22;
const top = 34;
/** Where there is little room only the strongest readings of each paper are drawn; the table has all. */
const most = 3;
const narrow = (width: number): boolean => width < 480;
const drawn = (rows: readonly Row[], width: number): readonly Row[] =>
  narrow(width)
    ? rows.filter((row, i) => rows.slice(0, i).filter(({ paper }) => paper === row.paper).length < most)
    : rows;
const heightOf = (width: number): number => {
  const all = Object.keys(groups);
  const lines = narrow(width)
    ? all.reduce((sum, of) => sum + Math.min(most, readings.filter(([, paper]) => paper === of).length), 0)
    : readings.length;
  return top + lines * pitch + all.length * between + 30;
};

export default defineFigure({
  id: 'what-predicts',
  title: 'What foretells what a head is worth',
  claim:
    'Across layers most readings of a head seem to foretell what the model loses without it; within a layer two stand out: the error that the head routes, and the plain size of what it adds.',
  source: { seed: '000', place: 'equations 10 to 23; and seeds 001, 002, 003 and 004' },
  params,
  presets: [
    {
      name: 'all heads at once',
      params: { compare: 'all' },
      says: 'Of 29 readings 21 now have a rank correlation above one half, in size: the first layer is worth more, and most readings tell the layers apart.',
      holds: (f: Frame) => f.passing >= 15,
    },
    {
      name: 'half the temperature',
      params: { outcome: 'halved' },
      says: 'What halving the temperature costs is foretold by how much the loss pulls at the scores.',
      holds: (f: Frame) => f.first === 'routing_gradient',
    },
    {
      name: 'noise on queries',
      params: { outcome: 'noisy' },
      says: 'What noise on its queries costs is best foretold by the gradient of its values.',
      holds: (f: Frame) => f.first === 'value_gradient',
    },
  ],
  height: heightOf,
  core: ofKept(readingsTable),
  ask: ({ windows, text }) => ({ windows: windowsOf(text, windows), ...asksOf(text) }),
  besides,
  async frame(f: ReadingsTableFrame, p): Promise<Frame> {
    const of = await kept();
    const rows = rowsOf(f, of, p);
    return { ...f, kept: of, passing: passing(rows), first: best(rows).id, outcome: p.outcome };
  },
  draw(surface, f: Frame, { width }, p) {
    // Before the model in hand has been read it has no ranks.
    const read = f.touches.data.some((bits) => bits !== 0);
    drawRanks(surface, drawn(rowsOf(f, f.kept, p), width), f.kept.chance[p.compare], width, read);
  },
  describe(f, p) {
    const rows = rowsOf(f, f.kept, p);
    const [first, last] = costs(f.kept, p);
    return saidOf(
      p.text,
      say`Over ten models “${best(rows).name}” has the strongest rank correlation with what is lost, ${withSign(best(rows).mean, 2)}, and ${whole(passing(rows))} of ${whole(rows.length)} readings are above one half, in size; this change to a head (${outcomes[p.outcome]}) costs ${fixed(first, 3)} bits on average in the first layer and ${fixed(last, 3)} in the last.`,
      'Hollow circles are',
    );
  },
  table: (f, p) => ({
    columns: ['reading', 'paper', 'rank, mean of ten models', 'standard deviation', 'rank, model in hand'],
    rows: rowsOf(f, f.kept, p).map((row) => [row.name, groups[row.paper], row.mean, row.spread, row.here]),
  }),
  python: noPython,
  checks: (f) => [check('each reading has the rank 1 with itself', f.selfError, 1e-12)],
});

/** A line for each reading: ten models as a dot with its spread, the model in hand hollow. */
function drawRanks(
  surface: Surface,
  rows: readonly Row[],
  chance: number,
  width: number,
  read: boolean,
): void {
  const names = narrow(width) ? 142 : 176;
  const height = heightOf(width);
  const x = linear([-1, 1], [names + 8, width - 12]);
  const bottom = height - 36;
  surface.rect(x(-chance), top - 10, x(chance) - x(-chance), bottom - top + 10, {
    role: 'grid',
    opacity: 0.7,
  });
  surface.text(x(0), 12, 'best by chance', { role: 'ink-3', anchor: 'middle' });
  if (read) surface.text(0, 12, 'hollow: model in hand', { role: 'ink-3' });
  for (const value of [-1, -0.5, 0, 0.5, 1]) {
    surface.line(x(value), top - 10, x(value), bottom, { role: value === 0 ? 'rule' : 'grid' });
    if (narrow(width) && Math.abs(value) === 0.5) continue;
    surface.text(x(value), bottom + 6, withSign(value, 1), {
      role: 'ink-3',
      anchor: value === 1 ? 'end' : 'middle',
      baseline: 'hanging',
    });
  }
  let y = top;
  let paper: string | undefined;
  for (const row of rows) {
    if (row.paper !== paper) {
      surface.text(0, y + between - pitch + 1, groups[row.paper], {
        role: 'ink-3',
        baseline: 'middle',
      });
      y += between;
    }
    paper = row.paper;
    const strong = Math.abs(row.mean) > 0.5;
    surface.text(names, y, row.name, {
      role: strong ? 'ink' : 'ink-2',
      anchor: 'end',
      baseline: 'middle',
      ...(strong && { bold: true }),
    });
    const [low, high] = [Math.max(-1, row.mean - row.spread), Math.min(1, row.mean + row.spread)];
    const role = paper === '' ? 'ink-2' : 'particle';
    surface.line(x(low), y, x(high), y, { role, width: 2, opacity: 0.5 });
    if (read) surface.mark('particle', x(row.here), y, { size: 3, hollow: true });
    surface.mark(role === 'ink-2' ? 'ink' : 'particle', x(row.mean), y, { size: strong ? 5 : 4 });
    y += pitch;
  }
  surface.text(width - 12, height - 6, 'rank correlation with what is lost →', {
    role: 'ink-3',
    anchor: 'end',
  });
}
