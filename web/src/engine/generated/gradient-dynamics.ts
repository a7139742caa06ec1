// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { Matrix, NumberArray } from '../values';

export * from './gradient-dynamics/diagnostics';
export * from './gradient-dynamics/em-vs-sgd';
export * from './gradient-dynamics/feedback';
export * from './gradient-dynamics/first-order';
export * from './gradient-dynamics/frame-precision';
export * from './gradient-dynamics/routing-law';
export * from './gradient-dynamics/toy-training';
export * from './gradient-dynamics/value-manifold';
export * from './gradient-dynamics/value-pull';

/** Part of a frame. */
export interface RingView {
  /** (tokens x 2) before the first step. */
  readonly start: Matrix;
  /** (tokens x 2) at this step. */
  readonly now: Matrix;
  /** (8 x 2) of all tokens that carry a symbol. */
  readonly startMeans: Matrix;
  /** (8 x 2) at this step. */
  readonly means: Matrix;
  /**
   * Least and largest x, least and largest y of the tokens on show at the end, and of where they started;
   * the same at every step.
   */
  readonly box: Float64Array;
  /** h, in all dimensions: the share of the harmonics 1 and 7 in how far these means are from their centre. */
  readonly share: number;
  /** Of the 8 pairs of neighbours on the circle, how many are neighbours by angle. */
  readonly neighbours: number;
  /** Mean length, in all dimensions, of the arrows from start to now. */
  readonly way: number;
  /** Share of their squared lengths that the mean arrow of each symbol has; 0 at step 0. */
  readonly bySymbol: number;
}

/**
 * Usage of columns, norms of values and advantages of a head in training, with normalised values and
 * dropout (seed 000, section 8). What is left out has its default.
 */
export interface DiagnosticsParams {
  /** Values less their mean, over their standard deviation; default false. */
  readonly norm?: boolean;
  /** Probability that a weight is left out of a step; 0 .. 0.6; default 0. */
  readonly dropout?: number;
  /** Of every step; 0.01 .. 0.05; default 0.02. */
  readonly eta?: number;
  /** Of training; 1 .. 1000; default 400. */
  readonly steps?: number;
  /** Of tokens, weights and classes; 1 .. 100; default 24. */
  readonly draws?: number;
  /** Of the draw on show; those after it have the next seeds; default 182. */
  readonly seed?: number;
}

/**
 * Usage of columns, norms of values and advantages of a head in training, with normalised values and
 * dropout (seed 000, section 8): what there is to see at a step.
 */
export interface DiagnosticsFrame {
  /** The one on show. */
  readonly step: number;
  /** In all. */
  readonly steps: number;
  /** As asked for. */
  readonly norm: boolean;
  /** As asked for. */
  readonly dropout: number;
  /** Alpha (12 x 12) of the draw on show, nothing left out. */
  readonly weights: Matrix;
  /** b_ij = u_i v_j there (12 x 12). */
  readonly compatibility: Matrix;
  /** E_alpha b - b_ij (12 x 12). */
  readonly advantage: Matrix;
  /** The sums of the columns of alpha (12). */
  readonly usage: Float64Array;
  /** |v_j| (12). */
  readonly norms: Float64Array;
  /** Of the draw on show, in nats. */
  readonly loss: number;
  /** Its mean |cos| over pairs of keys. */
  readonly alignment: number;
  /** Columns in use at this step, e^H of their sums over 12, of each draw (draws). */
  readonly columns: Float64Array;
  /** The same of the plain head: same draws, same steps, without norm and dropout. */
  readonly plainColumns: Float64Array;
  /** At this step, of each draw (draws). */
  readonly losses: Float64Array;
  /** Columns in use of the draw on show at each step (steps + 1). */
  readonly course: Float64Array;
  /** Those of the plain head. */
  readonly plainCourse: Float64Array;
  /** Its loss at each step (steps + 1). */
  readonly lossCourse: Float64Array;
  /** Mean over the draws before training. */
  readonly firstColumns: number;
  /** Mean of `columns`. */
  readonly meanColumns: number;
  /** Mean of `plain_columns`. */
  readonly plainMean: number;
  /** Share of the draws with more columns in use than the plain head. */
  readonly more: number;
  /**
   * Share with more than the plain head had when its loss first was as low, or at the end where it never
   * was.
   */
  readonly moreAtLoss: number;
  /** Over the draws, at this step. */
  readonly medianLoss: number;
  /** The same of the plain head. */
  readonly plainMedianLoss: number;
  /** Of a value, in all draws. */
  readonly largestNorm: number;
  /** Over the draws, of the largest in each. */
  readonly meanNorm: number;
  /** Mean over the draws, before training. */
  readonly firstAlignment: number;
  /** The same at the last step. */
  readonly lastAlignment: number;
  /** Draws that were given up: a step led to a loss above 10 000. */
  readonly givenUp: number;
  /** Of the sum of `usage` from 12. */
  readonly usageError: number;
  /**
   * Largest deviation of a norm from 2, the root of d_v, less what the epsilon in the variance takes; 0
   * without norm.
   */
  readonly normError: number;
  /** Of the weights after ten steps against HeadTrainer, masks and all. */
  readonly oracleError: number;
}

/**
 * Gradient descent against the EM-like schedule on a noisy sticky chain (seed 000, section 7.2). What is
 * left out has its default.
 */
export interface EmVsSgdParams {
  /** Of gradient descent, on the mean loss; 0.01 .. 2; default 0.2. */
  readonly eta?: number;
  /** Whether gradient descent also runs with ten times 0.2 on W_V; default false. */
  readonly third?: boolean;
  /** T, of the sequence trained on and of the fresh one; 50 .. 4000; default 1000. */
  readonly length?: number;
  /** Of training; 10 .. 1000; default 250. */
  readonly steps?: number;
  /** What is to be predicted; default "chain". */
  readonly answers?: 'chain' | 'shuffled';
  /** Of means, sequences and weights; default 6. */
  readonly seed?: number;
}

/**
 * Gradient descent against the EM-like schedule on a noisy sticky chain (seed 000, section 7.2): what there
 * is to see at a step.
 */
export interface EmVsSgdFrame {
  /** The one on show. */
  readonly step: number;
  /** In all. */
  readonly steps: number;
  /** Steps computed so far. */
  readonly frontier: number;
  /** 2, or 3 with the larger step on W_V. */
  readonly methods: number;
  /** T. */
  readonly length: number;
  /**
   * (3 x steps + 1) mean loss of the sequence trained on, after each step up to the frontier: gradient
   * descent, EM-like, gradient descent with 2 on W_V.
   */
  readonly losses: Matrix;
  /** (3 x steps / 10 + 1) of the fresh sequence, at every tenth. */
  readonly fresh: Matrix;
  /** (3) steps before each diverged, or all up to the frontier. */
  readonly taken: Float64Array;
  /** Mean of -ln P(y_t | y_t-1) over the sequence trained on: what knowing the symbol would leave. */
  readonly bayes: number;
  /** The same over the fresh one. */
  readonly freshBayes: number;
  /** Ln of the number of symbols. */
  readonly chance: number;
  /** Of the chain. */
  readonly entropyRate: number;
  /** Of the float loss against a pass in double at the start, over 200 positions. */
  readonly oracleError: number;
  /**
   * Of the first W_V of EM against a fit to values that moved, over the same positions, relative to the
   * largest entry.
   */
  readonly fitError: number;
}

/**
 * Values and scores that leave a tie by one law or by both (seed 000, section 4.4). What is left out has
 * its default.
 */
export interface FeedbackParams {
  /** That the normal numbers of the start are multiplied by; 0.000001 .. 0.1; default 0.01. */
  readonly eps?: number;
  /** Values; 2 .. 5; default 3. */
  readonly n?: number;
  /** Step of the scores, over that of the values; 0.1 .. 10; default 1. */
  readonly rho?: number;
  /** What is moved: values and scores, or one of them; default "both". */
  readonly on?: 'both' | 'content' | 'routing';
  /** Of the start: the values first, then the scores; default 7. */
  readonly seed?: number;
}

/**
 * Values and scores that leave a tie by one law or by both (seed 000, section 4.4): what there is to see at
 * a step.
 */
export interface FeedbackFrame {
  /** The one on show. */
  readonly step: number;
  /** That there are. */
  readonly steps: number;
  /** w_c of the classes A, B, C (3 x 2). */
  readonly directions: Matrix;
  /** v (n x 2) at this step. */
  readonly values: Matrix;
  /** g of the readers, who want A, B, C, A, B, C (6 x 2). */
  readonly contexts: Matrix;
  /** Alpha (6 x n). */
  readonly weights: Matrix;
  /** v at each step, value by value (steps + 1 x 2 n). */
  readonly trails: Matrix;
  /** Sum over the readers at each step (steps + 1). */
  readonly losses: Float64Array;
  /**
   * Root of the squared distances of values from their mean, and of scores from that of their row, at each
   * step (steps + 1).
   */
  readonly splits: Float64Array;
  /** The exponential of the rate through the split at step 60 (steps + 1); empty where one law works alone. */
  readonly predicted: Float64Array;
  /** At this step. */
  readonly loss: number;
  /** At the last. */
  readonly lastLoss: number;
  /** 6 ln 3, of the tie itself. */
  readonly tieLoss: number;
  /** Largest singular value of U at the tie (6 x 2). */
  readonly sigma: number;
  /** ln(1 + sqrt(rho) eta sigma / n) a step; 0 where one law is alone. */
  readonly rate: number;
  /** The loss falls to half of that of the tie. */
  readonly halved: boolean;
  /** The first step at which it has; the last where it never does. */
  readonly half: number;
  /** Largest rise of the loss in a step. */
  readonly rise: number;
  /**
   * Of the second derivative of the loss at the tie along the direction of escape, by differences, from
   * -sigma / n.
   */
  readonly curvatureError: number;
  /** Largest difference of a gradient from central ones. */
  readonly gradientError: number;
  /** Largest change of the mean score of a row. */
  readonly meanScoreDrift: number;
}

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
   * Of the logarithm of what the prediction misses, over that of the step, in the first decade in which
   * that is above rounding; of all weights.
   */
  readonly remainderSlope: number;
  /**
   * Of |gradient|^2, all weights: relative difference from the fall of the loss along the gradient, by
   * central differences.
   */
  readonly gradientError: number;
}

/**
 * How fast attention, values and calibration come to rest while the toy head trains (seed 000, section
 * 6.3). What is left out has its default.
 */
export interface FramePrecisionParams {
  /** Steps of W_Q and W_K, over those of all else; 0.1 .. 100; default 1. */
  readonly rho?: number;
  /** Of each target, shared out among the three classes; 0 .. 0.4; default 0.2. */
  readonly soft?: number;
  /** Of every step of W_V and the read-out; there are 20 / eta steps; 0.005 .. 0.05; default 0.05. */
  readonly eta?: number;
  /** Of tokens, weights and classes; 1 .. 100; default 40. */
  readonly draws?: number;
  /** Of the draw on show; those after it have the next seeds; default 3. */
  readonly seed?: number;
}

/**
 * How fast attention, values and calibration come to rest while the toy head trains (seed 000, section
 * 6.3): what there is to see at a step.
 */
export interface FramePrecisionFrame {
  /** Of training, each eta long. */
  readonly steps: number;
  /** eta times the steps so far (401). */
  readonly times: Float64Array;
  /**
   * (3 x 401) of the draw on show: |alpha - alpha_end|, |v - v_end| and KL - KL_end, over what they are at
   * the start; KL is below 0 where it was lower than in the end.
   */
  readonly left: Matrix;
  /** (3 x 401) of all draws, a quarter are below. */
  readonly lower: Matrix;
  /** (3 x 401) a quarter are above. */
  readonly upper: Matrix;
  /**
   * (3 x 401) of the draw on show: |alpha - alpha_end|, |v - v_end| and KL, summed over the tokens, in
   * nats.
   */
  readonly absolute: Matrix;
  /** (3) of the draw on show: the time from which less than a tenth is left. */
  readonly settled: Float64Array;
  /** (draws x 3) of each draw. */
  readonly allSettled: Matrix;
  /** (3) of these. */
  readonly medians: Float64Array;
  /** KL at the end of each draw (draws). */
  readonly ends: Float64Array;
  /** Of these. */
  readonly medianEnd: number;
  /** Share of the draws in which attention settles before KL. */
  readonly first: number;
  /**
   * Share in which less than sqrt(0.1) of the way of attention is left before KL settles: near its least KL
   * is quadratic in what is left of the way.
   */
  readonly firstByThird: number;
  /** Share whose KL ends above 0.5. */
  readonly stuck: number;
  /** Draws that were given up: a step led to a loss above 1000. */
  readonly givenUp: number;
  /** The least KL of all draws and times. */
  readonly least: number;
  /**
   * Of the change from the first weights to those after 10 steps, as this run has it and as HeadTrainer and
   * training_change do: the largest of attention, values and KL.
   */
  readonly oracleError: number;
}

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

/**
 * Contexts, values and logits of a head that learns a sticky chain on a circle (seed 000, section 7.2).
 * What is left out has its default.
 */
export interface ValueManifoldParams {
  /** Gradient descent with 0.2, or the EM-like schedule; default "sgd". */
  readonly method?: 'sgd' | 'em';
  /**
   * Who follows whom: a symbol stays with 0.3, or goes to the others with probabilities in proportion to 1
   * / distance on the circle, or with 0.1 each; default "circle".
   */
  readonly chain?: 'circle' | 'none';
  /** T, of the sequence trained on and of the fresh one; 100 .. 2000; default 500. */
  readonly length?: number;
  /** Of means, sequences and weights; default 36. */
  readonly seed?: number;
}

/**
 * Contexts, values and logits of a head that learns a sticky chain on a circle (seed 000, section 7.2):
 * what there is to see at a step.
 */
export interface ValueManifoldFrame {
  /** The one on show. */
  readonly step: number;
  /** In all. */
  readonly steps: number;
  /** Steps computed so far. */
  readonly frontier: number;
  /** T. */
  readonly length: number;
  /** 0 to 7, that the tokens on show carry: up to 200 of them, evenly over the sequence. */
  readonly symbols: Float64Array;
  /** g. */
  readonly contexts: RingView;
  /** v. */
  readonly values: RingView;
  /** W_O g + b. */
  readonly logits: RingView;
  /**
   * (4 x steps / 10 + 1) h at every tenth step up to the frontier: of contexts, values, logits, and of
   * contexts on the fresh sequence.
   */
  readonly shares: Matrix;
  /** h of contexts on the fresh sequence, at this step. */
  readonly freshShare: number;
  /** h of the rows of ln P. */
  readonly chainShare: number;
  /** Of values against W_V x in double, relative to the largest number. */
  readonly valueError: number;
  /** Of the axes from being orthonormal. */
  readonly axesError: number;
  /** Of the seven shares of means from adding up to 1. */
  readonly shareError: number;
}

/**
 * A step of three values against their readers' errors, and each reader's loss (seed 000, section 4). What
 * is left out has its default.
 */
export interface ValuePullParams {
  /** (3 x 2), within -3 .. 3. */
  readonly values?: NumberArray;
  /** s_ii, the score of a reader for its own value; all others are 0; 0 .. 6; default 1. */
  readonly own?: number;
  /** Classes of the readers; default "abc". */
  readonly targets?: 'abc' | 'aab';
  /** Of the step; 0.01 .. 1; default 0.5. */
  readonly eta?: number;
}

/**
 * A step of three values against their readers' errors, and each reader's loss (seed 000, section 4): what
 * there is to see at a step.
 */
export interface ValuePullFrame {
  /** w_c of the classes A, B, C (3 x 2). */
  readonly directions: Matrix;
  /** v (3 x 2). */
  readonly values: Matrix;
  /** Alpha (3 x 3). */
  readonly weights: Matrix;
  /** g (3 x 2). */
  readonly contexts: Matrix;
  /** dL/dg (3 x 2). */
  readonly u: Matrix;
  /** dL/dv, the errors of its readers by their weights (3 x 2). */
  readonly ubar: Matrix;
  /** v - eta ubar (3 x 2). */
  readonly after: Matrix;
  /** g of these (3 x 2). */
  readonly contextsAfter: Matrix;
  /** L_i before the step (3). */
  readonly losses: Float64Array;
  /** Of L_i by the step of all values, exactly (3). */
  readonly changes: Float64Array;
  /** The same to first order in eta (3). */
  readonly firstOrder: Float64Array;
  /** Sum of the changes. */
  readonly total: number;
  /** -eta sum |ubar_j|^2. */
  readonly totalFirstOrder: number;
  /** Every reader is moved by its own value to first order. */
  readonly pushed: boolean;
  /** Of eq 43 for a reader's own value against eq 41, largest relative one; 0 where not pushed. */
  readonly dominantError: number;
  /** Of the sum of first orders against -eta sum |ubar_j|^2. */
  readonly sumError: number;
  /** Of the changes against a pass with the values moved. */
  readonly stepError: number;
  /** Largest difference of a gradient from central ones. */
  readonly gradientError: number;
}
