/** What figures may ask of the C++ core. Every call runs off the page's thread where the browser lets it. */

import type { Bilinear } from './bilinear';

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

/** N noisy tokens around two modes at -centre and +centre, and Stage 1 (seed 004, equation 1). */
export interface TokenParams {
  readonly beta: number;
  readonly eta: number;
  readonly count: number;
  readonly layers: number;
  readonly centre: number;
  readonly sigma2: number;
  readonly seed: number;
}

export interface ParticlesParams extends TokenParams {
  /** 0: every layer is a step of size eta. 1: of the size with which the last layer is at the matched depth. */
  readonly clock: number;
}

export interface ParticlesFrame {
  readonly layer: number;
  readonly layers: number;
  readonly count: number;
  /** Step size of every layer. */
  readonly eta: number;
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
export interface BeforeAfterParams extends TokenParams {
  readonly query: number;
}

export interface BeforeAfterFrame {
  readonly layer: number;
  readonly layers: number;
  readonly count: number;
  /** beta sigma^2 / (2 eta); not rounded. */
  readonly matchedLayers: number;
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

/** The energy of Stage 2 before and after Stage 1, and one query on it. Energies are of the mean over the particles. */
export interface LandscapeFrame {
  readonly layer: number;
  readonly layers: number;
  readonly count: number;
  /** beta sigma^2 / (2 eta); not rounded. */
  readonly matchedLayers: number;
  readonly tokens: Float64Array;
  readonly particles: Float64Array;
  /** Evenly from -reach to reach, 0 in the middle. */
  readonly positions: Float64Array;
  /** At each position: of the tokens, of the particles at this layer, of the true prior. */
  readonly energyBefore: Float64Array;
  readonly energyAfter: Float64Array;
  readonly energyExact: Float64Array;
  readonly queryEnergy: number;
  /** dE/dq at the query. */
  readonly slope: number;
  /** The query less the slope: the posterior mean. */
  readonly estimate: number;
  readonly estimateEnergy: number;
  readonly exact: number;
  /** Energy at 0 less the least one; 0 for a single well in the middle. */
  readonly barrierBefore: number;
  readonly barrierAfter: number;
  readonly barrierExact: number;
  /** |slope - central differences|, and |estimate - weighted mean of the particles|. */
  readonly slopeError: number;
  readonly meanError: number;
}

export interface TwoStageParams extends TokenParams {
  /** 1: the estimates shown are those of the noisy tokens' queries; 0: of the particles'. */
  readonly skip: number;
}

/**
 * What each part of the network is good for. Rows of errors: the noisy token, Stage 1 alone, Stage 2 without the skip, with it,
 * the exact posterior mean. An error is the mean over tokens of (estimate - clean)^2 / sigma^2.
 */
export interface TwoStageFrame {
  readonly layer: number;
  readonly layers: number;
  readonly count: number;
  /** beta sigma^2 / (2 eta); not rounded. */
  readonly matchedLayers: number;
  readonly clean: Float64Array;
  readonly tokens: Float64Array;
  readonly particles: Float64Array;
  readonly estimates: Float64Array;
  /** Of the draw shown, at this layer (5). */
  readonly errors: Float64Array;
  /** Further draws that are complete. */
  readonly draws: number;
  /** Mean and standard deviation of the errors over them (5 x layers + 1); empty where there are none. */
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  readonly weightError: number;
}

/** The mean squared error of both stages, a bar for each number of tokens (seed 004, section 6). */
export interface MseParams {
  /** Of a token: 1 .. 16. */
  readonly dimension: number;
  /** Tokens of each bar, strictly increasing. */
  readonly counts: readonly number[];
  readonly centre: number;
  /** Of the prior around each of its two modes, per coordinate. */
  readonly variance: number;
  readonly sigma2: number;
  readonly beta: number;
  readonly eta: number;
  /** 0 leaves Stage 1 out. */
  readonly layers: number;
  /** Inverse squared width of Stage 2; 0 is 1 / sigma2. */
  readonly betaC: number;
  /** Independent draws of every bar. */
  readonly repeats: number;
  readonly seed: number;
  /** The queries of Stage 2 are the tokens that Stage 1 began with; otherwise as many fresh ones. */
  readonly tied: boolean;
}

/**
 * mean_i |x_hat_i - x_i|^2 / sigma^2, summed over coordinates: the noisy token itself has the dimension on average. From single
 * precision: the builds agree to five digits.
 */
export interface MseErrors {
  /** One for each repeat that is complete. */
  readonly values: Float64Array;
  /** 0 where there are none. */
  readonly mean: number;
  /** Standard deviation (divisor: repeats - 1); 0 where there are fewer than two. */
  readonly sd: number;
}

export interface MseBar {
  readonly count: number;
  /** Stage 2 on the particles of Stage 1. */
  readonly twoStage: MseErrors;
  /** The particles themselves as estimates of their tokens. */
  readonly stage1Only: MseErrors;
  /** Stage 2 on the noisy tokens. */
  readonly stage2Only: MseErrors;
  /** The noisy queries as they are. */
  readonly noisy: MseErrors;
}

export interface MseFrame {
  /** In the order of `counts`. */
  readonly bars: readonly MseBar[];
  /** The bar being worked on, and layers of Stage 1 taken there; -1 when all is done. */
  readonly running: number;
  readonly layer: number;
  /** Estimated share of the work that is done; 1 at the end only. */
  readonly progress: number;
  /** The least error that any estimate can have, that of the true prior. */
  readonly mmse: number;
  /** Layers after which the paper stops: beta sigma^2 / (2 eta); not rounded. */
  readonly matchedLayers: number;
}

/** The variance of tokens that were one point before the noise, by theory and simulated, over twice the matched time. */
export interface VarianceParams {
  readonly beta: number;
  readonly sigma2: number;
  readonly count: number;
  readonly layers: number;
  readonly seed: number;
}

export interface VarianceFrame {
  readonly layer: number;
  readonly layers: number;
  readonly eta: number;
  /** T* = sigma^2 / 2, in diffusion time. */
  readonly matchedTime: number;
  /** Diffusion time after 0 .. layers layers; all that follows is at these times. */
  readonly times: Float64Array;
  /** Infinite beta. */
  readonly limit: Float64Array;
  /** Infinitely many tokens: in the limit of small steps, and layer by layer. */
  readonly exact: Float64Array;
  readonly recursion: Float64Array;
  /** Bandwidths for comparison, and their closed forms row by row. */
  readonly othersBeta: Float64Array;
  readonly others: Float64Array;
  /** Draws complete; mean and standard deviation over them, empty where there are none. */
  readonly draws: number;
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  /** Largest difference between the closed form and an integration of the equation. */
  readonly witnessError: number;
}

/** A Gaussian cloud in the plane, by theory and simulated, over twice the matched time. */
export interface GaussianFlowParams extends VarianceParams {
  /** Variances of the clean tokens along their two axes, and the angle of the long one in radians. */
  readonly major: number;
  readonly minor: number;
  readonly angle: number;
}

export interface GaussianFlowFrame {
  readonly layer: number;
  readonly layers: number;
  readonly count: number;
  readonly eta: number;
  readonly matchedLayers: number;
  /** x, y of each token at this layer. */
  readonly particles: Float64Array;
  /** 2 x 2, row by row: of the tokens, by the closed form at this layer, of the clean tokens. */
  readonly covariance: Float64Array;
  readonly exact: Float64Array;
  readonly clean: Float64Array;
  /** The larger and the smaller eigenvalue at layers 0 .. layers, by the closed form; and of the tokens at 0 .. layer. */
  readonly eigenvalues: Float64Array;
  readonly simulated: Float64Array;
  readonly witnessError: number;
}

/** Up to a million tokens in the plane; a run goes back without computing again. */
export interface CloudParams {
  /** 0 ring, 1 spiral, 2 lattice. */
  readonly shape: number;
  readonly count: number;
  readonly sigma2: number;
  readonly beta: number;
  readonly layers: number;
  readonly seed: number;
}

export interface CloudFrame {
  readonly layer: number;
  readonly layers: number;
  readonly count: number;
  readonly eta: number;
  /** Tokens in each cell of a square of cells; rows from the lowest second coordinate up. */
  readonly density: Float32Array;
  /** Share of the tokens that the cells hold. */
  readonly inside: number;
  /** Root mean square distance to the nearest clean point at layers 0 .. layer. */
  readonly distance: Float64Array;
  /** Of the fast step against the direct sum, for one token, relative to the width of the square. */
  readonly stepError: number;
  /** Whether sums over pairs are taken by the fast Gauss transform. */
  readonly transform: boolean;
}

export interface Denoising {
  particles(params: ParticlesParams, signal?: AbortSignal): Promise<Run<ParticlesFrame>>;
  beforeAfter(params: BeforeAfterParams, signal?: AbortSignal): Promise<Run<BeforeAfterFrame>>;
  landscape(params: BeforeAfterParams, signal?: AbortSignal): Promise<Run<LandscapeFrame>>;
  twoStage(params: TwoStageParams, signal?: AbortSignal): Promise<Run<TwoStageFrame>>;
  variance(params: VarianceParams, signal?: AbortSignal): Promise<Run<VarianceFrame>>;
  gaussianFlow(params: GaussianFlowParams, signal?: AbortSignal): Promise<Run<GaussianFlowFrame>>;
  cloud(params: CloudParams, signal?: AbortSignal): Promise<Run<CloudFrame>>;
  /** A run of one step, 0. Its first frame has nothing in it; each `refine` computes for a slice of time. */
  mse(params: MseParams, signal?: AbortSignal): Promise<Run<MseFrame>>;
}

/** What a paper states, and how the core recomputes it. Texts are plain, in our words but for `published`. */
export interface Claim {
  /** Begins with the paper's number: `004.section-5.beta-5`. */
  readonly id: string;
  readonly place: string;
  readonly statement: string;
  /** As printed; empty where the text states it in words alone. */
  readonly published: string;
  /** The number that stands for it; of a statement 1. */
  readonly value: number;
  /**
   * `within` the tolerance, within the `spread` over seeds, `above` or `below` the published number, a statement that `holds`; or
   * `not tried`: `recipe` says why.
   */
  readonly agreement: 'within' | 'spread' | 'above' | 'below' | 'holds' | 'not tried';
  readonly tolerance: number;
  /** What our number is. */
  readonly quantity: string;
  readonly recipe: string;
  /** Where ours is derived, if it is not the published one; may be empty. */
  readonly proof: string;
  /** Of what has a proof: the value that is ours, from elsewhere, and how far from it what is recomputed may be. */
  readonly corrected: number;
  readonly correctedTolerance: number;
  readonly seeds: number;
  /** Takes more than a few seconds. */
  readonly slow: boolean;
  /** What kept values have to share with the code: a hash of the recipe, and a number from the same functions, to 0.1 %. */
  readonly stamp: string;
  readonly probe: number;
}

export interface LedgerFrame {
  readonly claims: readonly Claim[];
}

export type Verdict = 'agrees' | 'close' | 'differs' | 'paper in error' | 'not recomputed';

export interface ClaimFrame {
  readonly done: number;
  readonly seeds: number;
  /** Our number for each seed that is done, its mean and its standard deviation (divisor: done - 1). */
  readonly values: Float64Array;
  readonly mean: number;
  readonly sd: number;
  /** `not recomputed` until all seeds are done. */
  readonly verdict: Verdict;
}

export interface Ledger {
  /** A run of one state, 0. */
  claims(params: object, signal?: AbortSignal): Promise<Run<LedgerFrame>>;
  /** A run of one state, 0, which each `refine` takes on by at least a seed. `values` are those of an earlier run; mostly none. */
  claim(
    params: { readonly id: string; readonly values: readonly number[] },
    signal?: AbortSignal,
  ): Promise<Run<ClaimFrame>>;
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
  readonly bilinear: Bilinear;
  readonly denoising: Denoising;
  readonly ledger: Ledger;
}
