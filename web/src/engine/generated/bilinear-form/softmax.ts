// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/softmax.wasm?url';
import type { Experiment } from '../../experiment';
import type { SoftmaxFrame, SoftmaxParams } from '../bilinear-form';

export const softmaxDefaults = {
  temperature: 1,
} as const;

export const softmax: Experiment<SoftmaxParams, SoftmaxFrame> = {
  name: 'softmax',
  part: { name: 'softmax', scalar },
  defaults: softmaxDefaults,
};
