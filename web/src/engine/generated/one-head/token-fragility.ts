// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/fragility.wasm?url';
import type { Experiment } from '../../experiment';
import type { TokenFragilityFrame, TokenFragilityParams } from '../one-head';

export const tokenFragilityDefaults = {
  noise: 0.25,
  on: 'all',
  windows: 60,
  seed: 1,
} as const;

const limits = {
  noise: [0, 2],
  windows: [1, 1000],
} as const;

export const tokenFragility: Experiment<TokenFragilityParams, TokenFragilityFrame> = {
  name: 'token_fragility',
  part: { name: 'fragility', scalar },
  defaults: tokenFragilityDefaults,
  limits,
};
