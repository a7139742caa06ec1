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
