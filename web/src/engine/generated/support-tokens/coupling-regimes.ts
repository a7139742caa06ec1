// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/support.wasm?url';
import type { Experiment } from '../../experiment';
import type { CouplingRegimesFrame, CouplingRegimesParams } from '../support-tokens';

export const couplingRegimesDefaults = {
  a: 0.2,
  beyond: 'excluded',
  seed: 4,
} as const;

const limits = {
  a: [-3, 3],
} as const;

export const couplingRegimes: Experiment<CouplingRegimesParams, CouplingRegimesFrame> = {
  name: 'coupling_regimes',
  part: { name: 'support', scalar },
  defaults: couplingRegimesDefaults,
  limits,
};
