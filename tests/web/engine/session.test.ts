import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Link, localLink } from '../../../web/src/engine/link';
import { createSession } from '../../../web/src/engine/session';
import { failure } from './fakes';

afterEach(() => {
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

describe('the host on this thread', () => {
  it('says so when its code does not come', async () => {
    vi.doMock('../../../web/src/engine/host', () => {
      throw new Error('gone');
    });
    const error = await failure(localLink(undefined, () => {}));
    expect(error.message).toMatch(/^Could not load the code that computes \(.*\)\. Check the connection/s);
  });
});
