import type { Refined, Run } from './api';
import { restarted } from './errors';
import type { Call, Id, Trained } from './protocol';
import type { Session } from './session';

export interface Opening {
  readonly name: string;
  readonly params: object;
  readonly t: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly progress: ((frontier: number) => void) | undefined;
  readonly save: Uint8Array | undefined;
}

/**
 * Opens a run in the session of the moment, and gives the caller's handle on it. What a crash of the core takes along has to be opened
 * again, which is the caller's to do; a run that trains does it itself, once a call, from what it was last handed.
 */
export async function openRun<Frame>(
  { name, params, t: start, signal: first, progress, save }: Opening,
  current: () => Session,
  nextId: () => Id,
): Promise<Run<Frame>> {
  let session: Session | undefined;
  let id: Id = 0;
  /** Whether the session has it open. */
  let open = false;
  let disposed = false;
  let saved = save;
  let frontier: number | undefined;
  /** The step of the last frame. */
  let at = start;

  function trained(news: Trained): void {
    saved = news.save ?? saved;
    reached(news.frontier);
  }

  function reached(steps: number): void {
    frontier = steps;
    progress?.(steps);
  }

  async function begin(t: number | undefined, signal: AbortSignal | undefined): Promise<unknown> {
    session = current();
    id = nextId();
    const frame = await session.ask({ kind: 'open', id, name, params, t, save: saved }, signal, trained);
    open = true;
    return frame;
  }

  /** Once more where it can be, if what was asked is lost. */
  async function lasting<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (frontier === undefined || disposed || signal?.aborted || !isLoss(error)) throw error;
      open = false;
      return ask();
    }
  }

  function ask(kind: string, make: () => Call, signal?: AbortSignal, t = at): Promise<unknown> {
    if (disposed) throw new Error(`${kind}: this run has been disposed of`);
    checkSignal(kind, signal);
    return lasting(async () => {
      if (!open) await begin(t, signal);
      if (!session || session.over) throw restarted();
      return session.ask(make(), signal);
    }, signal);
  }

  const frame = (await lasting(() => begin(start, first), first)) as Frame;
  return {
    first: frame,
    get frontier() {
      return frontier;
    },
    async seek(t, signal) {
      if (typeof t !== 'number') throw new TypeError('seek: t must be a number');
      const sought = await ask('seek', () => ({ kind: 'seek', id: nextId(), run: id, t }), signal, t);
      at = t;
      return sought as Frame;
    },
    async refine(signal) {
      const make = (): Call => ({ kind: 'refine', id: nextId(), run: id });
      const refined = (await ask('refine', make, signal)) as Refined<Frame>;
      if (refined.frontier !== undefined) reached(refined.frontier);
      return refined;
    },
    async save() {
      return (await ask('save', () => ({ kind: 'save', id: nextId(), run: id }))) as Uint8Array;
    },
    dispose() {
      disposed = true;
      session?.drop(id);
    },
  };
}

const isLoss = (error: unknown): boolean =>
  error instanceof Error && /^Engine(Crashed|Restarted)$/.test(error.name);

export function checkSignal(name: string, signal: unknown): void {
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError(`${name}: signal must be an AbortSignal`);
  }
}
