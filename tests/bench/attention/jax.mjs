// Attention with jax-js: products and its softmax on all queries at once, jit does the rest. Not tried: blocks of queries, its own
// dotProductAttention.
import { jaxReady } from '../harness/jax.mjs';

/** One head of attention on q, k and v (n x d); `hidden` (n x n) is very negative where a key is not there. */
export const attention =
  ({ nn, numpy: np }, { d }, hidden) =>
  (q, k, v) => {
    const scores = np.matmul(q.mul(1 / Math.sqrt(d)), np.transpose(k));
    return np.matmul(nn.softmax(hidden ? scores.add(hidden.ref) : scores, -1), v);
  };

export const hiddenFrom = (np, n) => {
  const numbers = new Float32Array(n * n);
  for (let i = 0; i < n; i++) numbers.fill(-1e9, i * n + i + 1, (i + 1) * n);
  return np.array(numbers).reshape([n, n]);
};

export async function open({ n, d, causal }, { q, k, v }) {
  const jax = await jaxReady();
  const { jit, numpy: np } = jax;
  const given = [q, k, v].map((x) => np.array(x).reshape([n, d]));
  const layer = jit(attention(jax, { d }, causal ? hiddenFrom(np, n) : undefined));
  let out;
  return {
    run() {
      out = layer(...given.map((x) => x.ref)).dataSync();
    },
    output: () => out,
    close: () => {
      for (const x of given) x.dispose();
      layer.dispose?.();
    },
  };
}
