/** What figures may ask of the C++ core. Every call runs off the page's thread where the browser lets it. */
import type { Experiments } from './generated/experiments';

export type { FloatMatrix, Matrix, NumberArray, NumberList } from './values';

/** A computation that lives in the core and is looked at step by step. Exact: seeking back and forth gives the same bits. */
export interface Run<Frame> {
  /** The frame that it was opened with. */
  readonly first: Frame;
  /** The state after `t` steps. Rejects with an `AbortError` when the signal fires, with the core's message when it refuses. */
  seek(t: number, signal?: AbortSignal): Promise<Frame>;
  /**
   * Where a frame can be made better by more computing (more random draws, say): a better frame of the same state, or
   * null when there is nothing left to do. Called again and again after a drawing, while the reader leaves the figure alone.
   */
  refine(signal?: AbortSignal): Promise<Frame | null>;
  /** Frees what the core holds. Harmless when called twice. */
  dispose(): void;
}

/** The names of the experiments, and what opens and shows each: made from the descriptions in C++. */
export type { Experiments };
export type ExperimentName = keyof Experiments;
export type ParamsOf<Name extends ExperimentName> = Experiments[Name]['params'];
export type FrameOf<Name extends ExperimentName> = Experiments[Name]['frame'];

export interface At {
  /** The step of the first frame; that which the experiment opens at where absent. */
  readonly t?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Counters of what is alive, for tests and for the curious. */
export interface EngineStats {
  /** C++ objects that JavaScript holds. */
  readonly objects: number;
  readonly memoryBytes: number;
}

export interface Engine {
  /** Opens an experiment and answers with its first frame, in one round trip. */
  open<Name extends ExperimentName>(name: Name, params: ParamsOf<Name>, at?: At): Promise<Run<FrameOf<Name>>>;
  /** Version of the C++ library, whether a part that has been loaded is a build with SIMD, and whether it runs in a worker. */
  info(): Promise<{ readonly version: string; readonly simd: boolean; readonly worker: boolean }>;
  stats(): Promise<EngineStats>;
}
