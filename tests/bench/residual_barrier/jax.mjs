// The barrier and its gradients with jax-js by hand, all tokens at once: covariances are one product of weights with the squares x x'. jit
// takes no factorisations of matrices, and its log is right to five digits only: the first stand between two jits, the last is JavaScript's.
import { jaxReady } from '../harness/jax.mjs';

export async function open({ n, d, gradient }, { x, w }) {
  const jax = await jaxReady();
  const { jit, lax, nn, numpy: np } = jax;
  const strict = Float32Array.from({ length: n * n }, (_, k) => (k % n < Math.floor(k / n) ? 1 : 0));
  const tokens = np.array(x).reshape([n, d]);
  const asking = np.array(w).reshape([d, d]);
  const before = np.array(strict).reshape([n, n]);
  const hidden = np.array(strict.map((one) => (one - 1) * 1e9)).reshape([n, n]);
  const one = np.eye(d);
  const squaresOf = (tokens) =>
    tokens.ref
      .reshape([n, d, 1])
      .mul(tokens.reshape([n, 1, d]))
      .reshape([n, d * d]);
  const each = (m, right) => np.matmul(m.reshape([n * d, d]), right).reshape([n, d, d]);
  const swapped = (m) => np.transpose(m, [0, 2, 1]);

  const blocks = jit((tokens, asking) => {
    const queries = np.matmul(tokens.ref, asking.ref);
    const logits = np.matmul(queries.ref, np.transpose(tokens.ref)).add(hidden.ref);
    const weights = nn.softmax(logits, -1).mul(before.ref);
    const mean = np.matmul(weights.ref, tokens.ref);
    const outer = mean.ref.reshape([n, d, 1]).mul(mean.ref.reshape([n, 1, d]));
    const covariance = np.matmul(weights.ref, squaresOf(tokens)).reshape([n, d, d]).sub(outer);
    const block = one.ref.sub(each(covariance.ref, np.transpose(asking)));
    return [block, queries, weights, mean, covariance];
  });

  const gradients = jit((inverse, tokens, asking, queries, weights, mean, covariance) => {
    const pulled = each(swapped(inverse.ref), asking.ref);
    const both = pulled.ref.add(swapped(pulled));
    const flat = both.ref.reshape([n, d * d]);
    const atMean = np.matmul(both, mean.reshape([n, d, 1])).reshape([n, d]);
    const dWeights = np
      .matmul(flat.ref, np.transpose(squaresOf(tokens.ref)))
      .mul(0.5)
      .sub(np.matmul(atMean.ref, np.transpose(tokens.ref)));
    const mass = weights.ref.mul(dWeights.ref).sum(1, { keepdims: true });
    const dLogits = weights.ref.mul(dWeights.sub(mass));
    const asked = np.matmul(dLogits.ref, tokens.ref);
    const readers = np.transpose(weights);
    const stretched = np.matmul(readers.ref, flat).reshape([n, d, d]);
    const dX = np
      .matmul(stretched, tokens.ref.reshape([n, d, 1]))
      .reshape([n, d])
      .sub(np.matmul(readers, atMean))
      .add(np.matmul(np.transpose(dLogits), queries))
      .add(np.matmul(asked.ref, np.transpose(asking)));
    const dW = np
      .matmul(inverse, covariance)
      .sum(0)
      .add(np.matmul(np.transpose(tokens), asked));
    return [dX, dW];
  });

  let out;
  return {
    run() {
      const [block, ...rest] = blocks(tokens.ref, asking.ref);
      const [factors, pivots, order] = lax.linalg.lu(block.ref);
      pivots.dispose();
      order.dispose();
      const numbers = factors.dataSync();
      let barrier = 0;
      for (let t = 0; t < n; t++) {
        for (let i = 0; i < d; i++) barrier -= Math.log(Math.abs(numbers[t * d * d + i * (d + 1)]));
      }
      if (!gradient) {
        for (const m of [block, ...rest]) m.dispose();
        out = [[barrier]];
        return;
      }
      const [dX, dW] = gradients(np.linalg.inv(block), tokens.ref, asking.ref, ...rest);
      out = [[barrier], dX.dataSync(), dW.dataSync()];
    },
    output: () => Float32Array.from(out.flatMap((m) => [...m])),
    close: () => {
      for (const m of [tokens, asking, before, hidden, one]) m.dispose();
      blocks.dispose?.();
      gradients.dispose?.();
    },
  };
}
