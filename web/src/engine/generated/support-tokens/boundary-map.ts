// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/support.wasm?url';
import type { Experiment } from '../../experiment';
import type { BoundaryMapFrame, BoundaryMapParams } from '../support-tokens';

export const boundaryMapDefaults = {
  a: 0.5,
} as const;

const limits = {
  a: [-10, 10],
} as const;

export const boundaryMap: Experiment<BoundaryMapParams, BoundaryMapFrame> = {
  name: 'boundary_map',
  part: { name: 'support', scalar },
  defaults: boundaryMapDefaults,
  limits,
};
