import { expect, test } from 'vitest';
import { categories, category, categoryKey } from '../../../web/src/draw/categories';
import { Scene } from '../../../web/src/draw/scene';
import { polygons } from '../../../web/src/draw/shapes';
import { roles } from '../../../web/src/draw/surface';

test('eight categories have eight roles, eight shapes of their own and eight dashes', () => {
  expect(categories).toHaveLength(8);
  expect(new Set(categories.map(({ role }) => role)).size).toBe(8);
  expect(new Set(categories.map(({ dash }) => dash.join())).size).toBe(8);
  const shapes = [...roles].flatMap((role) => (polygons(role) ? [JSON.stringify(polygons(role))] : []));
  expect(categories.every(({ role }) => polygons(role))).toBe(true);
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('the shapes of categories look about as large as the disc', () => {
  for (const { role } of categories) {
    const all = (polygons(role) ?? []).flat();
    expect(Math.max(...all.map(Math.abs)), role).toBeLessThanOrEqual(1.45);
    expect(Math.max(...all.map(Math.abs)), role).toBeGreaterThanOrEqual(1);
  }
});

test('a ninth category is an error, not a colour that is there already', () => {
  expect(category(7)).toBe(categories[7]);
  for (const index of [8, -1, 0.5, Number.NaN]) expect(() => category(index)).toThrow(RangeError);
});

test.each([320, 720])('the key names every category once, in rows that fit %i px', (width) => {
  const scene = new Scene();
  const names = categories.map((_, i) => `head ${i + 1}`);
  const height = categoryKey(scene, 10, width, { names, of: ['a1'] });
  const texts = scene.marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
  expect(texts.map((t) => t.text)).toEqual(names);
  expect(texts[0]?.style.of).toBe('a1');
  expect(new Set(texts.map((t) => t.y)).size).toBe(height / 20);
  expect(height).toBe(width === 320 ? 60 : 20);
  for (const mark of scene.marks)
    if (mark.kind === 'mark') expect(texts.some((t) => t.y === mark.y && t.x > mark.x)).toBe(true);
});

test('without lines the key has marks alone, and without names it is nothing', () => {
  const scene = new Scene();
  categoryKey(scene, 0, 320, { names: ['a', 'b'], marks: true });
  expect(scene.marks.map((mark) => mark.kind)).toEqual(['mark', 'text', 'mark', 'text']);
  const empty = new Scene();
  expect(categoryKey(empty, 0, 320, { names: [] })).toBe(0);
  expect(empty.marks).toEqual([]);
});
