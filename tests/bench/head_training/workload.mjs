// W8: the loss of a head and its gradient, which is a step of the race of seed 000, section 7.2: tokens of 20 numbers, keys of 10, values
// of 15, eight classes, causal. The schedule likened to EM costs a product of 15 x 20 by 20 x 20 more.
import { uniform } from '../harness/random.mjs';
import { worse } from '../harness/worse.mjs';

const sizes = { d_x: 20, d_k: 10, d_v: 15, classes: 8, one: 1 };
const everyone = ['plain JS', 'tfjs', 'jax-js', 'PyTorch'];

const cases = [1000, 2000].map((n) => ({
  id: `step-${n}`,
  title: `a step of a head, ${n} tokens`,
  params: { n, ...sizes },
  short: { n: 37 },
  contestants: ['attn fast', ...everyone],
}));

const inputs = ({ n, d_x, d_k, d_v, classes }) => ({
  x: uniform(n * d_x, -2, 2, 1),
  labels: uniform(n, 0, classes, 2).map((c) => Math.min(classes - 1, Math.floor(c))),
  w_q: uniform(d_k * d_x, -0.5, 0.5, 3),
  w_k: uniform(d_k * d_x, -0.5, 0.5, 4),
  w_v: uniform(d_v * d_x, -0.5, 0.5, 5),
  w_o: uniform(classes * d_v, -0.5, 0.5, 6),
  b: uniform(classes, -0.5, 0.5, 7),
});

/** The summed loss, and the gradients of w_q, w_k, w_v, w_o and b, as the equations stand. */
function expectedOf({ n, d_x, d_k, d_v, classes }, { x, labels, w_q, w_k, w_v, w_o, b }) {
  const projected = (w, rows, i) =>
    Float64Array.from({ length: rows }, (_, r) => {
      let sum = 0;
      for (let a = 0; a < d_x; a++) sum += w[r * d_x + a] * x[i * d_x + a];
      return sum;
    });
  const dot = (y, z) => {
    let sum = 0;
    for (let a = 0; a < y.length; a++) sum += y[a] * z[a];
    return sum;
  };
  const add = (to, factor, y) => {
    for (let a = 0; a < y.length; a++) to[a] += factor * y[a];
  };
  const rows = (w, count) => Array.from({ length: n }, (_, i) => projected(w, count, i));
  const [q, k, v] = [rows(w_q, d_k), rows(w_k, d_k), rows(w_v, d_v)];
  const zeros = (width) => Array.from({ length: n }, () => new Float64Array(width));
  const [dQ, dK, dV] = [zeros(d_k), zeros(d_k), zeros(d_v)];
  const gO = new Float64Array(classes * d_v);
  const gB = new Float64Array(classes);
  const scale = 1 / Math.sqrt(d_k);
  let loss = 0;
  for (let i = 0; i < n; i++) {
    const scores = Float64Array.from({ length: i + 1 }, (_, j) => scale * dot(q[i], k[j]));
    const largest = scores.reduce((most, s) => Math.max(most, s), Number.NEGATIVE_INFINITY);
    const alpha = scores.map((s) => Math.exp(s - largest));
    const sum = alpha.reduce((total, e) => total + e, 0);
    const g = new Float64Array(d_v);
    for (let j = 0; j <= i; j++) {
      alpha[j] /= sum;
      add(g, alpha[j], v[j]);
    }
    const logits = Float64Array.from(
      { length: classes },
      (_, c) => b[c] + dot(g, w_o.subarray(c * d_v, (c + 1) * d_v)),
    );
    const top = Math.max(...logits);
    const mass = logits.reduce((total, l) => total + Math.exp(l - top), 0);
    loss += top + Math.log(mass) - logits[labels[i]];
    const u = new Float64Array(d_v);
    for (let c = 0; c < classes; c++) {
      const error = Math.exp(logits[c] - top) / mass - (c === labels[i] ? 1 : 0);
      gB[c] += error;
      add(gO.subarray(c * d_v, (c + 1) * d_v), error, g);
      add(u, error, w_o.subarray(c * d_v, (c + 1) * d_v));
    }
    const mean = dot(u, g);
    for (let j = 0; j <= i; j++) {
      const dScore = alpha[j] * (dot(u, v[j]) - mean) * scale;
      add(dQ[i], dScore, k[j]);
      add(dK[j], dScore, q[i]);
      add(dV[j], alpha[j], u);
    }
  }
  const gradient = (d, count) => {
    const out = new Float64Array(count * d_x);
    for (let i = 0; i < n; i++) {
      for (let r = 0; r < count; r++)
        add(out.subarray(r * d_x, (r + 1) * d_x), d[i][r], x.subarray(i * d_x, (i + 1) * d_x));
    }
    return out;
  };
  return [Float64Array.of(loss), gradient(dQ, d_k), gradient(dK, d_k), gradient(dV, d_v), gO, gB];
}

/** Errors relative to the largest of each of the six. */
function judge(params, given) {
  const expected = expectedOf(params, given);
  const sizes = expected.map((part) => part.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
  const all = expected.flatMap((part, p) => [...part].map((x) => [x, sizes[p]]));
  return (output) => {
    if (output.length !== all.length) return Number.POSITIVE_INFINITY;
    let most = 0;
    for (const [i, [x, size]] of all.entries()) {
      const error = Math.abs(output[i] - x) / size;
      most = worse(most, error);
    }
    return most;
  };
}

/** Of the half that is read: four products of the width of keys and three of that of values, and twice n^2 exponentials. */
function floor({ n, d_k, d_v }, { expNs, gflops }) {
  return 0.5 * n * n * ((2 * (4 * d_k + 3 * d_v)) / gflops / 1e6 + 2 * expNs * 1e-6);
}

const bars = (run) => [
  ...['Node', 'Chromium'].flatMap((place) => [
    {
      text: `${place}, step-2000: attn fast, of the floor`,
      value: run.ms(place, 'step-2000', 'attn fast') / run.floor(place, 'step-2000'),
      atMost: 1.8,
    },
    ...['plain JS', 'tfjs', 'jax-js'].map((rival) => ({
      text: `${place}, step-2000: attn fast against ${rival}`,
      value: run.ms(place, 'step-2000', rival) / run.ms(place, 'step-2000', 'attn fast'),
      atLeast: 1,
    })),
  ]),
  {
    text: 'native, step-2000: attn fast against PyTorch',
    value: run.ms('native', 'step-2000', 'PyTorch') / run.ms('native', 'step-2000', 'attn fast'),
    atLeast: 1,
  },
];

export default {
  name: 'head_training',
  mark: 'W8',
  about: 'A step of the race of gradient descent and EM',
  cases,
  inputs,
  judge,
  // Gradients that many tokens cancel in are the least exact.
  tolerance: 2e-5,
  floor,
  rivals: {
    'plain JS': () => import('./plain.mjs'),
    tfjs: () => import('./tfjs.mjs'),
    'jax-js': () => import('./jax.mjs'),
  },
  bars,
};
