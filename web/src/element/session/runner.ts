import type { At, Engine, Run } from '../../engine/api';
import type { Figure, Params, Values } from '../../figures/declare';
import { sameValue, type Value } from '../../kinds/kind';

export interface Job {
  readonly values: Values<Params>;
  readonly t: number;
}

interface Waiter {
  readonly number: number;
  resolve(): void;
  reject(error: unknown): void;
}

interface Request {
  readonly job: Job;
  readonly number: number;
}

interface Flight extends Request {
  readonly abort: AbortController;
  readonly started: number;
}

/** A call in flight is given up for newer input when it is older than this, in ms. */
const patience = 100;

/**
 * Asks the engine for frames: one call at a time, and of the requests that come meanwhile only the newest. The run of the last frame
 * that was shown stays alive until the next one has answered, so that a refused parameter leaves a working figure behind.
 */
export class Runner {
  readonly #figure: Figure;
  readonly #engine: Engine;
  readonly #show: (frame: unknown, job: Job, refined: boolean) => void;
  readonly #failed: (error: unknown) => void;
  readonly #trained: (frontier: number | undefined) => void;
  #run: { readonly values: Values<Params>; readonly run: Run<unknown> } | undefined;
  /** The last frame that was shown, and of what. */
  #shown: { readonly frame: unknown; readonly t: number; readonly run: Run<unknown> } | undefined;
  #next: Request | undefined;
  #flight: Flight | undefined;
  #waiters: Waiter[] = [];
  #asked = 0;
  #givenUp = 0;
  #impatience: ReturnType<typeof setTimeout> | undefined;
  /** Whose frame is on show and can be refined yet. */
  #unfinished: Job | undefined;
  /** Ends the refining of it. */
  #refining: AbortController | undefined;
  /** Nobody can see the figure. */
  #resting = false;
  /** What has to be trained for waits until somebody can. */
  #parked = false;
  #disposed = false;

  /**
   * `show` draws a frame, `refined` when it is a better one of the state on show; what it throws counts as the job's failure.
   * `failed` hears each failure once, `trained` how many steps a run that trains has computed, and of what does not train undefined.
   */
  constructor(
    figure: Figure,
    engine: Engine,
    show: (frame: unknown, job: Job, refined: boolean) => void,
    failed: (error: unknown) => void,
    trained: (frontier: number | undefined) => void = () => {},
  ) {
    this.#figure = figure;
    this.#engine = engine;
    this.#show = show;
    this.#failed = failed;
    this.#trained = trained;
  }

  /** Whether nothing is under way. */
  get idle(): boolean {
    return !this.#flight;
  }

  /** Whether the frame on show is of the state asked for last, and there is nothing left to refine. */
  get settled(): boolean {
    return this.idle && !this.#next && !this.#unfinished;
  }

  /**
   * Asks for a state. Resolves when it, or a newer one, has been shown; rejects with what the engine or the drawing says, or with an
   * AbortError when the runner is disposed of.
   */
  request(job: Job): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#disposed) return reject(aborted());
      this.#next = { job, number: ++this.#asked };
      this.#waiters.push({ number: this.#asked, resolve, reject });
      this.#refining?.abort();
      this.#unfinished = undefined;
      this.#parked = false;
      if (this.#flight) this.#hurry(this.#flight);
      else void this.#work();
    });
  }

  /** While nobody can see the figure it neither refines nor trains; then it goes on where it was. */
  rest(resting: boolean): void {
    this.#resting = resting;
    if (resting) {
      this.#refining?.abort();
      return;
    }
    this.#parked = false;
    if (this.#flight || this.#disposed) return;
    if (this.#next) void this.#work();
    else if (this.#unfinished && (!this.#refining || this.#refining.signal.aborted))
      void this.#refine(this.#unfinished);
  }

  dispose(): void {
    this.#disposed = true;
    this.#next = undefined;
    clearTimeout(this.#impatience);
    this.#refining?.abort();
    this.#unfinished = undefined;
    this.#flight?.abort.abort();
    this.#run?.run.dispose();
    this.#run = undefined;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(aborted());
  }

  /** Gives the call in flight up when it has had its time. Each one given up buys the next more, or a steady drag would show nothing. */
  #hurry(flight: Flight): void {
    clearTimeout(this.#impatience);
    const left = flight.started + patience * 2 ** Math.min(this.#givenUp, 5) - performance.now();
    if (left <= 0) flight.abort.abort();
    else this.#impatience = setTimeout(() => flight.abort.abort(), left);
  }

  async #work(): Promise<void> {
    while (this.#next && !this.#parked) {
      const { job, number } = this.#next;
      this.#next = undefined;
      const abort = new AbortController();
      this.#flight = { job, number, abort, started: performance.now() };
      try {
        const ask = () => this.#ask(job, abort.signal);
        const frame = await this.#lasting(ask, ask, abort.signal);
        if (this.#disposed) return;
        this.#take(frame, job, false);
        this.#trained(this.#run?.run.frontier);
        this.#givenUp = 0;
        this.#settle(number, (waiter) => waiter.resolve());
        if (!this.#next) void this.#refine(job);
      } catch (error) {
        if (abort.signal.aborted) this.#givenUp += this.#parked ? 0 : 1;
        // With a newer request waiting, its outcome is the one that counts.
        else if (!this.#next) {
          this.#failed(error);
          this.#settle(number, (waiter) => waiter.reject(error));
        }
      } finally {
        clearTimeout(this.#impatience);
        this.#flight = undefined;
      }
    }
  }

  /** Told on the way to a frame, and as it is refined. */
  #progress(frontier: number): void {
    this.#trained(frontier);
    const flight = this.#flight;
    if (!this.#resting || !flight || frontier >= flight.job.t) return;
    this.#parked = true;
    this.#next ??= flight;
    flight.abort.abort();
  }

  /** Goes on improving the frame on show until nothing is left to do or the reader asks for something else. */
  async #refine(job: Job): Promise<void> {
    if (!this.#run) return;
    this.#unfinished = job;
    if (this.#resting) return;
    const refining = new AbortController();
    this.#refining = refining;
    const { signal } = refining;
    let shown = 0;
    const go = async (behind: number): Promise<void> => {
      for (let done = false; !done; ) {
        const refined = (await this.#run?.run.refine(signal)) ?? { done: true };
        if (signal.aborted) return;
        done = refined.done;
        if (refined.frame === undefined || (behind-- > 0 && !done)) continue;
        shown += 1;
        this.#take(refined.frame, job, true);
      }
    };
    // As many frames as have been shown are only computed where it is opened again: the picture never gets worse.
    const again = async (): Promise<void> => {
      await this.#ask(job, signal);
      await go(shown);
    };
    try {
      await this.#lasting(() => go(0), again, signal);
      if (!signal.aborted) this.#unfinished = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.#unfinished = undefined;
      // Given up for a seek, or lost once more: the frame on show is as good as it was.
      const harmless = isRestarted(error) || (error instanceof Error && error.name === 'AbortError');
      if (!harmless) this.#failed(error);
    }
  }

  #take(frame: unknown, job: Job, refined: boolean): void {
    this.#show(frame, job, refined);
    if (this.#run) this.#shown = { frame, t: job.t, run: this.#run.run };
  }

  #settle(number: number, end: (waiter: Waiter) => void): void {
    const done = this.#waiters.filter((w) => w.number <= number);
    this.#waiters = this.#waiters.filter((w) => w.number > number);
    done.forEach(end);
  }

  /** Asks, and where what the core held is gone with it in another way, once. */
  async #lasting<T>(ask: () => Promise<T>, again: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!isRestarted(error) || signal.aborted) throw error;
      this.#run?.run.dispose();
      this.#run = undefined;
      return await again();
    }
  }

  async #ask(job: Job, signal: AbortSignal): Promise<unknown> {
    const { values, t } = job;
    const { params } = this.#figure;
    // What only selects what is shown is nothing to the core.
    const computed = Object.keys(params).filter((name) => !params[name]?.view);
    if (this.#run && sameValues(computed, this.#run.values, values)) {
      const shown = this.#shown;
      const other = !sameValues(Object.keys(params), this.#run.values, values);
      this.#run = { ...this.#run, values };
      if (other && shown?.t === t && shown.run === this.#run.run) return shown.frame;
      return await orAbort(this.#run.run.seek(t, signal), signal);
    }
    const progress = (frontier: number): void => this.#progress(frontier);
    const opening = open(this.#figure, this.#engine, values, { t, signal, progress });
    const run = await orAbort(opening, signal, (late) => late.dispose());
    this.#run?.run.dispose();
    this.#run = { values, run };
    return run.first;
  }
}

/** A figure that does not evolve is a run with one frame. */
async function open(
  figure: Figure,
  engine: Engine,
  values: Values<Params>,
  at: At & { readonly signal: AbortSignal },
): Promise<Run<unknown>> {
  if ('open' in figure) return figure.open(engine, values, at);
  const first = await figure.compute(engine, values, at.signal);
  return {
    first,
    frontier: undefined,
    seek: () => Promise.resolve(first),
    refine: () => Promise.resolve({ done: true }),
    save: () => Promise.reject(new Error('save: this figure does not train')),
    dispose: () => {},
  };
}

/** Whether a call was lost with a core that did not, or may not, have died of it. */
const isRestarted = (error: unknown): boolean => error instanceof Error && error.name === 'EngineRestarted';

/** Whether these parameters have the same values. */
const sameValues = (names: readonly string[], a: Values<Params>, b: Values<Params>): boolean =>
  names.every((name) => sameValue(a[name] as Value, b[name] as Value));

/** The promise's result, unless the signal fires first: then an AbortError, and a result that comes too late goes to `late`. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal, late?: (result: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(aborted());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    promise
      .then((result) => {
        if (signal.aborted) late?.(result);
        else resolve(result);
      }, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

const aborted = (): DOMException =>
  new DOMException('The figure was asked for something newer.', 'AbortError');
