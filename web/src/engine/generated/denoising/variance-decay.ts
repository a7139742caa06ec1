// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/flows.wasm?url';
import type { Experiment } from '../../experiment';
import type { VarianceDecayFrame, VarianceDecayParams } from '../denoising';

export const varianceDecayDefaults = {
  beta: 5,
  sigma2: 0.25,
  count: 24,
  layers: 100,
  seed: 7,
} as const;

const limits = {
  beta: [0.001, 10000],
  sigma2: [0.000001, 1000000],
  count: [2, 2000],
  layers: [2, 1000],
} as const;

export const varianceDecay: Experiment<VarianceDecayParams, VarianceDecayFrame> = {
  name: 'variance_decay',
  part: { name: 'flows', scalar },
  defaults: varianceDecayDefaults,
  limits,
};
