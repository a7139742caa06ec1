// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/pulls.wasm?url';
import type { Experiment } from '../../experiment';
import type { FeedbackFrame, FeedbackParams } from '../gradient-dynamics';

export const feedbackDefaults = {
  eps: 0.01,
  n: 3,
  rho: 1,
  on: 'both',
  seed: 7,
} as const;

const limits = {
  eps: [0.000001, 0.1],
  n: [2, 5],
  rho: [0.1, 10],
} as const;

export const feedback: Experiment<FeedbackParams, FeedbackFrame> = {
  name: 'feedback',
  part: { name: 'pulls', scalar },
  defaults: feedbackDefaults,
  limits,
};
