// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/clues.wasm?url';
import type { Experiment } from '../../experiment';
import type { ConstructionFrame, ConstructionParams } from '../incremental-patterns';

export const constructionDefaults = {
  lambda: 5,
  n: 12,
  seed: 1,
} as const;

const limits = {
  lambda: [0, 20],
  n: [12, 2000],
} as const;

export const construction: Experiment<ConstructionParams, ConstructionFrame> = {
  name: 'construction',
  part: { name: 'clues', scalar },
  defaults: constructionDefaults,
  limits,
};
