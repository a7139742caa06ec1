// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import type { NumberList } from '../values';

export * from './ledger/ledger-000';
export * from './ledger/claim-000';
export * from './ledger/ledger-001';
export * from './ledger/claim-001';
export * from './ledger/ledger-002';
export * from './ledger/claim-002';
export * from './ledger/ledger-003';
export * from './ledger/claim-003';
export * from './ledger/ledger-004';
export * from './ledger/claim-004';

/** Part of a frame. */
export interface ClaimReading {
  /** How it is read. */
  readonly words: string;
  /** What comes out so. */
  readonly ours: number;
}

/** Part of a frame. */
export interface Claim {
  /** Begins with the paper's number: 004.section-5.beta-5. */
  readonly id: string;
  /** Whose statement it is: a paper's, that of a summary of one, or ours. */
  readonly source: string;
  /** In the published text. */
  readonly place: string;
  /** In our words. */
  readonly statement: string;
  /** Quoted, word for word, with the number in question between asterisks; of what is ours empty. */
  readonly published: string;
  /** The number that stands for it; of a statement 1. */
  readonly value: number;
  /**
   * Within the tolerance, in an interval, within the spread over seeds, above or below the published
   * number, a statement that holds; or not tried: recipe says why.
   */
  readonly agreement: string;
  /** Of agreement. */
  readonly tolerance: number;
  /** What our number is. */
  readonly quantity: string;
  /** What it is computed from. */
  readonly recipe: string;
  /** Where ours is derived, if it is not the published one; may be empty. */
  readonly proof: string;
  /** Of what has a proof: the value that is ours, from elsewhere. */
  readonly corrected: number;
  /** How far from it what is recomputed may be. */
  readonly correctedTolerance: number;
  /** Of what is in error: what would make it right, and why it does not stand there. */
  readonly otherReadings: string;
  /** Of what is unclear: the others. */
  readonly readings: readonly ClaimReading[];
  /** Our number without the effect in question. */
  readonly baseline: number;
  /** What that is the number of; may be empty. */
  readonly baselineOf: string;
  /** How many. */
  readonly seeds: number;
  /** Takes more than a few seconds. */
  readonly slow: boolean;
  /** Of what is read from runs of hours, which may not have been made: what makes them; else empty. */
  readonly command: string;
  /** Of kept values: a hash of the recipe. */
  readonly stamp: string;
  /** Of kept values: a number from the same functions. */
  readonly probe: number;
  /** How far it may be from the kept one, over its size. */
  readonly probeTolerance: number;
}

/** What a paper states, and how it is recomputed. What is left out has its default. */
export interface LedgerParams {
}

/** What a paper states, and how it is recomputed: what there is to see at a step. */
export interface LedgerFrame {
  /** In the order of the paper. */
  readonly claims: readonly Claim[];
}

/** One statement of a paper, recomputed seed by seed. What is left out has its default. */
export interface ClaimParams {
  /** Of the claim. */
  readonly id: string;
  /** Those of an earlier run, in the order of the seeds; mostly none. */
  readonly values?: NumberList;
}

/** One statement of a paper, recomputed seed by seed: what there is to see at a step. */
export interface ClaimFrame {
  /** Seeds. */
  readonly done: number;
  /** In all. */
  readonly seeds: number;
  /** Our number for each seed that is done. */
  readonly values: Float64Array;
  /** Of the values. */
  readonly mean: number;
  /** Their standard deviation (divisor: done - 1). */
  readonly sd: number;
  /** Agrees, close, differs, in error, not found, unclear, ours; not recomputed until all seeds are done. */
  readonly verdict: string;
}
