/** What figures may ask of the C++ core. Every call runs off the page's thread where the browser lets it. */

/** A computation that lives in the core and is looked at step by step. Exact: seeking back and forth gives the same bits. */
export interface Run<Frame> {
  /** The state after `t` steps. Rejects with an `AbortError` when the signal fires, with the core's message when it refuses. */
  seek(t: number, signal?: AbortSignal): Promise<Frame>;
  /**
   * Where a frame can be made better by more computing (more random draws, say): a better frame of the same state, or
   * null when there is nothing left to do. Called again and again after a drawing, while the reader leaves the figure alone.
   */
  refine?(signal?: AbortSignal): Promise<Frame | null>;
  /** Frees what the core holds. Harmless when called twice. */
  dispose(): void;
}

/** Stage 1 on N noisy tokens around two modes at -centre and +centre (seed 004, equation 1). */
export interface ParticlesParams {
  readonly beta: number;
  readonly eta: number;
  readonly count: number;
  readonly layers: number;
  readonly centre: number;
  readonly sigma2: number;
  readonly seed: number;
}

export interface ParticlesFrame {
  readonly layer: number;
  readonly layers: number;
  readonly count: number;
  /** Positions of every particle at layers 0 .. layer: row `l` holds the `count` positions after l layers. */
  readonly trail: Float64Array;
  /** Mode that each particle was drawn from: -1 or +1. */
  readonly mode: Float64Array;
  /** Variance of the particles around their own group's mean, averaged over particles, at layers 0 .. layer. */
  readonly withinVariance: Float64Array;
  /** Layers after which the paper stops: beta sigma^2 / (2 eta); not rounded. */
  readonly matchedLayers: number;
  /** Largest deviation of a row sum of the attention weights from 1, at this layer. */
  readonly weightError: number;
  /** Largest difference between the step taken by pairs and the one by the attention matrix, at this layer. */
  readonly stepError: number;
}

/** Mean, standard deviation (divisor n) and root mean square distance to the exact answer. */
export interface Spread {
  readonly mean: number;
  readonly sd: number;
  readonly rms: number;
}

/** Stage 2 for one query, with the particles before and after Stage 1, repeated over fresh draws. */
export interface BeforeAfterParams extends ParticlesParams {
  readonly query: number;
}

export interface BeforeAfterFrame {
  readonly layer: number;
  readonly layers: number;
  readonly count: number;
  /** Positions of the noisy tokens and of the particles at this layer. */
  readonly tokens: Float64Array;
  readonly particles: Float64Array;
  /** Stage 2 weights of the query on the tokens and on the particles; each sums to 1. */
  readonly weightsBefore: Float64Array;
  readonly weightsAfter: Float64Array;
  /** Posterior mean of the query: on the tokens, on the particles, and under the true prior. */
  readonly before: number;
  readonly after: number;
  readonly exact: number;
  /** Both estimates over the draws of the tokens computed so far (the one shown is the first), `draws` when complete. */
  readonly drawsBefore: Float64Array;
  readonly drawsAfter: Float64Array;
  readonly draws: number;
  readonly spreadBefore: Spread;
  readonly spreadAfter: Spread;
  /** |x_hat - (query - grad E)|, largest of the two panels (equation 2). */
  readonly gradientError: number;
  readonly weightError: number;
}

export interface Denoising {
  particles(params: ParticlesParams, signal?: AbortSignal): Promise<Run<ParticlesFrame>>;
  beforeAfter(params: BeforeAfterParams, signal?: AbortSignal): Promise<Run<BeforeAfterFrame>>;
}

/** Counters of what is alive, for tests and for the curious. */
export interface EngineStats {
  /** C++ objects that JavaScript holds. */
  readonly objects: number;
  readonly memoryBytes: number;
}

export interface Engine {
  /** Version of the C++ library, and how it runs. */
  info(): Promise<{ readonly version: string; readonly simd: boolean; readonly worker: boolean }>;
  stats(): Promise<EngineStats>;
  readonly denoising: Denoising;
}
