// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { Matrix } from '../values';

export * from './one-head/edge-cuts';
export * from './one-head/head-reading';
export * from './one-head/head-step';
export * from './one-head/ngram-ladder';
export * from './one-head/own-head';
export * from './one-head/readings-table';
export * from './one-head/token-fragility';

/**
 * Single weights of a head of a language model cut or nudged: first order and the real loss. What is left
 * out has its default.
 */
export interface EdgeCutsParams {
  /** Of the head, from 1; 1 .. 2; default 2. */
  readonly layer?: number;
  /** Of the layer, from 1; 1 .. 4; default 1. */
  readonly head?: number;
  /** Of the text that was not trained on, from 1; 1 .. 400; default 1. */
  readonly window?: number;
  /** Of an edge: cut, or its score nudged; default "cut". */
  readonly touch?: 'cut' | 'nudge';
  /** That a nudge adds to the score; -3 .. 3; default 1. */
  readonly delta?: number;
  /** Of the edges that are drawn; default 7. */
  readonly seed?: number;
  /** In UTF-8, of which the model has read the first nine tenths. */
  readonly text: string;
  /**
   * Of a model of 2 blocks of 4 heads, width 32, context 32, as numbers of half or single precision in
   * base64.
   */
  readonly weights: string;
}

/**
 * Single weights of a head of a language model cut or nudged: first order and the real loss: what there is
 * to see at a step.
 */
export interface EdgeCutsFrame {
  /** (32) the window, by their numbers in Unicode. */
  readonly characters: Float64Array;
  /** (32 x 32) of the window; rows ask. */
  readonly weights: Matrix;
  /**
   * (32 x 32) change of the window's loss by first order, in nats; 0 for edges with more than 0.98 of their
   * row, which are left alone.
   */
  readonly predicted: Matrix;
  /** (32 x 32) the change itself, of those that were tried. */
  readonly real: Matrix;
  /** Edges of the window so far, row by row up to the diagonal. */
  readonly tried: number;
  /**
   * (edges x 6) drawn in proportion to their weight, in windows all over the text: window, asking token,
   * token read (from 1), weight, predicted and real change.
   */
  readonly drawn: Matrix;
  /** Correlation over those, of predicted and real change. */
  readonly rank: number;
  /** The same without signs. */
  readonly rankOfSizes: number;
  /** Of weight and real change without its sign. */
  readonly rankOfWeights: number;
  /** Of real over predicted change, by least squares through 0. */
  readonly slope: number;
  /** Share of those whose loss falls. */
  readonly helping: number;
  /** Of first order from the slope of the real loss, by differences of small nudges. */
  readonly slopeError: number;
  /** Of the sum over a row of predictions, each times what it leaves of the row, from 0. */
  readonly rowError: number;
  /** Of the loss with a nudge of 0, from that of the model. */
  readonly stillError: number;
}

/**
 * One row of one head of a language model under the instruments of all five papers. What is left out has
 * its default.
 */
export interface HeadReadingParams {
  /** Of the head, from 1; 1 .. 2; default 1. */
  readonly layer?: number;
  /** Of the layer, from 1; 1 .. 4; default 1. */
  readonly head?: number;
  /** Of the text that was not trained on, from 1; 1 .. 400; default 1. */
  readonly window?: number;
  /** Of the window, from 1: the row that is read; 6 .. 32; default 24. */
  readonly token?: number;
  /** By which the scores of this head are divided; 0.25 .. 4; default 1. */
  readonly temperature?: number;
  /** In UTF-8, of which the model has read the first nine tenths. */
  readonly text: string;
  /**
   * Of a model of 2 blocks of 4 heads, width 32, context 32, as numbers of half or single precision in
   * base64.
   */
  readonly weights: string;
}

/**
 * One row of one head of a language model under the instruments of all five papers: what there is to see at
 * a step.
 */
export interface HeadReadingFrame {
  /** (32) the window, by their numbers in Unicode. */
  readonly characters: Float64Array;
  /** (token) of the row, at the temperature 1. */
  readonly scores: Float64Array;
  /** (token) of the row. */
  readonly weights: Float64Array;
  /** (token) A = u (g - v): above 0 the loss wants more weight there. */
  readonly advantage: Float64Array;
  /** (token) -scale |q - k|^2 / 2. */
  readonly distance: Float64Array;
  /** (49) log2 of temperatures, from 1/8 to 8. */
  readonly logTemperatures: Float64Array;
  /** (49) heat capacity of the row at these. */
  readonly capacity: Float64Array;
  /** (49) mean heat capacity of 20 rows of normal scores of the same spread. */
  readonly capacityGauss: Float64Array;
  /** Temperature at which the row's heat capacity is greatest. */
  readonly peak: number;
  /** (8 x 2) eigenvalues of the block of the query, keys and values held. */
  readonly eigenQuery: Matrix;
  /** (8 x 2) those of the whole block, own key and value too. */
  readonly eigenWhole: Matrix;
  /** Log |det(I - M)| of the first. */
  readonly logDetQuery: number;
  /** And of the second; each at least -50. */
  readonly logDetWhole: number;
  /** (16) weight by lag of the row. */
  readonly lagRow: Float64Array;
  /** Of W_Q^T W_K, without the norm before it. */
  readonly effectiveRank: number;
  /** Of W_Q^T W_K. */
  readonly symmetricShare: number;
  /** Of W_O W_V with (W_Q^T W_K)^T. */
  readonly valueCosine: number;
  /** Read so far, for what follows. */
  readonly windows: number;
  /** H over its greatest value, the mean of rows. */
  readonly relativeEntropy: number;
  /** e^H, the mean of rows. */
  readonly effectiveTokens: number;
  /** The mean of rows. */
  readonly topWeight: number;
  /** (16) weight by lag. */
  readonly lagText: Float64Array;
  /** Of the scores, that position alone explains. */
  readonly positionShare: number;
  /** Of the scores, that distance explains, the mean of windows. */
  readonly distanceShare: number;
  /** Of the scores over distance, the mean of windows. */
  readonly distanceSlope: number;
  /** a token, by this temperature in place of 1. */
  readonly bitsLost: number;
  /** Of the sum of the weights, from 1. */
  readonly weightError: number;
  /** Of the sum of weight times advantage, from 0. */
  readonly routingError: number;
  /** Of the heat capacity from the growth of the mean energy, by differences. */
  readonly capacityError: number;
  /** Of the scores from distance and the lengths of query and keys. */
  readonly distanceError: number;
  /** Of log |det| from a matrix of 8 rows, from that of the block itself. */
  readonly blockError: number;
}

/**
 * Whether a head of a language model retrieves or cleans, as two papers have it. What is left out has its
 * default.
 */
export interface HeadStepParams {
  /** Of the head, from 1; 1 .. 2; default 1. */
  readonly layer?: number;
  /** Of the layer, from 1; 1 .. 4; default 1. */
  readonly head?: number;
  /** Standard deviation, in root mean squares of the embeddings; 0.1 .. 2; default 0.25. */
  readonly noise?: number;
  /** Of the kernel, over the mean square of the numbers that the layer reads; 0.015625 .. 32; default 0.25. */
  readonly beta?: number;
  /** In UTF-8, of which the model has read the first nine tenths. */
  readonly text: string;
  /**
   * Of a model of 2 blocks of 4 heads, width 32, context 32, as numbers of half or single precision in
   * base64.
   */
  readonly weights: string;
}

/**
 * Whether a head of a language model retrieves or cleans, as two papers have it: what there is to see at a
 * step.
 */
export interface HeadStepFrame {
  /** Read so far. */
  readonly windows: number;
  /**
   * (40) share of tokens by the cosine, from -1 to 1, of what the head adds with the descent of its own
   * energy.
   */
  readonly own: Float64Array;
  /** (40) the same with the energies of the other heads of the layer. */
  readonly others: Float64Array;
  /** Mean of the first. */
  readonly cosine: number;
  /** Mean of the second. */
  readonly otherCosine: number;
  /** Signal to noise of the stream before the layer's attention. */
  readonly snrBefore: number;
  /** (3) and after it, all heads having their own weights, uniform ones or the kernel's. */
  readonly snrAfter: Float64Array;
  /**
   * (4) of the squared error, after the best step from the noisy token towards the mean of the tokens by
   * the head's own weights, uniform ones, over the whole window, and by the kernel at beta.
   */
  readonly left: Float64Array;
  /** The same after the best step along what the head adds. */
  readonly leftAdded: number;
  /** (23) of kernels. */
  readonly betas: Float64Array;
  /** (23) what is left with each. */
  readonly leftKernel: Float64Array;
  /** Of these, with which least is left. */
  readonly bestBeta: number;
  /** How much that is. */
  readonly bestLeft: number;
  /** Of the descent direction from differences of the energy, as a share of it. */
  readonly gradientError: number;
  /** Of the outputs under uniform weights, from running means. */
  readonly meanError: number;
  /** Of the stream from its heads' outputs, from that of the forward pass. */
  readonly streamError: number;
  /** Updates of a query by its keys that raise the energy of a memory. */
  readonly rises: number;
}

/**
 * A small language model beside the n-gram laws of its text while it trains (seed 003). What is left out
 * has its default.
 */
export interface NgramLadderParams {
  /** In UTF-8; its last tenth is for validation. */
  readonly text: string;
  /**
   * Times that a character has to be in the text to be one: above 1 rarer ones are one token, and with it
   * there are at most 120; 1 .. 1000; default 1.
   */
  readonly least?: number;
  /** Of training, a multiple of 20; 20 .. 100000; default 3000. */
  readonly updates?: number;
  /** Of the start and of the windows; default 1. */
  readonly seed?: number;
}

/**
 * A small language model beside the n-gram laws of its text while it trains (seed 003): what there is to
 * see at a step.
 */
export interface NgramLadderFrame {
  /** The one on show. */
  readonly step: number;
  /** In all. */
  readonly steps: number;
  /** Steps computed so far. */
  readonly frontier: number;
  /** Updates in a step. */
  readonly every: number;
  /** Per character of the validation text, up to this step (step + 1). */
  readonly bits: Float64Array;
  /**
   * Bits by which the model is off what the last 0, 1, 2, 3, 4 characters say: KL(law || model), mean over
   * that text (step + 1 x 5).
   */
  readonly divergence: Matrix;
  /** KL(model || law), likewise. */
  readonly divergenceBack: Matrix;
  /** Weight of each head at lags 0 to 7: the first layer's heads first (step + 1 x 64). */
  readonly lags: Matrix;
  /**
   * Mean cosine of two heads' patterns, each less the pattern that looks everywhere alike: of the first
   * layer, of the last (step + 1 x 2).
   */
  readonly alike: Matrix;
  /** Per character of that text by each of the laws (5). */
  readonly lawBits: Float64Array;
  /**
   * Divergence at the last step without each head, its mean in its place (8 x 5); 0 before that step is
   * computed.
   */
  readonly removed: Matrix;
  /** divergence_back likewise. */
  readonly removedBack: Matrix;
  /** That the model tells apart, by their numbers in Unicode: U+FFFD for rare ones. */
  readonly characters: Float64Array;
  /** Of the model at this step, in single precision; none where later steps are computed. */
  readonly weights: Float64Array;
  /** Of the sum of a law's probabilities, from 1. */
  readonly lawError: number;
  /** Of all mean divergences, which theory has no lower than 0. */
  readonly least: number;
}

/** One row of a head from a file under the instruments that need no model. What is left out has its default. */
export interface OwnHeadParams {
  /** Of docs/own-head.md, a line each: its bytes in base64, a space, its name. */
  readonly files: string;
  /** Of the row that is read: 0 is the first, 1 the last; 0 .. 1; default 1. */
  readonly place?: number;
  /** By which the scores are divided; 0.25 .. 4; default 1. */
  readonly temperature?: number;
}

/** One row of a head from a file under the instruments that need no model: what there is to see at a step. */
export interface OwnHeadFrame {
  /** Tokens that ask, n. */
  readonly queries: number;
  /** Tokens that are asked, m. */
  readonly allKeys: number;
  /** Of a token of X; 0 where there is none. */
  readonly width: number;
  /** Numbers of a query and of a key. */
  readonly keySize: number;
  /** That the products of queries and keys are multiplied by. */
  readonly scale: number;
  /** That is read, from 1. */
  readonly row: number;
  /** Of the tokens that ask, by their numbers in Unicode, -1 after each; empty where the file has none. */
  readonly labels: Float64Array;
  /** That the row may see, from 0. */
  readonly keys: Float64Array;
  /** Of the row, one for each of these, at the temperature 1. */
  readonly scores: Float64Array;
  /** Of the row. */
  readonly weights: Float64Array;
  /** A = u (g - v); empty without U. */
  readonly advantage: Float64Array;
  /** -scale |q - k|^2 / 2. */
  readonly distance: Float64Array;
  /** (49) log2 of temperatures, from 1/8 to 8. */
  readonly logTemperatures: Float64Array;
  /** (49) heat capacity of the row at these. */
  readonly capacity: Float64Array;
  /** (49) mean heat capacity of 20 rows of normal scores of the same spread. */
  readonly capacityGauss: Float64Array;
  /** Temperature at which the row's heat capacity is greatest. */
  readonly peak: number;
  /** (d_v x 2) eigenvalues of the block of the query; empty without X and W_O. */
  readonly eigenQuery: Matrix;
  /** (d_v x 2) those of the whole block. */
  readonly eigenWhole: Matrix;
  /** Log |det(I - M)| of the first. */
  readonly logDetQuery: number;
  /** And of the second; each at least -50. */
  readonly logDetWhole: number;
  /** (16) weight by lag of the row; empty where n is not m. */
  readonly lagRow: Float64Array;
  /** (16) the mean of all rows that have the lag. */
  readonly lagAll: Float64Array;
  /** e^H, the mean of rows. */
  readonly effectiveTokens: number;
  /** Of the scores, that distance explains. */
  readonly distanceShare: number;
  /** Of the scores over distance. */
  readonly distanceSlope: number;
  /** Of W_Q^T W_K; 0 without X. */
  readonly effectiveRank: number;
  /** Of W_Q^T W_K; 0 without X. */
  readonly symmetricShare: number;
  /** Of W_O W_V with (W_Q^T W_K)^T; 0 without W_O. */
  readonly valueCosine: number;
  /** Mean |u (g - mean g)| of the rows; 0 without U. */
  readonly routedError: number;
  /** Of the sum of the weights, from 1. */
  readonly weightError: number;
  /** Of the sum of weight times advantage, as a share of its terms. */
  readonly routingError: number;
  /** Of the scores from distance and the lengths of query and keys, as a share of these. */
  readonly distanceError: number;
  /** Of log |det| from the product of 1 - eigenvalue, for both blocks. */
  readonly blockError: number;
}

/**
 * What foretells what a head of a language model is worth, by the quantities of five papers. What is left
 * out has its default.
 */
export interface ReadingsTableParams {
  /** Of the text that was not trained on; 1 .. 400; default 40. */
  readonly windows?: number;
  /** In UTF-8, of which the model has read the first nine tenths. */
  readonly text: string;
  /**
   * Of a model of 2 blocks of 4 heads, width 32, context 32, as numbers of half or single precision in
   * base64.
   */
  readonly weights: string;
}

/**
 * What foretells what a head of a language model is worth, by the quantities of five papers: what there is
 * to see at a step.
 */
export interface ReadingsTableFrame {
  /** (8 x 29) of each head, layer by layer: the columns of attn read, in their order. */
  readonly readings: Matrix;
  /**
   * (8 x 4) bits by which predictions differ when the head is removed, its pattern frozen, its temperature
   * halved, its queries noisy.
   */
  readonly touches: Matrix;
  /** (29 x 4) rank correlation of readings and touches among the heads of a layer, the mean over layers. */
  readonly within: Matrix;
  /** (29 x 4) the same among all heads at once. */
  readonly all: Matrix;
  /** a token, over the windows. */
  readonly bits: number;
  /** Of the rank of a reading with itself, from 1. */
  readonly selfError: number;
}

/**
 * Which predictions of a language model break under noise, and which readings foretell it. What is left out
 * has its default.
 */
export interface TokenFragilityParams {
  /** Standard deviation, in root mean squares of the embeddings; 0 .. 2; default 0.25. */
  readonly noise?: number;
  /** What gets it: all tokens at once, or each alone; default "all". */
  readonly on?: 'all' | 'alone';
  /** Of the text that was not trained on; 1 .. 1000; default 60. */
  readonly windows?: number;
  /** Of the noise; default 1. */
  readonly seed?: number;
  /** In UTF-8, of which the model has read the first nine tenths. */
  readonly text: string;
  /**
   * Of a model of 2 blocks of 4 heads, width 32, context 32, as numbers of half or single precision in
   * base64.
   */
  readonly weights: string;
}

/**
 * Which predictions of a language model break under noise, and which readings foretell it: what there is to
 * see at a step.
 */
export interface TokenFragilityFrame {
  /** Read so far; nothing else is there before the first. */
  readonly windows: number;
  /** (windows x 32, one after the other) by their numbers in Unicode. */
  readonly characters: Float64Array;
  /**
   * (windows x 28) of the fifth token of a window on: nats by which noise on all tokens moves the
   * prediction after it (KL); or those by which noise on it alone moves all predictions of the window, over
   * the mean of tokens at its place.
   */
  readonly fragility: Float64Array;
  /** Of these nats, a prediction. */
  readonly mean: number;
  /** (windows x 28, x 11) of each of these tokens: the columns of token_columns, in their order. */
  readonly readings: Matrix;
  /** (11) rank correlation of each reading with the fragility. */
  readonly rank: Float64Array;
  /** (11) what is left of it once the size of the stream is known. */
  readonly rankGivenSize: Float64Array;
  /** (11 x 5) mean fragility of the fifth of tokens with the least reading, the next, .... */
  readonly fifths: Matrix;
  /**
   * (11) of the token of a window that has the greatest reading, among all by their fragility: 0 least, 1
   * most, 0.5 by chance; the mean over windows.
   */
  readonly place: Float64Array;
  /** Of all divergences, in nats, which theory has no lower than 0. */
  readonly least: number;
  /** Nats by which noise of size 0 moves a prediction. */
  readonly stillError: number;
}
