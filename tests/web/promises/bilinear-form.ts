import type {
  AttentionStepsFrame,
  BackwardPassFrame,
  FlashBlocksFrame,
  FreeEnergySimplexFrame,
  GeodesicsFrame,
  HopfieldCapacityFrame,
  HopfieldMemoryFrame,
  LinearAttentionFrame,
  MasksAndPositionsFrame,
  MetricExplorerFrame,
  MultiHeadFrame,
  NaturalGradientFrame,
  SoftmaxJacobianFrame,
  TemperatureFrame,
  WhyRootDFrame,
} from '../../../web/src/engine/generated/bilinear-form';
import { largest, last, near, of, read, reads, row, stays } from './promise';

const even = (weights: Float64Array): boolean => weights.every((w) => near(w, 1 / weights.length, 1e-6));

export const bilinearForm = {
  'metric-explorer': of<MetricExplorerFrame>({
    'g=0.15_0~0_1.4': (f, before) => f.winner !== before.winner,
    'key=1_0.1~0.2_1~-0.8_0.6~0.8_-0.6~-0.35_-0.95': (f) => f.winner === f.nearest,
    'g=0.5_0.5~0.5_0.5': (f) => f.determinant === 0 && !f.invertible,
    'g=0_0~0_0,skew=0.71': (f) => f.square === 0 && largest(f.scores) > 1,
    'g=-0.71_0~0_-0.71': (f) => f.winner === 4,
    'skew=0': stays(
      (f) => f.winner === 3 && f.nearest === 0 && read(f.distances, ['0.32', '1.30', '1.92', '1.92']),
    ),
  }),
  'attention-steps': of<AttentionStepsFrame>({
    'key=0_1~1_0~1_1,value=0_2~2_0~1_1': ({ weights, output }, before) =>
      weights.data[0] === before.weights.data[1] &&
      weights.data[1] === before.weights.data[0] &&
      output.data.every((v, i) => near(v, before.output.data[i] as number, 1e-12)),
    'query=10_0~0_10': ({ weights: { data } }) => data[0] === data[2] && near(data[0], 0.5, 0.001),
    'key=1_0~0_1~3_3': ({ weights: { data } }) => reads(data[2], '0.73') && reads(data[5], '0.73'),
  }),
  temperature: of<TemperatureFrame>({
    'scores=2~2~0,temperature=0.1': (f) => read(f.weights, ['0.500', '0.500']),
    'scores=7~6~5': (f, before) =>
      f.weights.every((w, i) => near(w, before.weights[i] as number, 1e-12)) &&
      near(f.entropy, before.entropy, 1e-12) &&
      near(f.meanEnergy, before.meanEnergy - 5, 1e-12) &&
      near(f.freeEnergy, before.freeEnergy - 5, 1e-12),
    'temperature=20': (f) => (f.temperature * f.entropy) / Math.abs(f.freeEnergy) > 0.95,
    'temperature=0.25': (f) => read(f.weights, ['0.982', '0.018', '0.000']) && reads(f.entropy, '0.093'),
    'temperature=0.5': (f) => read(f.weights, ['0.867', '0.117', '0.016']) && reads(f.entropy, '0.441'),
    'temperature=2.47': (f) => f.weights.every((w, j) => near(w, [9 / 19, 6 / 19, 4 / 19][j] ?? 0, 0.0003)),
    'temperature=2': (f) => read(f.weights, ['0.506', '0.307', '0.186']) && reads(f.entropy, '1.02'),
  }),
  'free-energy-simplex': of<FreeEnergySimplexFrame>({
    'p=0.665_0.245': (f) => f.gap >= 0 && f.gap < 1e-6,
    'p=0_0': (f) => reads(f.gap, '2.41'),
  }),
  'why-root-d': of<WhyRootDFrame>({
    'd=512': (f) => f.trace < 0.1 && (f.weights[0] as number) > 0.9,
    'scaled=scaled': (f) =>
      f.trace === f.traceScaled && f.tracesScaled.every((trace) => near(trace, 0.87, 0.02)),
  }),
  'softmax-jacobian': of<SoftmaxJacobianFrame>({
    'scores=2~1~0~-1,pick=1,push=4': (f) => reads(f.predicted[0], '1.56') && reads(f.after[0], '0.990'),
    'scores=8~1~0~-1,pick=2,push=1': (f) =>
      f.after.every((w, i) => near(w, f.before[i] as number, 0.002)) && reads(f.trace, '0.003'),
    'scores=2~1~0~-1,pick=2,push=1': stays(
      (f) => reads(f.trace, '0.521') && reads(f.before[1], '0.237') && reads(f.after[1], '0.458'),
    ),
    'scores=1~1,pick=1,push=1': (f) => f.jacobian.data.every((slope) => Math.abs(slope) === 0.25),
  }),
  'backward-pass': of<BackwardPassFrame>({
    'h=1e-12': (f) => largest(f.error) > 1e-4 && largest(f.error) < 5e-3,
    'h=0.1': (f) => (f.error[2] as number) < 1e-12 && (f.error[0] as number) > 1e-4,
    'v=1_1~1_1~1_1': (f) => [f.dScores, f.dQ, f.dK].every(({ data }) => data.every((slope) => slope === 0)),
    'q=20_0~0_20,k=1_0~0_1~0.5_0.5': (f, before) =>
      reads(largest(before.dScores.data), '0.320') && reads(largest(f.dScores.data), '0.00085'),
  }),
  'multi-head': of<MultiHeadFrame>({
    'letters=0_1_2_3_4_5_6_7,place=8': (f) => reads(f.sureness[2], '1.000') && f.named[2] === 0,
    'letters=0_1_8_0_2_0_3_0_1_8_0,beta=0': (f) => f.diversity === 0,
    'letters=0_1_8_0_2_0_3_0_1_8_0,forms=random,gain=4,seed=7': (f) =>
      f.diversity === f.randomDiversity && near(f.diversity, f.madeDiversity, 0.1) && f.namedMean < 0.5,
  }),
  'masks-and-positions': of<MasksAndPositionsFrame>({
    'mask=bits:8x8:AQMHDx8_f_8,how=zero-after,slope=0,common=0,seed=7': stays((f) =>
      reads(f.rowSums[0], '0.04'),
    ),
    'mask=bits:8x8:AQMHDx8_f_8,how=minus-infinity,slope=0,common=0,seed=7': (f) =>
      f.weights.data[0] === 1 && f.rowSums.every((sum) => near(sum, 1, 1e-12)),
    'mask=bits:8x8:____AP____8,how=minus-infinity,slope=0,common=0,seed=7': (f) =>
      f.undefined[3] === 1 && f.rowSums[3] === 0,
    'mask=bits:8x8:____AP____8,how=replace,slope=0,common=0,seed=7': (f) => even(row(f.weights, 3)),
    'mask=bits:8x8:____AP____8,how=add,slope=0,common=0,seed=7': (f) =>
      f.undefined[3] === 1 &&
      row(f.weights, 3).every((w, j) => near(w, row(f.unmasked, 3)[j] as number, 1e-6)) &&
      !even(row(f.weights, 3)),
    'mask=bits:8x8:____AP____8,how=add-float,slope=0,common=0,seed=7': (f) => even(row(f.weights, 3)),
    'mask=bits:8x8:__________8,how=minus-infinity,slope=2,common=0,seed=7': (f) =>
      reads(f.change, '0.44') &&
      reads(
        f.levelByDistance.reduce((sum, weight, distance) => sum + weight * distance, 0),
        '2.78',
      ) &&
      near(f.distance, 3.08, 0.006),
    'mask=bits:8x8:__________8,how=minus-infinity,slope=2,common=4,seed=7': (f) => reads(f.distance, '0.26'),
  }),
  geodesics: of<GeodesicsFrame>({
    'space=constant,start=-1.2_-0.6,angle=30,length=3': (f) => f.largestSymbol < 1e-12 && f.off < 1e-12,
    'space=polar,start=1.2_-0.9,angle=122,length=2.2': (f) =>
      f.largestSymbol > 0.1 && f.off > 0.3 && Math.abs(f.curvature) < 1e-8,
    'space=softmax,start=2_-1,angle=143,length=1.8': (f) =>
      near(f.curvature, 1 / 2 ** 2, 1e-6) && f.straightError < 1e-8,
    'start=-1.6_0,rays=fan,length=5': (f) => f.crossings.length === 10 && f.spread < 0.02,
    'start=-1.6_0,rays=fan,length=5,amplitude=1': (f) => f.ends.length === 11 && f.crossings.length < 10,
  }),
  'natural-gradient': of<NaturalGradientFrame>({
    'coordinates=bent': (f, before) => before.naturalApart < 1e-12 && f.naturalApart > 1e-3,
    'coordinates=bent,eta=0.025': (f) => near(f.naturalApart, 0.0126 / 4, 0.001) && f.naturalApart > 0.002,
    'damping=0.01': (f, before) => before.naturalApart < 1e-12 && f.naturalApart > 1e-3,
    'eta=0.8': (f) => f.stopped > 0,
  }),
  'hopfield-memory': of<HopfieldMemoryFrame>({
    'store=dots': (f, before) => last(f.classicalWrong) === 0 && last(before.classicalWrong) > 0,
    'beta=0.05': (f) => largest(row(f.weights, 5)) < 0.25,
    'letter=2,flips=16': (f) => {
      const from = (states: HopfieldMemoryFrame['modern']): number[] =>
        Array.from({ length: 6 }, (_, mu) =>
          row(f.patterns, mu).reduce(
            (sum, ink, i) => sum + Number(ink > 0 !== (row(states, 5)[i] ?? 0) >= 0),
            0,
          ),
        );
      return from(f.modern)[5] === 0 && !from(f.classical).includes(0);
    },
    't=1': (f) => f.step === 1 && f.modernWrong[1] === 0 && last(f.classicalWrong) === 17,
    'damage=half,shown=printed': (f, before) =>
      f.modernWrong[0] === 32 && f.printedRise > before.printedRise && f.rise === 0,
  }),
  'flash-blocks': of<FlashBlocksFrame>({
    't=2': (f) =>
      f.step === 2 &&
      reads(f.max[1], '1.2') &&
      reads(f.max[2], '2.1') &&
      reads(f.factor[2], '0.407') &&
      reads((f.factor[2] as number) * (f.sum[1] as number), '0.489') &&
      reads(f.sumOfBlock[2], '1.223'),
    'block=1': (f) => f.blocks === 8 && reads(last(f.output), '0.891'),
    'block=8': (f) => f.blocks === 1 && reads(last(f.output), '0.891'),
    'scores=2.1~1.7~1.2~0.6~0.3~0.2~-0.4~-1,values=1~1.5~2~0.5~-2~-0.5~-1~0': (f) =>
      f.rescaled === 0 && reads(last(f.output), '0.891'),
  }),
  'linear-attention': of<LinearAttentionFrame>({
    'spread=1,read=256': stays(({ errors, frequencies }) =>
      [256, 2048].every((m) => {
        const at = frequencies.indexOf(m);
        const [positive = 0, trigonometric = 0, , ofMean = Number.NaN] = [0, 1, 2, 3].map(
          (i) => row(errors, i)[at],
        );
        return positive > ofMean && trigonometric > ofMean;
      }),
    ),
    'spread=0.25': ({ errors, frequencies }) => {
      const [positive, trigonometric, , ofMean] = [0, 1, 2, 3].map((i) => row(errors, i));
      const at = frequencies.indexOf(1024);
      const mean = ofMean?.[at] ?? Number.NaN;
      return [positive, trigonometric].every(
        (curve) => (curve?.[at] ?? 1) < mean && near((curve?.[at] ?? 1) / (curve?.[at - 2] ?? 1), 0.5, 0.15),
      );
    },
    'spread=4': ({ errors, negative }) =>
      negative.every((share) => near(share, 0.5, 0.05)) && last(row(errors, 0)) >= last(row(errors, 3)),
  }),
  'hopfield-capacity': of<HopfieldCapacityFrame>({
    'damage=0': (f) => f.modernUnfailed.every((trials) => trials === f.trials),
  }),
};
