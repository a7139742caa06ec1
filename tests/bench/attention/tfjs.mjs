// Attention with tfjs, by blocks of queries. Other sizes of blocks have not been tried.
import { tensorflow } from '../harness/tfjs.mjs';

const block = 128;

export async function open({ n, d, causal }, given, surroundings) {
  const tf = await tensorflow(surroundings);
  const [q, k, v] = [given.q, given.k, given.v].map((x) => tf.tensor2d(x, [n, d]));
  const hidden = new Float32Array(n * n);
  if (causal) for (let i = 0; i < n; i++) hidden.fill(-1e9, i * n + i + 1, (i + 1) * n);
  const mask = causal && tf.tensor2d(hidden, [n, n]);

  const rows = (start, count) => {
    const queries = tf.mul(tf.slice(q, [start, 0], [count, d]), 1 / Math.sqrt(d));
    // Keys after the block's last query are left out, the others are hidden.
    const keys = causal ? start + count : n;
    const seen = (x) => (keys === n ? x : tf.slice(x, [0, 0], [keys, d]));
    const scores = tf.matMul(queries, seen(k), false, true);
    const shown = causal ? tf.add(scores, tf.slice(mask, [start, 0], [count, keys])) : scores;
    return tf.matMul(tf.softmax(shown), seen(v));
  };
  let out;
  return {
    run() {
      const result = tf.tidy(() => {
        const parts = [];
        for (let start = 0; start < n; start += block) parts.push(rows(start, Math.min(block, n - start)));
        return tf.concat(parts, 0);
      });
      out = result.dataSync();
      result.dispose();
    },
    output: () => out,
    close: () => {
      for (const x of [q, k, v, ...(mask ? [mask] : [])]) x.dispose();
    },
  };
}
