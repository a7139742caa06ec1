// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/millions.scalar.wasm?url';
import simd from '#wasm/millions.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { MillionParticlesFrame, MillionParticlesParams } from '../denoising';

export const millionParticlesDefaults = {
  shape: 'spiral',
  count: 1000000,
  sigma2: 0.03,
  beta: 200,
  layers: 30,
  seed: 7,
} as const;

const limits = {
  count: [1, 1000000],
  sigma2: [0.0001, 1],
  beta: [1, 400],
  layers: [1, 200],
} as const;

export const millionParticles: Experiment<MillionParticlesParams, MillionParticlesFrame> = {
  name: 'million_particles',
  part: { name: 'millions', simd, scalar },
  defaults: millionParticlesDefaults,
  limits,
};
