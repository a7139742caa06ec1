import { afterEach, describe, expect, it, vi } from 'vitest';
import type { At, Engine, Run } from '../../../web/src/engine/api';
import { better } from '../../../web/src/engine/better';
import type { WorkerLike } from '../../../web/src/engine/channel';
import { createEngine, type EngineOptions } from '../../../web/src/engine/client';
import { ChannelWorker, experiments, FakeCore, failure, MuteWorker, params, settled } from './fakes';

const workers: WorkerLike[] = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

/** An engine whose worker is the real host at the other end of a real message channel. */
function withWorker(core = new FakeCore()) {
  const started: ChannelWorker[] = [];
  const startWorker = () => {
    const worker = new ChannelWorker(core);
    started.push(worker);
    workers.push(worker);
    return worker;
  };
  return { core, started, engine: createEngine({ startWorker }) };
}

/** An engine whose host runs on this thread. */
function withoutWorker(core = new FakeCore(), options: EngineOptions = {}) {
  const startWorker = () => {
    throw new Error('no workers here');
  };
  return { core, engine: createEngine({ startWorker, load: core.load, ...options }) };
}

const places = [
  ['in a worker', withWorker],
  ['on this thread', withoutWorker],
] as const;

describe.each(places)('an engine %s', (place, setUp) => {
  it('opens a run, seeks to and fro, and frees it', async () => {
    const { core, engine } = setUp();
    const run = await engine.open(experiments.particles, params);
    expect((await run.seek(12)).trail.data).toEqual(new Float64Array([12, 12, 12, 12]));
    expect((await run.seek(3)).layer).toBe(3);
    expect(await engine.stats()).toEqual({ objects: 1, memoryBytes: 1024 });
    run.dispose();
    expect(await engine.stats()).toEqual({ objects: 0, memoryBytes: 1024 });
    expect(core.alive).toBe(0);
  });

  it('opens a run with its first frame, at the step that the experiment opens at', async () => {
    const { core, engine } = setUp();
    core.opensAt = 30;
    const run = await engine.open(experiments.particles, params);
    expect(run.first.layer).toBe(30);
    expect(run.first.trail).toEqual({ shape: [1, 4], data: new Float64Array([30, 30, 30, 30]) });
    expect(core.frames.length).toBe(1);
  });

  it.each([0, 7])('opens a run at step %i when asked to', async (t) => {
    const { core, engine } = setUp();
    core.opensAt = 30;
    const run = await engine.open(experiments.particles, params, { t });
    expect(run.first.layer).toBe(t);
    expect(new Set(core.slices.map((slice) => slice.t))).toEqual(new Set([t]));
  });

  it('keeps nothing of a run that is refused at its first step', async () => {
    const { core, engine } = setUp();
    const error = await failure(engine.open(experiments.particles, params, { t: -1 }));
    expect(error.message).toBe('seek: t is -1, expected 0 to 1000');
    expect([core.opened, core.alive]).toEqual([1, 0]);
    expect((await engine.stats()).objects).toBe(0);
  });

  it('gives an opening up that computes for long, and frees what it has made', async () => {
    const { core, engine } = setUp();
    await engine.info();
    core.cost = 2;
    core.busy = true;
    const controller = new AbortController();
    const opening = failure(
      engine.open(experiments.particles, params, { t: 1000, signal: controller.signal }),
    );
    while (core.slices.length < 2) await new Promise((resolve) => setTimeout(resolve));
    expect(core.alive).toBe(1);
    controller.abort();
    expect((await opening).name).toBe('AbortError');
    await settled(3);
    const slices = core.slices.length;
    await settled();
    expect(core.slices.length).toBe(slices);
    expect(core.frames.length).toBe(0);
    expect(core.alive).toBe(0);
    expect((await engine.stats()).objects).toBe(0);
  });

  it('refines a frame until nothing is left to do', async () => {
    const { engine } = setUp();
    const run = await engine.open(experiments.before_after, { ...params, layers: 30, query: 0 });
    await run.seek(4);
    const frames = [];
    for await (const frame of better(run)) frames.push(frame);
    expect(frames.map((frame) => frame.layer)).toEqual(Array(frames.length).fill(4));
    expect(frames.at(-1)).toMatchObject({ refined: 30 });
    run.dispose();
    expect((await failure(run.refine())).message).toBe('refine: this run has been disposed of');
  });

  it('says how it runs', async () => {
    const { engine } = setUp();
    await engine.open(experiments.particles, params);
    expect(await engine.info()).toEqual({ version: '1.2.3', simd: true, worker: place === 'in a worker' });
  });

  it("rejects with the core's words and nothing else", async () => {
    const { engine } = setUp();
    const error = await failure(engine.open(experiments.particles, { ...params, beta: -3 }));
    expect(error).toBeInstanceOf(Error);
    expect(error.message).toBe('particles: beta is -3, expected > 0');
    const run = await engine.open(experiments.before_after, { ...params, query: 0 });
    expect((await failure(run.seek(-1))).message).toBe('seek: t is -1, expected 0 to 1000');
    expect((await run.seek(2)).layer).toBe(2);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'beta'],
    ['a number', 5],
  ])('names function and argument when params are %s', async (_, bad) => {
    const { core, engine } = setUp();
    const error = await failure(engine.open(experiments.particles, bad as unknown as typeof params));
    expect(error.message).toBe('particles: params must be an object');
    expect(core.loads).toBe(0);
  });

  it('names function and argument when params hold a function, and goes on working', async () => {
    const { engine } = setUp();
    const error = await failure(
      engine.open(experiments.before_after, { ...params, query: 0, beta: (() => 5) as unknown as number }),
    );
    expect(error.message).toMatch(
      /^before_after: params hold something that is not data \(.*could not be cloned/,
    );
    expect((await engine.stats()).objects).toBe(0);
  });

  it('names function and argument when a step is no number or a signal no signal', async () => {
    const { engine } = setUp();
    const run = await engine.open(experiments.particles, params);
    expect((await failure(run.seek('4' as unknown as number))).message).toBe('seek: t must be a number');
    const noSignal = {} as AbortSignal;
    expect((await failure(run.seek(4, noSignal))).message).toBe('seek: signal must be an AbortSignal');
    expect((await failure(engine.open(experiments.particles, params, { signal: noSignal }))).message).toBe(
      'particles: signal must be an AbortSignal',
    );
  });

  it.each([['text'], [4n], [null]])('refuses %s as the step to open at, and does not crash', async (t) => {
    const { engine } = setUp();
    const error = await failure(engine.open(experiments.particles, params, { t: t as unknown as number }));
    expect(error.message).toBe('particles: t must be a number');
    expect((await engine.stats()).objects).toBe(0);
  });

  it('does not see what the caller changes in params after the call', async () => {
    const { engine } = setUp();
    const mine = { ...params };
    const opening = engine.open(experiments.particles, mine);
    mine.count = 9;
    const run = await opening;
    expect((await run.seek(1)).trail.data.length).toBe(4);
  });

  it('answers only the newest of thirty overlapping seeks, and computes only that', async () => {
    const { core, engine } = setUp();
    const run = await engine.open(experiments.particles, params);
    core.frames.length = 0;
    const answers = await Promise.allSettled(Array.from({ length: 30 }, (_, t) => run.seek(t)));
    const given = answers.slice(0, 29).map((a) => a.status === 'rejected' && a.reason.name);
    expect(given).toEqual(Array(29).fill('AbortError'));
    expect(answers[29]).toMatchObject({ status: 'fulfilled', value: { layer: 29 } });
    expect(core.frames.length).toBe(1);
  });

  it('stops a long job after the slice in hand when its signal fires', async () => {
    const { core, engine } = setUp();
    const run = await engine.open(experiments.particles, params);
    core.slices.length = 0;
    core.frames.length = 0;
    core.cost = 2;
    core.busy = true;
    const controller = new AbortController();
    const job = failure(run.seek(1000, controller.signal));
    await new Promise((resolve) => setTimeout(resolve, 30));
    controller.abort();
    const error = await job;
    expect(error).toBeInstanceOf(DOMException);
    expect(error.name).toBe('AbortError');
    await settled(3);
    const slices = core.slices.length;
    await settled();
    expect(slices).toBeGreaterThan(0);
    expect(core.slices.length).toBe(slices);
    expect(core.frames.length).toBe(0);
  });

  it('takes no notice of a signal that fires after the answer, and stops listening to it', async () => {
    const { engine } = setUp();
    const controller = new AbortController();
    const stops = vi.spyOn(controller.signal, 'removeEventListener');
    const run = await engine.open(experiments.particles, params, { signal: controller.signal });
    await run.seek(1, controller.signal);
    expect(stops).toHaveBeenCalledTimes(2);
    controller.abort();
    expect((await run.seek(5)).layer).toBe(5);
  });

  it('starts nothing for a signal that has fired already', async () => {
    const { core, engine } = setUp();
    const error = await failure(
      engine.open(experiments.particles, params, { signal: AbortSignal.abort('a reason') }),
    );
    expect(error.name).toBe('AbortError');
    await settled();
    expect(core.opened).toBe(0);
  });

  it('leaks nothing when opens are given up at every moment of their life', async () => {
    const { core, engine } = setUp();
    await engine.info();
    let opened = 0;
    for (let delay = 0; delay < 12; delay += 1) {
      const controller = new AbortController();
      const opening = engine.open(experiments.particles, params, { signal: controller.signal });
      opening.then((run) => run.dispose()).catch(() => {});
      for (let i = 0; i < delay; i += 1) await new Promise((resolve) => setImmediate(resolve));
      if (delay === 11) await opening;
      controller.abort();
      const [result] = await Promise.allSettled([opening]);
      if (result.status === 'fulfilled') opened += 1;
    }
    await settled();
    expect(opened).toBeGreaterThan(0);
    expect(opened).toBeLessThan(12);
    expect(core.alive).toBe(0);
    expect((await engine.stats()).objects).toBe(0);
  });

  it('disposes of a run whose opening was given up while the core was opening it', async () => {
    const { core, engine } = setUp();
    const controller = new AbortController();
    const fresh = core.module.bind(core);
    core.module = () => {
      const module = fresh();
      return {
        ...module,
        open: (name, raw) => {
          const run = module.open(name, raw);
          controller.abort();
          return run;
        },
      };
    };
    const error = await failure(engine.open(experiments.particles, params, { signal: controller.signal }));
    expect(error.name).toBe('AbortError');
    await settled();
    expect(core.opened).toBe(1);
    expect(core.alive).toBe(0);
  });

  it('rejects what a disposed run is asked, waiting or new, and lets it be disposed of twice', async () => {
    const { core, engine } = setUp();
    const run = await engine.open(experiments.particles, params);
    core.cost = 2;
    core.busy = true;
    const waiting = [failure(run.seek(1000)), failure(run.refine())];
    run.dispose();
    run.dispose();
    expect((await Promise.all(waiting)).map((error) => error.name)).toEqual(['AbortError', 'AbortError']);
    expect((await failure(run.seek(1))).message).toBe('seek: this run has been disposed of');
    await settled();
    expect(core.alive).toBe(0);
  });

  it('outlives a crash: who asked for it hears of it, every other call is asked again', async () => {
    const { core, engine } = setUp();
    const run = await engine.open(experiments.particles, params);
    const neighbour = await engine.open(experiments.particles, params);
    core.cost = 3;
    core.busy = true;
    const long = neighbour.seek(1000);
    const error = await failure(run.seek(666));
    expect(error.name).toBe('EngineCrashed');
    expect(error.message).toMatch(/^The computation crashed \(memory access out of bounds\)\. /);
    core.busy = false;
    expect((await long).layer).toBe(1000);
    expect((await run.seek(7)).layer).toBe(7);
    expect(core.loads).toBe(2);
    expect((await engine.stats()).objects).toBe(2);
    run.dispose();
    neighbour.dispose();
    expect((await engine.stats()).objects).toBe(0);
  });

  it('says what went wrong when a part cannot be loaded, and tries again next time', async () => {
    const { core, engine } = setUp();
    core.loadFailure = new Error('Could not load denoising.wasm.');
    expect(await failure(engine.open(experiments.particles, params))).toMatchObject({
      name: 'EngineUnloaded',
      message: 'Could not load denoising.wasm.',
    });
    core.loadFailure = undefined;
    await engine.open(experiments.particles, params);
    expect((await engine.info()).version).toBe('1.2.3');
  });
});

/** A fake run that trains, by the name that no page has. */
type Train = (engine: Engine, over?: object, at?: At) => Promise<Run<{ layer: number; mode: Float64Array }>>;
const train: Train = (engine, over, at) => engine.open(experiments.least_squares, { ...params, ...over }, at);

/** From now on work takes the core's own time: seconds pass at once. */
function takes(core: FakeCore, cost: number): void {
  core.cost = cost;
  vi.spyOn(performance, 'now').mockImplementation(() => core.clock);
}
afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(places)('a run that trains %s', (_, setUp) => {
  it('tells how far it is, whatever it is that computes', async () => {
    const { engine } = setUp();
    const heard: number[] = [];
    const run = await train(engine, {}, { t: 5, progress: (frontier) => heard.push(frontier) });
    expect(run.frontier).toBe(5);
    await run.seek(20);
    expect(heard.at(-1)).toBe(20);
    await run.seek(7);
    expect(run.frontier).toBe(20);
    for await (const frame of better(run)) expect(frame.layer).toBe(7);
    expect([run.frontier, heard.at(-1)]).toEqual([1000, 1000]);
    const particles = await engine.open(experiments.particles, params);
    expect(particles.frontier).toBeUndefined();
  });

  it('is saved and gone on with in another engine', async () => {
    const run = await train(setUp().engine, {}, { t: 30 });
    const { core, engine } = setUp();
    const other = await train(engine, {}, { t: 40, save: await run.save() });
    expect(core.restored).toEqual([30]);
    expect(other.first.mode).toEqual((await run.seek(40)).mode);
    expect((await failure(train(engine, { seed: 8 }, { save: await run.save() }))).message).toBe(
      'least_squares: the saved run has other parameters',
    );
  });

  it('comes back from a crash with the same bits, from where it was saved last', async () => {
    const { core, engine } = setUp();
    const expected = (await (await train(engine)).seek(900)).mode;
    takes(core, 5);
    core.trapAt = 600;
    const heard: number[] = [];
    const run = await train(engine, {}, { progress: (frontier) => heard.push(frontier) });
    const { layer, mode } = await run.seek(900);
    expect([layer, mode]).toEqual([900, expected]);
    expect(core.restored.length).toBe(1);
    expect(core.restored[0]).toBeGreaterThan(300);
    expect(core.alive).toBeGreaterThan(0);
    // What was known before the crash and what was restored.
    expect(heard.some((frontier, i) => frontier < (heard[i - 1] ?? 0))).toBe(true);
    expect((await run.seek(3)).layer).toBe(3);
  });

  it('that crashed before it was saved is trained again from its first step', async () => {
    const { core, engine } = setUp();
    core.trapAt = 50;
    const run = await train(engine, {}, { t: 20 });
    await run.seek(30);
    // It stands where it was sought last, not where it was opened.
    const refined = await run.refine();
    expect(refined).toMatchObject({ frame: { layer: 30 }, frontier: 1000, done: true });
    expect(core.restored).toEqual([]);
  });

  it('that was only a neighbour of what crashed is opened again when it is asked for', async () => {
    const { core, engine } = setUp();
    const run = await train(engine, {}, { t: 20 });
    const particles = await engine.open(experiments.particles, params);
    await failure(particles.seek(666));
    expect((await run.seek(21)).layer).toBe(21);
    expect((await engine.stats()).objects).toBe(1);
    run.dispose();
    expect((await engine.stats()).objects).toBe(0);
    expect(core.trained).toBe(20 + 21);
  });

  it('that crashes again and again is an error, not a loop', async () => {
    const { core, engine } = setUp();
    const run = await train(engine, {}, { t: 20 });
    Object.defineProperty(core, 'trapAt', { get: () => 30, set: () => {} });
    expect((await failure(run.seek(100))).name).toBe('EngineCrashed');
    expect(core.opened).toBe(2);
    expect((await run.seek(25)).layer).toBe(25);
  });
});

describe('a worker', () => {
  it('that dies without a word gives a run that trains back from its last save', async () => {
    const { core, started, engine } = withWorker();
    const run = await train(engine, {}, { t: 10 });
    const expected = (await run.seek(700)).mode;
    takes(core, 5);
    let ended = false;
    const progress = (frontier: number) => {
      if (ended || frontier < 600) return;
      ended = true;
      started[0]?.terminate();
      started[0]?.onerror?.({ message: 'the system has ended it' } as ErrorEvent);
    };
    const again = await train(engine, {}, { t: 10, progress });
    expect((await again.seek(700)).mode).toEqual(expected);
    expect(ended).toBe(true);
    expect(started.length).toBe(2);
    expect(core.restored[0]).toBeGreaterThan(200);
    expect((await run.seek(700)).mode).toEqual(expected);
  });

  it('is sent one message for a run with its first frame', async () => {
    const { started, engine } = withWorker();
    const run = await engine.open(experiments.particles, params, { t: 3 });
    expect(run.first.layer).toBe(3);
    expect(started[0]?.sent).toMatchObject([
      { kind: 'open', id: 1, name: 'particles', part: { name: 'denoising' }, params, t: 3 },
    ]);
  });

  it('is started by the first call that needs it, and is the only one', async () => {
    const { started, engine } = withWorker();
    await engine.stats();
    expect(started.length).toBe(0);
    await Promise.all([
      engine.open(experiments.particles, params),
      engine.info(),
      engine.open(experiments.particles, params),
    ]);
    expect(started.length).toBe(1);
  });

  it('that has spoken may take longer than its patience for anything else', async () => {
    const core = new FakeCore();
    const worker = new ChannelWorker(core);
    workers.push(worker);
    const engine = createEngine({ startWorker: () => worker, patience: 50 });
    const run = await engine.open(experiments.particles, params);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect((await run.seek(5)).layer).toBe(5);
    expect(worker.terminated).toBe(false);
  });

  it('hands its arrays over instead of copying them', async () => {
    const { core, engine } = withWorker();
    const run = await engine.open(experiments.particles, params);
    const first = await run.seek(1);
    const second = await run.seek(1);
    expect(run.first.trail.data).toEqual(new Float64Array(4));
    expect(core.frames.map((f) => [f.trail.data.byteLength, f.mode.byteLength])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(first.trail.data.buffer).not.toBe(second.trail.data.buffer);
    expect(first.trail).toEqual(second.trail);
  });

  it('is told nothing of a call that was given up before it spoke', async () => {
    const { started, engine } = withWorker();
    const controller = new AbortController();
    const opening = failure(engine.open(experiments.particles, params, { signal: controller.signal }));
    controller.abort();
    expect((await opening).name).toBe('AbortError');
    await settled();
    expect(started[0]?.sent.map((m) => m.kind)).toEqual(['drop']);
  });

  it('that dies of an uncaught error is followed by a new one, which is asked again', async () => {
    const { core, started, engine } = withWorker();
    const run = await engine.open(experiments.particles, params);
    core.cost = 3;
    core.busy = true;
    const job = run.seek(1000);
    started[0]?.onerror?.({ message: 'out of memory' } as ErrorEvent);
    core.busy = false;
    expect((await job).layer).toBe(1000);
    expect(started[0]?.terminated).toBe(true);
    expect(started.length).toBe(2);
    // Twice in a row is no accident.
    core.busy = true;
    core.cost = 50;
    const again = failure(run.seek(2));
    started[1]?.onerror?.({ message: 'out of memory' } as ErrorEvent);
    await vi.waitFor(() => expect(started.length).toBe(3));
    started[2]?.onerror?.({ message: 'out of memory' } as ErrorEvent);
    expect(await again).toMatchObject({ name: 'EngineCrashed' });
  });

  it('whose answer cannot be read counts as crashed', async () => {
    const { started, engine } = withWorker();
    const run = await engine.open(experiments.particles, params);
    const job = run.seek(4);
    started[0]?.onmessageerror?.({} as MessageEvent);
    expect((await job).layer).toBe(4);
    expect(started.length).toBe(2);
  });

  it('is ended when nothing needs it any more; what is asked later starts another one', async () => {
    const { started, engine } = withWorker();
    const run = await engine.open(experiments.particles, params);
    engine.end();
    expect(await engine.stats()).toEqual({ objects: 0, memoryBytes: 0 });
    await settled();
    expect(started[0]?.terminated).toBe(true);
    expect((await run.seek(3)).layer).toBe(3);
    expect(started.length).toBe(2);
  });

  it('that had refined a frame when it died refines the next as often before it is shown', async () => {
    const { core, started, engine } = withWorker();
    core.cost = 20;
    vi.spyOn(performance, 'now').mockImplementation(() => core.clock);
    const run = await engine.open(experiments.before_after, { ...params, layers: 5 });
    const first = await run.refine();
    const second = await run.refine();
    started[0]?.onerror?.({ message: 'ended' } as ErrorEvent);
    const third = await run.refine();
    const refined = [first, second, third].map(({ frame }) => (frame as { refined: number }).refined);
    expect(refined[2]).toBeGreaterThan(refined[1] as number);
    expect(refined[1]).toBeGreaterThan(refined[0] as number);
    // Of a step that it has come to since it has shown nothing better.
    await run.seek(3);
    started[1]?.onerror?.({ message: 'ended' } as ErrorEvent);
    expect((await run.refine()).frame).toMatchObject({ refined: refined[0] });
  });
});

describe('without a worker the core runs on this thread', () => {
  it('when the constructor throws', async () => {
    const { engine } = withoutWorker();
    expect((await engine.info()).worker).toBe(false);
  });

  it('when the worker never speaks', async () => {
    const mute = new MuteWorker();
    const { engine } = withoutWorker(new FakeCore(), { startWorker: () => mute, patience: 20 });
    const run = await engine.open(experiments.particles, params);
    expect((await run.seek(5)).layer).toBe(5);
    expect((await engine.info()).worker).toBe(false);
    await vi.waitFor(() => expect(mute.terminated).toBe(true));
  });

  it('until the worker speaks after all: what is opened then runs there', async () => {
    const core = new FakeCore();
    const late = new ChannelWorker(core);
    workers.push(late);
    let held: WorkerLike['onmessage'] = null;
    // Its first word is held back.
    const slow: WorkerLike = {
      ...new MuteWorker(),
      postMessage: (message) => late.postMessage(message),
      terminate: () => late.terminate(),
      get onmessage() {
        return held;
      },
      set onmessage(hear: WorkerLike['onmessage']) {
        held = hear;
      },
    };
    const { engine } = withoutWorker(core, { startWorker: () => slow, patience: 20 });
    const run = await engine.open(experiments.particles, params);
    expect((await engine.info()).worker).toBe(false);
    const speak = held as unknown as (event: object) => void;
    speak({ data: { kind: 'hello' } });
    late.onmessage = (event) => (held as unknown as (event: object) => void)(event);
    const other = await engine.open(experiments.particles, params);
    expect((await engine.info()).worker).toBe(true);
    expect([(await run.seek(5)).layer, (await other.seek(6)).layer]).toEqual([5, 6]);
  });

  it('at once when the worker fires an error', async () => {
    const mute = new MuteWorker();
    const startWorker = () => {
      setTimeout(() => mute.onerror?.({} as ErrorEvent));
      return mute;
    };
    const { engine } = withoutWorker(new FakeCore(), { startWorker, patience: 1e9 });
    expect((await engine.info()).worker).toBe(false);
    expect(mute.terminated).toBe(true);
  });

  it('not before its script is there, however long that takes, and then after its patience', async () => {
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const mute = Object.assign(new MuteWorker(), { arrived: () => arrived });
    const { engine } = withoutWorker(new FakeCore(), { startWorker: () => mute, patience: 20 });
    const opened = engine.open(experiments.particles, params);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(mute.terminated).toBe(false);
    arrive();
    await opened;
    await vi.waitFor(() => expect(mute.terminated).toBe(true));
  });

  it('for this time only when the worker was slow: after a crash it is asked again', async () => {
    const startWorker = vi.fn(() => new MuteWorker());
    const { engine } = withoutWorker(new FakeCore(), { startWorker, patience: 20 });
    await failure((await engine.open(experiments.particles, params)).seek(666));
    expect((await engine.info()).worker).toBe(false);
    expect(startWorker).toHaveBeenCalledTimes(2);
  });

  it('also after a crash, without asking for a worker again that was refused', async () => {
    const startWorker = vi.fn((): MuteWorker => {
      throw new Error('refused');
    });
    const { engine } = withoutWorker(new FakeCore(), { startWorker, patience: 20 });
    const run = await engine.open(experiments.particles, params);
    await failure(run.seek(666));
    expect((await engine.info()).worker).toBe(false);
    expect(startWorker).toHaveBeenCalledTimes(1);
  });

  it('and leaves the page its turns during a long job', async () => {
    const { core, engine } = withoutWorker();
    const run = await engine.open(experiments.particles, params);
    core.cost = 1;
    core.busy = true;
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    await run.seek(120);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    expect(core.slices.length).toBeGreaterThan(5);
  });
});

describe('the shared engine', () => {
  it('is one, and its worker starts before the first call', async () => {
    const startWorker = vi.fn(() => new MuteWorker());
    vi.resetModules();
    vi.doMock('../../../web/src/engine/start-worker', () => ({ startWorker }));
    const { sharedEngine } = await import('../../../web/src/engine/client');
    expect(sharedEngine()).toBe(sharedEngine());
    expect(startWorker).toHaveBeenCalledTimes(1);
  });
});
