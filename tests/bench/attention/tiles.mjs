// Products of matrices in plain JavaScript, as fast as we could make them: tiles of four by four, whose sums stay in registers as
// long as engines let them; numbers in the order in which they are read. Doubles, because V8 converts every float that it reads.
// Other shapes of tiles have not been tried.
//
// A matrix is kept in groups of four rows (or columns): number k of all four, then number k + 1.

const four = [0, 1, 2, 3];

/** The groups that n rows or columns make. */
export const groups = (n) => Math.ceil(n / 4);

export const grouped = (n, length) => new Float64Array(groups(n) * 4 * length);

/** out <- groups of rows of x (n x m) times factor. */
export function groupRows(x, n, m, factor, out) {
  for (let i = 0; i < n; i++) {
    let at = (i >> 2) * 4 * m + (i & 3);
    for (let k = 0; k < m; k++, at += 4) out[at] = x[i * m + k] * factor;
  }
}

/** out <- groups of columns of x (n x m). */
export function groupColumns(x, n, m, out) {
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < m; k++) out[(k >> 2) * 4 * n + i * 4 + (k & 3)] = x[i * m + k];
  }
}

/** out <- groups of columns of what is in groups of rows (n x m), both multiples of four. */
export function regroup(x, n, m, out) {
  for (let i = 0; i < n; i += 4) {
    for (let k = 0; k < m; k++) {
      const from = i * m + k * 4;
      const to = (k >> 2) * 4 * n + i * 4 + (k & 3);
      out[to] = x[from];
      out[to + 4] = x[from + 1];
      out[to + 8] = x[from + 2];
      out[to + 12] = x[from + 3];
    }
  }
}

/**
 * (a, at, b, bt, depth, out, o): sixteen sums over depth of products of a group of a that begins at `at` with one of b. They go to
 * out[o + 4 column + row], which is again a group of rows.
 */
export const multiply = new Function(
  'a',
  'at',
  'b',
  'bt',
  'depth',
  'out',
  'o',
  `${four.map((r) => `let ${four.map((c) => `s${r}${c} = 0`).join(', ')};`).join('\n')}
  for (let k = 0; k < depth; k++, at += 4, bt += 4) {
    const ${four.map((c) => `b${c} = b[bt + ${c}]`).join(', ')};
    ${four.map((r) => `const a${r} = a[at + ${r}]; ${four.map((c) => `s${r}${c} += a${r} * b${c};`).join(' ')}`).join('\n')}
  }
  ${four.map((c) => four.map((r) => `out[o + ${4 * c + r}] = s${r}${c};`).join(' ')).join('\n')}`,
);

/** Rows i to i + 3 of out (n x m) <- those of what is in groups of rows, times a factor for each. */
export function ungroup(x, from, i, n, m, factors, out) {
  for (let r = 0; r < Math.min(4, n - i); r++) {
    const factor = factors[r];
    for (let k = 0; k < m; k++) out[(i + r) * m + k] = x[from + 4 * k + r] * factor;
  }
}

// ---- Exponentials -------------------------------------------------------------------------------------------------------

// Pieces of a table of e^(-h k): h is ln 2 / 16, so that a parabola has a relative error of 4e-7 between k and k + 1.
const h = Math.LN2 / 16;
const reach = Math.ceil(87 / h);
const table = Float64Array.from({ length: reach + 1 }, (_, k) => Math.exp(-h * k));
const [c0, c1, c2] = parabola((t) => Math.exp(-h * t));

/** What scores are to be multiplied with. */
export const unit = 1 / h;

/** e^-x for x >= 0. */
export function negativeExp(x) {
  let t = x * unit;
  if (t > reach) t = reach;
  const k = t | 0;
  const rest = t - k;
  return table[k] * (c0 + rest * (c1 + rest * c2));
}

function parabola(f) {
  const x = [0.5 - Math.sqrt(3) / 4, 0.5, 0.5 + Math.sqrt(3) / 4];
  const [a, b, c] = x.map(f);
  const left = (b - a) / (x[1] - x[0]);
  const right = (c - b) / (x[2] - x[1]);
  const bend = (right - left) / (x[2] - x[0]);
  return [a - left * x[0] + bend * x[0] * x[1], left - bend * (x[0] + x[1]), bend];
}

/**
 * Scores of four rows, in units of `unit`, become weights without their normaliser; the sums of the four. Row r has the keys
 * before first + r, if that is less than `keys`; the others get nothing.
 */
export function weigh(x, from, keys, first, sums) {
  for (let r = 0; r < 4; r++) {
    const count = Math.min(keys, first + r);
    const end = from + 4 * count;
    let largest = Number.NEGATIVE_INFINITY;
    for (let at = from + r; at < end; at += 4) largest = x[at] > largest ? x[at] : largest;
    let sum = 0;
    for (let at = from + r; at < end; at += 4) {
      let t = largest - x[at];
      if (t > reach) t = reach;
      const k = t | 0;
      const rest = t - k;
      const e = table[k] * (c0 + rest * (c1 + rest * c2));
      x[at] = e;
      sum += e;
    }
    for (let at = end + r; at < from + 4 * keys; at += 4) x[at] = 0;
    sums[r] = sum;
  }
}
