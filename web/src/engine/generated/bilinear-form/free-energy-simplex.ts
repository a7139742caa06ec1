// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/gibbs.wasm?url';
import type { Experiment } from '../../experiment';
import type { FreeEnergySimplexFrame, FreeEnergySimplexParams } from '../bilinear-form';

export const freeEnergySimplexDefaults = {
  temperature: 1,
} as const;

export const freeEnergySimplex: Experiment<FreeEnergySimplexParams, FreeEnergySimplexFrame> = {
  name: 'free_energy_simplex',
  part: { name: 'gibbs', scalar },
  defaults: freeEnergySimplexDefaults,
};
