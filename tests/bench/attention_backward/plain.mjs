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

/**
 * Memory for n queries and keys of d_k numbers and values of d_v, and what computes with it: output and gradients go into `out`.
 * `answered(i)` is called when rows i to i + 3 of the output are there, and may write those of dOutput then.
 */
export function withGradients(n, d_k, d_v, causal) {
  const scale = 1 / Math.sqrt(d_k);
  const padded = groups(n) * 4;
  const [queries, keys] = [0, 1].map(() => grouped(n, d_k));
  const [valueRows, dOutputRows] = [0, 1].map(() => grouped(n, d_v));
  const [queryColumns, keyColumns] = [0, 1].map(() => grouped(d_k, n));
  const [values, dOutputColumns] = [0, 1].map(() => grouped(d_v, n));
  const all = () => new Float64Array(padded * padded);
  const [weights, dScores, weightColumns, dScoreColumns] = [all(), all(), all(), all()];
  const sums = grouped(4, groups(Math.max(d_k, d_v)) * 4);
  const mass = new Float64Array(4);

  function forward(i, count, o) {
    const at = i * padded;
    for (let j = 0; j < count; j += 4) multiply(queries, i * d_k, keys, j * d_k, d_k, weights, at + 4 * j);
    weigh(weights, at, count, causal ? i + 1 : n, mass);
    for (let j = 0; j < count; j++) {
      for (let r = 0; r < 4; r++) weights[at + 4 * j + r] /= mass[r];
    }
    for (let b = 0; b < d_v; b += 4) multiply(weights, at, values, b * n, count, sums, 4 * b);
    ungroup(sums, 0, i, n, d_v, one, o);
  }

  function backward(i, count, dQ) {
    const at = i * padded;
    for (let j = 0; j < count; j += 4)
      multiply(dOutputRows, i * d_v, valueRows, j * d_v, d_v, dScores, at + 4 * j);
    for (let r = 0; r < 4; r++) {
      let mean = 0;
      for (let j = 0; j < count; j++) mean += weights[at + 4 * j + r] * dScores[at + 4 * j + r];
      for (let j = 0; j < count; j++) {
        dScores[at + 4 * j + r] = (dScores[at + 4 * j + r] - mean) * weights[at + 4 * j + r] * scale;
      }
    }
    for (let b = 0; b < d_k; b += 4) multiply(dScores, at, keyColumns, b * n, count, sums, 4 * b);
    ungroup(sums, 0, i, n, d_k, one, dQ);
  }

  function byKey(x, y, j, d, to) {
    // Queries before the first of these keys have nothing of them.
    const first = causal ? j : 0;
    for (let b = 0; b < d; b += 4)
      multiply(x, j * padded + 4 * first, y, b * n + 4 * first, n - first, sums, 4 * b);
    ungroup(sums, 0, j, n, d, one, to);
  }

  return ({ q, k, v, dOutput }, { o, dQ, dK, dV }, answered = () => {}) => {
    groupRows(q, n, d_k, unit * scale, queries);
    groupRows(k, n, d_k, 1, keys);
    groupRows(v, n, d_v, 1, valueRows);
    groupColumns(q, n, d_k, queryColumns);
    groupColumns(k, n, d_k, keyColumns);
    groupColumns(v, n, d_v, values);
    for (let i = 0; i < n; i += 4) {
      const count = causal ? Math.min(n, i + 4) : n;
      forward(i, count, o);
      answered(i);
      const rows = Math.min(4, n - i);
      groupRows(dOutput.subarray(i * d_v), rows, d_v, 1, dOutputRows.subarray(i * d_v));
      backward(i, count, dQ);
    }
    groupColumns(dOutput, n, d_v, dOutputColumns);
    regroup(weights, padded, padded, weightColumns);
    regroup(dScores, padded, padded, dScoreColumns);
    for (let j = 0; j < n; j += 4) {
      byKey(weightColumns, dOutputColumns, j, d_v, dV);
      byKey(dScoreColumns, queryColumns, j, d_k, dK);
    }
  };
}

export function open({ n, d, causal }, { q, k, v, d_output: dOutput }) {
  const compute = withGradients(n, d, d, causal);
  const out = new Float32Array(4 * n * d);
  const [o, dQ, dK, dV] = [0, 1, 2, 3].map((i) => out.subarray(i * n * d, (i + 1) * n * d));
  return {
    run: () => compute({ q, k, v, dOutput }, { o, dQ, dK, dV }),
    output: () => out,
  };
}
