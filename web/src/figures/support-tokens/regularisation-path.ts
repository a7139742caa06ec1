import { plot } from '../../draw/axes';
import { fixed } from '../../draw/format';
import { textWidth } from '../../draw/labels';
import { nice } from '../../draw/scale';
import type { Role, Surface, View } from '../../draw/surface';
import { type GptNoiseFrame, gptNoise } from '../../engine/generated/support-tokens';
import { choice, defineFigure, say, seed } from '../declare';
import { at } from '../shared/as-matrix';
import { check, panels } from '../shared/idioms';
import { besides, overText } from '../shared/over-text';
import { ring } from '../shared/ring';
import { deviation, mean } from '../shared/spread';
import { noPython } from './shared/no-python';
import {
  askedOf,
  isPrecomputed,
  type Model,
  modelsOf,
  type PrecomputedNoise,
  pairOf,
  precomputedNoise,
  roleOf,
  settingOf,
} from './shared/precomputed-noise';

/** Settings in the order of the strip: the path over λ, placebos, the barrier. `of` is the name of their kept models. */
const settings = {
  'lambda-0': { label: 'λ = 0', short: '0', of: 'none', kind: 'alone' },
  'lambda-0.005': { label: 'λ = 0.005', short: '.005', of: 'published 0.005', kind: 'path' },
  'lambda-0.01': { label: 'λ = 0.01', short: '.01', of: 'published 0.01', kind: 'path' },
  'lambda-0.02': { label: 'λ = 0.02', short: '.02', of: 'published 0.02', kind: 'path' },
  'lambda-0.05': { label: 'λ = 0.05', short: '.05', of: 'published 0.05', kind: 'path' },
  'lambda-0.1': { label: 'λ = 0.1', short: '.1', of: 'published 0.1', kind: 'path' },
  'lambda-0.2': { label: 'λ = 0.2', short: '.2', of: 'published 0.2', kind: 'path' },
  'placebo-0.076': { label: 'placebo r = 0.076', short: '.076', of: 'placebo 0.076', kind: 'placebo' },
  'placebo-0.18': { label: 'placebo r = 0.18', short: '.18', of: 'placebo 0.18', kind: 'placebo' },
  'placebo-0.29': { label: 'placebo r = 0.29', short: '.29', of: 'placebo 0.29', kind: 'placebo' },
  'placebo-0.41': { label: 'placebo r = 0.41', short: '.41', of: 'placebo 0.41', kind: 'placebo' },
  barrier: { label: 'barrier W = 4 I', short: 'W = 4', of: 'barrier', kind: 'barrier' },
} as const;
type Setting = keyof typeof settings;
type Kind = (typeof settings)[Setting]['kind'];
const names = Object.keys(settings) as Setting[];
const options = Object.fromEntries(names.map((name) => [name, settings[name].label])) as Record<
  Setting,
  string
>;

const kinds: Readonly<Record<Kind, { role: Role; name: string }>> = {
  alone: { role: roleOf('none'), name: 'cross-entropy alone' },
  path: { role: roleOf('published'), name: 'published, over λ' },
  placebo: { role: roleOf('placebo'), name: 'placebos' },
  barrier: { role: roleOf('barrier'), name: 'barrier' },
};
/** Of the seven strengths; 0 is the model without the term. */
const onPath = (name: Setting): boolean => name.startsWith('lambda');

/** Places of the noise-free bits and of those at σ = 0.3 among the levels of noise. */
const [clean, noisy] = [0, 4] as const;
/** Bits at σ = 0.3 over those without noise. */
const degradation = (model: Model): number => at(model.fixed, noisy) / at(model.fixed, clean);

/** A setting over ten seeds. */
interface Point {
  readonly name: Setting;
  readonly rms: number;
  readonly deg: number;
  readonly degSd: number;
  readonly clean: number;
  readonly cleanSd: number;
  /** Clean bits less those of λ = 0, seed by seed. */
  readonly gap: number;
}

interface PathFrame {
  readonly points: readonly Point[];
  readonly selected: Point;
  /** The one seed of the selected setting, once it is known, beside the same seed of λ = 0. */
  readonly one:
    | { readonly rms: number; readonly deg: number; readonly clean: number; readonly gap: number }
    | undefined;
  readonly here: boolean;
}

const pathOf = (precomputed: PrecomputedNoise, point: Setting): Pick<PathFrame, 'points' | 'selected'> => {
  const points = names.map((name) => pointOf(precomputed, name));
  return { points, selected: points[names.indexOf(point)] as Point };
};

const pointOf = (precomputed: PrecomputedNoise, name: Setting): Point => {
  const models = modelsOf(precomputed, settings[name].of);
  const plain = modelsOf(precomputed, 'none');
  const bits = models.map((model) => at(model.fixed, clean));
  return {
    name,
    rms: mean(models.map(({ rms }) => rms)),
    deg: mean(models.map(degradation)),
    degSd: deviation(models.map(degradation)),
    clean: mean(bits),
    cleanSd: deviation(bits),
    gap: mean(bits) - mean(plain.map((model) => at(model.fixed, clean))),
  };
};

/** How far the embeddings of placebos are from the size that pins them, relative to it. */
const offPinned = (points: readonly Point[]): number =>
  Math.max(
    ...points
      .filter(({ name }) => settings[name].kind === 'placebo')
      .map(({ name, rms }) => Math.abs(rms / (settingOf(settings[name].of).rms ?? Number.NaN) - 1)),
  );

const oneOf = (plain: Model, model: Model): PathFrame['one'] => ({
  rms: model.rms,
  deg: degradation(model),
  clean: at(model.fixed, clean),
  gap: at(model.fixed, clean) - at(plain.fixed, clean),
});

const tall = 370;
const stacked = [360, 270] as const;
const wide = (width: number): boolean => width >= 720;

export default defineFigure({
  id: 'regularisation-path',
  title: 'The knob turns a size',
  claim:
    'How much noise costs a model depends almost only on the size of its embeddings: with and without the determinant, models lie nearly on one curve.',
  source: { seed: '002', place: 'section 7.4, figure 7.6 and table 1' },
  params: {
    point: choice({
      label: 'setting',
      options,
      value: 'lambda-0.05',
      about:
        'The seven strengths of the published term, four sizes that a placebo pins embeddings to, and a true barrier. Ten seeds of each were trained beforehand; a seed past 10 is trained here.',
    }),
    axis: choice({
      label: 'horizontal axis',
      options: { size: 'size', setting: 'setting' },
      value: 'size',
      about:
        'Whether the left panel goes over the size of embeddings, or has the settings one beside the other.',
    }),
    seed: seed(),
  },
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
      says: 'A placebo with embeddings as large is as robust, and pays about half as much.',
      holds: ({ selected }: PathFrame) => selected.deg < 1.48 && selected.gap < 0.25,
    },
    {
      name: 'the published best',
      params: { point: 'lambda-0.02' },
      says: 'At the published optimum of 0.02 embeddings have grown by a third, and noise costs a little less.',
      holds: ({ selected }: PathFrame) => selected.deg > 1.65 && selected.gap < 0.1,
    },
  ],
  height: (width) => (wide(width) ? tall : stacked[0] + stacked[1]),
  core: overText(gptNoise),
  ask: ({ point, seed }) => askedOf(['none', settings[point].of], seed),
  besides,
  frame: async (f: GptNoiseFrame, { point }): Promise<PathFrame> => {
    const { first, second, levels } = pairOf(f);
    const one = levels > noisy ? oneOf(first, second) : undefined;
    return { ...pathOf(await precomputedNoise(), point), one, here: true };
  },
  async precomputed({ point, seed }): Promise<PathFrame | undefined> {
    if (!isPrecomputed(seed)) return undefined;
    const precomputed = await precomputedNoise();
    const [plain, model] = ['none', settings[point].of].map((name) => modelsOf(precomputed, name)[seed - 1]);
    return { ...pathOf(precomputed, point), one: plain && model && oneOf(plain, model), here: false };
  },
  draw(surface, f, view, { axis }) {
    const [cost, clean] = wide(view.width)
      ? panels(surface, view, { width: Math.round(0.52 * view.width) }, 28)
      : panels(surface, view, { height: stacked[0] - 14 }, 14);
    const draw = axis === 'size' ? drawOverSize : drawOverSettings;
    draw(cost.surface, f, cost.view);
    drawClean(clean.surface, f, clean.view);
  },
  describe: ({ selected: s }) =>
    say`With ${settings[s.name].label} embeddings measure ${fixed(s.rms, 3)}, noise of 0.3 multiplies the bits of a character by ${fixed(s.deg, 2)} ± ${fixed(s.degSd, 2)}, and without noise it costs ${fixed(s.gap, 3)} bits more than with λ = 0: means over ten seeds, which were trained beforehand.`,
  table: (f) => ({
    columns: [
      'setting',
      'size of embeddings',
      'bits at σ = 0.3 over bits without noise',
      'sd',
      'bits without noise',
      'sd of these',
      'bits without noise, less those of λ = 0',
    ],
    rows: [
      ...f.points.map((p) => [settings[p.name].label, p.rms, p.deg, p.degSd, p.clean, p.cleanSd, p.gap]),
      ...(f.one
        ? [
            [
              `${settings[f.selected.name].label}, one seed`,
              f.one.rms,
              f.one.deg,
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

const ofDegradation = (f: PathFrame) =>
  ({
    domain: nice([1.3, Math.max(...f.points.map(({ deg }) => deg), f.one?.deg ?? 0)]),
    label: 'bits with noise 0.3, over bits without',
  }) as const;

function key(surface: Surface, right: number, y: number): void {
  const rows = Object.values(kinds);
  rows.forEach(({ role, name }, i) => {
    surface.mark(role, right - 136, y + 18 * i, { size: pointRadius });
    surface.text(right - 124, y + 18 * i, name, { baseline: 'middle' });
  });
  const last = y + 18 * rows.length;
  one(surface, right - 136, last);
  surface.text(right - 124, last, 'one seed', { baseline: 'middle' });
}

/** Where the names of settings stand, in px from their marks, so that none covers another. */
const beside: Readonly<Record<Setting, readonly [number, number]>> = {
  'lambda-0': [10, -6],
  'lambda-0.005': [-10, 3],
  'lambda-0.01': [-10, 11],
  'lambda-0.02': [-8, 16],
  'lambda-0.05': [-3, 23],
  'lambda-0.1': [8, -10],
  'lambda-0.2': [8, -10],
  'placebo-0.076': [-9, -4],
  'placebo-0.18': [9, 4],
  'placebo-0.29': [9, -5],
  'placebo-0.41': [-8, 18],
  barrier: [10, 12],
};

/** What noise costs over the size of embeddings: the path over λ, and what has no λ. */
function drawOverSize(surface: Surface, f: PathFrame, view: View): void {
  const area = plot(surface, view, {
    x: {
      domain: [0, nice([0, Math.max(...f.points.map(({ rms }) => rms))])[1]],
      label: 'size of embeddings',
    },
    y: ofDegradation(f),
    right: 14,
    above: 6,
  });
  const path = f.points.filter(({ name }) => onPath(name));
  surface.path(
    path.flatMap((p) => [area.x(p.rms), area.y(p.deg)]),
    { role: kinds.path.role, width: 2, of: 'rms lambda' },
  );
  for (const p of f.points) {
    const [x, y] = [area.x(p.rms), area.y(p.deg)];
    mark(surface, f, p, x, y, [area.y(p.deg - p.degSd), area.y(p.deg + p.degSd)]);
    const [right, down] = beside[p.name];
    surface.text(x + right, y + down, settings[p.name].short, {
      role: 'ink-2',
      anchor: right < 0 ? 'end' : 'start',
    });
  }
  if (f.one) one(surface, area.x(f.one.rms), area.y(f.one.deg));
  key(surface, area.right, area.top + 16);
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

function drawOverSettings(surface: Surface, f: PathFrame, view: View): void {
  strip(surface, f, view, ofDegradation(f), (p) => [p.deg, p.degSd], f.one?.deg);
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
