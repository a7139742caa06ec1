// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import attention from '#wasm/attention.wasm?url';
import denoising from '#wasm/denoising.wasm?url';
import fastAttentionScalar from '#wasm/fast_attention.scalar.wasm?url';
import fastAttentionSimd from '#wasm/fast_attention.simd.wasm?url';
import flows from '#wasm/flows.wasm?url';
import heads from '#wasm/heads.wasm?url';
import ledger_001Scalar from '#wasm/ledger_001.scalar.wasm?url';
import ledger_001Simd from '#wasm/ledger_001.simd.wasm?url';
import ledger_004Scalar from '#wasm/ledger_004.scalar.wasm?url';
import ledger_004Simd from '#wasm/ledger_004.simd.wasm?url';
import millionsScalar from '#wasm/millions.scalar.wasm?url';
import millionsSimd from '#wasm/millions.simd.wasm?url';
import mseScalar from '#wasm/mse.scalar.wasm?url';
import mseSimd from '#wasm/mse.simd.wasm?url';
import softmax from '#wasm/softmax.wasm?url';
import stage1 from '#wasm/stage1.wasm?url';
import type { PartFiles } from '../load';

/** The files of each part; one binary where no kernel in single precision is in it. */
export const files: Readonly<Record<string, PartFiles>> = {
  attention: { glue: () => import('#wasm/attention.js'), scalar: attention },
  denoising: { glue: () => import('#wasm/denoising.js'), scalar: denoising },
  fast_attention: { glue: () => import('#wasm/fast_attention.js'), simd: fastAttentionSimd, scalar: fastAttentionScalar },
  flows: { glue: () => import('#wasm/flows.js'), scalar: flows },
  heads: { glue: () => import('#wasm/heads.js'), scalar: heads },
  ledger_001: { glue: () => import('#wasm/ledger_001.js'), simd: ledger_001Simd, scalar: ledger_001Scalar },
  ledger_004: { glue: () => import('#wasm/ledger_004.js'), simd: ledger_004Simd, scalar: ledger_004Scalar },
  millions: { glue: () => import('#wasm/millions.js'), simd: millionsSimd, scalar: millionsScalar },
  mse: { glue: () => import('#wasm/mse.js'), simd: mseSimd, scalar: mseScalar },
  softmax: { glue: () => import('#wasm/softmax.js'), scalar: softmax },
  stage1: { glue: () => import('#wasm/stage1.js'), scalar: stage1 },
};
