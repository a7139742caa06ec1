/** Denoising on a line as it is shipped, behind the engine as the pages use it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, Experiment } from '../../web/src/engine/api';
import { better } from '../../web/src/engine/better';
import { beforeAfterDefaults } from '../../web/src/engine/generated/denoising';
import { experiments } from '../../web/src/engine/generated/experiments';
import { bits, engineOf, messageOf, refined } from './builds';
import { examples } from './examples';

interface LayerFrame {
  readonly layer: number;
}

const { particles: params, before_after: beforeAfter } = examples;

describe('denoising on a line', () => {
  let engine: Engine;
  beforeAll(() => {
    engine = engineOf(true);
  });

  it('seeks forward and back with identical bits', async () => {
    const run = await engine.open(experiments.particles, params);
    const first = await run.seek(7);
    const far = await run.seek(40);
    expect(far.layer).toBe(40);
    expect(bits(await run.seek(7))).toEqual(bits(first));
    expect(bits(await run.seek(40))).toEqual(bits(far));
    const fresh = await engine.open(experiments.particles, params);
    expect(bits(await fresh.seek(7))).toEqual(bits(first));
    run.dispose();
    fresh.dispose();
  });

  it('gives arrays of its own that later work does not touch', async () => {
    const run = await engine.open(experiments.particles, params);
    const frame = await run.seek(3);
    const kept = bits(frame);
    await run.seek(9);
    expect(frame.trail.data.length).toBe(4 * params.count);
    expect(bits(frame)).toEqual(kept);
    expect(frame.trail.data.buffer).not.toBe((await run.seek(3)).trail.data.buffer);
    run.dispose();
  });

  it('refines before-after until all draws are in', async () => {
    const run = await engine.open(experiments.before_after, beforeAfter);
    let frame = await run.seek(5);
    const seen = [frame.drawsAfter.length];
    for await (const next of better(run)) {
      frame = next;
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
    const bad = { ...params, [name]: value } as typeof params;
    expect(await messageOf(engine.open(experiments.particles, bad))).toMatch(
      new RegExp(`^particles: .*\\b${name}\\b`),
    );
    const badToo = { ...beforeAfter, [name]: value } as typeof beforeAfter;
    expect(await messageOf(engine.open(experiments.before_after, badToo))).toMatch(
      new RegExp(`^before_after: .*\\b${name}\\b`),
    );
    expect((await engine.stats()).objects).toBe(0);
  });

  it('keeps the landscape and the two stages at the layer asked for, and refines to the end', async () => {
    const landscape = await engine.open(experiments.energy_landscape, examples.energy_landscape);
    const frame = await landscape.seek(9);
    expect(frame).toMatchObject({ layer: 9, layers: 40, count: 30 });
    expect([frame.positions.length, frame.energyAfter.length]).toEqual([241, 241]);
    landscape.dispose();
    const stages = await engine.open(experiments.two_stage, examples.two_stage, { t: 0 });
    const frames = await refined(stages);
    expect(frames[0]).toMatchObject({ layer: 0, draws: 0 });
    expect(frames[0]?.mean).toEqual({ shape: [5, 0], data: new Float64Array() });
    expect(frames.at(-1)).toMatchObject({ draws: 40 });
    expect(frames.at(-1)?.mean.shape).toEqual([5, 41]);
    expect(frames.at(-1)?.mean.data.length).toBe(5 * 41);
    stages.dispose();
  });

  it('refuses a skip that is neither on nor off', async () => {
    const bad = { ...examples.two_stage, skip: 1 as never };
    expect(await messageOf(engine.open(experiments.two_stage, bad))).toBe(
      'two_stage: skip is number, expected true or false',
    );
  });

  it('takes the default of a query that is missing, and refuses one that is no number', async () => {
    const { query: _, ...missing } = beforeAfter;
    const [without, given] = await Promise.all([
      engine.open(experiments.before_after, missing),
      engine.open(experiments.before_after, { ...beforeAfter, query: beforeAfterDefaults.query }),
    ]);
    expect(bits(without.first)).toEqual(bits(given.first));
    for (const run of [without, given]) run.dispose();
    const told = /^before_after: .*\bquery\b/;
    for (const query of [Number.NaN, undefined as never])
      expect(await messageOf(engine.open(experiments.before_after, { ...beforeAfter, query }))).toMatch(told);
  });

  it('opens at the last layer, or at the one that is asked for, with the bits of a seek', async () => {
    for (const name of ['particles', 'before_after', 'energy_landscape', 'two_stage'] as const) {
      const experiment = experiments[name] as Experiment<object, LayerFrame>;
      const last = await engine.open(experiment, examples[name]);
      expect(last.first.layer).toBe(40);
      const ninth = await engine.open(experiment, examples[name], { t: 9 });
      expect(ninth.first.layer).toBe(9);
      expect(bits(await last.seek(9))).toEqual(bits(ninth.first));
      expect(bits(await ninth.seek(40))).toEqual(bits(last.first));
      for (const run of [last, ninth]) run.dispose();
    }
  });

  it.each([-1, 41, 2.5, Number.NaN])('is not opened at step %j, and leaves no object', async (t) => {
    expect(await messageOf(engine.open(experiments.particles, params, { t }))).toMatch(
      /^(run|particles): t is /,
    );
    expect((await engine.stats()).objects).toBe(0);
  });

  it.each([-1, 41, 2.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses step %j and stays where it is',
    async (t) => {
      const run = await engine.open(experiments.particles, params);
      const before = bits(await run.seek(6));
      expect(await messageOf(run.seek(t))).toMatch(/^(run|particles): t is /);
      expect(bits(await run.seek(6))).toEqual(before);
      run.dispose();
    },
  );

  it('frees every object, also of jobs that were given up', async () => {
    for (let i = 0; i < 20; i += 1) {
      const controller = new AbortController();
      const run = await engine.open(experiments.before_after, { ...beforeAfter, seed: i });
      const job = run.seek(40, controller.signal).catch(() => {});
      const late = engine.open(experiments.particles, params, { signal: controller.signal }).catch(() => {});
      controller.abort();
      run.dispose();
      await Promise.all([job, late]);
    }
    expect((await engine.stats()).objects).toBe(0);
  });

  it('needs no more memory after thirty large runs than after ten', async () => {
    const open = async (times: number) => {
      for (let i = 0; i < times; i += 1) {
        const run = await engine.open(
          experiments.particles,
          { ...params, count: 1000, layers: 1000 },
          { t: 0 },
        );
        run.dispose();
      }
      return (await engine.stats()).memoryBytes;
    };
    const bytes = await open(10);
    expect(await open(20)).toBe(bytes);
  });
});
