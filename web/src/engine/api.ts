/** What figures may ask of the C++ core. Every call runs off the page's thread where the browser lets it. */
import type { Experiment } from './experiment';

export type { Experiment, FrameOf, ParamsOf, Part } from './experiment';
export type { FloatMatrix, Matrix, NumberArray, NumberList } from './values';

/** What more computing has brought. */
export interface Refined<Frame> {
  /** A better frame of the same state; where there is none, what is on show is as good as it was. */
  readonly frame?: Frame;
  /** Steps computed so far, of a run that trains. */
  readonly frontier?: number;
  /** Nothing is left to do. */
  readonly done: boolean;
}

/**
 * A computation that lives in the core and is looked at step by step. Exact: seeking back and forth gives the same bits. What a crash of
 * the core takes along is opened again by the next call.
 */
export interface Run<Frame> {
  /** The frame that it was opened with. */
  readonly first: Frame;
  /** Whether more work makes its frames better, or trains it. */
  readonly refines: boolean;
  /** Steps computed so far, where it trains: up to here a seek shows what has been computed. */
  readonly frontier: number | undefined;
  /** The state after `t` steps. Rejects with an `AbortError` when the signal fires, with the core's message when it refuses. */
  seek(t: number, signal?: AbortSignal): Promise<Frame>;
  /**
   * Goes on with what makes frames better (more random draws, say) or trains ahead, for a moment. Called again and again until
   * it is done, while the reader leaves the figure alone.
   */
  refine(signal?: AbortSignal): Promise<Refined<Frame>>;
  /** A run that trains as bytes: what is opened with them goes on from there, with the same bits. Refused by any other run. */
  save(): Promise<Uint8Array>;
  /** Frees what the core holds. Harmless when called twice. */
  dispose(): void;
}

export interface At {
  /** The step of the first frame; that which the experiment opens at where absent. */
  readonly t?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Of a run that trains: told how many steps have been computed, now and then, whichever call it is that computes them. */
  readonly progress?: ((frontier: number) => void) | undefined;
  /** What a run of the same parameters has saved. */
  readonly save?: Uint8Array | undefined;
}

/** Counters of what is alive, for tests and for the curious. */
export interface EngineStats {
  /** C++ objects that JavaScript holds. */
  readonly objects: number;
  readonly memoryBytes: number;
}

export interface Engine {
  /** Opens an experiment and answers with its first frame, in one round trip. */
  open<Params extends object, Frame>(
    experiment: Experiment<Params, Frame>,
    params: NoInfer<Params>,
    at?: At,
  ): Promise<Run<Frame>>;
  /** Version of the C++ library, and whether one of the parts that have been loaded is a build with SIMD; and whether it runs in a worker. */
  info(): Promise<{ readonly version: string | undefined; readonly simd: boolean; readonly worker: boolean }>;
  stats(): Promise<EngineStats>;
  /** Gives back all memory and ends the worker. What is asked later starts it anew; runs that are still held open again by themselves. */
  end(): void;
}
