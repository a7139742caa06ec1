// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/passes.scalar.wasm?url';
import simd from '#wasm/passes.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { AttentionPassesFrame, AttentionPassesParams } from '../bilinear-form';

export const attentionPassesDefaults = {
  method: 'exact',
  tokens: 1024,
  size: 64,
  features: 128,
  seed: 7,
} as const;

const limits = {
  tokens: [1, 16384],
  size: [1, 256],
  features: [1, 4096],
} as const;

export const attentionPasses: Experiment<AttentionPassesParams, AttentionPassesFrame> = {
  name: 'attention_passes',
  part: { name: 'passes', simd, scalar },
  defaults: attentionPassesDefaults,
  limits,
};
