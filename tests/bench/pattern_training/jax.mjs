// A step of the minimal model with jax-js, in one jit: contexts are rows of ones and zeros, differentiated by jax-js. Its log is right to
// five digits only.
import { jaxReady } from '../harness/jax.mjs';

export async function open({ contexts, d, lags, heads }, { tokens, targets, values, logits }) {
  const { jit, nn, numpy: np, valueAndGrad } = await jaxReady();
  const ones = new Float32Array(contexts * lags * d);
  tokens.forEach((x, at) => {
    ones[at * d + x] = 1;
  });
  const given = np.array(ones).reshape([contexts, lags * d]);
  const told = np.array(targets).reshape([contexts, d]);
  const weights = [np.array(values).reshape([heads, d, d]), np.array(logits).reshape([heads, lags])];
  const loss = (v, q) => {
    const s = nn.softmax(q, -1);
    const turned = np.transpose(v, [0, 2, 1]).reshape([heads, d * d]);
    const votes = np.matmul(np.transpose(s), turned).reshape([lags * d, d]);
    const log = nn.logSoftmax(np.matmul(given.ref, votes), -1);
    return log
      .mul(told.ref)
      .sum()
      .mul(-1 / contexts);
  };
  const both = jit(valueAndGrad(loss, { argnums: [0, 1] }));
  let out;
  return {
    run() {
      const [value, gradients] = both(...weights.map((x) => x.ref));
      out = [value, ...gradients].map((x) => x.dataSync());
    },
    output: () => Float32Array.from(out.flatMap((x) => [...x])),
    close: () => {
      for (const x of [...weights, given, told]) x.dispose();
      both.dispose?.();
    },
  };
}
