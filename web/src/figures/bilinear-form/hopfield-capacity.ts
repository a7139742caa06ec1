import { type Plot, plot } from '../../draw/axes';
import { number, whole } from '../../draw/format';
import { textWidth } from '../../draw/labels';
import type { Role, StrokeStyle, Surface } from '../../draw/surface';
import { type HopfieldCapacityFrame, hopfieldCapacity } from '../../engine/generated/bilinear-form';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { check, level } from '../shared/idioms';
import { joined } from '../shared/joined';

/** Places in the list of sizes of the softmax memory: 8, 10, ... 28 signs. */
const sizes = { twenty: 6, twentyFour: 8 } as const;

export default defineFigure({
  id: 'hopfield-capacity',
  title: 'A memory is tested on damage',
  claim:
    'A softmax memory that is tested on undamaged patterns passes with as many as we could store; damage the queries, and it has a limit.',
  source: { seed: '001', place: 'sections 9.1 and 9.3, equation 70' },
  params: {
    damage: slider({
      symbol: 'f',
      label: 'damage',
      range: [0, 0.2],
      step: 0.05,
      about: 'Share of the signs that are flipped in the query, rounded to whole signs.',
    }),
    beta: slider({
      symbol: '\\beta',
      label: 'inverse temperature',
      range: [0.05, 2],
      scale: 'log',
      about:
        'Of the softmax. Patterns have length √d here: a β that is meant for patterns of length 1 is β/d here.',
    }),
    criterion: choice({
      label: 'softmax must get right',
      options: { signs: 'every sign', weight: 'half of the weight' },
      about: 'What counts as a pattern given back. The classical memory is asked for 97.5 % of the signs.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: 'nothing to repair',
      params: { damage: 0 },
      says: 'From undamaged queries no trial of softmax fails, at any size, up to 2¹⁸ patterns: the test shows nothing.',
      holds: (f) => f.modernUnfailed.every((n) => n >= f.trials),
    },
    {
      name: 'half of the weight',
      params: { damage: 0, criterion: 'weight' },
      says: 'Undamaged, but asked for half of the weight, softmax fails at about e^(0.57 d) patterns, more than the published e^(d/2).',
      holds: (f) => {
        const log = Math.log(at(f.modernMedian, sizes.twenty));
        return log > 11.1 && log < 11.8;
      },
    },
    {
      name: 'half as strict',
      params: { beta: 0.5 },
      says: 'At β = 0.5 the capacity still grows exponentially, with a smaller exponent.',
      holds: (f) => {
        const log = Math.log(at(f.modernMedian, sizes.twentyFour));
        return log > 6.5 && log < 8.7;
      },
    },
    {
      name: 'patterns of length 1',
      params: { beta: 0.05 },
      says: 'β = 1 with patterns of length 1 and d = 20 is β = 0.05 here: softmax gives back a handful, no more than the classical rule.',
      holds: (f) => at(f.modernMedian, sizes.twenty) < 8,
    },
  ],
  height: (width) => (width < 520 ? 400 : 420),
  core: hopfieldCapacity,
  draw(surface, f, view) {
    const area = plot(surface, view, {
      x: { domain: [8, 512], scale: 'log', label: 'signs of a pattern, d or N' },
      y: { domain: [1, 1e6], scale: 'log', label: 'patterns M at which it fails', ticks: 6 },
      right: 16,
    });
    drawLines(surface, f, area);
    drawTrials(surface, f, area);
  },
  describe: (f, { damage, criterion }) =>
    joined(
      say`With ${whole(100 * damage)} % of the signs flipped and ${whole(f.trials)} trials of each size, softmax first `,
      criterion === 'weight' ? say`leaves a pattern less than half of the weight` : say`gets a sign wrong`,
      say` at ${fails(f, sizes.twenty)} patterns of 20 signs (median), and the classical rule fails at ${whole(at(f.classicalMedian, 6))} patterns of 512 signs.`,
    ),
  table: (f) => ({
    columns: ['memory', 'signs', 'median', 'trials that never failed', 'theory'],
    rows: [
      ...Array.from(f.modernSizes, (d, i): (string | number)[] => [
        'softmax',
        d,
        at(f.modernMedian, i),
        at(f.modernUnfailed, i),
        at(f.theory, i),
      ]),
      ...Array.from(f.classicalSizes, (n, i): (string | number)[] => [
        'classical',
        n,
        at(f.classicalMedian, i),
        '',
        '',
      ]),
    ],
  }),
  quantities: (f) => ({
    count: `${fails(f, sizes.twenty)} patterns of 20 signs`,
  }),
  python: 'Its trials store up to 2¹⁸ patterns one by one, which takes more than a minute in plain NumPy.',
  checks: (f) => [
    check(
      'medians lie within a factor of 6 of theory, where that is 100 patterns or more and every trial fails',
      worst(f),
      Math.log(6),
    ),
  ],
});

/** A median of two numbers of patterns may be half of one. */
const counted = (median: number): string => (Number.isInteger(median) ? whole(median) : number(median, 3));

const fails = (f: HopfieldCapacityFrame, size: number): string => {
  const median = at(f.modernMedian, size);
  return median >= f.most ? `more than ${whole(f.most)}` : counted(median);
};

/** Largest |log median − log theory| of 16 signs and more, where theory is of many patterns and no trial was given up. */
function worst(f: HopfieldCapacityFrame): number {
  let most = 0;
  for (let i = 4; i < f.modernSizes.length; i++) {
    const [unfailed, theory] = [at(f.modernUnfailed, i), at(f.theory, i)];
    // What is no number leaves nothing out.
    if (Number.isNaN(unfailed + theory + f.trials)) return Number.NaN;
    if (unfailed > 0 || theory < 100 || f.trials < 10) continue;
    most = Math.max(most, Math.abs(Math.log(at(f.modernMedian, i) / theory)));
  }
  return most;
}

/** Two published laws and our expectation, named at their ends. */
function drawLines(surface: Surface, f: HopfieldCapacityFrame, area: Plot): void {
  const top = 1e6;
  const law = (
    name: string,
    from: number,
    to: number,
    count: (n: number) => number,
    style: StrokeStyle & { readonly role: Role },
    side: 1 | -1,
  ): void => {
    const line: number[] = [];
    for (let i = 0; i <= 80; i++) {
      const n = from * (to / from) ** (i / 80);
      const m = count(n);
      if (m < 1 || m > top) continue;
      line.push(area.x(n), area.y(m));
    }
    if (line.length < 4) return;
    surface.path(line, style);
    const at = side > 0 ? line.slice(-2) : line.slice(82, 84);
    const [x, y] = at as [number, number];
    if (side > 0)
      surface.text(Math.min(x + 6, area.right - textWidth(name)), y + 4, name, {
        role: style.role,
        baseline: 'hanging',
      });
    // Below the middle of the line: most dots lie above it.
    else surface.text(x, y + 16, name, { role: style.role });
  };
  law('e^(d/2)', 8, 27.6, (d) => Math.exp(d / 2), { role: 'ink-3', dash: [6, 4], width: 1.5 }, 1);
  law('0.14 N', 8, 512, (n) => 0.14 * n, { role: 'ink-3', dash: [2, 4], width: 1.5 }, -1);
  const theory: number[] = [];
  for (const [i, m] of f.theory.entries())
    if (m >= 1 && m <= top) theory.push(area.x(at(f.modernSizes, i)), area.y(m));
  if (theory.length <= 2) return;
  surface.path(theory, { role: 'query', width: 1.5 });
  surface.text(area.right - 4, area.bottom - 8, 'solid line: expected of softmax', {
    role: 'query',
    anchor: 'end',
  });
}

/** A dot for each trial, its median as a bar; what was given up lies as an open dot on the limit. */
function drawTrials(surface: Surface, f: HopfieldCapacityFrame, area: Plot): void {
  const kinds = [
    { name: 'softmax', sizes: f.modernSizes, trials: f.modern, median: f.modernMedian, role: 'query' },
    {
      name: 'classical',
      sizes: f.classicalSizes,
      trials: f.classical,
      median: f.classicalMedian,
      role: 'key',
    },
  ] as const;
  const limit = level(surface, area, f.most, { role: 'rule' });
  surface.text(area.right, limit - 6, `given up at ${whole(f.most)}`, { role: 'ink-3', anchor: 'end' });
  for (const { name, sizes: of, trials, median, role } of kinds) {
    for (let i = 0; i < of.length; i++) {
      const x = area.x(at(of, i));
      for (let t = 0; t < trials.shape[1]; t++) {
        const m = entry(trials, i, t);
        if (m === 0) continue;
        // Beside each other a little, in an order that is always the same.
        const px = x + 3 * Math.sin(2.4 * t);
        surface.mark('particle', px, area.y(m), {
          size: 2,
          opacity: 0.55,
          of: 'count',
          ...(m >= f.most && { hollow: true }),
        });
      }
      const m = at(median, i);
      if (m > 0) surface.line(x - 9, area.y(m), x + 9, area.y(m), { role, width: 2.5, of: 'count' });
    }
    // Where no law is near: right of the first, above the second.
    const named = role === 'query' ? of.length - 1 : 4;
    const [x, y] = [area.x(at(of, named)), area.y(at(median, named))];
    if (at(median, named) > 0)
      surface.text(x + (role === 'query' ? 18 : 0), y - (role === 'query' ? 0 : 20), name, {
        role,
        bold: true,
        baseline: 'middle',
        anchor: role === 'query' ? 'start' : 'middle',
      });
  }
}
