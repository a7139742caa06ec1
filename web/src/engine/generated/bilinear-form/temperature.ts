// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/gibbs.wasm?url';
import type { Experiment } from '../../experiment';
import type { TemperatureFrame, TemperatureParams } from '../bilinear-form';

export const temperatureDefaults = {
  temperature: 1,
} as const;

export const temperature: Experiment<TemperatureParams, TemperatureFrame> = {
  name: 'temperature',
  part: { name: 'gibbs', scalar },
  defaults: temperatureDefaults,
};
