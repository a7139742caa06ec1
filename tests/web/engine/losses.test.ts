import { afterEach, expect, it, vi } from 'vitest';
import { createEngine } from '../../../web/src/engine/client';
import { ChannelWorker, experiments, FakeCore, failure, params } from './fakes';

const started: ChannelWorker[] = [];
afterEach(() => {
  for (const worker of started.splice(0)) worker.terminate();
});

/** A run whose worker is lost while nothing is asked of it, and a core that is at work for long from then on. */
async function lostAtRest() {
  const core = new FakeCore();
  const startWorker = () => {
    started.push(new ChannelWorker(core));
    return started.at(-1) as ChannelWorker;
  };
  const run = await createEngine({ startWorker }).open(experiments.particles, params);
  lose(started[0]);
  core.cost = 3;
  core.busy = true;
  return { core, run };
}

function lose(worker: ChannelWorker | undefined): void {
  worker?.terminate();
  worker?.onerror?.({ message: 'the system has ended it' } as ErrorEvent);
}

it('a worker that is lost in a call, after one that was lost while nothing was asked, is nobody’s loss either', async () => {
  const { core, run } = await lostAtRest();
  const long = run.seek(1000);
  await vi.waitFor(() => expect(core.opened).toBe(2));
  lose(started[1]);
  core.busy = false;
  expect((await long).layer).toBe(1000);
  expect(started.length).toBe(3);
});

it('a run that is given up while it opens again is opened by the next call', async () => {
  const { core, run } = await lostAtRest();
  const newer = new AbortController();
  const given = failure(run.seek(1000, newer.signal));
  await vi.waitFor(() => expect(core.opened).toBe(2));
  newer.abort();
  expect((await given).name).toBe('AbortError');
  core.busy = false;
  expect((await run.seek(7)).layer).toBe(7);
  expect(core.alive).toBe(2);
});

it.each([
  ['in a worker', false, false],
  ['on this thread', true, false],
  ['in a worker that was lost', false, true],
])('a step whose frame was given up on its way, %s, is not what is refined next', async (_, here, lost) => {
  const core = new FakeCore();
  const startWorker = () => {
    if (here) throw new Error('no workers here');
    started.push(new ChannelWorker(core));
    return started.at(-1) as ChannelWorker;
  };
  const engine = createEngine({ startWorker, load: core.load });
  const run = await engine.open(experiments.before_after, { ...params, layers: 30, query: 0 });
  await run.seek(4);
  if (lost) lose(started[0]);
  const control = new AbortController();
  const push = core.frames.push.bind(core.frames);
  core.frames.push = (...frames) => {
    control.abort();
    return push(...frames);
  };
  expect((await failure(run.seek(9, control.signal))).name).toBe('AbortError');
  core.frames.push = push;
  expect((await run.refine()).frame?.layer).toBe(4);
  run.dispose();
});
