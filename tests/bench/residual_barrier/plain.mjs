// The barrier and its gradients in plain JavaScript, of tiles of products as in W1, a token after the other. Elimination takes four
// pivots at once; one at a time took twice as long. To bring covariances of all tokens together into one product has not been tried.
import { grouped, groupRows, groups, multiply } from '../attention/tiles.mjs';

/** a (d x d), row after row, becomes its inverse, with exchanges of rows; returns log |det|. d is a multiple of four. */
function invert(a, d, exchanged, pivots) {
  let log = 0;
  const [r0, r1, r2, r3] = [0, 1, 2, 3].map((k) => pivots.subarray(k * d, (k + 1) * d));
  for (let k = 0; k < d; k += 4) {
    for (let p = k; p < k + 4; p++) {
      let best = p;
      let most = Math.abs(a[p * d + p]);
      for (let i = p + 1; i < d; i++) {
        const size = Math.abs(a[i * d + p]);
        if (size > most) {
          most = size;
          best = i;
        }
      }
      exchanged[p] = best;
      if (best !== p) {
        for (let j = 0; j < d; j++) {
          const kept = a[p * d + j];
          a[p * d + j] = a[best * d + j];
          a[best * d + j] = kept;
        }
      }
      log += Math.log(most);
      const inverse = 1 / a[p * d + p];
      // The four columns alone.
      for (let j = k; j < k + 4; j++) a[p * d + j] = j === p ? inverse : a[p * d + j] * inverse;
      for (let i = 0; i < d; i++) {
        if (i === p) continue;
        const factor = a[i * d + p];
        a[i * d + p] = 0;
        for (let j = k; j < k + 4; j++) a[i * d + j] -= factor * a[p * d + j];
      }
    }
    for (let j = 0; j < d; j++) {
      const own = j >= k && j < k + 4;
      for (let c = 0; c < 4; c++) {
        pivots[c * d + j] = own ? 0 : a[(k + c) * d + j];
        if (!own) a[(k + c) * d + j] = 0;
      }
    }
    for (let i = 0; i < d; i++) {
      const at = i * d;
      const [f0, f1, f2, f3] = [a[at + k], a[at + k + 1], a[at + k + 2], a[at + k + 3]];
      for (let j = 0; j < d; j++) a[at + j] += f0 * r0[j] + f1 * r1[j] + f2 * r2[j] + f3 * r3[j];
    }
  }
  for (let p = d - 1; p >= 0; p--) {
    const other = exchanged[p];
    if (other === p) continue;
    for (let i = 0; i < d; i++) {
      const kept = a[i * d + p];
      a[i * d + p] = a[i * d + other];
      a[i * d + other] = kept;
    }
  }
  return log;
}

export function open({ n, d, gradient }, { x, w }) {
  const width = groups(d) * 4;
  const square = () => new Float64Array(width * width);
  const [asking, wRows, wColumns, covariance, matrix, matrixRows, product, both] = Array.from(
    { length: 8 },
    square,
  );
  const tokens = new Float64Array(n * width);
  const [queries, z, y, dQueries, zRows] = [0, 1, 2, 3, 4].map(() => new Float64Array(groups(n) * 4 * width));
  const [zColumns, weighted] = [0, 1].map(() => grouped(width, n));
  const [alpha, dAlpha] = [0, 1].map(() => new Float64Array(n));
  const mean = new Float64Array(width);
  const exchanged = new Int32Array(width);
  const pivots = new Float64Array(4 * width);
  const dX = new Float64Array(n * width);
  const dW = square();
  const sixteen = new Float64Array(16);
  const out = new Float32Array(1 + (gradient ? n * d + d * d : 0));

  /** out (width x width), row after row <- groups of rows times groups of columns; added with `sum`. */
  function multiplyAll(a, b, to, sum) {
    for (let i = 0; i < width; i += 4) {
      for (let j = 0; j < width; j += 4) {
        multiply(a, i * width, b, j * width, width, sixteen, 0);
        for (let r = 0; r < 4; r++) {
          const at = (i + r) * width + j;
          for (let c = 0; c < 4; c++) to[at + c] = sixteen[4 * c + r] + (sum ? to[at + c] : 0);
        }
      }
    }
  }

  function attend(t) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let s = 0; s < t; s++) {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += queries[t * width + j] * tokens[s * width + j];
      alpha[s] = sum;
      if (sum > largest) largest = sum;
    }
    let total = 0;
    for (let s = 0; s < t; s++) {
      alpha[s] = Math.exp(alpha[s] - largest);
      total += alpha[s];
    }
    mean.fill(0);
    for (let s = 0; s < t; s++) {
      alpha[s] /= total;
      for (let j = 0; j < width; j++) mean[j] += alpha[s] * tokens[s * width + j];
    }
    for (let s = 0; s < t; s++) {
      const factor = alpha[s];
      for (let j = 0; j < width; j++) {
        const distance = tokens[s * width + j] - mean[j];
        const at = (j >> 2) * 4 * n + s * 4 + (j & 3);
        z[s * width + j] = distance;
        zColumns[at] = distance;
        weighted[at] = factor * distance;
      }
    }
  }

  /** The covariance in groups of rows, which are its groups of columns too; one half is computed. */
  function covary(t) {
    for (let i = 0; i < width; i += 4) {
      for (let j = 0; j <= i; j += 4) {
        multiply(weighted, i * n, zColumns, j * n, t, covariance, i * width + 4 * j);
        if (j === i) continue;
        for (let r = 0; r < 4; r++) {
          for (let c = 0; c < 4; c++) {
            covariance[j * width + 4 * (i + r) + c] = covariance[i * width + 4 * (j + c) + r];
          }
        }
      }
    }
  }

  function differentiate(t) {
    groupRows(matrix, width, width, 1, matrixRows);
    multiplyAll(matrixRows, covariance, dW, true);
    for (let k = 0; k < width; k++) {
      for (let j = 0; j < width; j++)
        matrixRows[(j >> 2) * 4 * width + k * 4 + (j & 3)] = matrix[k * width + j];
    }
    multiplyAll(wColumns, matrixRows, product, false);
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) {
        both[(i >> 2) * 4 * width + j * 4 + (i & 3)] = product[i * width + j] + product[j * width + i];
      }
    }
    groupRows(z, t, width, 1, zRows);
    for (let i = 0; i < t; i += 4) {
      for (let j = 0; j < width; j += 4)
        multiply(zRows, i * width, both, j * width, width, y, i * width + 4 * j);
    }
    let mass = 0;
    for (let s = 0; s < t; s++) {
      const from = (s >> 2) * 4 * width + (s & 3);
      let sum = 0;
      for (let j = 0; j < width; j++) sum += z[s * width + j] * y[from + 4 * j];
      dAlpha[s] = sum / 2;
      mass += alpha[s] * dAlpha[s];
    }
    const asked = t * width;
    for (let j = 0; j < width; j++) dQueries[asked + j] = 0;
    for (let s = 0; s < t; s++) {
      const from = (s >> 2) * 4 * width + (s & 3);
      const a = alpha[s];
      const dLogit = a * (dAlpha[s] - mass);
      for (let j = 0; j < width; j++) {
        dX[s * width + j] += a * y[from + 4 * j] + dLogit * queries[asked + j];
        dQueries[asked + j] += dLogit * z[s * width + j];
      }
    }
  }

  function run() {
    let barrier = 0;
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) asking[i * width + j] = w[i * d + j];
    for (let t = 0; t < n; t++) for (let j = 0; j < d; j++) tokens[t * width + j] = x[t * d + j];
    groupRows(asking, width, width, 1, wRows);
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++)
        wColumns[(j >> 2) * 4 * width + i * 4 + (j & 3)] = asking[i * width + j];
    }
    queries.fill(0);
    for (let t = 0; t < n; t++) {
      for (let i = 0; i < width; i++) {
        const factor = tokens[t * width + i];
        for (let j = 0; j < width; j++) queries[t * width + j] += factor * asking[i * width + j];
      }
    }
    dX.fill(0);
    dW.fill(0);
    for (let t = 1; t < n; t++) {
      attend(t);
      covary(t);
      multiplyAll(covariance, wRows, matrix, false);
      for (let k = 0; k < width * width; k++) matrix[k] = (k % (width + 1) === 0 ? 1 : 0) - matrix[k];
      barrier -= invert(matrix, width, exchanged, pivots);
      if (gradient) differentiate(t);
    }
    out[0] = barrier;
    if (!gradient) return;
    for (let t = 0; t < n; t++) {
      for (let i = 0; i < d; i++) {
        const factor = tokens[t * width + i];
        let sum = dX[t * width + i];
        for (let j = 0; j < d; j++) {
          sum += asking[i * width + j] * dQueries[t * width + j];
          dW[i * width + j] += factor * dQueries[t * width + j];
        }
        out[1 + t * d + i] = sum;
      }
    }
    for (let i = 0; i < d; i++) for (let j = 0; j < d; j++) out[1 + n * d + i * d + j] = dW[i * width + j];
  }
  return { run, output: () => out };
}
