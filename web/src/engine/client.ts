/** The engine as the page sees it: finds a host when first asked, and another one after a crash; every run is opened here. */
import type { At, Engine, EngineStats, Refined, Run } from './api';
import { located } from './assets';
import {
  type Channel,
  createChannel,
  localWire,
  type Receive,
  slowStart,
  type Wire,
  type WorkerLike,
  workerWire,
} from './channel';
import { isLoss, isRestart, restarted } from './errors';
import type { Experiment } from './experiment';
import type { LoadPart } from './load';
import type { Call, Id, Opened, Trained } from './protocol';
import { startWorker as startOwnWorker } from './start-worker';

export interface EngineOptions {
  /** May throw, or give a worker that reports an error or never speaks: then the core runs on this thread. */
  readonly startWorker?: () => WorkerLike;
  /** Milliseconds that the worker has for its first word. */
  readonly patience?: number;
  /** How parts are fetched when the core runs on this thread. */
  readonly load?: LoadPart;
  /** Whether the host starts at once, and not with the first call. */
  readonly early?: boolean;
}

/**
 * An engine with a host of its own, started by the first call that needs one.
 *
 * Calls reject with the core's message when it refuses, an `AbortError` when given up, `EngineCrashed` when the core died of them, and
 * `EngineUnloaded` when there is no core to ask. What it died of otherwise is nobody's loss: each run opens again by itself.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const { startWorker = startOwnWorker, patience = 3000, load, early = false } = options;
  let channel: Channel | undefined;
  let lastId: Id = 0;
  let workerRefused = false;

  async function connect(receive: Receive): Promise<Wire> {
    let refused = workerRefused;
    if (!refused) {
      try {
        return await workerWire(startWorker, patience, receive, (connected) => {
          channel = createChannel(connected);
        });
      } catch (error) {
        refused = error !== slowStart;
      }
    }
    const wire = await localWire(load, receive);
    // What refused it once will do so again: a restart need not wait for that. One beside which nothing else came either is asked
    // again: then it was the line.
    workerRefused = refused;
    return wire;
  }

  function current(): Channel {
    if (!channel || channel.over) channel = createChannel(connect);
    return channel;
  }

  const nextId = () => ++lastId;
  if (early) current();

  return {
    async open(experiment, params, at = {}) {
      const { name, part } = experiment;
      if (typeof params !== 'object' || params === null)
        throw new TypeError(`${name}: params must be an object`);
      checkSignal(name, at.signal);
      if (at.t !== undefined && typeof at.t !== 'number') throw new TypeError(`${name}: t must be a number`);
      return openRun(
        {
          name,
          part: import.meta.env.MODE === 'package' ? located(part) : part,
          params: copyOf(name, params),
          at,
        },
        current,
        nextId,
      );
    },
    async info() {
      const channel = current();
      const info = await channel.ask({ kind: 'info', id: nextId() });
      return { ...(info as { version: string; simd: boolean }), worker: await channel.worker() };
    },
    async stats() {
      if (!channel || channel.over) return { objects: 0, memoryBytes: 0 };
      return (await channel.ask({ kind: 'stats', id: nextId() })) as EngineStats;
    },
    end() {
      channel?.end();
      channel = undefined;
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

interface Opening extends Experiment {
  readonly params: object;
  readonly at: At;
}

/**
 * Opens a run in the channel of the moment, and gives the caller's handle on it. What a crash of the core takes along is opened again,
 * once a call: what trains goes on from what it was last handed, and what had been refined is so again before the caller hears of it.
 */
async function openRun<Frame>(
  { name, part, params, at }: Opening,
  current: () => Channel,
  nextId: () => Id,
): Promise<Run<Frame>> {
  let channel: Channel | undefined;
  let id: Id = 0;
  /** Whether the channel has it open. */
  let open = false;
  let disposed = false;
  let saved = at.save;
  let frontier: number | undefined;
  /** The step of the last frame, and how often it has been refined. */
  let step = at.t;
  let refinements = 0;

  function trained(news: Trained): void {
    saved = news.save ?? saved;
    reached(news.frontier);
  }

  function reached(steps: number): void {
    frontier = steps;
    at.progress?.(steps);
  }

  async function begin(t: number | undefined, signal: AbortSignal | undefined): Promise<Opened<Frame>> {
    // Until it has been answered: it may be given up on its way.
    open = false;
    channel = current();
    id = nextId();
    const opened = await channel.ask(
      { kind: 'open', id, name, part, params, t, save: saved },
      signal,
      trained,
    );
    open = true;
    return opened as Opened<Frame>;
  }

  /** Once more, if what was asked is lost: not with what the core died of, but for a training, which it may have outgrown. */
  async function lasting<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const lost = frontier === undefined ? isRestart : isLoss;
      if (!lost(error as Error) || disposed || signal?.aborted) throw error;
      open = false;
      return ask().catch((error) => {
        throw isRestart(error) ? Object.assign(error, { name: 'EngineCrashed' }) : error;
      });
    }
  }

  function ask(kind: string, make: () => Call, signal?: AbortSignal, t = step): Promise<unknown> {
    if (disposed) throw new Error(`${kind}: this run has been disposed of`);
    checkSignal(kind, signal);
    return lasting(async () => {
      // What a crash took while nothing was asked of it is no loss of this call.
      if (!open || channel?.over) await begin(t, signal);
      if (!channel || channel.over) throw restarted();
      return channel.ask(make(), signal);
    }, signal);
  }

  const { frame, refines } = await lasting(() => begin(step, at.signal), at.signal);
  return {
    first: frame,
    refines,
    get frontier() {
      return frontier;
    },
    async seek(t, signal) {
      if (typeof t !== 'number') throw new TypeError('seek: t must be a number');
      const sought = await ask('seek', () => ({ kind: 'seek', id: nextId(), run: id, t }), signal, t);
      step = t;
      refinements = 0;
      return sought as Frame;
    },
    async refine(signal) {
      let lost = 0;
      const make = (): Call => ({ kind: 'refine', id: nextId(), run: id, t: step });
      const before = id;
      let refined = (await ask('refine', make, signal)) as Refined<Frame>;
      // As many frames as have been shown are only computed where it was opened again: the picture never gets worse.
      if (id !== before) lost = refinements;
      while (lost-- > 0 && !refined.done) refined = (await ask('refine', make, signal)) as Refined<Frame>;
      if (refined.frontier !== undefined) reached(refined.frontier);
      if (refined.frame !== undefined) refinements += 1;
      return refined;
    },
    async save() {
      return (await ask('save', () => ({ kind: 'save', id: nextId(), run: id }))) as Uint8Array;
    },
    dispose() {
      disposed = true;
      channel?.drop(id);
    },
  };
}

function checkSignal(name: string, signal: unknown): void {
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError(`${name}: signal must be an AbortSignal`);
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

/** Ends it, where there is one: nothing on the page needs it any more. */
export function endSharedEngine(): void {
  shared?.end();
  shared = undefined;
}
