import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear, nice } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type FlashBlocksFrame, flashBlocks } from '../../engine/generated/bilinear-form';
import { bits } from '../../kinds/bits';
import { matrix } from '../../kinds/matrix';
import { defineFigure, say, slider } from '../declare';
import { at } from '../shared/as-matrix';
import { check } from '../shared/idioms';
import { tableOf } from '../shared/table';
import { drawBlocks } from './shared/blocks';

const bars = 306;
const gauges = 336;
const narrow = (width: number): boolean => width < 640;
const column = (...numbers: readonly number[]): number[][] => numbers.map((x) => [x]);
const first = [1.2, -0.4, 0.6, 2.1, 0.3, -1, 1.7, 0.2] as const;
const values = [2, -1, 0.5, 1, -2, 0, 1.5, -0.5] as const;
/** The same keys in another order: each takes its value along. */
const byRank = (sign: number) => {
  const order = [...first.keys()].sort((i, j) => sign * ((first[i] as number) - (first[j] as number)));
  const of = (numbers: readonly number[]) => column(...order.map((j) => numbers[j] as number));
  return { scores: of(first), values: of(values) };
};
/** Where the mean ends, whatever the order. */
const sameMean = (f: FlashBlocksFrame): boolean => Math.abs(at(f.output, f.blocks) - 0.891) < 5e-4;
const verdict = (fails: number): string => (fails ? 'not a number' : 'a number');

export default defineFigure({
  id: 'flash-blocks',
  title: 'Three quantities to carry',
  claim:
    'Softmax never needs all scores at once: three running quantities give the exact answer, in any order (online softmax).',
  source: { seed: '001', place: 'section 10.1, equations 71 and 72' },
  params: {
    scores: matrix({
      label: 'scores',
      range: [-1000, 1000],
      step: 0.1,
      value: column(...first),
      about: 'What the query makes of each of eight keys.',
    }),
    block: slider({
      symbol: 'B',
      label: 'keys at a time',
      range: [1, 8],
      step: 1,
      about: 'How many keys a block has. The last block has what is left.',
    }),
    mask: bits({
      label: 'mask',
      names: ['seen', 'masked'],
      value: [first.map(() => true)],
      about: 'Which keys count. The score of a masked one is −∞.',
    }),
    values: matrix({
      label: 'values',
      range: [-5, 5],
      step: 0.1,
      value: column(...values),
      about: 'What is found at each key: o/ℓ is their mean.',
    }),
  },
  presets: [
    {
      name: 'rising scores',
      params: byRank(1),
      says: 'Each key has taken its value along. Every block has a new largest score: what is carried is scaled down three times, and o/ℓ ends at 0.891 as before.',
      holds: (f) => f.rescaled === 3 && sameMean(f),
    },
    {
      name: 'falling scores',
      params: byRank(-1),
      says: 'The largest score comes first, and nothing is ever scaled down; o/ℓ still ends at 0.891.',
      holds: (f) => f.rescaled === 0 && sameMean(f),
    },
    {
      name: '400 times the scores',
      params: { scores: column(...first.map((s) => Math.round(400 * s))) },
      says: 'exp 840 is too large for a double, and the plain formula gives no number; with the largest score subtracted it does.',
      holds: (f) => at(f.plainFails, 4) === 1 && f.outputError < 1e-12,
    },
    {
      name: 'first block masked',
      params: { mask: [first.map((_, j) => j > 1)] },
      says: 'The update as the paper prints it computes −∞ − (−∞), and all that comes after it is not a number (NaN); ours leaves such a block out.',
      holds: (f) => at(f.printedFails, 4) === 1 && f.outputError < 1e-12,
    },
  ],
  height: (width) => (narrow(width) ? bars + gauges : gauges),
  timeline: (p) => ({ steps: Math.ceil(p.scores.length / p.block), unit: 'block' }),
  core: flashBlocks,
  ask: (p) => ({
    scores: p.scores.flat(),
    values: p.values.flat(),
    mask: p.mask.flat().map(Number),
    block: p.block,
  }),
  draw(surface, f, { width }) {
    if (narrow(width)) {
      drawBlocks(surface, f, { width, height: bars });
      drawGauges(inset(surface, 0, bars + 14), f, { width, height: gauges - 20 });
    } else {
      const left = Math.round(0.5 * width);
      drawBlocks(surface, f, { width: left, height: gauges - 10 });
      drawGauges(inset(surface, left + 40, 0), f, { width: width - left - 40, height: gauges });
    }
  },
  describe: (f) =>
    say`After ${whole(f.step)} of ${whole(f.blocks)} blocks m is ${number(at(f.max, f.step))}, ℓ is ${fixed(at(f.sum, f.step), 3)} and o/ℓ is ${at(f.sum, f.step) ? fixed(at(f.output, f.step), 3) : 'not known yet'}; the sums were scaled down at ${whole(f.rescaled)} of them, and the update as printed gives ${verdict(at(f.printedFails, f.step))}.`,
  table: (f) =>
    tableOf(
      Array.from({ length: f.blocks }, (_, b) => b + 1).map((b) => ({
        block: b,
        m: Number.isFinite(at(f.max, b)) ? at(f.max, b) : '−∞',
        'factor on what was carried': at(f.factor, b),
        ℓ: at(f.sum, b),
        o: at(f.weighted, b),
        'o/ℓ': at(f.output, b),
        'under softmax, all at once': at(f.softmax, b),
        'plain formula': verdict(at(f.plainFails, b)),
        'update as printed': verdict(at(f.printedFails, b)),
      })),
    ),
  quantities: (f) => ({
    m: number(at(f.max, f.step)),
    l: fixed(at(f.sum, f.step), 3),
    o: fixed(at(f.weighted, f.step), 3),
  }),
  python: { code: () => [import('./flash-blocks.py?raw')] },
  checks: (f) => [
    check('o/ℓ is the mean under softmax of the keys so far', f.outputError, 1e-12),
    check('as printed, where that gives numbers', f.printedError, 1e-12),
  ],
});

/** m, then the two sums, each made of what was carried and what the block brought, and the mean that they give. */
function drawGauges(surface: Surface, f: FlashBlocksFrame, { width }: View): void {
  const [s, factor] = [f.step, at(f.factor, f.step)];
  const line = (y: number, text: string, value: string, of: string): void => {
    surface.text(0, y, text, { role: 'ink-2', of });
    surface.text(width, y, value, { role: 'ink', bold: true, anchor: 'end', of });
  };
  line(11, 'm, largest score so far', number(at(f.max, s)), 'm');
  const scaled =
    factor < 1
      ? `It was ${number(at(f.max, s - 1))}: ℓ and o take the factor ${number(factor)}.`
      : 'ℓ and o are carried on as they are.';
  surface.text(0, 31, s ? scaled : 'Nothing has been seen.', {
    role: factor < 1 ? 'error' : 'ink-3',
    of: 'm',
  });
  const sums = [
    { name: 'ℓ, sum of exp(s − m)', of: 'l', role: 'weight', now: f.sum, brought: f.sumOfBlock },
    {
      name: 'o, the same times the values',
      of: 'o',
      role: 'value',
      now: f.weighted,
      brought: f.weightedOfBlock,
    },
  ] as const;
  sums.forEach(({ name, of, role, now, brought }, i) => {
    const y = 62 + 78 * i;
    const carried = s ? factor * at(now, s - 1) : 0;
    const x = linear(nice([Math.min(0, ...now), Math.max(0.5, ...now)]), [1, width - 1]);
    line(y, name, fixed(at(now, s), 3), of);
    surface.line(x(0), y + 6, x(0), y + 38, { role: 'rule' });
    const bar = (from: number, to: number, top: number, opacity: number): void =>
      surface.rect(Math.min(x(from), x(to)), top, Math.abs(x(to) - x(from)), 13, { role, opacity, of });
    bar(0, carried, y + 8, 0.45);
    bar(carried, at(now, s), y + 23, 0.95);
    if (s && factor < 1) {
      const [a, b] = [x(0), x(at(now, s - 1))];
      const [top, bottom] = [y + 8, y + 21];
      surface.path([a, top, b, top, b, bottom, a, bottom, a, top], { role: 'error', dash: [3, 3], of });
    }
    if (s)
      surface.text(0, y + 53, `carried ${fixed(carried, 3)}, this block ${fixed(at(brought, s), 3)}`, {
        role: 'ink-3',
        of,
      });
  });
  drawOutput(inset(surface, 0, 216), f, width);
  [
    { text: 'without subtracting m', fails: at(f.plainFails, s) },
    { text: 'update as printed', fails: at(f.printedFails, s) },
  ].forEach(({ text, fails }, i) => {
    const y = 296 + 20 * i;
    surface.text(0, y, text, { role: 'ink-2' });
    const role = fails ? 'error' : 'ink-3';
    surface.text(width, y, s ? verdict(fails) : '', { role, bold: fails !== 0, anchor: 'end' });
  });
}

/** The mean so far on the line of the values, earlier ones hollow, and where softmax over all keys has it. */
function drawOutput(surface: Surface, f: FlashBlocksFrame, width: number): void {
  const [low, high] = [Math.min(...f.values), Math.max(...f.values)];
  const around = low < high ? 0 : 1;
  const x = linear([low - around, high + around], [8, width - 8]);
  const end = at(f.softmax, f.blocks);
  surface.text(0, 8, 'o/ℓ, mean of the values', { role: 'ink-2', of: 'o' });
  surface.text(width, 8, at(f.sum, f.step) ? fixed(at(f.output, f.step), 3) : 'none yet', {
    role: 'ink',
    bold: true,
    anchor: 'end',
    of: 'o',
  });
  surface.line(x.range[0], 30, x.range[1], 30, { role: 'rule' });
  for (const [j, v] of f.values.entries())
    if (at(f.mask, j)) surface.line(x(v), 26, x(v), 34, { role: 'ink-3' });
  surface.line(x(end), 16, x(end), 42, { role: 'ink', width: 1.5 });
  surface.text(Math.min(x(end), width - 110), 57, 'all keys at once', { role: 'ink-3' });
  for (let b = 1; b <= f.step; b++)
    if (at(f.sum, b)) surface.mark('value', x(at(f.output, b)), 30, { size: 5, hollow: b < f.step, of: 'o' });
}
