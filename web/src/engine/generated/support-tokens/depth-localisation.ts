// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/matrices.wasm?url';
import type { Experiment } from '../../experiment';
import type { DepthLocalisationFrame, DepthLocalisationParams } from '../support-tokens';

export const depthLocalisationDefaults = {
  scale: 1,
  seed: 2,
} as const;

const limits = {
  scale: [0.25, 2],
} as const;

export const depthLocalisation: Experiment<DepthLocalisationParams, DepthLocalisationFrame> = {
  name: 'depth_localisation',
  part: { name: 'matrices', scalar },
  defaults: depthLocalisationDefaults,
  limits,
};
