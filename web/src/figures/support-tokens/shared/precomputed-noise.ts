/** Ten seeds of each language model, trained natively, and what noise on their embeddings costs them. */

import { category } from '../../../draw/categories';
import type { Role } from '../../../draw/surface';
import type { GptNoiseFrame, GptNoiseParams } from '../../../engine/generated/support-tokens';
import { choice } from '../../declare';
import { fetched } from '../../shared/fetched';

/** A model at its end. */
export interface Model {
  /** Root mean square of its embeddings. */
  readonly rms: number;
  /** Bits per character of unseen text, at each sigma and at each ratio. */
  readonly fixed: readonly number[];
  readonly relative: readonly number[];
}

/** As `tools/gpt-precomputed.mjs` writes it: ten models by the name of their setting. */
export interface PrecomputedNoise {
  /** What was trained: the second model's parameters by the name of the setting, a hash of the text, and the updates where they are not 800. */
  readonly stamp: { readonly text: string; readonly params: object; readonly updates?: number };
  readonly sigma: readonly number[];
  readonly ratio: readonly number[];
  readonly runs: Readonly<Record<string, readonly Model[]>>;
}

/** Whether a seed is one of the ten. */
export const isPrecomputed = (seed: number): boolean => seed >= 1 && seed <= 10;

/** Of a figure's control: how long all models are trained. */
export const updates = choice({
  label: 'updates',
  options: { 800: '800', 3200: '3200' },
  value: '800',
  about:
    'How long all models are trained. Four times as long, models are better without noise, and their embeddings larger.',
});
export type Updates = '800' | '3200';

const files: Readonly<Record<Updates, () => Promise<PrecomputedNoise>>> = {
  800: fetched(() => import('../precomputed/runs-noise.json')),
  3200: fetched(() => import('../precomputed/runs-longer.json')),
};

export const precomputedNoise = (length: Updates): Promise<PrecomputedNoise> => files[length]();

export const modelsOf = (precomputed: PrecomputedNoise, name: string): readonly Model[] =>
  precomputed.runs[name] ?? [];

/** Colour and mark of a setting’s models, the same in every figure that shows them. */
export const roleOf = (name: string): Role => looks[name.split(' ')[0] as keyof typeof looks];
const looks = {
  none: category(0).role,
  published: category(1).role,
  placebo: category(2).role,
  barrier: category(3).role,
};

/** What a setting is called in the file, as parameters of a model. */
export function settingOf(name: string): Pick<GptNoiseParams, 'second' | 'lambda' | 'rms'> {
  const [kind = '', number = ''] = name.split(' ');
  if (kind === 'published') return { second: kind, lambda: Number(number) };
  if (kind === 'placebo') return { second: kind, rms: Number(number) };
  if (kind === 'barrier' || kind === 'residual') return { second: kind };
  return { second: 'none' };
}

/** Two models of one seed that is trained here, as far as they have come. */
export interface Pair {
  readonly first: Model;
  readonly second: Model;
  /** Levels of noise at which both have been evaluated: first the fixed ones. */
  readonly levels: number;
}

const row = ({ shape, data }: GptNoiseFrame['fixed'], i: number): readonly number[] => [
  ...data.subarray(i * shape[1], (i + 1) * shape[1]),
];

export const pairOf = (f: GptNoiseFrame): Pair => {
  const [first, second] = [0, 1].map((i) => ({
    rms: f.rms[i] as number,
    fixed: row(f.fixed, i),
    relative: row(f.relative, i),
  })) as [Model, Model];
  return { first, second, levels: f.levels };
};

/** What trains a seed here. Both models with their settings: the first may have another term than the second, but no other numbers. */
export function askedOf(
  names: readonly [string, string],
  length: Updates,
  seed: number,
): Omit<GptNoiseParams, 'text'> {
  const [first, second] = names.map(settingOf);
  return { ...second, first: first?.second ?? 'none', updates: Number(length), seed };
}
