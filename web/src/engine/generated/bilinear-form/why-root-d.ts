// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/gibbs.wasm?url';
import type { Experiment } from '../../experiment';
import type { WhyRootDFrame, WhyRootDParams } from '../bilinear-form';

export const whyRootDDefaults = {
  d: 64,
  scaled: false,
  seed: 7,
} as const;

const limits = {
  d: [1, 512],
} as const;

export const whyRootD: Experiment<WhyRootDParams, WhyRootDFrame> = {
  name: 'why_root_d',
  part: { name: 'gibbs', scalar },
  defaults: whyRootDDefaults,
  limits,
};
