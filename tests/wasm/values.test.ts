/** Values from JavaScript: what is taken, and what is refused in the name of experiment and parameter. */
import { beforeAll, describe, expect, it } from 'vitest';
import { camel } from '../../tools/experiment-types.mjs';
import type { Engine } from '../../web/src/engine/api';
import type { PartModule } from '../../web/src/engine/core';
import { experiments } from '../../web/src/engine/generated/experiments';
import { bits, engineOf, loadBuild, messageOf, only, opened } from './builds';
import { examples } from './examples';

type Name = 'attention' | 'particles' | 'million_particles' | 'mse_depth';
const modules = new Map<Name, PartModule>();
let engine: Engine;
beforeAll(async () => {
  for (const name of ['attention', 'particles', 'million_particles', 'mse_depth'] as const)
    modules.set(name, (await loadBuild(experiments[name as keyof typeof experiments].part, true)).module);
  engine = engineOf(true);
});
const moduleOf = (name: Name) => modules.get(name) as PartModule;

/** The part's own answer to an opening that is to be refused. */
function refusal(name: Name, params: unknown): string {
  const answer = moduleOf(name).open(name, params as object);
  if (!('error' in answer)) throw new Error('it was not refused');
  return answer.error;
}
const particles = (params: object) => refusal('particles', { ...examples.particles, ...params });
const attention = (params: object) => refusal('attention', { ...examples.attention, ...params });
const cloud = (params: object) => refusal('million_particles', { ...examples.million_particles, ...params });
const mseDepth = (params: object) => refusal('mse_depth', { ...examples.mse_depth, ...params });

it('what the library throws is caught, told, and thrown on with another name by the library itself', () => {
  const one = (x: number) => ({ shape: [1, 1], data: [x] });
  const tiny = { q: one(1), k: one(1e-310), v: one(1), scale: 1, dOutput: one(1) };
  const inner = 'central_differences: step is Infinity, expected a finite number > 0';
  // More often than there could be memory for, were any left behind.
  for (let i = 0; i < 2000; ++i)
    expect(moduleOf('attention').open('attention', tiny)).toEqual({ error: `verify_gradients: ${inner}` });
});

it('memory that is not there is a refusal, and leaves what there is', () => {
  const module = moduleOf('attention');
  const before = opened(module, 'attention', examples.attention);
  const frame = before.frame();
  // A score for each pair: as many numbers as are let through, and all of the 2 GB.
  const column = { shape: [16380, 1], data: new Array(16380).fill(0) };
  for (let i = 0; i < 3; ++i)
    expect(module.open('attention', { q: column, k: column, v: column })).toEqual({
      error: 'not enough memory',
    });
  expect(before.frame()).toEqual(frame);
  before.delete();
});

describe('a value of the wrong type is refused', () => {
  it.each([
    ['5', 'string'],
    [null, 'null'],
    [undefined, 'undefined'],
    [true, 'boolean'],
    [[5], 'object'],
    [{}, 'object'],
    [5n, 'bigint'],
    [() => 5, 'function'],
    [new Number(5), 'object'],
  ])('where a number is expected: %s', (value, type) => {
    expect(particles({ beta: value })).toBe(`particles: beta is ${type}, expected a number`);
    expect(particles({ count: value })).toBe(`particles: count is ${type}, expected a number`);
    expect(particles({ seed: value })).toBe(`particles: seed is ${type}, expected a number`);
  });

  it.each([
    [1, 'number'],
    ['true', 'string'],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('where a flag is expected: %s', (value, type) => {
    expect(attention({ causal: value })).toBe(`attention: causal is ${type}, expected true or false`);
  });

  it.each([
    [0, 'number'],
    [undefined, 'undefined'],
    [['equal-time'], 'object'],
  ])('where a name is expected: %s', (value, type) => {
    expect(particles({ clock: value })).toBe(`particles: clock is ${type}, expected a name`);
  });

  it('where a name is expected and it is another one', () => {
    expect(particles({ clock: 'Equal-Time' })).toBe(
      "particles: clock is 'Equal-Time', expected equal-layers or equal-time",
    );
    expect(cloud({ shape: 'cube' })).toBe(
      "million_particles: shape is 'cube', expected ring, spiral or lattice",
    );
    expect(cloud({ shape: 'Würfel ∛' })).toContain("shape is 'Würfel ∛', expected");
  });

  it.each([
    [1000, 'number'],
    ['40', 'string'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('where a list is expected: %s', (value, type) => {
    expect(mseDepth({ counts: value })).toMatch(new RegExp(`^mse_depth: counts is ${type}, expected `));
  });

  it('where an entry of a list is no number', () => {
    for (const [entry, type] of [
      ['50', 'string'],
      [null, 'null'],
      [undefined, 'undefined'],
    ])
      expect(mseDepth({ counts: [40, entry] })).toBe(
        `mse_depth: counts is ${type}, expected an array of numbers`,
      );
    // biome-ignore lint/suspicious/noSparseArray: such arrays exist
    expect(mseDepth({ counts: [40, , 50] })).toBe(
      'mse_depth: counts is undefined, expected an array of numbers',
    );
  });

  it('where parameters are no object', () => {
    for (const bad of [null, undefined, 5, 'beta'])
      expect(refusal('particles', bad)).toBe('particles: params is not an object');
  });

  it('where there is no such parameter', () => {
    expect(particles({ betta: 5 })).toBe("particles: there is no parameter 'betta'");
    expect(particles({ beta: 5, Beta: 5 })).toBe("particles: there is no parameter '_beta'");
    expect(particles({ seed: 5, '': undefined })).toBe("particles: there is no parameter ''");
    // Of the core's own spelling, which JavaScript does not have.
    expect(refusal('mse_depth', { within_variance: 1 })).toBe(
      "mse_depth: there is no parameter 'within-variance'",
    );
    // What is wrong with one that there is comes first.
    expect(particles({ betta: 5, beta: '5' })).toBe('particles: beta is string, expected a number');
  });
});

describe('a matrix', () => {
  const { q } = examples.attention;
  it('is taken from arrays of either kind, with the same bits', async () => {
    const plain = { shape: [3, 2], data: [...q.data] };
    const exact = await only(engine.open(experiments.attention, examples.attention));
    expect(bits(await only(engine.open(experiments.attention, { ...examples.attention, q: plain })))).toEqual(
      bits(exact),
    );
    const rounded = Float32Array.from(q.data);
    const [single, double] = await Promise.all(
      [rounded, Float64Array.from(rounded)].map((data) =>
        only(engine.open(experiments.attention, { ...examples.attention, q: { shape: [3, 2], data } })),
      ),
    );
    expect(bits(single as object)).toEqual(bits(double as object));
  });

  it('is taken from a view into a longer buffer', async () => {
    const longer = Float64Array.of(9, 9, ...q.data, 9);
    const view = longer.subarray(2, 8);
    const exact = await only(engine.open(experiments.attention, examples.attention));
    const seen = await only(
      engine.open(experiments.attention, { ...examples.attention, q: { shape: [3, 2], data: view } }),
    );
    expect(bits(seen)).toEqual(bits(exact));
  });

  it('is refused where its numbers are not as many as its shape says', () => {
    expect(attention({ q: { shape: [2, 2], data: q.data } })).toBe(
      'attention: q is 6 numbers, expected 4, as its shape says',
    );
    // In 32 bits their product is 0, and no number would be just right.
    expect(attention({ q: { shape: [65536, 65536], data: [] } })).toBe(
      'attention: q is 0 numbers, expected 4294967296, as its shape says',
    );
    // And here it is 1, of 33 bits.
    expect(attention({ q: { shape: [65537, 65537, 641, 6700417], data: [1] } })).toMatch(
      /^attention: q is 1 numbers, expected \S+, as its shape says$/,
    );
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 32, 2 ** 53])(
    'is refused where an axis of it is %s long',
    (length) => {
      for (const shape of [
        [length, 2],
        [2, length],
      ])
        expect(attention({ q: { shape, data: [] } })).toMatch(/^attention: q is .*, expected a whole number/);
    },
  );

  it('is refused where it has another number of axes', () => {
    expect(attention({ q: { shape: [6], data: q.data } })).toBe(
      'attention: q is of the shape 6, expected a matrix',
    );
    expect(attention({ q: q.data })).toBe('attention: q is of the shape 6, expected a matrix');
    expect(attention({ q: { shape: [1, 3, 2], data: q.data } })).toBe(
      'attention: q is of the shape 1 x 3 x 2, expected a matrix',
    );
    expect(attention({ q: { shape: [], data: [1] } })).toBe('attention: q is one number, expected a matrix');
    expect(mseDepth({ counts: { shape: [1, 2], data: [40, 50] } })).toBe(
      'mse_depth: counts is of the shape 1 x 2, expected a list of numbers',
    );
  });

  it('is refused where it is none at all', () => {
    expect(attention({ q: null })).toBe(
      'attention: q is null, expected an array of numbers or {shape, data}',
    );
    expect(attention({ q: 1 })).toBe('attention: q is number, expected an array of numbers or {shape, data}');
    expect(attention({ q: {} })).toMatch(/^attention: q is undefined, expected an array of numbers/);
    expect(attention({ q: { data: q.data } })).toMatch(
      /^attention: q is undefined, expected an array of numbers/,
    );
    expect(attention({ q: { shape: [3, 2] } })).toMatch(
      /^attention: q is undefined, expected an array of numbers/,
    );
    expect(attention({ q: { shape: '32', data: q.data } })).toMatch(
      /^attention: q is string, expected an array/,
    );
    expect(attention({ q: { shape: [3, 2], data: ['1', 2, 3, 4, 5, 6] } })).toBe(
      'attention: q is string, expected an array of numbers',
    );
    expect(attention({ q: { shape: [3, 2], data: new Int32Array(6) } })).toMatch(
      /^attention: q is object, expected/,
    );
  });

  it('is refused at the first hole, however long it is', () => {
    const long: number[] = [];
    long.length = 2 ** 32 - 1;
    expect(attention({ q: { shape: [1, 1], data: long } })).toBe(
      'attention: q is undefined, expected an array of numbers',
    );
  });
});

describe('numbers', () => {
  it.each([
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['0', 0],
    ['-5', -5],
  ])('that are %s are refused by name', (shown, value) => {
    expect(particles({ beta: value })).toMatch(new RegExp(`^particles: beta is ${shown}, expected `));
  });

  it.each([2.5, Number.NaN, 1e300, -1, 2 ** 32, 2 ** 32 + 30, Number.MAX_VALUE])(
    'that count are refused when they are %s',
    (value) => {
      expect(particles({ count: value })).toMatch(/^particles: count is .*, expected a whole number from /);
    },
  );

  it.each([-1, 0.5, Number.NaN, 2 ** 53 + 2])('that begin a draw are refused when they are %s', (value) => {
    expect(particles({ seed: value })).toMatch(/^particles: seed is .*, expected a whole number from 0 to /);
  });

  it('that begin a draw may be as large as they are exact', () => {
    opened(moduleOf('particles'), 'particles', {
      ...examples.particles,
      seed: 2 ** 53 - 1,
    }).delete();
  });

  it('in a list are refused where they are not finite', () => {
    const bad = { shape: [3, 2], data: [1, 2, 3, 4, 5, Number.NaN] };
    expect(attention({ q: bad })).toBe('attention_forward: q[2, 1] is NaN, expected a finite number');
  });

  it('make a step only where they are whole and in range', () => {
    const run = opened(moduleOf('particles'), 'particles', examples.particles);
    for (const t of [-1, 41, 2.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32])
      expect(run.seek(t, 1)).toEqual({ error: expect.stringMatching(/^\w+: t is /) });
    for (const budget of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(run.seek(0, budget)).toEqual({ error: expect.stringMatching(/^\w+: budget is /) });
    expect(run.refine(0)).toEqual({ error: expect.stringMatching(/^\w+: budget is /) });
    run.delete();
  });
});

describe('what is too large for a double', () => {
  it.each([
    ['softmax', { scores: [1, 2, 3], temperature: 1.7e308 }, 'softmax: the free energy'],
    ['free_energy_simplex', { temperature: 5e-324 }, 'free_energy_simplex: the divergence'],
    [
      'metric_explorer',
      { g: { shape: [2, 2], data: [1e200, 0, 0, 1e200] } },
      'metric_explorer: the determinant',
    ],
    ['five_views', { beta: 1e200 }, 'five_views: the least margin'],
  ] as const)('is refused, and not shown: of %s', async (name, params, what) => {
    const { module } = await loadBuild(experiments[name].part, true);
    expect(module.open(name, params)).toEqual({ error: `${what} is too large for a double` });
  });

  it('is refused where it is added up, and the run shows what it has', async () => {
    const { module } = await loadBuild(experiments.two_stage.part, true);
    const run = opened(module, 'two_stage', { ...examples.two_stage, sigma2: 1e-300 });
    const before = run.frame();
    expect(run.refine(1000)).toEqual({
      error: 'two_stage: the square of an error is too large for a double',
    });
    expect(run.frame()).toEqual(before);
    run.delete();
  });
});

it('a path that is too short to go anywhere is straight', async () => {
  const { module } = await loadBuild(experiments.geodesics.part, true);
  const start = { shape: [1, 2], data: [1.93, 1.78] };
  const run = opened(module, 'geodesics', { space: 'softmax', start, length: 5e-324 });
  expect(run.frame()).toMatchObject({ straightError: 0 });
  run.delete();
});

describe('names of several words', () => {
  it('are those of JavaScript on the way in', async () => {
    expect(mseDepth({ betaC: -1 })).toMatch(/^mse_depth: beta_c is -1, expected /);
    expect(attention({ keyLength: 5 })).toMatch(/key_length is 5, expected a whole number from 0 to 4$/);
    // What an object has inherited is none of its own.
    const params = { ...examples.mse_depth, __proto__: { betaC: null } };
    opened(moduleOf('mse_depth'), 'mse_depth', params).delete();
  });

  it('are those of JavaScript on the way out, at any depth', () => {
    const run = opened(moduleOf('mse_depth'), 'mse_depth', examples.mse_depth);
    const frame = run.frame() as { bars: object[] };
    expect(Object.keys(frame)).toContain('matchedLayers');
    expect(Object.keys(frame.bars[0] as object)).toEqual([
      'count',
      'twoStage',
      'stage1Only',
      'stage2Only',
      'noisy',
    ]);
    run.delete();
  });

  it('are made by one rule', () => {
    expect(['beta', 'beta_c', 'd_q', 'w_o', 'stage1_only', 'sigma2', 'inverse_std_dev'].map(camel)).toEqual([
      'beta',
      'betaC',
      'dQ',
      'wO',
      'stage1Only',
      'sigma2',
      'inverseStdDev',
    ]);
  });
});

it('a parameter called hasOwnProperty is one that there is not', async () => {
  const params = { eta: 0.25, hasOwnProperty: 1 } as { eta: number };
  expect(await messageOf(engine.open(experiments.particles, params))).toBe(
    "particles: there is no parameter 'has_own_property'",
  );
});

it('through the engine too: what is present but undefined is refused, what is missing has its default', async () => {
  expect(await messageOf(engine.open(experiments.particles, { beta: undefined as never }))).toBe(
    'particles: beta is undefined, expected a number',
  );
  const run = await engine.open(experiments.particles, { count: 12 }, { t: 0 });
  expect(run.first).toMatchObject({ count: 12, layers: 60, layer: 0 });
  run.dispose();
});
