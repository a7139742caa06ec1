// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/memory.wasm?url';
import type { Experiment } from '../../experiment';
import type { HopfieldMemoryFrame, HopfieldMemoryParams } from '../bilinear-form';

export const hopfieldMemoryDefaults = {
  letter: 1,
  damage: 'flips',
  flips: 10,
  count: 6,
  beta: 0.25,
  store: 'letters',
  seed: 7,
} as const;

const limits = {
  letter: [1, 10],
  flips: [0, 64],
  count: [1, 10],
  beta: [0.0001, 100],
} as const;

export const hopfieldMemory: Experiment<HopfieldMemoryParams, HopfieldMemoryFrame> = {
  name: 'hopfield_memory',
  part: { name: 'memory', scalar },
  defaults: hopfieldMemoryDefaults,
  limits,
};
