// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/support.wasm?url';
import type { Experiment } from '../../experiment';
import type { ResidualMapFrame, ResidualMapParams } from '../support-tokens';

export const residualMapDefaults = {
  x1: 0,
  x2: 2,
  a: 0.25,
  sigma: 1,
  eps: -0.9,
} as const;

const limits = {
  x1: [-4, 4],
  x2: [-4, 4],
  a: [-3, 3],
  sigma: [0.3, 2],
  eps: [-4, 4],
} as const;

export const residualMap: Experiment<ResidualMapParams, ResidualMapFrame> = {
  name: 'residual_map',
  part: { name: 'support', scalar },
  defaults: residualMapDefaults,
  limits,
};
