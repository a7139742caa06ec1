// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/clues.wasm?url';
import type { Experiment } from '../../experiment';
import type { MixingFrame, MixingParams } from '../incremental-patterns';

export const mixing: Experiment<MixingParams, MixingFrame> = {
  name: 'mixing',
  part: { name: 'clues', scalar },
};
