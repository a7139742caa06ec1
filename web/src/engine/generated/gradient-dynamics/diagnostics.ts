// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import scalar from '#wasm/toys.wasm?url';
import type { Experiment } from '../../experiment';
import type { DiagnosticsFrame, DiagnosticsParams } from '../gradient-dynamics';

export const diagnosticsDefaults = {
  norm: false,
  dropout: 0,
  eta: 0.02,
  steps: 400,
  draws: 24,
  seed: 182,
} as const;

const limits = {
  dropout: [0, 0.6],
  eta: [0.01, 0.05],
  steps: [1, 1000],
  draws: [1, 100],
} as const;

export const diagnostics: Experiment<DiagnosticsParams, DiagnosticsFrame> = {
  name: 'diagnostics',
  part: { name: 'toys', scalar },
  defaults: diagnosticsDefaults,
  limits,
};
