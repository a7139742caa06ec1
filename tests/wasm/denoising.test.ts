/** The part `denoising` as it is shipped, both builds, behind the engine as the pages use it. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json';
import type { BeforeAfterParams, Engine, ParticlesParams } from '../../web/src/engine/api';
import type { DenoisingModule } from '../../web/src/engine/parts/denoising';
import { at, bits, engineOf, expectExports, loadBuild, membersOf, messageOf, refined } from './builds';

/** What TypeScript is told, as values: the compiler sees to it that nothing is missing here or too much. */
const declared: Record<keyof DenoisingModule, 'function' | 'object'> = {
  HEAPU8: 'object',
  version: 'function',
  selfTest: 'function',
  openParticles: 'function',
  openBeforeAfter: 'function',
  openLandscape: 'function',
  openTwoStage: 'function',
};
const params: BeforeAfterParams & ParticlesParams = {
  clock: 0,
  beta: 5,
  eta: 0.1,
  count: 30,
  layers: 40,
  centre: 1,
  sigma2: 0.3,
  seed: 7,
  query: 0.4,
};

describe.each([
  ['SIMD', true],
  ['scalar', false],
])('the %s build', (_, simd) => {
  let engine: Engine;
  beforeAll(() => {
    engine = engineOf(simd);
  });

  it('passes its self-test, and says its version', async () => {
    const { module, simd: chosen } = await loadBuild('denoising', simd);
    expect(module.selfTest()).toBeLessThanOrEqual(1e-5);
    expect(chosen).toBe(simd);
    expect(await engine.info()).toEqual({ version: packageJson.version, simd, worker: false });
  });

  it('exports what TypeScript is told, no less and no more', async () => {
    const module = (await loadBuild('denoising', simd)).module as DenoisingModule;
    expectExports(module, declared, ['ParticlesRun', 'BeforeAfterRun', 'LandscapeRun', 'TwoStageRun']);
    const still = ['delete', 'frame', 'seek'];
    const growing = ['delete', 'frame', 'refine', 'seek'];
    expect(membersOf(module.openParticles(params))).toEqual(still);
    expect(membersOf(module.openBeforeAfter(params))).toEqual(growing);
    expect(membersOf(module.openLandscape(params))).toEqual(still);
    expect(membersOf(module.openTwoStage({ ...params, skip: 1 }))).toEqual(growing);
  });

  it('seeks forward and back with identical bits', async () => {
    const run = await engine.denoising.particles(params);
    const first = await run.seek(7);
    const far = await run.seek(40);
    expect(far.layer).toBe(40);
    expect(bits(await run.seek(7))).toEqual(bits(first));
    expect(bits(await run.seek(40))).toEqual(bits(far));
    const fresh = await engine.denoising.particles(params);
    expect(bits(await fresh.seek(7))).toEqual(bits(first));
    run.dispose();
    fresh.dispose();
  });

  it('gives arrays of its own that later work does not touch', async () => {
    const run = await engine.denoising.particles(params);
    const frame = await run.seek(3);
    const kept = bits(frame);
    await run.seek(9);
    expect(frame.trail.length).toBe(4 * params.count);
    expect(bits(frame)).toEqual(kept);
    expect(frame.trail.buffer).not.toBe((await run.seek(3)).trail.buffer);
    run.dispose();
  });

  it('refines before-after until all draws are in', async () => {
    const run = await engine.denoising.beforeAfter(params);
    let frame = await run.seek(5);
    const seen = [frame.drawsAfter.length];
    for (let better = await run.refine?.(); better; better = await run.refine?.()) {
      frame = better;
      seen.push(frame.drawsAfter.length);
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(frame.layer).toBe(5);
    expect(frame.drawsAfter.length).toBe(frame.draws);
    run.dispose();
  });

  it.each([
    ['beta', 0],
    ['beta', -1],
    ['beta', Number.NaN],
    ['beta', Number.POSITIVE_INFINITY],
    ['beta', '5'],
    ['beta', null],
    ['beta', undefined],
    ['eta', Number.NaN],
    ['count', 0],
    ['count', 1e9],
    ['count', 2.5],
    ['count', true],
    ['layers', -1],
    ['layers', 1e9],
    ['centre', Number.NaN],
    ['sigma2', -1],
    ['sigma2', [0.3]],
    ['seed', -1],
    ['seed', 0.5],
  ])('refuses %s = %j naming function and argument', async (name, value) => {
    const bad = { ...params, [name]: value } as ParticlesParams & BeforeAfterParams;
    expect(await messageOf(engine.denoising.particles(bad))).toMatch(
      new RegExp(`^particles: .*\\b${name}\\b`),
    );
    expect(await messageOf(engine.denoising.beforeAfter(bad))).toMatch(
      new RegExp(`^before_after: .*\\b${name}\\b`),
    );
    expect((await engine.stats()).objects).toBe(0);
  });

  it('keeps the landscape and the two stages at the layer asked for, and refines to the end', async () => {
    const landscape = await engine.denoising.landscape(params);
    const frame = await landscape.seek(9);
    expect(frame).toMatchObject({ layer: 9, layers: 40, count: 30 });
    expect([frame.positions.length, frame.energyAfter.length]).toEqual([241, 241]);
    landscape.dispose();
    const stages = await engine.denoising.twoStage({ ...params, skip: 0 });
    const frames = await refined(stages);
    expect(frames[0]).toMatchObject({ layer: 0, draws: 0 });
    expect(frames[0]?.mean.length).toBe(0);
    expect(frames.at(-1)).toMatchObject({ draws: 40 });
    expect(frames.at(-1)?.mean.length).toBe(5 * 41);
    stages.dispose();
  });

  it('refuses a skip that is neither on nor off', async () => {
    const bad = { ...params, skip: 2 };
    expect(await messageOf(engine.denoising.twoStage(bad))).toBe(
      'two_stage: skip is 2, expected a whole number from 0 to 1',
    );
  });

  it('refuses a query that is missing or no number', async () => {
    const { query: _, ...missing } = params;
    const told = /^before_after: .*\bquery\b/;
    expect(await messageOf(engine.denoising.beforeAfter(missing as unknown as BeforeAfterParams))).toMatch(
      told,
    );
    expect(await messageOf(engine.denoising.beforeAfter({ ...params, query: Number.NaN }))).toMatch(told);
  });

  it.each([-1, 41, 2.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses step %j and stays where it is',
    async (t) => {
      const run = await engine.denoising.particles(params);
      const before = bits(await run.seek(6));
      expect(await messageOf(run.seek(t))).toMatch(/^(seek|particles): /);
      expect(bits(await run.seek(6))).toEqual(before);
      run.dispose();
    },
  );

  it('frees every object, also of jobs that were given up', async () => {
    for (let i = 0; i < 20; i += 1) {
      const controller = new AbortController();
      const run = await engine.denoising.beforeAfter({ ...params, seed: i });
      const job = run.seek(40, controller.signal).catch(() => {});
      const late = engine.denoising.particles(params, controller.signal).catch(() => {});
      controller.abort();
      run.dispose();
      await Promise.all([job, late]);
    }
    expect((await engine.stats()).objects).toBe(0);
  });

  it('needs no more memory after thirty large runs than after ten', async () => {
    const open = async (times: number) => {
      for (let i = 0; i < times; i += 1) {
        const run = await engine.denoising.particles({ ...params, count: 1000, layers: 1000 });
        await run.seek(0);
        run.dispose();
      }
      return (await engine.stats()).memoryBytes;
    };
    const bytes = await open(10);
    expect(await open(20)).toBe(bytes);
  });
});

describe('the SIMD and the scalar build', () => {
  it('give the same bits', async () => {
    const frames = await Promise.all(
      [true, false].map(async (simd) => {
        const { denoising } = engineOf(simd);
        const particles = await denoising.particles(params);
        const beforeAfter = await denoising.beforeAfter(params);
        const first = await beforeAfter.seek(5);
        let last = first;
        for (let better = await beforeAfter.refine?.(); better; better = await beforeAfter.refine?.())
          last = better;
        return [await particles.seek(0), await particles.seek(40), first, last].map(bits);
      }),
    );
    expect(frames[0]).toEqual(frames[1]);
  });

  it('are two different files', async () => {
    const [simd, scalar] = await Promise.all([
      readFile(at('denoising.simd.wasm')),
      readFile(at('denoising.scalar.wasm')),
    ]);
    expect(simd.equals(scalar)).toBe(false);
  });
});
