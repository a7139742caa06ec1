import { plot } from '../../draw/axes';
import { category } from '../../draw/categories';
import { fixed, whole } from '../../draw/format';
import { asGhost } from '../../draw/ghost';
import { heatmap } from '../../draw/heatmap';
import { inset } from '../../draw/inset';
import { simplex } from '../../draw/simplex';
import type { Surface, View } from '../../draw/surface';
import { type StagesFrame, stages } from '../../engine/generated/incremental-patterns';
import { defineFigure, say } from '../declare';
import { at, rowOf } from '../shared/as-matrix';
import { check, leftOf, listed, polyline } from '../shared/idioms';
import { drawStairs, runParams } from './shared/training';

const lags = 12;
const steps = 1200;
const every = 5;
/** Heights in px: of the drawing side by side, and of the panels below each other. */
const tall = 430;
const stacked = [330, 250, 168] as const;
const wide = (width: number): boolean => width >= 720;

const headsOf = (f: StagesFrame): number => f.mass.shape[0] as number;
const excess = (f: StagesFrame, step = f.step): number => at(f.excess, step);
const least = (f: StagesFrame): number =>
  Math.min(...Array.from({ length: headsOf(f) }, (_, k) => at(rowOf(f.mass, k), 0)));

export default defineFigure({
  id: 'stages',
  title: 'Flat for sixty steps',
  claim: 'The loss is flat and the heads hardly move: guess whether training is done, then press play.',
  source: { seed: '003', place: 'sections 2.2 and 2.4, figures 1, 2 and 4' },
  params: runParams,
  first: ['start', 'u', 'heads'],
  presets: [
    {
      name: 'a spare head',
      params: { seed: 12 },
      t: steps,
      says: 'Another draw: two heads share the recent group to the end, and the oldest is never read.',
      holds: (f) => f.learned === 2 && headsOf(f) === 3,
    },
    {
      name: 'exactly equal',
      params: { start: 'equal' },
      t: steps,
      says: 'Heads that start alike move alike, to the last bit. They are one head, and the loss ends on the first stair.',
      holds: (f) => f.spread === 0 && excess(f) > 0.3,
    },
    {
      name: 'start apart',
      params: { u: 3 },
      t: steps,
      says: 'The heads never all meet in a corner. That is no shortcut: about half of such starts have not finished after 1200 steps.',
      holds: (f) => f.commonMass < 0.7,
    },
    {
      name: 'no hierarchy',
      params: { m: 1 },
      t: steps,
      says: 'Three equally loud groups: the heads never all choose one of them.',
      holds: (f) => f.commonMass < 0.55,
    },
    {
      name: 'weight decay',
      params: { decay: 0.1 },
      t: steps,
      says: 'With a price on large values each head ends near a corner of its own.',
      holds: (f) => f.purity > 0.7,
    },
  ],
  height: (width) => (wide(width) ? tall : stacked.reduce((a: number, b) => a + b, 0)),
  timeline: () => ({ steps, unit: 'step', stride: every, opens: 120 }),
  core: stages,
  compares: true,
  draw(surface, f, { width }, _, ghost) {
    const other = ghost?.frame;
    if (wide(width)) {
      const first = Math.round(0.4 * width);
      drawTriangle(surface, f, { width: first, height: tall - 20 }, other);
      const box = { width: width - first - 24, height: 262 };
      const right = inset(surface, first + 24, 0);
      drawExcess(right, f, box, other);
      drawWeights(inset(right, 0, 274), f, { width: box.width, height: tall - 274 });
      return;
    }
    drawTriangle(surface, f, { width, height: stacked[0] - 20 }, other);
    drawExcess(inset(surface, 0, stacked[0]), f, { width, height: stacked[1] - 16 }, other);
    drawWeights(inset(surface, 0, stacked[0] + stacked[1]), f, { width, height: stacked[2] });
  },
  describe: (f) =>
    say`After ${whole(f.step)} steps the excess loss is ${fixed(excess(f), 3)}, beside stairs at ${fixed(at(f.stairs, 1), 3)} and ${fixed(at(f.stairs, 2), 3)}, and every head gives at least ${fixed(least(f), 2)} of its weight to the recent group.`,
  table: (f) => ({
    columns: [
      'step',
      'excess (nats)',
      ...Array.from({ length: headsOf(f) }, (_, k) =>
        [1, 2, 3].map((g) => `head ${k + 1} on group ${g}`),
      ).flat(),
    ],
    rows: Array.from({ length: Math.floor(f.step / every) + 1 }, (_, i) => [
      i * every,
      excess(f, i * every),
      ...rowOf(f.trails, i),
    ]),
  }),
  quantities: (f) => ({
    excess: fixed(excess(f), 3),
    stairs: listed(f.stairs.subarray(0, 3), 3),
    head: `competition ${fixed(f.competition, 2)}`,
    s: `at least ${fixed(least(f), 2)} on the recent group`,
    I: 'four lags each',
  }),
  python: {
    code: () => [
      import('../shared/random.py?raw'),
      import('./shared/training.py?raw'),
      import('./stages.py?raw'),
    ],
    // The figure computes in single precision, and a plateau is left by what differs.
    within: 1e-4,
    size: 0.01,
  },
  checks: (f) => [
    check('loss and gradient in float against double', f.gradientError, 1e-5),
    check('weights of a head sum to 1', f.rowError, 1e-12),
  ],
});

type Triangle = ReturnType<typeof simplex>;

/** The way that each head has come, and where it is. */
function drawWays(surface: Surface, f: StagesFrame, area: Triangle): void {
  const past = Math.floor(f.step / every);
  const heads = Array.from({ length: headsOf(f) }, (_, k) => k);
  for (const k of heads) {
    const { role, dash } = category(k);
    const shares: number[] = [];
    for (let i = 0; i <= past; i++) shares.push(...rowOf(f.trails, i).subarray(3 * k, 3 * k + 3));
    shares.push(...rowOf(f.mass, k));
    surface.path(area.path(shares), { role, dash, width: 1.6, opacity: 0.8, of: 'head' });
  }
  for (const [k, [x, y, size]] of marksOf(f, area).entries()) {
    surface.mark('surface', x, y, { size: size + 2 });
    surface.mark(category(k).role, x, y, { size, of: 'head' });
  }
}

/** Where each head is, and how large its mark: of heads that lie on each other the first is the largest, so that all are seen. */
function marksOf(f: StagesFrame, area: Triangle): [x: number, y: number, size: number][] {
  const places = Array.from({ length: headsOf(f) }, (_, k) => area.at(rowOf(f.mass, k)));
  return places.map(([x, y], k) => {
    let size = 7;
    for (const [a, b] of places.slice(k + 1)) size += 4 * Math.max(0, 1 - Math.hypot(a - x, b - y) / 18);
    return [x, y, size];
  });
}

/** The heads between the groups. */
function drawTriangle(surface: Surface, f: StagesFrame, view: View, other?: StagesFrame): void {
  const area = simplex(surface, view, {
    corners: ['', 'middle (2)', 'oldest (3)'],
    of: ['I', 'I', 'I'],
  });
  // Beside the marks that may stand in the corner.
  const [x1 = 0, y1 = 0] = area.outline;
  surface.text(x1 - 22, y1, 'recent group (1)', { ...leftOf, of: 'I' });
  if (other) drawWays(asGhost(surface), other, area);
  drawWays(surface, f, area);
  // Heads that lie on each other have one label.
  const named = new Set<number>();
  const marks = marksOf(f, area);
  for (const [k, [x, y, size]] of marks.entries()) {
    if (named.has(k)) continue;
    const near = [...marks.keys()].filter((l) => {
      const [a, b] = marks[l] as (typeof marks)[number];
      return !named.has(l) && Math.hypot(a - x, b - y) < 18;
    });
    for (const l of near) named.add(l);
    const digits = near.map((l) => whole(l + 1)).join(' ');
    surface.text(x + size + 6, y, digits, { role: 'ink', bold: true, baseline: 'middle', of: 'head' });
  }
}

/** The excess loss so far, and the stairs. */
function drawExcess(surface: Surface, f: StagesFrame, view: View, other?: StagesFrame): void {
  const both = [f, ...(other ? [other] : [])];
  const highest = 1.12 * Math.max(...both.map((one) => Math.max(at(one.stairs, 0), excess(one, 0))));
  const area = plot(surface, view, {
    x: { domain: [0, f.steps], label: 'step' },
    y: { domain: [0, highest], label: 'excess loss, nats' },
    right: 8,
  });
  drawStairs(surface, area, f.stairs, highest);
  const curve = (on: Surface, one: StagesFrame): void => {
    const line = polyline({ length: one.step + 1 }, (_, t) => [area.x(t), area.y(excess(one, t))]);
    if (one.step > 0) on.path(line, { role: 'loss', width: 2.5, of: 'excess' });
  };
  if (other) curve(asGhost(surface), other);
  curve(surface, f);
  surface.mark('ink', area.x(f.step), area.y(excess(f)), { size: 4, of: 'excess' });
}

/** What each head attends to. */
function drawWeights(surface: Surface, f: StagesFrame, view: View): void {
  const map = heatmap(surface, view, {
    matrix: f.weights,
    domain: [0, 0.5],
    format: (a) => fixed(a, 2),
    rowLabels: Array.from({ length: headsOf(f) }, (_, k) => `head ${k + 1}`),
    columnLabels: Array.from({ length: lags }, (_, i) => whole(i)),
    label: 'weight a',
    of: 's',
  });
  surface.text(0, map.top - 7, 'lag', { role: 'ink-3' });
}
