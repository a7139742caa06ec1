import type { FiveViewsFrame } from '../../../web/src/engine/generated/bilinear-form';
import type {
  BoundaryMapFrame,
  ConsistencyFrame,
  CouplingRegimesFrame,
  DepthLocalisationFrame,
  GptPairFrame,
  MatrixMarginFrame,
  ResidualMapFrame,
  SupportTokensFrame,
} from '../../../web/src/engine/generated/support-tokens';
import { last, mean, near, of, reads, row, stays } from './promise';

interface NoiseFrame {
  readonly levels: readonly number[];
  readonly first: readonly (readonly number[])[];
  readonly second: readonly (readonly number[])[];
}

/** How much more the second model needs at a level of noise. */
const more = ({ levels, first, second }: NoiseFrame, level: number): number => {
  const at = levels.indexOf(level);
  return mean(second[at] ?? []) - mean(first[at] ?? []);
};

interface PathFrame {
  readonly points: readonly Setting[];
  readonly selected: Setting;
}
interface Setting {
  readonly name: string;
  readonly rms: number;
  readonly deg: number;
  readonly noisy: number;
  readonly clean: number;
  readonly gap: number;
}

/** The size of embeddings at the end, with the term. */
const size = ({ rms }: GptPairFrame): number => last(row(rms, 1));

export const supportTokens = {
  'residual-map': of<ResidualMapFrame>({
    'a=1': (f) => near(f.leastSlope, 0, 1e-9) && f.turns.length === 0,
    'a=0.25': (f) => f.leastSlope > 0 && f.roots.length === 1,
    'a=-0.25': (f) => f.leastSlope > 1,
    'a=0.25,x1=-3,x2=3': stays((f) => f.leastSlope < 0 && f.turns.length === 2),
    'a=0.37': (f) => reads(f.peak, '0.2945') && f.leastSlope > 0,
    'x1=-0.7,x2=0.7': (f) => near(f.leastSlope, 0.02, 1e-9) && f.turns.length === 0,
    'x1=-0.8,x2=0.8': stays((f) => near(f.leastSlope, -0.28, 1e-9) && f.turns.length === 2),
    'a=0.1,x1=-3.2,x2=3.2': stays((f) => f.leastSlope < 0 && f.turns.length === 2),
  }),
  'coupling-regimes': of<CouplingRegimesFrame>({
    'a=-0.2': (f, before) => f.valid === 4000 && f.widest < before.widest,
    'a=1': (f) => f.valid < 0.6 * 4000,
    'a=1,beyond=log': (f) => f.logDensity.every(Number.isFinite) && near(f.rewarded, 0.2, 0.02),
    'a=3': (f) => near(f.wall, 1 / 3, 1e-12) && near(f.valid, 2690, 60),
  }),
  'support-tokens': of<SupportTokensFrame>({
    'x=1.2_-0.8_0.9~-1.4_1.4_1.6': (f) => f.support === 2,
    'x=1.2_-2.2_0.9~-1.4_0.2_1.6': (f, before) =>
      f.support === 4 && f.minMargin < 0 && f.x[4] === before.x[4],
    'a=-0.5': (f) => f.margin.every((margin) => margin >= 1),
    'x=1.2_-1.8_0.9~-1.4_0.2_1.6': stays((f) => f.minMargin > 0),
    'x=0.8_-2.2_0.9~-1.4_0.2_1.6': stays((f) => f.minMargin > 0),
  }),
  'boundary-map': of<BoundaryMapFrame>({
    'place=0.87_-0.92': (f, before) =>
      reads(before.margin, '0.406') &&
      reads(before.distance, '1.278') &&
      reads(f.margin, '0.287') &&
      reads(f.distance, '1.343'),
    'place=2.05_0.92': (f) => reads(f.margin, '0.565') && reads(f.distance, '0.953'),
    'a=-0.5': (f) => f.margin >= 1 && f.walls === 0,
    'a=0.1': (f) => f.margin < 1 && f.walls === 0,
  }),
  'matrix-margin': of<MatrixMarginFrame>({
    'A=0_-2~2_0': (f) => reads(f.oneMinusRho, '-0.513') && reads(f.det, '3.288'),
    'A=1.2_0~0_1.2': (f) => f.realAboveOne === 1 && f.det < 0,
    'A=0_6~0_0': (f) => reads(f.sigmaMin, '0.217') && reads(f.oneMinusRho, '0.820'),
    'A=1.3_0~0_1.3,phi=180': (f) => reads(f.printed, '-0.020') && reads(f.det, '3.953'),
    'A=2_0~0_2': (f) => f.realAboveOne === 2 && reads(f.det, '0.232'),
  }),
  consistency: of<ConsistencyFrame>({
    'a=-0.5': (f) => f.gap < 1e-12 && f.mass < 1 + 1e-9,
    'a=-0.5,mask=all': (f) => near(f.mass, 1, 1e-9) && reads(f.gap, '0.05'),
    'a=1': stays((f) => reads(f.mass, '1.068') && reads(f.gapRescaled, '0.011')),
    'a=0.1': (f) => reads(f.mass, '1.00004'),
  }),
  'depth-localisation': of<DepthLocalisationFrame>({
    'asks=bits:1x3:AA': (f) => f.layers.every((term) => near(term, 0, 1e-12)),
    'asks=bits:1x3:Aw': ({ layers }, before) =>
      layers[0] === before.layers[0] &&
      Math.abs(layers[1] as number) > 0.05 &&
      layers[2] === before.layers[2],
  }),
  'gpt-training': of<GptPairFrame>({
    't=5': (f) => f.step * f.every === 100 && reads(last(f.logDet), '0.8'),
    't=40': stays((f) => f.step === 40 && near(last(f.logDet), 7.2, 0.5) && f.negative === 0),
    'variant=barrier': (f) => last(f.logDet) < 0 && near(size(f), 0.079, 0.002),
    'variant=residual': (f) => near(size(f), 0.048, 0.002),
    'variant=placebo': (f) => last(f.logDet) === 0 && reads(size(f), '0.29'),
  }),
  'noise-robustness': of<NoiseFrame>({
    'noise=relative': (f) => reads(more(f, 0.5), '0.198') && near(more(f, 2), 0, 0.1),
    'pair=placebo': (f) =>
      [0.05, 0.1, 0.2].every((level) => more(f, level) < 0) &&
      reads(more(f, 0.3), '0.017') &&
      reads(more(f, 0.5), '0.243'),
    'pair=placebo,updates=3200': ({ levels, first, second }) =>
      levels.every((_, i) => (second[i] ?? []).every((bits, s) => bits < (first[i]?.[s] ?? Number.NaN))),
    'pair=barrier': (f) => reads(more(f, 0.3), '0.862'),
    'pair=barrier,noise=relative': (f) =>
      reads(more(f, 0), '-0.009') && more(f, 0.25) < more(f, 0) && more(f, 1) > 0,
  }),
  'regularisation-path': of<PathFrame>({
    'point=lambda-0.2': ({ points: [start], selected }) =>
      reads(start?.rms, '0.143') &&
      reads(start?.deg, '1.88') &&
      reads(selected.rms, '0.413') &&
      reads(selected.deg, '1.42'),
    'point=placebo-0.41': ({ selected }) =>
      reads(selected.deg, '1.40') &&
      reads(selected.gap, '0.141') &&
      reads(selected.deg * selected.clean, '4.17'),
    'updates=3200,cost=bits': ({ points, selected }) => {
      const path = points.filter(({ name }) => name.startsWith('lambda'));
      const [strong, stronger] = path.slice(-2).map(({ noisy }) => noisy);
      return (
        selected.name === 'lambda-0.05' &&
        path.every(({ noisy }) => noisy >= selected.noisy) &&
        strong !== undefined &&
        stronger !== undefined &&
        stronger > strong
      );
    },
    'updates=3200,point=placebo-0.56': ({ points, selected }) =>
      reads(selected.deg, '1.74') &&
      reads(points.find(({ name }) => name === 'lambda-0.05')?.deg, '1.94') &&
      selected.gap < 0,
  }),
  'five-views': of<FiveViewsFrame>({
    'query=0.35_0.35': (f) => (f.eigenvalues[0] as number) < 0,
    'beta=1.5': (f) => f.leastMargin > 0 && f.attractors === 1,
  }),
};
