// The barrier and its gradients with tfjs, all tokens at once: covariances are one product of weights with the squares x x', and inverses,
// which tfjs has none of, are made of those of halves. Gauss and Jordan's steps on all matrices, one pivot at a time, have not been tried.
import { tensorflow } from '../harness/tfjs.mjs';

/** The inverses of matrices (n x d x d) without exchanges of rows, and the sum of all log |det|. */
function invert(tf, m) {
  const [n, d] = m.shape;
  if (d === 1) return [tf.reciprocal(m), tf.sum(tf.log(tf.abs(m)))];
  const h = d >> 1;
  const part = (i, j) => tf.slice(m, [0, i * h, j * h], [n, i ? d - h : h, j ? d - h : h]);
  const [b, c] = [part(0, 1), part(1, 0)];
  const [a, log] = invert(tf, part(0, 0));
  const right = tf.matMul(a, b);
  const below = tf.matMul(c, a);
  const [e, rest] = invert(tf, tf.sub(part(1, 1), tf.matMul(c, right)));
  const corner = tf.matMul(right, e);
  const top = tf.concat([tf.add(a, tf.matMul(corner, below)), tf.neg(corner)], 2);
  return [tf.concat([top, tf.concat([tf.neg(tf.matMul(e, below)), e], 2)], 1), tf.add(log, rest)];
}

export async function open({ n, d, gradient }, { x, w }, surroundings) {
  const tf = await tensorflow(surroundings);
  const strict = Float32Array.from({ length: n * n }, (_, k) => (k % n < Math.floor(k / n) ? 1 : 0));
  const kept = {
    tokens: tf.tensor2d(x, [n, d]),
    asking: tf.tensor2d(w, [d, d]),
    before: tf.tensor2d(strict, [n, n]),
    hidden: tf.tensor2d(
      strict.map((one) => (one - 1) * 1e9),
      [n, n],
    ),
    one: tf.eye(d),
  };
  const { tokens, asking, before, hidden, one } = kept;
  const flat = (m) => tf.reshape(m, [n, d * d]);
  const each = (m, right, turned = false) =>
    tf.reshape(tf.matMul(tf.reshape(m, [n * d, d]), right, false, turned), [n, d, d]);
  const step = () => {
    const queries = tf.matMul(tokens, asking);
    const weights = tf.mul(tf.softmax(tf.add(tf.matMul(queries, tokens, false, true), hidden)), before);
    const squares = flat(tf.mul(tf.expandDims(tokens, 2), tf.expandDims(tokens, 1)));
    const mean = tf.matMul(weights, tokens);
    const outer = tf.mul(tf.expandDims(mean, 2), tf.expandDims(mean, 1));
    const covariance = tf.sub(tf.reshape(tf.matMul(weights, squares), [n, d, d]), outer);
    const [inverse, log] = invert(tf, tf.sub(one, each(covariance, asking, true)));
    if (!gradient) return tf.neg(log);
    const pulled = each(tf.transpose(inverse, [0, 2, 1]), asking);
    const both = tf.add(pulled, tf.transpose(pulled, [0, 2, 1]));
    const atMean = tf.reshape(tf.matMul(both, tf.expandDims(mean, 2)), [n, d]);
    const dWeights = tf.sub(
      tf.mul(tf.matMul(flat(both), squares, false, true), 0.5),
      tf.matMul(atMean, tokens, false, true),
    );
    const dLogits = tf.mul(weights, tf.sub(dWeights, tf.sum(tf.mul(weights, dWeights), 1, true)));
    const asked = tf.matMul(dLogits, tokens);
    const stretched = tf.reshape(tf.matMul(weights, flat(both), true), [n, d, d]);
    const direct = tf.reshape(tf.matMul(stretched, tf.expandDims(tokens, 2)), [n, d]);
    const parts = [
      tf.neg(log),
      tf.addN([
        tf.sub(direct, tf.matMul(weights, atMean, true)),
        tf.matMul(dLogits, queries, true),
        tf.matMul(asked, asking, false, true),
      ]),
      tf.add(tf.sum(tf.matMul(inverse, covariance), 0), tf.matMul(tokens, asked, true)),
    ];
    return tf.concat(parts.map((part) => tf.reshape(part, [part.size])));
  };
  let out;
  return {
    run() {
      const all = tf.tidy(step);
      out = Float32Array.from(all.dataSync());
      all.dispose();
    },
    output: () => out,
    close: () => {
      for (const tensor of Object.values(kept)) tensor.dispose();
    },
  };
}
