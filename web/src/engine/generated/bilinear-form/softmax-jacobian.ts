// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/softmax.wasm?url';
import type { Experiment } from '../../experiment';
import type { SoftmaxJacobianFrame, SoftmaxJacobianParams } from '../bilinear-form';

export const softmaxJacobianDefaults = {
  pick: 2,
  push: 1,
} as const;

const limits = {
  pick: [1, 16],
  push: [-1000, 1000],
} as const;

export const softmaxJacobian: Experiment<SoftmaxJacobianParams, SoftmaxJacobianFrame> = {
  name: 'softmax_jacobian',
  part: { name: 'softmax', scalar },
  defaults: softmaxJacobianDefaults,
  limits,
};
