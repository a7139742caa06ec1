// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/denoising.wasm?url';
import type { Experiment } from '../../experiment';
import type { BeforeAfterFrame, BeforeAfterParams } from '../denoising';

export const beforeAfterDefaults = {
  beta: 8,
  eta: 0.1,
  count: 100,
  layers: 60,
  centre: 1,
  sigma2: 0.5,
  seed: 7,
  query: 0.5,
} as const;

const limits = {
  count: [1, 2000],
  layers: [1, 1000],
  centre: [0, 1000000],
  query: [-1000000, 1000000],
} as const;

export const beforeAfter: Experiment<BeforeAfterParams, BeforeAfterFrame> = {
  name: 'before_after',
  part: { name: 'denoising', scalar },
  defaults: beforeAfterDefaults,
  limits,
};
