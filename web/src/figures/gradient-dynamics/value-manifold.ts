import { plot } from '../../draw/axes';
import { category } from '../../draw/categories';
import { fixed, whole } from '../../draw/format';
import { linear, type Scale } from '../../draw/scale';
import type { Role, Surface, View } from '../../draw/surface';
import {
  type RingView,
  type ValueManifoldFrame,
  valueManifold,
} from '../../engine/generated/gradient-dynamics';
import type { Matrix } from '../../engine/values';
import { choice, defineFigure, say, seed } from '../declare';
import { at, entry } from '../shared/as-matrix';
import { endLabels } from '../shared/ends';
import { around, centred, check, level, panels, upright } from '../shared/idioms';

const symbols = 8;
/** Of points in no order, 2 of 7 harmonics. */
const chance = 2 / (symbols - 1);
/** Steps from one row of shares to the next. */
const every = 10;
const steps = 250;

/** What is shown, as addresses name it, and what it is called. */
const views = { contexts: 'outputs', values: 'values', logits: 'logits' } as const;
type Shown = keyof typeof views;
/** The rows of `shares`. */
const curves = [
  { row: 0, key: 'contexts', name: 'outputs', role: 'particle', of: 'g h', dash: [] },
  { row: 3, key: 'fresh', name: 'on fresh', role: 'particle', of: 'g h', dash: [5, 4] },
  { row: 1, key: 'values', name: 'values', role: 'value', of: 'v h', dash: [] },
  { row: 2, key: 'logits', name: 'logits', role: 'ink', of: 'h', dash: [] },
] as const;
const looks = {
  contexts: { role: 'particle', of: 'g' },
  values: { role: 'value', of: 'v' },
  logits: { role: 'ink' },
} as const;

/** Heights in px: side by side, and of the curves below the plane. */
const tall = 470;
const below = 290;
const gap = 16;
const wide = (width: number): boolean => width >= 640;
/** Beside it the curves need room for their names. */
const planeSize = (width: number): number => Math.min(tall, wide(width) ? width - 360 : width);

const share = (f: ValueManifoldFrame, row: number): number =>
  [f.contexts.share, f.values.share, f.logits.share, f.freshShare][row] as number;

export default defineFigure({
  id: 'value-manifold',
  title: 'A ring nobody drew',
  claim:
    'A head sees eight random vectors that follow each other round a ring, which nobody shows it: will it draw the ring, and where?',
  source: { seed: '000', place: 'sections 6.1 and 7.2, figure 9' },
  params: {
    view: choice({
      label: 'show',
      options: views,
      value: 'contexts',
      about:
        'What a token receives, what it sends, or what is read out of what it receives. Each in a plane of its own.',
    }),
    method: choice({
      label: 'trained by',
      options: { sgd: 'SGD', em: 'EM-like' },
      about:
        'Gradient descent with steps of 0.2; or an EM-like schedule (after expectation–maximisation), whose values step ten times as far.',
    }),
    chain: choice({
      label: 'who follows whom',
      options: { circle: 'on a circle', none: 'no circle' },
      about:
        'A symbol stays with probability 0.3. If it does not, near ones on the circle are likelier; or all seven others are alike.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: 'before training',
      params: {},
      t: 0,
      says: 'All tokens are nearly at one place, and their means, enlarged in the corner, are a tangle.',
      holds: (f) => f.contexts.share < 0.57 && f.contexts.neighbours < symbols,
    },
    {
      name: 'no circle',
      params: { chain: 'none' },
      says: 'Without a circle in the task the means separate all the same, but no order goes round.',
      holds: (f) => f.contexts.share < 0.55 && f.contexts.neighbours < symbols,
    },
    {
      name: 'EM-like, its values',
      params: { method: 'em', view: 'values' },
      says: 'The tokens’ paths are two and a half times as long as with gradient descent, and less than a third of their squared length is common to the tokens of a symbol.',
      holds: (f) => f.values.way > 4 && f.values.bySymbol < 0.33,
    },
  ],
  height: (width) => planeSize(width) + (wide(width) ? 0 : gap + below),
  timeline: () => ({ steps, unit: 'step', stride: every }),
  core: valueManifold,
  ask: ({ method, chain, seed }) => ({ method, chain, seed }),
  draw(surface, f, box, { view }) {
    const size = planeSize(box.width);
    drawPlane(surface, f, view, size);
    const [, shares] = wide(box.width)
      ? panels(surface, box, { width: size }, 28)
      : panels(surface, box, { height: size }, gap);
    drawShares(shares.surface, f, view, shares.view);
  },
  describe(f, { view }) {
    const seen = f[view];
    const [h, ordered] = [fixed(seen.share, 2), whole(seen.neighbours)];
    if (f.step === 0)
      return say`Before the first step the circle’s share in the ${views[view]} is ${h}, and ${ordered} of 8 neighbours are neighbours by angle: guess what training makes of them, then press play.`;
    if (view === 'contexts')
      return say`After ${whole(f.step)} steps the circle’s share in the outputs is ${h}, from ${fixed(entry(f.shares, 0, 0), 2)}, and on a fresh sequence ${fixed(f.freshShare, 2)}; ${ordered} of 8 neighbours are neighbours by angle.`;
    return say`After ${whole(f.step)} steps the circle’s share in the ${views[view]} is ${h}, and ${ordered} of 8 neighbours are neighbours by angle; the tokens’ paths are ${fixed(seen.way, 2)} long on average, and what those of a symbol have in common is ${fixed(seen.bySymbol, 2)} of their squared length.`;
  },
  table: (f, { view }) => ({
    columns: ['symbol', 'its mean at the start, x', 'y', 'now, x', 'y'],
    rows: Array.from({ length: symbols }, (_, a) => [a, ...placesOf(a, f[view].startMeans, f[view].means)]),
  }),
  quantities: (f) => ({
    h: `${fixed(f.contexts.share, 2)} in outputs, ${fixed(f.values.share, 2)} in values`,
  }),
  python: 'A run is hundreds of steps over hundreds of tokens, which take plain NumPy too long.',
  checks: (f) => [
    check('values in float against W_V x in double', f.valueError, 1e-5),
    check('axes of the planes have length 1 and stand at right angles', f.axesError, 1e-6),
    check('shares of all seven harmonics add up to 1', f.shareError, 1e-12),
  ],
});

const placesOf = (row: number, ...places: Matrix[]): number[] =>
  places.flatMap((m) => [entry(m, row, 0), entry(m, row, 1)]);

/** Means in the order of the symbols, the first again at the end. */
const ringOf = (means: Matrix): (readonly [number, number])[] =>
  Array.from({ length: symbols + 1 }, (_, a) => [entry(means, a % symbols, 0), entry(means, a % symbols, 1)]);

/** Tokens as pale dots at the ends of their paths, and the means of the symbols in their order, joined and large. */
function drawPlane(surface: Surface, f: ValueManifoldFrame, view: Shown, size: number): void {
  const seen: RingView = f[view];
  const [x, y] = scalesOf(seen, size);
  surface.path(around(0, 0, size, size), { role: 'rule' });
  const { role, ...of } = { of: undefined, ...looks[view] };
  const meaning = of.of === undefined ? {} : { of: of.of };
  // Fewer where there is less room.
  const every = size < 420 ? 2.5 : 1;
  for (let k = 0; Math.floor(k * every) < f.symbols.length; k++) {
    const i = Math.floor(k * every);
    const [startX = 0, startY = 0, nowX = 0, nowY = 0] = placesOf(i, seen.start, seen.now);
    const own = category(at(f.symbols, i)).role;
    const path = { role: own, opacity: 0.1, width: 0.8, ...meaning };
    if (f.step > 0) surface.line(x(startX), y(startY), x(nowX), y(nowY), path);
    surface.mark(own, x(nowX), y(nowY), { size: size < 420 ? 2.2 : 3, opacity: 0.4, ...meaning });
  }
  const ring = ringOf(seen.means);
  surface.path(
    ring.flatMap(([px, py]) => [x(px), y(py)]),
    { role, width: 2.5, ...meaning },
  );
  const marks = ring.slice(0, symbols);
  // Before training all are in one place, where smaller marks can still be told apart.
  const extent = marks.reduce((most, [px, py]) => Math.max(most, Math.hypot(x(px) - x(0), y(py) - y(0))), 0);
  for (const [a, [px, py]] of marks.entries())
    surface.mark(category(a).role, x(px), y(py), { size: Math.max(4, Math.min(10, extent / 4)), ...meaning });
  drawStart(surface, seen, size, x(1) - x(0), role);
  if (extent < 30) return;
  marks.forEach(([px, py], a) => {
    // Away from the middle, so that the ring is free.
    const far = Math.hypot(px, py) || 1;
    surface.text(x(px) + (21 * px) / far, y(py) - (21 * py) / far, String(a), {
      role: 'ink',
      bold: true,
      ...centred,
      ...meaning,
    });
  });
}

/** Where the means of the symbols started, in the corner, enlarged. */
function drawStart(
  surface: Surface,
  { startMeans }: RingView,
  size: number,
  perUnit: number,
  role: Role,
): void {
  const [side, edge, title] = [0.2 * size, 13, 18];
  const left = size - side - 1;
  const top = left - title;
  surface.rect(left, top, side, side + title, { role: 'surface' });
  surface.path([left, size, left, top, size, top], { role: 'rule' });
  const ring = ringOf(startMeans);
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const long = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const own = (side - 2 * edge) / long;
  const place = (p: number, all: readonly number[]): number =>
    own * (p - (Math.min(...all) + Math.max(...all)) / 2);
  const places = ring.map(
    ([x, y]) => [left + side / 2 + place(x, xs), top + title + side / 2 - place(y, ys)] as const,
  );
  surface.path(places.flat(), { role, width: 1.2, opacity: 0.7 });
  places.slice(0, symbols).forEach(([x, y], a) => {
    surface.mark(category(a).role, x, y, { size: side / 24 });
  });
  surface.text(left + 6, top + 14, `start, × ${whole(own / perUnit)}`, { role: 'ink-2' });
}

/** As long on both axes, and the same at every step unless tokens leave it. */
function scalesOf({ box, now }: RingView, size: number): readonly [Scale, Scale] {
  const sides = [0, 1].map((c) => {
    const own = Array.from({ length: now.shape[0] }, (_, i) => entry(now, i, c));
    const [low, high] = [at(box, 2 * c), at(box, 2 * c + 1)];
    const room = 0.12 * (high - low);
    return [Math.min(low - room, ...own), Math.max(high + room, ...own)] as const;
  }) as [readonly [number, number], readonly [number, number]];
  const long = 1.06 * Math.max(...sides.map(([low, high]) => high - low));
  const domain = ([low, high]: readonly [number, number]) =>
    [(low + high - long) / 2, (low + high + long) / 2] as const;
  return [linear(domain(sides[0]), [0, size]), linear(domain(sides[1]), [size, 0])];
}

/** h at every tenth step up to the one on show. */
function drawShares(surface: Surface, f: ValueManifoldFrame, view: Shown, box: View): void {
  const area = plot(surface, box, {
    x: { domain: [0, f.steps], label: 'step' },
    y: { domain: [0, 1], label: 'share of the circle h', ticks: 5 },
    right: 98,
  });
  const known = (value: number, x: number, below: number, text: string, anchor: 'start' | 'end'): void => {
    const y = level(surface, area, value, { role: 'ink-2', dash: [2, 4], of: 'h' });
    surface.text(x, y + below, text, { role: 'ink-2', anchor, of: 'h' });
  };
  known(chance, area.right - 8, -7, 'no order', 'end');
  if (f.chainShare > 0.5) known(f.chainShare, area.left + 4, 15, 'ln P, which is to be learned', 'start');
  const now = upright(surface, area, f.step, { role: 'ink-3' });
  curves.forEach(({ row, key, role, of, dash }) => {
    const strong = key === view;
    const line: number[] = [];
    for (let t = 0; t <= f.step; t += every) line.push(area.x(t), area.y(entry(f.shares, row, t / every)));
    line.push(now, area.y(share(f, row)));
    surface.path(line, { role, dash, width: strong ? 3 : 1.5, of });
    surface.mark(role as Role, now, area.y(share(f, row)), {
      size: strong ? 5.5 : 4,
      hollow: dash.length > 0,
      of,
    });
  });
  endLabels(
    surface,
    now + 11,
    curves.map(({ row, key, name, role, of }) => ({
      name: `${name} ${fixed(share(f, row), 2)}`,
      role,
      of,
      y: area.y(share(f, row)),
      bold: key === view,
    })),
    area,
  );
}
