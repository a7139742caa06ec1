// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import ledger_000Scalar from '#wasm/ledger_000.scalar.wasm?url';
import ledger_000Simd from '#wasm/ledger_000.simd.wasm?url';
import ledger_001Scalar from '#wasm/ledger_001.scalar.wasm?url';
import ledger_001Simd from '#wasm/ledger_001.simd.wasm?url';
import ledger_002Scalar from '#wasm/ledger_002.scalar.wasm?url';
import ledger_002Simd from '#wasm/ledger_002.simd.wasm?url';
import ledger_003Scalar from '#wasm/ledger_003.scalar.wasm?url';
import ledger_003Simd from '#wasm/ledger_003.simd.wasm?url';
import ledger_004Scalar from '#wasm/ledger_004.scalar.wasm?url';
import ledger_004Simd from '#wasm/ledger_004.simd.wasm?url';
import type { Experiment, Part } from '../experiment';
import type { NumberList } from '../values';

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

const ledger_000Part: Part = { name: 'ledger_000', simd: ledger_000Simd, scalar: ledger_000Scalar };
const ledger_001Part: Part = { name: 'ledger_001', simd: ledger_001Simd, scalar: ledger_001Scalar };
const ledger_002Part: Part = { name: 'ledger_002', simd: ledger_002Simd, scalar: ledger_002Scalar };
const ledger_003Part: Part = { name: 'ledger_003', simd: ledger_003Simd, scalar: ledger_003Scalar };
const ledger_004Part: Part = { name: 'ledger_004', simd: ledger_004Simd, scalar: ledger_004Scalar };

export const ledger000: Experiment<LedgerParams, LedgerFrame> = {
  name: 'ledger_000',
  part: ledger_000Part,
};

export const claim000: Experiment<ClaimParams, ClaimFrame> = {
  name: 'claim_000',
  part: ledger_000Part,
};

export const ledger001: Experiment<LedgerParams, LedgerFrame> = {
  name: 'ledger_001',
  part: ledger_001Part,
};

export const claim001: Experiment<ClaimParams, ClaimFrame> = {
  name: 'claim_001',
  part: ledger_001Part,
};

export const ledger002: Experiment<LedgerParams, LedgerFrame> = {
  name: 'ledger_002',
  part: ledger_002Part,
};

export const claim002: Experiment<ClaimParams, ClaimFrame> = {
  name: 'claim_002',
  part: ledger_002Part,
};

export const ledger003: Experiment<LedgerParams, LedgerFrame> = {
  name: 'ledger_003',
  part: ledger_003Part,
};

export const claim003: Experiment<ClaimParams, ClaimFrame> = {
  name: 'claim_003',
  part: ledger_003Part,
};

export const ledger004: Experiment<LedgerParams, LedgerFrame> = {
  name: 'ledger_004',
  part: ledger_004Part,
};

export const claim004: Experiment<ClaimParams, ClaimFrame> = {
  name: 'claim_004',
  part: ledger_004Part,
};
