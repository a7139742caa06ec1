// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/heads.wasm?url';
import type { Experiment } from '../../experiment';
import type { HeadsFrame, HeadsParams } from '../bilinear-form';

export const headsDefaults = {
  softcap: 0,
  temperature: 1,
  causal: false,
} as const;

const limits = {
  softcap: [0, 1e+300],
} as const;

export const heads: Experiment<HeadsParams, HeadsFrame> = {
  name: 'heads',
  part: { name: 'heads', scalar },
  defaults: headsDefaults,
  limits,
};
