// A step of the language model with tfjs, the gradient by hand, since its own takes more of these steps: sequences and heads beside each other in
// products, on whole matrices of weights; rows of the embeddings by products with ones and zeros.
import { tensorflow } from '../harness/tfjs.mjs';
import { adamW, epsilon, partsOf, readAndAfter, split } from './model.mjs';

export async function open(params, { weights, tokens }, surroundings) {
  const tf = await tensorflow(surroundings);
  const { d, heads, blocks, length, batch, vocabulary } = params;
  const [n, size] = [batch * length, d / heads];
  const scale = 1 / Math.sqrt(size);
  const { read, after } = readAndAfter(params, tokens);
  const ones = (ids) => {
    const out = new Float32Array(n * vocabulary);
    ids.forEach((id, row) => {
      out[row * vocabulary + id] = 1;
    });
    return tf.tensor2d(out, [n, vocabulary]);
  };
  const mask = new Float32Array(length * length);
  for (let i = 0; i < length; i++) mask.fill(-1e9, i * length + i + 1, (i + 1) * length);
  const kept = {
    seen: ones(read),
    told: ones(after),
    hidden: tf.tensor4d(mask, [1, 1, length, length]),
    all: tf.tensor1d(weights),
  };
  const parts = partsOf(params);
  const numbers = split(params, weights);
  const w = Object.fromEntries(
    parts.map(({ name, rows, columns }) => [name, tf.tensor(numbers[name], [rows, columns])]),
  );
  let state = { mean: tf.zeros([weights.length]), squares: tf.zeros([weights.length]) };
  let updates = 0;

  const affine = (x, name, bias) => tf.add(tf.matMul(x, w[name]), w[bias]);
  const mean = (x) => tf.mul(tf.sum(x, 1, true), 1 / d);

  function norm(x, scale, bias) {
    const off = tf.sub(x, mean(x));
    const root = tf.sqrt(tf.add(mean(tf.square(off)), epsilon));
    const unit = tf.div(off, root);
    const back = (dY, g) => {
      g[scale] = tf.sum(tf.mul(dY, unit), 0);
      g[bias] = tf.sum(dY, 0);
      const dUnit = tf.mul(dY, w[scale]);
      const along = tf.mul(unit, mean(tf.mul(dUnit, unit)));
      return tf.div(tf.sub(tf.sub(dUnit, mean(dUnit)), along), root);
    };
    return { y: tf.add(tf.mul(unit, w[scale]), w[bias]), back };
  }

  const apart = (x) => tf.transpose(tf.reshape(x, [batch, length, heads, size]), [0, 2, 1, 3]);
  const together = (x) => tf.reshape(tf.transpose(x, [0, 2, 1, 3]), [n, d]);

  function attend(qkv) {
    const [q, k, v] = tf.split(qkv, 3, 1).map(apart);
    const a = tf.softmax(tf.add(tf.mul(tf.matMul(q, k, false, true), scale), kept.hidden));
    const back = (dY) => {
      const dOut = apart(dY);
      const dA = tf.mul(a, tf.matMul(dOut, v, false, true));
      const dScores = tf.mul(tf.sub(dA, tf.mul(a, tf.sum(dA, 3, true))), scale);
      const parts = [tf.matMul(dScores, k), tf.matMul(dScores, q, true), tf.matMul(a, dOut, true)];
      return tf.concat(parts.map(together), 1);
    };
    return { y: together(tf.matMul(a, v)), back };
  }

  const root = Math.sqrt(2 / Math.PI);
  function gelu(u) {
    const square = tf.square(u);
    const p = tf.mul(tf.mul(u, root), tf.add(tf.mul(square, 0.044715), 1));
    const t = tf.tanh(p);
    const share = tf.add(tf.mul(t, 0.5), 0.5);
    const slope = () => {
      const bend = tf.mul(tf.sub(1, tf.square(t)), tf.add(tf.mul(square, 0.134145 * root), root));
      return tf.add(share, tf.mul(tf.mul(u, 0.5), bend));
    };
    return { y: tf.mul(u, share), slope };
  }

  function affineBack(x, name, bias, dY, g) {
    g[name] = tf.matMul(x, dY, true);
    g[bias] = tf.sum(dY, 0);
    return tf.matMul(dY, w[name], false, true);
  }

  function block(x, b) {
    const of = (name) => `${name}.${b}`;
    const first = norm(x, of('scale1'), of('bias1'));
    const heard = attend(affine(first.y, of('qkv'), of('qkvBias')));
    const middle = tf.add(x, affine(heard.y, of('out'), of('outBias')));
    const second = norm(middle, of('scale2'), of('bias2'));
    const wide = gelu(affine(second.y, of('up'), of('upBias')));
    const y = tf.add(middle, affine(wide.y, of('down'), of('downBias')));
    const back = (dY, g) => {
      const dUp = tf.mul(affineBack(wide.y, of('down'), of('downBias'), dY, g), wide.slope());
      const dSecond = affineBack(second.y, of('up'), of('upBias'), dUp, g);
      const dMiddle = tf.add(dY, second.back(dSecond, g));
      const dQkv = heard.back(affineBack(heard.y, of('out'), of('outBias'), dMiddle, g));
      return tf.add(dMiddle, first.back(affineBack(first.y, of('qkv'), of('qkvBias'), dQkv, g), g));
    };
    return { y, back };
  }

  function lossAndGradient() {
    const g = {};
    const rows = tf.reshape(tf.matMul(kept.seen, w.tokens), [batch, length, d]);
    let x = tf.reshape(tf.add(rows, w.positions), [n, d]);
    const passed = [];
    for (let b = 0; b < blocks; b++) {
      passed.push(block(x, b));
      x = passed[b].y;
    }
    const last = norm(x, 'scale', 'bias');
    const logits = affine(last.y, 'head', 'headBias');
    const low = tf.sub(logits, tf.max(logits, 1, true));
    const exps = tf.exp(low);
    const sums = tf.sum(exps, 1, true);
    const loss = tf.mul(tf.sub(tf.sum(tf.log(sums)), tf.sum(tf.mul(low, kept.told))), 1 / n);
    const dLogits = tf.mul(tf.sub(tf.div(exps, sums), kept.told), 1 / n);
    let dX = last.back(affineBack(last.y, 'head', 'headBias', dLogits, g), g);
    for (let b = blocks - 1; b >= 0; b--) dX = passed[b].back(dX, g);
    g.tokens = tf.matMul(kept.seen, dX, true);
    g.positions = tf.sum(tf.reshape(dX, [batch, length, d]), 0);
    return [loss, tf.concat(parts.map(({ name, size }) => tf.reshape(g[name], [size])))];
  }

  function step() {
    const { rate, first, second, epsilon: least, decay } = adamW;
    const [loss, g] = lossAndGradient();
    const means = tf.add(tf.mul(state.mean, first), tf.mul(g, 1 - first));
    const squares = tf.add(tf.mul(state.squares, second), tf.mul(tf.square(g), 1 - second));
    const factor = 1 / Math.sqrt(1 - second ** updates);
    const move = tf.div(means, tf.add(tf.mul(tf.sqrt(squares), factor), least));
    const now = tf.sub(tf.mul(kept.all, 1 - rate * decay), tf.mul(move, rate / (1 - first ** updates)));
    return { out: tf.concat([tf.reshape(loss, [1]), g, now]), mean: means, squares };
  }

  let out;
  return {
    run() {
      updates++;
      const { out: all, ...next } = tf.tidy(step);
      out = all.dataSync();
      for (const tensor of [all, ...Object.values(state)]) tensor.dispose();
      state = next;
    },
    output: () => out,
    close: () => {
      for (const group of [kept, w, state]) for (const tensor of Object.values(group)) tensor.dispose();
    },
  };
}
