// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/reading.wasm?url';
import type { Experiment } from '../../experiment';
import type { HeadReadingFrame, HeadReadingParams } from '../one-head';

export const headReadingDefaults = {
  layer: 1,
  head: 1,
  window: 1,
  token: 24,
  temperature: 1,
} as const;

const limits = {
  layer: [1, 2],
  head: [1, 4],
  window: [1, 400],
  token: [6, 32],
  temperature: [0.25, 4],
} as const;

export const headReading: Experiment<HeadReadingParams, HeadReadingFrame> = {
  name: 'head_reading',
  part: { name: 'reading', scalar },
  defaults: headReadingDefaults,
  limits,
};
