// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/support.wasm?url';
import type { Experiment } from '../../experiment';
import type { ConsistencyFrame, ConsistencyParams } from '../support-tokens';

export const consistency: Experiment<ConsistencyParams, ConsistencyFrame> = {
  name: 'consistency',
  part: { name: 'support', scalar },
};

export const consistencyDefaults = {
  a: -0.5,
  mask: 'past',
} as const;

export const consistencyLimits = {
  a: [-1, 2],
} as const;
