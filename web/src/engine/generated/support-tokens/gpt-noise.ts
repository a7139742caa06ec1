// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/gpt.scalar.wasm?url';
import simd from '#wasm/gpt.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { GptNoiseFrame, GptNoiseParams } from '../support-tokens';

export const gptNoiseDefaults = {
  first: 'none',
  second: 'published',
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

export const gptNoise: Experiment<GptNoiseParams, GptNoiseFrame> = {
  name: 'gpt_noise',
  part: { name: 'gpt', simd, scalar },
  defaults: gptNoiseDefaults,
  limits,
};
