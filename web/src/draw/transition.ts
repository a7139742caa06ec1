/** How one drawing goes over into another: marks that correspond move, all others fade. */
import type { SceneMark } from './scene';

/** A mark that moves from one place to the other, or fades in or out where it has only one. */
export interface Way {
  readonly from: SceneMark | undefined;
  readonly to: SceneMark | undefined;
  /** Of a text that fades the one that it gives way to, or that gives way to it: a number stays at the end of its bar. */
  readonly beside?: SceneMark | undefined;
}

/**
 * The ways of all marks, from below to above. Marks correspond that are of the same look and kind, where there are as many before and
 * after: the first to the first, and so on. `leaving` are marks that no longer stand for anything.
 */
export function waysBetween(
  from: readonly SceneMark[],
  to: readonly SceneMark[],
  leaving: ReadonlySet<SceneMark> = new Set(),
): Way[] {
  const before = from.filter((mark) => !leaving.has(mark));
  const origin = new Map<SceneMark, SceneMark>();
  for (const [old, mark] of pairs(before, to, lookOf)) if (moves(old, mark)) origin.set(mark, old);
  const stays = new Set(origin.values());
  const beside = new Map<SceneMark, SceneMark>();
  for (const [old, mark] of pairs(
    before.filter((mark) => mark.kind === 'text' && !stays.has(mark)),
    to.filter((mark) => mark.kind === 'text' && !origin.has(mark)),
    (mark) => lookOf({ ...mark, text: '' } as SceneMark),
  )) {
    if (moves(old, mark)) beside.set(old, mark).set(mark, old);
  }
  // What leaves does so just above the mark that it lay above.
  const above = new Map<SceneMark | undefined, Way[]>([[undefined, []]]);
  let last: SceneMark | undefined;
  for (const mark of from) {
    if (stays.has(mark)) {
      last = mark;
      above.set(mark, []);
    } else above.get(last)?.push({ from: mark, to: undefined, beside: beside.get(mark) });
  }
  return [
    ...(above.get(undefined) ?? []),
    ...to.flatMap((mark) => {
      const old = origin.get(mark);
      return [{ from: old, to: mark, beside: beside.get(mark) }, ...((old && above.get(old)) ?? [])];
    }),
  ];
}

/** The marks at a share of their ways, of which there is one for each. */
export const onTheWay = (ways: readonly Way[], share: number): SceneMark[] =>
  ways.map(({ from, to, beside }) => {
    if (from && to) return between(from, to, share);
    const mark = (from ?? to) as SceneMark;
    const pale = faded(mark, from ? 1 - leaves(from, share) : share);
    return beside ? between(from ? pale : beside, to ? pale : beside, share, pale) : pale;
  });

/** Shades give way late: were both half transparent, the surface would shine through all of a map. */
const leaves = ({ kind }: SceneMark, share: number): number =>
  kind === 'cells' || kind === 'fill' ? share * share : share;

/** The marks of one look before and after, the first with the first, and so on, where there are as many. */
function pairs(
  from: readonly SceneMark[],
  to: readonly SceneMark[],
  look: (mark: SceneMark) => string,
): [SceneMark, SceneMark][] {
  const before = grouped(from, look);
  return [...grouped(to, look)].flatMap(([name, marks]) => {
    const old = before.get(name);
    if (old?.length !== marks.length) return [];
    return marks.map((mark, i): [SceneMark, SceneMark] => [old[i] as SceneMark, mark]);
  });
}

function grouped(marks: readonly SceneMark[], look: (mark: SceneMark) => string): Map<string, SceneMark[]> {
  const groups = new Map<string, SceneMark[]>();
  for (const mark of marks) {
    const name = look(mark);
    const group = groups.get(name);
    if (group) group.push(mark);
    else groups.set(name, [mark]);
  }
  return groups;
}

/** All that cannot be halfway between two marks: what they are, and how many points they have. */
function lookOf(mark: SceneMark): string {
  const {
    opacity: _opacity,
    size: _size,
    width: _width,
    ...style
  }: Record<string, unknown> = { ...mark.style };
  const own = mark.kind === 'mark' ? mark.role : mark.kind === 'text' ? mark.text : numbersOf(mark).length;
  const said = Object.entries(style).filter(([, value]) => value !== undefined);
  return JSON.stringify([mark.kind, own, ...said.sort()]);
}

/** Whether what lies in two places is one thing that moves. A cell of a map, and a number written in it, is at home where it is. */
function moves(from: SceneMark, to: SceneMark): boolean {
  const [a, b] = [numbersOf(from), numbersOf(to)];
  if (from.kind === 'text') return !from.style.bare || same(a[0], b[0], a[1], b[1]);
  const [before, after] = [boxesOf(from), boxesOf(to)];
  return !before || !after || growsOnly(before, after);
}

/** Boxes of a mark that consists of such, as x, y, width, height, ... */
function boxesOf(mark: SceneMark): ArrayLike<number> | undefined {
  if (mark.kind === 'cells') return mark.boxes;
  if (mark.kind !== 'fill' || mark.points.length !== 8) return undefined;
  const [x, y, right, y1, x1, bottom, x2, y2] = Array.from(mark.points) as [number, ...number[]];
  const straight = same(x, x2, y, y1, right, x1, bottom, y2);
  return straight ? [x, y as number, (right as number) - x, (bottom as number) - (y as number)] : undefined;
}

/** A bar grows along its axis; a box of the same size in another place is another one. */
function growsOnly(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i + 3 < a.length; i += 4) {
    const across = same(a[i], b[i], a[i + 2], b[i + 2]);
    const along = same(a[i + 1], b[i + 1], a[i + 3], b[i + 3]);
    const grows = !same(a[i + 2], b[i + 2], a[i + 3], b[i + 3]);
    if (!(across && along) && !((across || along) && grows)) return false;
  }
  return true;
}

/** Whether the first number is the second, the third the fourth, and so on, as far as can be seen. */
const same = (...pairs: readonly (number | undefined)[]): boolean =>
  pairs.every((v, i) => i % 2 === 1 || Math.abs((v as number) - (pairs[i + 1] as number)) < 0.01);

function numbersOf(mark: SceneMark): ArrayLike<number> {
  switch (mark.kind) {
    case 'stroke':
    case 'fill':
      return mark.points;
    case 'cells':
      return mark.boxes;
    case 'mark':
      return [mark.x, mark.y, mark.style.size ?? 4];
    case 'text':
      return [mark.x, mark.y];
  }
}

/** Between two places, and as between two ways to look unless that is given. */
function between(from: SceneMark, to: SceneMark, share: number, given?: SceneMark): SceneMark {
  const mix = (a: number, b: number): number => a + (b - a) * share;
  const [a, b] = [numbersOf(from), numbersOf(to)];
  const numbers = Array.from(b, (v, i) => mix(a[i] as number, v));
  const [x = 0, y = 0, size = 0] = numbers;
  const [pale, opacity] = [from.style.opacity ?? 1, to.style.opacity ?? 1];
  const mark = given ?? (pale === opacity ? to : paled(to, mix(pale, opacity)));
  switch (mark.kind) {
    case 'stroke': {
      const { width = 1 } = mark.style;
      const before = (from.style as typeof mark.style).width ?? 1;
      return { ...mark, points: numbers, style: { ...mark.style, width: mix(before, width) } };
    }
    case 'fill':
      return { ...mark, points: numbers };
    case 'cells':
      return { ...mark, boxes: numbers };
    case 'mark':
      return { ...mark, x, y, style: { ...mark.style, size } };
    case 'text':
      return { ...mark, x, y };
  }
}

const faded = (mark: SceneMark, share: number): SceneMark => paled(mark, (mark.style.opacity ?? 1) * share);

const paled = (mark: SceneMark, opacity: number): SceneMark =>
  ({ ...mark, style: { ...mark.style, opacity } }) as SceneMark;
