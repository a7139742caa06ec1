/** What figures about attention as a bilinear form may ask of the core (seed 001, parts II, III, V, VI, VII and IX). */
import type { Run } from './api';

/** Rows one after the other. Frames hold matrices as their numbers alone: shapes follow from the parameters. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: readonly number[] | Float64Array | Float32Array;
}

export interface SoftmaxParams {
  /** 1 to 512 scores. */
  readonly scores: readonly number[] | Float64Array;
  /** From 0, where the largest score has all the weight, or those that tie share it. */
  readonly temperature: number;
  /** Any distribution over the keys, to compare with. */
  readonly weights?: readonly number[] | Float64Array;
}

export interface SoftmaxFrame {
  readonly weights: Float64Array;
  /** In nats, and divided by the logarithm of the number of keys. */
  readonly entropy: number;
  readonly normalisedEntropy: number;
  readonly meanEnergy: number;
  readonly freeEnergy: number;
  /** By rows; empty at temperature 0, where weights jump. */
  readonly jacobian: Float64Array;
  /** Energy minus T times entropy of the given weights, and by how much that is above the free energy; 0 without. */
  readonly otherFreeEnergy: number;
  readonly gap: number;
  /** Residuals: of the sum of the weights, of F = <E> - T H, of the row sums of the Jacobian. */
  readonly weightError: number;
  readonly identityError: number;
  readonly jacobianError: number;
}

/** What attention is made of beside queries, keys and values; cpp/include/attn/attention.hpp says what each does. */
export interface AttentionOptions {
  /** The bilinear form; without it `scale` times the identity. */
  readonly metric?: Matrix;
  /** 1 / sqrt(d) by default. */
  readonly scale?: number;
  /** Row i - j + (keys - 1) is added to key j for query i. */
  readonly relative?: Matrix;
  /** 0, the default: none. */
  readonly softcap?: number;
  /** -Infinity excludes a key. */
  readonly bias?: Matrix;
  /** 1 by default; 0 to Infinity. */
  readonly temperature?: number;
  readonly causal?: boolean;
  /** Only the first so many keys are there. */
  readonly keyLength?: number;
  /** 1 where a query may attend to a key, 0 where not. */
  readonly allowed?: Matrix;
}

export interface AttentionParams extends AttentionOptions {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  /** The gradient of a loss with respect to the output. Without it no gradients. */
  readonly dOutput?: Matrix;
}

/** Scores before soft cap, bias, masks and temperature; weights; output. */
export interface HeadFrame {
  readonly scores: Float64Array;
  readonly weights: Float64Array;
  readonly output: Float64Array;
}

export interface AttentionFrame extends HeadFrame {
  /** Of each query, in nats. */
  readonly entropy: Float64Array;
  /** Empty without dOutput; dRelative also without relative embeddings. */
  readonly dWeights: Float64Array;
  readonly dScores: Float64Array;
  readonly dQ: Float64Array;
  readonly dK: Float64Array;
  readonly dV: Float64Array;
  readonly dMetric: Float64Array;
  readonly dBias: Float64Array;
  readonly dRelative: Float64Array;
  readonly dTemperature: number;
  /** Largest distance of a row sum of the weights from 1. */
  readonly weightError: number;
  /** Whether the gradients were compared with central differences, as they are where there are few numbers; the largest error. */
  readonly verified: boolean;
  readonly gradientError: number;
}

/** Self-attention; a projection for each head, wK and wV for each group of heads that share them. */
export interface HeadsParams extends AttentionOptions {
  readonly x: Matrix;
  readonly wQ: readonly Matrix[];
  readonly wK: readonly Matrix[];
  readonly wV: readonly Matrix[];
  readonly wO: readonly Matrix[];
}

export interface HeadsFrame {
  readonly heads: readonly HeadFrame[];
  readonly output: Float64Array;
  /** 0 where all heads attend alike, 1 where they have nothing in common. */
  readonly diversity: number;
  readonly weightError: number;
  /** Of the sum over heads against all heads side by side. */
  readonly sumError: number;
}

export interface FlashParams extends AttentionOptions {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  /** Keys at a time. */
  readonly block: number;
}

/** After some blocks of keys, a step each. */
export interface FlashFrame {
  readonly block: number;
  readonly blocks: number;
  /** Of each query: the largest score so far, -Infinity where there is none, and the sum of exp(score - max). */
  readonly max: Float64Array;
  readonly sum: Float64Array;
  /** Attention over the keys so far. */
  readonly output: Float64Array;
  /** Scores that count of the last block; -Infinity for excluded keys. */
  readonly scores: Float64Array;
  /** Numbers of the running state, and of the weights that are never there at once. */
  readonly numbersHeld: number;
  readonly numbersSaved: number;
  readonly outputError: number;
}

/** Single precision with SIMD, for thousands of tokens: matrices are rounded to floats. `relative` is refused. */
export type FastAttentionParams = AttentionParams;

export interface FastAttentionFrame {
  readonly output: Float32Array;
  /** Of each query: log sum of exp(score); -Infinity where it has no key. */
  readonly logNormaliser: Float64Array;
  /** Empty without dOutput. */
  readonly dQ: Float32Array;
  readonly dK: Float32Array;
  readonly dV: Float32Array;
  /** Largest difference from the double path in the first rows. */
  readonly outputError: number;
  /** What the kernels hold beside their arguments: grows with the number of tokens, not with its square. */
  readonly memoryBytes: number;
}

export interface NormParams {
  readonly x: Matrix;
  readonly scale: readonly number[] | Float64Array;
  /** Not with rms. */
  readonly bias?: readonly number[] | Float64Array;
  readonly epsilon?: number;
  readonly rms?: boolean;
  readonly dOutput?: Matrix;
}

export interface NormFrame {
  readonly output: Float64Array;
  readonly mean: Float64Array;
  readonly inverseStdDev: Float64Array;
  /** Empty without dOutput; dBias also with rms. */
  readonly dX: Float64Array;
  readonly dScale: Float64Array;
  readonly dBias: Float64Array;
  /** Largest change of the output when x is doubled and epsilon taken four times. */
  readonly invarianceError: number;
}

/** All but `flash` are runs of one state, 0. */
export interface Bilinear {
  softmax(params: SoftmaxParams, signal?: AbortSignal): Promise<Run<SoftmaxFrame>>;
  attention(params: AttentionParams, signal?: AbortSignal): Promise<Run<AttentionFrame>>;
  fastAttention(params: FastAttentionParams, signal?: AbortSignal): Promise<Run<FastAttentionFrame>>;
  heads(params: HeadsParams, signal?: AbortSignal): Promise<Run<HeadsFrame>>;
  flash(params: FlashParams, signal?: AbortSignal): Promise<Run<FlashFrame>>;
  norm(params: NormParams, signal?: AbortSignal): Promise<Run<NormFrame>>;
}
