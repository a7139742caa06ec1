// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/matrices.wasm?url';
import type { Experiment } from '../../experiment';
import type { MatrixMarginFrame, MatrixMarginParams } from '../support-tokens';

export const matrixMarginDefaults = {
  phi: 0,
} as const;

const limits = {
  phi: [-360, 360],
} as const;

export const matrixMargin: Experiment<MatrixMarginParams, MatrixMarginFrame> = {
  name: 'matrix_margin',
  part: { name: 'matrices', scalar },
  defaults: matrixMarginDefaults,
  limits,
};
