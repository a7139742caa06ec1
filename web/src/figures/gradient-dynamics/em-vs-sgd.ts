import { plot } from '../../draw/axes';
import { category } from '../../draw/categories';
import { fixed, whole } from '../../draw/format';
import { textWidth } from '../../draw/labels';
import type { Surface } from '../../draw/surface';
import { type EmVsSgdFrame, emVsSgd } from '../../engine/generated/gradient-dynamics';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { endLabels } from '../shared/ends';
import { check, level, polyline, upright } from '../shared/idioms';

const [sgd, em, tenfold] = [0, 1, 2] as const;
const methods = [
  { row: sgd, name: 'SGD', role: category(0).role },
  { row: em, name: 'EM-like', role: category(1).role },
  { row: tenfold, name: 'SGD, values ×10', role: category(2).role },
] as const;
/** Larger losses, of steps that are far too large, are drawn at the top. */
const most = 3;
/** Steps from one loss of the fresh sequence to the next. */
const every = 10;
/** Tokens of the sequence: steps of training, and where to open, so that a page is not long without its picture. */
const runs = {
  500: { steps: 200, opens: 120 },
  1000: { steps: 250, opens: 250 },
  2000: { steps: 350, opens: 40 },
} as const;
/** Table 1 of the paper, at T = 2000. */
const printed = { [sgd]: 1.9177, [em]: 1.8961 } as const;

const stepsOf = (length: `${keyof typeof runs}`): number => runs[length].steps;
const last = (f: EmVsSgdFrame): number => f.steps;
const loss = (f: EmVsSgdFrame, row: number, step: number): number => entry(f.losses, row, step);
/** Of the fresh sequence, at the tenth before the step or at it. */
const fresh = (f: EmVsSgdFrame, row: number, step: number): number =>
  entry(f.fresh, row, Math.floor(step / every));
/** The last step of a runner that is shown: it may have diverged before. */
const until = (f: EmVsSgdFrame, row: number): number => Math.min(f.step, at(f.taken, row));
const diverged = (f: EmVsSgdFrame, row: number): boolean => at(f.taken, row) < f.step;
const shown = (f: EmVsSgdFrame): (typeof methods)[number][] => methods.filter(({ row }) => row < f.methods);

export default defineFigure({
  id: 'em-vs-sgd',
  title: 'A race of step sizes',
  claim:
    'An EM-like schedule (after expectation–maximisation) leads on the sequence that it learns; in the end it does not on a fresh one, and gradient descent with larger steps takes the lead from it.',
  source: { seed: '000', place: 'sections 5.3 and 7.2, table 1' },
  params: {
    eta: slider({
      symbol: '\\eta',
      label: 'step of SGD',
      range: [0.05, 1],
      scale: 'log',
      about:
        'Learning rate of plain gradient descent. The EM-like schedule has 2 on the values, with a fit of W_V to them (our reading: the paper states neither), and 0.2 on all else.',
    }),
    third: choice({
      label: 'third runner',
      options: { none: 'none', tenfold: 'values ×10' },
      value: 'none',
      about:
        'Gradient descent with 0.2 as before, but with 2 on the matrix of the values, without a fit: this is the EM-like schedule of the released script.',
    }),
    length: choice({
      label: 'tokens',
      options: { 500: '500', 1000: '1000', 2000: '2000' },
      value: '1000',
      about:
        'How long the sequence is, and the fresh one. 500 are trained for 200 steps, 1000 for 250, 2000 for 350.',
    }),
    answers: choice({
      label: 'answers',
      options: { chain: 'of the chain', shuffled: 'shuffled' },
      about:
        'What is to be predicted: the next symbol, or the same symbols in random order, from which nothing can be learned.',
    }),
    seed: seed(),
  },
  first: ['eta', 'third', 'answers'],
  presets: [
    {
      name: 'larger steps',
      params: { eta: 0.57 },
      t: runs[1000].steps,
      says: 'With 0.57 instead of 0.2 plain gradient descent is far ahead of EM, and on the fresh sequence worse than guessing: it has memorised the one it learned.',
      holds: (f) => loss(f, sgd, last(f)) < loss(f, em, last(f)) - 0.05 && fresh(f, sgd, last(f)) > f.chance,
    },
    {
      name: 'ten times, no fit',
      params: { third: 'tenfold' },
      t: runs[1000].steps,
      says: 'A tenfold step on the values alone, without any fit, ends below EM.',
      holds: (f) => f.methods > tenfold && loss(f, tenfold, last(f)) < loss(f, em, last(f)) - 0.005,
    },
    {
      name: 'shuffled answers',
      params: { answers: 'shuffled' },
      t: runs[1000].steps,
      says: 'There is nothing to learn, and the loss goes down all the same. On the fresh sequence it goes up.',
      holds: (f) => loss(f, em, last(f)) < 2.05 && fresh(f, em, last(f)) > f.chance,
    },
    {
      name: 'as published',
      params: { length: '2000' },
      t: runs[2000].steps,
      says: 'Over 2000 tokens EM leads by a hundredth or two, as in the paper, and memorises less. This takes a while.',
      holds: (f) =>
        loss(f, em, last(f)) < loss(f, sgd, last(f)) && fresh(f, em, last(f)) - loss(f, em, last(f)) < 0.09,
    },
  ],
  height: (width) => (width < 560 ? 400 : 380),
  timeline: ({ length }) => ({ ...runs[length], unit: 'step', stride: 5 }),
  core: emVsSgd,
  ask: ({ eta, third, length, answers, seed }) => ({
    eta,
    third: third === 'tenfold',
    length: Number(length),
    steps: stepsOf(length),
    answers,
    seed,
  }),
  draw(surface, f, view) {
    const wide = view.width >= 620;
    const area = plot(surface, view, {
      x: { domain: [0, f.steps], label: 'step' },
      y: { domain: domainOf(f), label: 'mean loss, nats' },
      right: wide ? 158 : 14,
      above: wide ? 0 : 46,
    });
    // Each at the end where curves mostly are not: they begin at the loss of guessing, and fall from there.
    const known = (y: number, text: string, x: number, anchor: 'start' | 'end'): void => {
      level(surface, area, y, { role: 'ink-2', dash: [2, 4] });
      surface.text(x, area.y(y) - 7, text, { role: 'ink-2', anchor });
    };
    known(f.chance, 'guessing, ln 8', area.right - 4, 'end');
    if (f.bayes < f.chance) known(f.bayes, 'knowing the symbol before', area.left + 4, 'start');
    const y = (value: number): number => area.y(Math.min(value, most));
    const now = upright(surface, area, f.step, { role: 'ink-3' });
    for (const { row, role } of shown(f)) {
      const end = until(f, row);
      const train = polyline({ length: end + 1 }, (_, t) => [area.x(t), y(loss(f, row, t))]);
      const unseen: number[] = [];
      for (let t = 0; t <= end; t += every) unseen.push(area.x(t), y(fresh(f, row, t)));
      if (unseen.length > 2) surface.path(unseen, { role, dash: [6, 4], width: 1.5, of: 'loss' });
      if (train.length > 2) surface.path(train, { role, width: 2.5, of: 'loss' });
      if (f.step <= end) surface.mark(role, now, y(loss(f, row, f.step)), { size: 5, of: 'loss' });
    }
    if (f.length === 2000)
      for (const { row, role } of methods)
        if (row in printed)
          surface.mark(role, area.right, area.y(printed[row as keyof typeof printed]), {
            size: 5,
            hollow: true,
          });
    surface.text(area.left + 4, area.bottom - 8, 'solid: learned from; dashed: fresh', { role: 'ink-2' });
    if (!wide) return drawNames(surface, f, view.width);
    const ends = shown(f).flatMap(({ row, name, role }) => {
      const [t, short] = [until(f, row), name.replace('SGD, ', '')];
      const [one, other] = [loss(f, row, t), fresh(f, row, t)];
      return [
        { name: `${short} ${fixed(one, 3)}`, role, y: y(one), bold: true },
        { name: `${short}, fresh ${fixed(other, 3)}`, role, y: y(other) },
      ];
    });
    endLabels(surface, now + 12, ends, area);
  },
  describe: (f) => {
    const t = f.step;
    const lost = shown(f).find(({ row }) => diverged(f, row));
    if (lost) return say`${lost.name} has diverged: its step is too large.`;
    const lead = (of: typeof loss): string => {
      const by = of(f, sgd, t) - of(f, em, t);
      const amount = fixed(Math.abs(by), 3);
      return Number(amount) === 0 ? 'level' : `${amount} ${by < 0 ? 'behind' : 'ahead'}`;
    };
    return say`After ${whole(t)} steps EM, compared with SGD, is ${lead(loss)} on the sequence that it learns from, and ${lead(fresh)} on a fresh one.`;
  },
  table: (f) => ({
    columns: [
      'step',
      ...shown(f).map(({ name }) => `${name}, loss`),
      ...shown(f).map(({ name }) => `${name}, fresh`),
    ],
    rows: Array.from({ length: Math.floor(f.step / every) + 1 }, (_, i) => [
      i * every,
      ...shown(f).map(({ row }) => loss(f, row, i * every)),
      ...shown(f).map(({ row }) => fresh(f, row, i * every)),
    ]),
  }),
  quantities: (f) => ({
    loss: `${fixed(loss(f, sgd, f.step), 3)} by SGD, ${fixed(loss(f, em, f.step), 3)} by EM`,
  }),
  action: {
    name: 'Race ten draws here',
    run: async (engine, values, signal, progress) =>
      (await import('./shared/ten-races')).raceTen(engine, values, stepsOf(values.length), signal, progress),
  },
  python: 'A step takes half a second in plain NumPy, and a race has hundreds of them.',
  checks: (f) => [
    check('loss in float against double, at the start', f.oracleError, 1e-5),
    check('the step of EM against values that move and a fit to them', f.fitError, 1e-5),
    check('entropy rate of the chain against 1.88325389', Math.abs(f.entropyRate - 1.88325389), 1e-8),
  ],
});

/** What the runners mostly stay in, so that the axis does not creep while they train; more where they leave it. */
function domainOf(f: EmVsSgdFrame): readonly [number, number] {
  let low = f.bayes - 0.05;
  let high = f.chance + 0.02;
  for (const { row } of shown(f))
    for (let t = 0; t <= until(f, row); t++) {
      low = Math.min(low, loss(f, row, t));
      high = Math.max(high, loss(f, row, t), fresh(f, row, t));
    }
  return [Math.floor(10 * low) / 10, Math.min(most, Math.ceil(10 * high) / 10)];
}

/** The runners in a row above, with their losses at the step: learned from, and fresh. */
function drawNames(surface: Surface, f: EmVsSgdFrame, width: number): void {
  const list = shown(f);
  const wide = list.map(({ name }) => Math.max(14 + 1.2 * textWidth(name), textWidth('1.888 / 1.888 ')));
  const gap = list.length > 1 ? (width - wide.reduce((a, b) => a + b, 0)) / (list.length - 1) : 0;
  let x = 0;
  for (const [i, { row, name, role }] of list.entries()) {
    const numbers = `${fixed(loss(f, row, f.step), 3)} / ${fixed(fresh(f, row, f.step), 3)}`;
    surface.mark(role, x + 5, 28, { size: 4.5 });
    surface.text(x + 14, 32, name, { role: 'ink', bold: true });
    surface.text(x, 50, diverged(f, row) ? 'diverged' : numbers, { role: 'ink' });
    x += (wide[i] as number) + Math.min(40, gap);
  }
}
