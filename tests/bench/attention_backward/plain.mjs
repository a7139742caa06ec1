// Attention and its gradients in plain JavaScript, of tiles of products as in W1. All weights are kept; to make
// them again has not been tried.
import {
  groupColumns,
  grouped,
  groupRows,
  groups,
  multiply,
  regroup,
  ungroup,
  unit,
  weigh,
} from '../attention/tiles.mjs';

const one = [1, 1, 1, 1];

export function open({ n, d, causal }, { q, k, v, d_output }) {
  const scale = 1 / Math.sqrt(d);
  const padded = groups(n) * 4;
  const rows = () => grouped(n, d);
  const [queries, keys, valueRows, dOutputRows] = [rows(), rows(), rows(), rows()];
  const columns = () => grouped(d, n);
  const [queryColumns, keyColumns, values, dOutputColumns] = [columns(), columns(), columns(), columns()];
  const all = () => new Float64Array(padded * padded);
  const [weights, dScores, weightColumns, dScoreColumns] = [all(), all(), all(), all()];
  const sums = grouped(4, groups(d) * 4);
  const mass = new Float64Array(4);
  const out = new Float32Array(4 * n * d);
  const [o, dQ, dK, dV] = [0, 1, 2, 3].map((i) => out.subarray(i * n * d, (i + 1) * n * d));

  function forward(i, count) {
    const at = i * padded;
    for (let j = 0; j < count; j += 4) multiply(queries, i * d, keys, j * d, d, weights, at + 4 * j);
    weigh(weights, at, count, causal ? i + 1 : n, mass);
    for (let j = 0; j < count; j++) {
      for (let r = 0; r < 4; r++) weights[at + 4 * j + r] /= mass[r];
    }
    for (let b = 0; b < d; b += 4) multiply(weights, at, values, b * n, count, sums, 4 * b);
    ungroup(sums, 0, i, n, d, one, o);
  }

  function backward(i, count) {
    const at = i * padded;
    for (let j = 0; j < count; j += 4) multiply(dOutputRows, i * d, valueRows, j * d, d, dScores, at + 4 * j);
    for (let r = 0; r < 4; r++) {
      let mean = 0;
      for (let j = 0; j < count; j++) mean += weights[at + 4 * j + r] * dScores[at + 4 * j + r];
      for (let j = 0; j < count; j++) {
        dScores[at + 4 * j + r] = (dScores[at + 4 * j + r] - mean) * weights[at + 4 * j + r] * scale;
      }
    }
    for (let b = 0; b < d; b += 4) multiply(dScores, at, keyColumns, b * n, count, sums, 4 * b);
    ungroup(sums, 0, i, n, d, one, dQ);
  }

  function byKey(x, y, j, to) {
    // Queries before the first of these keys have nothing of them.
    const first = causal ? j : 0;
    for (let b = 0; b < d; b += 4)
      multiply(x, j * padded + 4 * first, y, b * n + 4 * first, n - first, sums, 4 * b);
    ungroup(sums, 0, j, n, d, one, to);
  }

  return {
    run() {
      groupRows(q, n, d, unit * scale, queries);
      groupRows(k, n, d, 1, keys);
      groupRows(v, n, d, 1, valueRows);
      groupRows(d_output, n, d, 1, dOutputRows);
      groupColumns(q, n, d, queryColumns);
      groupColumns(k, n, d, keyColumns);
      groupColumns(v, n, d, values);
      groupColumns(d_output, n, d, dOutputColumns);
      for (let i = 0; i < n; i += 4) {
        const count = causal ? Math.min(n, i + 4) : n;
        forward(i, count);
        backward(i, count);
      }
      regroup(weights, padded, padded, weightColumns);
      regroup(dScores, padded, padded, dScoreColumns);
      for (let j = 0; j < n; j += 4) {
        byKey(weightColumns, dOutputColumns, j, dV);
        byKey(dScoreColumns, queryColumns, j, dK);
      }
    },
    output: () => out,
  };
}
