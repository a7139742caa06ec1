// One layer of Stage 1 with jax-js. Of what was tried (blocks of 8 to 8000 rows, products, softmax) the fastest: differences
// coordinate by coordinate in one and two dimensions, differences of whole points in more; jit does the rest.
import { jaxReady } from '../harness/jax.mjs';

export async function open({ n, d, beta, eta }, { z: points }) {
  const { jit, numpy: np } = await jaxReady();
  const z = np.array(points).reshape([n, d]);

  const byCoordinate = (z) => {
    const differences = [];
    let distance2;
    for (let k = 0; k < d; k++) {
      const x = z.ref.slice([], [k, k + 1]);
      const u = x.ref.reshape([1, n]).sub(x);
      const square = u.ref.mul(u.ref);
      distance2 = distance2 ? distance2.add(square) : square;
      differences.push(u);
    }
    const weights = np.exp(distance2.mul(-beta / 2));
    const pulls = differences.map((u) => np.sum(weights.ref.mul(u), 1, { keepdims: true }));
    const mass = np.sum(weights, 1, { keepdims: true });
    return z.add(np.concatenate(pulls, 1).div(mass).mul(eta));
  };
  const byPoint = (z) => {
    const u = z.ref.reshape([1, n, d]).sub(z.ref.reshape([n, 1, d]));
    const weights = np.exp(np.sum(u.ref.mul(u), 2).mul(-beta / 2));
    const mass = np.sum(weights.ref, 1, { keepdims: true });
    const mean = np.matmul(weights, z.ref).div(mass);
    return z.mul(1 - eta).add(mean.mul(eta));
  };
  const layer = jit(d <= 2 ? byCoordinate : byPoint);

  let out;
  return {
    run() {
      out = layer(z.ref).dataSync();
    },
    output: () => out,
    close: () => {
      z.dispose();
      layer.dispose?.();
    },
  };
}
