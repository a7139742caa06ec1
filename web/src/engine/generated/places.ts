// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.

/** The part of the wasm that an experiment is in. */
export const partOf: Readonly<Record<string, string>> = {
  attention: 'attention',
  before_after: 'denoising',
  energy_landscape: 'denoising',
  fast_attention: 'fast_attention',
  flash: 'attention',
  gaussian_flow: 'flows',
  heads: 'attention',
  million_particles: 'millions',
  mse_depth: 'millions',
  norm: 'attention',
  particles: 'denoising',
  softmax: 'attention',
  two_stage: 'denoising',
  variance_decay: 'flows',
};

/** The parts with kernels in single precision: of these there is a build with SIMD and one without. */
export const floatParts: readonly string[] = ['fast_attention', 'millions'];
