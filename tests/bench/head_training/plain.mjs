// A head and its gradient in plain JavaScript: attention as in W2, all else by loops.
import { withGradients } from '../attention_backward/plain.mjs';

/** out (n x rows) <- x (n x d) times w^T, w (rows x d). */
function project(x, w, n, d, rows, out) {
  for (let i = 0; i < n; i++) {
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (let a = 0; a < d; a++) sum += x[i * d + a] * w[r * d + a];
      out[i * rows + r] = sum;
    }
  }
}

/** out (rows x d) <- y^T x, y (n x rows), x (n x d). */
function accumulate(y, x, n, d, rows, out) {
  out.fill(0);
  for (let i = 0; i < n; i++) {
    for (let r = 0; r < rows; r++) {
      const factor = y[i * rows + r];
      for (let a = 0; a < d; a++) out[r * d + a] += factor * x[i * d + a];
    }
  }
}

export function open({ n, d_x, d_k, d_v, classes }, { x, labels, w_q, w_k, w_v, w_o, b }) {
  const compute = withGradients(n, d_k, d_v, true);
  const rows = (width) => new Float64Array(n * width);
  const [q, k, dQ, dK] = [0, 1, 2, 3].map(() => rows(d_k));
  const [v, o, dOutput, dV] = [0, 1, 2, 3].map(() => rows(d_v));
  const error = rows(classes);
  const weights = [d_k * d_x, d_k * d_x, d_v * d_x, classes * d_v, classes];
  const gradients = weights.map((size) => new Float64Array(size));
  let loss = 0;

  function answered(first) {
    for (let i = first; i < Math.min(n, first + 4); i++) {
      const at = i * classes;
      let largest = Number.NEGATIVE_INFINITY;
      for (let c = 0; c < classes; c++) {
        let logit = b[c];
        for (let a = 0; a < d_v; a++) logit += w_o[c * d_v + a] * o[i * d_v + a];
        error[at + c] = logit;
        if (logit > largest) largest = logit;
      }
      const told = error[at + labels[i]] - largest;
      let sum = 0;
      for (let c = 0; c < classes; c++) {
        error[at + c] = Math.exp(error[at + c] - largest);
        sum += error[at + c];
      }
      loss += Math.log(sum) - told;
      for (let c = 0; c < classes; c++) error[at + c] /= sum;
      error[at + labels[i]] -= 1;
      for (let a = 0; a < d_v; a++) {
        let u = 0;
        for (let c = 0; c < classes; c++) u += w_o[c * d_v + a] * error[at + c];
        dOutput[i * d_v + a] = u;
      }
    }
  }

  return {
    run() {
      loss = 0;
      project(x, w_q, n, d_x, d_k, q);
      project(x, w_k, n, d_x, d_k, k);
      project(x, w_v, n, d_x, d_v, v);
      compute({ q, k, v, dOutput }, { o, dQ, dK, dV }, answered);
      accumulate(dQ, x, n, d_x, d_k, gradients[0]);
      accumulate(dK, x, n, d_x, d_k, gradients[1]);
      accumulate(dV, x, n, d_x, d_v, gradients[2]);
      accumulate(error, o, n, d_v, classes, gradients[3]);
      gradients[4].fill(0);
      for (let i = 0; i < n; i++) {
        for (let c = 0; c < classes; c++) gradients[4][c] += error[i * classes + c];
      }
    },
    output: () => Float32Array.from([loss, ...gradients.flatMap((g) => [...g])]),
  };
}
