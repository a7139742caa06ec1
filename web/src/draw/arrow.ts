import type { StrokeStyle, Surface } from './surface';

export interface ArrowStyle extends StrokeStyle {
  /** Room that is left free before the target, in px: the radius of its mark. 0 where absent. */
  readonly gap?: number;
  /** Room that is left free behind the start. Given up first where there is too little for both. */
  readonly start?: number;
  /** Two strokes for a head instead of a filled one: tells two kinds of arrows apart. */
  readonly open?: boolean;
}

/** Below this an arrow is a head without a shaft; room is given up for it. */
const shortest = 5;

/** An arrow from one point to another, its tip `gap` before the second. Without any length it is a dot. */
export function arrow(
  surface: Surface,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  style: ArrowStyle,
): void {
  arrowAlong(surface, [x1, y1, x2, y2], style);
}

/** An arrow along a polyline x0, y0, x1, y1, ..., for curves. */
export function arrowAlong(surface: Surface, points: ArrayLike<number>, style: ArrowStyle): void {
  const { gap = 0, start = 0, open, ...stroke } = style;
  const length = lengthOf(points);
  if (length < 0.5) {
    const [x = Number.NaN, y = Number.NaN] = [points[0], points[1]];
    const ring = Array.from({ length: 16 }, (_, i) => {
      const angle = (Math.floor(i / 2) * Math.PI) / 4;
      return i % 2 ? y + 1.5 * Math.sin(angle) : x + 1.5 * Math.cos(angle);
    });
    surface.area(ring, fillOf(stroke));
    return;
  }
  const end = Math.max(Math.min(length, shortest), length - gap);
  const begin = Math.max(0, Math.min(start, end - shortest));
  const { width = 1, dash: _, ...plain } = stroke;
  const head = Math.min(5 + 1.6 * width, Math.max(shortest, 0.6 * (end - begin)), end - begin);
  const half = 0.42 * head + 0.25 * width;
  const [tipX, tipY] = along(points, end);
  const [baseX, baseY] = along(points, end - head);
  // Across the head, as long as half of it is wide.
  const [nx, ny] = [(half * (baseY - tipY)) / head, (half * (tipX - baseX)) / head];
  const wings = [baseX + nx, baseY + ny, tipX, tipY, baseX - nx, baseY - ny];
  // A shaft that ended at the tip would be seen on both sides of it.
  const shaft = part(points, begin, open ? end - 0.5 * width : end - 0.7 * head);
  if (shaft) surface.path(shaft, stroke);
  if (open) surface.path(wings, { ...plain, width });
  else surface.area(wings, fillOf(stroke));
}

/**
 * A field of arrows: x, y, dx, dy, ..., all in the same proportion, so that the longest is `longest` px; positions are pixels, vectors
 * in any unit. Gives the pixels per unit, for a legend. Where all vectors are 0 there are dots.
 */
export function arrows(
  surface: Surface,
  vectors: ArrayLike<number>,
  longest: number,
  style: ArrowStyle,
): number {
  let most = 0;
  for (let i = 0; i + 3 < vectors.length; i += 4)
    most = Math.max(most, Math.hypot(vectors[i + 2] as number, vectors[i + 3] as number));
  const scale = most === 0 ? 1 : longest / most;
  for (let i = 0; i + 3 < vectors.length; i += 4) {
    const [x, y] = [vectors[i] as number, vectors[i + 1] as number];
    const [dx, dy] = [scale * (vectors[i + 2] as number), scale * (vectors[i + 3] as number)];
    arrow(surface, x, y, x + dx, y + dy, style);
  }
  return scale;
}

const fillOf = ({ role, opacity, of }: StrokeStyle) => ({
  role,
  ...(opacity !== undefined && { opacity }),
  ...(of !== undefined && { of }),
});

function lengthOf(points: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 2; i + 1 < points.length; i += 2) sum += step(points, i);
  return sum;
}

/** Length of the piece that ends at the point with x at `i`. */
const step = (points: ArrayLike<number>, i: number): number =>
  Math.hypot(
    (points[i] as number) - (points[i - 2] as number),
    (points[i + 1] as number) - (points[i - 1] as number),
  );

/** The point at a length from the start; before the start and past the end on the line through the last piece. */
function along(points: ArrayLike<number>, at: number): [number, number] {
  let before = 0;
  let i = 2;
  for (; i + 3 < points.length && before + step(points, i) < at; i += 2) before += step(points, i);
  // A last piece without length has no direction: its point is the end.
  const share = (at - before) / (step(points, i) || 1);
  const between = (k: number): number =>
    (points[k - 2] as number) + share * ((points[k] as number) - (points[k - 2] as number));
  return [between(i), between(i + 1)];
}

/** The piece of a polyline between two lengths; nothing where it has none. */
function part(points: ArrayLike<number>, from: number, to: number): number[] | undefined {
  if (to - from < 0.1) return undefined;
  const piece = along(points, from);
  let at = 0;
  for (let i = 2; i + 1 < points.length; i += 2) {
    at += step(points, i);
    if (at > from && at < to) piece.push(points[i] as number, points[i + 1] as number);
  }
  return [...piece, ...along(points, to)];
}
