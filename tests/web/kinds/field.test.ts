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

test('a field has room for its longest text', () => {
  const width = (range: readonly [number, number], show: (x: number) => string, step = 1) => {
    const rules = { show, snap: (x: number) => x, moved: (x: number, by: number) => x + by * step };
    return numberField({ ...rules, range }, vi.fn()).element.style.minWidth;
  };
  expect(width([0, 9999], String)).toBe('4ch');
  expect(width([-4, 4], (x) => x.toFixed(2).replace('-', '−'))).toBe('5ch');
  // Near the lower end of a logarithmic scale.
  expect(width([0.05, 20], (x) => String(Number(x.toFixed(4))), 0.0015)).toBe('6ch');
  expect(width([0, 1], () => '1.00 × 10⁻⁵')).toBe('9ch');
});

test('a field says which numbers there are, also where that changes', () => {
  const range: [number, number] = [-4, 4];
  const rules = { show: String, snap: (x: number) => x, moved: (x: number, by: number) => x + by, range };
  const field = numberField(rules, vi.fn());
  field.set(1);
  expect(field.element.title).toBe('-4 to 4');
  range[1] = 8;
  field.set(1);
  expect(field.element.title).toBe('-4 to 8');
});

test('a field of numbers below 0 asks a phone for a keyboard that has a minus sign', () => {
  const rules = { show: String, snap: (x: number) => x, moved: (x: number, by: number) => x + by };
  const mode = (range: readonly [number, number]) =>
    numberField({ ...rules, range }, vi.fn()).element.inputMode;
  expect(mode([-4, 4])).toBe('text');
  expect(mode([0, 4])).toBe('decimal');
});
