/** The experiment that trains for the tests: a part of its own, through the engine, and nowhere on a page. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { initialState } from '../../web/src/element/address/state';
import { answer } from '../../web/src/element/session/answer';
import type { At, Engine, Experiment, Run } from '../../web/src/engine/api';
import { better } from '../../web/src/engine/better';
import { createEngine } from '../../web/src/engine/client';
import type { CoreRun, PartModule, TrainingCore } from '../../web/src/engine/core';
import { experiments } from '../../web/src/engine/generated/experiments';
import type { LoadedPart, LoadPart } from '../../web/src/engine/load';
import type { Figure } from '../../web/src/figures/declare';
import { leastSquares } from '../web/models/parts';
import { modelTraining } from '../web/models/training';
import { accepted, bits, loadBuild, membersOf, messageOf } from './builds';
import { described } from './described';
import { examples } from './examples';

interface Frame {
  readonly step: number;
  readonly steps: number;
  readonly frontier: number;
  readonly loss: number;
  readonly weights: Float64Array;
  readonly truth: Float64Array;
  readonly batchLoss: Float64Array;
  readonly every: number;
}

const members: Record<keyof (CoreRun & TrainingCore), true> = {
  opens: true,
  refines: true,
  seek: true,
  refine: true,
  frame: true,
  frontier: true,
  save: true,
  restore: true,
  keepWithin: true,
  delete: true,
};

const load = (): Promise<LoadedPart> => loadBuild(leastSquares.part, true);

const engineOf = (loader: LoadPart = load): Engine =>
  createEngine({
    startWorker: () => {
      throw new Error('no worker in Node');
    },
    load: loader,
  });

const open = (engine: Engine, params: object, at?: At): Promise<Run<Frame>> =>
  engine.open(leastSquares as Experiment<object, Frame>, params, at);

type Training = CoreRun & TrainingCore;
const opened = (module: PartModule, params: object): Training =>
  accepted(module.open('least_squares', params)) as Training;

function fnv1a(bytes: Uint8Array): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

describe('the part with a model', () => {
  it('is for the tests: the pages know neither it nor what is in it', async () => {
    const folder = fileURLToPath(new URL('../../web/src', import.meta.url));
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|html|json)$/.test(file)) continue;
      expect(readFileSync(`${folder}/${file}`, 'utf8'), file).not.toMatch(/least[_-]squares|#wasm\/models/);
    }
    expect((await described()).map(({ name }) => name)).not.toContain('least_squares');
    expect(Object.keys(experiments)).not.toContain('least_squares');
  });

  it('has runs with what TypeScript is told, and parts without such runs have less', async () => {
    const run = opened((await load()).module, {});
    expect(membersOf(run)).toEqual(Object.keys(members).sort());
    expect(run.frontier()).toBe(0);
    run.delete();
    const other = (await loadBuild(experiments.particles.part, false)).module.open(
      'particles',
      examples.particles,
    ) as CoreRun;
    expect(membersOf(other)).not.toContain('save');
    other.delete();
  });

  it('saves the bits that the native core saves', async () => {
    const run = opened((await load()).module, {});
    while (!accepted(run.seek(1000, 100)));
    expect(fnv1a(accepted(run.save()))).toBe(0xe43fde989b601d3n);
    run.delete();
  });

  it('keeps less when told to, and shows every step with the same bits', async () => {
    const { module } = await load();
    const run = opened(module, { size: 2000, steps: 800 });
    const shown = (t: number) => {
      let slices = 1;
      while (!accepted(run.seek(t, 1))) slices += 1;
      return { slices, bits: bits(accepted(run.frame())) };
    };
    shown(800);
    const steps = [799, 400, 17, 1, 800];
    const before = steps.map(shown);
    expect(before.map(({ slices }) => slices)).toEqual([1, 1, 1, 1, 1]);
    accepted(run.keepWithin(2e6));
    const after = steps.map(shown);
    expect(after.map(({ bits }) => bits)).toEqual(before.map(({ bits }) => bits));
    expect(after.map(({ slices }) => slices)).not.toEqual([1, 1, 1, 1, 1]);
    expect(run.keepWithin(-1)).toMatchObject({ error: expect.stringContaining('run: bytes is -1') });
    run.delete();
  });

  it('refuses bytes of any other run, and anything that is no bytes', async () => {
    const { module } = await load();
    const run = opened(module, { size: 3 });
    const other = opened(module, { size: 4 });
    accepted(run.seek(10, 100));
    const before = bits(accepted(run.frame()));
    const refusals = [
      other.save(),
      new Uint8Array(0),
      accepted(run.save()).slice(0, -1),
      7,
      null,
      [1, 2],
    ].map((bytes) => (run.restore(bytes as Uint8Array) as { error: string }).error);
    expect(refusals).toEqual([
      'least_squares: the saved run has other parameters',
      'least_squares: these bytes are no saved run',
      'least_squares: the saved run is damaged or cut off',
      'restore: expected bytes',
      'restore: expected bytes',
      'restore: expected bytes',
    ]);
    expect(bits(accepted(run.frame()))).toEqual(before);
    run.delete();
    other.delete();
  });

  it('refuses bytes that it has no memory for, and goes on', async () => {
    const run = opened((await load()).module, {});
    accepted(run.seek(10, 100));
    const before = bits(accepted(run.frame()));
    // All that an address can name; nothing is written to it.
    expect(run.restore(new Uint8Array(2 ** 32))).toEqual({ error: 'not enough memory' });
    expect(bits(accepted(run.frame()))).toEqual(before);
    run.delete();
  });
});

describe('a run that trains', () => {
  it('opens at its opening step, trains ahead, and keeps what it shows', async () => {
    const heard: number[] = [];
    const run = await open(engineOf(), {}, { progress: (frontier) => heard.push(frontier) });
    expect(run.first).toMatchObject({ step: 600, steps: 5000, frontier: 600, every: 2 });
    let last = run.first;
    for await (const frame of better(run)) last = frame;
    expect(last).toMatchObject({ step: 600, frontier: 5000, every: 10 });
    expect(last.batchLoss.length).toBe(500);
    expect(last.weights).toEqual(run.first.weights);
    expect(heard.at(-1)).toBe(5000);
    expect((await run.seek(5000)).loss).toBeLessThan(0.004);
    run.dispose();
  });

  it.each([8, 2000])('is scrubbed back with the same bits, with %i unknowns', async (size) => {
    const engine = engineOf();
    const run = await open(engine, { size }, { t: 5000 });
    const there = await Promise.all(
      [1, 777, 2500, 4999].map(async (t) => (await open(engine, { size }, { t })).first.weights),
    );
    const back = [];
    for (const t of [4999, 2500, 777, 1]) back.unshift((await run.seek(t)).weights);
    expect(back).toEqual(there);
  });

  it('is shown on a poster as it opens, with nothing trained ahead', async () => {
    const figure = modelTraining as unknown as Figure;
    const { values, t = 0 } = initialState(figure);
    const frame = (await answer(figure, engineOf(), values, t)) as Frame;
    expect(t).toBe(200);
    expect(frame).toMatchObject({ step: 200, frontier: 200 });
  });

  it('goes on in a new core after a trap, with the same bits', async () => {
    let traps = 0;
    const trapping = async (): Promise<LoadedPart> => {
      const part = await load();
      const open = (name: string, params: object) => {
        const run = part.module.open(name, params) as Training;
        const { refine } = run;
        run.refine = (budget) => {
          if (traps === 0 && (run.frontier() ?? 0) > 300) {
            traps += 1;
            throw new WebAssembly.RuntimeError('unreachable');
          }
          return refine.call(run, budget);
        };
        return run;
      };
      return { ...part, module: { ...part.module, open } as PartModule };
    };
    const wide = { size: 1000, steps: 1500 };
    const expected = (await open(engineOf(), wide, { t: 1500 })).first;
    const run = await open(engineOf(trapping), wide, { t: 40 });
    for await (const frame of better(run)) expect(frame.step).toBe(40);
    expect(traps).toBe(1);
    expect(bits(await run.seek(1500))).toEqual(bits(expected));
  });

  it('is carried over by its bytes', async () => {
    const run = await open(engineOf(), { seed: 3 }, { t: 1234 });
    const save = await run.save();
    const other = await open(engineOf(), { seed: 3 }, { t: 2000, save });
    expect(bits(other.first)).toEqual(bits(await run.seek(2000)));
    expect(await messageOf(open(engineOf(), { seed: 4 }, { save }))).toBe(
      'least_squares: the saved run has other parameters',
    );
  });
});
