// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/reading.wasm?url';
import type { Experiment } from '../../experiment';
import type { EdgeCutsFrame, EdgeCutsParams } from '../one-head';

export const edgeCutsDefaults = {
  layer: 2,
  head: 1,
  window: 1,
  touch: 'cut',
  delta: 1,
  seed: 7,
} as const;

const limits = {
  layer: [1, 2],
  head: [1, 4],
  window: [1, 400],
  delta: [-3, 3],
} as const;

export const edgeCuts: Experiment<EdgeCutsParams, EdgeCutsFrame> = {
  name: 'edge_cuts',
  part: { name: 'reading', scalar },
  defaults: edgeCutsDefaults,
  limits,
};
