// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { numberField, read } from '../../../web/src/kinds/field';

test('numbers are read as people type them, and nothing else is', () => {
  expect([
    read('5'),
    read(' 0,25 '),
    read('−3'),
    read('12\u202f000'),
    read('1e-3'),
    read('.5'),
    read('1,000,000'),
    read('10,000'),
    read('1,234.5'),
    read('0,250'),
    read('20 000'),
  ]).toEqual([5, 0.25, -3, 12000, 0.001, 0.5, 1e6, 1e4, 1234.5, 0.25, 20000]);
  for (const text of ['', 'NaN', 'Infinity', '0x10', '1 2', '5px', '1e9999', '--1', '1'.repeat(30)])
    expect(read(text)).toBeUndefined();
});

test('a field of numbers below 0 asks a phone for a keyboard that has a minus sign', () => {
  const rules = { show: String, snap: (x: number) => x, moved: (x: number, by: number) => x + by };
  const mode = (range: readonly [number, number]) =>
    numberField({ ...rules, range }, vi.fn()).element.inputMode;
  expect(mode([-4, 4])).toBe('text');
  expect(mode([0, 4])).toBe('decimal');
});
