import { describe, expect, test } from 'vitest';
import { textWidth } from '../../../web/src/draw/labels';
import { Scene } from '../../../web/src/draw/scene';
import { type SimplexSpec, simplex, toSimplex } from '../../../web/src/draw/simplex';

const corners = ['group 1', 'group 2', 'group 3'] as const;

function draw(size: { width: number; height: number }, spec: SimplexSpec = { corners }) {
  const scene = new Scene();
  return { scene, place: simplex(scene, size, spec) };
}

describe.each([
  { width: 320, height: 300 },
  { width: 720, height: 320 },
  { width: 200, height: 600 },
])('in $width x $height', (size) => {
  const { scene, place } = draw(size);

  test('a corner is where one share is 1, the centre where all are equal', () => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = place.outline;
    expect(place.at([1, 0, 0])).toEqual([x1, y1]);
    expect(place.at([0, 1, 0])).toEqual([x2, y2]);
    expect(place.at([0, 0, 1])).toEqual([x3, y3]);
    for (const [a, b] of [
      [x1 - x2, y1 - y2],
      [x2 - x3, y2 - y3],
      [x3 - x1, y3 - y1],
    ] as const)
      expect(Math.hypot(a, b)).toBeCloseTo(place.side, 9);
    const [x, y] = place.at([1 / 3, 1 / 3, 1 / 3]);
    expect([x, y]).toEqual([expect.closeTo((x1 + x2 + x3) / 3, 9), expect.closeTo((y1 + y2 + y3) / 3, 9)]);
  });

  test('a place gives back the shares that are drawn there', () => {
    for (const p of [
      [1, 0, 0],
      [0.2, 0.3, 0.5],
      [0, 0.999, 0.001],
      [0.6, 0.4, 0],
    ] as const)
      place.invert(...place.at(p)).forEach((v, k) => {
        expect(v).toBeCloseTo(p[k] as number, 9);
      });
  });

  test('outside of the triangle it gives the nearest point in it', () => {
    for (let i = 0; i < 60; i++) {
      const [x, y] = [((i * 37) % 61) * 0.02 * size.width - 40, ((i * 53) % 59) * 0.02 * size.height - 40];
      const shares = place.invert(x, y);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
      expect(shares[0] + shares[1] + shares[2]).toBeCloseTo(1, 12);
      const [nx, ny] = place.at(shares);
      const best = Math.hypot(nx - x, ny - y);
      for (let a = 0; a <= 40; a++)
        for (let b = 0; a + b <= 40; b++) {
          const [gx, gy] = place.at([a / 40, b / 40, (40 - a - b) / 40]);
          expect(Math.hypot(gx - x, gy - y)).toBeGreaterThanOrEqual(best - 1e-6);
        }
    }
  });

  test('all of it is inside of the view', () => {
    for (const mark of scene.marks)
      if (mark.kind === 'stroke')
        for (let i = 0; i < mark.points.length; i++) {
          expect(mark.points[i]).toBeGreaterThanOrEqual(0);
          expect(mark.points[i]).toBeLessThanOrEqual(i % 2 ? size.height : size.width);
        }
  });
});

test('lines of the grid join points of equal share', () => {
  const { scene, place } = draw({ width: 320, height: 300 });
  const grid = scene.marks.filter((mark) => mark.kind === 'stroke' && mark.style.role === 'grid');
  expect(grid).toHaveLength(9);
  const shares = grid.map((mark) => {
    if (mark.kind !== 'stroke') return [];
    const [a, b] = [0, 2].map((k) => place.invert(mark.points[k] as number, mark.points[k + 1] as number));
    return [0, 1, 2].filter((k) => Math.abs((a?.[k] ?? 0) - (b?.[k] ?? 1)) < 1e-9).map((k) => [k, a?.[k]]);
  });
  expect(shares.map((s) => s.length)).toEqual(Array(9).fill(1));
  expect(new Set(shares.flat().map(([k, v]) => `${k} ${(v as number).toFixed(4)}`)).size).toBe(9);
  expect(draw({ width: 320, height: 300 }, { corners, parts: 1 }).scene.marks).toHaveLength(4);
});

test('a path has a point for each three shares, and no shares are no path', () => {
  const { place } = draw({ width: 320, height: 300 });
  expect(place.path([1, 0, 0, 0, 1, 0])).toEqual([...place.at([1, 0, 0]), ...place.at([0, 1, 0])]);
  expect(place.path(new Float64Array())).toEqual([]);
});

test.each([300, 120])(
  'corners are named with their quantities, and long names do not meet at 320 x %i px',
  (height) => {
    const names = ['a', 'a name of many words', 'another name of words'] as const;
    const { scene } = draw({ width: 320, height }, { corners: names, of: ['p1', undefined, 'p3'] });
    const texts = scene.marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
    const [, left = { right: 0, left: 0 }, right = { right: 0, left: 0 }] = texts.map(({ x, text }) => ({
      left: x - textWidth(text) / 2,
      right: x + textWidth(text) / 2,
    }));
    expect(left.left).toBeGreaterThanOrEqual(0);
    expect(right.left - left.right).toBeGreaterThanOrEqual(6);
    expect(right.right).toBeLessThanOrEqual(320);
    expect(texts.map((t) => [t.text, t.style.of])).toEqual([
      ['a', 'p1'],
      [names[1], undefined],
      [names[2], 'p3'],
    ]);
  },
);

test('shares that are no numbers are refused where they would be drawn', () => {
  const { place, scene } = draw({ width: 320, height: 300 });
  expect(() => scene.mark('query', ...place.at([Number.NaN, 0, 1]))).toThrow('NaN');
  expect(() => scene.mark('query', ...place.at(place.invert(Number.NaN, 5)))).toThrow('NaN');
});

test('numbers that are shares stay, others move to the nearest', () => {
  expect(toSimplex([0.2, 0.3, 0.5])).toEqual([expect.closeTo(0.2), expect.closeTo(0.3), expect.closeTo(0.5)]);
  expect(toSimplex([2, 0, 0])).toEqual([1, 0, 0]);
  expect(toSimplex([0.7, 0.7, -3])).toEqual([expect.closeTo(0.5), expect.closeTo(0.5), 0]);
  expect(toSimplex([0.9, 0.9, 0.05])).toEqual([expect.closeTo(0.5), expect.closeTo(0.5), 0]);
  expect(toSimplex([5, 5, 5]).map((v) => v.toFixed(9))).toEqual([
    '0.333333333',
    '0.333333333',
    '0.333333333',
  ]);
});
