/** The part `flows` as it is shipped, both builds, behind the engine as the pages use it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type {
  CloudParams,
  Engine,
  GaussianFlowParams,
  MseFrame,
  MseParams,
  VarianceParams,
} from '../../web/src/engine/api';
import type { FlowsModule } from '../../web/src/engine/parts/flows';
import { bits, engineOf, expectExports, loadBuild, membersOf, messageOf, refined } from './builds';

/** What TypeScript is told, as values: the compiler sees to it that nothing is missing here or too much. */
const declared: Record<keyof FlowsModule, 'function' | 'object'> = {
  HEAPU8: 'object',
  version: 'function',
  selfTest: 'function',
  openVariance: 'function',
  openGaussianFlow: 'function',
  openCloud: 'function',
  openMse: 'function',
};

const varianceParams: VarianceParams = { beta: 5, sigma2: 0.25, count: 20, layers: 30, seed: 7 };
const gaussianParams: GaussianFlowParams = { ...varianceParams, major: 1, minor: 0.1, angle: 0.5 };
const cloudParams: CloudParams = { shape: 1, count: 3000, sigma2: 0.03, beta: 60, layers: 20, seed: 7 };
const mseParams: MseParams = {
  dimension: 2,
  counts: [40, 1100],
  centre: 1,
  variance: 0.025,
  sigma2: 0.5,
  beta: 10,
  eta: 0.1,
  layers: 12,
  betaC: 0,
  repeats: 2,
  seed: 7,
  tied: true,
};

/** All errors of an MSE frame, bar by bar. */
const errorsOf = ({ bars }: MseFrame): number[] =>
  bars.flatMap(({ twoStage, stage1Only, stage2Only, noisy }) =>
    [twoStage, stage1Only, stage2Only, noisy].flatMap(({ values, mean, sd }) => [...values, mean, sd]),
  );

describe.each([
  ['SIMD', true],
  ['scalar', false],
])('the %s build', (_, simd) => {
  let engine: Engine;
  beforeAll(() => {
    engine = engineOf(simd);
  });

  it('passes its self-test and exports what TypeScript is told, no less and no more', async () => {
    const module = (await loadBuild('flows', simd)).module as FlowsModule;
    expect(module.selfTest()).toBeLessThanOrEqual(1e-5);
    expectExports(module, declared, ['VarianceRun', 'GaussianFlowRun', 'CloudRun', 'MseRun']);
    const still = ['delete', 'frame', 'seek'];
    const growing = ['delete', 'frame', 'refine', 'seek'];
    expect(membersOf(module.openVariance(varianceParams))).toEqual(growing);
    expect(membersOf(module.openGaussianFlow(gaussianParams))).toEqual(still);
    expect(membersOf(module.openCloud(cloudParams))).toEqual(still);
    expect(membersOf(module.openMse(mseParams))).toEqual(growing);
  });

  it('knows the theory of the variance at once and fills in the draws', async () => {
    const run = await engine.denoising.variance(varianceParams);
    const frames = await refined(run);
    expect(frames[0]).toMatchObject({ layer: 0, layers: 30, draws: 0, matchedTime: 0.125 });
    expect(frames[0]?.exact.length).toBe(31);
    expect(frames.at(-1)).toMatchObject({ draws: 20 });
    expect(frames.at(-1)?.mean.length).toBe(31);
    run.dispose();
  });

  it('seeks forward and back with identical bits in the flows of clouds', async () => {
    for (const run of [
      await engine.denoising.gaussianFlow(gaussianParams),
      await engine.denoising.cloud(cloudParams),
    ]) {
      const first = bits(await run.seek(5));
      await run.seek(12);
      expect(bits(await run.seek(5))).toEqual(first);
      run.dispose();
    }
    expect((await engine.stats()).objects).toBe(0);
  });

  it.each([
    ['variance', { beta: 0 }],
    ['variance', { count: 1 }],
    ['variance', { sigma2: '1' }],
    ['gaussianFlow', { minor: 3 }],
    ['gaussianFlow', { angle: Number.NaN }],
    ['cloud', { shape: 3 }],
    ['cloud', { count: 2e6 }],
    ['cloud', { beta: null }],
  ] as const)('refuses bad parameters of %s: %j', async (name, bad) => {
    const all = { variance: varianceParams, gaussianFlow: gaussianParams, cloud: cloudParams };
    const params = { ...all[name], ...bad } as unknown as CloudParams & GaussianFlowParams;
    const core = name === 'gaussianFlow' ? 'gaussian_flow' : name;
    expect(await messageOf(engine.denoising[name](params))).toMatch(
      new RegExp(`^${core}: .*\\b${Object.keys(bad)[0]}\\b`),
    );
    expect((await engine.stats()).objects).toBe(0);
  });

  it('completes the bars of the error one after the other, and says how far it is', async () => {
    const run = await engine.denoising.mse(mseParams);
    const frames = await refined(run);
    expect(frames[0]).toMatchObject({ running: 0, layer: 0, progress: 0, matchedLayers: 25 });
    const progress = frames.map((frame) => frame.progress);
    expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
    const last = frames.at(-1) as MseFrame;
    expect(last).toMatchObject({ running: -1, progress: 1 });
    expect(last.bars.map(({ count, twoStage }) => [count, twoStage.values.length])).toEqual([
      [40, 2],
      [1100, 2],
    ]);
    const [one = Number.NaN, two = Number.NaN] = last.bars[1]?.twoStage.values ?? [];
    expect(last.bars[1]?.twoStage.mean).toBeCloseTo((one + two) / 2, 12);
    expect(last.bars[1]?.twoStage.sd).toBeCloseTo(Math.abs(one - two) / Math.SQRT2, 12);
    run.dispose();
  });

  it('computes the same errors in slices of any size, and after one that was given up', async () => {
    const module = (await loadBuild('flows', simd)).module as FlowsModule;
    const [one, many] = [1, 1e6].map((budget) => {
      const run = module.openMse(mseParams);
      if ('error' in run) throw new Error(run.error);
      let slices = 1;
      while (run.refine?.(budget) === false) slices += 1;
      const frame = run.frame();
      run.delete();
      return { slices, frame: bits(frame) };
    });
    expect(one?.slices).toBeGreaterThan(many?.slices as number);
    expect(one?.frame).toEqual(many?.frame);

    const run = await engine.denoising.mse(mseParams);
    await run.seek(0);
    const controller = new AbortController();
    const given = run.refine?.(controller.signal);
    controller.abort();
    await expect(given).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(bits((await refined(run)).at(-1) as MseFrame)).toEqual(one?.frame);
    run.dispose();
    expect((await engine.stats()).objects).toBe(0);
  });

  it.each([
    ['dimension', 0],
    ['dimension', 17],
    ['dimension', '4'],
    ['counts', 1000],
    ['counts', {}],
    ['counts', []],
    ['counts', [40, 40]],
    ['counts', [40, 1e6]],
    ['counts', [0]],
    ['counts', [2.5]],
    ['centre', Number.NaN],
    ['variance', -1],
    ['sigma2', 0],
    ['beta', 0],
    ['eta', 2],
    ['layers', -1],
    ['betaC', -1],
    ['repeats', 0],
    ['seed', 0.5],
    ['tied', 1],
    ['tied', undefined],
  ])('refuses %s = %j in the error experiment', async (name, value) => {
    const bad = { ...mseParams, [name]: value } as MseParams;
    const core = name === 'betaC' ? 'beta(_c|C)' : name;
    expect(await messageOf(engine.denoising.mse(bad))).toMatch(new RegExp(`^mse: .*\\b${core}\\b`));
    expect((await engine.stats()).objects).toBe(0);
  });

  it('names the entry of a list that is no number, and has one step only', async () => {
    const bad = { ...mseParams, counts: [40, '50'] } as unknown as MseParams;
    expect(await messageOf(engine.denoising.mse(bad))).toBe(
      'mse: an entry of counts is string, expected a number',
    );
    const run = await engine.denoising.mse(mseParams);
    expect(await messageOf(run.seek(1))).toMatch(/^seek: t is 1/);
    run.dispose();
  });
});

describe('the SIMD and the scalar build', () => {
  it('give the same bits where all is in double precision', async () => {
    const frames = await Promise.all(
      [true, false].map(async (simd) => {
        const { denoising } = engineOf(simd);
        const variance = await refined(await denoising.variance(varianceParams));
        const flow = await denoising.gaussianFlow(gaussianParams);
        return [variance.at(-1) as object, await flow.seek(30)].map(bits);
      }),
    );
    expect(frames[0]).toEqual(frames[1]);
  });

  it('give the same errors to five digits, where they come from single precision', async () => {
    const [simd = [], scalar = []] = await Promise.all(
      [true, false].map(async (build) => {
        const run = await engineOf(build).denoising.mse({ ...mseParams, dimension: 3, layers: 40 });
        const last = (await refined(run)).at(-1) as MseFrame;
        run.dispose();
        return errorsOf(last);
      }),
    );
    expect(simd.length).toBe(2 * 4 * 4);
    for (const [i, error] of simd.entries()) {
      expect(Math.abs(error - (scalar[i] as number))).toBeLessThanOrEqual(1e-5);
    }
  });
});
