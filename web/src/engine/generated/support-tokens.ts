// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { Matrix, NumberList } from '../values';

/**
 * The boundary in the plane of two tokens, and the nearest point of it (seed 002, section 3.2). What is
 * left out has its default.
 */
export interface BoundaryMapParams {
  /** (6) the tokens, within -4 .. 4; the second and the fifth move. */
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
  /** The support token, from 1; 0 where none is below 1. */
  readonly support: number;
  /** (61) values of either token in the middle of a cell. */
  readonly at: Float64Array;
  /** (61 x 61) the least margin there; rows go up with token 5, columns to the right with token 2. */
  readonly z: Matrix;
  /** (61 x 61) the support token there, from 1; 0 where there is none. */
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

export const boundaryMapDefaults = {
  a: 0.5,
} as const;

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
  /** The first token with the least margin, from 1; 0 where none is below 1. */
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

export const supportTokensDefaults = {
  a: 0.5,
} as const;
