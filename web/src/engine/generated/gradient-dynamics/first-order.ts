// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/toys.wasm?url';
import type { Experiment } from '../../experiment';
import type { FirstOrderFrame, FirstOrderParams } from '../gradient-dynamics';

export const firstOrderDefaults = {
  eta: 0.05,
  age: 0,
  seed: 27,
} as const;

const limits = {
  eta: [0.0001, 10],
  age: [0, 400],
} as const;

export const firstOrder: Experiment<FirstOrderParams, FirstOrderFrame> = {
  name: 'first_order',
  part: { name: 'toys', scalar },
  defaults: firstOrderDefaults,
  limits,
};
