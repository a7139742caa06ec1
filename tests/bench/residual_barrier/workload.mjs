// W9: the barrier of seed 002, eq 24, of all tokens of a sequence, -sum_t log |det(I - Sigma_t w')|, where Sigma_t is the covariance of the
// tokens before t by the weights that the logits x_t' w x_s give; and its gradients with respect to tokens and w.
import { uniform } from '../harness/random.mjs';
import { worse } from '../harness/worse.mjs';

const everyone = ['plain JS', 'tfjs', 'jax-js', 'PyTorch'];

const cases = [
  {
    id: 'barrier-256',
    title: '256 tokens, d = 64',
    params: { n: 256, d: 64, gradient: 0 },
    short: { n: 21, d: 20 },
    contestants: ['attn fast', ...everyone],
  },
  {
    id: 'gradient-256',
    title: 'with gradients, 256 tokens, d = 64',
    params: { n: 256, d: 64, gradient: 1 },
    short: { n: 21, d: 20 },
    contestants: ['attn fast', ...everyone],
  },
];

const inputs = ({ n, d }) => ({ x: uniform(n * d, -1.2, 1.2, 1), w: uniform(d * d, -0.1, 0.1, 2) });

/** a (d x d), row after row, becomes its inverse, with exchanges of rows; returns log |det|. */
function invert(a, d) {
  let log = 0;
  const b = Float64Array.from({ length: d * d }, (_, i) => (i % (d + 1) === 0 ? 1 : 0));
  for (let p = 0; p < d; p++) {
    let best = p;
    for (let i = p + 1; i < d; i++) if (Math.abs(a[i * d + p]) > Math.abs(a[best * d + p])) best = i;
    for (const m of [a, b]) {
      for (let j = 0; j < d; j++) [m[p * d + j], m[best * d + j]] = [m[best * d + j], m[p * d + j]];
    }
    const pivot = a[p * d + p];
    log += Math.log(Math.abs(pivot));
    for (const m of [a, b]) for (let j = 0; j < d; j++) m[p * d + j] /= pivot;
    for (let i = 0; i < d; i++) {
      const factor = a[i * d + p];
      if (i === p || factor === 0) continue;
      for (const m of [a, b]) for (let j = 0; j < d; j++) m[i * d + j] -= factor * m[p * d + j];
    }
  }
  a.set(b);
  return log;
}

const square = (d, at) => Float64Array.from({ length: d * d }, (_, k) => at(Math.floor(k / d), k % d));

function times(a, b, d) {
  return square(d, (i, j) => {
    let sum = 0;
    for (let k = 0; k < d; k++) sum += a[i * d + k] * b[k * d + j];
    return sum;
  });
}

/** The barrier, and with `gradient` dX and dW after it, as the equations stand. */
function expectedOf({ n, d, gradient }, { x, w }) {
  const out = new Float64Array(1 + (gradient ? n * d + d * d : 0));
  const [dX, dW] = [out.subarray(1, 1 + n * d), out.subarray(1 + n * d)];
  const turned = square(d, (i, j) => w[j * d + i]);
  for (let t = 1; t < n; t++) {
    const asked = Float64Array.from({ length: d }, (_, j) => {
      let sum = 0;
      for (let i = 0; i < d; i++) sum += x[t * d + i] * w[i * d + j];
      return sum;
    });
    const logits = Array.from({ length: t }, (_, s) =>
      asked.reduce((sum, q, j) => sum + q * x[s * d + j], 0),
    );
    const largest = Math.max(...logits);
    const exps = logits.map((z) => Math.exp(z - largest));
    const total = exps.reduce((a, b) => a + b);
    const alpha = exps.map((e) => e / total);
    const mean = Float64Array.from({ length: d }, (_, j) =>
      alpha.reduce((sum, a, s) => sum + a * x[s * d + j], 0),
    );
    const z = Array.from({ length: t }, (_, s) => mean.map((m, j) => x[s * d + j] - m));
    const covariance = new Float64Array(d * d);
    for (let s = 0; s < t; s++) {
      for (let i = 0; i < d; i++) {
        const factor = alpha[s] * z[s][i];
        for (let j = 0; j < d; j++) covariance[i * d + j] += factor * z[s][j];
      }
    }
    const inverse = times(covariance, turned, d).map((m, k) => (k % (d + 1) === 0 ? 1 : 0) - m);
    out[0] -= invert(inverse, d);
    if (!gradient) continue;
    times(inverse, covariance, d).forEach((g, k) => {
      dW[k] += g;
    });
    const g = times(turned, inverse, d);
    const both = square(d, (i, j) => g[i * d + j] + g[j * d + i]);
    const y = z.map((row) =>
      Float64Array.from({ length: d }, (_, i) => row.reduce((sum, a, j) => sum + both[i * d + j] * a, 0)),
    );
    const dAlpha = y.map((row, s) => row.reduce((sum, a, j) => sum + (a * z[s][j]) / 2, 0));
    const mass = alpha.reduce((sum, a, s) => sum + a * dAlpha[s], 0);
    for (let s = 0; s < t; s++) {
      const dLogit = alpha[s] * (dAlpha[s] - mass);
      for (let i = 0; i < d; i++) {
        dX[s * d + i] += alpha[s] * y[s][i] + dLogit * asked[i];
        let pulled = 0;
        for (let j = 0; j < d; j++) {
          dW[i * d + j] += dLogit * x[t * d + i] * x[s * d + j];
          pulled += w[i * d + j] * x[s * d + j];
        }
        dX[t * d + i] += dLogit * pulled;
      }
    }
  }
  return out;
}

/** Errors relative to the largest of each of the three. */
function judge(params, given) {
  const { n, d, gradient } = params;
  const expected = expectedOf(params, given);
  const ends = gradient ? [1, 1 + n * d, expected.length] : [1];
  const sizes = ends.map((end, i) =>
    expected.subarray(ends[i - 1] ?? 0, end).reduce((most, v) => Math.max(most, Math.abs(v)), 0),
  );
  return (output) => {
    if (output.length !== expected.length) return Number.POSITIVE_INFINITY;
    let most = 0;
    for (const [i, v] of expected.entries()) {
      const error = Math.abs(output[i] - v) / sizes[ends.findIndex((end) => i < end)];
      most = worse(most, error);
    }
    return most;
  };
}

/**
 * Multiply-adds for a token with t before it. The barrier: half of the symmetric Sigma, t d^2 / 2; its product with w', d^3; elimination,
 * d^3 / 3. Gradients: M^-1 Sigma and w' M^-1 from that elimination, d^3 each; the product of the last with the tokens, t d^2.
 */
function floor({ n, d, gradient }, { gflops }) {
  const pairs = (n * (n - 1)) / 2;
  const sums = (gradient ? 1.5 : 0.5) * pairs * d ** 2 + (4 / 3 + (gradient ? 2 : 0)) * (n - 1) * d ** 3;
  return (2 * sums) / gflops / 1e6;
}

const bars = (run) => [
  ...['Node', 'Chromium'].flatMap((place) => [
    ...['barrier-256', 'gradient-256'].map((id) => ({
      text: `${place}, ${id}: attn fast, of the floor`,
      value: run.ms(place, id, 'attn fast') / run.floor(place, id),
      atMost: 1.6,
    })),
    ...[
      ['plain JS', 5],
      ['tfjs', 1],
      ['jax-js', 1],
    ].map(([rival, limit]) => ({
      text: `${place}, gradient-256: attn fast against ${rival}`,
      value: run.ms(place, 'gradient-256', rival) / run.ms(place, 'gradient-256', 'attn fast'),
      atLeast: limit,
    })),
  ]),
  ...['barrier-256', 'gradient-256'].map((id) => ({
    text: `native, ${id}: attn fast against PyTorch`,
    value: run.ms('native', id, 'PyTorch') / run.ms('native', id, 'attn fast'),
    atLeast: 1,
  })),
];

export default {
  name: 'residual_barrier',
  mark: 'W9',
  about: 'The barrier of a sequence: a log-determinant for every token',
  cases,
  inputs,
  judge,
  tolerance: 2e-5,
  floor,
  rivals: {
    'plain JS': () => import('./plain.mjs'),
    tfjs: () => import('./tfjs.mjs'),
    'jax-js': () => import('./jax.mjs'),
  },
  bars,
};
