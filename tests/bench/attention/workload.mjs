// W1: attention of one head, softmax(q k' / sqrt(d)) v for n queries, keys and values.
import { spread, uniform } from '../harness/random.mjs';
import { worse } from '../harness/worse.mjs';

const everyone = ['plain JS', 'tfjs', 'onnxruntime', 'jax-js', 'Eigen', 'oneDNN', 'NumPy', 'PyTorch'];

const cases = [
  {
    id: 'full-256',
    title: '256 tokens, d = 64',
    params: { n: 256, d: 64, causal: 0 },
    short: { n: 37 },
    contestants: ['attn fast', 'attn double', ...everyone],
  },
  {
    id: 'full-1024',
    title: '1024 tokens, d = 64',
    params: { n: 1024, d: 64, causal: 0 },
    short: { n: 70 },
    contestants: ['attn fast', ...everyone],
  },
  {
    id: 'causal-1024',
    title: '1024 tokens, d = 64, causal',
    params: { n: 1024, d: 64, causal: 1 },
    short: { n: 70 },
    contestants: ['attn fast', ...everyone],
  },
  {
    // The matrix of weights alone would have 1 GB.
    id: 'full-16384',
    title: '16 384 tokens, d = 64',
    params: { n: 16384, d: 64, causal: 0 },
    short: { n: 150 },
    contestants: ['attn fast'],
  },
];

const inputs = ({ n, d }) => ({
  q: uniform(n * d, -2, 2, 1),
  k: uniform(n * d, -2, 2, 2),
  v: uniform(n * d, -2, 2, 3),
});

/** The equation as it stands, for as many rows as take a moment; errors relative to the largest value. */
function judge({ n, d, causal }, { q, k, v }) {
  const rows = spread(n, Math.max(16, Math.floor(1e6 / n)));
  const expected = new Float64Array(rows.length * d);
  const weights = new Float64Array(n);
  for (const [r, i] of rows.entries()) {
    const keys = causal ? i + 1 : n;
    let largest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < keys; j++) {
      let score = 0;
      for (let a = 0; a < d; a++) score += q[i * d + a] * k[j * d + a];
      weights[j] = score / Math.sqrt(d);
      largest = Math.max(largest, weights[j]);
    }
    let sum = 0;
    for (let j = 0; j < keys; j++) {
      const weight = Math.exp(weights[j] - largest);
      sum += weight;
      for (let a = 0; a < d; a++) expected[r * d + a] += weight * v[j * d + a];
    }
    for (let a = 0; a < d; a++) expected[r * d + a] /= sum;
  }
  const size = 2;
  return (output) => {
    if (output.length !== n * d) return Number.POSITIVE_INFINITY;
    let most = 0;
    for (const [r, i] of rows.entries()) {
      for (let a = 0; a < d; a++) {
        const error = Math.abs(output[i * d + a] - expected[r * d + a]) / size;
        most = worse(most, error);
      }
    }
    return most;
  };
}

/** Two products of n x d x n and n^2 exponentials; half of it where causal. */
function floor({ n, d, causal }, { expNs, gflops }, contestant) {
  if (contestant === 'attn double') return undefined;
  return (causal ? 0.5 : 1) * n * n * ((4 * d) / gflops / 1e6 + expNs * 1e-6);
}

const bars = (run) => [
  {
    text: 'Node, full-16384: memory, of 16 times that of full-1024',
    value: run.bytes('Node', 'full-16384', 'attn fast') / (16 * run.bytes('Node', 'full-1024', 'attn fast')),
    atMost: 1.1,
  },
  ...['Node', 'Chromium'].flatMap((place) => {
    const faster = (id, rival, limit) => ({
      text: `${place}, ${id}: attn fast against ${rival}`,
      value: run.ms(place, id, rival) / run.ms(place, id, 'attn fast'),
      atLeast: limit,
    });
    const ofFloor = (id, limit) => ({
      text: `${place}, ${id}: attn fast, of the floor`,
      value: run.ms(place, id, 'attn fast') / run.floor(place, id),
      atMost: limit,
    });
    return [
      ofFloor('full-1024', 1.3),
      faster('full-1024', 'plain JS', 8),
      faster('full-1024', 'jax-js', 2.2),
      faster('full-1024', 'onnxruntime', 1.4),
      ofFloor('causal-1024', 1.5),
      faster('causal-1024', 'jax-js', 4),
    ];
  }),
  ...['full-1024', 'causal-1024'].flatMap((id) =>
    ['PyTorch', 'Eigen'].map((rival) => ({
      text: `native, ${id}: attn fast against ${rival}`,
      value: run.ms('native', id, rival) / run.ms('native', id, 'attn fast'),
      atLeast: 1,
    })),
  ),
];

export default {
  name: 'attention',
  mark: 'W1',
  about: 'Attention of one head',
  cases,
  inputs,
  judge,
  tolerance: 1e-5,
  floor,
  rivals: {
    'plain JS': () => import('./plain.mjs'),
    tfjs: () => import('./tfjs.mjs'),
    onnxruntime: () => import('./onnx.mjs'),
    'jax-js': () => import('./jax.mjs'),
  },
  bars,
};
