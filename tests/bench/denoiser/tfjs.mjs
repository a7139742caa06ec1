// One layer of Stage 1 with tfjs. Of what was tried (blocks of 20 to 8000 rows; differences, products, softmax; logits in one
// product) the fastest: differences in one dimension, products and its softmax in more, by blocks that leave memory alone.
import { tensorflow } from '../harness/tfjs.mjs';

const block = 400;

export async function open({ n, d, beta, eta }, { z: points }, surroundings) {
  const tf = await tensorflow(surroundings);
  const z = tf.tensor2d(points, [n, d]);

  const differences = (start, count) => {
    const u = tf.sub(tf.reshape(z, [1, n]), tf.slice(z, [start, 0], [count, 1]));
    const weights = tf.exp(tf.mul(tf.square(u), -beta / 2));
    return tf.div(tf.matMul(weights, z), tf.sum(weights, 1, true));
  };
  const products = (norms) => (start, count) => {
    const queries = tf.mul(tf.slice(z, [start, 0], [count, d]), beta);
    return tf.matMul(tf.softmax(tf.add(tf.matMul(queries, z, false, true), norms)), z);
  };
  const layer = () =>
    tf.tidy(() => {
      const mean = d === 1 ? differences : products(tf.mul(tf.sum(tf.square(z), 1), -beta / 2));
      const parts = [];
      for (let start = 0; start < n; start += block) parts.push(mean(start, Math.min(block, n - start)));
      return tf.add(tf.mul(z, 1 - eta), tf.mul(tf.concat(parts, 0), eta));
    });

  let out;
  return {
    run() {
      const result = layer();
      out = result.dataSync();
      result.dispose();
    },
    output: () => out,
    close: () => z.dispose(),
  };
}
