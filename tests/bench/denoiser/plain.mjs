// One layer of Stage 1 in plain JavaScript, as fast as we could make it: each pair once; e^-x from a table and a parabola, which
// is almost twice as fast as a polynomial of degree 5 with the exponent through an Int32Array; several rows at a time. Doubles,
// because V8 converts every float that it reads. In one and two dimensions the table reaches as far as the cloud, which saves a
// comparison; in more, distances come from products of four points with four, and pairs that do not see each other are skipped.

// Pieces of a table of e^(-h k): h is ln 2 / 16, so that a parabola has a relative error of 4e-7 between k and k + 1.
const h = Math.LN2 / 16;
const [c0, c1, c2] = parabola((t) => Math.exp(-h * t));
/** Beyond e^-87 a weight is nothing beside a point's own, which is 1. */
const reach = Math.ceil(87 / h);
const longestTable = 1e5;

/** Coefficients of the parabola through three Chebyshev points of [0, 1]. */
function parabola(f) {
  const x = [0.5 - Math.sqrt(3) / 4, 0.5, 0.5 + Math.sqrt(3) / 4];
  const [a, b, c] = x.map(f);
  const left = (b - a) / (x[1] - x[0]);
  const right = (c - b) / (x[2] - x[1]);
  const bend = (right - left) / (x[2] - x[0]);
  return [a - left * x[0] + bend * x[0] * x[1], left - bend * (x[0] + x[1]), bend];
}

export function open({ n, d, beta, eta }, { z }) {
  // In these units the exponent of a pair is -h times its squared distance.
  const scale = Math.sqrt((0.5 * beta) / h);
  const x = Float64Array.from(z, (value) => value * scale);
  let diagonal2 = 0;
  for (let k = 0; k < d; k++) {
    const column = x.filter((_, i) => i % d === k);
    diagonal2 += (column.reduce((a, b) => Math.max(a, b)) - column.reduce((a, b) => Math.min(a, b))) ** 2;
  }
  const covered = d <= 2 && diagonal2 < longestTable;
  const table = Float64Array.from({ length: (covered ? Math.ceil(diagonal2) : reach) + 1 }, (_, k) =>
    k < reach ? Math.exp(-h * k) : 0,
  );
  const sum = covered ? [line, plane][d - 1] : space(d);
  const mass = new Float64Array(n);
  const pull = new Float64Array(n * d);
  const out = new Float32Array(n * d);
  return {
    run() {
      mass.fill(1);
      pull.fill(0);
      sum(x, n, table, mass, pull);
      for (let i = 0; i < n; i++) {
        for (let k = 0; k < d; k++)
          out[i * d + k] = (x[i * d + k] + (eta * pull[i * d + k]) / mass[i]) / scale;
      }
    },
    output: () => out,
  };
}

/** One dimension, three rows at a time. */
function line(x, n, table, mass, pull) {
  const a0 = c0;
  const a1 = c1;
  const a2 = c2;
  let i = 0;
  for (; i + 3 <= n; i += 3) {
    const x0 = x[i];
    const x1 = x[i + 1];
    const x2 = x[i + 2];
    let m0 = 0;
    let m1 = 0;
    let m2 = 0;
    let p0 = 0;
    let p1 = 0;
    let p2 = 0;
    for (let j = i + 3; j < n; j++) {
      const xj = x[j];
      const u0 = xj - x0;
      const u1 = xj - x1;
      const u2 = xj - x2;
      const t0 = u0 * u0;
      const t1 = u1 * u1;
      const t2 = u2 * u2;
      const k0 = t0 | 0;
      const k1 = t1 | 0;
      const k2 = t2 | 0;
      const r0 = t0 - k0;
      const r1 = t1 - k1;
      const r2 = t2 - k2;
      const e0 = table[k0] * (a0 + r0 * (a1 + r0 * a2));
      const e1 = table[k1] * (a0 + r1 * (a1 + r1 * a2));
      const e2 = table[k2] * (a0 + r2 * (a1 + r2 * a2));
      const v0 = e0 * u0;
      const v1 = e1 * u1;
      const v2 = e2 * u2;
      m0 += e0;
      m1 += e1;
      m2 += e2;
      p0 += v0;
      p1 += v1;
      p2 += v2;
      mass[j] += e0 + e1 + e2;
      pull[j] -= v0 + v1 + v2;
    }
    mass[i] += m0;
    mass[i + 1] += m1;
    mass[i + 2] += m2;
    pull[i] += p0;
    pull[i + 1] += p1;
    pull[i + 2] += p2;
    among(i, i + 3, 1, x, mass, pull);
  }
  among(i, n, 1, x, mass, pull);
}

/** Two dimensions, two rows at a time. */
function plane(x, n, table, mass, pull) {
  const a0 = c0;
  const a1 = c1;
  const a2 = c2;
  let i = 0;
  for (; i + 2 <= n; i += 2) {
    const x0 = x[2 * i];
    const y0 = x[2 * i + 1];
    const x1 = x[2 * i + 2];
    const y1 = x[2 * i + 3];
    let m0 = 0;
    let m1 = 0;
    let p0 = 0;
    let p1 = 0;
    let q0 = 0;
    let q1 = 0;
    for (let j = i + 2; j < n; j++) {
      const xj = x[2 * j];
      const yj = x[2 * j + 1];
      const u0 = xj - x0;
      const v0 = yj - y0;
      const u1 = xj - x1;
      const v1 = yj - y1;
      const t0 = u0 * u0 + v0 * v0;
      const t1 = u1 * u1 + v1 * v1;
      const k0 = t0 | 0;
      const k1 = t1 | 0;
      const r0 = t0 - k0;
      const r1 = t1 - k1;
      const e0 = table[k0] * (a0 + r0 * (a1 + r0 * a2));
      const e1 = table[k1] * (a0 + r1 * (a1 + r1 * a2));
      const eu0 = e0 * u0;
      const ev0 = e0 * v0;
      const eu1 = e1 * u1;
      const ev1 = e1 * v1;
      m0 += e0;
      m1 += e1;
      p0 += eu0;
      p1 += eu1;
      q0 += ev0;
      q1 += ev1;
      mass[j] += e0 + e1;
      pull[2 * j] -= eu0 + eu1;
      pull[2 * j + 1] -= ev0 + ev1;
    }
    mass[i] += m0;
    mass[i + 1] += m1;
    pull[2 * i] += p0;
    pull[2 * i + 1] += q0;
    pull[2 * i + 2] += p1;
    pull[2 * i + 3] += q1;
    among(i, i + 2, 2, x, mass, pull);
  }
  among(i, n, 2, x, mass, pull);
}

/** The few pairs among rows i to end. */
function among(i, end, d, x, mass, pull) {
  for (let a = i; a < end; a++) {
    for (let b = a + 1; b < end; b++) {
      let t = 0;
      for (let k = 0; k < d; k++) t += (x[b * d + k] - x[a * d + k]) ** 2;
      const e = Math.exp(-h * t);
      mass[a] += e;
      mass[b] += e;
      for (let k = 0; k < d; k++) {
        const v = e * (x[b * d + k] - x[a * d + k]);
        pull[a * d + k] += v;
        pull[b * d + k] -= v;
      }
    }
  }
}

/**
 * Any dimension, four rows against four: |a - b|^2 = |a|^2 + |b|^2 - 2 a b, and pulls as sums of e b - (sum of e) a. Sixteen of
 * everything, written by a program.
 */
function space(d) {
  const four = [0, 1, 2, 3];
  const each = (text) => four.map((p) => text.replaceAll('P', p)).join('\n');
  const both = (text) =>
    four.map((p) => four.map((q) => text.replaceAll('P', p).replaceAll('Q', q)).join('\n')).join('\n');
  const plus = (text) => four.map((p) => text.replaceAll('*', p)).join(' + ');
  const body = `
    const d = ${d}, reach = ${reach}, c0 = ${c0}, c1 = ${c1}, c2 = ${c2};
    const norm = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let k = 0; k < d; k++) norm[i] += x[i * d + k] * x[i * d + k];
    const whole = n - n % 4;
    for (let i = 0; i < whole; i += 4) {
      among(i, i + 4, d, x, mass, pull);
      ${each('const aP = (i + P) * d, nP = norm[i + P];')}
      for (let j = i + 4; j < whole; j += 4) {
        ${each('const bP = (j + P) * d, wP = norm[j + P];')}
        ${both('let tP_Q = 0;')}
        for (let k = 0; k < d; k++) {
          ${each('const yP = x[bP + k];')}
          ${each(`const xP = x[aP + k]; ${four.map((q) => `tP_${q} += xP * y${q};`).join(' ')}`)}
        }
        ${both('tP_Q = nP + wQ - 2 * tP_Q;')}
        if (${four.flatMap((p) => four.map((q) => `t${p}_${q} >= reach`)).join(' && ')}) continue;
        ${both(`let eP_Q = 0;
          if (tP_Q < reach) {
            const t = tP_Q > 0 ? tP_Q : 0, k = t | 0, r = t - k;
            eP_Q = table[k] * (c0 + r * (c1 + r * c2));
          }`)}
        ${each(`const rowP = ${plus('eP_*')}, columnP = ${plus('e*_P')};`)}
        ${each('mass[i + P] += rowP; mass[j + P] += columnP;')}
        for (let k = 0; k < d; k++) {
          ${each('const xP = x[aP + k], yP = x[bP + k];')}
          ${each(`pull[aP + k] += ${plus('eP_* @ y*').replaceAll('@', '*')} - rowP * xP;`)}
          ${each(`pull[bP + k] += ${plus('e*_P @ x*').replaceAll('@', '*')} - columnP * yP;`)}
        }
      }
      for (let b = whole; b < n; b++) pairs(i, b);
    }
    among(whole, n, d, x, mass, pull);

    function pairs(i, b) {
      for (let a = i; a < i + 4; a++) {
        let t = 0;
        for (let k = 0; k < d; k++) t += (x[b * d + k] - x[a * d + k]) ** 2;
        const e = Math.exp(-${h} * t);
        mass[a] += e;
        mass[b] += e;
        for (let k = 0; k < d; k++) {
          const v = e * (x[b * d + k] - x[a * d + k]);
          pull[a * d + k] += v;
          pull[b * d + k] -= v;
        }
      }
    }`;
  const sum = new Function('among', 'x', 'n', 'table', 'mass', 'pull', body);
  return (...arrays) => sum(among, ...arrays);
}
