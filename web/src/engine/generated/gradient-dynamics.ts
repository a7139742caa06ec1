// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { Matrix } from '../values';

/**
 * What a step of the toy head gains, over what is predicted to first order (seed 000, eq 40). What is left
 * out has its default.
 */
export interface FirstOrderParams {
  /** Of the step; 0.0001 .. 10; default 0.05. */
  readonly eta?: number;
  /** Steps of 0.05 that all weights have trained before; 0 .. 400; default 0. */
  readonly age?: number;
  /** Of tokens, weights and classes; default 27. */
  readonly seed?: number;
}

/**
 * What a step of the toy head gains, over what is predicted to first order (seed 000, eq 40): what there is
 * to see at a step.
 */
export interface FirstOrderFrame {
  /** Sizes of a step, sixteen in each decade (81). */
  readonly steps: Float64Array;
  /**
   * What the loss falls by, over what is predicted, eta |gradient|^2: all weights, W_V, W_Q and W_K (3 x
   * 81).
   */
  readonly curves: Matrix;
  /** The same for eta (3). */
  readonly ratio: Float64Array;
  /** |gradient|^2 of these weights (3). */
  readonly squares: Float64Array;
  /** Before the step. */
  readonly loss: number;
  /** After a step of eta of all weights. */
  readonly after: number;
  /**
   * Of the logarithm of what the prediction misses, over that of the step, from 1e-5 to 1e-3; of all
   * weights.
   */
  readonly remainderSlope: number;
  /**
   * Of |gradient|^2, all weights: relative difference from the fall of the loss along the gradient, by
   * central differences.
   */
  readonly gradientError: number;
}

export const firstOrderDefaults = {
  eta: 0.05,
  age: 0,
  seed: 27,
} as const;

/**
 * A step of a head's scores by the routing law, free or through shared weights (seed 000, eq 23). What is
 * left out has its default.
 */
export interface RoutingLawParams {
  /** What takes the step; default "free-scores". */
  readonly via?: 'free-scores' | 'free-queries-keys' | 'shared-weights';
  /** Of the step; 0.001 .. 5; default 0.05. */
  readonly eta?: number;
  /** That W_Q is multiplied by, so that attention is sharp; 1 .. 50; default 1. */
  readonly sharp?: number;
  /** Of the values around their mean, over what is drawn; of free scores only; 0 .. 1; default 1. */
  readonly spread?: number;
  /** Of tokens, weights and classes; default 24. */
  readonly seed?: number;
}

/**
 * A step of a head's scores by the routing law, free or through shared weights (seed 000, eq 23): what
 * there is to see at a step.
 */
export interface RoutingLawFrame {
  /** s (5 x 5). */
  readonly scores: Matrix;
  /** Alpha (5 x 5). */
  readonly weights: Matrix;
  /** b_ij = u_i v_j (5 x 5). */
  readonly compatibility: Matrix;
  /** (5) of each row under alpha. */
  readonly meanCompatibility: Float64Array;
  /** Mean compatibility - b (5 x 5). */
  readonly advantage: Matrix;
  /** dL/ds (5 x 5). */
  readonly dScores: Matrix;
  /** Change of the scores by the law, -eta dL/ds (5 x 5). */
  readonly lawScores: Matrix;
  /** The one that there is (5 x 5). */
  readonly realScores: Matrix;
  /** Change of the weights by the law (5 x 5). */
  readonly lawWeights: Matrix;
  /** The one that there is (5 x 5). */
  readonly realWeights: Matrix;
  /** dL/dg (5 x 2). */
  readonly u: Matrix;
  /** Share of the 25 scores that move as the law says, by sign. */
  readonly agree: number;
  /** Largest sum over a row of |dL/ds|, over the spread of compatibilities in their rows. */
  readonly signal: number;
  /** Largest |row sum| of dL/ds. */
  readonly rowSumError: number;
  /**
   * Of a step of 1e-6: largest difference of the changes from what follows to first order, over the largest
   * change.
   */
  readonly firstOrderError: number;
}

export const routingLawDefaults = {
  via: 'free-scores',
  eta: 0.05,
  sharp: 1,
  spread: 1,
  seed: 24,
} as const;

/**
 * The toy head trained by gradient descent, content and routing or one of them (seed 000, section 7.1).
 * What is left out has its default.
 */
export interface ToyTrainingParams {
  /** Besides the read-out: W_V, W_Q and W_K, or all; default "both". */
  readonly learn?: 'both' | 'content' | 'routing';
  /** Of every step; 0.005 .. 0.5; default 0.05. */
  readonly eta?: number;
  /** Of training; 50 .. 400; default 100. */
  readonly steps?: number;
  /** Of tokens, weights and classes; default 27. */
  readonly seed?: number;
}

/**
 * The toy head trained by gradient descent, content and routing or one of them (seed 000, section 7.1):
 * what there is to see at a step.
 */
export interface ToyTrainingFrame {
  /** The one on show, at most `taken`. */
  readonly step: number;
  /** That were asked for. */
  readonly steps: number;
  /** Steps before it diverged, or all. */
  readonly taken: number;
  /** The next step has a loss above 1000, and is not shown. */
  readonly diverged: boolean;
  /** Alpha (5 x 5) at this step. */
  readonly weights: Matrix;
  /** v (5 x 2). */
  readonly values: Matrix;
  /** g (5 x 2). */
  readonly contexts: Matrix;
  /** dL/dg (5 x 2). */
  readonly u: Matrix;
  /** L_i (5). */
  readonly queryLosses: Float64Array;
  /** Their sum. */
  readonly loss: number;
  /** Mean over the rows of alpha, in nats. */
  readonly entropy: number;
  /** The same before the first step. */
  readonly firstEntropy: number;
  /** L_i at each step (taken + 1 x 5). */
  readonly losses: Matrix;
  /** v at each step, token by token (taken + 1 x 10). */
  readonly trails: Matrix;
  /** Steps after which the loss is larger. */
  readonly rises: number;
  /** In the end, where both learn. */
  readonly lossBoth: number;
  /** Where W_V alone does. */
  readonly lossContent: number;
  /** Where W_Q and W_K alone do. */
  readonly lossRouting: number;
  /**
   * Of W_O^T W_O - W_V W_V^T and W_Q W_Q^T - W_K W_K^T, which a step changes by eta^2 times the same of the
   * gradients: largest deviation in all steps, over the largest entry; 0 where not both learn.
   */
  readonly balanceError: number;
}

export const toyTrainingDefaults = {
  learn: 'both',
  eta: 0.05,
  steps: 100,
  seed: 27,
} as const;
