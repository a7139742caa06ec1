// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/pulls.wasm?url';
import type { Experiment } from '../../experiment';
import type { ValuePullFrame, ValuePullParams } from '../gradient-dynamics';

export const valuePullDefaults = {
  own: 1,
  targets: 'abc',
  eta: 0.5,
} as const;

const limits = {
  own: [0, 6],
  eta: [0.01, 1],
} as const;

export const valuePull: Experiment<ValuePullParams, ValuePullFrame> = {
  name: 'value_pull',
  part: { name: 'pulls', scalar },
  defaults: valuePullDefaults,
  limits,
};
