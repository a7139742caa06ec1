// W3: one layer of Stage 1 on a cloud of n points in d dimensions, z_i <- (1 - eta) z_i + eta sum_j a_ij z_j.
import { spread, uniform } from '../harness/random.mjs';
import { worse } from '../harness/worse.mjs';

const everyone = ['plain JS', 'tfjs', 'jax-js', 'Eigen', 'NumPy', 'PyTorch'];
const cloud = { n: 8000, d: 1, beta: 16, eta: 1 };

const cases = [
  {
    id: 'd1',
    title: '8000 points, d = 1',
    params: cloud,
    short: { n: 203 },
    contestants: ['attn pairs', 'attn fast', 'attn double', ...everyone],
  },
  {
    id: 'd2',
    title: '8000 points, d = 2',
    params: { ...cloud, d: 2 },
    short: { n: 203 },
    contestants: ['attn pairs', 'attn fast', 'attn double', ...everyone],
  },
  {
    id: 'd16',
    title: '8000 points, d = 16',
    params: { ...cloud, d: 16 },
    short: { n: 203 },
    contestants: ['attn pairs', 'attn double', ...everyone],
  },
  {
    // At beta = 16 points in 16 dimensions are too far apart to see each other: every weight but a point's own is nothing.
    id: 'd16-wide',
    title: '8000 points, d = 16, beta = 1/4',
    params: { ...cloud, d: 16, beta: 0.25 },
    short: { n: 203 },
    contestants: ['attn pairs', ...everyone],
  },
  {
    id: 'million-d1',
    title: '1 000 000 points, d = 1',
    params: { ...cloud, n: 1e6 },
    short: { n: 2003 },
    contestants: ['attn fast'],
  },
  {
    id: 'million-d2',
    title: '1 000 000 points, d = 2',
    params: { ...cloud, n: 1e6, d: 2 },
    short: { n: 2003 },
    contestants: ['attn fast'],
  },
];

const inputs = ({ n, d }) => ({ z: uniform(n * d, -2, 2, 1) });

/** The equation as it stands, for as many rows as take a moment; errors relative to the extent of the cloud. */
function judge({ n, d, beta, eta }, { z }) {
  const rows = spread(n, Math.max(64, Math.floor(1e7 / n)));
  const expected = new Float64Array(rows.length * d);
  const sum = new Float64Array(d);
  for (const [r, i] of rows.entries()) {
    let mass = 0;
    sum.fill(0);
    for (let j = 0; j < n; j++) {
      let distance2 = 0;
      for (let k = 0; k < d; k++) distance2 += (z[j * d + k] - z[i * d + k]) ** 2;
      const weight = Math.exp(-0.5 * beta * distance2);
      mass += weight;
      for (let k = 0; k < d; k++) sum[k] += weight * z[j * d + k];
    }
    for (let k = 0; k < d; k++) expected[r * d + k] = (1 - eta) * z[i * d + k] + (eta * sum[k]) / mass;
  }
  const extent = 4;
  return (output) => {
    if (output.length !== n * d) return Number.POSITIVE_INFINITY;
    let largest = 0;
    for (const [r, i] of rows.entries()) {
      for (let k = 0; k < d; k++) {
        const error = Math.abs(output[i * d + k] - expected[r * d + k]) / extent;
        largest = worse(largest, error);
      }
    }
    return largest;
  };
}

/**
 * Each pair once: one exponential, and in more than one dimension 6 d operations as well, for the distance and for what the
 * two points pull at each other. In one dimension these fit beside the exponential.
 */
function floor({ n, d }, { expNs, gflops }, contestant) {
  if (contestant === 'attn fast') return undefined;
  const pairs = (n * n) / 2;
  return pairs * (expNs * 1e-6 + (d > 1 ? (6 * d) / gflops / 1e6 : 0));
}

/** A float peak of 70 GFLOP/s, in wasm, is what the times for a million points are stated for. */
const statedPeak = 70;

const bars = (run) => [
  ...['Node', 'Chromium'].flatMap((place) => {
    const ms = (id, contestant) => run.ms(place, id, contestant);
    const faster = (id, ours, rival, limit) => ({
      text: `${place}, ${id}: ${ours} against ${rival}`,
      value: ms(id, rival) / ms(id, ours),
      atLeast: limit,
    });
    return [
      {
        text: `${place}, d1: attn pairs, of the floor`,
        value: ms('d1', 'attn pairs') / run.floor(place, 'd1'),
        atMost: 1.6,
      },
      faster('d1', 'attn pairs', 'plain JS', 4),
      faster('d1', 'attn pairs', 'tfjs', 12),
      faster('d1', 'attn pairs', 'jax-js', 12),
      faster('d1', 'attn fast', 'plain JS', 1200),
      faster('d2', 'attn fast', 'plain JS', 100),
      faster('d16', 'attn pairs', 'plain JS', 8),
      ...[
        ['million-d1', 10],
        ['million-d2', 80],
      ].map(([id, limit]) => ({
        text: `${place}, ${id}: ms at a peak of ${statedPeak} GFLOP/s`,
        value: (ms(id, 'attn fast') * run.peaks(place).gflops) / statedPeak,
        atMost: limit,
      })),
    ];
  }),
  {
    text: 'native, d1: attn pairs against Eigen',
    value: run.ms('native', 'd1', 'Eigen') / run.ms('native', 'd1', 'attn pairs'),
    atLeast: 3,
  },
];

export default {
  name: 'denoiser',
  mark: 'W3',
  about: 'A layer of Stage 1: every point is drawn towards all others',
  cases,
  inputs,
  judge,
  // The weights of the rivals are rounded in float, and nothing damps them at eta = 1.
  tolerance: 2e-5,
  floor,
  rivals: {
    'plain JS': () => import('./plain.mjs'),
    tfjs: () => import('./tfjs.mjs'),
    'jax-js': () => import('./jax.mjs'),
  },
  bars,
};
