// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/stage1.wasm?url';
import type { Experiment } from '../../experiment';
import type { ParticlesFrame, ParticlesParams } from '../denoising';

export const particlesDefaults = {
  beta: 5,
  eta: 0.1,
  count: 64,
  layers: 60,
  centre: 2,
  sigma2: 0.5,
  seed: 7,
  clock: 'equal-layers',
} as const;

const limits = {
  count: [1, 2000],
  layers: [1, 1000],
  centre: [0, 1000000],
} as const;

export const particles: Experiment<ParticlesParams, ParticlesFrame> = {
  name: 'particles',
  part: { name: 'stage1', scalar },
  defaults: particlesDefaults,
  limits,
};
