// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/support.wasm?url';
import type { Experiment } from '../../experiment';
import type { ConsistencyFrame, ConsistencyParams } from '../support-tokens';

export const consistencyDefaults = {
  a: 1,
  mask: 'past',
} as const;

const limits = {
  a: [-1, 2],
} as const;

export const consistency: Experiment<ConsistencyParams, ConsistencyFrame> = {
  name: 'consistency',
  part: { name: 'support', scalar },
  defaults: consistencyDefaults,
  limits,
};
