import type {
  EdgeCutsFrame,
  HeadReadingFrame,
  HeadStepFrame,
  NgramLadderFrame,
  OwnHeadFrame,
  TokenFragilityFrame,
} from '../../../web/src/engine/generated/one-head';
import { of, reads } from './promise';

interface Ranked {
  readonly passing: number;
  readonly first: string;
  readonly outcome: string;
}

interface Cut extends EdgeCutsFrame {
  readonly chosen: number;
  readonly picked: { readonly predicted: number; readonly real: number; readonly weight: number };
}

interface Step extends HeadStepFrame {
  readonly snrChosen: number;
  readonly leftChosen: number;
}

interface Fragile extends TokenFragilityFrame {
  readonly rankChosen: number;
  readonly leftChosen: number;
  readonly placeChosen: number;
}

interface Ladder extends NgramLadderFrame {
  readonly nearest: number;
}

export const oneHead = {
  'five-readings': of<HeadReadingFrame>({
    'temperature=4': (f) => f.relativeEntropy > 0.8 && f.bitsLost > 0.05,
    'temperature=0.25': (f) => f.topWeight > 0.8 && f.bitsLost > 0.05,
    'token=10': (f) => (f.lagRow[1] as number) > 0.6,
    'token=18': (f) => (f.lagRow[0] as number) > 0.6,
    'head=2.1': (f, before) => f.effectiveTokens > 1.5 * before.effectiveTokens && f.positionShare < 0.1,
    'window=52,token=15': (f) => (f.eigenQuery.data[0] as number) > 1.4 && f.eigenQuery.data[1] === 0,
  }),
  'own-head': of<OwnHeadFrame>({
    'place=0.5': (f, before) => f.row === 17 && before.row === 32,
    'temperature=4': (f, before) => f.effectiveTokens > 2.5 * before.effectiveTokens,
  }),
  'cut-an-edge': of<Cut>({
    'head=1.1': (f, before) => reads(f.chosen, '0.86') && before.chosen > 0.96 && before.helping > 0.3,
    'head=1.2': (f) => reads(f.chosen, '0.50') && f.helping > 0.3 && f.helping < 0.5,
    'head=1.2,touch=nudge,delta=0.1': (f) => f.chosen > 0.998,
    'head=1.2,touch=nudge,delta=3': (f) => f.chosen < 0.6,
    'head=1.2,token=15,read=14': (f) =>
      f.picked.predicted < -1 &&
      f.picked.real > 4 &&
      f.picked.real === f.real.data.reduce((a, b) => Math.max(a, b)),
    'predict=weight': (f) => f.chosen > 0.4 && f.chosen < 0.65,
    'token=4,read=4': (f) => reads(f.picked.real, '-0.2') && reads(f.picked.weight, '0.5'),
  }),
  'fragile-tokens': of<Fragile>({
    'reading=size': (f, before) => f.rankChosen > 0.65 && Math.abs(before.rankChosen) < 0.2,
    'reading=radius': (f) => f.rankChosen > 0.35 && Math.abs(f.leftChosen) < 0.1,
    'reading=routing': (f) => f.rankChosen > 0.3 && f.rankChosen < 0.4 && f.leftChosen > 0.9 * f.rankChosen,
    'reading=error': (f) => f.rankChosen === f.rank.reduce((a, b) => Math.max(a, b)),
    'reading=size,noise=half': (f, before) => f.mean > 1.9 * before.mean && f.rankChosen > 0.65,
    'reading=entropy,on=alone': (f) =>
      f.placeChosen > 0.6 && Math.abs(f.rank[1] as number) < 0.1 && Math.abs(f.rank[3] as number) < 0.1,
  }),
  ladder: of<Ladder>({
    't=1': (f) => f.nearest === 0,
    't=5': (f) => f.nearest === 1,
    't=40': (f) => f.nearest === 2,
    'removed=1.2': (f, before) => f.nearest === 2 && before.nearest === 3,
    'way=model': (f) => f.nearest === 2,
  }),
  'what-predicts': of<Ranked>({
    'compare=all': (f) => f.passing === 21,
    'outcome=frozen': (f) => f.passing === 2 && f.first === 'routed_error' && f.outcome === 'frozen',
    'outcome=noisy': (f) => f.first === 'value_gradient',
    'outcome=halved': (f) => f.first === 'routing_gradient',
  }),
  'where-to': of<Step>({
    'weights=uniform': (f, before) =>
      f.snrChosen > 0.8 * f.snrBefore && before.snrChosen < 0.3 * before.snrBefore,
    'weights=kernel': (f) => f.snrChosen > 1.3 * f.snrBefore && f.leftChosen < 0.9,
    'weights=kernel,beta=8': (f) => f.leftChosen > 0.97,
    'head=2.3': (f) => f.cosine < -0.15 && Math.abs(f.snrChosen / f.snrBefore - 1) < 0.05,
    'noise=whole': (f) => (f.left[2] as number) < f.bestLeft && (f.left[2] as number) < f.leftChosen,
    'noise=half,weights=kernel,beta=0.125': (f, before) =>
      Math.abs(2 * f.bestBeta - before.bestBeta) < 1e-9 && Math.abs(f.bestBeta - 0.125) < 1e-9,
  }),
};
