// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/own_head.wasm?url';
import type { Experiment } from '../../experiment';
import type { OwnHeadFrame, OwnHeadParams } from '../one-head';

export const ownHeadDefaults = {
  place: 1,
  temperature: 1,
} as const;

const limits = {
  place: [0, 1],
  temperature: [0.25, 4],
} as const;

export const ownHead: Experiment<OwnHeadParams, OwnHeadFrame> = {
  name: 'own_head',
  part: { name: 'own_head', scalar },
  defaults: ownHeadDefaults,
  limits,
};
