// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { FloatMatrix, Matrix, NumberArray, NumberList } from '../values';

export * from './bilinear-form/attention';
export * from './bilinear-form/attention-passes';
export * from './bilinear-form/attention-steps';
export * from './bilinear-form/backward-pass';
export * from './bilinear-form/fast-attention';
export * from './bilinear-form/five-views';
export * from './bilinear-form/flash-blocks';
export * from './bilinear-form/free-energy-simplex';
export * from './bilinear-form/geodesics';
export * from './bilinear-form/heads';
export * from './bilinear-form/hopfield-capacity';
export * from './bilinear-form/hopfield-memory';
export * from './bilinear-form/linear-attention';
export * from './bilinear-form/masks-and-positions';
export * from './bilinear-form/metric-explorer';
export * from './bilinear-form/multi-head';
export * from './bilinear-form/natural-gradient';
export * from './bilinear-form/norm';
export * from './bilinear-form/softmax';
export * from './bilinear-form/softmax-jacobian';
export * from './bilinear-form/temperature';
export * from './bilinear-form/why-root-d';

/** Part of a frame. */
export interface AttentionOutput {
  /** S (n_q x n_k), without soft cap, bias, masks, temperature. */
  readonly scores: Matrix;
  /** A (n_q x n_k); 0 for keys that are excluded. */
  readonly weights: Matrix;
  /** O = A v (n_q x d_v). */
  readonly output: Matrix;
}

/**
 * Attention of one head with its backward pass (seed 001, parts II, V, VII). What is left out has its
 * default.
 */
export interface AttentionParams {
  /** (n_q x d_q). */
  readonly q: NumberArray;
  /** (n_k x d_k). */
  readonly k: NumberArray;
  /** (n_k x d_v). */
  readonly v: NumberArray;
  /** g (d_q x d_k), in place of the scale. */
  readonly metric?: NumberArray;
  /** Of the scores; 1 / sqrt(d_k) where there is none. */
  readonly scale?: number;
  /** Embeddings (n_q + n_k - 1 x d_k) of i - j. */
  readonly relative?: NumberArray;
  /** c of c tanh(S / c); 0 for none; 0 .. 1e+300; default 0. */
  readonly softcap?: number;
  /** (n_q x n_k), added to the scores; may hold -Infinity. */
  readonly bias?: NumberArray;
  /** T; may be Infinity; >= 0; default 1. */
  readonly temperature?: number;
  /** Queries attend to no later key; default false. */
  readonly causal?: boolean;
  /** Keys before this one count; all where there is none. */
  readonly keyLength?: number;
  /** (n_q x n_k) 0 where a query may not attend to a key. */
  readonly allowed?: NumberArray;
  /** dL/dO (n_q x d_v); empty: no gradients. */
  readonly dOutput?: NumberArray;
}

/**
 * Attention of one head with its backward pass (seed 001, parts II, V, VII): what there is to see at a
 * step.
 */
export interface AttentionFrame {
  /** S (n_q x n_k), without soft cap, bias, masks, temperature. */
  readonly scores: Matrix;
  /** A (n_q x n_k); 0 for keys that are excluded. */
  readonly weights: Matrix;
  /** O = A v (n_q x d_v). */
  readonly output: Matrix;
  /** (n_q) of each row, nats. */
  readonly entropy: Float64Array;
  /** dL/dA (n_q x n_k); this and what follows empty without d_output. */
  readonly dWeights: Matrix;
  /** dL/dS (n_q x n_k); 0 for keys that are excluded. */
  readonly dScores: Matrix;
  /** (n_q x d_q). */
  readonly dQ: Matrix;
  /** (n_k x d_k). */
  readonly dK: Matrix;
  /** (n_k x d_v). */
  readonly dV: Matrix;
  /** (d_q x d_k). */
  readonly dMetric: Matrix;
  /** (n_q x n_k), whether there was a bias or not. */
  readonly dBias: Matrix;
  /** Of the relative embeddings; empty without them. */
  readonly dRelative: Matrix;
  /** dL/dT. */
  readonly dTemperature: number;
  /** Whether gradient_error was computed: there are gradients, of no more than 300 numbers. */
  readonly verified: boolean;
  /** Largest |row sum - 1| of rows that have a key. */
  readonly weightError: number;
  /** Largest difference from central differences, relative. */
  readonly gradientError: number;
}

/**
 * Passes of exact attention or of linear attention in single precision (seed 001, section 10). What is left
 * out has its default.
 */
export interface AttentionPassesParams {
  /** Of a pass; default "exact". */
  readonly method?: 'exact' | 'features';
  /** n: as many queries as keys and values; 1 .. 16384; default 1024. */
  readonly tokens?: number;
  /** d, numbers of a query, a key and a value; 1 .. 256; default 64. */
  readonly size?: number;
  /** m, of the method that has them; 1 .. 4096; default 128. */
  readonly features?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
}

/**
 * Passes of exact attention or of linear attention in single precision (seed 001, section 10): what there
 * is to see at a step.
 */
export interface AttentionPassesFrame {
  /** That have been made. */
  readonly passes: number;
  /** Of a pass: 2 n^2 d exactly, 4 n m d by features. */
  readonly multiplications: number;
  /**
   * Largest difference of the first 4 rows of the output from the same method in double, relative to the
   * largest |v|.
   */
  readonly outputError: number;
}

/**
 * Attention contraction by contraction (seed 001, part II, worked example 1). What is left out has its
 * default.
 */
export interface AttentionStepsParams {
  /** Q (n_q x d). */
  readonly query?: NumberArray;
  /** K (n_k x d). */
  readonly key?: NumberArray;
  /** V (n_k x d_v). */
  readonly value?: NumberArray;
}

/**
 * Attention contraction by contraction (seed 001, part II, worked example 1): what there is to see at a
 * step.
 */
export interface AttentionStepsFrame {
  /** 0 given, 1 scores, 2 exponentials, 3 their sums, 4 weights, 5 output. */
  readonly step: number;
  /** Q (n_q x d). */
  readonly query: Matrix;
  /** K (n_k x d). */
  readonly key: Matrix;
  /** V (n_k x d_v). */
  readonly value: Matrix;
  /** S = Q K^T / sqrt(d) (n_q x n_k). */
  readonly scores: Matrix;
  /** exp(S) (n_q x n_k). */
  readonly exponentials: Matrix;
  /** Z (n_q x 1). */
  readonly normaliser: Matrix;
  /** A (n_q x n_k). */
  readonly weights: Matrix;
  /** O (n_q x d_v). */
  readonly output: Matrix;
  /** Largest |row sum of A - 1|. */
  readonly rowError: number;
  /** By how much a number of O is outside of what its column of V spans; 0 where none is. */
  readonly outside: number;
  /** Largest |exp(S) / Z - A|. */
  readonly quotientError: number;
  /** Largest difference of S and O from those by einsum. */
  readonly einsumError: number;
}

/**
 * The backward pass of attention in five products, against central differences (seed 001, part V). What is
 * left out has its default.
 */
export interface BackwardPassParams {
  /** (n_q x d). */
  readonly q?: NumberArray;
  /** (n_k x d). */
  readonly k?: NumberArray;
  /** (n_k x d_v). */
  readonly v?: NumberArray;
  /** dL/dO (n_q x d_v), L = sum d_output O. */
  readonly dOutput?: NumberArray;
  /** By how much an entry is nudged to both sides; 1e-15 .. 1; default 0.00001. */
  readonly h?: number;
}

/**
 * The backward pass of attention in five products, against central differences (seed 001, part V): what
 * there is to see at a step.
 */
export interface BackwardPassFrame {
  /** Products that have been taken, of 5. */
  readonly step: number;
  /** A (n_q x n_k). */
  readonly weights: Matrix;
  /** O = A v (n_q x d_v). */
  readonly output: Matrix;
  /** (n_k x d_v), step 1. */
  readonly dV: Matrix;
  /** dL/dA (n_q x n_k), step 2. */
  readonly dWeights: Matrix;
  /** dL/dA less the row's mean of it under A (n_q x n_k). */
  readonly centred: Matrix;
  /** dL/dS (n_q x n_k), step 3. */
  readonly dScores: Matrix;
  /** (n_q x d), step 4. */
  readonly dQ: Matrix;
  /** (n_k x d), step 5. */
  readonly dK: Matrix;
  /** (13) 1e-13 to 0.1. */
  readonly nudges: Float64Array;
  /**
   * (13 x 3) of d_q, d_k, d_v: largest deviation of central differences over the gradient's largest entry;
   * absolute where that is 0.
   */
  readonly errors: Matrix;
  /** (3) the same for the step h. */
  readonly error: Float64Array;
  /** Largest |row sum| of d_scores. */
  readonly scoreSumError: number;
  /** Largest |column sum| of d_k. */
  readonly keySumError: number;
  /** Largest difference of the five products from attention_backward. */
  readonly productError: number;
}

/**
 * Attention of one head in single precision, block by block (seed 001, section 10.1). What is left out has
 * its default.
 */
export interface FastAttentionParams {
  /** (n_q x d_q). */
  readonly q: NumberArray;
  /** (n_k x d_k). */
  readonly k: NumberArray;
  /** (n_k x d_v). */
  readonly v: NumberArray;
  /** g (d_q x d_k), in place of the scale. */
  readonly metric?: NumberArray;
  /** Of the scores; 1 / sqrt(d_k) where there is none. */
  readonly scale?: number;
  /** Embeddings (n_q + n_k - 1 x d_k) of i - j. */
  readonly relative?: NumberArray;
  /** c of c tanh(S / c); 0 for none; 0 .. 1e+300; default 0. */
  readonly softcap?: number;
  /** (n_q x n_k), added to the scores; may hold -Infinity. */
  readonly bias?: NumberArray;
  /** T; may be Infinity; >= 0; default 1. */
  readonly temperature?: number;
  /** Queries attend to no later key; default false. */
  readonly causal?: boolean;
  /** Keys before this one count; all where there is none. */
  readonly keyLength?: number;
  /** (n_q x n_k) 0 where a query may not attend to a key. */
  readonly allowed?: NumberArray;
  /** dL/dO (n_q x d_v); empty: no gradients. */
  readonly dOutput?: NumberArray;
}

/**
 * Attention of one head in single precision, block by block (seed 001, section 10.1): what there is to see
 * at a step.
 */
export interface FastAttentionFrame {
  /** (n_q x d_v). */
  readonly output: FloatMatrix;
  /** (n_q) -Infinity for a query without a key. */
  readonly logNormaliser: Float64Array;
  /** (n_q x d_q); this and what follows empty without d_output. */
  readonly dQ: FloatMatrix;
  /** (n_k x d_k). */
  readonly dK: FloatMatrix;
  /** (n_k x d_v). */
  readonly dV: FloatMatrix;
  /** Largest difference from the double path in the first 4 rows of the output. */
  readonly outputError: number;
  /** Of the workspace: what the kernels hold beside their arguments. */
  readonly memoryBytes: number;
}

/**
 * One set of weights as form, Gibbs measure, memory, denoiser and density (seed 001). What is left out has
 * its default.
 */
export interface FiveViewsParams {
  /** (1 x 2). */
  readonly query?: NumberArray;
  /** 1 / T; > 0; default 4. */
  readonly beta?: number;
}

/**
 * One set of weights as form, Gibbs measure, memory, denoiser and density (seed 001): what there is to see
 * at a step.
 */
export interface FiveViewsFrame {
  /** (1 x 2). */
  readonly query: Matrix;
  /** 1 / T. */
  readonly beta: number;
  /** (5 x 2) on the unit circle. */
  readonly tokens: Matrix;
  /** (5) q k; the energies are minus these. */
  readonly scores: Float64Array;
  /** (3 x 5) softmax of the scores, Gibbs measure of the energies, posterior of the clouds. */
  readonly weights: Matrix;
  /** (1 x 2) q - grad E: the output of attention. */
  readonly next: Matrix;
  /** E(q) = |q|^2 / 2 - T log sum exp(q k / T). */
  readonly energyAtQuery: number;
  /** det(I - beta Cov) at the query. */
  readonly determinantAtQuery: number;
  /** (2) of I - beta Cov at the query, ascending; the least is the margin. */
  readonly eigenvalues: Float64Array;
  /** The least one on the cells. */
  readonly leastMargin: number;
  /** Different states to which the five tokens lead. */
  readonly attractors: number;
  /** (36 x 36) E in the cells of [-1.3, 1.3]^2, from above. */
  readonly energy: Matrix;
  /** (36 x 36) mean of exp(-beta |x - k|^2 / 2) there. */
  readonly density: Matrix;
  /** (36 x 36) det(I - beta Cov) there. */
  readonly determinant: Matrix;
  /** (36 x 36) the least eigenvalue of I - beta Cov there. */
  readonly margin: Matrix;
  /** Largest difference of the three rows of weights. */
  readonly agreementError: number;
  /** Of q - next, from central differences of E. */
  readonly gradientError: number;
  /** Of I - beta Cov, from central differences of the gradient. */
  readonly hessianError: number;
}

/**
 * M, l and o of one query, a block of keys after the other (seed 001, section 10.1). What is left out has
 * its default.
 */
export interface FlashBlocksParams {
  /** (n) of the keys; 1 to 64 of them. */
  readonly scores?: NumberList;
  /** (n) a number for each key. */
  readonly values?: NumberList;
  /** (n) 0 for a key that is masked; none where empty. */
  readonly mask?: NumberList;
  /** Keys at a time; at most all of them; 1 .. 64; default 2. */
  readonly block?: number;
}

/**
 * M, l and o of one query, a block of keys after the other (seed 001, section 10.1): what there is to see
 * at a step.
 */
export interface FlashBlocksFrame {
  /** Blocks that have been seen. */
  readonly step: number;
  /** Of all keys. */
  readonly blocks: number;
  /** Keys at a time. */
  readonly block: number;
  /** (n). */
  readonly scores: Float64Array;
  /** (n). */
  readonly values: Float64Array;
  /** (n) 1 for a key that counts, else 0. */
  readonly mask: Float64Array;
  /** (blocks + 1) m before the first block and after each; -Infinity where no key has counted yet. */
  readonly max: Float64Array;
  /** (blocks + 1) exp(m - m') on what was carried; 1 where there was nothing, or m did not rise. */
  readonly factor: Float64Array;
  /** (blocks + 1) l. */
  readonly sum: Float64Array;
  /** (blocks + 1) what the block added to l. */
  readonly sumOfBlock: Float64Array;
  /** (blocks + 1) o, the weighted sum of the values. */
  readonly weighted: Float64Array;
  /** (blocks + 1) what the block added to o. */
  readonly weightedOfBlock: Float64Array;
  /** (blocks + 1) o / l; 0 where no key has counted yet. */
  readonly output: Float64Array;
  /**
   * (blocks + 1) the mean of the same values under softmax, all scores at once; 0 where no key has counted
   * yet.
   */
  readonly softmax: Float64Array;
  /**
   * (blocks + 1) 1 where sum_j exp(s_j) v_j / sum_j exp(s_j), without a maximum taken off, is no finite
   * number.
   */
  readonly plainFails: Float64Array;
  /** (blocks + 1) 1 where (71) and (72) as printed have come to what is no number. */
  readonly printedFails: Float64Array;
  /** Blocks so far at which what was carried was scaled down. */
  readonly rescaled: number;
  /** Largest difference of output and softmax. */
  readonly outputError: number;
  /** Largest difference of (71) and (72) as printed from the l and o above, where they give numbers. */
  readonly printedError: number;
}

/** <E> - T H over all weights of three keys (seed 001, eq 27). What is left out has its default. */
export interface FreeEnergySimplexParams {
  /** (1 x 2) weights of keys 1 and 2; key 3 has what is left to 1. */
  readonly p?: NumberArray;
  /** T; > 0; default 1. */
  readonly temperature?: number;
  /** (3) of the keys. */
  readonly scores?: NumberList;
}

/** <E> - T H over all weights of three keys (seed 001, eq 27): what there is to see at a step. */
export interface FreeEnergySimplexFrame {
  /** (3). */
  readonly scores: Float64Array;
  /** T. */
  readonly temperature: number;
  /** (3) of softmax. */
  readonly weights: Float64Array;
  /** (3) the given weights. */
  readonly p: Float64Array;
  /** F, <E> - T H at softmax. */
  readonly freeEnergy: number;
  /** <E> - T H at p. */
  readonly otherFreeEnergy: number;
  /** By how much it is above F. */
  readonly gap: number;
  /** KL(p || softmax), nats. */
  readonly divergence: number;
  /** Of the cells that the triangle is cut into. */
  readonly rows: number;
  /**
   * (rows (rows + 1) / 2) <E> - T H - F in the middle of each cell: row i, from the corner of key 1 on, has
   * i + 1 of them, from key 2 to key 3.
   */
  readonly excess: Float64Array;
  /** (61 x 3) softmax at temperatures from 0.05 to 10. */
  readonly path: Matrix;
  /**
   * (121 x 3) closed, the weights with the gap of p, or the edge where it is not reached; empty where the
   * gap is 0.
   */
  readonly level: Matrix;
  /** |(<E> - T H)(p) - F - T KL|. */
  readonly gapError: number;
  /** By how much a cell is below F at most; 0 where none is. */
  readonly below: number;
}

/**
 * Straightest paths under rulers that do and do not vary (seed 001, section 5.2). What is left out has its
 * default.
 */
export interface GeodesicsParams {
  /** The ruler, and what the coordinates are; default "lens". */
  readonly space?: 'constant' | 'polar' | 'lens' | 'softmax';
  /** (1 x 2), coordinates of the start; within -10 .. 10. */
  readonly start?: NumberArray;
  /** Of the direction at the start, in degrees, in coordinates; -360 .. 360; default 0. */
  readonly angle?: number;
  /** A, of the lens; 0 .. 10; default 3. */
  readonly amplitude?: number;
  /** Eleven paths over 50 degrees instead of one; default false. */
  readonly fan?: boolean;
  /** Of a path, by the ruler; > 0 .. 20; default 4. */
  readonly length?: number;
}

/**
 * Straightest paths under rulers that do and do not vary (seed 001, section 5.2): what there is to see at a
 * step.
 */
export interface GeodesicsFrame {
  /** Of 200 that have been taken. */
  readonly step: number;
  /**
   * (201 x 2) of one path, or of eleven one after another, the sixth at the angle; from its end on a path
   * stays there.
   */
  readonly paths: Matrix;
  /** The last step of each path: 200, or where it leaves what the ruler can be used for. */
  readonly ends: Float64Array;
  /** Largest distance, in coordinates, of the middle path up to the step from the chord. */
  readonly off: number;
  /** Of the space by Gauss, at the start. */
  readonly curvature: number;
  /** The same where the middle path has come to. */
  readonly curvatureAhead: number;
  /** (8) Gamma^1_ab, then Gamma^2_ab, at the start. */
  readonly symbols: Float64Array;
  /** The largest of them, by its size. */
  readonly largestSymbol: number;
  /**
   * Of a fan: how far along the line at the angle the other paths cross it, in coordinates, in the order of
   * the angles; those that do.
   */
  readonly crossings: Float64Array;
  /** Largest less smallest of the crossings; 0 for fewer than two. */
  readonly spread: number;
  /** (n x 6): centre and the two half axes of what has the length 1 by the ruler. */
  readonly ellipses: Matrix;
  /** (2 x 2): from and to of both coordinates, for a drawing. */
  readonly region: Matrix;
  /** Largest |speed - 1| along all paths. */
  readonly speedError: number;
  /** Largest difference at the start to symbols by differences of the ruler. */
  readonly symbolError: number;
  /**
   * Largest distance of the middle path from what is known to be straight: a line in the plane, or for
   * softmax a great circle of sqrt(a); 0 for the lens.
   */
  readonly straightError: number;
}

/** Self-attention with several heads (seed 001, part VI). What is left out has its default. */
export interface HeadsParams {
  /** Tokens (n x b). */
  readonly x: NumberArray;
  /** (H x b x d_k). */
  readonly wQ: NumberArray;
  /** (G x b x d_k). */
  readonly wK: NumberArray;
  /** (G x b x d_v). */
  readonly wV: NumberArray;
  /** (H x d_v x d). */
  readonly wO: NumberArray;
  /** g (d_q x d_k), in place of the scale. */
  readonly metric?: NumberArray;
  /** Of the scores; 1 / sqrt(d_k) where there is none. */
  readonly scale?: number;
  /** Embeddings (n_q + n_k - 1 x d_k) of i - j. */
  readonly relative?: NumberArray;
  /** c of c tanh(S / c); 0 for none; 0 .. 1e+300; default 0. */
  readonly softcap?: number;
  /** (n_q x n_k), added to the scores; may hold -Infinity. */
  readonly bias?: NumberArray;
  /** T; may be Infinity; >= 0; default 1. */
  readonly temperature?: number;
  /** Queries attend to no later key; default false. */
  readonly causal?: boolean;
  /** Keys before this one count; all where there is none. */
  readonly keyLength?: number;
  /** (n_q x n_k) 0 where a query may not attend to a key. */
  readonly allowed?: NumberArray;
}

/** Self-attention with several heads (seed 001, part VI): what there is to see at a step. */
export interface HeadsFrame {
  /** Each on its own. */
  readonly heads: readonly AttentionOutput[];
  /** Y (n x d). */
  readonly output: Matrix;
  /** Of the heads' weights, eq 60. */
  readonly diversity: number;
  /** Largest |row sum - 1| of rows that have a key. */
  readonly weightError: number;
  /** Largest difference of eq 58 and of all heads side by side times all w_o. */
  readonly sumError: number;
}

/**
 * Patterns at which two memories first fail, by their size (seed 001, section 9.3). What is left out has
 * its default.
 */
export interface HopfieldCapacityParams {
  /** Share of the signs that are turned in the query; 0 .. 0.4; default 0.1. */
  readonly damage?: number;
  /** Inverse temperature of the softmax; 0.001 .. 20; default 1. */
  readonly beta?: number;
  /** What the softmax memory must get right; default "signs". */
  readonly criterion?: 'signs' | 'weight';
  /** Of the random numbers; default 7. */
  readonly seed?: number;
}

/**
 * Patterns at which two memories first fail, by their size (seed 001, section 9.3): what there is to see at
 * a step.
 */
export interface HopfieldCapacityFrame {
  /** (n) signs of a pattern, of the softmax memory. */
  readonly modernSizes: Float64Array;
  /** (n x trials) patterns at which it first fails; `most` where it does not, 0 where it is not yet known. */
  readonly modern: Matrix;
  /** (n) of the trials that are known; 0 for none. */
  readonly modernMedian: Float64Array;
  /** (n) how many of them do not fail up to `most`. */
  readonly modernUnfailed: Float64Array;
  /** (n) patterns at which the others have as much weight, in expectation. */
  readonly theory: Float64Array;
  /** (m) signs of a pattern, of the classical memory. */
  readonly classicalSizes: Float64Array;
  /** (m x trials) patterns at which it first fails; 0 where not yet known. */
  readonly classical: Matrix;
  /** (m) of the trials that are known; 0 for none. */
  readonly classicalMedian: Float64Array;
  /** Patterns at which a trial of the softmax memory is given up. */
  readonly most: number;
  /** Of each size that are complete. */
  readonly trials: number;
  /** Share of the trials that are complete, 0 .. 1. */
  readonly progress: number;
}

/**
 * A damaged picture under the modern and the classical rule (seed 001, part VIII). What is left out has its
 * default.
 */
export interface HopfieldMemoryParams {
  /** Which of the stored ones is damaged, from 1; beyond them the last; 1 .. 10; default 1. */
  readonly letter?: number;
  /** What is done to it; default "flips". */
  readonly damage?: 'flips' | 'half' | 'negative';
  /** Pixels that are turned, where that is the damage; 0 .. 64; default 10. */
  readonly flips?: number;
  /**
   * (8 x 8) pixels turned by hand after that, those that are not 0 (grey ones become right); none where
   * empty.
   */
  readonly painted?: NumberArray;
  /** Stored patterns; 1 .. 10; default 6. */
  readonly count?: number;
  /** Inverse temperature of the softmax; 0.0001 .. 100; default 0.25. */
  readonly beta?: number;
  /** What is stored; default "letters". */
  readonly store?: 'letters' | 'dots';
  /** Of the random numbers; default 7. */
  readonly seed?: number;
}

/**
 * A damaged picture under the modern and the classical rule (seed 001, part VIII): what there is to see at
 * a step.
 */
export interface HopfieldMemoryFrame {
  /** Of 5 that is shown. */
  readonly step: number;
  /** (count x 64) what is stored, rows of pixels, +1 is ink. */
  readonly patterns: Matrix;
  /** (64) the damaged one. */
  readonly input: Float64Array;
  /** (6 x 64) states of xi <- K^T softmax(beta K xi). */
  readonly modern: Matrix;
  /** (6 x 64) states of x <- sign(W x), one pixel after another, W_ii = 0. */
  readonly classical: Matrix;
  /** (6 x count) softmax weights of each modern state. */
  readonly weights: Matrix;
  /** (6) -lse(beta K xi) / beta + |xi|^2 / 2 of the modern states. */
  readonly energy: Float64Array;
  /** (6) the same as (66) has it, without 1 / beta. */
  readonly printedEnergy: Float64Array;
  /** (6) pixels whose sign is not that of the stored one. */
  readonly modernWrong: Float64Array;
  /** (6) the same of the classical states. */
  readonly classicalWrong: Float64Array;
  /** How many of the stored ones the classical rule leaves as they are. */
  readonly fixed: number;
  /** Largest rise of the energy in a step, relative; at most 0 but for rounding. */
  readonly rise: number;
  /** Largest rise of the energy as printed; 0 where it never rises. */
  readonly printedRise: number;
  /** Largest difference of an update to attention with the scale beta. */
  readonly attentionError: number;
}

/**
 * Attention by features against attention, over their number (seed 001, section 10.2). What is left out has
 * its default.
 */
export interface LinearAttentionParams {
  /** Standard deviation of the scores q k; 0.01 .. 4; default 0.25. */
  readonly spread?: number;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
}

/**
 * Attention by features against attention, over their number (seed 001, section 10.2): what there is to see
 * at a step.
 */
export interface LinearAttentionFrame {
  /** Standard deviation of the scores. */
  readonly spread: number;
  /** That are whole, of 5. */
  readonly draws: number;
  /** (10) m, from 4 to 2048. */
  readonly frequencies: Float64Array;
  /** (10) draws that have been made at each m; where it is 0, so are the numbers below. */
  readonly counts: Float64Array;
  /**
   * (4 x 10) |O of features - O| / |O|, means over the draws: positive features, trigonometric ones, ELU +
   * 1, and the mean of the values in place of O.
   */
  readonly errors: Matrix;
  /** (4 x 10) the least of the draws. */
  readonly least: Matrix;
  /** (4 x 10) the largest of them. */
  readonly most: Matrix;
  /** (10) share of the queries whose normaliser is below 0, trigonometric. */
  readonly negative: Float64Array;
  /** Multiplications of attention, 2 n^2 d. */
  readonly exactCost: number;
  /** (2 x 10) multiplications by positive features, 4 n m d, and by trigonometric ones, 6 n m d. */
  readonly costs: Matrix;
  /**
   * Running sums against the kernel of features written out, m = 64, of the sum of the absolute values of
   * all products.
   */
  readonly sumsError: number;
}

/**
 * Masks in five ways, and positions in the scores (seed 001, sections 3.2, 8.1 and 8.3). What is left out
 * has its default.
 */
export interface MasksAndPositionsParams {
  /** (n x n) 0 where a query may not see a key; n up to 16. */
  readonly mask?: NumberArray;
  /**
   * minus-infinity: the softmax runs over the keys that are seen, and a query that sees none has no
   * weights. replace: scores of the others are replaced by -1e9. add, add-float: -1e9 is added to them, in
   * double and in single precision. zero-after: their weights are set to zero after the softmax; default
   * "minus-infinity".
   */
  readonly how?: 'minus-infinity' | 'replace' | 'add' | 'add-float' | 'zero-after';
  /** Of the position in the key, per step of distance; 0 .. 100; default 0. */
  readonly slope?: number;
  /** What all queries have in common in the direction of the position; -100 .. 100; default 0. */
  readonly common?: number;
  /** Of queries and keys; default 7. */
  readonly seed?: number;
}

/**
 * Masks in five ways, and positions in the scores (seed 001, sections 3.2, 8.1 and 8.3): what there is to
 * see at a step.
 */
export interface MasksAndPositionsFrame {
  /** Which of the ways to mask this is, from 0. */
  readonly masking: number;
  /** (n x n) before the mask. */
  readonly scores: Matrix;
  /** (n x n). */
  readonly weights: Matrix;
  /** (n x n) weights without a mask. */
  readonly unmasked: Matrix;
  /** (n) of the weights. */
  readonly rowSums: Float64Array;
  /** (n) 1 where eq 61 gives no number: every score of the row is -Infinity. */
  readonly undefined: Float64Array;
  /** (n) sum of the weights with |i - j| = 0, 1 ..., over n. */
  readonly byDistance: Float64Array;
  /** (n) the same without the slope. */
  readonly levelByDistance: Float64Array;
  /** Sum of weight times |i - j|, over n. */
  readonly distance: number;
  /** Largest, of a weight, by the slope alone. */
  readonly change: number;
  /** Largest sum, of a row, of weights that the mask forbids. */
  readonly forbidden: number;
  /** Largest |1 - row sum| of rows that see a key. */
  readonly lost: number;
  /** Largest difference of eq 63 from its terms one by one. */
  readonly scoreError: number;
  /** Largest distance of a row sum from 1, or from 0 where that is less; before weights are set to zero. */
  readonly rowError: number;
}

/** Scores of keys in the plane under any bilinear form (seed 001, part I). What is left out has its default. */
export interface MetricExplorerParams {
  /** (1 x 2). */
  readonly query?: NumberArray;
  /** (n x 2). */
  readonly key?: NumberArray;
  /** (2 x 2), symmetric; need not be positive. */
  readonly g?: NumberArray;
  /** g_12 has it more, g_21 less; -1000 .. 1000; default 0. */
  readonly skew?: number;
}

/** Scores of keys in the plane under any bilinear form (seed 001, part I): what there is to see at a step. */
export interface MetricExplorerFrame {
  /** (1 x 2). */
  readonly query: Matrix;
  /** (n x 2). */
  readonly key: Matrix;
  /** (2 x 2) g with its antisymmetric part. */
  readonly form: Matrix;
  /** (2) q_b = q^a g_ab: its product with a key is the score. */
  readonly covector: Float64Array;
  /** (n) q^a g_ab k^b. */
  readonly scores: Float64Array;
  /** (n) of the keys from the query, by the plain ruler. */
  readonly distances: Float64Array;
  /** The key with the highest score, from 0. */
  readonly winner: number;
  /** The key with the least distance, from 0. */
  readonly nearest: number;
  /** q^a g_ab q^b. */
  readonly square: number;
  /** Of the form. */
  readonly determinant: number;
  /** (2) of the symmetric part, ascending. */
  readonly eigenvalues: Float64Array;
  /** (97 x 2) x^a g_ab x^b = 1, closed; empty unless g is positive. */
  readonly ellipse: Matrix;
  /**
   * (2) c: x^a g_ab x^b = 1 is the two lines c x = 1 and c x = -1; empty unless one eigenvalue is 0 and the
   * other positive.
   */
  readonly stripe: Float64Array;
  /** Whether the index can be raised again. */
  readonly invertible: boolean;
  /** Largest |q_b k^b - q^a g_ab k^b|. */
  readonly scoreError: number;
  /**
   * Largest difference of q lowered and raised from q, over the condition number; 0 where there is no
   * raising.
   */
  readonly raiseError: number;
}

/** Four forms on the same letters, and their patterns (seed 001, part VI). What is left out has its default. */
export interface MultiHeadParams {
  /** (n) each one of the numbers 0 to 8; 1 to 12 of them. */
  readonly letters?: NumberList;
  /** Made by hand, or from normal random projections; default "made". */
  readonly forms?: 'made' | 'random';
  /** Of the forms that are made: the score of what they look for; 0 .. 100; default 6. */
  readonly beta?: number;
  /** Of the random ones, a factor of the scores; 0 .. 100; default 4. */
  readonly gain?: number;
  /** Of the random ones; default 7. */
  readonly seed?: number;
}

/** Four forms on the same letters, and their patterns (seed 001, part VI): what there is to see at a step. */
export interface MultiHeadFrame {
  /** (4 n x n) of the heads, one below the other, causal. */
  readonly weights: Matrix;
  /** Eq 60, of the weights of a head as one long vector. */
  readonly diversity: number;
  /** The same, with the mean cosine of the rows. */
  readonly diversityByRows: number;
  /** Of the forms made by hand, whichever are shown. */
  readonly madeDiversity: number;
  /** Of the random ones. */
  readonly randomDiversity: number;
  /** (4) mean over the rows from the second of H / log i: 1 where a head does not choose. */
  readonly sureness: Float64Array;
  /** (4) mean weight on what the head's rule names, over rows in which it names a key. */
  readonly named: Float64Array;
  /** Over all of these rows of all heads. */
  readonly namedMean: number;
  /** Largest |row sum - 1|. */
  readonly rowError: number;
  /** Largest difference of the scores x g x^T from the rule, or from those of the projections. */
  readonly formError: number;
}

/**
 * Plain and natural descent, each in two sets of parameters (seed 001, section 5.3). What is left out has
 * its default.
 */
export interface NaturalGradientParams {
  /** How the scores depend on the other parameters; default "stretched". */
  readonly coordinates?: 'stretched' | 'bent';
  /** Step size; 0.02 .. 1; default 0.1. */
  readonly eta?: number;
  /** Added to the Fisher matrix before it is inverted; 0 .. 10; default 0. */
  readonly damping?: number;
  /** (1 x 2), the first two scores at the start, within -5 .. 5; the third is -0.5. */
  readonly start?: NumberArray;
}

/**
 * Plain and natural descent, each in two sets of parameters (seed 001, section 5.3): what there is to see
 * at a step.
 */
export interface NaturalGradientFrame {
  /** That is shown. */
  readonly step: number;
  /** That there are, 4 / eta. */
  readonly steps: number;
  /** (steps + 1 x 3) probabilities along plain descent in theta, as far as it goes. */
  readonly plainScores: Matrix;
  /** The same in phi. */
  readonly plainOther: Matrix;
  /** The same along natural descent in theta. */
  readonly naturalScores: Matrix;
  /** The same along natural descent in phi. */
  readonly naturalOther: Matrix;
  /** (3) t, where the loss -sum t log p is least. */
  readonly target: Float64Array;
  /** Largest difference of a probability between both plain runs, up to the step. */
  readonly plainApart: number;
  /** The same between both natural runs. */
  readonly naturalApart: number;
  /** Largest distance of the natural run in theta from the line from start to target. */
  readonly naturalOff: number;
  /** Largest difference between the first natural steps in theta and in phi, as numbers. */
  readonly naturalParameters: number;
  /** Of the plain run in theta at the step, less its least value. */
  readonly loss: number;
  /** Of the natural run in theta at the step, less its least value. */
  readonly naturalLoss: number;
  /** The first step at which a run is given up, since a probability is below 1e-12; 0 if none is. */
  readonly stopped: number;
  /** |F^+ (p - t) - (mean(t / p) - t / p)| at the start, relative to its largest entry. */
  readonly inverseError: number;
  /** Relative error of the gradient by phi against central differences, at the start. */
  readonly gradientError: number;
}

/** Layer or RMS normalisation with its backward pass. What is left out has its default. */
export interface NormParams {
  /** (n x f). */
  readonly x: NumberArray;
  /** (f). */
  readonly scale: NumberList;
  /** (f); none with rms. */
  readonly bias?: NumberList;
  /** Added to the variance; > 0; default 0.00001. */
  readonly epsilon?: number;
  /** Without the mean; default false. */
  readonly rms?: boolean;
  /** dL/dy (n x f); empty: no gradients. */
  readonly dOutput?: NumberArray;
}

/** Layer or RMS normalisation with its backward pass: what there is to see at a step. */
export interface NormFrame {
  /** (n x f). */
  readonly output: Matrix;
  /** (n) of each row; zeros with rms. */
  readonly mean: Float64Array;
  /** (n) 1 / sqrt(variance + epsilon) of each row; of the mean square with rms. */
  readonly inverseStdDev: Float64Array;
  /** (n x f); this and what follows empty without d_output. */
  readonly dX: Matrix;
  /** (f). */
  readonly dScale: Float64Array;
  /** (f); empty with rms. */
  readonly dBias: Float64Array;
  /** Largest change of the output when x is doubled, epsilon fourfold. */
  readonly invarianceError: number;
}

/**
 * Softmax of one query at a temperature, as a Gibbs distribution (seed 001, part III). What is left out has
 * its default.
 */
export interface SoftmaxParams {
  /** (n) of the keys; 1 to 512 of them. */
  readonly scores: NumberList;
  /** T; >= 0; default 1. */
  readonly temperature?: number;
  /** (n) any distribution over the keys, to compare; none where empty. */
  readonly weights?: NumberList;
}

/**
 * Softmax of one query at a temperature, as a Gibbs distribution (seed 001, part III): what there is to see
 * at a step.
 */
export interface SoftmaxFrame {
  /** (n). */
  readonly weights: Float64Array;
  /** H, nats. */
  readonly entropy: number;
  /** H / log n. */
  readonly normalisedEntropy: number;
  /** <E>. */
  readonly meanEnergy: number;
  /** F. */
  readonly freeEnergy: number;
  /** (n x n); empty at temperature 0, where weights jump. */
  readonly jacobian: Matrix;
  /** <E> - T H of the given weights; 0 without. */
  readonly otherFreeEnergy: number;
  /** By how much it is above F; 0 without. */
  readonly gap: number;
  /** |sum of the weights - 1|. */
  readonly weightError: number;
  /** |F - (<E> - T H)|. */
  readonly identityError: number;
  /** Largest |row sum| of the Jacobian. */
  readonly jacobianError: number;
}

/**
 * Weights after a push of one score, predicted and actual (seed 001, section 6.3). What is left out has its
 * default.
 */
export interface SoftmaxJacobianParams {
  /** (n) of the keys before the push; 1 to 16 of them. */
  readonly scores?: NumberList;
  /** The key whose score is pushed, from 1 to n; 1 .. 16; default 2. */
  readonly pick?: number;
  /** What is added to that score; -1000 .. 1000; default 1. */
  readonly push?: number;
}

/**
 * Weights after a push of one score, predicted and actual (seed 001, section 6.3): what there is to see at
 * a step.
 */
export interface SoftmaxJacobianFrame {
  /** The key that is pushed, from 1. */
  readonly pick: number;
  /** (n) before the push. */
  readonly scores: Float64Array;
  /** (n) weights before the push. */
  readonly before: Float64Array;
  /** (n) these plus the push times a column of the Jacobian. */
  readonly predicted: Float64Array;
  /** (n) weights after the push. */
  readonly after: Float64Array;
  /** (n x n) d a_i / d s_j before the push. */
  readonly jacobian: Matrix;
  /** Of the Jacobian: 1 - sum of the squared weights. */
  readonly trace: number;
  /** Largest |row sum| of the Jacobian. */
  readonly sumError: number;
  /** Its largest difference from central differences. */
  readonly jacobianError: number;
}

/**
 * Weights, entropy and free energy over all temperatures (seed 001, part III). What is left out has its
 * default.
 */
export interface TemperatureParams {
  /** (n) of the keys; 1 to 64 of them. */
  readonly scores?: NumberList;
  /** T; > 0; default 1. */
  readonly temperature?: number;
}

/**
 * Weights, entropy and free energy over all temperatures (seed 001, part III): what there is to see at a
 * step.
 */
export interface TemperatureFrame {
  /** (n). */
  readonly scores: Float64Array;
  /** T. */
  readonly temperature: number;
  /** (n). */
  readonly weights: Float64Array;
  /** H, nats. */
  readonly entropy: number;
  /** H / log n. */
  readonly normalisedEntropy: number;
  /** <E>. */
  readonly meanEnergy: number;
  /** F. */
  readonly freeEnergy: number;
  /** (81) from 0.05 to 20, in equal proportions. */
  readonly temperatures: Float64Array;
  /** (81 x n) weights at these. */
  readonly curves: Matrix;
  /** (5) those of the printed table, Infinity the last. */
  readonly tableTemperatures: Float64Array;
  /** (5 x n) weights at these. */
  readonly tableWeights: Matrix;
  /** (5) H at these, nats. */
  readonly tableEntropy: Float64Array;
  /** |F - (<E> - T H)|. */
  readonly identityError: number;
  /** |dF/dT + H|, by central differences. */
  readonly slopeError: number;
}

/**
 * The softmax of scores with and without the scale 1 / sqrt(d) (seed 001, section 2.3). What is left out
 * has its default.
 */
export interface WhyRootDParams {
  /** Components of query and keys; 1 .. 512; default 64. */
  readonly d?: number;
  /** Scores are divided by sqrt(d); default false. */
  readonly scaled?: boolean;
  /** Of the random numbers; default 7. */
  readonly seed?: number;
}

/**
 * The softmax of scores with and without the scale 1 / sqrt(d) (seed 001, section 2.3): what there is to
 * see at a step.
 */
export interface WhyRootDFrame {
  /** Components. */
  readonly d: number;
  /** By sqrt(d). */
  readonly scaled: boolean;
  /** So far; what follows are means over these. */
  readonly draws: number;
  /** (16) of the keys, in each draw from the largest down. */
  readonly weights: Float64Array;
  /** Of the Jacobian, 1 - sum a^2. */
  readonly trace: number;
  /** The same without the scale. */
  readonly tracePlain: number;
  /** The same with it. */
  readonly traceScaled: number;
  /** Of q k, over d. */
  readonly variance: number;
  /** (18) from 1 to 512. */
  readonly dimensions: Float64Array;
  /** (18) without the scale, at these. */
  readonly tracesPlain: Float64Array;
  /** (18) with it, at these. */
  readonly tracesScaled: Float64Array;
  /** (18) of q k, over d, at these. */
  readonly variances: Float64Array;
  /** Largest |variance of q k / d - 1| of those from d = 16 on, times sqrt(draws / 200). */
  readonly varianceError: number;
}
