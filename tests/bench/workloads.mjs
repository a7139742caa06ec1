// What is measured. Each workload is a folder with a workload.mjs, entered here; CONTRIBUTING.md says what belongs into one.
import attention from './attention/workload.mjs';
import attentionBackward from './attention_backward/workload.mjs';
import denoiser from './denoiser/workload.mjs';
import gptStep from './gpt_step/workload.mjs';
import headTraining from './head_training/workload.mjs';
import linearAttention from './linear_attention/workload.mjs';
import mse from './mse/workload.mjs';
import patternTraining from './pattern_training/workload.mjs';
import peaks from './peaks/workload.mjs';
import residualBarrier from './residual_barrier/workload.mjs';

/**
 * @typedef {Record<string, number>} Params Numbers by name: sizes and settings.
 * @typedef {Record<string, Float32Array>} Inputs Arrays by name.
 *
 * @typedef {object} Case
 * @property {string} id
 * @property {string} title
 * @property {Params} params
 * @property {Params} short What replaces some of them where it only matters that everything runs and agrees.
 * @property {string[]} contestants Who takes part, by name; "attn ..." is the library, the first of them stands for it.
 *
 * @typedef {object} Rival A way to solve a case in JavaScript: a module's `open`.
 * @property {() => void | Promise<void>} run Solves the case once, to the end.
 * @property {() => Float32Array} output What the last run computed.
 * @property {() => void} [close]
 *
 * @typedef {object} Workload
 * @property {string} name
 * @property {string} mark Its number in the list of workloads.
 * @property {string} about What is computed, for readers of kept runs.
 * @property {Case[]} cases
 * @property {(params: Params) => Inputs} inputs The same everywhere: generated, from a seed.
 * @property {(params: Params, inputs: Inputs) => (output: Float32Array) => number} judge Computes what is right in double, as
 *   plainly as possible; then tells how far an output is from that.
 * @property {number} tolerance The most that the judge lets pass.
 * @property {(params: Params, peaks: Peaks, contestant: string) => number | undefined} floor The ms that the arithmetic
 *   takes at the machine's best; none for contestants that do other arithmetic.
 * @property {Record<string, () => Promise<{ open: (params: Params, inputs: Inputs, surroundings: object) => Rival | Promise<Rival> }>>} rivals
 * @property {string[]} [native] Contestants of the library that are natively alone.
 * @property {(run: Reading) => Bar[]} bars
 *
 * @typedef {{ expNs: number, gflops: number }} Peaks
 */

/** @type {Workload[]} */
export const workloads = [
  attention,
  attentionBackward,
  denoiser,
  gptStep,
  headTraining,
  linearAttention,
  mse,
  patternTraining,
  residualBarrier,
];

export { peaks };

/** @param {string} name @returns {Workload} */
export const workloadOf = (name) => [peaks, ...workloads].find((workload) => workload.name === name);

/** @returns {Params} */
export const paramsOf = ({ params, short }, isShort) => (isShort ? { ...params, ...short } : params);
