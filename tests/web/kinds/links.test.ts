/**
 * What a link says of each kind of parameters. Links are public, so that what is written here once has to be read for ever: texts and
 * values are literal, and were worked out by hand, since a round trip cannot see that both ways have changed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { web } from '../../../tools/vite/paths.ts';
import { parse, sealed, serialise } from '../../../web/src/element/address/state';
import { choice, type Figure, type Param, seed, slider } from '../../../web/src/figures/declare';
import { bits, bitsKind } from '../../../web/src/kinds/bits';
import { file, fileKind, hold } from '../../../web/src/kinds/file';
import type { Value } from '../../../web/src/kinds/kind';
import { kindOf } from '../../../web/src/kinds/kinds';
import { matrix, matrixKind } from '../../../web/src/kinds/matrix';
import { points, pointsKind } from '../../../web/src/kinds/points';
import { text, textKind } from '../../../web/src/kinds/text';
import { tokens, tokensKind } from '../../../web/src/kinds/tokens';

const declared = { label: 'it', about: 'It is there.' };
const square = <T>(size: number, at: (i: number, j: number) => T): T[][] =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => at(i, j)));
const options = { one: 'the first', two: 'the second', three: 'the third' };
const place = { ...declared, name: 'key', x: [-2, 2], y: [-1, 1], step: 0.25 } as const;

/** A file that is in hand here. */
const mine = hold([{ name: 'Q.csv', bytes: new TextEncoder().encode('1,2') }]);

const params = {
  slider: slider({ ...declared, symbol: 'x', range: [-2, 2], step: 0.1, value: 0 }),
  log: slider({ ...declared, symbol: 'h', range: [1e-12, 10], scale: 'log', value: 1 }),
  seed: seed(7),
  choice: choice({ ...declared, options, value: 'one' }),
  numbered: choice({ ...declared, options, numbered: true, value: 'one' }),
  points: points({ ...place, count: [1, 5], value: [[0, 0]] }),
  manyPoints: points({ ...place, count: [1, 40], value: [[0, 0]] }),
  matrix: matrix({ ...declared, range: [-4, 4], step: 0.5, rows: [1, 3], value: square(2, () => 0) }),
  largeMatrix: matrix({ ...declared, range: [-4, 4], step: 0.5, value: square(9, () => 0) }),
  symmetricMatrix: matrix({
    ...declared,
    range: [-3, 3],
    step: 0.25,
    symmetric: true,
    value: square(2, (i, j) => (i === j ? 1 : 0)),
  }),
  bits: bits({ ...declared, value: square(3, (i, j) => i === j) }),
  largePattern: bits({ ...declared, value: square(9, () => false) }),
  tokens: tokens({ ...declared, symbols: ['a', 'b', 'c'], length: [2, 12], value: [0, 0] }),
  text: text({ ...declared, longest: 40, value: '' }),
  file: file({ ...declared, endings: ['.csv'], most: 100, larger: 'Take less.', value: 'example' }),
} satisfies Readonly<Record<string, Param>>;

const links: readonly (readonly [name: keyof typeof params, text: string, value: Value])[] = [
  ['slider', '-1.3', -1.3],
  ['slider', '0.3', 0.3],
  ['log', '1e-12', 1e-12],
  ['log', '0.00123', 0.00123],
  ['seed', '9999', 9999],
  ['choice', 'three', 'three'],
  ['numbered', 'two', 'two'],
  [
    'points',
    '-1.5_0.25~2_-1',
    [
      [-1.5, 0.25],
      [2, -1],
    ],
  ],
  [
    'manyPoints',
    `b64:33x2:AAAAAAAA-L8AAAAAAADQPwAAAAAAAOA_AAAAAAAA8L8${'A'.repeat(661)}`,
    [[-1.5, 0.25], [0.5, -1], ...Array.from({ length: 31 }, () => [0, 0])],
  ],
  [
    'matrix',
    '1_-2~0.5_0~3_4',
    [
      [1, -2],
      [0.5, 0],
      [3, 4],
    ],
  ],
  [
    'largeMatrix',
    `b64:9x9:AAAAAAAA8D8AAAAAAAAAwAAAAAAAAOA_${'A'.repeat(832)}`,
    square(9, (i, j) => (i === 0 ? ([1, -2, 0.5][j] ?? 0) : 0)),
  ],
  [
    'symmetricMatrix',
    '1_-0.25~-0.25_2.5',
    [
      [1, -0.25],
      [-0.25, 2.5],
    ],
  ],
  [
    'bits',
    'bits:3x3:owE',
    [
      [true, true, false],
      [false, false, true],
      [false, true, true],
    ],
  ],
  ['largePattern', 'bits:9x9:IYQQQgghhBBCCAE', square(9, (i, j) => (9 * i + j) % 5 === 0)],
  ['tokens', '2_0_1_1', [2, 0, 1, 1]],
  ['text', 'text:', ''],
  ['text', 'text:dG8gYmUsIMOpPz7mvKJ-', 'to be, é?>漢~'],
  ['file', 'example', 'example'],
  ['file', 'mine:2bdfad6e', mine],
];

test.each(links)('of a parameter of the kind %s says what it always did', (name, text, value) => {
  const kind = kindOf(params[name]);
  expect(kind.write(params[name], value)).toBe(text);
  expect(kind.read(params[name], text)).toEqual({ value });
});

test('from before options had names counts them from 0', () => {
  const { numbered } = params;
  expect(kindOf(numbered).read(numbered, '0')).toEqual({ value: 'one' });
  expect(kindOf(numbered).read(numbered, '2')).toEqual({ value: 'three' });
});

test('whole and sealed, has the parameters in the order of their declaration, and the step behind them', () => {
  const figure = { params, timeline: () => ({ steps: 60, unit: 'step' }) } as unknown as Figure;
  const state = { values: Object.fromEntries(links.map(([name, , value]) => [name, value])), t: 17 };
  const texts = Object.fromEntries(links.map(([name, text]) => [name, text]));
  const whole = `${Object.keys(params).map((name) => `${name}=${texts[name]}`)},t=17`;
  expect(serialise(figure, state)).toBe(`v1.${whole}`);
  expect(sealed(`v1.${whole}`)).toBe(`v1-1872.${whole}`);
  for (const text of [`v1.${whole}`, `v1-1872.${whole}`])
    expect(parse(figure, text)).toEqual({ state, notes: [] });
});

test('of files that the page takes says those that it has something for', () => {
  const given: string[] = [];
  const param = { ...params.file, given: () => given };
  const kind = kindOf(param);
  expect(kind.read(param, mine)).toEqual({ problem: 'it is a file that is not in hand here' });
  given.push(mine);
  expect(kind.read(param, mine)).toEqual({ value: mine });
  expect(kind.read(param, 'example')).toEqual({ value: 'example' });
  expect(kind.aloud(param, mine)).toBe('Q.csv');
  expect(kind.aloud(param, 'example')).toBe('the model that comes with it');
});

test('is literal here for every kind that there is', () => {
  const kinds = { bitsKind, fileKind, matrixKind, pointsKind, textKind, tokensKind };
  const files = readdirSync(join(web, 'src/kinds')).map((file) =>
    readFileSync(join(web, 'src/kinds', file), 'utf8'),
  );
  const exported = files.flatMap((code) => code.match(/(?<=^export const )\w+(?=: Kind<)/gm) ?? []);
  expect(exported.sort()).toEqual(Object.keys(kinds).sort());
  const covered = new Set(links.map(([name]) => kindOf(params[name])));
  expect([...covered]).toEqual(expect.arrayContaining(Object.values(kinds)));
});
