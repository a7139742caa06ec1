// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/features.wasm?url';
import type { Experiment } from '../../experiment';
import type { LinearAttentionFrame, LinearAttentionParams } from '../bilinear-form';

export const linearAttentionDefaults = {
  spread: 0.25,
  seed: 7,
} as const;

const limits = {
  spread: [0.01, 4],
} as const;

export const linearAttention: Experiment<LinearAttentionParams, LinearAttentionFrame> = {
  name: 'linear_attention',
  part: { name: 'features', scalar },
  defaults: linearAttentionDefaults,
  limits,
};
