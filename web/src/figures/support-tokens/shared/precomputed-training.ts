/** The runs of gpt-training that were trained natively, ten of each variant: the first to the last bit, of all the mean and the spread. */
import type { GptPairFrame } from '../../../engine/generated/support-tokens';
import { fetched } from '../../shared/fetched';

export const variants = {
  published: 'published',
  barrier: 'barrier',
  residual: 'residual kept',
  placebo: 'placebo',
} as const;
export type Variant = keyof typeof variants;

/** Updates from one step to the next. */
export const every = 20;
/** What was kept has these. */
export const precomputedSettings = { lambda: 0.05, updates: 800, seed: 1 } as const;
const sampleLength = 48;

/** Row after row, of cross-entropy alone and of the variant; and of the determinants. */
export interface Curves {
  readonly bpc: readonly number[];
  readonly rms: readonly number[];
  readonly logDet: readonly number[];
}

/** As `tools/gpt-precomputed.mjs` writes it. */
export interface PrecomputedTraining {
  /** What was trained: an experiment, its parameters beside the defaults, and a hash of the text. */
  readonly stamp: object;
  readonly negative: readonly number[];
  readonly first: {
    readonly bpc: readonly number[];
    readonly rms: readonly number[];
    readonly log_det: readonly number[];
    readonly least_log_det: readonly number[];
    readonly gradientError: number;
    readonly samples: string;
  };
  readonly mean: Curves;
  readonly sd: Curves;
}

const files: Readonly<Record<Variant, () => Promise<PrecomputedTraining>>> = {
  published: fetched(() => import('../precomputed/runs-published.json')),
  barrier: fetched(() => import('../precomputed/runs-barrier.json')),
  residual: fetched(() => import('../precomputed/runs-residual.json')),
  placebo: fetched(() => import('../precomputed/runs-placebo.json')),
};

export const precomputedTraining = (variant: Variant): Promise<PrecomputedTraining> => files[variant]();

/** The frame of the first run at step t, as the experiment would give it. */
export function frameOf({ first, negative }: PrecomputedTraining, t: number): GptPairFrame {
  const steps = first.log_det.length - 1;
  const until = (list: readonly number[]): Float64Array => Float64Array.from(list.slice(0, t + 1));
  const pair = (list: readonly number[]) => ({
    shape: [2, t + 1] as const,
    data: Float64Array.of(...list.slice(0, t + 1), ...list.slice(steps + 1, steps + 2 + t)),
  });
  const samples = first.samples.slice(0, (t + 1) * sampleLength);
  return {
    step: t,
    steps,
    frontier: steps,
    every,
    bpc: pair(first.bpc),
    rms: pair(first.rms),
    logDet: until(first.log_det),
    leastLogDet: until(first.least_log_det),
    negative: negative[0] as number,
    samples: {
      shape: [t + 1, sampleLength],
      data: Float64Array.from(samples, (character) => character.codePointAt(0) as number),
    },
    gradientError: first.gradientError,
  };
}
