/** A core that counts instead of computing, and workers that are message channels or never work at all. */
import type { Experiment, Part } from '../../../web/src/engine/api';
import type { WorkerLike } from '../../../web/src/engine/channel';
import type { CoreRun, PartModule, Refusal, TrainingCore } from '../../../web/src/engine/core';
import type { ParticlesParams } from '../../../web/src/engine/generated/denoising';
import { type Scope, serve } from '../../../web/src/engine/host';
import type { LoadPart } from '../../../web/src/engine/load';
import type { FromHost, ToHost } from '../../../web/src/engine/protocol';

type Params = Required<ParticlesParams>;

export const params: Params = {
  clock: 'equal-layers',
  beta: 5,
  eta: 0.1,
  count: 4,
  layers: 1000,
  centre: 1,
  sigma2: 0.1,
  seed: 7,
};

interface FakeFrame {
  readonly layer: number;
  readonly refined: number;
  readonly trail: { readonly shape: readonly [number, number]; readonly data: Float64Array };
  readonly mode: Float64Array;
}

const denoising: Part = { name: 'denoising', scalar: 'denoising.wasm' };
const of = (name: string, part: Part): Experiment<Params & { readonly query?: number }, FakeFrame> => ({
  name,
  part,
});

/** The experiments that there are. */
export const experiments = {
  particles: of('particles', denoising),
  before_after: of('before_after', denoising),
  gaussian_flow: of('gaussian_flow', { name: 'flows', scalar: 'flows.wasm' }),
  least_squares: of('least_squares', { name: 'models', scalar: 'models.wasm' }),
};

/** The real clock. What one test has left at work goes by it, also where the next has put a clock of its own in its place. */
const now = performance.now.bind(performance);

/**
 * `beta` < 0 is refused, `sigma2` < 0 traps when opened, `seek(666)` traps, `seek(-1)` is refused. Before-after runs can be
 * refined in `layers` units of work, which is refused when `eta` < 0. Least-squares runs train, up to `layers` steps; what they show
 * of a step is `mode`, which depends on every step before it.
 */
export class FakeCore {
  /** Objects that were made and not yet deleted. */
  alive = 0;
  opened = 0;
  loads = 0;
  /** Milliseconds of the clock below, or of the real one when `busy`, that a unit of work takes. */
  cost = 0;
  busy = false;
  clock = 0;
  /** One entry per slice: the seed of the run, which tells runs apart, the units of work, and the time by the clock below. */
  slices: { seed: number; units: number; t: number; refines: boolean; at: number }[] = [];
  /** What the core gave out, to see what became of it. */
  frames: FakeFrame[] = [];
  /** The step that runs open at when they are not told. */
  opensAt = 0;
  /** Steps that were trained, and frontiers that were gone on from. */
  trained = 0;
  readonly restored: number[] = [];
  /** Bytes that the runs that train may keep, by their seeds. */
  readonly bounds = new Map<number, number>();
  /** Training traps when it comes here, once. */
  trapAt: number | undefined;
  loadFailure: Error | undefined;
  /** While set, parts do not arrive. */
  gate: Promise<void> | undefined;

  readonly load: LoadPart = async () => {
    this.loads += 1;
    await this.gate;
    if (this.loadFailure) throw this.loadFailure;
    return { module: this.module(), simd: true };
  };

  module(): PartModule {
    return {
      memoryBytes: 1024,
      version: () => '1.2.3',
      selfTest: () => 0,
      open: (name, raw) =>
        name === 'least_squares'
          ? this.openTraining(raw as Params)
          : this.open(raw as Params, name === 'before_after'),
    };
  }

  private openTraining({ beta, seed, layers }: Params): (CoreRun & TrainingCore) | Refusal {
    this.opened += 1;
    if (beta < 0) return { error: `least_squares: beta is ${beta}, expected > 0` };
    this.alive += 1;
    const states = [seed];
    let at = 0;
    const train = (t: number, budget: number): boolean => {
      const units = Math.max(0, Math.min(budget, t - (states.length - 1)));
      for (let i = 0; i < units; i += 1) {
        if (states.length === this.trapAt) {
          this.trapAt = undefined;
          throw new WebAssembly.RuntimeError('memory access out of bounds');
        }
        states.push(((states.at(-1) as number) * 48271 + states.length) % 2147483647);
      }
      this.trained += units;
      this.work(units * this.cost);
      return states.length > t;
    };
    return {
      opens: () => this.opensAt,
      refines: () => true,
      frontier: () => states.length - 1,
      save: () => new Uint8Array(Uint32Array.from(states).buffer),
      restore: (bytes) => {
        const all = [...new Uint32Array(bytes.slice().buffer)];
        if (all[0] !== seed) return { error: 'least_squares: the saved run has other parameters' };
        states.splice(0, states.length, ...all);
        at = states.length - 1;
        this.restored.push(at);
        return true;
      },
      keepWithin: (bytes) => {
        this.bounds.set(seed, bytes);
        return true;
      },
      seek: (t, budget) => {
        if (t > layers) return { error: `seek: t is ${t}, expected 0 to ${layers}` };
        this.slices.push({
          seed,
          units: Math.min(budget, Math.max(0, t - states.length + 1)),
          t,
          refines: false,
          at: this.clock,
        });
        if (!train(t, budget)) return false;
        at = t;
        return true;
      },
      refine: (budget) => {
        this.slices.push({ seed, units: budget, t: at, refines: true, at: this.clock });
        return train(layers, budget);
      },
      frame: () => {
        const frame: FakeFrame = {
          layer: at,
          refined: states.length - 1,
          trail: { shape: [1, 1], data: new Float64Array(1) },
          mode: Float64Array.of(states[at] as number),
        };
        this.frames.push(frame);
        return frame;
      },
      delete: () => {
        this.bounds.delete(seed);
        this.alive -= 1;
      },
    };
  }

  private open({ beta, eta, sigma2, seed, count, layers }: Params, refines: boolean): CoreRun | Refusal {
    this.opened += 1;
    if (beta < 0) return { error: `particles: beta is ${beta}, expected > 0` };
    if (sigma2 < 0) throw new WebAssembly.RuntimeError('unreachable');
    this.alive += 1;
    let at = 0;
    let refined = 0;
    let deleted = false;
    const refine = (budget: number): boolean | Refusal => {
      if (!refines) throw new Error('asked to refine what cannot be refined');
      if (eta < 0) return { error: 'refine: eta is negative' };
      const units = Math.min(budget, layers - refined);
      this.slices.push({ seed, units, t: at, refines: true, at: this.clock });
      refined += units;
      this.work(units * this.cost);
      return refined === layers;
    };
    return {
      opens: () => this.opensAt,
      refines: () => refines,
      refine,
      seek: (t, budget) => {
        if (deleted) throw new Error('a deleted object was used');
        if (t === 666) throw new WebAssembly.RuntimeError('memory access out of bounds');
        if (t < 0) return { error: `seek: t is ${t}, expected 0 to 1000` };
        const units = Math.min(budget, Math.abs(t - at));
        this.slices.push({ seed, units, t, refines: false, at: this.clock });
        at += Math.sign(t - at) * units;
        this.work(units * this.cost);
        return at === t;
      },
      frame: () => {
        const frame: FakeFrame = {
          layer: at,
          refined,
          trail: { shape: [1, count], data: new Float64Array(count).fill(at) },
          mode: new Float64Array(count),
        };
        this.frames.push(frame);
        return frame;
      },
      delete: () => {
        if (deleted) throw new Error('deleted twice');
        deleted = true;
        this.alive -= 1;
      },
    };
  }

  private work(ms: number): void {
    this.clock += ms;
    if (!this.busy) return;
    const end = now() + ms;
    while (now() < end);
  }
}

/** A worker made of a real message channel: what crosses it is cloned or transferred. Needs `terminate()` in the end. */
export class ChannelWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  onerror: WorkerLike['onerror'] = null;
  terminated = false;
  readonly sent: ToHost[] = [];
  private readonly page: MessagePort;
  private readonly inside: MessagePort;

  constructor(core: FakeCore) {
    const { port1, port2 } = new MessageChannel();
    this.page = port1;
    this.inside = port2;
    port1.onmessage = (event: MessageEvent<FromHost>) => this.onmessage?.(event);
    serve(port2 as Scope, core.load);
  }

  postMessage(message: ToHost): void {
    this.sent.push(message);
    this.page.postMessage(message);
  }

  terminate(): void {
    this.terminated = true;
    this.page.close();
    this.inside.close();
  }
}

/** A worker that never speaks. */
export class MuteWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;
  onerror: WorkerLike['onerror'] = null;
  terminated = false;
  postMessage(): void {}
  terminate(): void {
    this.terminated = true;
  }
}

/** The error that a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected a rejection');
}

/** Lets messages arrive on both sides until nothing moves any more. */
export async function settled(turns = 20): Promise<void> {
  for (let i = 0; i < turns; i += 1) await new Promise((resolve) => setTimeout(resolve));
}
