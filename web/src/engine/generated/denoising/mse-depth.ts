// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/mse.scalar.wasm?url';
import simd from '#wasm/mse.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { MseDepthFrame, MseDepthParams } from '../denoising';

export const mseDepthDefaults = {
  dimension: 4,
  counts: [1000, 3000, 5000, 8000],
  centre: 1,
  variance: 0.025,
  sigma2: 0.5,
  beta: 20,
  eta: 0.1,
  layers: 200,
  betaC: 0,
  repeats: 3,
  seed: 7,
  tied: true,
} as const;

const limits = {
  dimension: [1, 16],
  centre: [0, 10000],
  variance: [0, 10000],
  sigma2: [0.0001, 10000],
  beta: [0.000001, 1000000],
  layers: [0, 1000],
  betaC: [0, 1000000],
  repeats: [1, 1000],
} as const;

export const mseDepth: Experiment<MseDepthParams, MseDepthFrame> = {
  name: 'mse_depth',
  part: { name: 'mse', simd, scalar },
  defaults: mseDepthDefaults,
  limits,
};
