// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/denoising.wasm?url';
import type { Experiment } from '../../experiment';
import type { TwoStageFrame, TwoStageParams } from '../denoising';

export const twoStageDefaults = {
  beta: 8,
  eta: 0.1,
  count: 100,
  layers: 60,
  centre: 1,
  sigma2: 0.5,
  seed: 7,
  skip: true,
} as const;

const limits = {
  count: [1, 2000],
  layers: [1, 1000],
  centre: [0, 1000000],
} as const;

export const twoStage: Experiment<TwoStageParams, TwoStageFrame> = {
  name: 'two_stage',
  part: { name: 'denoising', scalar },
  defaults: twoStageDefaults,
  limits,
};
