// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/clues.wasm?url';
import type { Experiment } from '../../experiment';
import type { ChainExplorerFrame, ChainExplorerParams } from '../incremental-patterns';

export const chainExplorerDefaults = {
  read: 'all',
  m: 1.5,
  b0: 3,
  matrices: 'clues',
  seed: 1,
} as const;

const limits = {
  m: [1, 2.5],
  b0: [0.5, 4],
} as const;

export const chainExplorer: Experiment<ChainExplorerParams, ChainExplorerFrame> = {
  name: 'chain_explorer',
  part: { name: 'clues', scalar },
  defaults: chainExplorerDefaults,
  limits,
};
