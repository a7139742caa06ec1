import type { Run } from './api';
import { restarted } from './errors';
import type { Call, Id } from './protocol';
import type { Session } from './session';

/** The caller's handle on the run that the call `id` opened in `session`. */
export function createRun<Frame>(session: Session, id: Id, nextId: () => Id, first: Frame): Run<Frame> {
  let disposed = false;

  function ask(call: Call, signal?: AbortSignal): Promise<unknown> {
    if (disposed) throw new Error(`${call.kind}: this run has been disposed of`);
    checkSignal(call.kind, signal);
    if (session.over) throw restarted();
    return session.ask(call, signal);
  }

  return {
    first,
    async seek(t, signal) {
      if (typeof t !== 'number') throw new TypeError('seek: t must be a number');
      return (await ask({ kind: 'seek', id: nextId(), run: id, t }, signal)) as Frame;
    },
    async refine(signal) {
      return (await ask({ kind: 'refine', id: nextId(), run: id }, signal)) as Frame | null;
    },
    dispose() {
      disposed = true;
      session.drop(id);
    },
  };
}

export function checkSignal(name: string, signal: unknown): void {
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError(`${name}: signal must be an AbortSignal`);
  }
}
