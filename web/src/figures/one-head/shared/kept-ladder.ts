/** The model whose training was kept beside the laws of its text, and mean and spread of ten. */
import type { NgramLadderFrame } from '../../../engine/generated/one-head';
import { fetched } from '../../shared/fetched';

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

export const keptLadder: () => Promise<KeptLadder> = fetched(() => import('../kept/climb.json'));

/** The climb as it was at step t. */
export function climbUntil(climb: NgramLadderFrame, t: number): NgramLadderFrame {
  if (t === climb.steps) return climb;
  const until = ({ shape: [, columns], data }: NgramLadderFrame['lags']) => ({
    shape: [t + 1, columns] as const,
    data: data.slice(0, (t + 1) * columns),
  });
  return {
    ...climb,
    step: t,
    bits: climb.bits.slice(0, t + 1),
    divergence: until(climb.divergence),
    divergenceBack: until(climb.divergenceBack),
    lags: until(climb.lags),
    alike: until(climb.alike),
    weights: new Float64Array(0),
  };
}

const rows = (list: readonly number[], columns: number) => ({
  shape: [list.length / columns, columns] as const,
  data: Float64Array.from(list),
});

/** The frame of the kept model at step t, as the experiment would give it but for the last digits. */
export function frameOf({ first }: KeptLadder, t: number): NgramLadderFrame {
  const steps = first.bits.length - 1;
  const climb: NgramLadderFrame = {
    step: steps,
    steps,
    frontier: steps,
    every,
    bits: Float64Array.from(first.bits),
    divergence: rows(first.divergence, laws),
    divergenceBack: rows(first.divergence_back, laws),
    lags: rows(first.lags, headCount * lags),
    alike: rows(first.alike, 2),
    lawBits: Float64Array.from(first.law_bits),
    removed: rows(first.removed, laws),
    removedBack: rows(first.removed_back, laws),
    characters: new Float64Array(0),
    weights: new Float64Array(0),
    lawError: first.law_error[0] as number,
    least: first.least[0] as number,
  };
  return climbUntil(climb, t);
}
