// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/reading.wasm?url';
import type { Experiment } from '../../experiment';
import type { HeadStepFrame, HeadStepParams } from '../one-head';

export const headStepDefaults = {
  layer: 1,
  head: 1,
  noise: 0.25,
  beta: 0.25,
} as const;

const limits = {
  layer: [1, 2],
  head: [1, 4],
  noise: [0.1, 2],
  beta: [0.015625, 32],
} as const;

export const headStep: Experiment<HeadStepParams, HeadStepFrame> = {
  name: 'head_step',
  part: { name: 'reading', scalar },
  defaults: headStepDefaults,
  limits,
};
