// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/geometry.wasm?url';
import type { Experiment } from '../../experiment';
import type { NaturalGradientFrame, NaturalGradientParams } from '../bilinear-form';

export const naturalGradientDefaults = {
  coordinates: 'stretched',
  eta: 0.1,
  damping: 0,
} as const;

const limits = {
  eta: [0.02, 1],
  damping: [0, 10],
} as const;

export const naturalGradient: Experiment<NaturalGradientParams, NaturalGradientFrame> = {
  name: 'natural_gradient',
  part: { name: 'geometry', scalar },
  defaults: naturalGradientDefaults,
  limits,
};
