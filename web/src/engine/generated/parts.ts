// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.
import attention from '#wasm/attention.wasm?url';
import clues from '#wasm/clues.wasm?url';
import denoising from '#wasm/denoising.wasm?url';
import fastAttentionScalar from '#wasm/fast_attention.scalar.wasm?url';
import fastAttentionSimd from '#wasm/fast_attention.simd.wasm?url';
import features from '#wasm/features.wasm?url';
import flows from '#wasm/flows.wasm?url';
import geometry from '#wasm/geometry.wasm?url';
import gibbs from '#wasm/gibbs.wasm?url';
import gptScalar from '#wasm/gpt.scalar.wasm?url';
import gptSimd from '#wasm/gpt.simd.wasm?url';
import heads from '#wasm/heads.wasm?url';
import ledger_000Scalar from '#wasm/ledger_000.scalar.wasm?url';
import ledger_000Simd from '#wasm/ledger_000.simd.wasm?url';
import ledger_001Scalar from '#wasm/ledger_001.scalar.wasm?url';
import ledger_001Simd from '#wasm/ledger_001.simd.wasm?url';
import ledger_002Scalar from '#wasm/ledger_002.scalar.wasm?url';
import ledger_002Simd from '#wasm/ledger_002.simd.wasm?url';
import ledger_003Scalar from '#wasm/ledger_003.scalar.wasm?url';
import ledger_003Simd from '#wasm/ledger_003.simd.wasm?url';
import ledger_004Scalar from '#wasm/ledger_004.scalar.wasm?url';
import ledger_004Simd from '#wasm/ledger_004.simd.wasm?url';
import matrices from '#wasm/matrices.wasm?url';
import memory from '#wasm/memory.wasm?url';
import millionsScalar from '#wasm/millions.scalar.wasm?url';
import millionsSimd from '#wasm/millions.simd.wasm?url';
import mseScalar from '#wasm/mse.scalar.wasm?url';
import mseSimd from '#wasm/mse.simd.wasm?url';
import passesScalar from '#wasm/passes.scalar.wasm?url';
import passesSimd from '#wasm/passes.simd.wasm?url';
import patterns from '#wasm/patterns.wasm?url';
import pulls from '#wasm/pulls.wasm?url';
import raceScalar from '#wasm/race.scalar.wasm?url';
import raceSimd from '#wasm/race.simd.wasm?url';
import routing from '#wasm/routing.wasm?url';
import ruler from '#wasm/ruler.wasm?url';
import softmax from '#wasm/softmax.wasm?url';
import stage1 from '#wasm/stage1.wasm?url';
import stairsScalar from '#wasm/stairs.scalar.wasm?url';
import stairsSimd from '#wasm/stairs.simd.wasm?url';
import support from '#wasm/support.wasm?url';
import tensors from '#wasm/tensors.wasm?url';
import toys from '#wasm/toys.wasm?url';
import views from '#wasm/views.wasm?url';
import type { PartFiles } from '../load';

/** The files of each part; one binary where no kernel in single precision is in it. */
export const files: Readonly<Record<string, PartFiles>> = {
  attention: { scalar: attention },
  clues: { scalar: clues },
  denoising: { scalar: denoising },
  fast_attention: { simd: fastAttentionSimd, scalar: fastAttentionScalar },
  features: { scalar: features },
  flows: { scalar: flows },
  geometry: { scalar: geometry },
  gibbs: { scalar: gibbs },
  gpt: { simd: gptSimd, scalar: gptScalar },
  heads: { scalar: heads },
  ledger_000: { simd: ledger_000Simd, scalar: ledger_000Scalar },
  ledger_001: { simd: ledger_001Simd, scalar: ledger_001Scalar },
  ledger_002: { simd: ledger_002Simd, scalar: ledger_002Scalar },
  ledger_003: { simd: ledger_003Simd, scalar: ledger_003Scalar },
  ledger_004: { simd: ledger_004Simd, scalar: ledger_004Scalar },
  matrices: { scalar: matrices },
  memory: { scalar: memory },
  millions: { simd: millionsSimd, scalar: millionsScalar },
  mse: { simd: mseSimd, scalar: mseScalar },
  passes: { simd: passesSimd, scalar: passesScalar },
  patterns: { scalar: patterns },
  pulls: { scalar: pulls },
  race: { simd: raceSimd, scalar: raceScalar },
  routing: { scalar: routing },
  ruler: { scalar: ruler },
  softmax: { scalar: softmax },
  stage1: { scalar: stage1 },
  stairs: { simd: stairsSimd, scalar: stairsScalar },
  support: { scalar: support },
  tensors: { scalar: tensors },
  toys: { scalar: toys },
  views: { scalar: views },
};
