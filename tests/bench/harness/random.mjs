// Numbers for inputs: the same in every run and every engine.

/** n floats between low and high: mulberry32, which is good enough for a cloud of points. */
export function uniform(n, low, high, seed) {
  const out = new Float32Array(n);
  let state = seed | 0;
  for (let i = 0; i < n; i++) {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    out[i] = low + ((high - low) * ((x ^ (x >>> 14)) >>> 0)) / 4294967296;
  }
  return out;
}

/** At most `most` of the indices below n, evenly spread, the first and the last among them. */
export function spread(n, most) {
  if (n <= most) return Array.from({ length: n }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (n - 1)) / (most - 1)));
}
