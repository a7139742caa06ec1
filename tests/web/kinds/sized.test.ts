// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { sized } from '../../../web/src/kinds/dom';
import type { Control, Kind, Value } from '../../../web/src/kinds/kind';
import { type MatrixSpec, matrix } from '../../../web/src/kinds/matrix';

test('a control has the columns of the grid that its letters need', () => {
  expect([10, 30, 40, 50].map(sized)).toEqual(['control w0', 'control w1', 'control w2', 'control w3']);
});

const control = (spec: Partial<MatrixSpec> & Pick<MatrixSpec, 'value'>): Control<Value> => {
  const param = matrix({ label: 'V', range: [-2, 2], step: 0.1, about: 'Numbers.', ...spec });
  return (param.of as unknown as Kind<typeof param, Value>).control(param, 'p-v', vi.fn());
};

test('a matrix stands beside its symbol, and a list of numbers is a row', () => {
  const square = control({
    value: [
      [1, 0],
      [0, 1],
    ],
  });
  square.set([
    [1, 0],
    [0, 1],
  ]);
  expect(square.element.className).toBe('control w0 beside');
  expect(square.element.querySelectorAll('[role=row]')).toHaveLength(2);
  const list = control({ value: [[1], [2], [0]], rows: [3, 8] });
  list.set([[1], [2], [0]]);
  expect(list.element.className).toBe('control w3 list-of');
  expect(list.element.querySelectorAll('[role=row]')).toHaveLength(1);
});
