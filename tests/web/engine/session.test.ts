import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../../web/src/engine/client';
import { type Link, localLink } from '../../../web/src/engine/link';
import type { ToHost } from '../../../web/src/engine/protocol';
import { createSession } from '../../../web/src/engine/session';
import { FakeCore, failure, params } from './fakes';

afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('../../../web/src/engine/host');
  vi.resetModules();
});

describe('a session', () => {
  it('that finds no host rejects its calls with the reason and is over', async () => {
    const session = createSession(() => Promise.reject(new Error('no host')));
    const calls = [1, 2].map((id) => failure(session.ask({ kind: 'stats', id })));
    expect((await Promise.all(calls)).map((error) => error.message)).toEqual(['no host', 'no host']);
    expect(session.over).toBe(true);
  });

  it('rejects a call that cannot be sent', async () => {
    const post = () => {
      throw new Error('unsendable');
    };
    const session = createSession(async () => ({ worker: true, post, close() {} }));
    expect((await failure(session.ask({ kind: 'stats', id: 1 }))).message).toBe('unsendable');
  });

  it('ignores answers to calls that nobody waits for', async () => {
    const link: Link = { worker: true, post() {}, close() {} };
    let answer: Parameters<Parameters<typeof createSession>[0]>[0] = () => {};
    const session = createSession(async (receive) => {
      answer = receive;
      return link;
    });
    const call = session.ask({ kind: 'stats', id: 1 });
    answer({ kind: 'done', id: 7, value: 'late' });
    answer({ kind: 'done', id: 1, value: 'mine' });
    answer({ kind: 'refused', id: 1, message: 'twice' });
    expect(await call).toBe('mine');
  });

  it('keeps nobody who was to hear how a run trains when that was refused, or could not be asked for', async () => {
    let answer: Parameters<Parameters<typeof createSession>[0]>[0] = () => {};
    const post = vi.fn();
    const session = createSession(async (receive) => {
      answer = receive;
      return { worker: true, post, close() {} };
    });
    const heard = vi.fn();
    const ask = (id: number) =>
      failure(session.ask({ kind: 'open', id, name: 'x', params: {} }, undefined, heard));
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
    const session = createSession(async () => ({ worker: true, post, close }));
    const call = failure(session.ask({ kind: 'seek', id: 1, run: 9, t: 3 }));
    await vi.advanceTimersByTimeAsync(9000);
    expect(post).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(post).toHaveBeenLastCalledWith({ kind: 'stats', id: 0 });
    expect(session.over).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect((await call).name).toBe('EngineRestarted');
    expect((await call).message).toContain('it no longer answers');
    expect(session.over).toBe(true);
    expect(close).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for a host that works for minutes and answers signs of life, and listens no longer than it waits', async () => {
    vi.useFakeTimers();
    let answer: Parameters<Parameters<typeof createSession>[0]>[0] = () => {};
    const post = vi.fn((message: ToHost) => {
      if (message.kind === 'stats') answer({ kind: 'done', id: message.id, value: {} });
    });
    const session = createSession(async (receive) => {
      answer = receive;
      return { worker: true, post, close() {} };
    });
    const call = session.ask({ kind: 'seek', id: 1, run: 9, t: 3 });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(session.over).toBe(false);
    answer({ kind: 'done', id: 1, value: 'late but here' });
    expect(await call).toBe('late but here');
    await vi.advanceTimersByTimeAsync(5000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('closes its link when the core has crashed', async () => {
    const close = vi.fn();
    let answer: Parameters<Parameters<typeof createSession>[0]>[0] = () => {};
    const session = createSession(async (receive) => {
      answer = receive;
      return { worker: true, post() {}, close };
    });
    answer({ kind: 'crashed', message: 'unreachable' });
    await session.worker();
    await Promise.resolve();
    expect(close).toHaveBeenCalledTimes(1);
    expect(session.over).toBe(true);
  });
});

describe('a worker that did not start', () => {
  const started = vi.fn(() => {
    throw new Error('no worker');
  });
  const { parts } = new FakeCore();
  afterEach(() => started.mockClear());

  it('is asked again where the code for this thread did not come either: it was the line', async () => {
    vi.doMock('../../../web/src/engine/host', () => {
      throw new Error('gone');
    });
    const engine = createEngine({ startWorker: started, parts });
    for (let i = 0; i < 2; i++)
      expect((await failure(engine.info())).message).toContain('Could not load the code that computes');
    expect(started).toHaveBeenCalledTimes(2);
  });

  it('is not asked again where that works', async () => {
    const engine = createEngine({ startWorker: started, parts });
    const run = await engine.open('particles', params);
    await failure(run.seek(666));
    expect((await engine.open('particles', params)).first).toBeDefined();
    expect(started).toHaveBeenCalledTimes(1);
  });
});

describe('the host on this thread', () => {
  it('says so when its code does not come', async () => {
    vi.doMock('../../../web/src/engine/host', () => {
      throw new Error('gone');
    });
    const error = await failure(localLink(undefined, () => {}));
    expect(error.message).toMatch(/^Could not load the code that computes \(.*\)\. Check the connection/s);
  });
});
