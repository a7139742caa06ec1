import type {
  DiagnosticsFrame,
  EmVsSgdFrame,
  FeedbackFrame,
  FirstOrderFrame,
  FramePrecisionFrame,
  RoutingLawFrame,
  ToyTrainingFrame,
  ValueManifoldFrame,
  ValuePullFrame,
} from '../../../web/src/engine/generated/gradient-dynamics';
import { largest, last, near, of, read, reads, row, stays } from './promise';

/** Columns that nobody reads. */
const dead = ({ usage }: DiagnosticsFrame): number => usage.filter((sum) => sum < 0.1).length;

/** How far values have come on average, in the plane of the picture. */
function way({ values: { start, now } }: ValueManifoldFrame): number {
  let sum = 0;
  for (let i = 0; i < now.data.length; i += 2) {
    const [x, y] = [0, 1].map((k) => (now.data[i + k] as number) - (start.data[i + k] as number));
    sum += Math.hypot(x as number, y as number);
  }
  return (2 * sum) / now.data.length;
}

/** What gradient descent misses at the end and EM does not: positive where EM is ahead. */
const lead = (losses: EmVsSgdFrame['losses']): number => last(row(losses, 0)) - last(row(losses, 1));

export const gradientDynamics = {
  'routing-law': of<RoutingLawFrame>({
    'row=2': stays(({ weights, advantage }) => {
      const [first = 0, ...others] = row(advantage, 1);
      return near(weights.data[5], 2 / 3, 0.01) && first < 0 && others.every((a) => a > 0);
    }),
    'sharp=50': (f) => f.signal < 0.01 && largest(f.realScores.data) < 1e-3,
    'via=shared-weights': (f) => near(25 * (1 - f.agree), 9, 1e-9),
    'spread=0': (f) => f.signal === 0 && largest(f.realScores.data) < 1e-15 && largest(f.u.data) > 0.5,
  }),
  'value-pull': of<ValuePullFrame>({
    'v=0_0~0_0~0_0,own=0,targets=abc': (f) =>
      !f.pushed &&
      largest(f.changes) < 1e-12 &&
      [0, 2, 4].every((i) => near(Math.hypot(...f.u.data.subarray(i, i + 2)), 1, 1e-9)),
    'v=0_0~0_0~0_0,own=0,targets=aab': (f) =>
      reads(f.total, '-0.438') &&
      reads(f.changes[2], '0.021') &&
      [1, 2].every((i) => row(f.ubar, i).every((v, k) => v === row(f.ubar, 0)[k])),
    'own=6': (f) => f.dominantError < 0.01 && f.changes.every((change) => change < 0),
    'v=0.9_0.3~-0.5_0.7~0.1_-0.8,own=2,targets=abc': (f) =>
      read(f.weights.data, ['0.79', '0.11', '0.11']) && reads(f.dominantError, '0.20'),
    'v=0_0~0_0~0_0,own=0,targets=aab,eta=0.01': (f) =>
      near(f.firstOrder[2], 0, 1e-12) && (f.changes[2] as number) > 1e-6,
    'v=-0.4_-0.25~-0.4_-0.25~-0.4_-0.25,own=0,targets=aab,eta=0.01': (f) =>
      (f.firstOrder[2] as number) > 1e-3 &&
      [1, 2].every((i) => row(f.values, i).every((v, k) => v === row(f.values, 0)[k])),
  }),
  feedback: of<FeedbackFrame>({
    'on=content': (f) => f.step === 400 && f.loss > 6.5,
    'on=routing': (f) => f.step === 400 && f.loss > 6.5,
    'on=content,eps=0.1': (f) => f.step === 400 && f.loss > 5.2 && f.loss < 6.6,
    'rho=10': (f, before) => near(f.rate / before.rate, Math.sqrt(10), 0.3) && f.half < before.half / 2,
    'n=5,rho=0.1,eps=0.0001': (f) => f.steps === 400 && !f.halved,
    'eps=0.0001': (f, before) => near(f.half - before.half, 82, 5),
  }),
  'toy-training': of<ToyTrainingFrame>({
    't=0': (f, before) => f.entropy / Math.log(5) > 0.9 && reads(row(before.weights, 0)[2], '0.98'),
    'learn=content': (f) => f.entropy === f.firstEntropy && f.loss === f.lossContent,
    'learn=routing': (f) =>
      f.loss === f.lossRouting && f.values.data.every((v, i) => v === row(f.trails, 0)[i]),
    'eta=0.3': (f) => {
      const sums = Array.from({ length: f.steps + 1 }, (_, t) => row(f.losses, t).reduce((a, b) => a + b));
      return f.rises === 17 && Math.max(...sums) > (sums[0] as number);
    },
    'steps=400': (f) => reads(f.loss, '0.09') && reads(f.lossContent, '0.81'),
    't=12': (f) =>
      reads(f.loss, '4.36') && reads(row(f.losses, 0)[1], '1.00') && reads(f.queryLosses[1], '1.52'),
  }),
  'first-order': of<FirstOrderFrame>({
    'eta=0.002': (f, before) => (f.ratio[0] as number) > 0.99 && reads(before.ratio[0], '0.92'),
    'eta=5': (f) => f.after > f.loss && near(f.ratio[0], -0.9, 0.1),
    'age=100,eta=0.2': (f) => reads(f.ratio[0], '0.98'),
    'eta=0.3': stays((f) => f.after < f.loss),
  }),
  'em-vs-sgd': of<EmVsSgdFrame>({
    'eta=0.57,t=250': (f) => last(row(f.losses, 0)) < f.bayes && last(row(f.fresh, 0)) > f.chance,
    'third=tenfold,t=250': (f) =>
      f.methods === 3 &&
      f.taken[2] === 250 &&
      ['1.939', '1.893', '1.845'].every((text, i) => reads(last(row(f.losses, i)), text)) &&
      ['1.995', '2.009', '2.069'].every((text, i) => reads(last(row(f.fresh, i)), text)),
    'answers=shuffled,t=250': (f) =>
      [0, 1].every((i) => last(row(f.losses, i)) < f.chance - 0.01 && last(row(f.fresh, i)) > f.chance),
    'length=2000,t=350': (f) => f.length === 2000 && near(lead(f.losses), 0.01, 0.01),
    'eta=0.275,t=250': (f) => near(lead(f.losses), 0, 0.001) && near(lead(f.fresh), -0.01, 0.005),
  }),
  'value-manifold': of<ValueManifoldFrame>({
    't=0': (f) =>
      f.step === 0 && near(row(f.shares, 0)[6], 0.28, 0.03) && reads(row(f.shares, 0)[12], '0.70'),
    'chain=none': (f, before) => last(row(f.shares, 0)) < 0.5 && last(row(before.shares, 0)) > 0.7,
    'method=em,view=values': (f, before) =>
      way(f) > 1.5 * way(before) && last(row(f.shares, 0)) < last(row(before.shares, 0)),
  }),
  'frame-precision': of<FramePrecisionFrame>({
    'rho=100': ({ settled: [attention = 0, , kl = 0], ends }) => attention < kl && (ends[0] as number) > 0.5,
    'rho=30': (f) => (f.ends[0] as number) > 0.5,
    'rho=10': (f) => (f.ends[0] as number) > 0.5 && f.medianEnd < 0.01,
    'soft=0': stays(
      ({ medians: [attention = 0, values = 0, kl = 0] }) => values > attention && attention > kl,
    ),
    'rho=100,eta=0.005': (f) =>
      largest(f.settled) <= 2.5 && (f.ends[0] as number) < 0.001 && near(40 * f.stuck, 11, 1e-9),
  }),
  diagnostics: of<DiagnosticsFrame>({
    't=0': (f, before) => dead(f) === 0 && dead(before) === 2,
    'dial=advantage,t=40': (f) =>
      f.step === 40 && f.advantage.data.some((a) => a > 0) && f.advantage.data.some((a) => a < 0),
    'norm=on': (f, before) => largest(f.norms) < 2.001 && dead(f) === 3 && dead(before) === 2,
    'dropout=0.5': (f) => f.meanColumns > f.plainMean + 1,
    'dropout=0.5,eta=0.05': (f) => f.dropout === 0.5 && f.meanColumns < f.plainMean,
  }),
};
