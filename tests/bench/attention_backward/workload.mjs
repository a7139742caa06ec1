// W2: attention of one head as in W1, and the gradients of sum(O dO) with respect to queries, keys and values.
import { uniform } from '../harness/random.mjs';
import { worse } from '../harness/worse.mjs';

const everyone = ['plain JS', 'jax-js', 'Eigen', 'PyTorch'];

const cases = [
  {
    id: 'full-256',
    title: 'with gradients, 256 tokens, d = 64',
    params: { n: 256, d: 64, causal: 0 },
    short: { n: 37 },
    contestants: ['attn fast', ...everyone],
  },
  {
    id: 'causal-256',
    title: 'with gradients, 256 tokens, d = 64, causal',
    params: { n: 256, d: 64, causal: 1 },
    short: { n: 37 },
    contestants: ['attn fast', ...everyone],
  },
];

const inputs = ({ n, d }) => ({
  q: uniform(n * d, -2, 2, 1),
  k: uniform(n * d, -2, 2, 2),
  v: uniform(n * d, -2, 2, 3),
  d_output: uniform(n * d, -1, 1, 4),
});

/** O, dQ, dK and dV, one after the other, as the equations stand. */
function expectedOf({ n, d, causal }, { q, k, v, d_output }) {
  const out = new Float64Array(4 * n * d);
  const [o, dQ, dK, dV] = [0, 1, 2, 3].map((i) => out.subarray(i * n * d, (i + 1) * n * d));
  const scale = 1 / Math.sqrt(d);
  const dot = (x, i, y, j) => {
    let sum = 0;
    for (let a = 0; a < d; a++) sum += x[i * d + a] * y[j * d + a];
    return sum;
  };
  const add = (to, i, factor, x, j) => {
    for (let a = 0; a < d; a++) to[i * d + a] += factor * x[j * d + a];
  };
  for (let i = 0; i < n; i++) {
    const scores = Array.from({ length: causal ? i + 1 : n }, (_, j) => scale * dot(q, i, k, j));
    const largest = Math.max(...scores);
    const exps = scores.map((s) => Math.exp(s - largest));
    const sum = exps.reduce((x, y) => x + y);
    for (const [j, e] of exps.entries()) add(o, i, e / sum, v, j);
    const mean = dot(o, i, d_output, i);
    for (const [j, e] of exps.entries()) {
      const weight = e / sum;
      const dScore = weight * (dot(d_output, i, v, j) - mean) * scale;
      add(dQ, i, dScore, k, j);
      add(dK, j, dScore, q, i);
      add(dV, j, weight, d_output, i);
    }
  }
  return out;
}

/** Errors relative to the largest of each of the four. */
function judge(params, given) {
  const expected = expectedOf(params, given);
  const count = params.n * params.d;
  const sizes = [0, 1, 2, 3].map((i) =>
    expected.subarray(i * count, (i + 1) * count).reduce((most, x) => Math.max(most, Math.abs(x)), 0),
  );
  return (output) => {
    if (output.length !== expected.length) return Number.POSITIVE_INFINITY;
    let most = 0;
    for (const [i, x] of expected.entries()) {
      const error = Math.abs(output[i] - x) / sizes[Math.floor(i / count)];
      most = worse(most, error);
    }
    return most;
  };
}

/** Seven products of n x d x n, and twice n^2 exponentials; half of it where causal. */
function floor({ n, d, causal }, { expNs, gflops }) {
  return (causal ? 0.5 : 1) * n * n * ((14 * d) / gflops / 1e6 + 2 * expNs * 1e-6);
}

const bars = (run) => [
  ...['Node', 'Chromium'].map((place) => ({
    text: `${place}, gradients, causal-256: attn fast against jax-js`,
    value: run.ms(place, 'causal-256', 'jax-js') / run.ms(place, 'causal-256', 'attn fast'),
    atLeast: 2.5,
  })),
  ...['full-256', 'causal-256'].flatMap((id) =>
    ['PyTorch', 'Eigen'].map((rival) => ({
      text: `native, gradients, ${id}: attn fast against ${rival}`,
      value: run.ms('native', id, rival) / run.ms('native', id, 'attn fast'),
      atLeast: 1,
    })),
  ),
];

export default {
  name: 'attention_backward',
  mark: 'W2',
  about: 'Attention of one head, with the gradients of queries, keys and values',
  cases,
  inputs,
  judge,
  tolerance: 2e-5,
  floor,
  rivals: {
    'plain JS': () => import('./plain.mjs'),
    'jax-js': () => import('./jax.mjs'),
  },
  bars,
};
