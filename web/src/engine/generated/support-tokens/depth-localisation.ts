// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/matrices.wasm?url';
import type { Experiment } from '../../experiment';
import type { DepthLocalisationFrame, DepthLocalisationParams } from '../support-tokens';

export const depthLocalisation: Experiment<DepthLocalisationParams, DepthLocalisationFrame> = {
  name: 'depth_localisation',
  part: { name: 'matrices', scalar },
};

export const depthLocalisationDefaults = {
  scale: 1,
  seed: 2,
} as const;

export const depthLocalisationLimits = {
  scale: [0.25, 2],
} as const;
