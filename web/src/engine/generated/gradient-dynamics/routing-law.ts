// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/routing.wasm?url';
import type { Experiment } from '../../experiment';
import type { RoutingLawFrame, RoutingLawParams } from '../gradient-dynamics';

export const routingLawDefaults = {
  via: 'free-scores',
  eta: 0.05,
  sharp: 1,
  spread: 1,
  seed: 24,
} as const;

const limits = {
  eta: [0.001, 5],
  sharp: [1, 50],
  spread: [0, 1],
} as const;

export const routingLaw: Experiment<RoutingLawParams, RoutingLawFrame> = {
  name: 'routing_law',
  part: { name: 'routing', scalar },
  defaults: routingLawDefaults,
  limits,
};
