// A step of the language model with jax-js, in one jit: differentiated by jax-js, sequences and heads beside each other in products, rows of the
// embeddings by products with ones and zeros. Its dotProductAttention has not been tried.
import { hiddenFrom } from '../attention/jax.mjs';
import { jaxReady } from '../harness/jax.mjs';
import { adamW, epsilon, partsOf, readAndAfter, split } from './model.mjs';

export async function open(params, { weights, tokens }) {
  const { jit, nn, numpy: np, valueAndGrad } = await jaxReady();
  const { d, heads, blocks, length, batch, vocabulary } = params;
  const [n, size] = [batch * length, d / heads];
  const { read, after } = readAndAfter(params, tokens);
  const ones = (ids) => {
    const out = new Float32Array(n * vocabulary);
    ids.forEach((id, row) => {
      out[row * vocabulary + id] = 1;
    });
    return np.array(out).reshape([n, vocabulary]);
  };
  const given = [ones(read), ones(after), hiddenFrom(np, length)];
  const parts = partsOf(params);
  const start = Object.values(split(params, weights)).map((numbers, p) =>
    np.array(numbers).reshape(parts[p].rows > 1 ? [parts[p].rows, parts[p].columns] : [parts[p].size]),
  );
  const zeros = () => start.map((w) => np.zeros(w.shape));

  const norm = (x, scale, bias) => {
    const off = x.ref.sub(np.mean(x, -1, { keepdims: true }));
    const spread = np.mean(np.square(off.ref), -1, { keepdims: true });
    return off
      .div(np.sqrt(spread.add(epsilon)))
      .mul(scale)
      .add(bias);
  };
  const attend = (qkv, hidden) => {
    const split = np.transpose(qkv.reshape([batch, length, 3, heads, size]), [2, 0, 3, 1, 4]);
    const [q, k, v] = np.split(split, 3, 0).map((part) => part.reshape([batch, heads, length, size]));
    const scores = np.matmul(q.mul(1 / Math.sqrt(size)), np.transpose(k, [0, 1, 3, 2]));
    const said = np.matmul(nn.softmax(scores.add(hidden), -1), v);
    return np.transpose(said, [0, 2, 1, 3]).reshape([n, d]);
  };
  const affine = (x, w, b) => np.matmul(x, w).add(b);
  const loss = (all, seen, told, hidden) => {
    const [embeddings, positions, ...rest] = all;
    const [scale, bias, head, headBias] = rest.slice(12 * blocks);
    let x = np.matmul(seen, embeddings).reshape([batch, length, d]).add(positions).reshape([n, d]);
    for (let b = 0; b < blocks; b++) {
      const [s1, b1, qkv, qkvB, out, outB, s2, b2, up, upB, down, downB] = rest.slice(12 * b, 12 * b + 12);
      const heard = attend(affine(norm(x.ref, s1, b1), qkv, qkvB), hidden.ref);
      const middle = x.add(affine(heard, out, outB));
      const wide = nn.gelu(affine(norm(middle.ref, s2, b2), up, upB), { approximate: true });
      x = middle.add(affine(wide, down, downB));
    }
    hidden.dispose();
    const logits = affine(norm(x, scale, bias), head, headBias);
    return nn
      .logSoftmax(logits, -1)
      .mul(told)
      .sum()
      .mul(-1 / n);
  };
  const { rate, first, second, epsilon: least, decay } = adamW;
  const step = jit((all, means, squares, steps, seen, told, hidden) => {
    const [value, gradients] = valueAndGrad(loss)(
      all.map((w) => w.ref),
      seen,
      told,
      hidden,
    );
    const [a, b] = np.split(steps, 2, 0);
    const m = means.map((mean, p) => mean.mul(first).add(gradients[p].ref.mul(1 - first)));
    const v = squares.map((square, p) => square.mul(second).add(np.square(gradients[p].ref).mul(1 - second)));
    const w = all.map((now, p) => {
      const root = np.sqrt(v[p].ref).mul(b.ref).add(least);
      return now.mul(1 - rate * decay).sub(m[p].ref.mul(a.ref).div(root));
    });
    a.dispose();
    b.dispose();
    return [value, gradients, w, m, v];
  });
  let [means, squares] = [zeros(), zeros()];
  let updates = 0;
  let out;
  return {
    run() {
      updates++;
      const steps = np.array([rate / (1 - first ** updates), 1 / Math.sqrt(1 - second ** updates)]);
      const [value, gradients, after, m, v] = step(
        start.map((w) => w.ref),
        means,
        squares,
        steps,
        ...given.map((x) => x.ref),
      );
      [means, squares] = [m, v];
      out = [value, ...gradients, ...after].map((x) => x.dataSync());
    },
    output: () => Float32Array.from(out.flatMap((x) => [...x])),
    close: () => {
      for (const x of [...start, ...means, ...squares, ...given]) x.dispose();
      step.dispose?.();
    },
  };
}
