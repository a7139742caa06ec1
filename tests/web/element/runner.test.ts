import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Job, Runner } from '../../../web/src/element/session/runner';
import { type Call, FakeCore, type Frame, fakeFigure, settle } from './fakes';

let core: FakeCore;
let shown: Frame[];
let failures: unknown[];
let runner: Runner;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  core = new FakeCore();
  shown = [];
  failures = [];
  runner = new Runner(
    fakeFigure(core),
    core.engine,
    (frame) => shown.push(frame as Frame),
    (error) => failures.push(error),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const job = (beta: number, t = 0): Job => ({ values: { beta, layers: 60, seed: 7 }, t });
const ask = (beta: number, t = 0): Promise<void> => {
  const promise = runner.request(job(beta, t));
  promise.catch(() => {});
  return promise;
};

test('thirty quick slider events open at most two runs, show the last one and leave one alive', async () => {
  core.manual = true;
  const drawn = Array.from({ length: 30 }, (_, i) => ask(i + 1));
  for (let i = 0; i < 10; i++) {
    expect(core.calls.length).toBeLessThanOrEqual(1);
    core.calls[0]?.answer();
    await settle();
  }
  await Promise.all(drawn);
  expect(core.opened).toBeLessThanOrEqual(2);
  expect(core.alive).toBe(1);
  expect(shown.at(-1)).toEqual({ t: 0, beta: 30 });
  runner.dispose();
  expect(core.alive).toBe(0);
});

test('seeking keeps the run, other parameters open another one and free the old one after the answer', async () => {
  await ask(5, 10);
  await ask(5, 40);
  expect(core.opened).toBe(1);
  core.manual = true;
  void ask(6, 40);
  await settle();
  expect(core.calls.map(({ kind, t }) => ({ kind, t }))).toEqual([{ kind: 'open', t: 40 }]);
  expect([core.opened, core.alive]).toEqual([1, 1]);
  expect(shown).toHaveLength(2);
  core.calls[0]?.answer();
  await settle();
  expect([core.opened, core.alive]).toEqual([2, 1]);
  expect(shown.at(-1)).toEqual({ t: 40, beta: 6 });
});

test('a young call is left to finish, one older than a tenth of a second gives way to newer input', async () => {
  core.manual = true;
  const first = ask(1);
  const { signal } = core.calls[0] as { signal: AbortSignal };
  vi.advanceTimersByTime(40);
  void ask(2);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(70);
  expect(signal.aborted).toBe(true);
  await settle();
  expect(core.calls.map((c) => c.beta)).toEqual([2]);
  core.calls[0]?.answer();
  await settle();
  core.calls[0]?.answer();
  await settle();
  await first;
  expect(shown).toEqual([{ t: 0, beta: 2 }]);
});

test('a steady drag over slow answers shows something in the end', async () => {
  core.manual = true;
  let value = 1;
  const asked = new Map<Call, number>();
  for (let time = 0; time < 4000 && shown.length === 0; time += 20) {
    void ask(value++);
    const call = core.calls.find((c) => !c.signal?.aborted);
    if (call && !asked.has(call)) asked.set(call, time);
    // An answer takes 240 ms: longer than the first patience and the second.
    if (call && time - (asked.get(call) ?? time) >= 240) call.answer();
    vi.advanceTimersByTime(20);
    await settle();
  }
  expect(shown.length).toBe(1);
});

test('a refused parameter leaves the old run alive and working', async () => {
  await ask(5, 3);
  core.errors = [new Error('particles: beta is 60, expected at most 50')];
  await expect(ask(60, 3)).rejects.toThrow('expected at most 50');
  expect(failures).toHaveLength(1);
  expect(core.alive).toBe(1);
  await ask(5, 4);
  expect(core.opened).toBe(1);
  expect(shown.at(-1)).toEqual({ t: 4, beta: 5 });
});

test('a run is opened at the step that is asked for, which is shown without another call', async () => {
  core.manual = true;
  const asked = ask(5, 3);
  expect(core.calls).toMatchObject([{ kind: 'open', t: 3 }]);
  core.calls[0]?.answer();
  await asked;
  expect(shown).toEqual([{ t: 3, beta: 5 }]);
});

test('a run that is refused as it opens leaves nothing behind, and the next one is opened', async () => {
  core.manual = true;
  const asked = ask(5, 3);
  core.calls[0]?.refuse(new Error('seek: t is 3, expected at most 2'));
  await expect(asked).rejects.toThrow('expected at most 2');
  expect(failures).toHaveLength(1);
  expect(core.alive).toBe(0);
  const next = ask(5, 2);
  expect(core.calls).toMatchObject([{ kind: 'open', t: 2 }]);
  core.calls[0]?.answer();
  await next;
  expect(shown).toEqual([{ t: 2, beta: 5 }]);
});

test('a failure that newer input has overtaken is not reported', async () => {
  core.manual = true;
  void ask(1);
  void ask(2);
  core.calls[0]?.refuse(new Error('no'));
  await settle();
  expect(failures).toEqual([]);
  core.calls[0]?.answer();
  await settle();
  expect(shown).toEqual([{ t: 0, beta: 2 }]);
});

test('a drawing that throws is a failure and leaks nothing', async () => {
  const broken = new Runner(
    fakeFigure(core),
    core.engine,
    () => {
      throw new Error('draw: path has NaN');
    },
    (error) => failures.push(error),
  );
  await expect(broken.request(job(5))).rejects.toThrow('NaN');
  expect(failures).toHaveLength(1);
  broken.dispose();
  expect(core.alive).toBe(0);
});

test('disposing while a call is in flight frees what comes late, and those who wait are told', async () => {
  core.manual = true;
  const waiting = ask(1);
  runner.dispose();
  core.calls[0]?.answer();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await settle();
  expect(core.alive).toBe(0);
  expect(shown).toEqual([]);
  expect(failures).toEqual([]);
  await expect(ask(2)).rejects.toMatchObject({ name: 'AbortError' });
});

/** Opens and shows a frame by hand, and leaves the call that refines it waiting. */
async function firstRefinement() {
  core.manual = true;
  void ask(5);
  core.calls[0]?.answer();
  await settle();
  return core.calls[0];
}

test('a frame on show is refined until nothing is left to do', async () => {
  core.refinements = 3;
  await ask(5, 10);
  await settle();
  expect(shown.map((f) => f.beta)).toEqual([5, 5.001, 5.002, 5.003]);
  expect(shown.every((f) => f.t === 10)).toBe(true);
});

test('it is settled when the last state is on show and nothing is left to refine', async () => {
  core.refinements = 1;
  const refining = await firstRefinement();
  expect([runner.idle, runner.settled]).toEqual([true, false]);
  refining?.answer();
  await settle();
  core.calls[0]?.answer();
  await settle();
  expect(runner.settled).toBe(true);
  void ask(5, 20);
  expect(runner.settled).toBe(false);
  core.calls[0]?.answer();
  await settle();
  core.calls[0]?.answer();
  await settle();
  expect(runner.settled).toBe(true);
});

test('a request ends the refining of the frame before it, whose late answer is not shown', async () => {
  core.refinements = 3;
  const refining = await firstRefinement();
  expect(refining?.kind).toBe('refine');
  void ask(5, 20);
  expect(refining?.signal?.aborted).toBe(true);
  refining?.answer();
  await settle();
  expect(shown).toEqual([{ t: 0, beta: 5 }]);
  core.calls.find((c) => c.kind === 'seek')?.answer();
  await settle();
  expect(shown.at(-1)).toEqual({ t: 20, beta: 5 });
});

test('a refinement that the core refuses is told', async () => {
  core.refinements = 1;
  core.manual = true;
  const reach = async (): Promise<void> => {
    void ask(5, core.opened + shown.length);
    while (core.calls[0] && core.calls[0].kind !== 'refine') {
      core.calls[0].answer();
      await settle();
    }
  };
  await reach();
  core.calls[0]?.refuse(new Error('before_after: not enough memory'));
  await settle();
  expect(failures).toEqual([new Error('before_after: not enough memory')]);
});

test('disposing ends the refining too', async () => {
  core.refinements = 1;
  const refining = await firstRefinement();
  runner.dispose();
  expect(refining?.signal?.aborted).toBe(true);
  refining?.answer();
  await settle();
  expect(shown).toHaveLength(1);
});

test('what only selects what is shown asks the core for nothing, and keeps what has been refined', async () => {
  core.refinements = 3;
  const figure = fakeFigure(core);
  const drawn: [Frame, unknown][] = [];
  const viewed = new Runner(
    { ...figure, ask: ({ beta, layers }) => ({ beta, layers }) } as typeof figure,
    core.engine,
    (frame, { values }) => drawn.push([frame as Frame, values.seed]),
    (error) => failures.push(error),
  );
  await viewed.request({ values: { beta: 5, layers: 60, seed: 1 }, t: 4 });
  await settle();
  const refined = drawn.at(-1)?.[0];
  expect(refined?.beta).toBeGreaterThan(5);
  core.manual = true;
  await viewed.request({ values: { beta: 5, layers: 60, seed: 2 }, t: 4 });
  expect(drawn.at(-1)).toEqual([refined, 2]);
  expect(core.calls.filter(({ kind }) => kind !== 'refine')).toEqual([]);
  expect(core.opened).toBe(1);
  viewed.dispose();
});

test('while nobody can see it nothing is refined, and then it goes on where it was', async () => {
  core.refinements = 2;
  const refining = await firstRefinement();
  runner.rest(true);
  expect(refining?.signal?.aborted).toBe(true);
  refining?.refuse(new DOMException('given up', 'AbortError'));
  await settle();
  expect(core.calls).toEqual([]);
  expect([runner.idle, runner.settled]).toEqual([true, false]);
  runner.rest(false);
  runner.rest(false);
  expect(core.calls.map(({ kind }) => kind)).toEqual(['refine']);
  core.manual = false;
  core.calls[0]?.answer();
  await settle();
  expect(shown.at(-1)).toEqual({ t: 0, beta: 5.002 });
  expect(runner.settled).toBe(true);
  runner.rest(true);
  runner.rest(false);
  await settle();
  expect(shown).toHaveLength(3);
  expect(failures).toEqual([]);
});

test('what a script asks of a figure that nobody can see is shown, and refined when somebody can', async () => {
  core.refinements = 1;
  runner.rest(true);
  await ask(5, 10);
  await settle();
  expect(shown).toEqual([{ t: 10, beta: 5 }]);
  runner.rest(false);
  await settle();
  expect(shown.at(-1)).toEqual({ t: 10, beta: 5.001 });
});

test('training for a step is given up while nobody can see it, and asked for again, with those who wait', async () => {
  core.frontier = 3;
  core.manual = true;
  let done = false;
  void ask(5, 40);
  core.calls[0]?.answer();
  await settle();
  const waiting = ask(5, 60).then(() => {
    done = true;
  });
  await settle();
  const seek = core.calls.find(({ kind }) => kind === 'seek');
  runner.rest(true);
  expect(seek?.signal?.aborted).toBe(false);
  core.progress?.(50);
  expect(seek?.signal?.aborted).toBe(true);
  await settle();
  expect(core.calls.filter((call) => !call.signal?.aborted)).toEqual([]);
  expect([done, runner.settled]).toEqual([false, false]);
  runner.rest(false);
  const again = core.calls.find((call) => !call.signal?.aborted);
  expect(again).toMatchObject({ kind: 'seek', t: 60 });
  again?.answer();
  await waiting;
  expect(shown.at(-1)).toEqual({ t: 60, beta: 5 });
  expect(failures).toEqual([]);
});

test('what is asked for while a step is trained that nobody can see takes its place', async () => {
  core.frontier = 3;
  core.manual = true;
  void ask(5, 2);
  core.calls[0]?.answer();
  await settle();
  void ask(5, 60);
  await settle();
  const newer = ask(5, 50);
  runner.rest(true);
  core.progress?.(40);
  await settle();
  runner.rest(false);
  const open = core.calls.filter((call) => !call.signal?.aborted);
  expect(open).toMatchObject([{ kind: 'seek', t: 50 }]);
  open[0]?.answer();
  await newer;
  expect(shown.at(-1)).toEqual({ t: 50, beta: 5 });
});

test('a step on the way to which nothing is left to train is shown to nobody too', async () => {
  core.frontier = 60;
  core.manual = true;
  runner.rest(true);
  const waiting = ask(5, 60);
  core.progress?.(60);
  core.calls[0]?.answer();
  await waiting;
  expect(shown).toEqual([{ t: 60, beta: 5 }]);
});
