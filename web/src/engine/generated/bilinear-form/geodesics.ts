// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/geometry.wasm?url';
import type { Experiment } from '../../experiment';
import type { GeodesicsFrame, GeodesicsParams } from '../bilinear-form';

export const geodesicsDefaults = {
  space: 'lens',
  angle: 0,
  amplitude: 3,
  fan: false,
  length: 4,
} as const;

const limits = {
  angle: [-360, 360],
  amplitude: [0, 10],
} as const;

export const geodesics: Experiment<GeodesicsParams, GeodesicsFrame> = {
  name: 'geodesics',
  part: { name: 'geometry', scalar },
  defaults: geodesicsDefaults,
  limits,
};
