// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { Matrix, NumberArray, NumberList } from '../values';

export * from './incremental-patterns/chain-explorer';
export * from './incremental-patterns/construction';
export * from './incremental-patterns/dataset-size';
export * from './incremental-patterns/gradient-flow';
export * from './incremental-patterns/kl-stages';
export * from './incremental-patterns/mixing';
export * from './incremental-patterns/stages';
export * from './incremental-patterns/waiting-time';

/**
 * One context of a chain in which groups of lags vote (seed 003, sections 2.1 and 2.2). What is left out
 * has its default.
 */
export interface ChainExplorerParams {
  /** (12) the context, each token one of 0 to 4, the newest last. */
  readonly x?: NumberList;
  /** Which groups are read, the newest first; default "all". */
  readonly read?: 'one' | 'two' | 'all';
  /** How many times louder a group is than the one before it; 1 .. 2.5; default 1.5. */
  readonly m?: number;
  /** How loud group 3 is; 0.5 .. 4; default 3. */
  readonly b0?: number;
  /** Three maps that are said in words, or random rotations; default "clues". */
  readonly matrices?: 'clues' | 'orthogonal';
  /** Of the 2000 contexts, and of the rotations; default 1. */
  readonly seed?: number;
}

/**
 * One context of a chain in which groups of lags vote (seed 003, sections 2.1 and 2.2): what there is to
 * see at a step.
 */
export interface ChainExplorerFrame {
  /** (5) the law of the next token. */
  readonly p: Float64Array;
  /** (3 x 5) the best law of who reads 1, 2 and 3 groups. */
  readonly fbar: Matrix;
  /** (3 x 5) logits that groups 1 to 3 give the next token. */
  readonly votes: Matrix;
  /** (3) how loud groups 1 to 3 are. */
  readonly scales: Float64Array;
  /** (12) mean divergence of the law from those with another token there, in nats; the newest last. */
  readonly influence: Float64Array;
  /** (3) the same of a token of groups 1 to 3, over 2000 contexts. */
  readonly meanInfluence: Float64Array;
  /** (4) E KL(law | best law) of who reads 0 to 3 groups, over all contexts. */
  readonly stairs: Float64Array;
  /** That of the groups that are read. */
  readonly gap: number;
  /** E KL(best law of group 1 | the law that group 1 would give alone). */
  readonly truncGap: number;
  /**
   * Of E KL(law | first) = E KL(law | second) + E KL(second | first), the best laws of one group and of
   * two.
   */
  readonly towerError: number;
  /** Of the influences from laws that are computed anew. */
  readonly influenceError: number;
}

/**
 * Heads that read the lags that they are told to, and what leaks (seed 003, section 2.3). What is left out
 * has its default.
 */
export interface ConstructionParams {
  /** (3 x 12) 1 where a head is to read; the newest token, lag 0, in the last column. */
  readonly mask?: NumberArray;
  /** The score of these lags; all others have 0; 0 .. 20; default 5. */
  readonly lambda?: number;
  /** Tokens that are visible; 12 .. 2000; default 12. */
  readonly n?: number;
  /** Of the contexts, and of the matrix of the symmetry; default 1. */
  readonly seed?: number;
}

/**
 * Heads that read the lags that they are told to, and what leaks (seed 003, section 2.3): what there is to
 * see at a step.
 */
export interface ConstructionFrame {
  /** Tokens that are visible. */
  readonly n: number;
  /** (3 x 13) of all tokens before lag 11 together, then of lags 11 to 0. */
  readonly weights: Matrix;
  /** (3) what each head gives to tokens that it is not to read. */
  readonly leak: Float64Array;
  /** Mean divergence of the law from what the heads predict, in nats. */
  readonly kl: number;
  /** (81) from 0 to 20. */
  readonly lambdas: Float64Array;
  /** (9 x 81) the leak of heads 1 to 3 of 12 tokens at these, then of 112, of 1012. */
  readonly curves: Matrix;
  /** Largest difference of a leak from the sum of its weights. */
  readonly leakError: number;
  /**
   * Largest difference of scores, of keys and queries that an invertible matrix has mixed, from the ones
   * that are painted, of 12 tokens.
   */
  readonly symmetryError: number;
}

/** The best moment to stop when contexts are few (seed 003, section 2.5). What is left out has its default. */
export interface DatasetSizeParams {
  /** Contexts to learn from; 30 .. 2000; default 150. */
  readonly sequences?: number;
  /** At the least excess, or the least loss on a third as many more; default "excess". */
  readonly stop?: 'excess' | 'held-out';
  /** That heads can read: 4, 8 or 12; 4 .. 12; default 12. */
  readonly lags?: number;
  /** Of contexts, tokens and the start; default 1. */
  readonly seed?: number;
}

/** The best moment to stop when contexts are few (seed 003, section 2.5): what there is to see at a step. */
export interface DatasetSizeFrame {
  /** Contexts to learn from. */
  readonly sequences: number;
  /**
   * Mean divergence of the best law of who reads 0 to 3 groups from the model on fresh contexts, at every
   * fifth step (301 x 4), nats.
   */
  readonly curves: Matrix;
  /** At which it is stopped. */
  readonly step: number;
  /** The excess loss there. */
  readonly best: number;
  /** The excess loss after all steps. */
  readonly end: number;
  /** How many groups the best law reads that is nearest there. */
  readonly nearest: number;
  /** E KL(law || best law) of 0 to 3 groups, fresh contexts (4). */
  readonly stairs: Float64Array;
  /** Numbers of contexts that have been computed, up to 9. */
  readonly sizes: Float64Array;
  /** The excess at the stop for each. */
  readonly bests: Float64Array;
  /** After all steps. */
  readonly ends: Float64Array;
  /** At which each is stopped. */
  readonly steps: Float64Array;
  /** How many groups the nearest law reads. */
  readonly nearests: Float64Array;
  /** Over all that has been computed. */
  readonly lowestKl: number;
  /** Difference of a last loss in float from the one in double. */
  readonly lossError: number;
}

/**
 * Heads that learn three patterns by gradient flow, one rank after the other (seed 003, section 3.1). What
 * is left out has its default.
 */
export interface GradientFlowParams {
  /** Strength of the pattern at lag 1; 0.5 .. 4; default 3. */
  readonly m1?: number;
  /** Strength of that at lag 2; 0.5 .. 4; default 2. */
  readonly m2?: number;
  /** Strength of that at lag 3; 0.5 .. 4; default 1.4. */
  readonly m3?: number;
  /** That learn; 1 .. 6; default 3. */
  readonly heads?: number;
  /** That each attends to; 3 .. 24; default 6. */
  readonly lags?: number;
  /** Logits of the start: drawn, or all 0; default "random". */
  readonly start?: 'random' | 'equal';
  /** Drawn logits are uniform on [-u, u]; 1e-9 .. 0.5; default 0.01. */
  readonly u?: number;
  /** Of these, head by head; default 2. */
  readonly seed?: number;
}

/**
 * Heads that learn three patterns by gradient flow, one rank after the other (seed 003, section 3.1): what
 * there is to see at a step.
 */
export interface GradientFlowFrame {
  /** The one on show. */
  readonly step: number;
  /** That there are, each of time 0.5. */
  readonly steps: number;
  /** At this step. */
  readonly time: number;
  /** (3) strengths, lag by lag. */
  readonly m: Float64Array;
  /** G - P: a row for each pattern, a column for each lag (3 x T). */
  readonly residual: Matrix;
  /** C of V_k = sum_l C_kl V*_l (H x 3). */
  readonly mixture: Matrix;
  /** s of the heads (H x T). */
  readonly weights: Matrix;
  /** Half the squares of the residual. */
  readonly loss: number;
  /** At each step (steps + 1). */
  readonly losses: Float64Array;
  /** Least loss of ranks 0 to 3 (4). */
  readonly plateaus: Float64Array;
  /**
   * Singular values of P at each step, the largest first: as many as P can have, min(H, 3), and 0 for what
   * is below 1e-12 of the largest (steps + 1 x min(H, 3)).
   */
  readonly sigmas: Matrix;
  /** At which the loss first is at the middle of two plateaus (3); Infinity for never. */
  readonly times: Float64Array;
  /** How many of these have passed at this step. */
  readonly learned: number;
  /** Largest difference of a head from the first, in C and q. */
  readonly spread: number;
  /** Largest rise of the loss in a Runge-Kutta step of 0.05. */
  readonly rise: number;
  /** Largest amount by which it is below that of its rank. */
  readonly deficit: number;
  /** Largest difference of a velocity from that of whole matrices V, at this step. */
  readonly fullError: number;
  /** Of the loss from half the inner product of G - P with itself, by the double sum. */
  readonly productError: number;
}

/**
 * Heads that learn, against the laws of who reads some groups of clues (seed 003, section 2.2). What is
 * left out has its default.
 */
export interface KlStagesParams {
  /** Logits of the start: drawn, or all 0; default "random". */
  readonly start?: 'random' | 'equal';
  /** Drawn logits are uniform on [-u, u]; 1e-9 .. 3; default 0.1. */
  readonly u?: number;
  /** That learn; 1 .. 6; default 3. */
  readonly heads?: number;
  /** How many times louder a group is than the next; 1 .. 2.5; default 1.5. */
  readonly m?: number;
  /** a step takes 0.02 times this share off all weights; 0 .. 0.2; default 0. */
  readonly decay?: number;
  /** Of the groups; default "clues". */
  readonly matrices?: 'clues' | 'orthogonal';
  /** Of drawn matrices, contexts and logits, in this order; default 6. */
  readonly seed?: number;
  /** Laws of 1 to 3 groups: the best, or truncated; default "best". */
  readonly reference?: 'best' | 'truncated';
}

/**
 * Heads that learn, against the laws of who reads some groups of clues (seed 003, section 2.2): what there
 * is to see at a step.
 */
export interface KlStagesFrame {
  /** The one on show. */
  readonly step: number;
  /** Of training. */
  readonly steps: number;
  /**
   * Mean divergence of the law of reference of 1 to 3 groups from the model, at each step (steps + 1 x 3),
   * nats.
   */
  readonly kl: Matrix;
  /** The least of it so far (3). */
  readonly minKl: Float64Array;
  /** The step of that (3). */
  readonly dips: Float64Array;
  /** How much of each group's matrix the model has (3). */
  readonly strengths: Float64Array;
  /** How much it has at best if it reads 1 to 3 groups: a row for each (3 x 3). */
  readonly bestStrengths: Matrix;
  /** Mean divergence of the law from the model at each step (steps + 1). */
  readonly excess: Float64Array;
  /** The least of it for who reads 0 to 3 groups of these contexts (4). */
  readonly stairs: Float64Array;
  /** Over all steps and references. */
  readonly lowestKl: number;
  /** Largest |sum - 1| of a law of reference. */
  readonly sumError: number;
  /** Largest difference of a divergence at this step from the one in double. */
  readonly klError: number;
}

/** Heads that mix their patterns and say the same (seed 003, section 2.3). What is left out has its default. */
export interface MixingParams {
  /** (3 x 2) what each head gives to groups 1 and 2, 0 to 1; group 3 has what is left to 1. */
  readonly r?: NumberArray;
}

/** Heads that mix their patterns and say the same (seed 003, section 2.3): what there is to see at a step. */
export interface MixingFrame {
  /** (3 x 3) R: what each head gives to each group. */
  readonly mixture: Matrix;
  /** Of R: the area of the heads in that of the triangle. */
  readonly determinant: number;
  /** Whether the heads stand off one line, |det R| > 5e-5. */
  readonly mixed: boolean;
  /** (3) |V'_k| of V' = R^-T V; zeros on a line. */
  readonly norms: Float64Array;
  /** (3) |V_k| of heads that read one group each. */
  readonly ownNorms: Float64Array;
  /** Of the lengths of all V' and all V; 0 on a line. */
  readonly ratio: number;
  /** Largest difference of an entry of sum_k V'_k (x) s'_k from G; 0 on a line. */
  readonly difference: number;
  /** That in units of the condition of R. */
  readonly differenceError: number;
  /** Of |G|^2 that no values give to heads with these weights. */
  readonly share: number;
}

/**
 * Heads learn three groups of clues, one after the other (seed 003, sections 2.2 and 2.4). What is left out
 * has its default.
 */
export interface StagesParams {
  /** Logits of the start: drawn, or all 0; default "random". */
  readonly start?: 'random' | 'equal';
  /** Drawn logits are uniform on [-u, u]; 1e-9 .. 3; default 0.1. */
  readonly u?: number;
  /** That learn; 1 .. 6; default 3. */
  readonly heads?: number;
  /** How many times louder a group is than the next; 1 .. 2.5; default 1.5. */
  readonly m?: number;
  /** a step takes 0.02 times this share off all weights; 0 .. 0.2; default 0. */
  readonly decay?: number;
  /** Of the groups; default "clues". */
  readonly matrices?: 'clues' | 'orthogonal';
  /** Of drawn matrices, contexts and logits, in this order; default 6. */
  readonly seed?: number;
}

/**
 * Heads learn three groups of clues, one after the other (seed 003, sections 2.2 and 2.4): what there is to
 * see at a step.
 */
export interface StagesFrame {
  /** The one on show. */
  readonly step: number;
  /** Of training. */
  readonly steps: number;
  /** Mean divergence of the law from the model at each step (steps + 1), nats. */
  readonly excess: Float64Array;
  /** The least of it for who reads 0 to 3 groups of these contexts (4). */
  readonly stairs: Float64Array;
  /** The same over all contexts (4). */
  readonly exactStairs: Float64Array;
  /** s at this step (H x 12), the newest lag first. */
  readonly weights: Matrix;
  /** What each head gives to each group (H x 3). */
  readonly mass: Matrix;
  /** The same at every fifth step, head by head (steps / 5 + 1 x 3 H). */
  readonly trails: Matrix;
  /** First steps at which the excess is below the middle of two stairs (3); Infinity for none. */
  readonly times: Float64Array;
  /** How many of these have passed at this step. */
  readonly learned: number;
  /** Of steps up to this one, the most that every head gave to group 1. */
  readonly commonMass: number;
  /** The least over groups of what its best head gives to it, at this step. */
  readonly purity: number;
  /** Mean over pairs of heads of sum_i min(s_k[i], s_l[i]). */
  readonly competition: number;
  /** Largest difference of a head from the first, in V and q. */
  readonly spread: number;
  /** Largest |sum - 1| of the weights of a head. */
  readonly rowError: number;
  /** Largest difference of the float's loss and gradient from those in double, at this step. */
  readonly gradientError: number;
}

/**
 * How long the first plateau lasts for heads that start nearly equal (seed 003, section 2.4). What is left
 * out has its default.
 */
export interface WaitingTimeParams {
  /** Gradient flow of strengths 3, m2 and 1.4, or Adam on the three clues of twelve lags; default "flow". */
  readonly method?: 'flow' | 'adam';
  /** That learn; 2 .. 6; default 3. */
  readonly heads?: number;
  /** That each attends to, in the flow; 3 .. 12; default 6. */
  readonly lags?: number;
  /** Strength of the second pattern, in the flow; 1.6 .. 2.8; default 2. */
  readonly m2?: number;
  /** Of four runs, which each have four scales of one start; default 3. */
  readonly seed?: number;
}

/**
 * How long the first plateau lasts for heads that start nearly equal (seed 003, section 2.4): what there is
 * to see at a step.
 */
export interface WaitingTimeFrame {
  /** In all, four starts at each of four scales. */
  readonly runs: number;
  /** So far: all scales of the first start, then of the next. */
  readonly done: number;
  /** Of time, or of steps, after which a run is given up. */
  readonly limit: number;
  /** (4) scales of the start. */
  readonly u: Float64Array;
  /**
   * t2 - t1, a row for each scale, a column for each start (4 x 4); Infinity where it was given up, 0 where
   * it has not been run.
   */
  readonly waits: Matrix;
  /** (4) over the starts that were run at all scales; 0 before. */
  readonly medians: Float64Array;
  /** (4) (ln 1/u)^2 / (4 c); none for Adam. */
  readonly theory: Float64Array;
  /** u and that, at scales between (25 x 2); none for Adam. */
  readonly curve: Matrix;
  /** Of the roots of the medians over ln 1/u, by least squares; 0 while one is not known. */
  readonly slope: number;
  /** c = m2^2 H / (T (m1^2 - m2^2)); 0 for Adam. */
  readonly rate: number;
  /** 1 / (2 sqrt(c)); 0 for Adam. */
  readonly theorySlope: number;
  /**
   * Of the median waits, what the last factor of 100 adds over what the first adds; 0 while one is not
   * known.
   */
  readonly ratio: number;
  /** Largest relative change of a wait of the first start with half the step; 0 for Adam. */
  readonly halvingError: number;
}
