// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/race.scalar.wasm?url';
import simd from '#wasm/race.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { EmVsSgdFrame, EmVsSgdParams } from '../gradient-dynamics';

export const emVsSgdDefaults = {
  eta: 0.2,
  third: false,
  length: 1000,
  steps: 250,
  answers: 'chain',
  seed: 6,
} as const;

const limits = {
  eta: [0.01, 2],
  length: [50, 4000],
  steps: [10, 1000],
} as const;

export const emVsSgd: Experiment<EmVsSgdParams, EmVsSgdFrame> = {
  name: 'em_vs_sgd',
  part: { name: 'race', simd, scalar },
  defaults: emVsSgdDefaults,
  limits,
};
