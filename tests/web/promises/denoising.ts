import type {
  BeforeAfterFrame,
  EnergyLandscapeFrame,
  MseDepthFrame,
  ParticlesFrame,
  TwoStageFrame,
  VarianceDecayFrame,
} from '../../../web/src/engine/generated/denoising';
import { last, near, of, reads, row, stays } from './promise';

/** What is left of the variance inside the groups. */
const left = ({ withinVariance: all }: ParticlesFrame): number => last(all) / (all[0] as number);
const percent = (part: number, whole: number): number => Math.round((100 * part) / whole);

export const denoising = {
  particles: of<ParticlesFrame>({
    'beta=5,eta=0.1,layers=60,count=64,centre=2,sigma2=0.5,seed=7,t=30': (f) => percent(left(f), 1) === 5,
    'beta=5,clock=equal-layers,eta=1,layers=10,count=64,centre=2,sigma2=0.5,seed=7,t=5': (f) =>
      f.layer === 5 && left(f) < 0.001,
    'beta=1,clock=equal-layers,eta=0.1,layers=60,count=24,centre=2,sigma2=0.5,seed=7,t=60': stays(
      (f) => left(f) < 0.01,
    ),
    'beta=1,clock=equal-time,eta=0.1,layers=60,count=24,centre=2,sigma2=0.5,seed=7,t=60': (f, before) =>
      left(f) > 100 * left(before),
    'beta=20,clock=equal-layers,eta=0.1,layers=60,count=24,centre=2,sigma2=0.5,seed=7,t=60': (f) =>
      percent(left(f), 1) === 80,
    'beta=5,eta=0.1,layers=60,count=64,centre=2,sigma2=0.5,seed=7,t=60': stays(
      (f) => f.layer === 60 && left(f) < 0.01,
    ),
    'beta=5,eta=0.1,layers=60,count=64,centre=2,sigma2=1,seed=7,t=60': (f, before) =>
      f.matchedLayers === 2 * before.matchedLayers,
  }),
  'variance-decay': of<VarianceDecayFrame>({
    'beta=5,sigma2=0.25,count=24,seed=7,t=50': (f) =>
      reads(f.exact[f.layer], '0.130') && percent(f.exact[f.layer] as number, f.exact[0] as number) === 52,
    'beta=20,sigma2=0.25,count=24,seed=7,t=50': (f) =>
      near((f.mean[f.layer] as number) / (f.exact[f.layer] as number), 1.8, 0.2),
    'beta=50,sigma2=0.25,count=24,seed=7,t=100': (f) => last(f.mean) > 0.5 * (f.mean[0] as number),
    'beta=50,sigma2=0.25,count=600,seed=7,t=100': (f) =>
      last(f.exact) < 0.01 && last(f.mean) < 0.5 * (f.mean[0] as number),
  }),
  'mse-depth': of<MseDepthFrame>({
    'setting=smaller-steps,tokens=3000,repeats=2,seed=7': (f, before) =>
      f.matchedLayers === 200 &&
      f.bars.every(({ twoStage }, i) => twoStage.mean > (before.bars[i]?.twoStage.mean ?? Number.NaN)),
  }),
  'two-stage': of<TwoStageFrame>({
    'skip=on,beta=8,eta=0.1,layers=60,count=100,centre=1,sigma2=0.5,seed=7,t=0': ({ mean, layer }) =>
      near((row(mean, 3)[layer] as number) / (row(mean, 4)[layer] as number), 4 / 3, 0.05),
    'skip=off,beta=8,eta=0.1,layers=60,count=100,centre=1,sigma2=0.5,seed=7,t=60': ({
      estimates,
      particles,
    }) => estimates.every((estimate, i) => near(estimate, particles[i] as number, 0.1)),
  }),
  'energy-landscape': of<EnergyLandscapeFrame>({
    'query=0.6,beta=8,eta=0.1,layers=60,count=100,centre=0.7,sigma2=0.5,seed=7,t=60': (f) =>
      f.barrierExact < 1e-9 && f.barrierAfter > 0.05,
    'query=0,beta=8,eta=0.1,layers=60,count=200,centre=1.5,sigma2=0.5,seed=7,t=60': (f) =>
      near(f.exact, 0, 1e-9) && f.estimate < -0.1,
    'query=0,beta=8,eta=0.1,layers=60,count=200,centre=1.5,sigma2=0.5,seed=13,t=60': (f) =>
      near(f.exact, 0, 1e-9) && f.estimate > 0.1,
    'centre=0.7': (f) => f.barrierExact < 1e-9,
    'centre=0.8': (f) => reads(f.barrierExact, '0.02'),
    'beta=0.5,t=60': (f) => f.barrierAfter < 1e-9 && reads(f.barrierBefore, '0.34'),
    'beta=1,t=60': (f) => reads(f.barrierAfter, '0.18'),
  }),
  'before-after': of<BeforeAfterFrame>({
    't=0': (f) => f.layer === 0 && f.after === f.before,
  }),
};
