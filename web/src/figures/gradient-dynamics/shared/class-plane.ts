import { arrow } from '../../../draw/arrow';
import { linear, type Scale } from '../../../draw/scale';
import type { Surface } from '../../../draw/surface';
import type { Matrix } from '../../../engine/values';
import { at } from '../../shared/as-matrix';
import { around, centred } from '../../shared/idioms';

/** What the readers want, by the rows of the class directions. */
export const classNames = ['A', 'B', 'C'] as const;

/** The plane that values and outputs lie in, from -reach to reach in both directions. */
export interface ClassPlane {
  readonly x: Scale;
  readonly y: Scale;
  readonly size: number;
}

/** A row of a list of places. */
export const placeOf = (places: Matrix, row: number): readonly [number, number] => [
  at(places.data, 2 * row),
  at(places.data, 2 * row + 1),
];

/** Lays it out in a square of so many pixels from 0, 0: its frame, and for each class the direction that it is read out along. */
export function classPlane(surface: Surface, size: number, reach: number, directions: Matrix): ClassPlane {
  const [x, y] = [linear([-reach, reach], [0, size]), linear([-reach, reach], [size, 0])];
  surface.path(around(0, 0, size, size), { role: 'rule' });
  classNames.forEach((name, c) => {
    const [dx, dy] = placeOf(directions, c);
    const far = reach - (30 * reach) / size;
    arrow(surface, x(0), y(0), x(far * dx), y(far * dy), { role: 'rule', width: 1.5 });
    const end = reach - (16 * reach) / size;
    surface.text(x(end * dx), y(end * dy), name, { role: 'ink-3', bold: true, ...centred });
  });
  return { x, y, size };
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

/** Where the way from one place to another leaves the square, as a share of the way; 1 where it stays inside. */
export function insideShare(
  { size }: ClassPlane,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): number {
  const edge = 4;
  const along = (from: number, to: number): number => {
    const bound = to > from ? size - edge : edge;
    return to < edge || to > size - edge ? Math.max(0, (bound - from) / (to - from)) : 1;
  };
  return Math.min(1, along(fromX, toX), along(fromY, toY));
}
