import { expect, test } from 'vitest';
import { Scene } from '../../../web/src/draw/scene';
import { linesOf } from '../../../web/src/draw/shapes';
import { type Bands, bands, type Field } from '../../../web/src/figures/shared/bands';

const cell = 10;
const fieldOf = (rows: number, columns: number, value: (i: number, j: number) => number): Field => ({
  shape: [rows, columns],
  data: Array.from({ length: rows * columns }, (_, k) => value(Math.floor(k / columns), k % columns)),
});

function drawn(field: Field, style: Partial<Bands> = {}) {
  const scene = new Scene();
  bands(scene, field, { role: 'plus', domain: [0, 1], ...style }, (column, row) => [
    (column + 0.5) * cell,
    (row + 0.5) * cell,
  ]);
  return scene.marks.flatMap((mark) => (mark.kind === 'fill' ? [mark] : []));
}
type Mark = ReturnType<typeof drawn>[number];

/** How often an area's lines go round a point: what they fill is not 0. */
function winding({ points, style }: Mark, x: number, y: number): number {
  let turns = 0;
  for (const line of linesOf(points, style.starts))
    for (let i = 0; i < line.length; i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [0, 1, 2, 3].map((k) => line[(i + k) % line.length]);
      if (y1 <= y === y2 <= y) continue;
      if (x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) > x) turns += y2 > y1 ? 1 : -1;
    }
  return turns;
}

/** How much of the colour is seen at a point: what lies under the last shade shines through. */
const depth = (marks: readonly Mark[], x: number, y: number): number =>
  1 - marks.reduce((left, mark) => (winding(mark, x, y) ? left * (1 - (mark.style.opacity ?? 1)) : left), 1);

test('in the middle of a cell a field has the shade of its value, with islands, holes and saddles', () => {
  const field = fieldOf(13, 17, (i, j) => 0.5 + 0.45 * Math.sin(0.9 * i) * Math.cos(0.8 * j + 0.3));
  const marks = drawn(field, { opacity: 0.8 });
  for (let k = 0; k < 13 * 17; k++) {
    const value = field.data[k] as number;
    const shade = 0.8 * value;
    const seen = depth(marks, (k % 17) * cell + 5.01, Math.floor(k / 17) * cell + 5.02);
    expect(Math.abs(seen - shade), `${k}: ${value}`).toBeLessThan(0.06);
  }
});

test('between two values the border of a shade lies where their share says', () => {
  const [mark] = drawn(
    fieldOf(1, 2, (_, j) => j),
    { count: 2, domain: [-1, 1] },
  ).slice(1);
  // Above 0 is all but the first value itself.
  expect(Math.min(...Array.from((mark as Mark).points).filter((_, i) => i % 2 === 0))).toBeLessThanOrEqual(5);
  const half = drawn(
    fieldOf(1, 2, (_, j) => j),
    { count: 2 },
  )[1] as Mark;
  expect(winding(half, 9.8, 5)).toBe(0);
  expect(winding(half, 10.2, 5)).not.toBe(0);
});

test('a hole is not filled, and what lies in it is', () => {
  const ring = fieldOf(9, 9, (i, j) => ([0, 3].includes(Math.max(Math.abs(i - 4), Math.abs(j - 4))) ? 1 : 0));
  const [mark] = drawn(ring, { count: 1 }) as [Mark];
  expect(winding(mark, 45.1, 45.1)).not.toBe(0);
  expect(winding(mark, 45.1, 30.1)).toBe(0);
  expect(winding(mark, 45.1, 15.1)).not.toBe(0);
  expect(winding(mark, 45.1, 2.1)).toBe(0);
});

test('a field fills its place to the border, half a cell beyond its values or none', () => {
  const ends = (beyond?: number): number[] => {
    const [mark] = drawn(
      fieldOf(3, 4, () => 1),
      { count: 1, ...(beyond !== undefined && { beyond }) },
    ) as [Mark];
    const xs = Array.from(mark.points).filter((_, i) => i % 2 === 0);
    return [Math.min(...xs), Math.max(...xs)];
  };
  expect(ends()).toEqual([0, 40]);
  expect(ends(0)).toEqual([5, 35]);
});

test('what is nothing has no shade, a domain may fall, and a field without values is no error', () => {
  expect(drawn(fieldOf(3, 3, () => 0))).toEqual([]);
  expect(
    drawn(
      fieldOf(3, 3, () => 0),
      { domain: [1, 0] },
    ),
  ).toHaveLength(20);
  expect(drawn(fieldOf(0, 0, () => 0))).toEqual([]);
});
