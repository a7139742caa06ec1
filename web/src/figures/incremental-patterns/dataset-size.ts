import { plot } from '../../draw/axes';
import { category } from '../../draw/categories';
import { fixed, number, whole } from '../../draw/format';
import type { Surface, View } from '../../draw/surface';
import { type DatasetSizeFrame, datasetSize } from '../../engine/generated/incremental-patterns';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { centred, check, level, listed, panels, polyline, upright } from '../shared/idioms';
import { joined } from '../shared/joined';
import { legend } from '../shared/legend';

const groups = [1, 2, 3] as const;
const every = 5;
const steps = 1500;
/** Heights in px: of the drawing side by side, and of the panels below each other. */
const tall = 370;
const stacked = [340, 300] as const;
const wide = (width: number): boolean => width >= 720;
/** Both panels in nats, from here to there. */
const [lowest, highest] = [0.01, 10];
/** Where the lines of the right panel begin: some best predictors come nearer than the excess does. */
const nearest = 0.002;
/** Room in px for a row that says what marks and lines mean, and where it stands. */
const above = 18;
const row = 30;

const reads = (count: number): string => ['nothing', '1 group', '2 groups', 'all groups'][count] as string;

export default defineFigure({
  id: 'dataset-size',
  title: 'Stopped near a stair',
  claim:
    'With little data, training is best stopped near the first stair, which is the loss of a model that reads only the newest tokens; go on, and the test loss rises again.',
  source: { seed: '003', place: 'section 2.5, figure 5' },
  params: {
    sequences: slider({
      symbol: 'N',
      label: 'sequences',
      scale: 'log',
      step: 1,
      about: 'How many contexts there are to learn from, each with one token that follows.',
    }),
    stop: choice({
      label: 'stop',
      options: { excess: 'at the least excess', 'held-out': 'by sequences held out' },
      about:
        'The first knows the true distribution, as only we do. The second looks at the loss on a third as many sequences more.',
    }),
    lags: choice({
      label: 'readable lags',
      options: { '12': '12', '8': '8', '4': '4' },
      value: '12',
      about: 'With 4 a head can read the first group alone, with 8 the first two.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: '600 sequences',
      params: { sequences: 600 },
      says: 'The best stop is on the second stair now, or past it.',
      holds: (f) => f.nearest >= 2,
    },
    {
      name: '1000 sequences',
      params: { sequences: 1000 },
      says: 'The best stop is at half of the excess of 150 sequences or less.',
      holds: (f) => f.best < 0.12,
    },
    {
      name: '60, never stopped',
      params: { sequences: 60 },
      says: 'Trained to the end, the model has memorised 60 tokens: its excess is above 3 nats, and guessing has 0.63.',
      holds: (f) => f.end > 3,
    },
    {
      name: '1000, 4 lags',
      params: { sequences: 1000, lags: '4' },
      says: 'A model that cannot read the second group stays above the first stair, with any number of sequences.',
      holds: (f) => f.sequences >= 1000 && f.best > 0.14,
    },
  ],
  height: (width) => (wide(width) ? tall : stacked.reduce((a: number, b) => a + b, 0)),
  core: datasetSize,
  ask: ({ sequences, stop, lags, seed }) => ({ sequences, stop, lags: Number(lags), seed }),
  draw(surface, f, view) {
    const [sizes, course] = wide(view.width)
      ? panels(surface, view, { width: Math.round(0.5 * view.width) - 12 }, 24)
      : panels(surface, view, { height: stacked[0] - 16 }, 16);
    drawSizes(sizes.surface, f, sizes.view);
    drawCourse(course.surface, f, course.view);
  },
  describe(f, { stop }) {
    const rule =
      stop === 'excess'
        ? say`With ${whole(f.sequences)} sequences the stop with least excess`
        : say`With ${whole(f.sequences)} sequences the stop by sequences held out`;
    const stopped = say` is at step ${whole(f.step)}, where the excess is ${fixed(f.best, 3)}, nearest to the best predictor that reads ${reads(f.nearest)}`;
    const end =
      f.step < steps
        ? say`; going on to step ${whole(steps)} ends at ${fixed(f.end, 2)}.`
        : say`, at the end.`;
    return joined(rule, stopped, end);
  },
  table: (f) => ({
    columns: [
      'sequences',
      'stop (step)',
      'excess there (nats)',
      'groups of the nearest predictor',
      'excess in the end (nats)',
    ],
    rows: [
      [f.sequences, f.step, f.best, f.nearest, f.end],
      ...Array.from(f.sizes, (n, i) => [n, at(f.steps, i), at(f.bests, i), at(f.nearests, i), at(f.ends, i)]),
    ],
  }),
  quantities: (f) => ({
    excess: `${fixed(f.best, 3)} at the stop`,
    stairs: listed(f.stairs.subarray(0, 3), 3),
    kl: groups.map((i) => number(entry(f.curves, f.step / every, i))).join(', '),
    fbar: `nearest: ${reads(f.nearest)}`,
  }),
  python: 'Ten trainings of 1500 steps, each judged three hundred times, take minutes in plain NumPy.',
  checks: (f) => [
    check('no divergence is below 0 by more than floats have of error', -f.lowestKl, 1e-5),
    check('loss in float against double', f.lossError, 1e-5),
  ],
});

/** The excess at the stop over the number of sequences, each with the groups that the nearest predictor reads; hollow what is left of it in the end. */
function drawSizes(surface: Surface, f: DatasetSizeFrame, view: View): void {
  const area = plot(surface, view, {
    x: { domain: [25, 2400], scale: 'log', label: 'sequences N' },
    y: { domain: [lowest, highest], scale: 'log', label: 'excess loss, nats' },
    right: 16,
    above,
  });
  // On a phone a longer name would lie on the dots.
  const names =
    view.width < 400
      ? ['nothing', '1 group', '2 groups']
      : ['reads nothing', 'reads 1 group', 'reads 2 groups'];
  for (const [i, name] of names.entries()) {
    const y = level(surface, area, at(f.stairs, i), {
      role: 'margin',
      dash: [6, 4],
      width: 1.5,
      of: 'stairs',
    });
    // Where no dot comes: much data brings them below the first line, and to the second at most where no more is read.
    const [x, anchor] = i < 1 ? ([area.right, 'end'] as const) : ([area.left + 4, 'start'] as const);
    surface.text(x, i === 1 ? y + 16 : y - 6, `${name}: ${fixed(at(f.stairs, i), 3)}`, {
      role: 'margin',
      anchor,
      of: 'stairs',
    });
  }
  const clamped = (value: number): number => area.y(Math.max(lowest, Math.min(highest, value)));
  const path = polyline(f.sizes, (n, i) => [area.x(n), clamped(at(f.bests, i))]);
  if (path.length > 2) surface.path(path, { role: 'loss', width: 1.5, of: 'excess' });
  const chosen = { n: f.sequences, best: f.best, end: f.end, digit: f.nearest };
  const others = Array.from(f.sizes, (n, i) => ({
    n,
    best: at(f.bests, i),
    end: at(f.ends, i),
    digit: at(f.nearests, i),
  })).filter(({ n }) => n !== chosen.n);
  const apart = ({ n, best }: typeof chosen): number =>
    Math.hypot(area.x(n) - area.x(chosen.n), clamped(best) - clamped(chosen.best));
  // A digit would be half under the ring.
  const read = [...others.filter((other) => apart(other) > 20), chosen];
  // What hides lines comes first, so that it hides no dot.
  for (const { n, best } of read) surface.mark('surface', area.x(n), clamped(best), { size: 9 });
  surface.mark('surface', area.x(chosen.n), clamped(chosen.best), { size: 12 });
  surface.mark('ink', area.x(chosen.n), clamped(chosen.best), { size: 11, hollow: true, of: 'sequences' });
  // One that would lie on its own digit says nothing that this does not.
  for (const { n, best, end } of [...others, chosen])
    if (Math.abs(clamped(end) - clamped(best)) > 8)
      surface.mark('ink', area.x(n), clamped(end), { size: 3.5, hollow: true, of: 'excess' });
  for (const { n, best, digit } of read)
    surface.text(area.x(n), clamped(best), whole(digit), {
      role: 'loss',
      bold: true,
      bare: true,
      ...centred,
      of: 'fbar',
    });
  surface.handle({
    param: 'sequences',
    x: area.x(f.sequences),
    y: clamped(f.best),
    along: 'x',
    at: (x) => area.x.invert(x),
  });
  surface.text(area.right, row, 'digits: groups read; hollow: not stopped', {
    role: 'ink-3',
    anchor: 'end',
    baseline: 'middle',
  });
}

/** How near the model of the chosen size comes to the best predictors of 1, 2 and 3 groups, and where it is stopped. */
function drawCourse(surface: Surface, f: DatasetSizeFrame, view: View): void {
  const area = plot(surface, view, {
    x: { domain: [0, steps], label: 'step' },
    y: {
      domain: [nearest, highest],
      scale: 'log',
      label: `KL of best predictors from the model, N = ${whole(f.sequences)}`,
    },
    right: 12,
    above,
  });
  const y = (value: number): number => area.y(Math.max(nearest, Math.min(highest, value)));
  const stop = upright(surface, area, f.step, { role: 'ink-2', width: 1.5 });
  const right = stop > (area.left + area.right) / 2;
  surface.text(stop + (right ? -6 : 6), area.top + 4, 'stop', {
    role: 'ink-2',
    baseline: 'hanging',
    anchor: right ? 'end' : 'start',
  });
  const styles = groups.map(
    (i) => ({ role: 'margin', dash: category(i - 1).dash, width: 2, of: 'kl' }) as const,
  );
  for (const [k, i] of groups.entries()) {
    const line = polyline({ length: steps / every + 1 }, (_, t) => [
      area.x(t * every),
      y(entry(f.curves, t, i)),
    ]);
    surface.path(line, styles[k] as (typeof styles)[number]);
  }
  legend(
    surface,
    area.right,
    row,
    styles.map((style, k) => ({ name: reads(k + 1), style })),
  );
}
