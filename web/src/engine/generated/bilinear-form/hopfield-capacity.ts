// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/memory.wasm?url';
import type { Experiment } from '../../experiment';
import type { HopfieldCapacityFrame, HopfieldCapacityParams } from '../bilinear-form';

export const hopfieldCapacityDefaults = {
  damage: 0.1,
  beta: 1,
  criterion: 'signs',
  seed: 7,
} as const;

const limits = {
  damage: [0, 0.4],
  beta: [0.001, 20],
} as const;

export const hopfieldCapacity: Experiment<HopfieldCapacityParams, HopfieldCapacityFrame> = {
  name: 'hopfield_capacity',
  part: { name: 'memory', scalar },
  defaults: hopfieldCapacityDefaults,
  limits,
};
