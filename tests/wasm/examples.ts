/** Parameters of experiments that have no defaults for all, or whose defaults take more than a moment. */
import { readFileSync } from 'node:fs';
import type { ParamsOf } from '../../web/src/engine/api';
import type { experiments } from '../../web/src/engine/generated/experiments';

export type ExperimentName = keyof typeof experiments;

/** Numbers without a pattern, the same each time. */
export function matrix(rows: number, cols: number, seed: number) {
  return { shape: [rows, cols] as const, data: numbers(rows * cols, seed) };
}

/** Several matrices along a first axis. */
export function matrices(rows: number, cols: number, ...seeds: number[]) {
  const data = Float64Array.from(seeds.flatMap((seed) => [...numbers(rows * cols, seed)]));
  return { shape: [seeds.length, rows, cols] as const, data };
}

const numbers = (count: number, seed: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => Math.sin(12.9898 * (i + 1) * seed) * 1.5);

const attention = {
  q: matrix(3, 2, 1),
  k: matrix(4, 2, 2),
  v: matrix(4, 3, 3),
  dOutput: matrix(3, 3, 4),
};
/** A text of some hundred characters that are not all alike. */
const prose = Array.from({ length: 120 }, (_, i) => `${(i * 7) % 11} plus ${(i * 5) % 13}, `).join('');
/** A small model: its weights are 1/16, 0 and -1/16 in turn. Its text has more windows than are read by default. */
const madeUp = {
  text: 'A rose is a rose. '.repeat(1200),
  weights: 'ACwAAACs'.repeat(9027),
};
const tokens = { beta: 5, eta: 0.1, count: 30, layers: 40, centre: 1, sigma2: 0.3, seed: 7 };
const cloud = { beta: 5, sigma2: 0.25, count: 20, layers: 30, seed: 7 };

export const examples = {
  attention,
  fast_attention: attention,
  heads: {
    x: matrix(4, 3, 8),
    wQ: matrices(3, 2, 9, 10),
    wK: matrices(3, 2, 11),
    wV: matrices(3, 2, 12),
    wO: matrices(2, 3, 13, 14),
  },
  gpt_noise: { text: prose, updates: 20 },
  gpt_pair: { text: prose, updates: 40 },
  em_vs_sgd: { length: 60, steps: 20, third: true },
  norm: { x: matrix(2, 4, 15), scale: [1, 2, 3, 4], bias: [0, 0, 1, 1], dOutput: matrix(2, 4, 16) },
  softmax: { scores: [2, 1, 0], temperature: 0.5, weights: [0.2, 0.3, 0.5] },
  particles: { ...tokens, clock: 'equal-layers' },
  before_after: { ...tokens, query: 0.4 },
  energy_landscape: { ...tokens, query: 0.4 },
  two_stage: { ...tokens, skip: false },
  variance_decay: cloud,
  gaussian_flow: { ...cloud, major: 1, minor: 0.1, angle: 0.5 },
  million_particles: { shape: 'spiral', count: 3000, sigma2: 0.03, beta: 60, layers: 20, seed: 7 },
  value_manifold: { length: 100 },
  mse_depth: {
    dimension: 2,
    counts: [40, 1100],
    centre: 1,
    variance: 0.025,
    sigma2: 0.5,
    beta: 10,
    eta: 0.1,
    layers: 12,
    betaC: 0,
    repeats: 2,
    seed: 7,
    tied: true,
  },
  edge_cuts: madeUp,
  ngram_ladder: { text: prose, updates: 40 },
  head_reading: madeUp,
  head_step: madeUp,
  own_head: { files: readFileSync('web/src/figures/one-head/kept/head.txt', 'utf8') },
  readings_table: { ...madeUp, windows: 1 },
  token_fragility: { ...madeUp, windows: 2 },
  ledger_000: {},
  ledger_001: {},
  ledger_002: {},
  ledger_003: {},
  ledger_004: {},
  claim_000: { id: '000.eq-23.scores', values: [] },
  claim_001: { id: '001.eq-17.attention', values: [] },
  claim_002: { id: '002.eq-8.slope', values: [] },
  claim_003: { id: '003.eq-1.law', values: [] },
  claim_004: { id: '004.section-5.time', values: [] },
} satisfies { readonly [Name in Needing]: ParamsOf<(typeof experiments)[Name]> } & {
  readonly [Name in ExperimentName]?: ParamsOf<(typeof experiments)[Name]>;
};

/** Experiments that cannot be opened with nothing. */
type Needing = {
  [Name in ExperimentName]: Record<never, never> extends ParamsOf<(typeof experiments)[Name]> ? never : Name;
}[ExperimentName];

/** Parameters to try an experiment with: the defaults, where it needs no others. */
export const exampleOf = (name: ExperimentName): Record<string, unknown> =>
  (examples as { readonly [Name in ExperimentName]?: Record<string, unknown> })[name] ?? {};
