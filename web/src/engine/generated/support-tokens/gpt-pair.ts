// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/gpt.scalar.wasm?url';
import simd from '#wasm/gpt.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { GptPairFrame, GptPairParams } from '../support-tokens';

export const gptPairDefaults = {
  variant: 'published',
  lambda: 0.05,
  rms: 0.29,
  updates: 800,
  seed: 1,
} as const;

const limits = {
  lambda: [0, 10],
  rms: [0.001, 100],
  updates: [20, 100000],
} as const;

export const gptPair: Experiment<GptPairParams, GptPairFrame> = {
  name: 'gpt_pair',
  part: { name: 'gpt', simd, scalar },
  defaults: gptPairDefaults,
  limits,
};
