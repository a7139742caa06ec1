// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/ladder.scalar.wasm?url';
import simd from '#wasm/ladder.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { NgramLadderFrame, NgramLadderParams } from '../one-head';

export const ngramLadderDefaults = {
  least: 1,
  updates: 3000,
  seed: 1,
} as const;

const limits = {
  least: [1, 1000],
  updates: [20, 100000],
} as const;

export const ngramLadder: Experiment<NgramLadderParams, NgramLadderFrame> = {
  name: 'ngram_ladder',
  part: { name: 'ladder', simd, scalar },
  defaults: ngramLadderDefaults,
  limits,
};
