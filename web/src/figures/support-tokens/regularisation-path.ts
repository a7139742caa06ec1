import { plot } from '../../draw/axes';
import { alongLine, type Box, besideMarks, drawBeside } from '../../draw/beside';
import { fixed } from '../../draw/format';
import { textWidth } from '../../draw/labels';
import { nice } from '../../draw/scale';
import type { Surface, View } from '../../draw/surface';
import { type GptNoiseFrame, gptNoise } from '../../engine/generated/support-tokens';
import { choice, defineFigure, say, seed } from '../declare';
import { check, panels } from '../shared/idioms';
import { joined } from '../shared/joined';
import { besides, overText } from '../shared/over-text';
import { ring } from '../shared/ring';
import { mean } from '../shared/spread';
import { noPython } from './shared/no-python';
import {
  kinds,
  names,
  noisy,
  offPinned,
  oneOf,
  onPath,
  options,
  type PathFrame,
  type Point,
  pathOf,
  settings,
} from './shared/path-points';
import {
  askedOf,
  isPrecomputed,
  modelsOf,
  pairOf,
  precomputedNoise,
  updates,
} from './shared/precomputed-noise';

const tall = 370;
const stacked = [360, 270] as const;
const wide = (width: number): boolean => width >= 720;

export default defineFigure({
  id: 'regularisation-path',
  title: 'The knob turns a size',
  claim:
    'How much noise costs a model is mostly a matter of the size of its embeddings: a size without any determinant buys as much, and after longer training more.',
  source: { seed: '002', place: 'section 7.4, figure 7.6 and table 1' },
  params: {
    point: choice({
      label: 'setting',
      options,
      value: 'lambda-0.05',
      about:
        'The seven strengths of the published term, five sizes that a placebo pins embeddings to, and a true barrier. Ten seeds of each were trained beforehand; a seed past 10 is trained here.',
    }),
    axis: choice({
      label: 'horizontal axis',
      options: { size: 'size', setting: 'setting' },
      value: 'size',
      about:
        'Whether the left panel goes over the size of embeddings, or has the settings one beside the other.',
    }),
    updates,
    cost: choice({
      label: 'vertical axis',
      options: { factor: 'factor', bits: 'bits' },
      value: 'factor',
      about:
        'Whether the left panel shows how many times the bits without noise a character costs under noise of 0.3, or those bits themselves.',
    }),
    seed: seed(),
  },
  first: ['point', 'updates', 'cost'],
  presets: [
    {
      name: 'the most robust',
      params: { point: 'lambda-0.2' },
      says: 'With λ = 0.2 noise multiplies the bits least of all seven strengths; text without noise costs a third of a bit more.',
      holds: ({ selected }: PathFrame) => selected.deg < 1.48 && selected.gap > 0.25,
    },
    {
      name: 'the same for half',
      params: { point: 'placebo-0.41' },
      says: 'A placebo with embeddings as large is as robust, and pays less than half as much.',
      holds: ({ selected }: PathFrame) => selected.deg < 1.48 && selected.gap < 0.25,
    },
    {
      name: 'the published best',
      params: { point: 'lambda-0.02' },
      says: 'At the published optimum of 0.02 embeddings have grown by a third, and noise costs a little less.',
      holds: ({ selected }: PathFrame) => selected.deg > 1.65 && selected.gap < 0.1,
    },
    {
      name: 'four times as long',
      params: { updates: '3200', cost: 'bits' },
      says: 'After 3200 updates the fewest bits under noise are needed at λ = 0.05, and stronger terms need more again.',
      holds: ({ points, selected }: PathFrame) =>
        points.every(
          ({ name, noisy }) => name === selected.name || !onPath(name) || noisy > selected.noisy + 0.1,
        ),
    },
    {
      name: 'its size alone',
      params: { updates: '3200', cost: 'bits', point: 'placebo-0.56' },
      says: 'A placebo of the size that this gives needs far fewer bits under noise, and fewer than λ = 0 without any.',
      holds: ({ points, selected }: PathFrame) =>
        selected.gap < 0 &&
        points.every(({ name, noisy }) => name === selected.name || noisy > selected.noisy + 0.5),
    },
  ],
  height: (width) => (wide(width) ? tall : stacked[0] + stacked[1]),
  core: overText(gptNoise),
  ask: ({ point, updates, seed }) => askedOf(['none', settings[point].of], updates, seed),
  besides,
  frame: async (f: GptNoiseFrame, { point, updates }): Promise<PathFrame> => {
    const { first, second, levels } = pairOf(f);
    const one = levels > noisy ? oneOf(first, second) : undefined;
    return { ...pathOf(await precomputedNoise(updates), point), one, here: true };
  },
  async precomputed({ point, updates, seed }): Promise<PathFrame | undefined> {
    if (!isPrecomputed(seed)) return undefined;
    const precomputed = await precomputedNoise(updates);
    const [plain, model] = ['none', settings[point].of].map((name) => modelsOf(precomputed, name)[seed - 1]);
    return { ...pathOf(precomputed, point), one: plain && model && oneOf(plain, model), here: false };
  },
  draw(surface, f, view, { axis, cost }) {
    const [left, clean] = wide(view.width)
      ? panels(surface, view, { width: Math.round(0.52 * view.width) }, 28)
      : panels(surface, view, { height: stacked[0] - 14 }, 14);
    const draw = axis === 'size' ? drawOverSize : drawOverSettings;
    draw(left.surface, f, left.view, costs[cost]);
    drawClean(clean.surface, f, clean.view);
  },
  describe: ({ selected: s }, { cost }) => {
    const noise =
      cost === 'factor'
        ? say`noise of 0.3 multiplies the bits of a character by ${fixed(s.deg, 2)} ± ${fixed(s.degSd, 2)}`
        : say`under noise of 0.3 a character costs ${fixed(s.noisy, 3)} ± ${fixed(s.noisySd, 3)} bits`;
    const price = say`, and without noise it costs ${fixed(Math.abs(s.gap), 3)} bits ${s.gap < 0 ? 'less' : 'more'} than with λ = 0: means over ten seeds, which were trained beforehand.`;
    const size = say`With ${settings[s.name].label} embeddings measure ${fixed(s.rms, 3)}, `;
    return joined(size, joined(noise, price));
  },
  table: (f) => ({
    columns: [
      'setting',
      'size of embeddings',
      'bits at σ = 0.3 over bits without noise',
      'sd',
      'bits at σ = 0.3',
      'sd of these',
      'bits without noise',
      'sd of these',
      'bits without noise, less those of λ = 0',
    ],
    rows: [
      ...f.points.map((p) => [
        settings[p.name].label,
        p.rms,
        p.deg,
        p.degSd,
        p.noisy,
        p.noisySd,
        p.clean,
        p.cleanSd,
        p.gap,
      ]),
      ...(f.one
        ? [
            [
              `${settings[f.selected.name].label}, one seed`,
              f.one.rms,
              f.one.deg,
              '',
              f.one.noisy,
              '',
              f.one.clean,
              '',
              f.one.gap,
            ],
          ]
        : []),
    ],
  }),
  quantities: ({ selected: s }) => ({
    rms: fixed(s.rms, 3),
    CE: `${fixed(s.clean, 3)} bits without noise`,
    lambda: onPath(s.name) ? settings[s.name].label.slice(4) : 'none',
  }),
  python: noPython,
  checks: (f) => [
    check('placebos have the size that they are pinned to, relative', offPinned(f.points), 0.01),
  ],
});

const pointRadius = 5;

/** A setting as a mark with its spread, and a ring about the selected one. */
function mark(
  surface: Surface,
  f: PathFrame,
  p: Point,
  x: number,
  y: number,
  spread: readonly [number, number],
): void {
  const { role } = kinds[settings[p.name].kind];
  surface.line(x, spread[0], x, spread[1], { role, width: 1.5 });
  surface.mark(role, x, y, { size: pointRadius, of: 'rms' });
  if (p === f.selected) ring(surface, x, y, 10, { role: 'ink', width: 1.5 });
}

const one = (surface: Surface, x: number, y: number): void =>
  surface.mark('ink', x, y, { size: 4, hollow: true });

/** What the left panel shows of a setting: its mean with its deviation, and of one seed. */
const costs = {
  factor: {
    label: 'bits with noise 0.3, over bits without',
    least: 1.3,
    of: (p: Point) => [p.deg, p.degSd] as const,
    one: (f: PathFrame) => f.one?.deg,
  },
  bits: {
    label: 'bits per character with noise 0.3',
    least: 4,
    of: (p: Point) => [p.noisy, p.noisySd] as const,
    one: (f: PathFrame) => f.one?.noisy,
  },
} as const;
type Cost = (typeof costs)[keyof typeof costs];

const axisOf = (f: PathFrame, cost: Cost) =>
  ({
    domain: nice([cost.least, Math.max(...f.points.map((p) => cost.of(p)[0]), cost.one(f) ?? 0)]),
    label: cost.label,
  }) as const;

/** Its rows from y on; says what it covers. */
function key(surface: Surface, right: number, y: number): Box {
  const rows = Object.values(kinds);
  rows.forEach(({ role, name }, i) => {
    surface.mark(role, right - 136, y + 18 * i, { size: pointRadius });
    surface.text(right - 124, y + 18 * i, name, { baseline: 'middle' });
  });
  const last = y + 18 * rows.length;
  one(surface, right - 136, last);
  surface.text(right - 124, last, 'one seed', { baseline: 'middle' });
  return { left: right - 142, right, top: y - 9, bottom: last + 9 };
}

const around = (x: number, y: number, by: number): Box => ({
  left: x - by,
  right: x + by,
  top: y - by,
  bottom: y + by,
});

/** What noise costs over the size of embeddings: the path over λ, and what has no λ. */
function drawOverSize(surface: Surface, f: PathFrame, view: View, cost: Cost): void {
  const area = plot(surface, view, {
    x: {
      domain: [0, nice([0, Math.max(...f.points.map(({ rms }) => rms))])[1]],
      label: 'size of embeddings',
    },
    y: axisOf(f, cost),
    right: 14,
    above: 6,
  });
  const placed = f.points.map((p) => {
    const [middle, sd] = cost.of(p);
    return {
      p,
      name: settings[p.name].short,
      x: area.x(p.rms),
      y: area.y(middle),
      ends: [area.y(middle + sd), area.y(middle - sd)] as const,
    };
  });
  const path = placed.filter(({ p }) => onPath(p.name));
  surface.path(
    path.flatMap(({ x, y }) => [x, y]),
    { role: kinds.path.role, width: 2, of: 'rms lambda' },
  );
  for (const { p, x, y, ends } of placed) mark(surface, f, p, x, y, ends);
  const ofOne = cost.one(f);
  if (f.one && ofOne !== undefined) one(surface, area.x(f.one.rms), area.y(ofOne));
  const taken = [
    key(surface, area.right, area.top + 16),
    ...placed.flatMap(({ p, x, y, ends: [top, bottom] }) => [
      around(x, y, p === f.selected ? 12 : 7),
      { left: x - 2, right: x + 2, top, bottom },
    ]),
    ...path.slice(1).flatMap((to, i) => alongLine(path[i] as typeof to, to)),
  ];
  drawBeside(surface, besideMarks(placed, taken, area));
}

/** Places of the settings beside each other: a gap between kinds. */
const places = names.map((name, i) => i + (onPath(name) ? 0 : settings[name].kind === 'placebo' ? 0.7 : 1.4));
const lastPlace = places[names.length - 1] as number;

/** Room in px for the names of the settings, in two rows so that they do not touch, and of their kinds. */
const feet = 58;
const groups = { lambda: 'λ', placebo: 'placebos, r', barrier: 'barrier' } as const;

/** The settings side by side, and a value of each. */
function strip(
  surface: Surface,
  f: PathFrame,
  view: View,
  y: { domain: readonly [number, number]; label: string },
  value: (p: Point) => readonly [number, number],
  ofOne: number | undefined,
): void {
  const area = plot(
    surface,
    { width: view.width, height: view.height - feet },
    { x: { domain: [-0.5, lastPlace + 0.5], label: '', silent: true }, y, right: 6 },
  );
  f.points.forEach((p, i) => {
    const x = area.x(places[i] as number);
    const [middle, sd] = value(p);
    mark(surface, f, p, x, area.y(middle), [area.y(middle - sd), area.y(middle + sd)]);
    if (p === f.selected && ofOne !== undefined) one(surface, x, area.y(ofOne));
    if (settings[p.name].kind !== 'barrier')
      surface.text(x, area.bottom + 16 + 15 * (i % 2), settings[p.name].short, {
        role: 'ink-3',
        anchor: 'middle',
      });
  });
  for (const [group, name] of Object.entries(groups)) {
    const its = names.flatMap((n, i) => (n.startsWith(group) ? [area.x(places[i] as number)] : []));
    const middle = Math.min(mean(its), view.width - textWidth(name) / 2);
    surface.text(middle, area.bottom + 52, name, { role: 'ink-2', anchor: 'middle' });
  }
}

function drawOverSettings(surface: Surface, f: PathFrame, view: View, cost: Cost): void {
  strip(surface, f, view, axisOf(f, cost), cost.of, cost.one(f));
}

function drawClean(surface: Surface, f: PathFrame, view: View): void {
  const all = f.points.map(({ clean }) => clean);
  strip(
    surface,
    f,
    view,
    {
      domain: nice([Math.min(...all) - 0.02, Math.max(...all) + 0.02]),
      label: 'bits per character without noise',
    },
    (p) => [p.clean, p.cleanSd],
    f.one?.clean,
  );
}
