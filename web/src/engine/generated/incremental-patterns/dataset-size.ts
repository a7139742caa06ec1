// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/stairs.scalar.wasm?url';
import simd from '#wasm/stairs.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { DatasetSizeFrame, DatasetSizeParams } from '../incremental-patterns';

export const datasetSizeDefaults = {
  sequences: 150,
  stop: 'excess',
  lags: 12,
  seed: 1,
} as const;

const limits = {
  sequences: [30, 2000],
  lags: [4, 12],
} as const;

export const datasetSize: Experiment<DatasetSizeParams, DatasetSizeFrame> = {
  name: 'dataset_size',
  part: { name: 'stairs', simd, scalar },
  defaults: datasetSizeDefaults,
  limits,
};
