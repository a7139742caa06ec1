// W10: loss and gradient of the minimal model of seed 003, section 2.4, which is a step of its classification training: for each context
// softmax(sum_k V_k sum_i s_k[i] e_(x_i)) with s_k = softmax(q_k), told the law of the next token.
import { uniform } from '../harness/random.mjs';
import { worse } from '../harness/worse.mjs';

const everyone = ['plain JS', 'tfjs', 'jax-js', 'PyTorch'];

const cases = [
  { contexts: 1500, d: 5 },
  { contexts: 3000, d: 20 },
].map((sizes) => ({
  id: `step-${sizes.d}`,
  title: `a step of three heads, ${sizes.contexts} contexts of 12 lags, d = ${sizes.d}`,
  params: { ...sizes, lags: 12, heads: 3 },
  short: { contexts: 37 },
  contestants: ['attn fast', ...everyone],
}));

/** Laws whose probabilities are multiples of 2^-12, so that floats have them exactly. */
function laws(contexts, d) {
  const out = uniform(contexts * d, 0, 1, 2);
  for (let n = 0; n < contexts; n++) {
    const law = out.subarray(n * d, (n + 1) * d);
    const sum = law.reduce((all, p) => all + p, 0);
    let left = 1;
    for (let y = 0; y < d; y++) {
      law[y] = y < d - 1 ? Math.floor((law[y] / sum) * 4096) / 4096 : left;
      left -= law[y];
    }
  }
  return out;
}

const inputs = ({ contexts, d, lags, heads }) => ({
  tokens: uniform(contexts * lags, 0, d, 1).map((x) => Math.min(d - 1, Math.floor(x))),
  targets: laws(contexts, d),
  values: uniform(heads * d * d, -2, 2, 3),
  logits: uniform(heads * lags, -1, 1, 4),
});

/** The mean loss, and the gradients of V and q, as the equations stand. */
function expectedOf({ contexts, d, lags, heads }, { tokens, targets, values, logits }) {
  const s = Float64Array.from(logits, Math.exp);
  for (let k = 0; k < heads; k++) {
    const row = s.subarray(k * lags, (k + 1) * lags);
    const sum = row.reduce((all, e) => all + e, 0);
    for (let i = 0; i < lags; i++) row[i] /= sum;
  }
  const dV = new Float64Array(heads * d * d);
  const dS = new Float64Array(heads * lags);
  let loss = 0;
  for (let n = 0; n < contexts; n++) {
    const read = new Float64Array(heads * d);
    const z = new Float64Array(d);
    for (let k = 0; k < heads; k++) {
      for (let i = 0; i < lags; i++) read[k * d + tokens[n * lags + i]] += s[k * lags + i];
      for (let y = 0; y < d; y++) {
        for (let x = 0; x < d; x++) z[y] += values[(k * d + y) * d + x] * read[k * d + x];
      }
    }
    const top = Math.max(...z);
    const log = top + Math.log(z.reduce((all, l) => all + Math.exp(l - top), 0));
    const error = z.map((l, y) => (Math.exp(l - log) - targets[n * d + y]) / contexts);
    for (let y = 0; y < d; y++) loss -= (targets[n * d + y] * (z[y] - log)) / contexts;
    for (let k = 0; k < heads; k++) {
      for (let y = 0; y < d; y++) {
        for (let x = 0; x < d; x++) dV[(k * d + y) * d + x] += error[y] * read[k * d + x];
        for (let i = 0; i < lags; i++)
          dS[k * lags + i] += error[y] * values[(k * d + y) * d + tokens[n * lags + i]];
      }
    }
  }
  const dQ = dS.map((g, at) => {
    const k = Math.floor(at / lags);
    let mean = 0;
    for (let i = 0; i < lags; i++) mean += s[k * lags + i] * dS[k * lags + i];
    return s[at] * (g - mean);
  });
  return [Float64Array.of(loss), dV, dQ];
}

/** Errors relative to the largest of each of the three. */
function judge(params, given) {
  const expected = expectedOf(params, given);
  const sizes = expected.map((part) => part.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
  const all = expected.flatMap((part, p) => [...part].map((x) => [x, sizes[p]]));
  return (output) => {
    if (output.length !== all.length) return Number.POSITIVE_INFINITY;
    let most = 0;
    for (const [i, [x, size]] of all.entries()) most = worse(most, Math.abs(output[i] - x) / size);
    return most;
  };
}

/**
 * Of the direct way: an exponential a context and class, and an addition a class for each table, forwards and backwards, where tables have
 * as many lags as 256 rows allow; a sum counts as one operation of a peak that has two in each. That exponentials of votes can be multiplied
 * instead is not counted, nor what heads cost, nor that rows must be read and written.
 */
function floor({ contexts, d, lags }, { expNs, gflops }) {
  let perTable = 1;
  while (d ** (perTable + 1) <= 256) perTable++;
  const sums = 2 * Math.ceil(lags / perTable) * (d - 1);
  return contexts * (d * expNs * 1e-6 + sums / gflops / 1e6);
}

const bars = (run) => [
  ...['Node', 'Chromium'].flatMap((place) =>
    ['step-5', 'step-20'].flatMap((id) => [
      {
        text: `${place}, ${id}: attn fast, of the floor`,
        value: run.ms(place, id, 'attn fast') / run.floor(place, id),
        // With 20 tokens the tables are larger than the first cache.
        atMost: id === 'step-5' ? 2 : 2.5,
      },
      ...[
        ['plain JS', 3],
        ['tfjs', 1],
        ['jax-js', 1],
      ].map(([rival, limit]) => ({
        text: `${place}, ${id}: attn fast against ${rival}`,
        value: run.ms(place, id, rival) / run.ms(place, id, 'attn fast'),
        atLeast: limit,
      })),
    ]),
  ),
  ...['step-5', 'step-20'].map((id) => ({
    text: `native, ${id}: attn fast against PyTorch`,
    value: run.ms('native', id, 'PyTorch') / run.ms('native', id, 'attn fast'),
    atLeast: 1,
  })),
];

export default {
  name: 'pattern_training',
  mark: 'W10',
  about: 'A step of the model that learns patterns stage by stage',
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
