import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { categories, category } from '../../../web/src/draw/categories';
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

test('figures name categories by their numbers, so that their shapes come with them', () => {
  const folder = new URL('../../../web/src/figures/', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(sources.length).toBeGreaterThan(100);
  const literal = sources.filter((name) =>
    /['"`]category-/.test(readFileSync(new URL(name, folder), 'utf8')),
  );
  expect(literal).toEqual([]);
});
