// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/heads.wasm?url';
import type { Experiment } from '../../experiment';
import type { NormFrame, NormParams } from '../bilinear-form';

export const normDefaults = {
  epsilon: 0.00001,
  rms: false,
} as const;

export const norm: Experiment<NormParams, NormFrame> = {
  name: 'norm',
  part: { name: 'heads', scalar },
  defaults: normDefaults,
};
