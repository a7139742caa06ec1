/**
 * Workers beside the page's one, for pieces of work that do not depend on each other: draws, seeds, a training that nobody holds. Each has a
 * memory of its own: nothing is shared, whoever serves the page needs no headers for it, and answers do not depend on how many there are.
 */
import type { Engine } from './api';
import type { WorkerLike } from './channel';
import { createEngine } from './client';
import { aborted } from './errors';
import type { ToHost } from './protocol';
import { startWorker as startOwnWorker } from './start-worker';

/**
 * Does one piece in an engine that is its own for as long, and gives back what it opens there. `tell` hears now and then which share of it is
 * done; the signal fires when its answer is wanted no more, and when all has been answered.
 */
export type Piece<Answer> = (
  engine: Engine,
  signal: AbortSignal,
  tell: (share: number) => void,
) => Promise<Answer>;

export interface CrewOptions {
  readonly startWorker?: () => WorkerLike;
  /** How many workers there may be at a time. */
  readonly most?: number;
}

export interface Crew {
  /**
   * Does each piece on whichever worker is free, and answers in the order of the pieces; where there are no workers, one after the other in
   * `engine`. The first that fails ends the others, as the signal does. `progress` hears the share of all that is done.
   */
  all<Answer>(
    engine: Engine,
    pieces: readonly Piece<Answer>[],
    signal: AbortSignal,
    progress: (share: number) => void,
  ): Promise<Answer[]>;
}

/** A piece that waits for a worker. */
interface Turn {
  /** Settles, and never rejects, when the piece has: who asked for it hears of that. */
  take(engine: Engine): Promise<void>;
}

/** Milliseconds that a worker has for its first word. To be slow is no reason to compute on the page's own thread instead. */
const patience = 60_000;

/** What moves a page or a figure, and for how many ms it may be about to move on. */
const movements = ['scroll', 'input'];
const calm = 120;

export function createCrew({ startWorker = startOwnWorker, most = hands() }: CrewOptions = {}): Crew {
  const turns = new Set<Turn>();
  const started = new Set<WorkerLike>();
  let count = 0;
  /** Set where the browser lets no worker be, or no second one. */
  let refused = false;

  function next(): Turn | undefined {
    const [turn] = turns;
    if (turn) turns.delete(turn);
    return turn;
  }

  /** Set for a moment after the page was moved. */
  let moved: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  const message = (): ToHost => ({ kind: 'hold', held });

  /** A page that nobody sees computes nothing, nor does one under a hand, which has the cores; both go on where they were. */
  function hold(): void {
    const before = held;
    held = document.hidden || moved !== undefined;
    if (held !== before) for (const worker of started) worker.postMessage(message());
  }

  function move(): void {
    clearTimeout(moved);
    moved = setTimeout(() => {
      moved = undefined;
      hold();
    }, calm);
    hold();
  }

  function startHeld(): WorkerLike {
    const worker = startWorker();
    started.add(worker);
    worker.postMessage(message());
    return worker;
  }

  /** Listens while there are workers. */
  let stopListening = new AbortController();
  function listen(): void {
    stopListening = new AbortController();
    const { signal } = stopListening;
    document.addEventListener('visibilitychange', hold, { signal });
    for (const name of movements)
      document.addEventListener(name, move, { signal, capture: true, passive: true });
    hold();
  }

  /** As many workers as there are pieces for, each of which takes one after the other until none is left. */
  function employ(fallback: Engine): void {
    for (let wanted = turns.size; wanted > 0 && count < most && !refused; wanted--) void hire(fallback);
    if (refused && count === 0) void serve(fallback);
  }

  async function hire(fallback: Engine): Promise<void> {
    if (count++ === 0) listen();
    const engine = createEngine({ startWorker: startHeld, patience });
    const there = await engine.info().then(
      ({ worker }) => worker,
      () => false,
    );
    if (there) await serve(engine);
    else refused = true;
    engine.end();
    if (--count === 0) {
      stopListening.abort();
      started.clear();
    }
    // What has come meanwhile, or waits in vain where there is no worker but the page's.
    employ(fallback);
  }

  async function serve(engine: Engine): Promise<void> {
    for (let turn = next(); turn; turn = next()) await turn.take(engine);
  }

  return {
    async all(engine, pieces, signal, progress) {
      const { worker } = await engine.info();
      if (signal.aborted) throw aborted('it was cancelled');
      const shares = pieces.map(() => 0);
      const stop = new AbortController();
      const cancel = (): void => stop.abort();
      signal.addEventListener('abort', cancel);
      const answers = pieces.map((piece, i) => {
        const tell = (share: number): void => {
          shares[i] = share;
          if (!stop.signal.aborted) progress(shares.reduce((sum, part) => sum + part, 0) / pieces.length);
        };
        return new Promise<Awaited<ReturnType<typeof piece>>>((resolve, reject) => {
          const turn: Turn = {
            async take(own) {
              try {
                resolve(await piece(own, stop.signal, tell));
                tell(1);
              } catch (error) {
                reject(error);
                stop.abort();
              }
            },
          };
          turns.add(turn);
          stop.signal.addEventListener('abort', () => {
            // What somebody is at hears of it by the signal.
            if (turns.delete(turn)) reject(aborted('it was cancelled'));
          });
        });
      });
      refused = !worker;
      employ(engine);
      try {
        return await Promise.all(answers);
      } finally {
        stop.abort();
        signal.removeEventListener('abort', cancel);
        // Until then they may hold something.
        await Promise.allSettled(answers);
      }
    },
  };
}

/** As many as there are cores: more would take turns with each other. A small machine is short of memory first. */
function hands(): number {
  const { hardwareConcurrency: cores = 2, deviceMemory = 8 } = (globalThis.navigator ?? {}) as Navigator & {
    deviceMemory?: number;
  };
  return Math.max(1, Math.min(cores, deviceMemory < 4 ? 2 : 8));
}

let shared: Crew | undefined;

/** The one crew of the page. */
export const crew = (): Crew => {
  shared ??= createCrew();
  return shared;
};

/** Starts a watch that stands while the page is hidden, as the crew does, until the signal fires. Returns a reader of its milliseconds. */
export function watch(signal: AbortSignal): () => number {
  let sum = 0;
  let since = performance.now();
  let hidden = document.hidden;
  const read = (): number => sum + (hidden ? 0 : performance.now() - since);
  const turn = (): void => {
    sum = read();
    since = performance.now();
    hidden = document.hidden;
  };
  document.addEventListener('visibilitychange', turn, { signal });
  return read;
}
