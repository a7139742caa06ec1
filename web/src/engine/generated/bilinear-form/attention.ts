// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/attention.wasm?url';
import type { Experiment } from '../../experiment';
import type { AttentionFrame, AttentionParams } from '../bilinear-form';

export const attentionDefaults = {
  softcap: 0,
  temperature: 1,
  causal: false,
} as const;

const limits = {
  softcap: [0, 1e+300],
} as const;

export const attention: Experiment<AttentionParams, AttentionFrame> = {
  name: 'attention',
  part: { name: 'attention', scalar },
  defaults: attentionDefaults,
  limits,
};
