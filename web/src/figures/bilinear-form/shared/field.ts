import type { Role, StrokeStyle, Surface } from '../../../draw/surface';
import { bands, type Field } from '../../shared/bands';
import type { Plane } from './plane';

/** A field over a plane in shades, from nothing at `low` to `most` of the colour at `high`. */
export function shaded(
  surface: Surface,
  { size }: Plane,
  field: Field,
  domain: readonly [low: number, high: number],
  { role, most, of }: { readonly role: Role; readonly most: number; readonly of: string },
): void {
  const [rows, columns] = field.shape;
  bands(surface, field, { domain, count: 14, opacity: most, role, of }, (column, row) => [
    ((column + 0.5) * size) / columns,
    ((row + 0.5) * size) / rows,
  ]);
}

/** The line on which a field over a plane is 0, between the middles of its cells. */
export function zeroLine(surface: Surface, { size }: Plane, field: Field, style: StrokeStyle): void {
  for (const line of joined(crossings(field)))
    if (line.length > 2)
      surface.path(
        line.flatMap(([column, row]) => [
          ((column + 0.5) * size) / field.shape[1],
          ((row + 0.5) * size) / field.shape[0],
        ]),
        style,
      );
}

type Point = readonly [column: number, row: number];

/** Where the sides of each square of four neighbours are crossed, two and two. */
function crossings({ shape: [rows, columns], data }: Field): [Point, Point][] {
  const value = (i: number, j: number): number => data[i * columns + j] as number;
  const found: [Point, Point][] = [];
  for (let i = 0; i + 1 < rows; i++)
    for (let j = 0; j + 1 < columns; j++) {
      const corners = [
        [i, j],
        [i, j + 1],
        [i + 1, j + 1],
        [i + 1, j],
      ] as const;
      const cut: Point[] = [];
      corners.forEach(([a, b], k) => {
        const [c, d] = corners[(k + 1) % 4] as readonly [number, number];
        const [from, to] = [value(a, b), value(c, d)];
        if (from < 0 === to < 0) return;
        const share = from / (from - to);
        cut.push([b + share * (d - b), a + share * (c - a)]);
      });
      for (let k = 0; k + 1 < cut.length; k += 2) found.push([cut[k] as Point, cut[k + 1] as Point]);
    }
  return found;
}

/** Pieces that share an end, as lines. */
function joined(pieces: readonly (readonly [Point, Point])[]): Point[][] {
  const name = ([x, y]: Point): string => `${x.toFixed(6)} ${y.toFixed(6)}`;
  const ends = new Map<string, Set<readonly [Point, Point]>>();
  for (const piece of pieces)
    for (const end of piece) ends.set(name(end), (ends.get(name(end)) ?? new Set()).add(piece));
  const left = new Set(pieces);
  const follow = (line: Point[]): void => {
    for (;;) {
      const end = line[line.length - 1] as Point;
      const next = [...(ends.get(name(end)) ?? [])].find((piece) => left.has(piece));
      if (!next) return;
      left.delete(next);
      line.push(name(next[0]) === name(end) ? next[1] : next[0]);
    }
  };
  const lines: Point[][] = [];
  for (const piece of pieces) {
    if (!left.delete(piece)) continue;
    const line: Point[] = [...piece];
    follow(line);
    line.reverse();
    follow(line);
    lines.push(line);
  }
  return lines;
}
