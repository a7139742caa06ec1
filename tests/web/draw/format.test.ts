import { expect, test } from 'vitest';
import { decimals, fixed, number, power, whole } from '../../../web/src/draw/format';

test('negative numbers have a real minus sign, and a rounded zero has none', () => {
  expect(fixed(-0.1234, 2)).toBe('−0.12');
  expect(fixed(-0.001, 2)).toBe('0.00');
  expect(number(-12.5)).toBe('−12.5');
  expect(power(-2.1e-15)).toBe('−2.1\u00a0×\u00a010⁻¹⁵');
});

test('numbers are written with the digits that they have', () => {
  expect(number(0.12071)).toBe('0.121');
  expect(number(0.5)).toBe('0.500');
  expect(number(5)).toBe('5.00');
  expect(number(999.9)).toBe('1000');
  expect(number(64, 1)).toBe('64');
  expect(number(0)).toBe('0');
});

test('from five digits on thousands stand apart', () => {
  expect(number(1234)).toBe('1234');
  expect(number(12345)).toBe('12\u202f345');
  expect(whole(-1234567)).toBe('−1\u202f234\u202f567');
  expect(number(12345.678, 7)).toBe('12\u202f345.68');
});

test('very large and very small numbers are powers of ten', () => {
  expect(number(2.14e-15)).toBe('2.14\u00a0×\u00a010⁻¹⁵');
  expect(number(3e12, 2)).toBe('3.0\u00a0×\u00a010¹²');
  expect(power(1e-12, 0)).toBe('10⁻¹²');
  expect(power(2e5, 0)).toBe('2\u00a0×\u00a010⁵');
  expect(power(0)).toBe('0');
});

test('what is not finite is said in words or with its sign, never as NaN', () => {
  expect([number, whole, power].map((f) => f(Number.NaN))).toEqual(Array(3).fill('not a number'));
  expect(fixed(-Infinity, 2)).toBe('−∞');
  expect(number(Infinity)).toBe('∞');
});

test.each([
  [1, 0],
  [10, 0],
  [0.5, 1],
  [0.05, 2],
  [0.25, 2],
  [1e-7, 7],
  [2.5, 1],
])('multiples of %d need %d decimals', (step, digits) => {
  expect(decimals(step)).toBe(digits);
});
