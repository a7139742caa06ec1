// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { FloatMatrix, Matrix, NumberList } from '../values';

export * from './denoising/before-after';
export * from './denoising/energy-landscape';
export * from './denoising/gaussian-flow';
export * from './denoising/million-particles';
export * from './denoising/mse-depth';
export * from './denoising/particles';
export * from './denoising/two-stage';
export * from './denoising/variance-decay';

/** Part of a frame. */
export interface Spread {
  /** Of the estimates. */
  readonly mean: number;
  /** Their standard deviation, divisor n. */
  readonly sd: number;
  /** Root mean square distance from the exact answer. */
  readonly rms: number;
}

/** Part of a frame. */
export interface MseErrors {
  /** One for each complete repeat. */
  readonly values: Float64Array;
  /** Of the values; 0 where there are none. */
  readonly mean: number;
  /** Standard deviation (divisor: repeats - 1); 0 for fewer than two. */
  readonly sd: number;
}

/** Part of a frame. */
export interface MseBar {
  /** Tokens. */
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

/**
 * Stage 2 for one query before and after Stage 1, over 40 draws (seed 004, eq 2). What is left out has its
 * default.
 */
export interface BeforeAfterParams {
  /** Inverse squared width of the Stage 1 kernel; > 0; default 8. */
  readonly beta?: number;
  /** Step size of a layer; > 0 .. 1; default 0.1. */
  readonly eta?: number;
  /** Tokens; 1 .. 2000; default 100. */
  readonly count?: number;
  /** Of Stage 1; 1 .. 1000; default 60. */
  readonly layers?: number;
  /** The modes of the prior are at -centre and +centre; 0 .. 1000000; default 1. */
  readonly centre?: number;
  /** Variance of the noise; > 0 .. 1000000; default 0.5. */
  readonly sigma2?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
  /** The noisy token to denoise; -1000000 .. 1000000; default 0.5. */
  readonly query?: number;
}

/**
 * Stage 2 for one query before and after Stage 1, over 40 draws (seed 004, eq 2): what there is to see at a
 * step.
 */
export interface BeforeAfterFrame {
  /** The one reached. */
  readonly layer: number;
  /** In all. */
  readonly layers: number;
  /** Tokens. */
  readonly count: number;
  /** beta sigma2 / (2 eta), where the paper stops; not rounded. */
  readonly matchedLayers: number;
  /** (count) positions. */
  readonly tokens: Float64Array;
  /** (count) positions after `layer` layers. */
  readonly particles: Float64Array;
  /** (count) Stage 2 weights of the query on the tokens. */
  readonly weightsBefore: Float64Array;
  /** (count) and on the particles. */
  readonly weightsAfter: Float64Array;
  /** Posterior mean of the query on the tokens. */
  readonly before: number;
  /** And on the particles. */
  readonly after: number;
  /** And under the true prior. */
  readonly exact: number;
  /** (draws so far) posterior means on the tokens; the first is of the draw shown. */
  readonly drawsBefore: Float64Array;
  /** (draws so far) and on the particles. */
  readonly drawsAfter: Float64Array;
  /** There will be when all are done. */
  readonly draws: number;
  /** Of draws_before. */
  readonly spreadBefore: Spread;
  /** Of draws_after. */
  readonly spreadAfter: Spread;
  /** |x_hat - (query - dE/dq)| with dE/dq by central differences, the larger of the two. */
  readonly gradientError: number;
  /** Largest |sum of weights - 1|. */
  readonly weightError: number;
}

/** The energy of Stage 2 before and after Stage 1 (seed 004, eq 2). What is left out has its default. */
export interface EnergyLandscapeParams {
  /** Inverse squared width of the Stage 1 kernel; > 0; default 8. */
  readonly beta?: number;
  /** Step size of a layer; > 0 .. 1; default 0.1. */
  readonly eta?: number;
  /** Tokens; 1 .. 2000; default 100. */
  readonly count?: number;
  /** Of Stage 1; 1 .. 1000; default 60. */
  readonly layers?: number;
  /** The modes of the prior are at -centre and +centre; 0 .. 1000000; default 1.5. */
  readonly centre?: number;
  /** Variance of the noise; > 0 .. 1000000; default 0.5. */
  readonly sigma2?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
  /** The noisy token to denoise; -1000000 .. 1000000; default 0.6. */
  readonly query?: number;
}

/** The energy of Stage 2 before and after Stage 1 (seed 004, eq 2): what there is to see at a step. */
export interface EnergyLandscapeFrame {
  /** The one reached. */
  readonly layer: number;
  /** In all. */
  readonly layers: number;
  /** Tokens. */
  readonly count: number;
  /** beta sigma2 / (2 eta), where the paper stops; not rounded. */
  readonly matchedLayers: number;
  /** (count) positions. */
  readonly tokens: Float64Array;
  /** (count) positions after `layer` layers. */
  readonly particles: Float64Array;
  /** (241) evenly over [-reach, reach], which holds all tokens; 0 in the middle. */
  readonly positions: Float64Array;
  /** (241) of the tokens. */
  readonly energyBefore: Float64Array;
  /** (241) of the particles. */
  readonly energyAfter: Float64Array;
  /** (241) of the true prior. */
  readonly energyExact: Float64Array;
  /** At the query, of the particles. */
  readonly queryEnergy: number;
  /** dE/dq there. */
  readonly slope: number;
  /** Query - slope: the posterior mean. */
  readonly estimate: number;
  /** At the estimate, of the particles. */
  readonly estimateEnergy: number;
  /** The posterior mean under the true prior. */
  readonly exact: number;
  /** Energy at 0 less the least one on the positions, 0 for a single well in the middle; of the tokens. */
  readonly barrierBefore: number;
  /** Of the particles. */
  readonly barrierAfter: number;
  /** Of the true prior. */
  readonly barrierExact: number;
  /** |slope - dE/dq by central differences|. */
  readonly slopeError: number;
  /** |query - slope - the attention-weighted mean of the particles|. */
  readonly meanError: number;
}

/**
 * A Gaussian cloud in the plane under Stage 1, simulated and by theory (seed 004, section 6). What is left
 * out has its default.
 */
export interface GaussianFlowParams {
  /** Variance of the clean prior along its long axis; 0 .. 10000; default 1. */
  readonly major?: number;
  /** And along its short one; 0 .. 10000; default 0.05. */
  readonly minor?: number;
  /** Of the long axis against the first coordinate, in radians; -10 .. 10; default 0.5. */
  readonly angle?: number;
  /** Variance of the noise; 0.000001 .. 10000; default 0.5. */
  readonly sigma2?: number;
  /** Inverse squared width of the Stage 1 kernel; 0.001 .. 10000; default 5. */
  readonly beta?: number;
  /** Tokens; 2 .. 1000; default 400. */
  readonly count?: number;
  /** Of Stage 1, over twice the matched time; 2 .. 1000; default 100. */
  readonly layers?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
}

/**
 * A Gaussian cloud in the plane under Stage 1, simulated and by theory (seed 004, section 6): what there is
 * to see at a step.
 */
export interface GaussianFlowFrame {
  /** The one reached. */
  readonly layer: number;
  /** In all. */
  readonly layers: number;
  /** Tokens. */
  readonly count: number;
  /** Step size of every layer. */
  readonly eta: number;
  /** T_beta / eta, where the paper stops; not rounded. */
  readonly matchedLayers: number;
  /** (count x 2) positions at this layer. */
  readonly particles: Matrix;
  /** (2 x 2) of the particles, about their mean, divisor count. */
  readonly covariance: Matrix;
  /** (2 x 2) Gamma by the closed form at this layer. */
  readonly exact: Matrix;
  /** (2 x 2) Sigma0. */
  readonly clean: Matrix;
  /** (2 x layers + 1) of Gamma by the closed form, the larger one first. */
  readonly eigenvalues: Matrix;
  /** (2 x layer + 1) of the particles' covariance, the larger one first. */
  readonly simulated: Matrix;
  /**
   * Largest difference at this layer between Gamma by the closed form and by integrating the equation entry
   * by entry.
   */
  readonly witnessError: number;
}

/**
 * Stage 1 on up to a million tokens in the plane, as a density (seed 004, sections 2 and 6). What is left
 * out has its default.
 */
export interface MillionParticlesParams {
  /** Of the clean tokens; default "spiral". */
  readonly shape?: 'ring' | 'spiral' | 'lattice';
  /** Tokens; 1 .. 1000000; default 1000000. */
  readonly count?: number;
  /** Variance of the noise, per coordinate; 0.0001 .. 1; default 0.03. */
  readonly sigma2?: number;
  /** Inverse squared width of the Stage 1 kernel; 1 .. 400; default 200. */
  readonly beta?: number;
  /** Of Stage 1, over the matched time; 1 .. 200; default 30. */
  readonly layers?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
}

/**
 * Stage 1 on up to a million tokens in the plane, as a density (seed 004, sections 2 and 6): what there is
 * to see at a step.
 */
export interface MillionParticlesFrame {
  /** The one reached. */
  readonly layer: number;
  /** In all. */
  readonly layers: number;
  /** Tokens. */
  readonly count: number;
  /** Step size of every layer. */
  readonly eta: number;
  /**
   * (160 x 160) particles in each cell of [-2.8, 2.8]^2 at this layer; rows from the lowest second
   * coordinate up.
   */
  readonly density: FloatMatrix;
  /** Share of the particles that the cells hold. */
  readonly inside: number;
  /** (layer + 1) root mean square distance of a particle to the nearest clean point, over 1000 of them. */
  readonly distance: Float64Array;
  /**
   * Of the step that led to this layer: its displacement of one particle against the direct sum in double,
   * over the width of the square; 0 at layer 0.
   */
  readonly stepError: number;
  /** Whether sums over pairs are taken by the fast Gauss transform. */
  readonly transform: boolean;
}

/**
 * Error of one and two stages over numbers of tokens (seed 004, section 6). What is left out has its
 * default.
 */
export interface MseDepthParams {
  /** Of a token; 1 .. 16; default 4. */
  readonly dimension?: number;
  /** Tokens of each bar; strictly increasing, up to 16 of 1 .. 20000; default [1000,3000,5000,8000]. */
  readonly counts?: NumberList;
  /** Modes of the prior at -/+ centre (1, ..., 1); 0 .. 10000; default 1. */
  readonly centre?: number;
  /** Of the prior around a mode, per coordinate; 0 .. 10000; default 0.025. */
  readonly variance?: number;
  /** Variance of the noise, per coordinate; 0.0001 .. 10000; default 0.5. */
  readonly sigma2?: number;
  /** Inverse squared width of the Stage 1 kernel; 0.000001 .. 1000000; default 20. */
  readonly beta?: number;
  /** Step size of a layer; > 0 .. 1; default 0.1. */
  readonly eta?: number;
  /** Of Stage 1; 0 leaves it out; 0 .. 1000; default 200. */
  readonly layers?: number;
  /** Inverse squared width of Stage 2, 1e-6 .. 1e6; 0 is 1 / sigma2; 0 .. 1000000; default 0. */
  readonly betaC?: number;
  /** Independent draws of every bar; 1 .. 1000; default 3. */
  readonly repeats?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
  /**
   * The queries of Stage 2 are the tokens that Stage 1 began with; otherwise as many fresh ones from the
   * same prior; default true.
   */
  readonly tied?: boolean;
}

/** Error of one and two stages over numbers of tokens (seed 004, section 6): what there is to see at a step. */
export interface MseDepthFrame {
  /** In the order of `counts`. */
  readonly bars: readonly MseBar[];
  /** The bar being worked on; -1 when all is done. */
  readonly running: number;
  /** Layers of Stage 1 taken there. */
  readonly layer: number;
  /** Estimated share of the work that is done, 0 .. 1; 1 only at the end. */
  readonly progress: number;
  /** beta sigma2 / (2 eta), where the paper stops; not rounded. */
  readonly matchedLayers: number;
  /** Least error that any estimate can have: that of the true prior. */
  readonly mmse: number;
}

/**
 * Stage 1 on noisy tokens around two modes, layer by layer (seed 004, eq 1). What is left out has its
 * default.
 */
export interface ParticlesParams {
  /** Inverse squared width of the Stage 1 kernel; > 0; default 5. */
  readonly beta?: number;
  /** Step size of a layer; > 0 .. 1; default 0.1. */
  readonly eta?: number;
  /** Tokens; 1 .. 2000; default 64. */
  readonly count?: number;
  /** Of Stage 1; 1 .. 1000; default 60. */
  readonly layers?: number;
  /** The modes of the prior are at -centre and +centre; 0 .. 1000000; default 2. */
  readonly centre?: number;
  /** Variance of the noise; > 0 .. 1000000; default 0.5. */
  readonly sigma2?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
  /**
   * equal-layers: every layer is a step of size eta, so the total time falls as beta grows. equal-time: of
   * the size with which the last layer is at the matched depth, whatever beta, as far as a step of 1
   * allows; default "equal-layers".
   */
  readonly clock?: 'equal-layers' | 'equal-time';
}

/**
 * Stage 1 on noisy tokens around two modes, layer by layer (seed 004, eq 1): what there is to see at a
 * step.
 */
export interface ParticlesFrame {
  /** The one reached. */
  readonly layer: number;
  /** In all. */
  readonly layers: number;
  /** Tokens. */
  readonly count: number;
  /** (layer + 1 x count) positions after 0 .. layer layers. */
  readonly trail: Matrix;
  /** (count) -1 or +1: the mode each token was drawn from. */
  readonly mode: Float64Array;
  /** (layer + 1) mean squared distance of a particle to its own group's mean. */
  readonly withinVariance: Float64Array;
  /** Step size of every layer. */
  readonly eta: number;
  /** beta sigma2 / (2 eta), where the paper stops; not rounded. */
  readonly matchedLayers: number;
  /** Largest |row sum of the attention weights - 1| at this layer. */
  readonly weightError: number;
  /** Largest difference at this layer between the step by pairs and (1 - eta) z + eta A z. */
  readonly stepError: number;
}

/**
 * Error with the skip connection and without, by layer, over 40 draws (seed 004, section 3). What is left
 * out has its default.
 */
export interface TwoStageParams {
  /** Inverse squared width of the Stage 1 kernel; > 0; default 8. */
  readonly beta?: number;
  /** Step size of a layer; > 0 .. 1; default 0.1. */
  readonly eta?: number;
  /** Tokens; 1 .. 2000; default 100. */
  readonly count?: number;
  /** Of Stage 1; 1 .. 1000; default 60. */
  readonly layers?: number;
  /** The modes of the prior are at -centre and +centre; 0 .. 1000000; default 1. */
  readonly centre?: number;
  /** Variance of the noise; > 0 .. 1000000; default 0.5. */
  readonly sigma2?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
  /** Whether `estimates` answer the noisy tokens, past Stage 1, and not the particles; default true. */
  readonly skip?: boolean;
}

/**
 * Error with the skip connection and without, by layer, over 40 draws (seed 004, section 3): what there is
 * to see at a step.
 */
export interface TwoStageFrame {
  /** The one reached. */
  readonly layer: number;
  /** In all. */
  readonly layers: number;
  /** Tokens. */
  readonly count: number;
  /** beta sigma2 / (2 eta), where the paper stops; not rounded. */
  readonly matchedLayers: number;
  /** (count) positions before the noise. */
  readonly clean: Float64Array;
  /** (count) positions. */
  readonly tokens: Float64Array;
  /** (count) positions after `layer` layers. */
  readonly particles: Float64Array;
  /** (count) of Stage 2, with the skip or without it as chosen. */
  readonly estimates: Float64Array;
  /**
   * (5) of the draw shown, at this layer: the noisy token, Stage 1 alone, Stage 2 without the skip, with
   * it, the exact posterior mean; each the mean over tokens of (estimate - clean)^2 / sigma2.
   */
  readonly errors: Float64Array;
  /** Complete, besides the one shown. */
  readonly draws: number;
  /** (5 x layers + 1) of the errors over these draws; no columns where there are none. */
  readonly mean: Matrix;
  /** (5 x layers + 1) their standard deviation, divisor n. */
  readonly sd: Matrix;
  /** Largest |row sum of the Stage 2 weights - 1| of the draw shown. */
  readonly weightError: number;
}

/**
 * Variance of a Gaussian under Stage 1: closed form and three other roads (seed 004, theorem F.1). What is
 * left out has its default.
 */
export interface VarianceDecayParams {
  /** Inverse squared width of the Stage 1 kernel; 0.001 .. 10000; default 5. */
  readonly beta?: number;
  /** Variance of the noise; 0.000001 .. 1000000; default 0.25. */
  readonly sigma2?: number;
  /** Tokens of one draw; 2 .. 2000; default 24. */
  readonly count?: number;
  /** Of Stage 1, over twice the matched time; 2 .. 1000; default 100. */
  readonly layers?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
}

/**
 * Variance of a Gaussian under Stage 1: closed form and three other roads (seed 004, theorem F.1): what
 * there is to see at a step.
 */
export interface VarianceDecayFrame {
  /** The one reached. */
  readonly layer: number;
  /** In all. */
  readonly layers: number;
  /** Step size of every layer. */
  readonly eta: number;
  /** T* = sigma2 / 2, in diffusion time. */
  readonly matchedTime: number;
  /** (layers + 1) diffusion time after each layer. */
  readonly times: Float64Array;
  /** (layers + 1) infinite beta: max(sigma2 - 2 t, 0). */
  readonly limit: Float64Array;
  /** (layers + 1) infinitely many tokens, small steps: the closed form. */
  readonly exact: Float64Array;
  /** (layers + 1) infinitely many tokens, this step size. */
  readonly recursion: Float64Array;
  /** (3) bandwidths drawn for comparison: 1, 5, 20. */
  readonly othersBeta: Float64Array;
  /** (3 x layers + 1) their closed forms. */
  readonly others: Matrix;
  /** Complete. */
  readonly draws: number;
  /**
   * (layers + 1) of the variance over these draws; empty where there are none. The variance of one draw is
   * the mean squared distance to its mean.
   */
  readonly mean: Float64Array;
  /** (layers + 1) standard deviation over the draws, divisor n. */
  readonly sd: Float64Array;
  /**
   * Largest difference between the closed form and an integration of dv/dt = -2 v / (v + 1/beta) by steps
   * of adaptive size.
   */
  readonly witnessError: number;
}
