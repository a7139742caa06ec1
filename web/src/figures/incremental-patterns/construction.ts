import { plot } from '../../draw/axes';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { type Shades, shadeOf } from '../../draw/shades';
import type { Surface, View } from '../../draw/surface';
import { type ConstructionFrame, construction } from '../../engine/generated/incremental-patterns';
import { type BitsValue, bits } from '../../kinds/bits';
import { choice, defineFigure, say, seed, slider } from '../declare';
import { asMatrix, at, entry, rowOf } from '../shared/as-matrix';
import { around, centred, check, polyline } from '../shared/idioms';

const heads = 3;
const lags = 12;
const lengths = ['12', '112', '1012'] as const;
/** At which leak the name of each curve stands: on a phone the line at λ = 5 crosses none of them there. */
const named = [0.5, 0.75, 0.5] as const;

/** The newest token, lag 0, stands last; head 1 reads the newest four. */
const groups: BitsValue = Array.from({ length: heads }, (_, k) =>
  Array.from({ length: lags }, (_, i) => 2 - Math.floor(i / 4) === k),
);
const swapped: BitsValue = [groups[2] ?? [], groups[1] ?? [], groups[0] ?? []];
/** Head 1 without lag 3. */
const forgetful: BitsValue = groups.map((row, k) => row.map((bit, i) => bit && !(k === 0 && i === 8)));

const narrow = (width: number): boolean => width < 640;
/** Height in px of the weights, with all that stands above them, and of the numbers below them on a phone. */
const cellHeight = (width: number): number => (narrow(width) ? 30 : 36);
const above = 44;
const top = (width: number): number => above + heads * cellHeight(width) + (narrow(width) ? 92 : 34);
const curvesHeight = (width: number): number => (narrow(width) ? 220 : 236);

const lagName = (column: number): string => (column === 0 ? 'older' : String(lags - column));

export default defineFigure({
  id: 'construction',
  title: 'How sharp is sharp enough?',
  claim: 'Five units of score make a head sharp on twelve tokens, and blurred on a thousand.',
  source: { seed: '003', place: 'section 2.3' },
  params: {
    lambda: slider({
      symbol: '\\lambda',
      label: 'sharpness',
      step: 0.1,
      about: 'The score of the cells that are painted; all others have 0.',
    }),
    n: choice({
      label: 'context',
      options: { 12: '12 tokens', 112: '112 tokens', 1012: '1012 tokens' },
      value: '12',
      about: 'How many tokens a head sees. All but the newest twelve have no say in the task.',
    }),
    mask: bits({
      label: 'to be read',
      names: ['read', 'not read'],
      called: (head, column) => `head ${head}, lag ${lags - column}`,
      value: groups,
      about:
        'Which lags each head (row) is to read, the newest in the last column. Press a cell, here or in the picture.',
    }),
    seed: seed(),
  },
  presets: [
    {
      name: 'λ = 0',
      params: { lambda: 0 },
      says: 'All scores are 0, and every head gives the same to each token: two thirds of it to tokens that it is not to read.',
      holds: (f) => f.kl > 0.4,
    },
    {
      name: 'a long context',
      params: { n: '1012' },
      says: 'At the same λ a thousand more tokens each get little, and together they get most.',
      holds: (f) => at(f.leak, 0) > 0.6,
    },
    {
      name: 'λ = 10 there',
      params: { n: '1012', lambda: 10 },
      says: 'Five more, and the heads are back at their lags: the leak falls by a factor of e for each unit of λ.',
      holds: (f) => f.n > 1000 && at(f.leak, 0) < 0.02,
    },
    {
      name: 'one lag forgotten',
      params: { lambda: 8, mask: forgetful },
      says: 'Head 1 reads three of its four tokens, sharply, and the prediction is off: sharpness is no help.',
      holds: (f) => f.kl > 0.15,
    },
    {
      name: 'patterns swapped',
      params: { mask: swapped },
      says: 'Heads 1 and 3 have exchanged what they read and kept what they say: the loudest matrix reads the oldest tokens.',
      holds: (f) => f.kl > 1.3,
    },
  ],
  height: (width) => top(width) + curvesHeight(width),
  core: construction,
  ask: ({ mask, n, ...p }) => ({ ...p, n: Number(n), mask: asMatrix(mask) }),
  draw(surface, f, view, { mask, lambda }) {
    drawWeights(surface, f, view, mask);
    const below = { width: view.width, height: curvesHeight(view.width) };
    drawCurves(inset(surface, 0, top(view.width)), f, below, lambda);
  },
  describe: (f, { lambda }) =>
    say`At λ = ${fixed(lambda, 1)} and ${whole(f.n)} tokens the heads leak ${leaks(f)} of their weight, and what they predict is ${number(f.kl)} nats from the truth.`,
  table: (f, { mask }) => ({
    columns: ['head', 'lag', 'painted', 'weight', 'leak of the head', 'KL'],
    rows: Array.from({ length: heads * (lags + 1) }, (_, i) => {
      const [k, column] = [Math.floor(i / (lags + 1)), i % (lags + 1)];
      const painted = mask[k]?.[column - 1] ? 1 : 0;
      return [k + 1, lagName(column), painted, entry(f.weights, k, column), at(f.leak, k), f.kl];
    }),
  }),
  quantities: (f) => ({
    leak: leaks(f),
    s: 'the cells',
    kl: number(f.kl),
    I: 'four lags each, the newest are group 1',
  }),
  python: { code: () => [import('../shared/random.py?raw'), import('./construction.py?raw')] },
  checks: (f) => [
    check('the leak is the sum of the weights that are not painted', f.leakError, 1e-12),
    check('mixing keys and queries by a matrix and its inverse leaves the scores', f.symmetryError, 1e-10),
  ],
});

/** All that are different, or one for all. */
function leaks(f: ConstructionFrame): string {
  const all = Array.from(f.leak, (leak) => number(leak));
  return new Set(all).size === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** The weights, an outline around what is to be read; at the side or below, what leaks and what comes of it. */
function drawWeights(surface: Surface, f: ConstructionFrame, { width }: View, mask: BitsValue): void {
  const small = narrow(width);
  const left = small ? 50 : 62;
  const gap = 6;
  const wide = Math.min(44, Math.floor((width - left - gap - (small ? 2 : 214)) / (lags + 1)));
  const high = cellHeight(width);
  const x = (column: number): number => left + column * wide + (column ? gap : 0);
  const y = (k: number): number => above + k * high;
  const shades: Shades = {
    kind: 'sequential',
    domain: [0, Math.max(0.25, ...f.weights.data)],
    written: true,
  };

  for (let group = 1; group <= heads; group++) {
    const [from, to] = [x(1 + lags - 4 * group) + 2, x(1 + lags - 4 * group) + 4 * wide - 3];
    surface.line(from, 19, to, 19, { role: 'ink-2', width: 2, of: 'I' });
    surface.text((from + to) / 2, 11, `group ${group}`, { anchor: 'middle', of: 'I' });
  }
  for (let column = 0; column <= lags; column++)
    if (column || !small)
      surface.text(x(column) + wide / 2, 37, lagName(column), { role: 'ink-3', anchor: 'middle' });
  surface.text(0, 37, small ? 'older' : 'lag', { role: 'ink-3' });
  for (let k = 0; k < heads; k++) {
    surface.text(0, y(k) + high / 2, `head ${k + 1}`, { baseline: 'middle', of: 's' });
    rowOf(f.weights, k).forEach((weight, column) => {
      const [px, py] = [x(column), y(k)];
      const none = column === 0 && f.n === lags;
      const shade = shadeOf(weight, shades);
      if (none) surface.line(px + 3, py + high - 4, px + wide - 4, py + 3, { role: 'rule' });
      else if (shade)
        surface.rect(px, py, wide - 1, high - 1, { role: shade.role, opacity: shade.opacity, of: 's' });
      const painted = mask[k]?.[column - 1] ?? false;
      surface.path(
        around(px, py, wide - 1, high - 1),
        painted ? { role: 'ink', width: 2, of: 'I' } : { role: 'grid' },
      );
      if (wide >= 36 && !none)
        surface.text(px + wide / 2, py + high / 2, fixed(weight, 3).replace('0.', '.'), {
          role: shade?.ink ?? 'ink-3',
          ...centred,
          bare: true,
          of: 's',
        });
      if (column)
        surface.handle({
          param: 'mask',
          piece: k * lags + column - 1,
          x: px + wide / 2,
          y: py + high / 2,
          size: [wide, high],
        });
    });
  }
  const [sideX, sideY] = small ? [0, y(heads) + 22] : [x(lags + 1) + 24, y(0) + high / 2];
  for (let k = 0; k < heads; k++) {
    const [px, py] = small ? [sideX + (k * width) / 3, sideY] : [sideX, y(k) + high / 2];
    surface.text(px, py, `${small ? '' : 'leak of '}head ${k + 1}`, { baseline: 'middle', of: 'leak' });
    surface.text(px + (small ? 48 : 100), py, small ? fixed(at(f.leak, k), 3) : number(at(f.leak, k), 2), {
      role: 'error',
      bold: true,
      baseline: 'middle',
      of: 'leak',
    });
  }
  if (small)
    surface.text(sideX, sideY + 20, 'is what leaks: given to cells without an outline', { of: 'leak' });
  const kl = small ? sideY + 42 : y(heads) + 18;
  surface.text(small ? 0 : sideX, kl, 'KL from the truth', { baseline: 'middle', of: 'kl' });
  surface.text((small ? 0 : sideX) + 104, kl, `${number(f.kl, 2)} nats`, {
    role: 'ink',
    bold: true,
    baseline: 'middle',
    of: 'kl',
  });
}

/** The leak over λ: for each length of the context a curve, or as many as heads differ by. */
function drawCurves(surface: Surface, f: ConstructionFrame, view: View, lambda: number): void {
  const { x, y, top, bottom } = plot(surface, view, {
    x: { domain: [0, 20], label: 'sharpness λ' },
    y: { domain: [0, 1], label: 'leak', ticks: 4 },
  });
  surface.line(x(lambda), bottom, x(lambda), top, { role: 'ink-3', dash: [3, 3], of: 'lambda' });
  lengths.forEach((length, i) => {
    const shown = Number(length) === f.n;
    const drawn = new Set<string>();
    for (let k = 0; k < heads; k++) {
      const curve = rowOf(f.curves, i * heads + k);
      const key = fixed(at(curve, 0), 12);
      if (drawn.has(key)) continue;
      drawn.add(key);
      const points = polyline(curve, (leak, j) => [x(at(f.lambdas, j)), y(leak)]);
      surface.path(points, { role: shown ? 'error' : 'ink-3', width: shown ? 2.5 : 1.2, of: 'leak n' });
    }
  });
  // Above all curves. On a phone three digits just fit between two.
  lengths.forEach((length, i) => {
    const shown = Number(length) === f.n;
    const curve = rowOf(f.curves, i * heads);
    const height = named[i] ?? 0.5;
    const below = curve.findIndex((leak) => leak < height);
    if (below < 0) return;
    surface.text(x(at(f.lambdas, below)) + (narrow(view.width) ? 4 : 9), y(height), length, {
      role: shown ? 'error' : 'ink-3',
      bold: shown,
      baseline: 'middle',
      of: 'n',
    });
  });
  surface.text(view.width - 10, 11, 'numbers: tokens of the context', { role: 'ink-3', anchor: 'end' });
  const most = Math.max(...f.leak);
  for (const leak of f.leak) surface.mark('error', x(lambda), y(leak), { size: 5, of: 'leak lambda' });
  surface.handle({ param: 'lambda', x: x(lambda), y: y(most), along: 'x', at: x.invert });
}
