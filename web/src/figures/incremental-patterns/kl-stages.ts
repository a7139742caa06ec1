import { plot } from '../../draw/axes';
import { category } from '../../draw/categories';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import { spread } from '../../draw/spread';
import type { Surface, View } from '../../draw/surface';
import { type KlStagesFrame, klStages } from '../../engine/generated/incremental-patterns';
import { choice, defineFigure, say } from '../declare';
import { at, entry, rowOf } from '../shared/as-matrix';
import { check, leftOf, polyline } from '../shared/idioms';
import { runParams } from './shared/training';

const steps = 1200;
const every = 5;
const groups = [0, 1, 2] as const;
/** What is below is drawn here: floats leave some 1e-6 of nothing. */
const floor = 1e-4;
/** Heights in px: of the drawing side by side, and of the panels below each other. */
const tall = 360;
const stacked = [320, 190] as const;
const wide = (width: number): boolean => width >= 720;
const references = { best: 'best predictors', truncated: 'truncated distributions' } as const;

const least = (f: KlStagesFrame, i: number): number => at(f.minKl, i);

export default defineFigure({
  id: 'kl-stages',
  title: 'What does it know on a plateau?',
  claim:
    'While the loss waits, the model counts the votes of the recent group at less than three quarters, as does the best possible model that reads no other.',
  source: { seed: '003', place: 'section 2.2, equation 3, figure 3' },
  params: {
    reference: choice({
      label: 'compared with',
      options: references,
      about:
        'Best: the mean of the true distribution over all that the unread groups may hold. Truncated, as published: as though those had no vote.',
    }),
    ...runParams,
  },
  first: ['reference', 'matrices', 'm'],
  presets: [
    {
      name: 'as published',
      params: { reference: 'truncated' },
      says: 'The first curve turns round well above 0.02: the model passes that distribution at a distance. It comes nearer to the second.',
      holds: (f) => least(f, 0) > 0.022 && least(f, 1) < 0.01,
    },
    {
      name: 'random orthogonal, truncated',
      params: { reference: 'truncated', matrices: 'orthogonal' },
      says: 'With the published kind of matrices the distance is larger still, never below 0.09; in this draw the heads stay on the first plateau.',
      holds: (f) => least(f, 0) > 0.09 && at(f.strengths, 1) < 0.05,
    },
    {
      name: 'no second stage',
      params: { start: 'equal' },
      says: 'Equal heads stay on the first plateau. The second curve never dips.',
      holds: (f) => least(f, 1) > 0.2,
    },
    {
      name: 'no hierarchy',
      params: { m: 1 },
      says: 'What is learned first is the mean of all three groups, and not what one group tells.',
      holds: (f) => least(f, 0) > 0.05,
    },
  ],
  height: (width) => (wide(width) ? tall : stacked.reduce((a: number, b) => a + b, 0)),
  timeline: () => ({ steps, unit: 'step', stride: every }),
  core: klStages,
  draw(surface, f, { width }, { reference }) {
    if (wide(width)) {
      const first = Math.round(0.66 * width);
      drawCurves(surface, f, { width: first, height: tall }, reference);
      drawStrengths(inset(surface, first + 40, 0), f, width - first - 40, 88);
      return;
    }
    drawCurves(surface, f, { width, height: stacked[0] - 16 }, reference);
    drawStrengths(inset(surface, 0, stacked[0]), f, width, 40);
  },
  describe: (f, { reference }) =>
    say`Up to step ${whole(f.step)} the model has come as near as ${number(least(f, 0))}, ${number(least(f, 1))} and ${number(least(f, 2))} nats to the ${references[reference]} of 1, 2 and 3 groups, and now counts their votes at ${fixed(at(f.strengths, 0), 2)}, ${fixed(at(f.strengths, 1), 2)} and ${fixed(at(f.strengths, 2), 2)}.`,
  table: (f) => ({
    columns: ['step', ...groups.map((i) => `KL of the predictor of ${i + 1} (nats)`)],
    rows: Array.from({ length: Math.floor(f.step / every) + 1 }, (_, i) => [
      i * every,
      ...rowOf(f.kl, i * every),
    ]),
  }),
  quantities: (f) => ({
    kl: groups.map((i) => number(entry(f.kl, f.step, i))).join(', '),
    strength: groups.map((i) => fixed(at(f.strengths, i), 2)).join(', '),
    fbar: 'of 1, 2 and 3 groups',
    excess: fixed(at(f.excess, f.step), 3),
  }),
  python: {
    code: () => [
      import('../shared/random.py?raw'),
      import('./shared/training.py?raw'),
      import('./kl-stages.py?raw'),
    ],
    // The figure computes in single precision, and a plateau is left by what differs.
    within: 1e-4,
    size: 0.01,
  },
  checks: (f) => [
    check('divergences in float against double', f.klError, 1e-5),
    check('no divergence is below 0 by more than floats have of error', -f.lowestKl, 1e-5),
    check('distributions of reference sum to 1', f.sumError, 1e-12),
  ],
});

/** How far the model is from each reference, so far, with a digit where it was nearest. */
function drawCurves(
  surface: Surface,
  f: KlStagesFrame,
  view: View,
  reference: keyof typeof references,
): void {
  const area = plot(surface, view, {
    x: { domain: [0, f.steps], label: 'step' },
    y: { domain: [floor, 1.5], scale: 'log', label: 'KL of the reference from the model, nats' },
    right: 12,
  });
  const role = reference === 'best' ? 'margin' : 'ink-2';
  const y = (value: number): number => area.y(Math.max(floor, value));
  surface.text(area.left + 6, area.bottom - 8, 'or less', { role: 'ink-3' });
  const now = area.x(f.step);
  if (f.step < f.steps) surface.line(now, area.top, now, area.bottom, { role: 'ink-3' });
  for (const i of groups) {
    const line = polyline({ length: f.step + 1 }, (_, t) => [area.x(t), y(entry(f.kl, t, i))]);
    const { dash } = category(i);
    if (f.step > 0) surface.path(line, { role, dash, width: 2, of: 'kl' });
    const [x, bottom] = [area.x(at(f.dips, i)), y(least(f, i))];
    surface.mark(role, x, bottom, { size: 4, of: 'kl' });
  }
  // Where two curves have their least value at one step, their numbers stand one above the other, over all lines.
  const heights = spread(
    groups.map((i) => y(least(f, i))),
    14,
    area.top + 8,
    area.bottom - 8,
  );
  for (const i of groups) {
    const x = area.x(at(f.dips, i));
    const last = x > area.right - 30;
    surface.text(last ? x - 10 : x + 10, at(heights, i), whole(i + 1), {
      role: 'ink',
      bold: true,
      anchor: last ? 'end' : 'start',
      baseline: 'middle',
      of: 'kl',
    });
  }
}

/** How much the model has of each group's matrix, with ticks where the best models of 1, 2 and 3 groups have theirs; `row` px from one to the next. */
function drawStrengths(surface: Surface, f: KlStagesFrame, width: number, row: number): void {
  const [left, tall] = [62, 0.32 * row];
  const x = linear([0, 1.1], [left, width - 34]);
  surface.text(0, 11, 'weight of each group’s votes (γ)', { role: 'ink-3', of: 'strength' });
  for (const g of groups) {
    const y = 20 + (g + 0.5) * row;
    const value = at(f.strengths, g);
    surface.text(0, y, ['recent', 'middle', 'oldest'][g] ?? '', { baseline: 'middle', of: 'I' });
    surface.line(x(0), y + tall / 2 + 2, x(1.1), y + tall / 2 + 2, { role: 'rule' });
    const to = x(Math.max(0, Math.min(1.1, value)));
    surface.rect(x(0), y - tall / 2, Math.max(1, to - x(0)), tall, {
      role: 'value',
      opacity: 0.8,
      of: 'strength',
    });
    for (const read of groups.filter((i) => i >= g)) {
      const tick = x(entry(f.bestStrengths, read, g));
      surface.line(tick, y - tall / 2 - 3, tick, y + tall / 2 + 3, {
        role: 'margin',
        width: 1.5,
        dash: category(read).dash,
        of: 'fbar',
      });
    }
    surface.text(width, y, fixed(value, 2), { role: 'ink', ...leftOf, of: 'strength' });
  }
  surface.text(0, 40 + 3 * row, 'lines: best if 1 (solid), 2 or 3 are read', { role: 'ink-3', of: 'fbar' });
}
