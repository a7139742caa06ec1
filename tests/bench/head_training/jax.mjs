// A head and its gradient with jax-js: the attention of W1, differentiated by jax-js, in one jit. The only way that was tried.
import { attention, hiddenFrom } from '../attention/jax.mjs';
import { jaxReady } from '../harness/jax.mjs';

export async function open({ n, d_x, d_k, d_v, classes }, { x, labels, w_q, w_k, w_v, w_o, b }) {
  const jax = await jaxReady();
  const { jit, nn, numpy: np, valueAndGrad } = jax;
  const shaped = (numbers, ...shape) => np.array(numbers).reshape(shape);
  const tokens = shaped(x, n, d_x);
  const targets = new Float32Array(n * classes);
  labels.forEach((label, i) => {
    targets[i * classes + label] = 1;
  });
  const told = shaped(targets, n, classes);
  const given = [
    shaped(w_q, d_k, d_x),
    shaped(w_k, d_k, d_x),
    shaped(w_v, d_v, d_x),
    shaped(w_o, classes, d_v),
    np.array(b),
  ];
  const head = attention(jax, { d: d_k }, hiddenFrom(np, n));
  const loss = (wQ, wK, wV, wO, b) => {
    const [q, k, v] = [wQ, wK, wV].map((w) => np.matmul(tokens.ref, np.transpose(w)));
    const logits = np.matmul(head(q, k, v), np.transpose(wO)).add(b);
    return nn.logSoftmax(logits, -1).mul(told.ref).sum().mul(-1);
  };
  const both = jit(valueAndGrad(loss, { argnums: [0, 1, 2, 3, 4] }));
  let out;
  return {
    run() {
      const [value, gradients] = both(...given.map((x) => x.ref));
      out = [value, ...gradients].map((x) => x.dataSync());
    },
    output: () => Float32Array.from(out.flatMap((x) => [...x])),
    close: () => {
      for (const x of [...given, tokens, told]) x.dispose();
      both.dispose?.();
    },
  };
}
