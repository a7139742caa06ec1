// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/toys.wasm?url';
import type { Experiment } from '../../experiment';
import type { FramePrecisionFrame, FramePrecisionParams } from '../gradient-dynamics';

export const framePrecisionDefaults = {
  rho: 1,
  soft: 0.2,
  eta: 0.05,
  draws: 40,
  seed: 3,
} as const;

const limits = {
  rho: [0.1, 100],
  soft: [0, 0.4],
  eta: [0.005, 0.05],
  draws: [1, 100],
} as const;

export const framePrecision: Experiment<FramePrecisionParams, FramePrecisionFrame> = {
  name: 'frame_precision',
  part: { name: 'toys', scalar },
  defaults: framePrecisionDefaults,
  limits,
};
