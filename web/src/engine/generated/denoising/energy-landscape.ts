// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/denoising.wasm?url';
import type { Experiment } from '../../experiment';
import type { EnergyLandscapeFrame, EnergyLandscapeParams } from '../denoising';

export const energyLandscapeDefaults = {
  beta: 8,
  eta: 0.1,
  count: 100,
  layers: 60,
  centre: 1.5,
  sigma2: 0.5,
  seed: 7,
  query: 0.6,
} as const;

const limits = {
  count: [1, 2000],
  layers: [1, 1000],
  centre: [0, 1000000],
  query: [-1000000, 1000000],
} as const;

export const energyLandscape: Experiment<EnergyLandscapeParams, EnergyLandscapeFrame> = {
  name: 'energy_landscape',
  part: { name: 'denoising', scalar },
  defaults: energyLandscapeDefaults,
  limits,
};
