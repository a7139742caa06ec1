// Attention and its gradients with jax-js: the attention of W1, differentiated by jax-js, in one jit. The only way that
// was tried.
import { attention, hiddenFrom } from '../attention/jax.mjs';
import { jaxReady } from '../harness/jax.mjs';

export async function open({ n, d, causal }, { q, k, v, d_output }) {
  const jax = await jaxReady();
  const { jit, vjp, numpy: np } = jax;
  const given = [q, k, v, d_output].map((x) => np.array(x).reshape([n, d]));
  const layer = attention(jax, { d }, causal ? hiddenFrom(np, n) : undefined);
  const both = jit((q, k, v, dOutput) => {
    const [output, pull] = vjp(layer, [q, k, v]);
    return [output, ...pull(dOutput)];
  });
  let out;
  return {
    run() {
      out = both(...given.map((x) => x.ref)).map((x) => x.dataSync());
    },
    output: () => Float32Array.from(out.flatMap((x) => [...x])),
    close: () => {
      for (const x of given) x.dispose();
      both.dispose?.();
    },
  };
}
