import type {
  ChainExplorerFrame,
  ConstructionFrame,
  DatasetSizeFrame,
  GradientFlowFrame,
  KlStagesFrame,
  MixingFrame,
  StagesFrame,
  WaitingTimeFrame,
} from '../../../web/src/engine/generated/incremental-patterns';
import { near, of, read, reads, row, stays } from './promise';

/** The time between the first and the second pattern, and between the second and the third. */
const pauses = ({ times: [a = 0, b = 0, c = 0] }: GradientFlowFrame): readonly [number, number] => [
  b - a,
  c - b,
];

export const incrementalPatterns = {
  'chain-explorer': of<ChainExplorerFrame>({
    'read=one': (f) => f.gap > 0 && reads(row(f.fbar, 0)[2], '0.560') && reads(f.p[4], '0.761'),
    'read=two': (f) => f.gap > 0 && reads(row(f.fbar, 1)[4], '0.476'),
    'm=1': (f) => f.meanInfluence.every((nats) => near(nats, 0.099, 0.001)),
    'm=2,b0=1.5': ({ meanInfluence: [first = 0, , third = 1] }) => near(first / third, 19.8, 0.1),
    'matrices=orthogonal': (f) => f.votes.data.some((vote) => vote < 0),
    'x=1_1_1_1_0_1_2_3_0_1_3_4': (f) => read(f.p, ['0.192', '0.192', '0.192', '0.232', '0.192']),
  }),
  stages: of<StagesFrame>({
    'start=equal,t=1200': (f) =>
      f.learned === 1 &&
      near(f.excess[1200], 0.337, 0.001) &&
      [1, 2].every((head) => row(f.weights, head).every((w, j) => w === row(f.weights, 0)[j])),
    'heads=1,t=1200': (f) => f.learned === 1 && near(f.excess[1200], 0.337, 0.001),
    'heads=2,t=1200': (f) => near(f.excess[1200], 0.107, 0.001),
    'heads=6,t=1200': (f, before) =>
      f.mass.shape[0] === 6 &&
      (f.excess[1200] as number) < 0.001 &&
      (f.times[2] as number) < (before.times[2] as number) / 2,
    'u=0.0001,t=260': (f) =>
      f.step === 260 && near(f.times[1], 376, 74) && near(f.excess[260], f.stairs[1] as number, 0.003),
    'u=3,t=1200': (f) => f.commonMass < 0.5,
    'u=3,seed=1,t=1200': (f) =>
      f.learned === 2 &&
      near(f.excess[1200], 0.104, 0.0005) &&
      [0, 1, 2].filter((head) => (row(f.mass, head)[0] as number) > 0.9).length === 2 &&
      [0, 1, 2].some((head) => reads(row(f.mass, head)[1], '0.96')) &&
      ['0.00', '0.04', '0.00'].every((text, head) => reads(row(f.mass, head)[2], text)),
    'm=1,t=60': (f) => f.commonMass < 0.5 && (f.times[1] as number) < 60,
    'decay=0.1,t=1200': (f, before) => f.purity > 0.8 && before.purity < 0.6,
    'seed=12,t=1200': (f) =>
      f.learned === 2 &&
      near(f.excess[1200], 0.108, 0.001) &&
      [0, 2].every((head) => (row(f.mass, head)[0] as number) > 0.9) &&
      (row(f.mass, 1)[1] as number) > 0.9,
    'heads=6,seed=12,t=1200': (f) => f.mass.shape[0] === 6 && (f.excess[1200] as number) < 0.001,
    'start=equal,t=30': (f) => f.step === 30 && near(f.excess[30], 0.47, 0.005),
    'heads=1,t=60': (f) => f.step === 60 && near(f.excess[60], 0.47, 0.005),
  }),
  'kl-stages': of<KlStagesFrame>({
    't=120': ({ strengths: [first = 0, ...others], bestStrengths }) =>
      near(first, bestStrengths.data[0] as number, 0.01) && others.every((share) => near(share, 0, 0.02)),
    'reference=truncated': ({ dips: [a = 0, b = 0, c = 0], minKl }, before) =>
      a < b && b < c && (minKl[0] as number) > 3 * (before.minKl[0] as number),
    'reference=truncated,matrices=orthogonal,seed=1': (f) => {
      const end = row(f.kl, f.step);
      return (
        [0, 1].every((i) => (end[i] as number) > 2 * (f.minKl[i] as number)) && (f.minKl[0] as number) > 0.1
      );
    },
    'start=equal': (f) => (f.minKl[0] as number) < 0.01 && (f.minKl[1] as number) > 0.21,
    'm=1': (f) => (f.minKl[0] as number) > 0.1,
  }),
  construction: of<ConstructionFrame>({
    'lambda=0': (f) =>
      [0, 1, 2].every((head) => row(f.weights, head).every((w, j) => j === 0 || near(w, 1 / 12, 1e-12))) &&
      near(f.kl, 0.55, 0.02),
    'n=1012': (f) => f.leak.every((weight) => reads(weight, '0.629')) && near(f.kl, 0.227, 0.002),
    'n=1012,lambda=10': (f) => f.n === 1012 && f.kl < 0.001,
    'lambda=8,mask=bits:3x12:AA4PDwA': (f) => near(f.kl, 0.235, 0.005),
    'lambda=8,mask=bits:3x12:AA8PDgA': (f) => near(f.kl, 0.038, 0.001),
    'lambda=8,mask=bits:3x12:AA8PAAA': (f) =>
      row(f.weights, 2).every((w, j) => j === 0 || near(w, 1 / 12, 1e-12)),
    'n=1012,lambda=9.8': (f, before) => f.n === 1012 && near(f.leak[0], before.leak[0] as number, 0.001),
  }),
  mixing: of<MixingFrame>({
    'R=1_0~0_1~0.53_0': (f) =>
      f.difference < 1e-12 &&
      f.determinant < 0.5 &&
      near(Math.max(...[0, 1, 2].map((i) => row(f.mixture, i)[2] as number)), 0.51, 0.05),
    'R=0.6_0.2~0.2_0.6~0.2_0.2': (f) => reads(f.ratio, '1.975') && f.difference < 1e-12,
    'R=0.4_0.3~0.3_0.4~0.3_0.3': (f) => reads(f.determinant, '0.01') && reads(f.ratio, '7.46'),
    'R=1_0~0_1~0.5_0.5': (f) => !f.mixed && f.share > 0.1,
    'R=0_1~1_0~0_0': (f) => near(f.determinant, -1, 1e-12) && near(f.ratio, 1, 1e-12),
    'R=1_0~0_1~0.5_0': (f, before) =>
      f.difference < 1e-12 &&
      near(f.mixture.data[6], 0.5, 1e-12) &&
      near(f.norms[2], 2 * (before.norms[2] as number), 1e-9),
  }),
  'gradient-flow': of<GradientFlowFrame>({
    't=0': (f) => f.learned === 0,
    'start=equal,t=240': (f) => reads(f.loss, '2.986'),
    'heads=1,t=240': (f) => reads(f.loss, '2.982'),
    'm1=2.2,t=40': (f, before) => pauses(f)[0] < pauses(before)[0] / 2,
    'heads=2,t=240': (f) => near(f.loss, 1.4 ** 2 / 2, 0.01),
    'heads=6,t=80': (f) => f.time === 40 && f.learned === 3,
    'u=0.5,t=20': (f) => f.learned === 3 && pauses(f).every((pause) => pause < 5),
    'm1=2,m2=2,m3=2,t=12': (f) =>
      f.time === 6 &&
      [0, 1, 2].every((head) =>
        row(f.weights, head)
          .subarray(0, 3)
          .every((w) => near(w, 0.225, 0.02)),
      ),
    'm1=2,m2=2,m3=2,u=0.5': (f) => {
      const [first, second] = pauses(f);
      return second / first > 0.4 && second / first < 3.8 && f.m.every((strength) => strength === 2);
    },
    'm1=3,m2=3,m3=3,heads=2,t=240': (f) => reads(f.loss, '4.504'),
  }),
  'waiting-time': of<WaitingTimeFrame>({
    'axis=root': stays(({ medians }) => {
      const roots = Array.from(medians, Math.sqrt);
      const steps = roots.slice(1).map((root, i) => root - (roots[i] as number));
      return Math.max(...steps) < 1.05 * Math.min(...steps);
    }),
    'method=adam': ({ medians, ratio }, before) =>
      medians.every((wait, i) => wait > (before.medians[i] as number)) &&
      near(ratio, 1, 0.2) &&
      reads(medians[1], '312') &&
      reads(medians[3], '506'),
    'heads=6': (f, before) => reads(f.medians[3], '123') && near(f.rate, 2 * before.rate, 1e-12),
    'lags=12': (f) => reads(f.medians[3], '372'),
    'm2=2.5': (f) => reads(f.medians[3], '75'),
    'm2=2.8': (f) =>
      reads(f.slope / f.theorySlope, '0.73') && f.waits.data.every((wait) => wait > 4.5 && wait < 30),
    '': stays(({ medians }) => reads(medians[1], '58') && reads(medians[3], '213')),
  }),
  'dataset-size': of<DatasetSizeFrame>({
    'sequences=60': (f) => f.end > 3 && f.end > 5 * (f.stairs[0] as number),
    'sequences=600': (f) => f.end - f.best < 0.02,
    'sequences=200,stop=held-out': (f) => f.sequences === 200 && near(f.best, 0.216, 0.035) && f.best > 0.196,
    'sequences=200,lags=4': (f, { sizes, bests }) =>
      f.sequences === 200 && near(f.best, bests[sizes.indexOf(250)] as number, 0.02),
    'sequences=1000,lags=4': (f, { sizes, bests }) =>
      f.best > 2 * (bests[sizes.indexOf(1000)] as number) && f.sequences === 1000,
    'sequences=2000': (f) => f.nearest === 3 && f.best < (f.stairs[2] as number),
  }),
};
