// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/stairs.scalar.wasm?url';
import simd from '#wasm/stairs.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { KlStagesFrame, KlStagesParams } from '../incremental-patterns';

export const klStagesDefaults = {
  start: 'random',
  u: 0.1,
  heads: 3,
  m: 1.5,
  decay: 0,
  matrices: 'clues',
  seed: 6,
  reference: 'best',
} as const;

const limits = {
  u: [1e-9, 3],
  heads: [1, 6],
  m: [1, 2.5],
  decay: [0, 0.2],
} as const;

export const klStages: Experiment<KlStagesParams, KlStagesFrame> = {
  name: 'kl_stages',
  part: { name: 'stairs', simd, scalar },
  defaults: klStagesDefaults,
  limits,
};
