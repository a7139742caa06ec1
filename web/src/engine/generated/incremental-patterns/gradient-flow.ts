// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/tensors.wasm?url';
import type { Experiment } from '../../experiment';
import type { GradientFlowFrame, GradientFlowParams } from '../incremental-patterns';

export const gradientFlowDefaults = {
  m1: 3,
  m2: 2,
  m3: 1.4,
  heads: 3,
  lags: 6,
  start: 'random',
  u: 0.01,
  seed: 2,
} as const;

const limits = {
  m1: [0.5, 4],
  m2: [0.5, 4],
  m3: [0.5, 4],
  heads: [1, 6],
  lags: [3, 24],
  u: [1e-9, 0.5],
} as const;

export const gradientFlow: Experiment<GradientFlowParams, GradientFlowFrame> = {
  name: 'gradient_flow',
  part: { name: 'tensors', scalar },
  defaults: gradientFlowDefaults,
  limits,
};
