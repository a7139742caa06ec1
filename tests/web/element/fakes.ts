import type { At, Engine, Experiment, Run } from '../../../web/src/engine/api';
import { defineFigure, type Figure, say, seed, slider } from '../../../web/src/figures/declare';

export interface Frame {
  readonly t: number;
  readonly beta: number;
}

/** A call that the test answers when it wants to. */
export interface Call {
  readonly kind: 'open' | 'seek' | 'refine';
  readonly beta: number;
  readonly t?: number;
  readonly signal: AbortSignal | undefined;
  answer(): void;
  refuse(error: Error): void;
}

/** Runs whose answers wait for the test, or come at once; counts what is alive. */
export class FakeCore {
  readonly calls: Call[] = [];
  alive = 0;
  opened = 0;
  manual = false;
  /** Answers that the next calls get instead of a frame. */
  errors: Error[] = [];
  /** What frames hold instead of the parameter. */
  poison: number | undefined;
  /** How often a frame can be refined; each time its beta grows by a thousandth. */
  refinements = 0;
  /** Where a run trains: told on the way to each answer, before it comes. */
  frontier: number | undefined;
  progress: ((frontier: number) => void) | undefined;

  readonly experiment: Experiment<{ readonly beta: number }, Frame> = {
    name: 'fake',
    part: { name: 'none', scalar: '' },
  };
  /** Asks it, whatever the experiment. */
  readonly engine = {
    open: (_: Experiment, params: { readonly beta: number }, at: At) => this.open(params.beta, at),
  } as unknown as Engine;

  private ask<T>(call: Pick<Call, 'kind' | 'beta' | 't' | 'signal'>, result: () => T): Promise<T> {
    const error = this.errors.shift();
    if (error) return Promise.reject(error);
    if (!this.manual) return Promise.resolve().then(result);
    return new Promise((resolve, reject) => {
      call.signal?.addEventListener('abort', () => {
        done();
        reject(new DOMException('given up', 'AbortError'));
      });
      const done = (): void => {
        const at = this.calls.indexOf(entry);
        if (at >= 0) this.calls.splice(at, 1);
      };
      const entry: Call = {
        ...call,
        answer: () => {
          done();
          resolve(result());
        },
        refuse: (error) => {
          done();
          reject(error);
        },
      };
      this.calls.push(entry);
    });
  }

  open(beta: number, { t = 0, signal, progress }: At): Promise<Run<Frame>> {
    this.progress = progress;
    const core = this;
    return this.ask({ kind: 'open', beta, t, signal }, () => {
      this.alive++;
      this.opened++;
      let disposed = false;
      let at = t;
      let refined = 0;
      return {
        first: { t, beta: this.poison ?? beta },
        refines: true,
        get frontier() {
          return core.frontier;
        },
        save: () => Promise.reject(new Error('save: nothing trains here')),
        seek: (t, by) =>
          disposed
            ? Promise.reject(new Error('seek: this run has been disposed of'))
            : this.ask({ kind: 'seek', beta, t, signal: by }, () => {
                at = t;
                return { t, beta: this.poison ?? beta };
              }),
        refine: (by) =>
          this.ask({ kind: 'refine', beta, signal: by }, () =>
            ++refined > this.refinements
              ? { done: true }
              : { frame: { t: at, beta: beta + refined / 1000 }, done: false },
          ),
        dispose: () => {
          if (!disposed) this.alive--;
          disposed = true;
        },
      };
    });
  }
}

/** A figure over the fake core: three parameters, a timeline, two presets. */
export function fakeFigure(core: FakeCore): Figure {
  return defineFigure({
    id: 'fake',
    title: 'A figure for tests',
    claim: 'It does what it is told.',
    source: { seed: 'none', place: 'nowhere' },
    params: {
      beta: slider({
        symbol: '\\beta',
        label: 'bandwidth',
        range: [0.5, 50],
        scale: 'log',
        value: 5,
        about: 'How far a token looks.',
      }),
      layers: slider({ symbol: 'L', label: 'layers', range: [1, 100], step: 1, value: 60, about: 'Depth.' }),
      seed: seed(7),
    },
    presets: [
      { name: 'wide', params: { beta: 20 }, says: 'It is wide.', holds: () => true },
      { name: 'short', params: { layers: 12 }, t: 3, says: 'It is short.', holds: () => true },
    ],
    height: () => 200,
    timeline: (p) => ({ steps: p.layers, unit: 'layer' }),
    core: core.experiment,
    draw(surface, frame) {
      surface.mark('particle', frame.t, frame.beta, { of: 'z v' });
      surface.line(0, 0, 1, 1, { role: 'grid' });
    },
    describe: (frame) => say`Layer ${String(frame.t)} at ${String(frame.beta)}.`,
    table: (frame) => ({ columns: ['t', 'beta'], rows: [[frame.t, frame.beta]] }),
    quantities: (frame) => ({ z: `at ${frame.t}` }),
    checks: (frame) => [{ name: 'beta is small', value: frame.beta, atMost: 30 }],
    python: 'Its core is none.',
  }) as Figure;
}

/** Lets promises that are ready run on. */
export const settle = async (): Promise<void> => {
  for (let i = 0; i < 30; i++) await Promise.resolve();
};
