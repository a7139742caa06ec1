// W7: linear attention by positive features against exact attention, both by the library: from how many tokens on it pays.
import { spread, uniform } from '../harness/random.mjs';
import { worse } from '../harness/worse.mjs';

const sizes = [256, 512, 1024, 4096, 16384];

const cases = sizes.map((n) => ({
  id: `full-${n}`,
  title: `${n} tokens, d = 64, 128 positive features`,
  params: { n, d: 64, m: 128 },
  short: { n: 33 + n / 128 },
  contestants: ['attn linear', 'attn exact'],
}));

// Frequencies of variance 1. What they are drawn from is no matter for the time.
const inputs = ({ n, d, m }) => ({
  q: uniform(n * d, -0.6, 0.6, 1),
  k: uniform(n * d, -0.6, 0.6, 2),
  v: uniform(n * d, -2, 2, 3),
  frequencies: uniform(m * d, -Math.sqrt(3), Math.sqrt(3), 4),
});

function dot(a, i, b, j, d) {
  let sum = 0;
  for (let c = 0; c < d; c++) sum += a[i * d + c] * b[j * d + c];
  return sum;
}

/** exp(w x - |x|^2 / 2) of one row. */
function features({ d, m }, frequencies, x, i) {
  const half = dot(x, i, x, i, d) / 2;
  return Float64Array.from({ length: m }, (_, f) => Math.exp(dot(frequencies, f, x, i, d) - half));
}

/** Sums over keys of weight times value, over the sum of weights. */
function mean(d, v, n, weightOf) {
  const out = new Float64Array(d);
  let sum = 0;
  for (let j = 0; j < n; j++) {
    const weight = weightOf(j);
    sum += weight;
    for (let c = 0; c < d; c++) out[c] += weight * v[j * d + c];
  }
  return out.map((x) => x / sum);
}

/** Either function exactly: that of the features, or that of softmax, which they estimate. Errors relative to the largest value. */
function judge(params, { q, k, v, frequencies }) {
  const { n, d, m } = params;
  const rows = spread(n, Math.max(16, Math.floor(1e6 / n)));
  const keys = Array.from({ length: n }, (_, j) => features(params, frequencies, k, j));
  const byFeatures = rows.map((i) => {
    const query = features(params, frequencies, q, i);
    return mean(d, v, n, (j) => dot(query, 0, keys[j], 0, m));
  });
  const bySoftmax = rows.map((i) => mean(d, v, n, (j) => Math.exp(dot(q, i, k, j, d))));
  return (output) => {
    if (output.length !== n * d) return Number.POSITIVE_INFINITY;
    const worst = [byFeatures, bySoftmax].map((expected) => {
      let most = 0;
      for (const [r, i] of rows.entries()) {
        for (let c = 0; c < d; c++) {
          const error = Math.abs(output[i * d + c] - expected[r][c]) / 2;
          most = worse(most, error);
        }
      }
      return most;
    });
    return Math.min(...worst);
  };
}

/** Features of queries and of keys, sums, and outputs: four products of n x d x m, and 2 n m exponentials. */
function floor({ n, d, m }, { expNs, gflops }, contestant) {
  if (contestant !== 'attn linear') return undefined;
  return n * m * ((8 * d) / gflops / 1e6 + 2 * expNs * 1e-6);
}

const bars = (run) =>
  ['Node', 'Chromium', 'native'].flatMap((place) => {
    const gain = (n) => run.ms(place, `full-${n}`, 'attn exact') / run.ms(place, `full-${n}`, 'attn linear');
    const gains = sizes.map(gain);
    // Between the last size at which exact attention is as fast and the next, on logarithmic scales.
    const last = gains.findLastIndex((ratio) => !(ratio > 1));
    const share = -Math.log(gains[last]) / Math.log(gains[last + 1] / gains[last]);
    const crossover = last < 0 ? sizes[0] : sizes[last] * (sizes[last + 1] / sizes[last]) ** share;
    return [
      { text: `${place}: tokens from which on attn linear is faster`, value: crossover, atMost: 4096 },
      { text: `${place}, full-4096: attn linear against exact`, value: gain(4096), atLeast: 1 },
      { text: `${place}, full-16384: attn linear against exact`, value: gain(16384), atLeast: 8 },
    ];
  });

export default {
  name: 'linear_attention',
  mark: 'W7',
  about: 'Linear attention against exact attention, both ours',
  cases,
  inputs,
  judge,
  tolerance: 1e-5,
  floor,
  rivals: {},
  bars,
};
