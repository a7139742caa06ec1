import { describe, expect, test } from 'vitest';
import { colourOf } from '../../../web/src/draw/palette';
import { Scene } from '../../../web/src/draw/scene';
import { colourBar, domainOf, type Shades, shadeOf } from '../../../web/src/draw/shades';
import type { Role } from '../../../web/src/draw/surface';
import { contrast, difference, lightness, mixed, sights } from './colour-vision';

const written: Shades = { kind: 'diverging', domain: [-1, 1], written: true };
const fine: Shades = { ...written, written: false };

/** The colours of both themes, and those of forced colours on white and on black. */
const looks = {
  light: (role: Role) => colourOf(role, 'light'),
  dark: (role: Role) => colourOf(role, 'dark'),
  'forced, light': (role: Role) => (role === 'surface' ? '#ffffff' : '#000000'),
  'forced, dark': (role: Role) => (role === 'surface' ? '#000000' : '#ffffff'),
} as const;

/** Values in the middle of every shade of one sign, the faintest first. */
const middles = (count: number, sign = 1): number[] =>
  Array.from({ length: count }, (_, i) => (sign * (i + 0.5)) / count);

/** The colour of a cell with this value. */
function cellOf(colour: (role: Role) => string, value: number, shades: Shades): string {
  const shade = shadeOf(value, shades);
  if (!shade) throw new Error(`no shade for ${value}`);
  return mixed(colour('surface'), colour(shade.role), shade.opacity);
}

describe.each(Object.entries(looks))('in %s colours', (name, colour) => {
  const cell = (value: number, shades: Shades): string => cellOf(colour, value, shades);
  const ink = (value: number, shades: Shades): string => colour(shadeOf(value, shades)?.ink ?? 'ink');

  test.each([1, -1])('a value can be read on every shade that values are written on, of sign %i', (sign) => {
    for (const value of middles(5, sign))
      expect(contrast(ink(value, written), cell(value, written)), String(value)).toBeGreaterThanOrEqual(4.5);
  });

  test('a minus sign can be seen on every shade where nothing is written', () => {
    for (const value of middles(20, -1))
      expect(contrast(ink(value, fine), cell(value, fine)), String(value)).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [5, written],
    [20, fine],
  ] as const)(
    '%i shades go from the surface to the colour in steps of lightness that can be seen',
    (count, shades) => {
      for (const sign of [1, -1]) {
        const steps = [colour('surface'), ...middles(count, sign).map((v) => cell(v, shades))].map(lightness);
        const direction = Math.sign((steps.at(-1) as number) - (steps[0] as number));
        const sizes = steps.slice(1).map((l, i) => direction * (l - (steps[i] as number)));
        expect(Math.min(...sizes)).toBeGreaterThan(0.3 / count);
        if (!name.startsWith('forced')) expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(2.2);
      }
    },
  );
});

// Forced colours have one hue: there the minus signs do it.
describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(sights)('the signs are told apart from the second shade on by %s sight', (sight) => {
    const seen = (value: number): string => cellOf(looks[theme], value, written);
    for (const value of middles(5).slice(1))
      expect(difference(seen(value), seen(-value), sight, 'dichromat'), String(value)).toBeGreaterThan(7);
  });
});

test('the two signs have the same shades, zero and rounding errors have none', () => {
  for (const value of middles(20)) {
    const [plus, minus] = [shadeOf(value, fine), shadeOf(-value, fine)];
    expect(plus?.role).toBe('plus');
    expect(minus?.role).toBe('minus');
    expect(minus?.opacity).toBe(plus?.opacity);
  }
  for (const value of [0, -0, 1e-17, -1e-17, 0.004]) expect(shadeOf(value, written)).toBeUndefined();
});

test('borders of shades are round numbers, and belong to the shade below', () => {
  const opacity = (value: number): number | undefined => shadeOf(value, written)?.opacity;
  for (const border of [0.2, 0.4, 0.6, 0.8]) {
    expect(opacity(border)).toBe(opacity(border - 0.1));
    expect(opacity(border + 0.01)).toBeGreaterThan(opacity(border) as number);
  }
  for (let end = 0.1; end < 3; end += 0.1)
    for (const k of [1, 2, 3, 4])
      expect(shadeOf((k * end) / 5, { ...written, domain: [-end, end] })?.opacity).toBe(opacity(k / 5));
});

test('what lies outside of the domain has the shade of its end; what is no number has none', () => {
  expect(shadeOf(Infinity, written)).toEqual(shadeOf(1, written));
  expect(shadeOf(-Infinity, written)).toEqual(shadeOf(-1, written));
  expect(shadeOf(-Infinity, { kind: 'sequential', domain: [0, 1] })).toBeUndefined();
  expect(shadeOf(Number.NaN, written)).toBeUndefined();
});

test('a domain has round ends, is symmetric where it diverges, and does not listen to what is not finite', () => {
  expect(domainOf([0.1, 0.83, Number.NaN, -Infinity], 'sequential')).toEqual([0, 1]);
  const [low, high] = domainOf([-0.2, 0.05, Infinity], 'diverging');
  expect(low).toBe(-high);
  expect(high).toBeGreaterThanOrEqual(0.2);
  for (const none of [[], [0, 0], [Number.NaN]]) {
    expect(domainOf(none, 'sequential')).toEqual([0, 1]);
    expect(domainOf(none, 'diverging')).toEqual([-1, 1]);
  }
});

test('the bar shows every shade once, side by side, and says its ends and its zero', () => {
  const scene = new Scene();
  colourBar(scene, 10, 20, 100, written, { text: 'score', of: 's' });
  const cells = scene.marks.filter((mark) => mark.kind === 'cells');
  expect(cells).toHaveLength(10);
  expect(cells.flatMap((mark) => Array.from(mark.boxes))).toEqual(
    cells.flatMap((_, i) => [10 + 10 * i, 20, 10, 8]),
  );
  const texts = scene.marks.flatMap((mark) => (mark.kind === 'text' ? [[mark.text, mark.x]] : []));
  expect(texts.slice(0, 3)).toEqual([
    ['−1', 10],
    ['0', 60],
    ['1', 110],
  ]);
  expect(scene.marks.at(-1)).toMatchObject({ text: 'score', style: { of: 's' } });
});

test('a domain without extent is a bar without shades, not a wrong one', () => {
  const scene = new Scene();
  colourBar(scene, 0, 0, 100, { kind: 'sequential', domain: [2, 2] });
  expect(scene.marks.filter((mark) => mark.kind === 'cells')).toEqual([]);
});
