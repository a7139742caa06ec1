import { arrow } from '../../../draw/arrow';
import { linear, type Scale } from '../../../draw/scale';
import type { Surface } from '../../../draw/surface';
import type { Matrix } from '../../../engine/values';
import { at } from '../../shared/as-matrix';
import { around, centred } from '../../shared/idioms';

/** What the readers want, by the rows of the class directions. */
export const classNames = ['A', 'B', 'C'] as const;

/** The plane that values and outputs lie in. */
export interface ClassPlane {
  readonly x: Scale;
  readonly y: Scale;
  readonly width: number;
  readonly height: number;
}

/** How far it goes down, as a share of how far it goes up: B and C end half as far below as A is above. */
export const depth = 0.65;

/** How high it is, in px, when it is so wide. */
export const planeHeight = (width: number): number => (width * (1 + depth)) / 2;

/** A row of a list of places. */
export const placeOf = (places: Matrix, row: number): readonly [number, number] => [
  at(places.data, 2 * row),
  at(places.data, 2 * row + 1),
];

/** Lays it out so many pixels wide, with reach to both sides and above: its frame, and for each class the direction that it is read out along. */
export function classPlane(surface: Surface, width: number, reach: number, directions: Matrix): ClassPlane {
  const height = planeHeight(width);
  const [x, y] = [linear([-reach, reach], [0, width]), linear([-depth * reach, reach], [height, 0])];
  surface.path(around(0, 0, width, height), { role: 'rule' });
  classNames.forEach((name, c) => {
    const [dx, dy] = placeOf(directions, c);
    const far = reach - (30 * reach) / width;
    arrow(surface, x(0), y(0), x(far * dx), y(far * dy), { role: 'rule', width: 1.5 });
    const end = reach - (16 * reach) / width;
    surface.text(x(end * dx), y(end * dy), name, { role: 'ink-3', bold: true, ...centred });
  });
  return { x, y, width, height };
}

/** A line from every output to the values that it is a mean of, as wide as its weight. */
export function ties(
  surface: Surface,
  { x, y }: ClassPlane,
  contexts: Matrix,
  values: Matrix,
  weights: Matrix,
): void {
  const count = values.shape[0];
  for (let i = 0; i < contexts.shape[0]; i++)
    for (let j = 0; j < count; j++) {
      const weight = at(weights.data, i * count + j);
      if (weight < 0.02) continue;
      const [gx, gy] = placeOf(contexts, i);
      const [vx, vy] = placeOf(values, j);
      surface.line(x(gx), y(gy), x(vx), y(vy), {
        role: 'weight',
        width: 5 * weight,
        opacity: 0.45,
        of: 'alpha',
      });
    }
}

/** Where the way from one place to another leaves the plane, as a share of the way; 1 where it stays inside. */
export function insideShare(
  { width, height }: ClassPlane,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): number {
  const edge = 4;
  const along = (from: number, to: number, size: number): number => {
    const bound = to > from ? size - edge : edge;
    return to < edge || to > size - edge ? Math.max(0, (bound - from) / (to - from)) : 1;
  };
  return Math.min(1, along(fromX, toX, width), along(fromY, toY, height));
}
