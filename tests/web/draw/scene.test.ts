import { expect, test } from 'vitest';
import { inset } from '../../../web/src/draw/inset';
import { Scene } from '../../../web/src/draw/scene';

test('marks are kept in the order in which they were drawn', () => {
  const scene = new Scene();
  scene.line(0, 1, 2, 3, { role: 'grid' });
  scene.rect(1, 2, 10, 20, { role: 'weight' });
  scene.mark('query', 5, 6);
  scene.text(7, 8, 'query');
  expect(scene.marks.map((m) => m.kind)).toEqual(['stroke', 'fill', 'mark', 'text']);
  expect(scene.marks[1]).toMatchObject({ points: new Float64Array([1, 2, 11, 2, 11, 22, 1, 22]) });
});

test('cells in a part of the drawing are moved there and keep their size, and no cells are no mark', () => {
  const scene = new Scene();
  const part = inset(scene, 100, 50);
  part.cells([1, 2, 3, 4, 5, 6, 7, 8], { role: 'particle' });
  part.cells([], { role: 'particle' });
  expect(scene.marks).toMatchObject([
    { kind: 'cells', boxes: new Float64Array([101, 52, 3, 4, 105, 56, 7, 8]) },
  ]);
});

test('a figure may reuse its array of points for the next path', () => {
  const scene = new Scene();
  const points = [0, 0, 1, 1];
  scene.path(points, { role: 'particle' });
  points[0] = 9;
  expect(scene.marks[0]).toMatchObject({ points: new Float64Array([0, 0, 1, 1]) });
});

test.each([Number.NaN, Infinity, -Infinity])('%s is refused with the name of the mark that has it', (bad) => {
  const scene = new Scene();
  expect(() => scene.path([0, 1, bad, 2], { role: 'particle' })).toThrow(
    /draw: path has (NaN|-?Infinity) at position 2/,
  );
  expect(() => scene.area([bad, 1], { role: 'weight' })).toThrow('area');
  expect(() => scene.rect(0, 0, bad, 1, { role: 'weight' })).toThrow('rect');
  expect(() => scene.cells([0, 0, 1, bad], { role: 'weight' })).toThrow('cells');
  expect(() => scene.line(0, bad, 1, 1, { role: 'grid' })).toThrow('path');
  expect(() => scene.mark('query', 1, bad)).toThrow('mark "query"');
  expect(() => scene.mark('query', 1, 1, { size: bad })).toThrow('mark "query"');
  expect(() => scene.text(bad, 1, 'layer')).toThrow('text "layer"');
  expect(scene.marks).toEqual([]);
});
