import { describe, expect, it } from 'vitest';
import type { CoreRun } from '../../../web/src/engine/core';
import { createPause } from '../../../web/src/engine/pause';
import { experiments, FakeCore, params, settled } from './fakes';
import { setUp, withRuns } from './hosts';

describe('slices', () => {
  it('grow until one takes about eight milliseconds, and end exactly at the step asked for', async () => {
    const { core, send, answered, answers } = await withRuns(1);
    core.cost = 0.1;
    send({ kind: 'seek', id: 2, run: 1, t: 500 });
    await answered(2);
    expect(core.slices.map((s) => s.units)).toEqual([1, 4, 16, 64, 80, 80, 80, 80, 80, 15]);
    expect(answers).toMatchObject([{ kind: 'done', id: 2, value: { layer: 500 } }]);
  });

  it('shrink when the work turns out to be slower, but always move on', async () => {
    const { core, send, answered } = await withRuns(1);
    core.cost = 0.1;
    send({ kind: 'seek', id: 2, run: 1, t: 400 });
    await answered(2);
    core.slices.length = 0;
    core.cost = 20;
    send({ kind: 'seek', id: 3, run: 1, t: 500 });
    await answered(3);
    expect(core.slices.map((s) => s.units)).toEqual([80, ...Array(20).fill(1)]);
  });

  it('of several runs take turns', async () => {
    const { core, send, answered } = await withRuns(1, 2);
    core.cost = 8;
    send({ kind: 'seek', id: 3, run: 1, t: 3 });
    send({ kind: 'seek', id: 4, run: 2, t: 3 });
    await Promise.all([answered(3), answered(4)]);
    expect(core.slices.map((s) => s.seed)).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('leave room for a message that gives the job up', async () => {
    const { core, send, answered, answers } = await withRuns(1);
    core.cost = 8;
    send({ kind: 'seek', id: 2, run: 1, t: 1000 });
    await createPause()();
    await createPause()();
    send({ kind: 'drop', id: 2 });
    const done = core.slices.length;
    await settled();
    expect(done).toBeGreaterThan(0);
    expect(core.slices.length).toBe(done);
    expect(answers).toEqual([]);
    send({ kind: 'seek', id: 3, run: 1, t: 0 });
    await answered(3);
    expect(answers).toMatchObject([{ kind: 'done', id: 3, value: { layer: 0 } }]);
  });
});

describe('an opening', () => {
  it('answers once, with the frame of the step that the experiment opens at', async () => {
    const { core, send, open, answered, answers } = setUp();
    core.opensAt = 12;
    send(open(1));
    await answered(1);
    await settled();
    expect(answers).toMatchObject([{ kind: 'done', id: 1, value: { frame: { layer: 12 }, refines: false } }]);
    expect(core.frames.length).toBe(1);
  });

  it('answers with the frame of the step that was asked for, 0 included', async () => {
    const { core, send, open, answered, answers } = setUp();
    core.opensAt = 12;
    send({ ...open(1), t: 30 });
    send({ ...open(2), t: 0 });
    await Promise.all([answered(1), answered(2)]);
    expect(answers.map((answer) => answer.kind)).toEqual(['done', 'done']);
    expect(answers).toContainEqual(
      expect.objectContaining({
        id: 1,
        value: { frame: expect.objectContaining({ layer: 30 }), refines: false },
      }),
    );
    expect(answers).toContainEqual(
      expect.objectContaining({
        id: 2,
        value: { frame: expect.objectContaining({ layer: 0 }), refines: false },
      }),
    );
  });

  it('is worked on in slices, and takes turns with the other runs', async () => {
    const { core, send, open, answered } = await withRuns(1, 2);
    core.cost = 8;
    send({ ...open(3), t: 3 });
    send({ kind: 'seek', id: 4, run: 1, t: 3 });
    await Promise.all([answered(3), answered(4)]);
    expect(core.slices.map((slice) => slice.seed).sort()).toEqual([1, 1, 1, 3, 3, 3]);
    expect(core.slices.slice(0, 2).map((slice) => slice.seed)).not.toEqual([1, 1]);
  });

  it.each(['open', 'seek'] as const)(
    'that takes long lets what a hand holds go first, with at most the slice in hand before each %s, and is answered all the same',
    async (kind) => {
      const { core, send, open, answered } = await withRuns(1);
      core.cost = 8;
      send({ ...open(2), t: 100 });
      while (core.slices.length < 4) await createPause()();
      for (let id = 10; id < 20; id += 1) {
        const start = core.slices.length;
        // Two slices of work each time.
        if (kind === 'open') send({ ...open(id), t: 2 });
        else send({ kind, id, run: 1, t: 2 * (id - 9) });
        await answered(id);
        const seeds = core.slices.slice(start).map(({ seed }) => seed);
        expect(seeds.filter((seed) => seed === 2).length).toBeLessThanOrEqual(1);
        expect(seeds.filter((seed) => seed !== 2).length).toBe(2);
      }
      await answered(2);
    },
  );

  it('refused at its step leaves no object and no run', async () => {
    const { core, send, open, answered, answers } = await withRuns(1);
    send({ ...open(2), t: -1 });
    await answered(2);
    expect([core.opened, core.alive]).toEqual([2, 1]);
    send({ kind: 'seek', id: 3, run: 2, t: 0 });
    send({ kind: 'stats', id: 4 });
    await settled();
    expect(answers).toEqual([
      { kind: 'refused', id: 2, message: 'seek: t is -1, expected 0 to 1000' },
      { kind: 'refused', id: 3, message: 'seek: this run is not open' },
      { kind: 'done', id: 4, value: { objects: 1, memoryBytes: 1024 } },
    ]);
  });

  it('whose first frame is refused leaves no object', async () => {
    const { core, send, open, answered, answers } = setUp();
    const module = core.module();
    core.module = () => ({
      ...module,
      open: (name, raw) => ({
        ...(module.open(name, raw) as CoreRun),
        frame: () => ({ error: 'particles: not enough memory' }),
      }),
    });
    send(open(1));
    await answered(1);
    await settled();
    expect(answers).toEqual([{ kind: 'refused', id: 1, message: 'particles: not enough memory' }]);
    expect([core.opened, core.alive]).toEqual([1, 0]);
  });

  it('given up on its way to its step leaves no object and is not answered', async () => {
    const { core, send, open, answers } = await withRuns(1);
    core.cost = 8;
    send({ ...open(2), t: 900 });
    while (core.slices.length < 2) await createPause()();
    expect(core.alive).toBe(2);
    send({ kind: 'drop', id: 2 });
    const done = core.slices.length;
    await settled();
    expect(core.slices.length).toBe(done);
    expect(answers).toEqual([]);
    expect(core.alive).toBe(1);
  });

  it('that crashes on its way to its step bears the number of the open', async () => {
    const { send, open, answered, answers } = setUp();
    send({ ...open(1), t: 666 });
    await answered(1);
    expect(answers).toEqual([{ kind: 'crashed', id: 1, message: 'memory access out of bounds' }]);
  });
});

describe('seeks of one run', () => {
  it('that were overtaken before they began are stale, and cost nothing', async () => {
    const { core, send, answered, answers } = await withRuns(1);
    for (let i = 0; i < 30; i += 1) send({ kind: 'seek', id: 10 + i, run: 1, t: i });
    await answered(39);
    expect(answers.filter((a) => a.kind === 'stale').length).toBe(29);
    expect(answers.at(-1)).toMatchObject({ kind: 'done', id: 39, value: { layer: 29 } });
    expect(new Set(core.slices.map((s) => s.t))).toEqual(new Set([29]));
  });

  it('that have begun are finished before the newest waiting one', async () => {
    const { core, send, answered, answers } = await withRuns(1);
    core.cost = 8;
    send({ kind: 'seek', id: 2, run: 1, t: 9 });
    await createPause()();
    await createPause()();
    expect(core.slices.length).toBeGreaterThan(0);
    send({ kind: 'seek', id: 3, run: 1, t: 1 });
    send({ kind: 'seek', id: 4, run: 1, t: 2 });
    await answered(4);
    expect(answers).toMatchObject([
      { kind: 'stale', id: 3 },
      { kind: 'done', id: 2, value: { layer: 9 } },
      { kind: 'done', id: 4, value: { layer: 2 } },
    ]);
  });

  it('pass the turn on when the one in hand is given up', async () => {
    const { core, send, answered, answers } = await withRuns(1);
    core.cost = 8;
    send({ kind: 'seek', id: 2, run: 1, t: 1000 });
    await createPause()();
    await createPause()();
    send({ kind: 'seek', id: 3, run: 1, t: 2 });
    send({ kind: 'drop', id: 2 });
    await answered(3);
    expect(answers).toMatchObject([{ kind: 'done', id: 3, value: { layer: 2 } }]);
  });

  it('that wait can be given up without touching the one in hand', async () => {
    const { core, send, answered, answers } = await withRuns(1);
    core.cost = 8;
    send({ kind: 'seek', id: 2, run: 1, t: 5 });
    await createPause()();
    await createPause()();
    send({ kind: 'seek', id: 3, run: 1, t: 900 });
    send({ kind: 'drop', id: 3 });
    await answered(2);
    await settled();
    expect(answers).toMatchObject([{ kind: 'done', id: 2, value: { layer: 5 } }]);
    expect(Math.max(...core.slices.map((s) => s.t))).toBe(5);
  });

  it('are refused where the run is not open', async () => {
    const { send, answers } = setUp();
    send({ kind: 'seek', id: 2, run: 1, t: 0 });
    expect(answers).toEqual([{ kind: 'refused', id: 2, message: 'seek: this run is not open' }]);
  });
});

describe('C++ objects', () => {
  it('are counted while they are open', async () => {
    const { core, send, answers } = await withRuns(1, 2, 3);
    send({ kind: 'stats', id: 9 });
    send({ kind: 'drop', id: 2 });
    send({ kind: 'stats', id: 10 });
    expect(answers).toEqual([
      { kind: 'done', id: 9, value: { objects: 3, memoryBytes: 1024 } },
      { kind: 'done', id: 10, value: { objects: 2, memoryBytes: 1024 } },
    ]);
    expect(core.alive).toBe(2);
  });

  it('are not counted before they are made', async () => {
    const core = new FakeCore();
    core.gate = new Promise(() => {});
    const { send, open, answers } = setUp(core);
    send(open(1));
    send({ kind: 'stats', id: 2 });
    expect(answers).toEqual([{ kind: 'done', id: 2, value: { objects: 0, memoryBytes: 0 } }]);
  });

  it('are not made for an open that was dropped while its part was loading', async () => {
    const core = new FakeCore();
    let arrive = () => {};
    core.gate = new Promise((resolve) => {
      arrive = resolve;
    });
    const { send, open, answers } = setUp(core);
    send(open(1));
    send({ kind: 'drop', id: 1 });
    arrive();
    await settled();
    expect(core.opened).toBe(0);
    expect(answers).toEqual([]);
  });

  it('are not made for an open that was dropped before its turn', async () => {
    const { core, send, open, answers } = await withRuns(1);
    send(open(2));
    await Promise.resolve();
    send({ kind: 'drop', id: 2 });
    await settled();
    expect(core.opened).toBe(1);
    expect(answers).toEqual([]);
  });

  it('are deleted once, even when the drop comes twice and in the middle of a job', async () => {
    const { core, send, answers } = await withRuns(1);
    core.cost = 8;
    send({ kind: 'seek', id: 2, run: 1, t: 1000 });
    await createPause()();
    await createPause()();
    send({ kind: 'drop', id: 1 });
    send({ kind: 'drop', id: 1 });
    await settled();
    expect(core.alive).toBe(0);
    expect(answers).toEqual([]);
  });
});

describe('refusals', () => {
  it("arrive with exactly the core's words", async () => {
    const { send, open, answered, answers } = await withRuns(1);
    send(open(2, { beta: -3 }));
    await answered(2);
    send({ kind: 'seek', id: 3, run: 1, t: -1 });
    await answered(3);
    expect(answers).toEqual([
      { kind: 'refused', id: 2, message: 'particles: beta is -3, expected > 0' },
      { kind: 'refused', id: 3, message: 'seek: t is -1, expected 0 to 1000' },
    ]);
  });

  it('of an open leave no run behind that a seek would wait for', async () => {
    const { core, send, open, answered, answers } = setUp();
    send(open(1, { beta: -3 }));
    await answered(1);
    send({ kind: 'seek', id: 2, run: 1, t: 0 });
    const elsewhere = setUp(core);
    core.loadFailure = new Error('Could not load denoising.wasm.');
    elsewhere.send(elsewhere.open(1));
    await elsewhere.answered(1);
    elsewhere.send({ kind: 'seek', id: 2, run: 1, t: 0 });
    const refused = { kind: 'refused', id: 2, message: 'seek: this run is not open' };
    expect([answers.at(-1), elsewhere.answers.at(-1)]).toEqual([refused, refused]);
  });

  it('leave the run as it was', async () => {
    const { core, send, answered, answers } = await withRuns(1);
    send({ kind: 'seek', id: 2, run: 1, t: -1 });
    await answered(2);
    send({ kind: 'seek', id: 3, run: 1, t: 6 });
    await answered(3);
    expect(answers.at(-1)).toMatchObject({ kind: 'done', value: { layer: 6 } });
    expect(core.alive).toBe(1);
  });

  it('tell a frame that has a field called error from a refusal', async () => {
    const { core, send, answered, answers } = setUp();
    const frame = { error: new Float64Array([0.5]) };
    const module = {
      ...core.module(),
      open: () => ({
        opens: () => 0,
        refines: () => false,
        seek: () => true,
        refine: () => true,
        frame: () => frame,
        delete() {},
      }),
    };
    core.module = () => module;
    send({ kind: 'open', id: 1, ...experiments.particles, params });
    await answered(1);
    expect(answers).toEqual([{ kind: 'done', id: 1, value: { frame, refines: false } }]);
    send({ kind: 'seek', id: 2, run: 1, t: 0 });
    await answered(2);
    expect(answers.at(-1)).toEqual({ kind: 'done', id: 2, value: frame });
  });
});

describe('parts', () => {
  it('are loaded once for all runs', async () => {
    const { core } = await withRuns(1, 2, 3);
    expect(core.loads).toBe(1);
  });

  it('go when no run has used them for a minute, and come again when they are needed', async () => {
    const { core, send, open, answered, answers } = setUp();
    send(open(1));
    await answered(1);
    send(open(2));
    await answered(2);
    send({ kind: 'drop', id: 1 });
    await settled();
    send({ kind: 'stats', id: 3 });
    expect(answers.at(-1)).toMatchObject({ value: { objects: 1, memoryBytes: 1024 } });
    const before = core.clock;
    send({ kind: 'drop', id: 2 });
    await settled();
    expect(core.clock - before).toBeGreaterThanOrEqual(60_000);
    send({ kind: 'stats', id: 4 });
    expect(answers.at(-1)).toMatchObject({ value: { objects: 0, memoryBytes: 0 } });
    send(open(5));
    await answered(5);
    expect(core.loads).toBe(2);
  });

  it('that could not be loaded are asked for again by the next call', async () => {
    const { core, send, open, answered, answers } = setUp();
    core.loadFailure = new Error('Could not load denoising.wasm.');
    send(open(1));
    await answered(1);
    core.loadFailure = undefined;
    send(open(2));
    await answered(2);
    expect(answers).toMatchObject([
      { kind: 'refused', id: 1, message: 'Could not load denoising.wasm.' },
      { kind: 'done', id: 2, value: { frame: { layer: 0 } } },
    ]);
  });

  it('are loaded once for the experiments that they hold, and each only when it is needed', async () => {
    const core = new FakeCore();
    const asked: string[] = [];
    const { send, open, answered } = setUp(core, (part) => {
      asked.push(part.name);
      return core.load(part);
    });
    send(open(1));
    send({ ...open(2), ...experiments.before_after });
    await Promise.all([answered(1), answered(2)]);
    expect(asked).toEqual(['denoising']);
    send({ ...open(3), ...experiments.gaussian_flow });
    await answered(3);
    expect(asked).toEqual(['denoising', 'flows']);
  });

  it('are there before the first call where they have been asked for ahead, and one that did not come is fetched then', async () => {
    const { core, send, open, answered, answers } = setUp();
    send({ kind: 'warm', part: experiments.particles.part });
    expect(core.loads).toBe(1);
    send(open(1));
    await answered(1);
    expect(core.loads).toBe(1);

    const lost = setUp();
    lost.core.loadFailure = new Error('Could not load denoising.wasm.');
    lost.send({ kind: 'warm', part: experiments.particles.part });
    await settled();
    lost.core.loadFailure = undefined;
    lost.send(lost.open(1));
    await lost.answered(1);
    expect(lost.core.loads).toBe(2);
    expect([...answers, ...lost.answers]).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
  });

  it('say that there is SIMD when one of those loaded is a build with it', async () => {
    const core = new FakeCore();
    const { send, open, answered, answers } = setUp(core, async (part) => ({
      ...(await core.load(part)),
      simd: part.name === 'flows',
    }));
    send(open(4));
    await answered(4);
    send({ kind: 'info', id: 1 });
    send({ ...open(2), ...experiments.gaussian_flow });
    await answered(2);
    send({ kind: 'info', id: 3 });
    expect(answers.filter((answer) => 'id' in answer && (answer.id ?? 0) % 2)).toEqual([
      { kind: 'done', id: 1, value: { version: '1.2.3', simd: false } },
      { kind: 'done', id: 3, value: { version: '1.2.3', simd: true } },
    ]);
  });

  it('say their version and which build runs', async () => {
    const { core, send, open, answered, answers } = setUp();
    send({ kind: 'info', id: 1 });
    expect(answers).toEqual([{ kind: 'done', id: 1, value: { version: undefined, simd: false } }]);
    expect(core.loads).toBe(0);
    send(open(2));
    await answered(2);
    send({ kind: 'info', id: 3 });
    expect(answers.at(-1)).toEqual({ kind: 'done', id: 3, value: { version: '1.2.3', simd: true } });
  });
});

describe('a crash', () => {
  it('is reported once, with the call it happened in, and nothing is answered after it', async () => {
    const { core, send, answered, answers } = await withRuns(1, 2);
    send({ kind: 'seek', id: 3, run: 1, t: 666 });
    send({ kind: 'seek', id: 4, run: 2, t: 5 });
    await answered(3);
    send({ kind: 'stats', id: 5 });
    send({ kind: 'drop', id: 2 });
    await settled();
    expect(answers).toEqual([{ kind: 'crashed', id: 3, message: 'memory access out of bounds' }]);
    expect(core.slices).toEqual([]);
  });

  it('stops what was still waiting for another part', async () => {
    const { core, send, answered, answers } = await withRuns(1);
    let arrive = () => {};
    core.gate = new Promise((resolve) => {
      arrive = resolve;
    });
    send({ kind: 'open', id: 2, ...experiments.gaussian_flow, params });
    send({ kind: 'seek', id: 3, run: 1, t: 666 });
    await answered(3);
    arrive();
    await settled();
    expect(core.opened).toBe(1);
    expect(answers.map((a) => a.kind)).toEqual(['crashed']);
  });

  it('while opening bears the number of the open', async () => {
    const { send, open, answered, answers } = setUp();
    send(open(1, { sigma2: -1 }));
    await answered(1);
    expect(answers).toEqual([{ kind: 'crashed', id: 1, message: 'unreachable' }]);
  });
});
