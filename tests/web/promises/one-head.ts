import type { HeadReadingFrame, OwnHeadFrame } from '../../../web/src/engine/generated/one-head';
import { of } from './promise';

interface Ranked {
  readonly passing: number;
  readonly first: string;
  readonly outcome: string;
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
  'what-predicts': of<Ranked>({
    'compare=all': (f) => f.passing === 21,
    'outcome=frozen': (f) => f.passing === 2 && f.first === 'routed_error' && f.outcome === 'frozen',
    'outcome=noisy': (f) => f.first === 'value_gradient',
    'outcome=halved': (f) => f.first === 'routing_gradient',
  }),
};
