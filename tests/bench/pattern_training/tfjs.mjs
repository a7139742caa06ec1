// A step of the minimal model with tfjs, the gradient by hand: contexts are rows of ones and zeros, and votes and their sums two products
// with those. Rows that are gathered have not been tried: tfjs has no way back that adds them up.
import { tensorflow } from '../harness/tfjs.mjs';

export async function open({ contexts, d, lags, heads }, { tokens, targets, values, logits }, surroundings) {
  const tf = await tensorflow(surroundings);
  const ones = new Float32Array(contexts * lags * d);
  tokens.forEach((x, at) => {
    ones[at * d + x] = 1;
  });
  const kept = {
    given: tf.tensor2d(ones, [contexts, lags * d]),
    told: tf.tensor2d(targets, [contexts, d]),
    v: tf.tensor3d(values, [heads, d, d]),
    q: tf.tensor2d(logits, [heads, lags]),
  };
  const { given, told, v, q } = kept;
  const step = () => {
    const s = tf.softmax(q);
    const turned = tf.reshape(tf.transpose(v, [0, 2, 1]), [heads, d * d]);
    const votes = tf.reshape(tf.matMul(s, turned, true), [lags * d, d]);
    const z = tf.matMul(given, votes);
    const low = tf.sub(z, tf.max(z, 1, true));
    const exps = tf.exp(low);
    const sums = tf.sum(exps, 1, true);
    const loss = tf.sub(tf.sum(tf.log(sums)), tf.sum(tf.mul(low, told)));
    const error = tf.mul(tf.sub(tf.div(exps, sums), told), 1 / contexts);
    const dVotes = tf.reshape(tf.matMul(given, error, true), [lags, d * d]);
    const dV = tf.transpose(tf.reshape(tf.matMul(s, dVotes), [heads, d, d]), [0, 2, 1]);
    const dS = tf.matMul(turned, dVotes, false, true);
    const dQ = tf.mul(s, tf.sub(dS, tf.sum(tf.mul(s, dS), 1, true)));
    const parts = [tf.mul(loss, 1 / contexts), dV, dQ];
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
