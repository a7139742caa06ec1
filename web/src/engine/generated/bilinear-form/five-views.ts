// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/views.wasm?url';
import type { Experiment } from '../../experiment';
import type { FiveViewsFrame, FiveViewsParams } from '../bilinear-form';

export const fiveViewsDefaults = {
  beta: 4,
} as const;

export const fiveViews: Experiment<FiveViewsParams, FiveViewsFrame> = {
  name: 'five_views',
  part: { name: 'views', scalar },
  defaults: fiveViewsDefaults,
};
