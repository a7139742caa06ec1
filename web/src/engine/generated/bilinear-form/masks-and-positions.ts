// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/patterns.wasm?url';
import type { Experiment } from '../../experiment';
import type { MasksAndPositionsFrame, MasksAndPositionsParams } from '../bilinear-form';

export const masksAndPositionsDefaults = {
  how: 'minus-infinity',
  slope: 0,
  common: 0,
  seed: 7,
} as const;

const limits = {
  slope: [0, 100],
  common: [-100, 100],
} as const;

export const masksAndPositions: Experiment<MasksAndPositionsParams, MasksAndPositionsFrame> = {
  name: 'masks_and_positions',
  part: { name: 'patterns', scalar },
  defaults: masksAndPositionsDefaults,
  limits,
};
