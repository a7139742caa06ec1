// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/softmax.wasm?url';
import type { Experiment } from '../../experiment';
import type { FlashBlocksFrame, FlashBlocksParams } from '../bilinear-form';

export const flashBlocksDefaults = {
  block: 2,
} as const;

const limits = {
  block: [1, 64],
} as const;

export const flashBlocks: Experiment<FlashBlocksParams, FlashBlocksFrame> = {
  name: 'flash_blocks',
  part: { name: 'softmax', scalar },
  defaults: flashBlocksDefaults,
  limits,
};
