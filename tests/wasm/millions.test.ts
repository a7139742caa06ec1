/** The experiments with very many particles as they are shipped, both builds, behind the engine as the pages use it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, FrameOf } from '../../web/src/engine/api';
import { experiments } from '../../web/src/engine/generated/experiments';
import { accepted, bits, engineOf, loadBuild, messageOf, only, opened, refined } from './builds';
import { examples } from './examples';

const cloudParams = examples.million_particles;
const mseParams = examples.mse_depth;

/** All errors of an MSE frame, bar by bar. */
const errorsOf = ({ bars }: FrameOf<typeof experiments.mse_depth>): number[] =>
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

  it('seeks forward and back with identical bits in the flow of a cloud', async () => {
    const run = await engine.open(experiments.million_particles, cloudParams);
    const first = bits(await run.seek(5));
    await run.seek(12);
    expect(bits(await run.seek(5))).toEqual(first);
    run.dispose();
    expect((await engine.stats()).objects).toBe(0);
  });

  it.each([1, 37, 1000])('has the float kernel within its bound for %i particles', async (count) => {
    const run = await engine.open(experiments.million_particles, { ...cloudParams, count }, { t: 1 });
    expect(run.first.stepError).toBeLessThanOrEqual(1e-6);
    run.dispose();
  });

  it.each([{ shape: 3 }, { shape: 'cube' }, { shape: undefined }, { count: 2e6 }, { beta: null }])(
    'refuses bad parameters of the cloud: %j',
    async (bad) => {
      expect(
        await messageOf(engine.open(experiments.million_particles, { ...cloudParams, ...bad } as never)),
      ).toMatch(new RegExp(`^million_particles: .*\\b${Object.keys(bad)[0]}\\b`));
      expect((await engine.stats()).objects).toBe(0);
    },
  );

  it('completes the bars of the error one after the other, and says how far it is', async () => {
    const run = await engine.open(experiments.mse_depth, mseParams);
    const frames = await refined(run);
    expect(frames[0]).toMatchObject({ running: 0, layer: 0, progress: 0, matchedLayers: 25 });
    const progress = frames.map((frame) => frame.progress);
    expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
    const last = frames.at(-1) as FrameOf<typeof experiments.mse_depth>;
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
    const { module } = await loadBuild(experiments.mse_depth.part, simd);
    const [one, many] = [1, 1e6].map((budget) => {
      const run = opened(module, 'mse_depth', mseParams);
      let slices = 1;
      while (accepted(run.refine(budget)) === false) slices += 1;
      const frame = accepted(run.frame());
      run.delete();
      return { slices, frame: bits(frame) };
    });
    expect(one?.slices).toBeGreaterThan(many?.slices as number);
    expect(one?.frame).toEqual(many?.frame);

    const run = await engine.open(experiments.mse_depth, mseParams);
    const controller = new AbortController();
    const given = run.refine(controller.signal);
    controller.abort();
    await expect(given).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(bits((await refined(run)).at(-1) as FrameOf<typeof experiments.mse_depth>)).toEqual(one?.frame);
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
    const bad = { ...mseParams, [name]: value } as typeof mseParams;
    const core = name === 'betaC' ? 'beta_c' : name;
    expect(await messageOf(engine.open(experiments.mse_depth, bad))).toMatch(
      new RegExp(`^mse_depth: .*\\b${core}\\b`),
    );
    expect((await engine.stats()).objects).toBe(0);
  });

  it('names a list with an entry that is no number, and has one step only', async () => {
    const bad = { ...mseParams, counts: [40, '50'] } as unknown as typeof mseParams;
    expect(await messageOf(engine.open(experiments.mse_depth, bad))).toBe(
      'mse_depth: counts is string, expected an array of numbers',
    );
    const run = await engine.open(experiments.mse_depth, mseParams);
    expect(await messageOf(run.seek(1))).toMatch(/^mse_depth: t is 1/);
    run.dispose();
  });
});

describe('the SIMD and the scalar build', () => {
  it('give the same cloud to five digits', async () => {
    const [simd, scalar] = await Promise.all(
      [true, false].map((build) =>
        only(engineOf(build).open(experiments.million_particles, { ...cloudParams, count: 2000 }, { t: 6 })),
      ),
    );
    expect(simd?.distance.length).toBe(7);
    for (const [i, distance] of (simd?.distance ?? []).entries())
      expect(Math.abs(distance - (scalar?.distance[i] as number))).toBeLessThanOrEqual(1e-5);
  });

  it('give the same errors to five digits, where they come from single precision', async () => {
    const [simd = [], scalar = []] = await Promise.all(
      [true, false].map(async (build) => {
        const run = await engineOf(build).open(experiments.mse_depth, {
          ...mseParams,
          dimension: 3,
          layers: 40,
        });
        const last = (await refined(run)).at(-1) as FrameOf<typeof experiments.mse_depth>;
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
