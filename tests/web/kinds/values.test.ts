/** What a script gives, and what a link says, of the kinds that have many pieces. */
import { describe, expect, test } from 'vitest';
import { type BitsSpec, bitsKind } from '../../../web/src/kinds/bits';
import { type MatrixSpec, matrixKind } from '../../../web/src/kinds/matrix';
import { type TokensSpec, tokensKind } from '../../../web/src/kinds/tokens';

const declared = { label: 'it', about: 'It is there.' };
const square = <T>(size: number, at: (i: number, j: number) => T): T[][] =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => at(i, j)));
const bits: BitsSpec = { ...declared, value: square(3, (i, j) => i === j) };
const wide: BitsSpec = { ...declared, value: square(9, () => false) };
const matrix: MatrixSpec = { ...declared, value: square(2, (i, j) => i + j), range: [-4, 4], step: 0.5 };
const large: MatrixSpec = { ...matrix, value: square(9, () => 0) };
const tokens: TokensSpec = { ...declared, value: [0, 1, 2], symbols: ['a', 'b', 'c'] };

describe('a list with holes is refused, with what was expected', () => {
  const holes = (count: number): unknown[] => new Array(count);
  test.each<[string, () => object]>([
    ['numbers', () => matrixKind.take(matrix, [holes(2), holes(2)])],
    ['rows', () => matrixKind.take(matrix, holes(2))],
    ['one number', () => matrixKind.take(matrix, [[1, 2], Object.assign(holes(2), { 1: 1 })])],
    ['bits', () => bitsKind.take(bits, [holes(3), holes(3), holes(3)])],
    ['rows of bits', () => bitsKind.take(bits, holes(3))],
    ['tokens', () => tokensKind.take(tokens, holes(3))],
  ])('where %s are missing', (_, take) => {
    expect(take()).toEqual({ problem: expect.stringMatching(/expected|^no rows of numbers$/) });
  });

  test('and the same lists without holes are taken', () => {
    for (const [kind, spec] of [
      [matrixKind, matrix],
      [bitsKind, bits],
      [tokensKind, tokens],
    ] as const)
      expect(kind.take(spec as never, spec.value)).toEqual({ value: spec.value });
  });
});

// Links are public: what is written here once has to be read for ever, so these are literal.
describe('a link', () => {
  const pattern = square(3, (i, j) => [true, true, false, false, false, true, false, true, true][3 * i + j]);

  test('has bits from the first cell on, the first of eight as the lowest', () => {
    expect(bitsKind.write(bits, pattern as boolean[][])).toBe('bits:3x3:owE');
    expect(bitsKind.read(bits, 'bits:3x3:owE')).toEqual({ value: pattern });
  });

  test('has a large pattern in the same order', () => {
    const value = square(9, (i, j) => (9 * i + j) % 5 === 0);
    expect(bitsKind.write(wide, value)).toBe('bits:9x9:IYQQQgghhBBCCAE');
    expect(bitsKind.read(wide, 'bits:9x9:IYQQQgghhBBCCAE')).toEqual({ value });
  });

  test('has large matrices as little-endian numbers, row after row', () => {
    const value = square(9, (i, j) => (i === 0 && j < 3 ? [1, -2, 0.5][j] : 0)) as number[][];
    const link = `b64:9x9:AAAAAAAA8D8AAAAAAAAAwAAAAAAAAOA_${'A'.repeat(832)}`;
    expect(matrixKind.write(large, value)).toBe(link);
    expect(matrixKind.read(large, link)).toEqual({ value });
  });

  test('has small matrices as text, row after row', () => {
    const value = [
      [1, -2],
      [0.5, 0],
    ];
    expect(matrixKind.write(matrix, value)).toBe('1_-2~0.5_0');
    expect(matrixKind.read(matrix, '1_-2~0.5_0')).toEqual({ value });
  });
});
