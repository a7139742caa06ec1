// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/toys.wasm?url';
import type { Experiment } from '../../experiment';
import type { ToyTrainingFrame, ToyTrainingParams } from '../gradient-dynamics';

export const toyTrainingDefaults = {
  learn: 'both',
  eta: 0.05,
  steps: 100,
  seed: 27,
} as const;

const limits = {
  eta: [0.005, 0.5],
  steps: [50, 400],
} as const;

export const toyTraining: Experiment<ToyTrainingParams, ToyTrainingFrame> = {
  name: 'toy_training',
  part: { name: 'toys', scalar },
  defaults: toyTrainingDefaults,
  limits,
};
