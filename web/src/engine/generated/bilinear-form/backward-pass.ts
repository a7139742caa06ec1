// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/attention.wasm?url';
import type { Experiment } from '../../experiment';
import type { BackwardPassFrame, BackwardPassParams } from '../bilinear-form';

export const backwardPassDefaults = {
  h: 0.00001,
} as const;

const limits = {
  h: [1e-15, 1],
} as const;

export const backwardPass: Experiment<BackwardPassParams, BackwardPassFrame> = {
  name: 'backward_pass',
  part: { name: 'attention', scalar },
  defaults: backwardPassDefaults,
  limits,
};
