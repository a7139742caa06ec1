// Attention in plain JavaScript: four queries at a time, whose weights stay in the cache. The tiles and the exponential are in
// tiles.mjs.
import { groupColumns, grouped, groupRows, groups, multiply, ungroup, unit, weigh } from './tiles.mjs';

export function open({ n, d, causal }, { q, k, v }) {
  const queries = grouped(n, d);
  const keys = grouped(n, d);
  const values = grouped(d, n);
  const weights = grouped(4, groups(n) * 4);
  const sums = grouped(4, groups(d) * 4);
  const mass = new Float64Array(4);
  const out = new Float32Array(n * d);
  return {
    run() {
      groupRows(q, n, d, unit / Math.sqrt(d), queries);
      groupRows(k, n, d, 1, keys);
      groupColumns(v, n, d, values);
      for (let i = 0; i < n; i += 4) {
        const count = causal ? Math.min(n, i + 4) : n;
        for (let j = 0; j < count; j += 4) multiply(queries, i * d, keys, j * d, d, weights, 4 * j);
        weigh(weights, 0, count, causal ? i + 1 : n, mass);
        for (let b = 0; b < d; b += 4) multiply(weights, 0, values, b * n, count, sums, 4 * b);
        for (let r = 0; r < 4; r++) mass[r] = 1 / mass[r];
        ungroup(sums, 0, i, n, d, mass, out);
      }
    },
    output: () => out,
  };
}
