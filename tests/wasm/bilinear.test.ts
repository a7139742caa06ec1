/** The part `bilinear` as it is shipped, both builds, behind the engine as the pages use it. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../web/src/engine/api';
import type {
  AttentionParams,
  FlashParams,
  HeadsParams,
  Matrix,
  NormParams,
  SoftmaxParams,
} from '../../web/src/engine/bilinear';
import type { BilinearModule } from '../../web/src/engine/parts/bilinear';
import { bits, engineOf, expectExports, loadBuild, membersOf, messageOf } from './builds';

const declared: Record<keyof BilinearModule, 'function' | 'object'> = {
  HEAPU8: 'object',
  version: 'function',
  selfTest: 'function',
  openSoftmax: 'function',
  openAttention: 'function',
  openHeads: 'function',
  openFlash: 'function',
  openFastAttention: 'function',
  openNorm: 'function',
};

/** Numbers without a pattern, the same each time. */
function matrix(rows: number, cols: number, seed: number): Matrix {
  const data = Float64Array.from({ length: rows * cols }, (_, i) => Math.sin(12.9898 * (i + 1) * seed) * 1.5);
  return { rows, cols, data };
}

const softmax: SoftmaxParams = { scores: [2, 1, 0], temperature: 0.5, weights: [0.2, 0.3, 0.5] };
const attention: AttentionParams = {
  q: matrix(3, 2, 1),
  k: matrix(4, 2, 2),
  v: matrix(4, 3, 3),
  dOutput: matrix(3, 3, 4),
};
const everything: AttentionParams = {
  ...attention,
  metric: matrix(2, 2, 5),
  relative: matrix(6, 2, 6),
  softcap: 2,
  bias: { ...matrix(3, 4, 7), data: [0, 0.5, -Infinity, 1, 0, 0, 0, 0, -0.5, 0, 0, 0] },
  temperature: 0.7,
  causal: true,
  keyLength: 3,
  allowed: { rows: 3, cols: 4, data: [1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1] },
};
const heads: HeadsParams = {
  x: matrix(4, 3, 8),
  wQ: [matrix(3, 2, 9), matrix(3, 2, 10)],
  wK: [matrix(3, 2, 11)],
  wV: [matrix(3, 2, 12)],
  wO: [matrix(2, 3, 13), matrix(2, 3, 14)],
};
const flash: FlashParams = { q: attention.q, k: attention.k, v: attention.v, block: 3, causal: true };
const norm: NormParams = {
  x: matrix(2, 4, 15),
  scale: [1, 2, 3, 4],
  bias: [0, 0, 1, 1],
  dOutput: matrix(2, 4, 16),
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

/** The frame of a run's only state. */
async function only<Frame>(
  opened: Promise<{ seek(t: number): Promise<Frame>; dispose(): void }>,
): Promise<Frame> {
  const run = await opened;
  const frame = await run.seek(0);
  run.dispose();
  return frame;
}

describe.each([
  ['SIMD', true],
  ['scalar', false],
])('the %s build', (_, simd) => {
  let engine: Engine;
  beforeAll(() => {
    engine = engineOf(simd);
  });

  it('passes its self-test and exports what TypeScript is told, no less and no more', async () => {
    const module = (await loadBuild('bilinear', simd)).module as BilinearModule;
    expect(module.selfTest()).toBeLessThanOrEqual(1e-5);
    expectExports(module, declared, [
      'SoftmaxRun',
      'AttentionRun',
      'HeadsRun',
      'FlashRun',
      'FastAttentionRun',
      'NormRun',
    ]);
    for (const run of [
      module.openSoftmax(softmax),
      module.openAttention(attention),
      module.openHeads(heads),
      module.openFlash(flash),
      module.openFastAttention(attention),
      module.openNorm(norm),
    ])
      expect(membersOf(run)).toEqual(['delete', 'frame', 'seek']);
  });

  it('shows worked example 2 with the right table, and residuals near 0', async () => {
    const frame = await only(engine.bilinear.softmax(softmax));
    const a = await expected('softmax_example2_table.json', 'A');
    // Its second row is at T = 0.5.
    closeTo(frame.weights, a.slice(3, 6));
    expect(frame.gap).toBeGreaterThan(0.1);
    for (const error of [frame.weightError, frame.identityError, frame.jacobianError])
      expect(error).toBeLessThanOrEqual(1e-14);
    expect((await only(engine.bilinear.softmax({ ...softmax, temperature: 0 }))).jacobian.length).toBe(0);
  });

  it('shows attention with its gradients, which agree with central differences', async () => {
    for (const params of [attention, everything]) {
      const frame = await only(engine.bilinear.attention(params));
      expect(frame.verified).toBe(true);
      expect(frame.gradientError).toBeLessThanOrEqual(1e-7);
      expect(frame.weightError).toBeLessThanOrEqual(1e-14);
      expect(frame.dBias.length).toBe(12);
    }
    const { dOutput: _, ...forward } = attention;
    const frame = await only(engine.bilinear.attention(forward));
    expect([frame.verified, frame.dQ.length, frame.dTemperature]).toEqual([false, 0, 0]);
  });

  it('takes worked example 1, and arrays of either kind', async () => {
    const example = {
      q: { rows: 2, cols: 2, data: [1, 0, 0, 1] },
      k: { rows: 3, cols: 2, data: Float32Array.of(1, 0, 0, 1, 1, 1) },
      v: { rows: 3, cols: 2, data: Float64Array.of(2, 0, 0, 2, 1, 1) },
    };
    const frame = await only(engine.bilinear.attention(example));
    closeTo(frame.output, await expected('attention_worked_example1.json', 'O'));
  });

  it('shows heads that share their keys', async () => {
    const frame = await only(engine.bilinear.heads(heads));
    expect(frame.heads.length).toBe(2);
    expect(frame.diversity).toBeGreaterThan(0);
    expect(frame.sumError).toBeLessThanOrEqual(1e-14);
  });

  it('goes through blocks of keys and back, with attention of the keys so far at each step', async () => {
    const run = await engine.bilinear.flash(flash);
    for (const t of [0, 2, 1]) {
      const frame = await run.seek(t);
      expect([frame.block, frame.blocks]).toEqual([t, 2]);
      expect(frame.outputError).toBeLessThanOrEqual(1e-14);
    }
    run.dispose();
  });

  it('has float kernels that agree with the double path, and memory that grows with the tokens', async () => {
    const tokens = (n: number) => matrix(n, 8, 17);
    const frame = async (n: number) =>
      only(
        engine.bilinear.fastAttention({
          q: tokens(n),
          k: tokens(n),
          v: tokens(n),
          dOutput: tokens(n),
          causal: true,
        }),
      );
    const [small, large] = [await frame(500), await frame(1000)];
    expect([small.output.length, small.dK.length, small.logNormaliser.length]).toEqual([4000, 4000, 500]);
    expect(small.outputError).toBeLessThanOrEqual(1e-5);
    expect(large.memoryBytes).toBeLessThanOrEqual(2.2 * small.memoryBytes);
    const { dOutput: _, ...double } = attention;
    const exact = await only(engine.bilinear.attention(double));
    const fast = await only(engine.bilinear.fastAttention(double));
    for (const [i, x] of exact.output.entries())
      expect(Math.abs((fast.output[i] ?? Number.NaN) - x)).toBeLessThanOrEqual(1e-5);
  });

  it('normalises rows, and has no bias with rms', async () => {
    const frame = await only(engine.bilinear.norm(norm));
    expect(frame.dBias.length).toBe(4);
    expect(frame.invarianceError).toBeLessThanOrEqual(1e-14);
    const { bias: _, ...without } = norm;
    expect((await only(engine.bilinear.norm({ ...without, rms: true }))).dBias.length).toBe(0);
  });

  it('refuses by name what does not fit', async () => {
    const { q } = attention;
    const refusals: [AttentionParams, string][] = [
      [{ ...attention, q: { ...q, rows: 2 } }, 'attention: q is 6 numbers, expected 2 x 2'],
      // In 32 bits their product is 0, and no number would be just right.
      [
        { ...attention, q: { rows: 65536, cols: 65536, data: [] } },
        'attention: q is 65536 x 65536, expected at most 268435455 numbers',
      ],
      [
        { ...attention, q: matrix(65536, 1, 1), k: matrix(65536, 1, 2), v: matrix(65536, 1, 3) },
        'attention_forward: the score of every query and key is 65536 x 65536, expected at most 268435455 numbers',
      ],
      [{ ...attention, q: null as never }, 'attention: q is null, expected {rows, cols, data}'],
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
      expect(await messageOf(engine.bilinear.attention(params))).toBe(message);
    expect(await messageOf(engine.bilinear.heads({ ...heads, wK: [] }))).toBe(
      'multihead_forward: weights.w_k is 0 matrices, expected a number that divides that of the query heads, 2',
    );
  });
});

it('gives the same bits in both builds', async () => {
  const [simd, scalar] = [engineOf(true), engineOf(false)];
  for (const ask of [
    (engine: Engine) => only(engine.bilinear.softmax(softmax)),
    (engine: Engine) => only(engine.bilinear.attention(everything)),
    (engine: Engine) => only(engine.bilinear.heads(heads)),
    (engine: Engine) => only(engine.bilinear.norm(norm)),
  ])
    expect(bits(await ask(simd))).toEqual(bits(await ask(scalar)));
});
