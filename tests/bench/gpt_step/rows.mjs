// What the plain language model does with rows and with groups of four of them, beside its products: number k of all four, then number k + 1.
const four = [0, 1, 2, 3];

/** As `multiply` of tiles.mjs, but the products are added to what is there. */
export const add = new Function(
  'a',
  'at',
  'b',
  'bt',
  'depth',
  'out',
  'o',
  `${four.map((r) => `let ${four.map((c) => `s${r}${c} = out[o + ${4 * c + r}]`).join(', ')};`).join('\n')}
  for (let k = 0; k < depth; k++, at += 4, bt += 4) {
    const ${four.map((c) => `b${c} = b[bt + ${c}]`).join(', ')};
    ${four.map((r) => `const a${r} = a[at + ${r}]; ${four.map((c) => `s${r}${c} += a${r} * b${c};`).join(' ')}`).join('\n')}
  }
  ${four.map((c) => four.map((r) => `out[o + ${4 * c + r}] = s${r}${c};`).join(' ')).join('\n')}`,
);

/**
 * out <- groups of columns of the first n rows and m columns of what is in groups of rows, which begins at `at`, with `columns` in a row; those
 * above the diagonal are left out where `lower`.
 */
export function turn(x, at, columns, n, m, factor, out, lower = false) {
  for (let i = 0; i < n; i += 4) {
    const end = lower ? i + 4 : m;
    for (let k = 0; k < end; k += 4) {
      const from = at + i * columns + 4 * k;
      const to = k * n + 4 * i;
      for (let r = 0; r < 4; r++) {
        out[to + 4 * r] = x[from + r] * factor;
        out[to + 4 * r + 1] = x[from + r + 4] * factor;
        out[to + 4 * r + 2] = x[from + r + 8] * factor;
        out[to + 4 * r + 3] = x[from + r + 12] * factor;
      }
    }
  }
}

/** Weights (rows x columns), the first `queries` columns forwards times factor, as products with rows and, for the way back, with columns read them. */
export function groupWeights(w, rows, columns, padded, queries, factor, pack) {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const number = w[i * columns + j];
      pack.columns[(j >> 2) * 4 * rows + 4 * i + (j & 3)] = j < queries ? number * factor : number;
      pack.rows[(i >> 2) * 4 * padded + 4 * j + (i & 3)] = number;
    }
  }
}

/** y (n rows in groups) <- the bias in each, plus x. */
export function addRow(bias, n, x, y) {
  const d = bias.length;
  for (let i = 0; i < n; i += 4) {
    for (let j = 0, at = i * d; j < d; j++, at += 4) {
      const b = bias[j];
      if (x) {
        y[at] = x[at] + b;
        y[at + 1] = x[at + 1] + b;
        y[at + 2] = x[at + 2] + b;
        y[at + 3] = x[at + 3] + b;
      } else {
        y[at] = b;
        y[at + 1] = b;
        y[at + 2] = b;
        y[at + 3] = b;
      }
    }
  }
}

/** sums += the rows of what is in groups of columns. */
export function rowSums(x, n, e, sums) {
  for (let j = 0; j < e; j += 4) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = j * n; at < (j + 4) * n; at += 4) {
      a += x[at];
      b += x[at + 1];
      c += x[at + 2];
      d += x[at + 3];
    }
    sums[j] += a;
    sums[j + 1] += b;
    sums[j + 2] += c;
    sums[j + 3] += d;
  }
}

/** The layer norm of n rows; moments get mean and inverse deviation of each. */
export function norm(x, scale, bias, n, epsilon, y, moments) {
  const d = scale.length;
  for (let r = 0; r < n; r++) {
    const first = (r >> 2) * 4 * d + (r & 3);
    const end = first + 4 * d;
    let mean = 0;
    for (let at = first; at < end; at += 4) mean += x[at];
    mean /= d;
    let spread = 0;
    for (let at = first; at < end; at += 4) spread += (x[at] - mean) * (x[at] - mean);
    const inverse = 1 / Math.sqrt(spread / d + epsilon);
    for (let j = 0, at = first; j < d; j++, at += 4) y[at] = scale[j] * ((x[at] - mean) * inverse) + bias[j];
    moments[2 * r] = mean;
    moments[2 * r + 1] = inverse;
  }
}

/** dX <- or, where `more`, += the gradient of x from dY; scale.sum and dBias get theirs. */
export function normBack(x, moments, scale, dBias, dY, n, more, dX) {
  const { now, sum } = scale;
  const d = now.length;
  for (let r = 0; r < n; r++) {
    const mean = moments[2 * r];
    const inverse = moments[2 * r + 1];
    const first = (r >> 2) * 4 * d + (r & 3);
    let level = 0;
    let along = 0;
    for (let j = 0, at = first; j < d; j++, at += 4) {
      const u = (x[at] - mean) * inverse;
      const g = dY[at];
      sum[j] += g * u;
      dBias[j] += g;
      level += g * now[j];
      along += g * now[j] * u;
    }
    level /= d;
    along /= d;
    for (let j = 0, at = first; j < d; j++, at += 4) {
      const g = inverse * (dY[at] * now[j] - level - (x[at] - mean) * inverse * along);
      dX[at] = more ? dX[at] + g : g;
    }
  }
}
