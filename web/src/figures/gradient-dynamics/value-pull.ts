import { arrow } from '../../draw/arrow';
import { fixed, number, whole } from '../../draw/format';
import { inset } from '../../draw/inset';
import { linear } from '../../draw/scale';
import { subscript } from '../../draw/subscript';
import type { Surface } from '../../draw/surface';
import { type ValuePullFrame, valuePull } from '../../engine/generated/gradient-dynamics';
import { points } from '../../kinds/points';
import { choice, defineFigure, say, slider } from '../declare';
import { asMatrix, at } from '../shared/as-matrix';
import { check, listed } from '../shared/idioms';
import { joined } from '../shared/joined';
import { pairs } from '../shared/pairs';
import {
  type ClassPlane,
  classNames,
  classPlane,
  insideShare,
  placeOf,
  planeHeight,
  ties,
} from './shared/class-plane';

const reach = 2.4;
/** Where values may be put: within the plane, with room for their names. */
const across = [-2, 2] as const;
const along = [-1.3, 2] as const;
const narrowAt = 640;
const planeOf = (width: number): number =>
  width < narrowAt ? Math.min(width, 380) : Math.min(420, 0.5 * width);
const wanted = { abc: [0, 1, 2], aab: [0, 0, 1] } as const;
const className = (targets: keyof typeof wanted, reader: number): string =>
  classNames[wanted[targets][reader] as 0 | 1 | 2];

const norms = (places: ValuePullFrame['u']): number[] =>
  [0, 1, 2].map((i) => Math.hypot(...placeOf(places, i)));

const sumOf = (list: Float64Array): number => list.reduce((a, b) => a + b, 0);
/** What is left of numbers near 1 that cancel is rounding. */
const clean = (v: number): number => (Math.abs(v) < 1e-15 ? 0 : v);

export default defineFigure({
  id: 'value-pull',
  title: 'Values serve majorities',
  claim: 'Two readers want A and one wants B: a step serves the majority, and the third reader loses.',
  source: { seed: '000', place: 'sections 3.1, 4.2 and 4.3, equations 33 to 43' },
  params: {
    v: points({
      label: 'values',
      name: 'value',
      x: across,
      y: along,
      step: 0.05,
      value: pairs(0.7, -0.55, -0.85, -0.8, -0.95, 0.7),
      about: 'What is read. Outputs are means of them, and are read out along the directions A, B and C.',
    }),
    own: slider({
      symbol: 's_{ii}',
      label: 'own score',
      step: 0.1,
      about:
        'The score of reader i for value i; all others are 0. At 0 each reads all values alike, at 6 its own almost alone.',
    }),
    targets: choice({
      label: 'readers want',
      options: { abc: 'A, B, C', aab: 'A, A, B' },
      value: 'aab',
      about: 'Whether the three readers want three classes, or two of them the same one.',
    }),
    eta: slider({
      symbol: '\\eta',
      label: 'step size',
      scale: 'log',
      about: 'How much of its gradient is taken off every value.',
    }),
  },
  presets: [
    {
      name: 'they cancel',
      params: { v: pairs(0, 0, 0, 0, 0, 0), own: 0, targets: 'abc' },
      says: 'All values at one place, and three classes wanted: each error is as long as a direction, the three add up to 0, and no value moves.',
      holds: (f) => Math.max(...norms(f.ubar)) < 1e-12 && Math.min(...norms(f.u)) > 0.9,
    },
    {
      name: 'all at one place',
      params: { v: pairs(0, 0, 0, 0, 0, 0), own: 0 },
      says: 'All values make the same step, mostly towards A and partly towards B. Two of three readers gain by it, and reader 3 loses 0.021.',
      holds: (f) => Math.abs(at(f.changes, 2) - 0.021) < 0.0005 && f.total < 0,
    },
    {
      name: 'one reader each',
      params: { own: 6 },
      says: 'Each value has one reader almost to itself. Nobody is outvoted, and all three losses fall.',
      holds: (f) => f.changes.every((change) => change < -0.05),
    },
  ],
  height: (width) => {
    const plane = planeHeight(planeOf(width));
    return width < narrowAt ? plane + 16 + tall(36) : Math.max(plane, tall(44));
  },
  core: valuePull,
  ask: (p) => ({ values: asMatrix(p.v), own: p.own, targets: p.targets, eta: p.eta }),
  draw(surface, f, { width, height }, p) {
    const narrow = width < narrowAt;
    const size = planeOf(width);
    drawPlane(inset(surface, narrow ? (width - size) / 2 : 0, 0), f, size, p);
    const [x, y] = narrow ? [0, planeHeight(size) + 16] : [size + 36, (height - tall(44)) / 2];
    drawChanges(inset(surface, x, y), f, width - x, p, narrow ? 36 : 44);
  },
  describe(f, p) {
    // What is told in three digits counts as a loss where these show one.
    const losers = [1, 2, 3].filter((i) => at(f.changes, i - 1) >= 0.0005);
    if (Math.max(...norms(f.ubar)) < 1e-12)
      return say`The readers’ errors, up to ${fixed(Math.max(...norms(f.u)), 2)} long, cancel in every value: no value moves.`;
    const total = say`One step of ${number(p.eta)} changes the total loss by ${fixed(f.total, 3)}`;
    const [loser] = losers;
    const none = Math.max(...f.changes) > 1e-12 ? 'no reader loses as much as 0.0005' : 'no reader loses';
    if (!loser) return { ...total, text: [...total.text.slice(0, -1), `, and ${none}.`] };
    const ends = say`, although reader ${whole(loser)}, which wants ${className(p.targets, loser - 1)}, loses ${fixed(at(f.changes, loser - 1), 3)}${losers.length > 1 ? ' and another loses too' : ''}.`;
    return joined(total, ends);
  },
  table: (f, p) => ({
    columns: [
      'row',
      'wants',
      'v x',
      'v y',
      'ubar x',
      'ubar y',
      'u x',
      'u y',
      'L',
      'change of L',
      'to first order',
    ],
    rows: [
      ...[0, 1, 2].map((i) => [
        i + 1,
        className(p.targets, i),
        ...placeOf(f.values, i),
        ...placeOf(f.ubar, i).map(clean),
        ...placeOf(f.u, i).map(clean),
        at(f.losses, i),
        clean(at(f.changes, i)),
        clean(at(f.firstOrder, i)),
      ]),
      ['total', ...Array(7).fill(''), sumOf(f.losses), clean(f.total), clean(f.totalFirstOrder)],
    ],
  }),
  quantities: (f) => ({
    g: [0, 1, 2].map((i) => `(${listed(placeOf(f.contexts, i), 2)})`).join(' '),
    u: `lengths ${listed(norms(f.u), 2)}`,
    ubar: `lengths ${listed(norms(f.ubar), 2)}`,
    alpha: `${fixed(at(f.weights.data, 0), 3)} for its own value`,
    loss: fixed(sumOf(f.losses), 3),
  }),
  python: { code: () => [import('./value-pull.py?raw')] },
  checks: (f) => [
    check('first orders add up to −η times the squared gradient', f.sumError, 1e-12),
    check('the changes are those of a pass with the values moved', f.stepError, 1e-12),
    check('gradients are those of central differences', f.gradientError, 1e-7),
  ],
});

type Drawn = { readonly targets: keyof typeof wanted; readonly eta: number };

function drawPlane(surface: Surface, f: ValuePullFrame, size: number, p: Drawn): void {
  const area = classPlane(surface, size, reach, f.directions);
  const { x, y } = area;
  ties(surface, area, f.contexts, f.values, f.weights);
  const to = (px: number, py: number): number[] => [x.invert(px), y.invert(py)];
  for (const j of [0, 1, 2]) {
    const [ax, ay] = placeOf(f.after, j);
    const [vx, vy] = placeOf(f.values, j);
    if (Math.hypot(ax - vx, ay - vy) > 1e-9)
      push(surface, area, [x(vx), y(vy)], [x(ax), y(ay)], {
        role: 'value',
        open: true,
        start: 7,
        of: 'ubar',
      });
  }
  for (const i of [0, 1, 2]) {
    const [gx, gy] = placeOf(f.contexts, i);
    const [ux, uy] = placeOf(f.u, i);
    push(surface, area, [x(gx), y(gy)], [x(gx - ux), y(gy - uy)], { role: 'particle', start: 6, of: 'u' });
  }
  for (const i of [0, 1, 2]) {
    const [gx, gy] = placeOf(f.contexts, i);
    surface.mark('particle', x(gx), y(gy), { size: 5, of: 'g' });
  }
  for (const j of [0, 1, 2]) {
    const [vx, vy] = placeOf(f.values, j);
    surface.mark('value', x(vx), y(vy), { size: 6.5, of: 'v' });
    surface.handle({ param: 'v', piece: j, x: x(vx), y: y(vy), to });
  }
  const near = (24 * 2 * reach) / size;
  for (const { place, members } of crowds(f.values, near)) {
    // On the outer side, where no output is.
    const left = x(place[0]) > (place[0] < 0 ? 60 : size - 60);
    const name = `v${members.map(subscript).join(' ')}`;
    // Outputs are named from below.
    const taken = [0, 1, 2].some((i) => apart(placeOf(f.contexts, i), place) < near);
    surface.text(x(place[0]) + (left ? -11 : 11), y(place[1]) + (taken ? -9 : 17), name, {
      role: 'value',
      bold: true,
      anchor: left ? 'end' : 'start',
      of: 'v',
    });
  }
  // Straight down no reader wants to go: the directions are up, and down to both sides.
  for (const { place, members } of crowds(f.contexts, near)) {
    const names = members.map((i) => className(p.targets, i)).join(', ');
    const style = { role: 'particle', anchor: 'middle', of: 'g' } as const;
    surface.text(x(place[0]), Math.min(area.height - 6, y(place[1]) + 22), names, style);
  }
}

/** Places that are so near to each other that one name has to do for all. */
function crowds(
  places: ValuePullFrame['u'],
  near: number,
): { readonly place: readonly [number, number]; readonly members: number[] }[] {
  const out: { place: readonly [number, number]; members: number[] }[] = [];
  for (const i of [0, 1, 2]) {
    const here = placeOf(places, i);
    const crowd = out.find(({ place }) => apart(place, here) < near);
    if (crowd) crowd.members.push(i);
    else out.push({ place: here, members: [i] });
  }
  return out;
}

const apart = (a: readonly [number, number], b: readonly [number, number]): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1]);

/** An arrow in the colour of what it would move, since it points against the error; cut off at the edge of the plane. */
function push(
  surface: Surface,
  area: ClassPlane,
  from: readonly [number, number],
  to: readonly [number, number],
  style: {
    readonly role: 'particle' | 'value';
    readonly open?: boolean;
    readonly start: number;
    readonly of: string;
  },
): void {
  const share = insideShare(area, from, to);
  arrow(surface, ...from, from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]), {
    width: style.open ? 1.6 : 2,
    ...style,
  });
}

/** Height of the bars, when they are so far from each other, and of what is below them. */
const tall = (row: number): number => 28 + 4 * row + 14 + 78;

const bounds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8] as const;

/** A bar for each reader and for all, `row` px from one to the next, with what the first order says as a stroke; below, what arrows mean. */
function drawChanges(surface: Surface, f: ValuePullFrame, width: number, p: Drawn, row: number): void {
  const names = [0, 1, 2].map((i) => `reader ${i + 1}, wants ${className(p.targets, i)}`);
  const all = [...f.changes, f.total, ...f.firstOrder, f.totalFirstOrder];
  const largest = Math.max(...all.map(Math.abs));
  const high = bounds.find((bound) => largest <= bound) ?? largest;
  const lowest = Math.min(...all) < -0.4 * high ? -high : -0.4 * high;
  const highest = Math.max(...all) > 0.4 * high ? high : 0.4 * high;
  const bars = linear([lowest, highest], [136, width - 58]);
  surface.text(0, 11, 'change of the loss, all values moved at once', { role: 'ink-3', of: 'loss' });
  surface.line(bars(0), 22, bars(0), 28 + 4 * row, { role: 'rule' });
  [...f.changes, f.total].forEach((given, i) => {
    const change = settled(given);
    const y = 28 + row * (i + 0.5);
    const total = i === 3;
    const first = total ? f.totalFirstOrder : at(f.firstOrder, i);
    surface.text(0, y, names[i] ?? 'total', {
      role: total ? 'ink' : 'ink-2',
      bold: total,
      baseline: 'middle',
      of: 'loss',
    });
    const from = Math.min(bars(0), bars(change));
    const role = change > 0 ? 'error' : 'loss';
    const style = { role, opacity: total ? 1 : 0.65, of: 'loss' } as const;
    surface.rect(from, y - row / 4, Math.abs(bars(change) - bars(0)), row / 2, style);
    surface.line(bars(first), y - row / 4 - 3, bars(first), y + row / 4 + 3, {
      role: 'ink',
      width: 1.5,
      dash: [3, 2],
      of: 'loss eta',
    });
    const outer = change < 0 ? Math.min(bars(change), bars(first)) : Math.max(bars(change), bars(first));
    surface.text(outer + (change < 0 ? -6 : 6), y, spoken(change), {
      role: 'ink',
      bold: total,
      anchor: change < 0 ? 'end' : 'start',
      baseline: 'middle',
      of: 'loss',
    });
  });
  drawKey(inset(surface, 0, 28 + 4 * row + 14), f);
}

function drawKey(surface: Surface, f: ValuePullFrame): void {
  surface.line(14, 0, 14, 14, { role: 'ink', width: 1.5, dash: [3, 2], of: 'loss eta' });
  surface.text(36, 7, `to first order; total ${spoken(f.totalFirstOrder)}`, {
    baseline: 'middle',
  });
  arrow(surface, 0, 28, 28, 28, { role: 'particle', width: 2, of: 'u' });
  surface.text(36, 28, '−u, where a reader wants its output', { baseline: 'middle', of: 'u' });
  arrow(surface, 0, 49, 28, 49, { role: 'value', width: 1.6, open: true, of: 'ubar' });
  surface.text(36, 49, '−ηū, the step of a value', { baseline: 'middle', of: 'ubar' });
  // Equation 43 is of a main reader.
  if (f.pushed && at(f.weights.data, 0) > 0.6)
    surface.text(0, 70, `each value’s own reader alone: off by ${percent(f.dominantError)}`, {
      role: 'ink-3',
      baseline: 'middle',
    });
}

/** What is left of an exact 0 is rounding. */
const settled = (v: number): number => (Math.abs(v) < 5e-4 ? 0 : v);
const spoken = (v: number): string => (settled(v) ? number(v, 2) : '0');

const percent = (share: number): string =>
  share > 10 ? 'more than ten times' : `${number(100 * share, 2)} %`;
