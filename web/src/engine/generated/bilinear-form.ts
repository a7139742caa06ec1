// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { FloatMatrix, Matrix, NumberArray, NumberList } from '../values';

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

export const attentionDefaults = {
  softcap: 0,
  temperature: 1,
  causal: false,
} as const;

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

export const fastAttentionDefaults = {
  softcap: 0,
  temperature: 1,
  causal: false,
} as const;

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

export const fiveViewsDefaults = {
  beta: 4,
} as const;

/**
 * Online softmax, a block of keys after the other (seed 001, section 10.1). What is left out has its
 * default.
 */
export interface FlashParams {
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
  /** Keys at a time; 1 .. 1000000000; default 2. */
  readonly block?: number;
}

/** Online softmax, a block of keys after the other (seed 001, section 10.1): what there is to see at a step. */
export interface FlashFrame {
  /** Blocks that have been seen. */
  readonly block: number;
  /** Of all keys. */
  readonly blocks: number;
  /** (n_q) m; -Infinity where no key has been seen. */
  readonly max: Float64Array;
  /** (n_q) l. */
  readonly sum: Float64Array;
  /** (n_q x d_v) of the keys that have been seen. */
  readonly output: Matrix;
  /** (n_q x keys of the block) of the last block, -Infinity for excluded keys. */
  readonly scores: Matrix;
  /** Numbers of the running state. */
  readonly numbersHeld: number;
  /** Numbers of the weights that are never there at once. */
  readonly numbersSaved: number;
  /** Largest difference from attention over the keys that have been seen. */
  readonly outputError: number;
}

export const flashDefaults = {
  softcap: 0,
  temperature: 1,
  causal: false,
  block: 2,
} as const;

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

export const freeEnergySimplexDefaults = {
  temperature: 1,
} as const;

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

export const headsDefaults = {
  softcap: 0,
  temperature: 1,
  causal: false,
} as const;

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

export const metricExplorerDefaults = {
  skew: 0,
} as const;

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

export const normDefaults = {
  epsilon: 0.00001,
  rms: false,
} as const;

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

export const softmaxDefaults = {
  temperature: 1,
} as const;

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

export const temperatureDefaults = {
  temperature: 1,
} as const;

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

export const whyRootDDefaults = {
  d: 64,
  scaled: false,
  seed: 7,
} as const;
