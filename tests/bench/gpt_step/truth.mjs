// Loss and gradient of the language model in double, one plain function after the other.
import { epsilon, readAndAfter, sizeOf, split } from './model.mjs';

/** y (n x e) = x (n x d) w + b. */
function affine(x, w, b, n) {
  const e = b.length;
  const d = w.length / e;
  const y = new Float64Array(n * e);
  for (let i = 0; i < n; i++) {
    const row = y.subarray(i * e, (i + 1) * e);
    row.set(b);
    for (let k = 0; k < d; k++) {
      const factor = x[i * d + k];
      for (let j = 0; j < e; j++) row[j] += factor * w[k * e + j];
    }
  }
  return y;
}

/** dX; what w and b get is added to dW and dB. */
function affineBack(x, w, dY, n, dW, dB) {
  const e = dB.length;
  const d = w.length / e;
  const dX = new Float64Array(n * d);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < e; j++) dB[j] += dY[i * e + j];
    for (let k = 0; k < d; k++) {
      const factor = x[i * d + k];
      let sum = 0;
      for (let j = 0; j < e; j++) {
        const g = dY[i * e + j];
        sum += g * w[k * e + j];
        dW[k * e + j] += factor * g;
      }
      dX[i * d + k] = sum;
    }
  }
  return dX;
}

function norm(x, scale, bias, n) {
  const d = scale.length;
  const [y, unit, roots] = [new Float64Array(n * d), new Float64Array(n * d), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    const row = x.subarray(i * d, (i + 1) * d);
    const mean = row.reduce((a, b) => a + b) / d;
    roots[i] = Math.sqrt(row.reduce((sum, number) => sum + (number - mean) ** 2, 0) / d + epsilon);
    for (let j = 0; j < d; j++) {
      unit[i * d + j] = (row[j] - mean) / roots[i];
      y[i * d + j] = scale[j] * unit[i * d + j] + bias[j];
    }
  }
  return { y, unit, roots };
}

function normBack({ unit, roots }, scale, dY, n, dScale, dBias) {
  const d = scale.length;
  const dX = new Float64Array(n * d);
  for (let i = 0; i < n; i++) {
    let [level, along] = [0, 0];
    for (let j = 0; j < d; j++) {
      const g = dY[i * d + j];
      const u = unit[i * d + j];
      dScale[j] += g * u;
      dBias[j] += g;
      level += (g * scale[j]) / d;
      along += (g * scale[j] * u) / d;
    }
    for (let j = 0; j < d; j++)
      dX[i * d + j] = (dY[i * d + j] * scale[j] - level - unit[i * d + j] * along) / roots[i];
  }
  return dX;
}

/** Causal attention of all heads over all sequences: what they say (n x d), and a function that finds dQkv. */
function attend(qkv, { d, heads, length, batch }) {
  const size = d / heads;
  const scale = 1 / Math.sqrt(size);
  const wide = 3 * d;
  const out = new Float64Array(batch * length * d);
  const weights = new Float64Array(batch * heads * length * length);
  const dot = (x, a, y, b) => {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += x[a + k] * y[b + k];
    return sum;
  };
  const add = (to, at, factor, x, from) => {
    for (let k = 0; k < size; k++) to[at + k] += factor * x[from + k];
  };
  const each = (call) => {
    for (let s = 0; s < batch; s++) {
      for (let h = 0; h < heads; h++) {
        for (let i = 0; i < length; i++) {
          const at = ((s * heads + h) * length + i) * length;
          const key = (j) => (s * length + j) * wide + d + h * size;
          call(s * length + i, i, h * size, weights.subarray(at, at + i + 1), key);
        }
      }
    }
  };
  each((row, i, column, a, key) => {
    for (let j = 0; j <= i; j++) a[j] = scale * dot(qkv, row * wide + column, qkv, key(j));
    const largest = a.reduce((x, y) => Math.max(x, y));
    for (let j = 0; j <= i; j++) a[j] = Math.exp(a[j] - largest);
    const sum = a.reduce((x, y) => x + y);
    for (let j = 0; j <= i; j++) {
      a[j] /= sum;
      add(out, row * d + column, a[j], qkv, key(j) + d);
    }
  });
  const back = (dOut) => {
    const dQkv = new Float64Array(qkv.length);
    each((row, i, column, a, key) => {
      const from = row * d + column;
      const along = dot(dOut, from, out, from);
      for (let j = 0; j <= i; j++) {
        const dScore = scale * a[j] * (dot(dOut, from, qkv, key(j) + d) - along);
        add(dQkv, row * wide + column, dScore, qkv, key(j));
        add(dQkv, key(j), dScore, qkv, row * wide + column);
        add(dQkv, key(j) + d, a[j], dOut, from);
      }
    });
    return dQkv;
  };
  return { out, back };
}

const root = Math.sqrt(2 / Math.PI);
const gelu = (u) => (u / 2) * (1 + Math.tanh(root * (u + 0.044715 * u ** 3)));
function slope(u) {
  const t = Math.tanh(root * (u + 0.044715 * u ** 3));
  return (1 + t) / 2 + (u / 2) * (1 - t * t) * root * (1 + 3 * 0.044715 * u * u);
}

const sum = (x, y) => x.map((number, i) => number + y[i]);

function block(x, w, g, b, params, n) {
  const first = norm(x, w[`scale1.${b}`], w[`bias1.${b}`], n);
  const heads = attend(affine(first.y, w[`qkv.${b}`], w[`qkvBias.${b}`], n), params);
  const middle = sum(x, affine(heads.out, w[`out.${b}`], w[`outBias.${b}`], n));
  const second = norm(middle, w[`scale2.${b}`], w[`bias2.${b}`], n);
  const up = affine(second.y, w[`up.${b}`], w[`upBias.${b}`], n);
  const hidden = up.map(gelu);
  const y = sum(middle, affine(hidden, w[`down.${b}`], w[`downBias.${b}`], n));
  const back = (dY) => {
    const dHidden = affineBack(hidden, w[`down.${b}`], dY, n, g[`down.${b}`], g[`downBias.${b}`]);
    const dUp = dHidden.map((number, i) => number * slope(up[i]));
    const dSecond = affineBack(second.y, w[`up.${b}`], dUp, n, g[`up.${b}`], g[`upBias.${b}`]);
    const dMiddle = sum(
      dY,
      normBack(second, w[`scale2.${b}`], dSecond, n, g[`scale2.${b}`], g[`bias2.${b}`]),
    );
    const dHeads = affineBack(heads.out, w[`out.${b}`], dMiddle, n, g[`out.${b}`], g[`outBias.${b}`]);
    const dQkv = heads.back(dHeads);
    const dFirst = affineBack(first.y, w[`qkv.${b}`], dQkv, n, g[`qkv.${b}`], g[`qkvBias.${b}`]);
    return sum(dMiddle, normBack(first, w[`scale1.${b}`], dFirst, n, g[`scale1.${b}`], g[`bias1.${b}`]));
  };
  return { y, back };
}

/** The mean loss in nats, and its gradient, flat. */
export function lossAndGradient(params, { weights, tokens }) {
  const { d, blocks, length, batch, vocabulary } = params;
  const n = batch * length;
  const { read, after } = readAndAfter(params, tokens);
  const w = split(params, Float64Array.from(weights));
  const gradient = new Float64Array(sizeOf(params));
  const g = split(params, gradient);
  let x = new Float64Array(n * d);
  for (let i = 0; i < n * d; i++) {
    const row = Math.floor(i / d);
    x[i] = w.tokens[read[row] * d + (i % d)] + w.positions[(row % length) * d + (i % d)];
  }
  const passed = [];
  for (let b = 0; b < blocks; b++) {
    passed.push(block(x, w, g, b, params, n));
    x = passed[b].y;
  }
  const last = norm(x, w.scale, w.bias, n);
  const logits = affine(last.y, w.head, w.headBias, n);
  let loss = 0;
  const dLogits = logits.map((logit) => Math.exp(logit) / n);
  for (let i = 0; i < n; i++) {
    const law = dLogits.subarray(i * vocabulary, (i + 1) * vocabulary);
    const total = law.reduce((a, b) => a + b) * n;
    loss += (Math.log(total) - logits[i * vocabulary + after[i]]) / n;
    for (let j = 0; j < vocabulary; j++) law[j] /= total;
    law[after[i]] -= 1 / n;
  }
  const dLast = affineBack(last.y, w.head, dLogits, n, g.head, g.headBias);
  let dX = normBack(last, w.scale, dLast, n, g.scale, g.bias);
  for (let b = blocks - 1; b >= 0; b--) dX = passed[b].back(dX);
  for (let i = 0; i < n * d; i++) {
    const row = Math.floor(i / d);
    g.tokens[read[row] * d + (i % d)] += dX[i];
    g.positions[(row % length) * d + (i % d)] += dX[i];
  }
  return { loss, gradient };
}
