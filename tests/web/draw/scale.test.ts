import { expect, test } from 'vitest';
import { linear, log, nice } from '../../../web/src/draw/scale';

test('a linear scale maps the ends of its domain to the ends of its range, and back', () => {
  const y = linear([-4, 4], [300, 20]);
  expect([y(-4), y(0), y(4)]).toEqual([300, 160, 20]);
  expect(y.invert(160)).toBe(0);
  expect(y(6)).toBe(-50);
});

test('ticks of a linear scale are round and inside its domain', () => {
  expect(linear([-4, 4], [300, 20]).ticks(5)).toEqual([-4, -2, 0, 2, 4]);
  expect(linear([0.01, 0.29], [0, 1]).ticks(3)).toEqual([0.1, 0.2]);
});

test('an empty domain is drawn in the middle', () => {
  expect(linear([3, 3], [0, 100])(3)).toBe(50);
});

test('a log scale puts equal ratios at equal distances', () => {
  const x = log([1, 1000], [0, 300]);
  expect(x(10)).toBeCloseTo(100, 9);
  expect(x(100)).toBeCloseTo(200, 9);
  expect(x.invert(100)).toBeCloseTo(10, 9);
});

test('ticks of a log scale are powers of ten, thinned over many decades and filled in over few', () => {
  expect(log([1, 1e5], [0, 1]).ticks(6)).toEqual([1, 10, 100, 1000, 1e4, 1e5]);
  expect(log([1e-12, 1], [0, 1]).ticks(4)).toEqual([1e-12, 1e-9, 1e-6, 1e-3, 1]);
  expect(log([0.5, 50], [0, 1]).ticks(8)).toEqual([0.5, 1, 2, 5, 10, 20, 50]);
});

test.each([
  [0, 1],
  [-1, 10],
  [Number.NaN, 1],
])('a log scale refuses the domain %d to %d', (a, b) => {
  expect(() => log([a, b], [0, 1])).toThrow('expected positive ends');
});

test('a domain is widened to round numbers, also below one', () => {
  expect(nice([-3.6, 3.9])).toEqual([-4, 4]);
  expect(nice([0.013, 0.087])).toEqual([0, 0.1]);
  expect(nice([2, 2])).toEqual([2, 2]);
});
