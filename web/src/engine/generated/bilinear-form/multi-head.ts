// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/patterns.wasm?url';
import type { Experiment } from '../../experiment';
import type { MultiHeadFrame, MultiHeadParams } from '../bilinear-form';

export const multiHeadDefaults = {
  forms: 'made',
  beta: 6,
  gain: 4,
  seed: 7,
} as const;

const limits = {
  beta: [0, 100],
  gain: [0, 100],
} as const;

export const multiHead: Experiment<MultiHeadParams, MultiHeadFrame> = {
  name: 'multi_head',
  part: { name: 'patterns', scalar },
  defaults: multiHeadDefaults,
  limits,
};
