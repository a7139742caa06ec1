/** What a script gives, and what keys and pointers do, of the kinds that have many pieces. */
import { describe, expect, test } from 'vitest';
import { type BitsSpec, bitsKind } from '../../../web/src/kinds/bits';
import { type MatrixSpec, matrixKind } from '../../../web/src/kinds/matrix';
import { completed, slider } from '../../../web/src/kinds/param';
import { type PointsSpec, pointsKind } from '../../../web/src/kinds/points';
import { type TokensSpec, tokensKind } from '../../../web/src/kinds/tokens';

const declared = { label: 'it', about: 'It is there.' };
const square = <T>(size: number, at: (i: number, j: number) => T): T[][] =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => at(i, j)));
const bits: BitsSpec = { ...declared, value: square(3, (i, j) => i === j) };
const matrix: MatrixSpec = { ...declared, value: square(2, (i, j) => i + j), range: [-4, 4], step: 0.5 };
const tokens: TokensSpec = { ...declared, value: [0, 1, 2], symbols: ['a', 'b', 'c'] };

test('what a parameter leaves out is what its experiment knows by the name, and there has to be such a thing', () => {
  const params = {
    beta: slider({ ...declared, symbol: 'b' }),
    eta: slider({ ...declared, symbol: 'e', value: 1 }),
  };
  const core = { defaults: { beta: 2, eta: 3 }, limits: { beta: [0, 4], eta: [0, 9] } };
  const { beta, eta } = completed(params, core);
  expect(beta).toEqual({ ...params.beta, value: 2, range: [0, 4] });
  expect(eta).toEqual({ ...params.eta, value: 1, range: [0, 9] });
  expect(() => completed(params, { ...core, defaults: {} })).toThrow('beta has no value');
  expect(() => completed(params, { ...core, limits: {} })).toThrow('beta has no range');
});

test('a point stays in its region, which need be no rectangle', () => {
  const disc: PointsSpec = {
    ...declared,
    name: 'key',
    x: [-1, 1],
    y: [-1, 1],
    step: 0.1,
    value: [[0.6, 0.8]],
    inside: (x, y) => {
      const out = Math.max(1, Math.hypot(x, y));
      return [x / out, y / out];
    },
  };
  expect(pointsKind.take(disc, [[1, 0]])).toEqual({ value: [[1, 0]] });
  expect(pointsKind.take(disc, [[1, 1]])).toEqual({ value: [[0.7, 0.7]] });
  expect(pointsKind.read(disc, '1_1')).toEqual({ value: [[0.7, 0.7]] });
  expect(pointsKind.pieces?.keyed(disc, [[0, 1]], 0, 'ArrowUp')).toEqual([[0, 1]]);
  expect(pointsKind.pieces?.dragged(disc, disc.value, 0, [0.9, -0.9])).toEqual([[0.7, -0.7]]);
});

test('entries of a symmetric matrix that mirror each other are one', () => {
  const symmetric: MatrixSpec = { ...matrix, symmetric: true, value: square(2, () => 0) };
  const mirrored = [
    [0, 1.5],
    [1.5, 0],
  ];
  expect(matrixKind.pieces?.dragged(symmetric, symmetric.value, 1, [1.4])).toEqual(mirrored);
  expect(matrixKind.read(symmetric, '0_1.5~1.5_0')).toEqual({ value: mirrored });
  expect(matrixKind.read(symmetric, '0_1.5~1_0')).toEqual({ problem: 'not symmetric' });
});

test('tokens go round: before the first symbol stands the last', () => {
  const press = (token: number, key: string) => tokensKind.pieces?.keyed(tokens, [0, token, 1], 1, key);
  expect(press(0, 'ArrowDown')).toEqual([0, 2, 1]);
  expect(press(2, 'ArrowUp')).toEqual([0, 0, 1]);
  expect(press(0, 'C')).toEqual([0, 2, 1]);
});

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
