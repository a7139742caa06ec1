// W5: one step of training of the small causal language model of cpp/include/attn/training/gpt.hpp: loss, gradient of all weights, and an
// update by AdamW. Timed is all of it, from weights in memory to the gradient and the weights after it in memory. Every step begins with
// the same weights, which are copied; means and squares of AdamW go on.
import { uniform } from '../harness/random.mjs';
import { worse } from '../harness/worse.mjs';
import { adamW, partsOf, sizeOf } from './model.mjs';
import { lossAndGradient } from './truth.mjs';

const everyone = ['plain JS', 'tfjs', 'jax-js', 'Eigen', 'PyTorch'];

const cases = [
  {
    id: 'step-128',
    title: 'a step of a language model, 8 sequences of 256 tokens, d = 128',
    params: { d: 128, heads: 4, blocks: 2, length: 256, batch: 8, vocabulary: 128 },
  },
  {
    id: 'step-32',
    title: 'a step of a language model, 24 sequences of 32 tokens, d = 32',
    params: { d: 32, heads: 4, blocks: 2, length: 32, batch: 24, vocabulary: 61 },
  },
].map((one) => ({
  ...one,
  short: { d: 24, heads: 2, length: 37, vocabulary: 11 },
  contestants: ['attn portable', 'attn fused', 'attn 2 threads', ...everyone],
}));

/** Matrices as large as keeps the sizes of numbers, scales around 1. */
function weightsOf(params) {
  const out = uniform(sizeOf(params), -1, 1, 1);
  for (const { name, first, rows, size } of partsOf(params)) {
    const reach = name === 'tokens' || name === 'positions' ? 1 : rows > 1 ? Math.sqrt(3 / rows) : 0.1;
    const about = name.startsWith('scale') ? 1 : 0;
    for (let i = first; i < first + size; i++) out[i] = about + reach * out[i];
  }
  return out;
}

const inputs = (params) => ({
  weights: weightsOf(params),
  tokens: uniform(params.batch * (params.length + 1), 0, params.vocabulary, 2).map((x) =>
    Math.min(params.vocabulary - 1, Math.floor(x)),
  ),
});

/**
 * Errors of the loss, and of the gradient, relative to the largest of each part of the weights; and of the weights after the first update,
 * against that which AdamW makes of the output's own gradient: where that is near to 0, its sign is anyone's.
 */
function judge(params, given) {
  const { loss, gradient } = lossAndGradient(params, given);
  const parts = partsOf(params);
  const sizes = parts.map(({ first, size }) =>
    gradient.subarray(first, first + size).reduce((most, x) => Math.max(most, Math.abs(x)), 0),
  );
  const { rate, decay, epsilon } = adamW;
  return (output) => {
    if (output.length !== 1 + 2 * gradient.length) return Number.POSITIVE_INFINITY;
    let most = Math.abs(output[0] / loss - 1);
    const found = output.subarray(1, 1 + gradient.length);
    const after = output.subarray(1 + gradient.length);
    for (const [p, { first, size }] of parts.entries()) {
      for (let i = first; i < first + size; i++) {
        most = worse(most, Math.abs(found[i] - gradient[i]) / sizes[p]);
        const w = given.weights[i] * (1 - rate * decay) - (rate * found[i]) / (Math.abs(found[i]) + epsilon);
        most = worse(most, Math.abs(after[i] - w));
      }
    }
    return most;
  };
}

/** All products, three for each of the model's and six of each head's, of which half is causal; exponentials of weights, GELU and laws. */
function floor({ d, heads, blocks, length, batch, vocabulary }, { expNs, gflops }) {
  const rows = batch * length;
  const pairs = (batch * length * (length + 1)) / 2;
  const products = 3 * rows * (12 * d * d * blocks + d * vocabulary) + 6 * pairs * d * blocks;
  const exps = pairs * heads * blocks + rows * (4 * d * blocks + vocabulary);
  return (2 * products) / gflops / 1e6 + exps * expNs * 1e-6;
}

const bars = (run) => [
  ...['Node', 'Chromium'].flatMap((place) => [
    {
      text: `${place}, step-128: attn portable, of the floor`,
      value: run.ms(place, 'step-128', 'attn portable') / run.floor(place, 'step-128'),
      atMost: 1.3,
    },
    ...[
      ['plain JS', 4.5],
      ['jax-js', 2.7],
    ].map(([rival, limit]) => ({
      text: `${place}, step-128: attn portable against ${rival}`,
      value: run.ms(place, 'step-128', rival) / run.ms(place, 'step-128', 'attn portable'),
      atLeast: limit,
    })),
  ]),
  ...[
    ['PyTorch', 'attn fused', 2],
    ['Eigen', 'attn fused', 1.35],
    ['attn fused', 'attn 2 threads', 1.8],
  ].map(([rival, ours, limit]) => ({
    text: `native, step-128: ${ours} against ${rival}`,
    value: run.ms('native', 'step-128', rival) / run.ms('native', 'step-128', ours),
    atLeast: limit,
  })),
];

export default {
  name: 'gpt_step',
  mark: 'W5',
  about: 'A step of training of a small language model, with AdamW',
  cases,
  inputs,
  judge,
  tolerance: 5e-5,
  floor,
  native: ['attn fused', 'attn 2 threads'],
  rivals: {
    'plain JS': () => import('./plain.mjs'),
    tfjs: () => import('./tfjs.mjs'),
    'jax-js': () => import('./jax.mjs'),
  },
  bars,
};
