// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.

/** The part of the wasm that an experiment is in. */
export const partOf: Readonly<Record<string, string>> = {
  attention: 'attention',
  attention_passes: 'passes',
  attention_steps: 'ruler',
  backward_pass: 'attention',
  before_after: 'denoising',
  energy_landscape: 'denoising',
  fast_attention: 'fast_attention',
  five_views: 'views',
  flash: 'softmax',
  flash_blocks: 'softmax',
  free_energy_simplex: 'gibbs',
  gaussian_flow: 'flows',
  geodesics: 'geometry',
  heads: 'heads',
  hopfield_capacity: 'memory',
  hopfield_memory: 'memory',
  linear_attention: 'features',
  masks_and_positions: 'patterns',
  metric_explorer: 'ruler',
  million_particles: 'millions',
  mse_depth: 'mse',
  multi_head: 'patterns',
  natural_gradient: 'geometry',
  norm: 'heads',
  particles: 'stage1',
  softmax: 'softmax',
  softmax_jacobian: 'softmax',
  temperature: 'gibbs',
  two_stage: 'denoising',
  variance_decay: 'flows',
  why_root_d: 'gibbs',
  ledger_001: 'ledger_001',
  claim_001: 'ledger_001',
  ledger_004: 'ledger_004',
  claim_004: 'ledger_004',
};

/** The parts with kernels in single precision: of these there is a build with SIMD and one without. */
export const floatParts: readonly string[] = ['fast_attention', 'ledger_001', 'ledger_004', 'millions', 'mse', 'passes'];
