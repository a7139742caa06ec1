import { linear, type Scale } from '../../../draw/scale';
import type { StrokeStyle, Surface } from '../../../draw/surface';

/** A square piece of the plane, from -reach to reach in both directions. */
export interface Plane {
  readonly x: Scale;
  readonly y: Scale;
  readonly size: number;
  readonly reach: number;
}

/** Lays the plane out in a square of so many pixels whose left upper corner is 0, 0, with its frame and, faintly, its two axes. */
export function plane(surface: Surface, size: number, reach: number): Plane {
  const [x, y] = [linear([-reach, reach], [0, size]), linear([-reach, reach], [size, 0])];
  surface.line(x(0), 0, x(0), size, { role: 'grid' });
  surface.line(0, y(0), size, y(0), { role: 'grid' });
  surface.path([0, 0, size, 0, size, size, 0, size, 0, 0], { role: 'rule' });
  return { x, y, size, reach };
}

/** Where the line c · x = level lies inside of the plane, as two ends; nothing where it misses it, or c is 0. */
export function stripe(
  { x, y, reach }: Plane,
  [a = 0, b = 0]: ArrayLike<number> & Iterable<number>,
  level: number,
): [number, number, number, number] | undefined {
  const ends: [number, number][] = [];
  const add = (px: number, py: number): void => {
    const inside = Math.abs(px) <= reach + 1e-9 && Math.abs(py) <= reach + 1e-9;
    const twice = ends.some(([qx, qy]) => Math.hypot(px - qx, py - qy) < 1e-6 * reach);
    if (inside && !twice) ends.push([px, py]);
  };
  for (const edge of [-reach, reach]) {
    if (b !== 0) add(edge, (level - a * edge) / b);
    if (a !== 0) add((level - b * edge) / a, edge);
  }
  const [from, to] = ends;
  return from && to ? [x(from[0]), y(from[1]), x(to[0]), y(to[1])] : undefined;
}

/** Lines c · x = 0, ±every, ±2 every, ... inside of the plane. Where they would be too many to tell apart there are fewer. */
export function stripes(
  surface: Surface,
  p: Plane,
  covector: ArrayLike<number> & Iterable<number>,
  every: number,
  style: StrokeStyle,
): number {
  const [a = 0, b = 0] = covector;
  const most = p.reach * (Math.abs(a) + Math.abs(b));
  let step = every;
  while (most / step > 12) step *= 2;
  for (let level = -Math.floor(most / step) * step; level <= most; level += step) {
    const ends = stripe(p, covector, level);
    if (ends) surface.line(...ends, Math.abs(level) < step / 2 ? { ...style, width: 1.6 } : style);
  }
  return step;
}

/** A polyline of the plane, x0, y0, x1, y1, ..., in pieces that lie inside of it. */
export function inside({ x, y, reach }: Plane, points: ArrayLike<number>): number[][] {
  const pieces: number[][] = [];
  let piece: number[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [px, py] = [points[i] as number, points[i + 1] as number];
    if (Math.abs(px) <= reach && Math.abs(py) <= reach) piece.push(x(px), y(py));
    else if (piece.length) {
      pieces.push(piece);
      piece = [];
    }
  }
  return [...pieces, piece].filter(({ length }) => length > 2);
}
