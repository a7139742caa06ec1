/**
 * A figure for each kind of parameters, on which the element is tested: what it does with a kind it does in every figure. They compute
 * in a few lines of their own and stand on no page.
 */
import { linear } from '../../../web/src/draw/scale';
import type { Surface, View } from '../../../web/src/draw/surface';
import {
  choice,
  defineFigure,
  type Params,
  say,
  slider,
  type Values,
} from '../../../web/src/figures/declare';
import { bits } from '../../../web/src/kinds/bits';
import { matrix } from '../../../web/src/kinds/matrix';
import { type PointsValue, points } from '../../../web/src/kinds/points';
import { text } from '../../../web/src/kinds/text';
import { tokens } from '../../../web/src/kinds/tokens';
import { nothing } from './parts';
import { modelTraining } from './training';

interface Common<P extends Params> {
  readonly id: string;
  readonly title: string;
  readonly params: P;
  readonly preset: Partial<Values<P>>;
  /** What is computed: a list of numbers with names. */
  numbers(values: Values<P>): Readonly<Record<string, number>>;
  draw(surface: Surface, numbers: Readonly<Record<string, number>>, view: View, values: Values<P>): void;
}

/** A figure of a few numbers that stand in its caption, its table and its checks. */
const model = <const P extends Params>({ id, title, params, preset, numbers, draw }: Common<P>) =>
  defineFigure<P, object, Readonly<Record<string, number>>>({
    id,
    title,
    claim: 'What is set in the control, in the picture and in the link is the same.',
    source: { seed: '004', place: 'none: a model for tests' },
    params,
    presets: [
      {
        name: 'another',
        params: preset,
        says: 'Another value is shown.',
        holds: (frame) => Object.values(frame).length > 0,
      },
    ],
    height: () => 260,
    core: nothing,
    precomputed: numbers,
    draw,
    describe: (frame) =>
      say`It is ${Object.entries(frame)
        .map(([name, value]) => `${name} ${value.toFixed(3)}`)
        .join(', ')}.`,
    table: (frame) => ({ columns: ['name', 'value'], rows: Object.entries(frame) }),
    checks: (frame) => [
      { name: 'all is finite', value: Math.max(...Object.values(frame).map(Math.abs)), atMost: 1e9 },
    ],
    python: 'It computes in a line of its own.',
  });

const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / Math.max(1, list.length);

export const modelPoints = model({
  id: 'model-points',
  title: 'Points',
  params: {
    keys: points({
      label: 'keys',
      name: 'key',
      x: [-2, 2],
      y: [-1, 1],
      step: 0.1,
      count: [1, 5],
      value: [
        [1, 0],
        [0, 0.5],
        [-1, -0.5],
      ],
      about: 'Places in the plane.',
    }),
    scale: slider({ symbol: 's', label: 'scale', range: [0, 2], step: 0.1, value: 1, about: 'A factor.' }),
  },
  preset: { keys: [[2, 1]] satisfies PointsValue },
  numbers: ({ keys, scale }) => ({
    x: scale * mean(keys.map(([x]) => x)),
    y: scale * mean(keys.map(([, y]) => y)),
  }),
  draw(surface, { x = 0, y = 0 }, { width, height }, { keys }) {
    const across = linear([-2, 2], [30, width - 30]);
    const up = linear([-1, 1], [height - 30, 30]);
    surface.rect(30, 30, width - 60, height - 60, { role: 'grid', opacity: 0.4 });
    for (const [piece, [a, b]] of keys.entries()) {
      surface.mark('key', across(a), up(b), { of: 'keys' });
      const to = (px: number, py: number) => [across.invert(px), up.invert(py)];
      surface.handle({ param: 'keys', piece, x: across(a), y: up(b), to });
    }
    surface.mark('query', across(Math.max(-2, Math.min(2, x))), up(Math.max(-1, Math.min(1, y))), {
      of: 'mean',
    });
  },
});

export const modelMatrix = model({
  id: 'model-matrix',
  title: 'Matrices',
  params: {
    metric: matrix({
      label: 'metric',
      range: [-3, 3],
      step: 0.25,
      symmetric: true,
      value: [
        [1, 0.5],
        [0.5, 2],
      ],
      about: 'A symmetric matrix.',
    }),
    rows: matrix({
      label: 'rows',
      range: [0, 9],
      step: 1,
      rows: [1, 4],
      value: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      about: 'A matrix of one to four rows.',
    }),
  },
  preset: {
    metric: [
      [2, 0],
      [0, 2],
    ],
  },
  numbers: ({ metric, rows }) => {
    const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = metric;
    return { determinant: a * d - b * c, sum: rows.flat().reduce((x, y) => x + y, 0) };
  },
  draw(surface, _, { width }, { metric }) {
    const size = Math.min(100, (width - 20) / 2);
    for (const [i, row] of metric.entries())
      for (const [j, entry] of row.entries()) {
        const [x, y] = [10 + j * size, 10 + i * size];
        surface.rect(x, y, size - 2, size - 2, { role: 'weight', opacity: 0.1 + Math.abs(entry) / 4 });
        surface.text(x + size / 2, y + size / 2, entry.toFixed(2), { role: 'ink', anchor: 'middle' });
        const up = linear([-3, 3], [y + size + 120, y - 120]);
        surface.handle({
          param: 'metric',
          piece: i * row.length + j,
          x: x + size / 2,
          y: up(entry),
          size: [size - 4, size - 4],
          to: (_, py) => [up.invert(py)],
        });
      }
  },
});

export const modelBits = model({
  id: 'model-bits',
  title: 'Patterns',
  params: {
    mask: bits({
      label: 'mask',
      names: ['seen', 'hidden'],
      value: [
        [true, false, false],
        [true, true, false],
        [true, true, true],
      ],
      about: 'Which keys a query sees.',
    }),
    picture: bits({
      label: 'picture',
      value: Array.from({ length: 10 }, (_, i) => Array.from({ length: 14 }, (_, j) => (i * j) % 3 === 1)),
      about: 'A pattern to be painted.',
    }),
  },
  preset: {
    mask: [
      [true, true, true],
      [true, true, true],
      [true, true, true],
    ],
  },
  numbers: ({ mask, picture }) => ({
    seen: mask.flat().filter(Boolean).length,
    painted: picture.flat().filter(Boolean).length,
  }),
  draw(surface, _, __, { mask }) {
    for (const [i, row] of mask.entries())
      for (const [j, bit] of row.entries()) {
        surface.rect(10 + 50 * j, 10 + 50 * i, 48, 48, { role: bit ? 'weight' : 'grid' });
        const to = (_: number, y: number): number[] => [y < 35 + 50 * i ? 1 : 0];
        surface.handle({
          param: 'mask',
          piece: 3 * i + j,
          x: 34 + 50 * j,
          y: 34 + 50 * i,
          size: [48, 48],
          to,
        });
      }
  },
});

export const modelTokens = model({
  id: 'model-tokens',
  title: 'Sequences',
  params: {
    sequence: tokens({
      label: 'sequence',
      symbols: ['a', 'b', 'c'],
      length: [2, 12],
      value: [0, 1, 0, 2],
      about: 'Tokens of a small vocabulary.',
    }),
    prompt: text({ label: 'text', longest: 40, value: 'to be, or not', about: 'Any text.' }),
  },
  preset: { sequence: [2, 2] },
  numbers: ({ sequence, prompt }) => ({ sum: sequence.reduce((a, b) => a + b, 0), letters: prompt.length }),
  draw(surface, _, { width }, { sequence }) {
    const step = (width - 20) / sequence.length;
    for (const [i, token] of sequence.entries())
      surface.rect(10 + i * step, 200 - 60 * token, step - 2, 10 + 60 * token, { role: 'particle' });
  },
});

export const modelChoices = model({
  id: 'model-choices',
  title: 'Choices and views',
  params: {
    shape: choice({
      label: 'shape',
      options: { disc: 'a disc', star: 'a star' },
      numbered: true,
      value: 'disc',
      about: 'Two options.',
    }),
    head: choice({
      label: 'head',
      options: { one: 'first', two: 'second', three: 'third', four: 'fourth', five: 'fifth' },
      value: 'two',
      about: 'Five options, in a list; only the drawing changes.',
    }),
  },
  preset: { shape: 'star' },
  numbers: ({ shape }) => ({ corners: shape === 'star' ? 5 : 0 }),
  draw(surface, _, { width }, { shape, head }) {
    const at = ['one', 'two', 'three', 'four', 'five'].indexOf(head);
    surface.mark(shape === 'star' ? 'query' : 'particle', ((at + 0.5) * width) / 5, 130, { size: 20 });
  },
});

export const models = [
  modelPoints,
  modelMatrix,
  modelBits,
  modelTokens,
  modelChoices,
  modelTraining,
] as const;
