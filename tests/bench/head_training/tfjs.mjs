// A head and its gradient with tfjs, the gradient by hand, since its own takes more of these steps. On the whole matrix: blocks of
// queries have not been tried.
import { tensorflow } from '../harness/tfjs.mjs';

export async function open(
  { n, d_x, d_k, d_v, classes },
  { x, labels, w_q, w_k, w_v, w_o, b },
  surroundings,
) {
  const tf = await tensorflow(surroundings);
  const hidden = new Float32Array(n * n);
  for (let i = 0; i < n; i++) hidden.fill(-1e9, i * n + i + 1, (i + 1) * n);
  const targets = new Float32Array(n * classes);
  labels.forEach((label, i) => {
    targets[i * classes + label] = 1;
  });
  const kept = {
    tokens: tf.tensor2d(x, [n, d_x]),
    mask: tf.tensor2d(hidden, [n, n]),
    told: tf.tensor2d(targets, [n, classes]),
    wQ: tf.tensor2d(w_q, [d_k, d_x]),
    wK: tf.tensor2d(w_k, [d_k, d_x]),
    wV: tf.tensor2d(w_v, [d_v, d_x]),
    wO: tf.tensor2d(w_o, [classes, d_v]),
    bias: tf.tensor1d(b),
  };
  const { tokens, mask, told, wQ, wK, wV, wO, bias } = kept;
  const scale = 1 / Math.sqrt(d_k);
  const step = () => {
    const [q, k, v] = [wQ, wK, wV].map((w) => tf.matMul(tokens, w, false, true));
    const weights = tf.softmax(tf.add(tf.matMul(tf.mul(q, scale), k, false, true), mask));
    const contexts = tf.matMul(weights, v);
    const logits = tf.add(tf.matMul(contexts, wO, false, true), bias);
    const error = tf.sub(tf.softmax(logits), told);
    // tf.logSoftmax is not among what the backend has.
    const largest = tf.max(logits, 1, true);
    const sums = tf.log(tf.sum(tf.exp(tf.sub(logits, largest)), 1, true));
    const loss = tf.sum(tf.sub(tf.add(sums, largest), tf.sum(tf.mul(logits, told), 1, true)));
    const u = tf.matMul(error, wO);
    const b = tf.matMul(u, v, false, true);
    const mean = tf.sum(tf.mul(u, contexts), 1, true);
    const dScores = tf.mul(tf.mul(weights, tf.sub(b, mean)), scale);
    const dQ = tf.matMul(dScores, k);
    const dK = tf.matMul(dScores, q, true);
    const dV = tf.matMul(weights, u, true);
    const parts = [
      loss,
      ...[dQ, dK, dV].map((g) => tf.matMul(g, tokens, true)),
      tf.matMul(error, contexts, true),
      tf.sum(error, 0),
    ];
    return tf.concat(parts.map((part) => tf.reshape(part, [part.size])));
  };
  let out;
  return {
    run() {
      const all = tf.tidy(step);
      out = all.dataSync();
      all.dispose();
    },
    output: () => out,
    close: () => {
      for (const tensor of Object.values(kept)) tensor.dispose();
    },
  };
}
