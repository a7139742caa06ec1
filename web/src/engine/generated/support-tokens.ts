// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { Matrix, NumberArray, NumberList } from '../values';

export * from './support-tokens/boundary-map';
export * from './support-tokens/consistency';
export * from './support-tokens/coupling-regimes';
export * from './support-tokens/depth-localisation';
export * from './support-tokens/gpt-noise';
export * from './support-tokens/gpt-pair';
export * from './support-tokens/matrix-margin';
export * from './support-tokens/residual-map';
export * from './support-tokens/support-tokens';

/**
 * The boundary in the plane of two tokens, and the nearest point of it (seed 002, section 3.2). What is
 * left out has its default.
 */
export interface BoundaryMapParams {
  /** (6) the tokens, within -4 .. 4; those counted 1 and 4, from 0, move. */
  readonly x?: NumberList;
  /** The coupling; -10 .. 10; default 0.5. */
  readonly a?: number;
}

/**
 * The boundary in the plane of two tokens, and the nearest point of it (seed 002, section 3.2): what there
 * is to see at a step.
 */
export interface BoundaryMapFrame {
  /** Of the square: both tokens go from -reach to reach. */
  readonly reach: number;
  /** (6) m_t of the sequence. */
  readonly margins: Float64Array;
  /** The least of them. */
  readonly margin: number;
  /** The support token, counted from 0; -1 where none is below 1. */
  readonly support: number;
  /** (61) values of either token in the middle of a cell. */
  readonly at: Float64Array;
  /** (61 x 61) the least margin there; rows go up with token 4, columns to the right with token 1. */
  readonly z: Matrix;
  /** (61 x 61) the support token there, counted from 0; -1 where there is none. */
  readonly who: Matrix;
  /** (points x 2) where the least margin is 0, line after line. */
  readonly contour: Matrix;
  /** Points of each of these lines. */
  readonly lengths: Float64Array;
  /** From the sequence to the nearest point of the boundary in the square; Infinity where there is none. */
  readonly distance: number;
  /** (2) that point; empty where there is none. */
  readonly nearest: Float64Array;
  /** Margins that are 0 somewhere along the boundary. */
  readonly walls: number;
  /** Largest |m| on the contour and at the nearest point. */
  readonly contourError: number;
  /** How much sooner any of 720 rays from the sequence meets the boundary, at least 1e-6; 0 where none does. */
  readonly nearestError: number;
}

/** Whether the laws of one and of two symbols agree (seed 002, theorem 2). What is left out has its default. */
export interface ConsistencyParams {
  /** Coupling; -1 .. 2; default 1. */
  readonly a?: number;
  /** What a token attends to; default "past". */
  readonly mask?: 'past' | 'all';
}

/** Whether the laws of one and of two symbols agree (seed 002, theorem 2): what there is to see at a step. */
export interface ConsistencyFrame {
  /** P(first = 1) of the model of length 1. */
  readonly alone: number;
  /** The same of length 2, with the second summed out. */
  readonly summed: number;
  /** |summed - alone|. */
  readonly gap: number;
  /** |summed / mass - alone|. */
  readonly gapRescaled: number;
  /** Of the density over two tokens, with |det|. */
  readonly mass: number;
  /** The same with det, which keeps its sign; 1. */
  readonly massSigned: number;
  /** Of the mass: difference from that of a coarser grid. */
  readonly gridError: number;
  /** a from -1 to 2 (25). */
  readonly couplings: Float64Array;
  /** Masses at these (25). */
  readonly masses: Float64Array;
}

/**
 * 4000 random sequences and the wall of positive couplings (seed 002, figure 3.3). What is left out has its
 * default.
 */
export interface CouplingRegimesParams {
  /** Coupling; -3 .. 3; default 0.2. */
  readonly a?: number;
  /** Sequences with a margin below 0; default "excluded". */
  readonly beyond?: 'excluded' | 'log';
  /** Of the sequences; default 4. */
  readonly seed?: number;
}

/**
 * 4000 random sequences and the wall of positive couplings (seed 002, figure 3.3): what there is to see at
 * a step.
 */
export interface CouplingRegimesFrame {
  /** max_t Var_t of each sequence of 5 (4000). */
  readonly largestVariance: Float64Array;
  /** Log p of each with all constants; -Infinity where excluded (4000). */
  readonly logDensity: Float64Array;
  /** min_t m_t of each (4000). */
  readonly leastMargin: Float64Array;
  /** Sequences with every margin above 0. */
  readonly valid: number;
  /** Of that count, from its share. */
  readonly standardError: number;
  /** Share of the sequences with some m_t < -1, where log |m| > 0. */
  readonly rewarded: number;
  /** 1 / a; Infinity for a <= 0, which has none. */
  readonly wall: number;
  /** Largest Var of all sequences. */
  readonly widest: number;
  /** Largest Var of the valid ones; 0 for none. */
  readonly widestValid: number;
  /** Of log p: largest difference from the sum over single tokens, of 200 sequences. */
  readonly partsError: number;
}

/**
 * The Jacobian of three layers, and which of them add a log-determinant (seed 002, section 6). What is left
 * out has its default.
 */
export interface DepthLocalisationParams {
  /** (1 x 3) whether a layer asks with its own tokens; the first is an attention prior then. */
  readonly asks?: NumberArray;
  /** Of the matrices of the logits; 0.25 .. 2; default 1. */
  readonly scale?: number;
  /** Of tokens and weights: of each layer its a, w_v, w_m and tokens; default 2. */
  readonly seed?: number;
}

/**
 * The Jacobian of three layers, and which of them add a log-determinant (seed 002, section 6): what there
 * is to see at a step.
 */
export interface DepthLocalisationFrame {
  /** De / dx of three layers of four tokens of two numbers (24 x 24). */
  readonly jacobian: Matrix;
  /** Log |det| of each layer's block of each token (3 x 4). */
  readonly logAbsDet: Matrix;
  /** Their sums (3). */
  readonly layers: Float64Array;
  /** The sum of these. */
  readonly total: number;
  /** Largest entry of the Jacobian above its blocks. */
  readonly above: number;
  /** Of the sum, from log |det| of the whole Jacobian. */
  readonly sumError: number;
  /** Of the Jacobian in a direction, from differences of the residuals. */
  readonly differenceError: number;
}

/**
 * What noise on embeddings costs two language models (seed 002, sections 7.3 and 7.4). What is left out has
 * its default.
 */
export interface GptNoiseParams {
  /** a model's term, as in gpt_pair; default "none". */
  readonly first?: 'none' | 'published' | 'barrier' | 'residual' | 'placebo';
  /** That of the model it is compared with; default "published". */
  readonly second?: 'none' | 'published' | 'barrier' | 'residual' | 'placebo';
  /** In UTF-8; its last tenth is for validation. */
  readonly text: string;
  /** Weight of the term; 0 .. 10; default 0.05. */
  readonly lambda?: number;
  /** To which a placebo pins the size of embeddings; 0.001 .. 100; default 0.29. */
  readonly rms?: number;
  /** Of training, a multiple of 20; 20 .. 100000; default 800. */
  readonly updates?: number;
  /** Of the start and of the windows; default 1. */
  readonly seed?: number;
}

/**
 * What noise on embeddings costs two language models (seed 002, sections 7.3 and 7.4): what there is to see
 * at a step.
 */
export interface GptNoiseFrame {
  /** Of each model so far. */
  readonly updates: number;
  /** Of noise at which both have been evaluated: first those of sigma, then those of ratio. */
  readonly levels: number;
  /** Deviation of the noise (6). */
  readonly sigma: Float64Array;
  /** Of that deviation to the size of the embeddings (5). */
  readonly ratio: Float64Array;
  /** Root mean square of the embeddings of both (2). */
  readonly rms: Float64Array;
  /**
   * Bits per character of the validation text at each sigma (2 x 6), the mean of two draws; 0 where there
   * is none yet.
   */
  readonly fixed: Matrix;
  /** The same at each ratio (2 x 5). */
  readonly relative: Matrix;
}

/**
 * A small language model with and without a stability term (seed 002, section 7.2). What is left out has
 * its default.
 */
export interface GptPairParams {
  /**
   * The second model's term: none; published (W is learned); barrier (W = 4 I); residual (published, and
   * the squares that are dropped there); placebo (pins the size of embeddings); default "published".
   */
  readonly variant?: 'none' | 'published' | 'barrier' | 'residual' | 'placebo';
  /** In UTF-8; its last tenth is for validation. */
  readonly text: string;
  /** Weight of the term; 0 .. 10; default 0.05. */
  readonly lambda?: number;
  /** To which a placebo pins the size of embeddings; 0.001 .. 100; default 0.29. */
  readonly rms?: number;
  /** Of training, a multiple of 20; 20 .. 100000; default 800. */
  readonly updates?: number;
  /** Of the start and of the windows; default 1. */
  readonly seed?: number;
}

/**
 * A small language model with and without a stability term (seed 002, section 7.2): what there is to see at
 * a step.
 */
export interface GptPairFrame {
  /** The one on show. */
  readonly step: number;
  /** In all. */
  readonly steps: number;
  /** Steps computed so far. */
  readonly frontier: number;
  /** Updates in a step. */
  readonly every: number;
  /**
   * Of the validation text, bits per character, up to this step: of cross-entropy alone and of the variant
   * (2 x step + 1).
   */
  readonly bpc: Matrix;
  /** Root mean square of the embeddings of that text, likewise. */
  readonly rms: Matrix;
  /**
   * Mean log |det(I - Sigma_t W^T)| of the variant over 128 tokens of that text (step + 1); 0 where there
   * is no W.
   */
  readonly logDet: Float64Array;
  /** The least of them (step + 1). */
  readonly leastLogDet: Float64Array;
  /** Determinants below 0 up to this step. */
  readonly negative: number;
  /** What the variant makes up at each step: 48 characters by their numbers in Unicode (step + 1 x 48). */
  readonly samples: Matrix;
  /**
   * Largest relative difference, up to this step, of the slope of a loss along its gradient from the length
   * of the gradient.
   */
  readonly gradientError: number;
}

/** Three margins of the block of one token in the plane (seed 002, eq 25). What is left out has its default. */
export interface MatrixMarginParams {
  /** (n x 2) tokens that are attended to, within -10 .. 10. */
  readonly context?: NumberArray;
  /** (1 x 2) the token that asks, within -10 .. 10. */
  readonly query?: NumberArray;
  /** (2 x 2) A of the logits x_s^T A q, within -20 .. 20. */
  readonly a?: NumberArray;
  /** By which W_V turns values, in degrees; -360 .. 360; default 0. */
  readonly phi?: number;
}

/** Three margins of the block of one token in the plane (seed 002, eq 25): what there is to see at a step. */
export interface MatrixMarginFrame {
  /** (n) weights of the context. */
  readonly alpha: Float64Array;
  /** (2) of the context under them. */
  readonly mean: Float64Array;
  /** (2 x 2) its covariance. */
  readonly cov: Matrix;
  /** (65 x 2) one standard deviation around the mean, closed. */
  readonly ellipse: Matrix;
  /** (2 x 2) M = W_V Cov A; the block is I - M. */
  readonly m: Matrix;
  /** (2 x 2) real and imaginary part of its eigenvalues, falling. */
  readonly eig: Matrix;
  /**
   * (64 x 4) both eigenvalues of M at s A, s from 0 to 1: each row continues the one before; the last may
   * have them the other way round than eig.
   */
  readonly trail: Matrix;
  /** det(I - M) with its sign. */
  readonly det: number;
  /** 1 - largest |eigenvalue|. */
  readonly oneMinusRho: number;
  /** Least singular value of I - M. */
  readonly sigmaMin: number;
  /** Eigenvalues that are real and above 1. */
  readonly realAboveOne: number;
  /** Det as eq 14 prints the block, I - W_V Cov W_V^T A. */
  readonly printed: number;
  /** 1 - largest |eigenvalue| of that. */
  readonly printedRho: number;
  /** Least singular value of that. */
  readonly printedSigma: number;
  /**
   * Largest difference of an entry of the block from central differences of the residual, over the larger
   * of 1 and its largest entry.
   */
  readonly blockError: number;
  /** |product of 1 - eigenvalue - det|, over the larger of 1 and |det|. */
  readonly productError: number;
}

/**
 * Residual, slope and density of a token over a context of two (seed 002, figure 3.2). What is left out has
 * its default.
 */
export interface ResidualMapParams {
  /** First token of the context; -4 .. 4; default 0. */
  readonly x1?: number;
  /** Second token of the context; -4 .. 4; default 2. */
  readonly x2?: number;
  /** Coupling; -3 .. 3; default 0.25. */
  readonly a?: number;
  /** Of the noise; 0.3 .. 2; default 1. */
  readonly sigma?: number;
  /** The noise whose tokens are asked for; -4 .. 4; default -0.9. */
  readonly eps?: number;
}

/**
 * Residual, slope and density of a token over a context of two (seed 002, figure 3.2): what there is to see
 * at a step.
 */
export interface ResidualMapFrame {
  /** The third token, from -6 to 6 (481). */
  readonly x: Float64Array;
  /** e, x less the mean of the context under its weights (481). */
  readonly residual: Float64Array;
  /** m, 1 - a Var (481). */
  readonly slope: Float64Array;
  /** Density with max(m, 0) (481). */
  readonly cut: Float64Array;
  /** Density with |m| (481). */
  readonly folded: Float64Array;
  /** Density of a = 0 (481). */
  readonly gaussian: Float64Array;
  /** Tokens with e = eps, rising (1 to 3). */
  readonly roots: Float64Array;
  /** Tokens at which e turns, rising (0 or 2). */
  readonly turns: Float64Array;
  /** e at these. */
  readonly turnResiduals: Float64Array;
  /** Integral of the density with max(m, 0), in closed form. */
  readonly massCut: number;
  /** Of that with |m|: the mean number of tokens of a noise. */
  readonly massFolded: number;
  /** Of that with m, by quadrature; 1. */
  readonly massSigned: number;
  /** Largest density with max(m, 0), from -6 to 6. */
  readonly peak: number;
  /** The token that has it. */
  readonly peakAt: number;
  /** Least m, from -6 to 6. */
  readonly leastSlope: number;
  /** Of m: largest difference from central differences of e. */
  readonly slopeError: number;
  /** Of the closed form: difference from quadrature, of both densities the larger. */
  readonly massError: number;
  /** Largest |e - eps| of the tokens. */
  readonly rootError: number;
}

/**
 * Margins, support token and the pull of the barrier in a sequence of numbers (seed 002, section 3). What
 * is left out has its default.
 */
export interface SupportTokensParams {
  /** (L) the tokens, within -10 .. 10. */
  readonly x?: NumberList;
  /** The coupling; -10 .. 10; default 0.5. */
  readonly a?: number;
}

/**
 * Margins, support token and the pull of the barrier in a sequence of numbers (seed 002, section 3): what
 * there is to see at a step.
 */
export interface SupportTokensFrame {
  /** (L) the tokens. */
  readonly x: Float64Array;
  /** (L x L) weights of the tokens before, a row for each token. */
  readonly alpha: Matrix;
  /** (L) m_t = 1 - a Var_t. */
  readonly margin: Float64Array;
  /** The first token with the least margin, counted from 0; -1 where none is below 1. */
  readonly support: number;
  /** The least margin. */
  readonly minMargin: number;
  /** B = -sum_t log |m_t|; Infinity on the boundary. */
  readonly barrier: number;
  /**
   * (L x L) of m_t on token s, (dm_t / dx_s) / |m_t|, which raises the margin; a margin nearer to 0 than
   * 1e-12 counts as that.
   */
  readonly force: Matrix;
  /** (L) on token s, of all margins. */
  readonly total: Float64Array;
  /** (L) of token t's row of the force in the sum of all rows' lengths; zeros where there is no force. */
  readonly share: Float64Array;
  /** The support token's own part of the square of its row; 0 where there is none. */
  readonly onItself: number;
  /** Largest relative difference of a row of dm_t / dx from central differences. */
  readonly gradientError: number;
  /** Of the total from -dB/dx where no margin is below 0, relative; 0 past the wall. */
  readonly barrierError: number;
}
