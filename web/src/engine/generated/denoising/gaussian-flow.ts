// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/flows.wasm?url';
import type { Experiment } from '../../experiment';
import type { GaussianFlowFrame, GaussianFlowParams } from '../denoising';

export const gaussianFlowDefaults = {
  major: 1,
  minor: 0.05,
  angle: 0.5,
  sigma2: 0.5,
  beta: 5,
  count: 400,
  layers: 100,
  seed: 7,
} as const;

const limits = {
  major: [0, 10000],
  minor: [0, 10000],
  angle: [-10, 10],
  sigma2: [0.000001, 10000],
  beta: [0.001, 10000],
  count: [2, 1000],
  layers: [2, 1000],
} as const;

export const gaussianFlow: Experiment<GaussianFlowParams, GaussianFlowFrame> = {
  name: 'gaussian_flow',
  part: { name: 'flows', scalar },
  defaults: gaussianFlowDefaults,
  limits,
};
