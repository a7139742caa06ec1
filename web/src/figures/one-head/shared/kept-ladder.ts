/** The model whose training was kept beside the laws of its text, and mean and spread of ten. */
import type { NgramLadderFrame } from '../../../engine/generated/one-head';

/** Updates from one step to the next. */
export const every = 20;
/** What was kept has these. */
export const keptSettings = { updates: 3000, seed: 1 } as const;
export const laws = 5;
export const lags = 8;
export const headCount = 8;

/** As `tools/one-head.mjs` writes it; matrices row after row. */
export interface KeptLadder {
  readonly first: {
    readonly bits: readonly number[];
    readonly divergence: readonly number[];
    readonly divergence_back: readonly number[];
    readonly lags: readonly number[];
    readonly alike: readonly number[];
    readonly law_bits: readonly number[];
    readonly removed: readonly number[];
    readonly removed_back: readonly number[];
    readonly law_error: readonly number[];
    readonly least: readonly number[];
  };
  readonly mean: Curves;
  readonly sd: Curves;
  /** Of each seed: `removed`, and `lags` of the last step. */
  readonly removed: readonly (readonly number[])[];
  readonly lags: readonly (readonly number[])[];
}

interface Curves {
  readonly bits: readonly number[];
  readonly divergence: readonly number[];
  readonly divergence_back: readonly number[];
  readonly alike: readonly number[];
}

export const keptLadder = async (): Promise<KeptLadder> => (await import('../kept/climb.json')).default;

/** The frame of the kept model at step t, as the experiment would give it but for the last digits. */
export function frameOf({ first }: KeptLadder, t: number): NgramLadderFrame {
  const steps = first.bits.length - 1;
  const until = (list: readonly number[], columns: number) => ({
    shape: [t + 1, columns] as const,
    data: Float64Array.from(list.slice(0, (t + 1) * columns)),
  });
  const ofHeads = (list: readonly number[]) => ({
    shape: [headCount, laws] as const,
    data: Float64Array.from(list),
  });
  return {
    step: t,
    steps,
    frontier: steps,
    every,
    bits: Float64Array.from(first.bits.slice(0, t + 1)),
    divergence: until(first.divergence, laws),
    divergenceBack: until(first.divergence_back, laws),
    lags: until(first.lags, headCount * lags),
    alike: until(first.alike, 2),
    lawBits: Float64Array.from(first.law_bits),
    removed: ofHeads(first.removed),
    removedBack: ofHeads(first.removed_back),
    characters: new Float64Array(0),
    weights: new Float64Array(0),
    lawError: first.law_error[0] as number,
    least: first.least[0] as number,
  };
}
