import { afterEach, describe, expect, it, vi } from 'vitest';
import { createChannel, localWire, type Wire } from '../../../web/src/engine/channel';
import { createEngine } from '../../../web/src/engine/client';
import type { ToHost } from '../../../web/src/engine/protocol';
import { experiments, FakeCore, failure, params } from './fakes';

afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('../../../web/src/engine/host');
  vi.resetModules();
});

describe('a channel', () => {
  it('that finds no host rejects its calls with the reason and is over', async () => {
    const channel = createChannel(() => Promise.reject(new Error('no host')));
    const calls = [1, 2].map((id) => failure(channel.ask({ kind: 'stats', id })));
    expect((await Promise.all(calls)).map((error) => error.message)).toEqual(['no host', 'no host']);
    expect(channel.over).toBe(true);
  });

  it('rejects a call that cannot be sent', async () => {
    const post = () => {
      throw new Error('unsendable');
    };
    const channel = createChannel(async () => ({ worker: true, post, close() {} }));
    expect((await failure(channel.ask({ kind: 'stats', id: 1 }))).message).toBe('unsendable');
  });

  it('ignores answers to calls that nobody waits for', async () => {
    const wire: Wire = { worker: true, post() {}, close() {} };
    let answer: Parameters<Parameters<typeof createChannel>[0]>[0] = () => {};
    const channel = createChannel(async (receive) => {
      answer = receive;
      return wire;
    });
    const call = channel.ask({ kind: 'stats', id: 1 });
    answer({ kind: 'done', id: 7, value: 'late' });
    answer({ kind: 'done', id: 1, value: 'mine' });
    answer({ kind: 'refused', id: 1, message: 'twice' });
    expect(await call).toBe('mine');
  });

  it('keeps nobody who was to hear how a run trains when that was refused, or could not be asked for', async () => {
    let answer: Parameters<Parameters<typeof createChannel>[0]>[0] = () => {};
    const post = vi.fn();
    const channel = createChannel(async (receive) => {
      answer = receive;
      return { worker: true, post, close() {} };
    });
    const heard = vi.fn();
    const ask = (id: number) =>
      failure(channel.ask({ kind: 'open', id, ...experiments.particles, params: {} }, undefined, heard));
    const refused = ask(1);
    answer({ kind: 'refused', id: 1, message: 'x: beta is -1, expected > 0' });
    await refused;
    post.mockImplementation(() => {
      throw new Error('unsendable');
    });
    await ask(2);
    for (const run of [1, 2]) answer({ kind: 'trained', run, frontier: 3 });
    expect(heard).not.toHaveBeenCalled();
  });

  it('gives a host up that no longer answers, after asking for a sign of life', async () => {
    vi.useFakeTimers();
    const post = vi.fn();
    const close = vi.fn();
    const channel = createChannel(async () => ({ worker: true, post, close }));
    const call = failure(channel.ask({ kind: 'seek', id: 1, run: 9, t: 3 }));
    await vi.advanceTimersByTimeAsync(9000);
    expect(post).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(post).toHaveBeenLastCalledWith({ kind: 'stats', id: 0 });
    expect(channel.over).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect((await call).name).toBe('EngineRestarted');
    expect((await call).message).toContain('it no longer answers');
    expect(channel.over).toBe(true);
    expect(close).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for a host that works for minutes and answers signs of life, and listens no longer than it waits', async () => {
    vi.useFakeTimers();
    let answer: Parameters<Parameters<typeof createChannel>[0]>[0] = () => {};
    const post = vi.fn((message: ToHost) => {
      if (message.kind === 'stats') answer({ kind: 'done', id: message.id, value: {} });
    });
    const channel = createChannel(async (receive) => {
      answer = receive;
      return { worker: true, post, close() {} };
    });
    const call = channel.ask({ kind: 'seek', id: 1, run: 9, t: 3 });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(channel.over).toBe(false);
    answer({ kind: 'done', id: 1, value: 'late but here' });
    expect(await call).toBe('late but here');
    await vi.advanceTimersByTimeAsync(5000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('closes its wire when the core has crashed', async () => {
    const close = vi.fn();
    let answer: Parameters<Parameters<typeof createChannel>[0]>[0] = () => {};
    const channel = createChannel(async (receive) => {
      answer = receive;
      return { worker: true, post() {}, close };
    });
    answer({ kind: 'crashed', message: 'unreachable' });
    await channel.worker();
    await Promise.resolve();
    expect(close).toHaveBeenCalledTimes(1);
    expect(channel.over).toBe(true);
  });
});

describe('a worker that did not start', () => {
  const started = vi.fn(() => {
    throw new Error('no worker');
  });
  const { load } = new FakeCore();
  afterEach(() => started.mockClear());

  it('is asked again where the code for this thread did not come either: it was the line', async () => {
    vi.doMock('../../../web/src/engine/host', () => {
      throw new Error('gone');
    });
    const engine = createEngine({ startWorker: started, load });
    for (let i = 0; i < 2; i++)
      expect((await failure(engine.info())).message).toContain('Could not load the code that computes');
    expect(started).toHaveBeenCalledTimes(2);
  });

  it('is not asked again where that works', async () => {
    const engine = createEngine({ startWorker: started, load });
    const run = await engine.open(experiments.particles, params);
    await failure(run.seek(666));
    expect((await engine.open(experiments.particles, params)).first).toBeDefined();
    expect(started).toHaveBeenCalledTimes(1);
  });
});

describe('the host on this thread', () => {
  it('says so when its code does not come', async () => {
    vi.doMock('../../../web/src/engine/host', () => {
      throw new Error('gone');
    });
    const error = await failure(localWire(undefined, () => {}));
    expect(error.message).toMatch(/^Could not load the code that computes \(.*\)\. Check the connection/s);
  });
});
