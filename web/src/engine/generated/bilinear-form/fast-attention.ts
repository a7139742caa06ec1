// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/fast_attention.scalar.wasm?url';
import simd from '#wasm/fast_attention.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { FastAttentionFrame, FastAttentionParams } from '../bilinear-form';

export const fastAttentionDefaults = {
  softcap: 0,
  temperature: 1,
  causal: false,
} as const;

const limits = {
  softcap: [0, 1e+300],
} as const;

export const fastAttention: Experiment<FastAttentionParams, FastAttentionFrame> = {
  name: 'fast_attention',
  part: { name: 'fast_attention', simd, scalar },
  defaults: fastAttentionDefaults,
  limits,
};
