// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/stairs.scalar.wasm?url';
import simd from '#wasm/stairs.simd.wasm?url';
import type { Experiment } from '../../experiment';
import type { WaitingTimeFrame, WaitingTimeParams } from '../incremental-patterns';

export const waitingTimeDefaults = {
  method: 'flow',
  heads: 3,
  lags: 6,
  m2: 2,
  seed: 3,
} as const;

const limits = {
  heads: [2, 6],
  lags: [3, 12],
  m2: [1.6, 2.8],
} as const;

export const waitingTime: Experiment<WaitingTimeParams, WaitingTimeFrame> = {
  name: 'waiting_time',
  part: { name: 'stairs', simd, scalar },
  defaults: waitingTimeDefaults,
  limits,
};
