/** The engine as figures see it: finds a host when first asked, and another one after a crash. */
import type { Engine, EngineStats } from './api';
import { type Link, localLink, type Receive, SlowStart, type WorkerLike, workerLink } from './link';
import type { Parts } from './parts';
import type { Id } from './protocol';
import { checkSignal, openRun } from './run';
import { createSession, type Session } from './session';
import { startWorker as startOwnWorker } from './start-worker';

export interface EngineOptions {
  /** May throw, or give a worker that reports an error or never speaks: then the core runs on this thread. */
  readonly startWorker?: () => WorkerLike;
  /** Milliseconds that the worker has for its first word. */
  readonly patience?: number;
  /** Where parts come from when the core runs on this thread. */
  readonly parts?: Parts;
  /** Whether the host starts at once, and not with the first call. */
  readonly early?: boolean;
}

/**
 * An engine with a host of its own, started by the first call that needs one.
 *
 * Calls reject with the core's message when it refuses, an `AbortError` when given up, `EngineCrashed` when the core died
 * of them, `EngineRestarted` when it died of something else or of nobody knows what: the run has to be opened again, which those that
 * train do themselves.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const { startWorker = startOwnWorker, patience = 3000, parts, early = false } = options;
  let session: Session | undefined;
  let lastId: Id = 0;
  let workerRefused = false;

  async function connect(receive: Receive): Promise<Link> {
    let refused = workerRefused;
    if (!refused) {
      try {
        return await workerLink(startWorker, patience, receive);
      } catch (error) {
        refused = !(error instanceof SlowStart);
      }
    }
    const link = await localLink(parts, receive);
    // What refused it once will do so again: a restart need not wait for that. One that was only slow is asked again, and so is one
    // beside which nothing else came either: then it was the line.
    workerRefused = refused;
    return link;
  }

  function current(): Session {
    if (!session || session.over) session = createSession(connect);
    return session;
  }

  const nextId = () => ++lastId;
  if (early) current();

  return {
    async open(name, params, { t, signal, progress, save } = {}) {
      if (typeof params !== 'object' || params === null)
        throw new TypeError(`${name}: params must be an object`);
      checkSignal(name, signal);
      if (t !== undefined && typeof t !== 'number') throw new TypeError(`${name}: t must be a number`);
      const opening = { name, params: copyOf(name, params), t, signal, progress, save };
      return openRun(opening, current, nextId);
    },
    async info() {
      const session = current();
      const info = await session.ask({ kind: 'info', id: nextId() });
      return { ...(info as { version: string; simd: boolean }), worker: await session.worker() };
    },
    async stats() {
      if (!session || session.over) return { objects: 0, memoryBytes: 0 };
      return (await session.ask({ kind: 'stats', id: nextId() })) as EngineStats;
    },
  };
}

/** Taken at once: the worker may not be there yet, and the caller may go on changing what is its own. */
function copyOf(name: string, params: object): object {
  try {
    return structuredClone(params);
  } catch (error) {
    throw new TypeError(`${name}: params hold something that is not data (${(error as Error).message})`);
  }
}

let shared: Engine | undefined;

/**
 * The one engine of the page: every figure asks this one, so that there is one worker and each part is loaded once. Who asks for it has
 * a call to make soon: the worker starts at once, while the figure is being built.
 */
export function sharedEngine(): Engine {
  shared ??= createEngine({ early: true });
  return shared;
}
