// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import attention from '#wasm/attention.wasm?url';
import denoising from '#wasm/denoising.wasm?url';
import fastAttentionScalar from '#wasm/fast_attention.scalar.wasm?url';
import fastAttentionSimd from '#wasm/fast_attention.simd.wasm?url';
import flows from '#wasm/flows.wasm?url';
import millionsScalar from '#wasm/millions.scalar.wasm?url';
import millionsSimd from '#wasm/millions.simd.wasm?url';
import type { PartFiles } from '../load';

/** The files of each part; one binary where no kernel in single precision is in it. */
export const files: Readonly<Record<string, PartFiles>> = {
  attention: { glue: () => import('#wasm/attention.js'), scalar: attention },
  denoising: { glue: () => import('#wasm/denoising.js'), scalar: denoising },
  fast_attention: { glue: () => import('#wasm/fast_attention.js'), simd: fastAttentionSimd, scalar: fastAttentionScalar },
  flows: { glue: () => import('#wasm/flows.js'), scalar: flows },
  millions: { glue: () => import('#wasm/millions.js'), simd: millionsSimd, scalar: millionsScalar },
};
