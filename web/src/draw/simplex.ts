import { textWidth } from './labels';
import type { Surface, View } from './surface';

/** Shares of three things; they sum to 1. */
export type Shares = readonly [number, number, number];

export interface SimplexSpec {
  /** Names of the corners, where one share is 1: on top, left, right. */
  readonly corners: readonly [string, string, string];
  /** The quantities that the corners' names show. */
  readonly of?: readonly [string?, string?, string?];
  /** Into how many parts the grid divides a side; 4 where absent, 1 for no grid. */
  readonly parts?: number;
}

/** Where shares lie in the drawing, and back. */
export interface Simplex {
  /** The place of shares: each corner's, weighted. */
  at(shares: ArrayLike<number>): [x: number, y: number];
  /** Places of many, p1, p2, p3, p1, ..., as the points of a path. */
  path(shares: ArrayLike<number>): number[];
  /** The shares at a place; for one outside of the triangle those of the nearest point in it. */
  invert(x: number, y: number): [number, number, number];
  /** x, y of the three corners: for `area`, and for what is clipped to the triangle. */
  readonly outline: readonly number[];
  /** Length of a side in px. */
  readonly side: number;
}

const line = 20;

/** A triangle for three shares, with the names of its corners and a grid of equal shares. As large as the view allows. */
export function simplex(surface: Surface, view: View, spec: SimplexSpec): Simplex {
  const [first, second, third] = spec.corners;
  const [ofFirst, ofSecond, ofThird] = spec.of ?? [];
  const side = Math.max(1, Math.min(view.width - 24, (view.height - 2 * line - 2) * (2 / Math.sqrt(3))));
  const [middle, top] = [view.width / 2, line];
  const base = top + (side * Math.sqrt(3)) / 2;
  const outline = [middle, top, middle - side / 2, base, middle + side / 2, base] as const;
  const corner = (k: number, of: 0 | 1): number => outline[2 * k + of] as number;
  const at = (p: ArrayLike<number>, from = 0): [number, number] => {
    const sum = (of: 0 | 1): number =>
      [0, 1, 2].reduce((total, k) => total + (p[from + k] as number) * corner(k, of), 0);
    return [sum(0), sum(1)];
  };

  const parts = spec.parts ?? 4;
  for (let i = 1; i < parts; i++) {
    const [much, little] = [i / parts, 1 - i / parts];
    const ends = [
      [much, little, 0, much, 0, little],
      [little, much, 0, 0, much, little],
      [little, 0, much, 0, little, much],
    ];
    for (const p of ends) surface.line(...at(p), ...at(p, 3), { role: 'grid' });
  }
  surface.path([...outline, middle, top], { role: 'ink-3' });

  surface.text(middle, top - 7, first, { role: 'ink-2', anchor: 'middle', of: ofFirst });
  // Below the corners, where there is room on both sides; they part where they would meet.
  const [left, right] = [textWidth(second), textWidth(third)];
  const x2 = Math.max(left / 2, Math.min(corner(1, 0), middle - 6 - left / 2));
  const x3 = Math.min(view.width - right / 2, Math.max(corner(2, 0), middle + 6 + right / 2));
  surface.text(x2, base + 9, second, { role: 'ink-2', anchor: 'middle', baseline: 'hanging', of: ofSecond });
  surface.text(x3, base + 9, third, { role: 'ink-2', anchor: 'middle', baseline: 'hanging', of: ofThird });

  return {
    at: (shares) => at(shares),
    path: (shares) => {
      const points: number[] = [];
      for (let i = 0; i + 2 < shares.length; i += 3) points.push(...at(shares, i));
      return points;
    },
    invert: (x, y) => {
      const p1 = (base - y) / (base - top);
      const p3 = (x - middle) / side + (1 - p1) / 2;
      return toSimplex([p1, 1 - p1 - p3, p3]);
    },
    outline,
    side,
  };
}

/**
 * The nearest shares to any three numbers, which in the drawing is the nearest point of the triangle: as much is taken from each as
 * lets what stays positive sum to 1 (Held, Wolfe and Crowder 1974).
 */
export function toSimplex(p: Shares): [number, number, number] {
  const [a, b, c] = [...p].sort((x, y) => y - x) as [number, number, number];
  const takes = [a - 1, (a + b - 1) / 2, (a + b + c - 1) / 3] as const;
  const take = c > takes[2] ? takes[2] : b > takes[1] ? takes[1] : takes[0];
  return p.map((v) => Math.max(0, v - take)) as [number, number, number];
}
