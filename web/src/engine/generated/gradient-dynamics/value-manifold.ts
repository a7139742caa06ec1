// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/race.scalar.wasm?url';
import simd from '#wasm/race.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { ValueManifoldFrame, ValueManifoldParams } from '../gradient-dynamics';

export const valueManifoldDefaults = {
  method: 'sgd',
  chain: 'circle',
  length: 500,
  seed: 36,
} as const;

const limits = {
  length: [100, 2000],
} as const;

export const valueManifold: Experiment<ValueManifoldParams, ValueManifoldFrame> = {
  name: 'value_manifold',
  part: { name: 'race', simd, scalar },
  defaults: valueManifoldDefaults,
  limits,
};
