// A step of the language model in plain JavaScript: tiles of products as in W1, numbers of four rows beside each other from the embeddings to
// the logits, and some sequences at a time, about 256 rows, whose numbers stay in a cache. What a product is added to is read by its
// tile. GELU takes its exponential from the table of W1: with
// Math.exp the whole step took 1.02 times as long. Tiles of 3 by 4 were a twelfth faster by themselves, all other shapes slower.
import { groups, multiply, negativeExp, unit, weigh } from '../attention/tiles.mjs';
import { adamW, epsilon, readAndAfter, sizeOf, split } from './model.mjs';
import { add, addRow, groupWeights, norm, normBack, rowSums, turn } from './rows.mjs';

const four = (n) => 4 * groups(n);
const root = 2 * Math.sqrt(2 / Math.PI);

/** y (n x e) <- or, with `add`, += x (n x d) w; both in groups of rows, w in groups of columns. */
function product(call, x, n, d, w, e, y) {
  for (let i = 0; i < n; i += 4) {
    for (let j = 0; j < e; j += 4) call(x, i * d, w, j * d, d, y, i * e + 4 * j);
  }
}

/** hidden <- GELU of u, whose slope replaces it. */
function gelu(u, hidden) {
  for (let i = 0; i < u.length; i++) {
    const x = u[i];
    const square = x * x;
    const p = root * x * (1 + 0.044715 * square);
    const e = negativeExp(p < 0 ? -p : p);
    const inverse = 1 / (1 + e);
    const share = p < 0 ? e * inverse : inverse;
    hidden[i] = x * share;
    u[i] = share + x * e * inverse * inverse * root * (1 + 0.134145 * square);
  }
}

export function open(params, { weights, tokens }) {
  const { d, heads, blocks, length, batch, vocabulary } = params;
  const size = d / heads;
  const scale = 1 / Math.sqrt(size);
  // Sequences and laws fill whole groups.
  const [padded, wide, v] = [four(length), 3 * d, four(vocabulary)];
  const together = Math.max(1, Math.floor(256 / padded));
  const n = together * padded;
  const { read, after } = readAndAfter(params, tokens);
  const floats = () => new Float64Array(n * d);
  const [dX, dNorm, x, last] = [floats(), floats(), floats(), floats()];
  const [dWide, dWideTurned, turned, dTurned] = [0, 0, 0, 0].map(() => new Float64Array(n * 4 * d));
  const logits = new Float64Array(n * v);
  const logitsTurned = new Float64Array(n * v);
  const lastMoments = new Float64Array(2 * n);
  const square = () => new Float64Array(padded * padded);
  const [dScores, other] = [square(), square()];
  const [keyColumns, queryColumns, columns] = [0, 0, 0].map(() => new Float64Array(size * padded));
  const mass = new Float64Array(4);
  const layers = Array.from({ length: blocks }, () => ({
    ...Object.fromEntries(['x', 'norm1', 'mixed', 'middle', 'norm2'].map((name) => [name, floats()])),
    qkv: new Float64Array(n * wide),
    weights: Array.from({ length: together * heads }, square),
    slope: new Float64Array(n * 4 * d),
    hidden: new Float64Array(n * 4 * d),
    moments1: new Float64Array(2 * n),
    moments2: new Float64Array(2 * n),
  }));
  const out = new Float32Array(1 + 2 * sizeOf(params));
  const gradient = out.subarray(1, 1 + sizeOf(params));
  const w = split(params, weights);
  // Weights as products read them, forwards and backwards, and what their gradients are added up in.
  const packs = {};
  const sums = {};
  const matrices = [
    ...Array.from({ length: blocks }, (_, b) => [
      [`qkv.${b}`, d, wide, wide],
      [`out.${b}`, d, d, d],
      [`up.${b}`, d, 4 * d, 4 * d],
      [`down.${b}`, 4 * d, d, d],
    ]).flat(),
    ['head', d, vocabulary, v],
  ];
  for (const [name, rows, , padded] of matrices) {
    packs[name] = { columns: new Float64Array(rows * padded), rows: new Float64Array(rows * padded) };
  }
  const headBias = new Float64Array(v);
  const dHeadBias = new Float64Array(v);
  for (const [name, rows, , columns] of matrices) sums[name] = new Float64Array(rows * columns);
  const vectors = {};
  for (const [name, part] of Object.entries(w)) {
    if (packs[name]) continue;
    vectors[name] = { now: Float64Array.from(part), sum: new Float64Array(part.length) };
  }
  vectors.headBias = { now: headBias, sum: dHeadBias };
  const mean = new Float64Array(weights.length);
  const squares = new Float64Array(weights.length);
  let updates = 0;

  function attend(layer, s, h) {
    const a = layer.weights[s * heads + h];
    const { qkv } = layer;
    const first = s * padded * wide + 4 * h * size;
    turn(qkv, first + 8 * d, wide, padded, size, 1, columns);
    for (let i = 0; i < padded; i += 4) {
      for (let j = 0; j <= i; j += 4) {
        multiply(qkv, first + i * wide, qkv, first + j * wide + 4 * d, size, a, i * padded + 4 * j);
      }
      weigh(a, i * padded, i + 4, i + 1, mass);
      for (let j = i * padded; j < i * padded + 4 * (i + 4); j += 4) {
        for (let r = 0; r < 4; r++) a[j + r] /= mass[r];
      }
      for (let c = 0; c < size; c += 4) {
        const to = (s * padded + i) * d + 4 * (h * size + c);
        multiply(a, i * padded, columns, c * padded, i + 4, layer.mixed, to);
      }
    }
  }

  /** dQkv, in dWide, from what `mixed` gets, in dNorm. */
  function attendBack(layer, s, h) {
    const a = layer.weights[s * heads + h];
    const { qkv } = layer;
    const first = s * padded * wide + 4 * h * size;
    const from = s * padded * d + 4 * h * size;
    turn(qkv, first + 4 * d, wide, padded, size, scale, keyColumns);
    // Queries have been multiplied with the unit of scores.
    turn(qkv, first, wide, padded, size, 1 / unit, queryColumns);
    turn(dNorm, from, d, padded, size, 1, columns);
    for (let i = 0; i < padded; i += 4) {
      for (let j = 0; j <= i; j += 4) {
        multiply(dNorm, from + i * d, qkv, first + j * wide + 8 * d, size, dScores, i * padded + 4 * j);
      }
      const end = i * padded + 4 * (i + 4);
      for (let r = 0; r < 4; r++) {
        let along = 0;
        for (let j = i * padded + r; j < end; j += 4) along += a[j] * dScores[j];
        for (let j = i * padded + r; j < end; j += 4) dScores[j] = a[j] * (dScores[j] - along);
      }
      for (let c = 0; c < size; c += 4) {
        multiply(dScores, i * padded, keyColumns, c * padded, i + 4, dWide, first + i * wide + 4 * c);
      }
    }
    for (const [square, b, place] of [
      [dScores, queryColumns, 4 * d],
      [a, columns, 8 * d],
    ]) {
      turn(square, 0, padded, padded, padded, 1, other, true);
      for (let j = 0; j < padded; j += 4) {
        for (let c = 0; c < size; c += 4) {
          const to = first + j * wide + place + 4 * c;
          multiply(other, j * padded + 4 * j, b, c * padded + 4 * j, padded - j, dWide, to);
        }
      }
    }
  }

  function forward(layer, b, next) {
    const now = (name) => vectors[`${name}.${b}`].now;
    const pack = (name) => packs[`${name}.${b}`].columns;
    norm(layer.x, now('scale1'), now('bias1'), n, epsilon, layer.norm1, layer.moments1);
    addRow(now('qkvBias'), n, undefined, layer.qkv);
    product(add, layer.norm1, n, d, pack('qkv'), wide, layer.qkv);
    for (let s = 0; s < together; s++) for (let h = 0; h < heads; h++) attend(layer, s, h);
    addRow(now('outBias'), n, layer.x, layer.middle);
    product(add, layer.mixed, n, d, pack('out'), d, layer.middle);
    norm(layer.middle, now('scale2'), now('bias2'), n, epsilon, layer.norm2, layer.moments2);
    addRow(now('upBias'), n, undefined, layer.slope);
    product(add, layer.norm2, n, d, pack('up'), 4 * d, layer.slope);
    gelu(layer.slope, layer.hidden);
    addRow(now('downBias'), n, layer.middle, next);
    product(add, layer.hidden, n, 4 * d, pack('down'), d, next);
  }

  /** The gradient of w += x^T dY, of the bias += dY. */
  function weightsBack(name, bias, x, columns, dY, e, dYTurned) {
    turn(x, 0, columns, n, columns, 1, turned);
    turn(dY, 0, e, n, e, 1, dYTurned);
    product(add, turned, columns, n, dYTurned, e, sums[name]);
    rowSums(dYTurned, n, e, vectors[bias].sum);
  }

  function backward(layer, b) {
    const at = (name) => vectors[`${name}.${b}`];
    const pack = (name) => packs[`${name}.${b}`].rows;
    weightsBack(`down.${b}`, `downBias.${b}`, layer.hidden, 4 * d, dX, d, dTurned);
    product(multiply, dX, n, d, pack('down'), 4 * d, dWide);
    for (let i = 0; i < dWide.length; i++) dWide[i] *= layer.slope[i];
    weightsBack(`up.${b}`, `upBias.${b}`, layer.norm2, d, dWide, 4 * d, dWideTurned);
    product(multiply, dWide, n, 4 * d, pack('up'), d, dNorm);
    normBack(layer.middle, layer.moments2, at('scale2'), at('bias2').sum, dNorm, n, true, dX);
    weightsBack(`out.${b}`, `outBias.${b}`, layer.mixed, d, dX, d, dTurned);
    product(multiply, dX, n, d, pack('out'), d, dNorm);
    for (let s = 0; s < together; s++) for (let h = 0; h < heads; h++) attendBack(layer, s, h);
    weightsBack(`qkv.${b}`, `qkvBias.${b}`, layer.norm1, d, dWide, wide, dWideTurned);
    product(multiply, dWide, n, wide, packs[`qkv.${b}`].rows, d, dNorm);
    normBack(layer.x, layer.moments1, at('scale1'), at('bias1').sum, dNorm, n, true, dX);
  }

  /** Numbers of row r of what is in groups of rows: at + 4 j. */
  const rowAt = (r, columns) => (r >> 2) * 4 * columns + (r & 3);

  function embed(first, count) {
    const { tokens, positions } = vectors;
    layers[0].x.fill(0);
    for (let s = 0; s < count; s++) {
      for (let t = 0; t < length; t++) {
        const from = read[(first + s) * length + t] * d;
        let to = rowAt(s * padded + t, d);
        for (let j = 0; j < d; j++, to += 4)
          layers[0].x[to] = tokens.now[from + j] + positions.now[t * d + j];
      }
    }
  }

  function embedBack(first, count) {
    const { tokens, positions } = vectors;
    for (let s = 0; s < count; s++) {
      for (let t = 0; t < length; t++) {
        const to = read[(first + s) * length + t] * d;
        let from = rowAt(s * padded + t, d);
        for (let j = 0; j < d; j++, from += 4) {
          tokens.sum[to + j] += dX[from];
          positions.sum[t * d + j] += dX[from];
        }
      }
    }
  }

  /** The losses of all rows; logits become their gradient. */
  function law(first, count) {
    const share = 1 / (batch * length);
    let loss = 0;
    for (let r = 0; r < n; r++) {
      const [s, t] = [Math.floor(r / padded), r % padded];
      const at = rowAt(r, v);
      const end = at + 4 * vocabulary;
      if (s >= count || t >= length) {
        for (let j = at; j < at + 4 * v; j += 4) logits[j] = 0;
        continue;
      }
      const target = at + 4 * after[(first + s) * length + t];
      const right = logits[target];
      let most = Number.NEGATIVE_INFINITY;
      for (let j = at; j < end; j += 4) most = logits[j] > most ? logits[j] : most;
      let total = 0;
      for (let j = at; j < end; j += 4) total += logits[j] = negativeExp(most - logits[j]);
      loss += Math.log(total) + most - right;
      for (let j = at; j < end; j += 4) logits[j] *= share / total;
      logits[target] -= share;
    }
    return loss * share;
  }

  function chunk(first) {
    const count = Math.min(together, batch - first);
    embed(first, count);
    for (let b = 0; b < blocks; b++) forward(layers[b], b, b + 1 < blocks ? layers[b + 1].x : x);
    const { scale: lastScale, bias: lastBias } = vectors;
    norm(x, lastScale.now, lastBias.now, n, epsilon, last, lastMoments);
    addRow(headBias, n, undefined, logits);
    product(add, last, n, d, packs.head.columns, v, logits);
    const loss = law(first, count);
    weightsBack('head', 'headBias', last, d, logits, v, logitsTurned);
    product(multiply, logits, n, v, packs.head.rows, d, dNorm);
    normBack(x, lastMoments, lastScale, lastBias.sum, dNorm, n, false, dX);
    for (let b = blocks - 1; b >= 0; b--) backward(layers[b], b);
    embedBack(first, count);
    return loss;
  }

  /** Queries come out in units of scores. */
  function pack() {
    for (const [name, rows, columns, padded] of matrices) {
      const queries = name.startsWith('qkv') ? d : 0;
      groupWeights(w[name], rows, columns, padded, queries, unit * scale, packs[name]);
    }
    for (let b = 0; b < blocks; b++) {
      const bias = vectors[`qkvBias.${b}`].now;
      for (let j = 0; j < wide; j++) bias[j] = w[`qkvBias.${b}`][j] * (j < d ? unit * scale : 1);
    }
    headBias.set(w.headBias);
    for (const { sum } of Object.values(vectors)) sum.fill(0);
    for (const sum of Object.values(sums)) sum.fill(0);
  }

  function collect() {
    const to = split(params, gradient);
    for (const [name, rows, columns, padded] of matrices) {
      for (let i = 0; i < rows; i++) {
        let from = rowAt(i, padded);
        for (let j = 0; j < columns; j++, from += 4) to[name][i * columns + j] = sums[name][from];
      }
    }
    for (const [name, { sum }] of Object.entries(vectors)) to[name].set(sum.subarray(0, to[name].length));
  }

  function update() {
    updates++;
    const { rate, first, second, epsilon: least, decay } = adamW;
    const step = rate / (1 - first ** updates);
    const factor = 1 / Math.sqrt(1 - second ** updates);
    const to = out.subarray(1 + weights.length);
    for (let i = 0; i < weights.length; i++) {
      const g = gradient[i];
      const m = first * mean[i] + (1 - first) * g;
      const q = second * squares[i] + (1 - second) * g * g;
      mean[i] = m;
      squares[i] = q;
      to[i] = weights[i] * (1 - rate * decay) - (step * m) / (factor * Math.sqrt(q) + least);
    }
  }

  return {
    run() {
      pack();
      out[0] = 0;
      let loss = 0;
      for (let s = 0; s < batch; s += together) loss += chunk(s);
      collect();
      update();
      out[0] = loss;
    },
    output: () => out,
  };
}
