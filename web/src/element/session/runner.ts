import type { At, Engine, Run } from '../../engine/api';
import type { Figure, Params, Values } from '../../figures/declare';
import { sameValue } from '../../kinds/kind';

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

/** What the core has answered last, to which question, and the run that goes on from there. */
interface Answered {
  readonly values: Values<Params>;
  readonly t: number;
  readonly told: unknown;
  /** Absent where nothing more can be asked of it. */
  readonly run: Run<unknown> | undefined;
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
  #answered: Answered | undefined;
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
    this.#letGo();
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
        const frame = await this.#ask(job, abort.signal);
        if (this.#disposed) return;
        this.#show(frame, job, false);
        this.#trained(this.#answered?.run?.frontier);
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
    if (!this.#answered?.run?.refines) return;
    this.#unfinished = job;
    if (this.#resting) return;
    const refining = new AbortController();
    this.#refining = refining;
    const { signal } = refining;
    try {
      for (let done = false; !done; ) {
        const answered: Answered = this.#answered;
        const refined = (await answered.run?.refine(signal)) ?? { done: true };
        if (signal.aborted) return;
        done = refined.done;
        if (refined.frame === undefined) continue;
        this.#answered = { ...answered, told: refined.frame };
        const frame = await this.#seen(refined.frame, job.values);
        if (signal.aborted) return;
        this.#show(frame, job, true);
      }
      this.#unfinished = undefined;
      this.#spare();
    } catch (error) {
      if (signal.aborted) return;
      this.#unfinished = undefined;
      // Given up for a seek: the frame on show is as good as it was.
      if (!(error instanceof Error && error.name === 'AbortError')) this.#failed(error);
    }
  }

  #settle(number: number, end: (waiter: Waiter) => void): void {
    const done = this.#waiters.filter((w) => w.number <= number);
    this.#waiters = this.#waiters.filter((w) => w.number > number);
    done.forEach(end);
  }

  /** The frame of a state: shipped with the page, the one that is there, another step of the same run, or of a run of its own. */
  async #ask({ values, t }: Job, signal: AbortSignal): Promise<unknown> {
    const figure = this.#figure;
    if (figure.precomputed) {
      const known = await figure.precomputed(values, t);
      if (signal.aborted) throw aborted();
      if (known !== undefined) {
        this.#letGo();
        return known;
      }
    }
    const before = this.#answered;
    if (before && sameAsked(figure, before.values, values)) {
      const stays = before.t === t || !figure.timeline;
      const told = stays || !before.run ? before.told : await before.run.seek(t, signal);
      this.#answered = { ...before, values, t, told };
    } else {
      const progress = (frontier: number): void => this.#progress(frontier);
      const answer = await opened(figure, this.#engine, values, { t, signal, progress });
      if (signal.aborted || this.#disposed) {
        answer.run.dispose();
        throw aborted();
      }
      this.#letGo();
      this.#answered = { values, t, ...answer };
      if (!answer.run.refines) this.#spare();
    }
    return await this.#seen(this.#answered.told, values);
  }

  #seen(told: unknown, values: Values<Params>): unknown {
    return this.#figure.frame ? this.#figure.frame(told, values) : told;
  }

  /** Nothing will be asked of the run of one picture that is as good as it gets. */
  #spare(): void {
    if (this.#figure.timeline || !this.#answered) return;
    this.#answered.run?.dispose();
    this.#answered = { ...this.#answered, run: undefined };
  }

  #letGo(): void {
    this.#answered?.run?.dispose();
    this.#answered = undefined;
  }
}

const aborted = (): DOMException =>
  new DOMException('The figure was asked for something newer.', 'AbortError');

/** What the figure's experiment is asked. */
export const asked = (figure: Figure, values: Values<Params>): object => figure.ask?.(values) ?? values;

/** Whether the core is asked the same for both: then all that differs is what is shown of its answer. */
export const sameAsked = (figure: Figure, a: Values<Params>, b: Values<Params>): boolean =>
  sameValue(asked(figure, a), asked(figure, b));

/** Opens what is asked, with the first frame that has all that a caption says. */
export async function opened(
  figure: Figure,
  engine: Engine,
  values: Values<Params>,
  { t, ...at }: At,
): Promise<{ readonly run: Run<unknown>; readonly told: unknown }> {
  const { core, besides, timeline, complete } = figure;
  const question = besides ? { ...asked(figure, values), ...(await besides(values)) } : asked(figure, values);
  const run = await engine.open(core, question, timeline ? { t, ...at } : at);
  let told = run.first;
  try {
    for (let done = !run.refines; complete && !done && !complete(told, values); ) {
      const more = await run.refine(at.signal);
      told = more.frame ?? told;
      done = more.done;
    }
  } catch (error) {
    run.dispose();
    throw error;
  }
  return { run, told };
}
