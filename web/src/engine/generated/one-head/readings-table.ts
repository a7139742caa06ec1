// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/reading.wasm?url';
import type { Experiment } from '../../experiment';
import type { ReadingsTableFrame, ReadingsTableParams } from '../one-head';

export const readingsTableDefaults = {
  windows: 40,
} as const;

const limits = {
  windows: [1, 400],
} as const;

export const readingsTable: Experiment<ReadingsTableParams, ReadingsTableFrame> = {
  name: 'readings_table',
  part: { name: 'reading', scalar },
  defaults: readingsTableDefaults,
  limits,
};
