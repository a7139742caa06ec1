/** The parts `attention` and `fast_attention` as they are shipped, behind the engine as the pages use it. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, ParamsOf } from '../../web/src/engine/api';
import { experiments } from '../../web/src/engine/generated/experiments';
import { engineOf, messageOf, only } from './builds';
import { examples, matrix } from './examples';

const { attention, heads, norm, softmax } = examples;
const everything: ParamsOf<typeof experiments.attention> = {
  ...attention,
  metric: matrix(2, 2, 5),
  relative: matrix(6, 2, 6),
  softcap: 2,
  bias: { shape: [3, 4], data: [0, 0.5, -Infinity, 1, 0, 0, 0, 0, -0.5, 0, 0, 0] },
  temperature: 0.7,
  causal: true,
  keyLength: 3,
  allowed: { shape: [3, 4], data: [1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1] },
};

/** What worked examples give, from the reference files. */
async function expected(file: string, name: string): Promise<number[]> {
  const url = new URL(`../reference/${file}`, import.meta.url);
  return JSON.parse(await readFile(url, 'utf8')).expected[name].data;
}

const closeTo = (actual: Float64Array, numbers: readonly number[]) => {
  expect(actual.length).toBe(numbers.length);
  for (const [i, x] of numbers.entries())
    expect(Math.abs((actual[i] ?? Number.NaN) - x)).toBeLessThanOrEqual(1e-12);
};

describe('attention in double precision', () => {
  let engine: Engine;
  beforeAll(() => {
    engine = engineOf(true);
  });

  it('shows worked example 2 with the right table, and residuals near 0', async () => {
    const frame = await only(engine.open(experiments.softmax, softmax));
    const a = await expected('softmax_example2_table.json', 'A');
    // Its second row is at T = 0.5.
    closeTo(frame.weights, a.slice(3, 6));
    expect(frame.gap).toBeGreaterThan(0.1);
    for (const error of [frame.weightError, frame.identityError, frame.jacobianError])
      expect(error).toBeLessThanOrEqual(1e-14);
    expect(
      (await only(engine.open(experiments.softmax, { ...softmax, temperature: 0 }))).jacobian.data.length,
    ).toBe(0);
  });

  it('shows attention with its gradients, which agree with central differences', async () => {
    for (const params of [attention, everything]) {
      const frame = await only(engine.open(experiments.attention, params));
      expect(frame.verified).toBe(true);
      expect(frame.gradientError).toBeLessThanOrEqual(1e-7);
      expect(frame.weightError).toBeLessThanOrEqual(1e-14);
      expect(frame.dBias.data.length).toBe(12);
    }
    const { dOutput: _, ...forward } = attention;
    const frame = await only(engine.open(experiments.attention, forward));
    expect([frame.verified, frame.dQ.data.length, frame.dTemperature]).toEqual([false, 0, 0]);
  });

  it('takes worked example 1, and arrays of either kind', async () => {
    const example = {
      q: { shape: [2, 2], data: [1, 0, 0, 1] },
      k: { shape: [3, 2], data: Float32Array.of(1, 0, 0, 1, 1, 1) },
      v: { shape: [3, 2], data: Float64Array.of(2, 0, 0, 2, 1, 1) },
    };
    const frame = await only(engine.open(experiments.attention, example));
    closeTo(frame.output.data, await expected('attention_worked_example1.json', 'O'));
  });

  it('shows heads that share their keys', async () => {
    const frame = await only(engine.open(experiments.heads, heads));
    expect(frame.heads.length).toBe(2);
    expect(frame.diversity).toBeGreaterThan(0);
    expect(frame.sumError).toBeLessThanOrEqual(1e-14);
  });

  it('normalises rows, and has no bias with rms', async () => {
    const frame = await only(engine.open(experiments.norm, norm));
    expect(frame.dBias.length).toBe(4);
    expect(frame.invarianceError).toBeLessThanOrEqual(1e-14);
    const { bias: _, ...without } = norm;
    expect((await only(engine.open(experiments.norm, { ...without, rms: true }))).dBias.length).toBe(0);
  });

  it('refuses by name what does not fit', async () => {
    const { q } = attention;
    const refusals: [ParamsOf<typeof experiments.attention>, string][] = [
      [
        { ...attention, q: { ...q, shape: [2, 2] } },
        'attention: q is 6 numbers, expected 4, as its shape says',
      ],
      // In 32 bits their product is 0, and no number would be just right.
      [
        { ...attention, q: { shape: [65536, 65536], data: [] } },
        'attention: q is 0 numbers, expected 4294967296, as its shape says',
      ],
      [
        { ...attention, q: matrix(65536, 1, 1), k: matrix(65536, 1, 2), v: matrix(65536, 1, 3) },
        'attention_forward: the score of every query and key is 65536 x 65536, expected at most 268435455 numbers',
      ],
      [
        { ...attention, q: null as never },
        'attention: q is null, expected an array of numbers or {shape, data}',
      ],
      [
        { ...attention, q: { ...q, data: ['1'] as never } },
        'attention: q is string, expected an array of numbers',
      ],
      [{ ...attention, causal: 1 as never }, 'attention: causal is number, expected true or false'],
      [
        { ...attention, q: { ...q, data: [1, 2, 3, 4, 5, Number.NaN] } },
        'attention_forward: q[2, 1] is NaN, expected a finite number',
      ],
      [
        { ...attention, keyLength: 5 },
        'attention_forward: options.key_length is 5, expected a whole number from 0 to 4',
      ],
    ];
    for (const [params, message] of refusals)
      expect(await messageOf(engine.open(experiments.attention, params))).toBe(message);
    expect(
      await messageOf(engine.open(experiments.heads, { ...heads, wK: { shape: [0, 3, 2], data: [] } })),
    ).toBe(
      'multihead_forward: weights.w_k is 0 matrices, expected a number that divides that of the query heads, 2',
    );
  });
});

describe.each([
  ['SIMD', true],
  ['scalar', false],
])('fast attention in the %s build', (_, simd) => {
  const engine = engineOf(simd);

  it('has float kernels that agree with the double path, and memory that grows with the tokens', async () => {
    const tokens = (n: number) => matrix(n, 8, 17);
    const frame = async (n: number) =>
      only(
        engine.open(experiments.fast_attention, {
          q: tokens(n),
          k: tokens(n),
          v: tokens(n),
          dOutput: tokens(n),
          causal: true,
        }),
      );
    const [small, large] = [await frame(500), await frame(1000)];
    expect([small.output.data.length, small.dK.data.length, small.logNormaliser.length]).toEqual([
      4000, 4000, 500,
    ]);
    expect(small.outputError).toBeLessThanOrEqual(1e-5);
    expect(large.memoryBytes).toBeLessThanOrEqual(2.2 * small.memoryBytes);
    const { dOutput: _, ...double } = attention;
    const exact = await only(engine.open(experiments.attention, double));
    const fast = await only(engine.open(experiments.fast_attention, double));
    for (const [i, x] of exact.output.data.entries())
      expect(Math.abs((fast.output.data[i] ?? Number.NaN) - x)).toBeLessThanOrEqual(1e-5);
  });
});
