import { expect, it, vi } from 'vitest';
import { createEngine } from '../../../web/src/engine/client';
import { ChannelWorker, experiments, FakeCore, params } from './fakes';

it('a worker that is lost in a call, after one that was lost while nothing was asked, is nobody’s loss either', async () => {
  const core = new FakeCore();
  const started: ChannelWorker[] = [];
  const startWorker = () => {
    started.push(new ChannelWorker(core));
    return started.at(-1) as ChannelWorker;
  };
  const lose = (worker: ChannelWorker | undefined): void => {
    worker?.terminate();
    worker?.onerror?.({ message: 'the system has ended it' } as ErrorEvent);
  };
  const run = await createEngine({ startWorker }).open(experiments.particles, params);
  lose(started[0]);
  core.cost = 3;
  core.busy = true;
  const long = run.seek(1000);
  await vi.waitFor(() => expect(core.opened).toBe(2));
  lose(started[1]);
  core.busy = false;
  expect((await long).layer).toBe(1000);
  expect(started.length).toBe(3);
  started[2]?.terminate();
});
