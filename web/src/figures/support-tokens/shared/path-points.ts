/** The models of the regularisation path and beside it, as points: what noise costs each, over ten seeds. */

import type { Role } from '../../../draw/surface';
import { at } from '../../shared/as-matrix';
import { deviation, mean } from '../../shared/spread';
import { type Model, modelsOf, type PrecomputedNoise, roleOf, settingOf } from './precomputed-noise';

/** Settings in the order of the strip: the path over λ, placebos, the barrier. `of` is the name of their kept models. */
export const settings = {
  'lambda-0': { label: 'λ = 0', short: '0', of: 'none', kind: 'alone' },
  'lambda-0.005': { label: 'λ = 0.005', short: '.005', of: 'published 0.005', kind: 'path' },
  'lambda-0.01': { label: 'λ = 0.01', short: '.01', of: 'published 0.01', kind: 'path' },
  'lambda-0.02': { label: 'λ = 0.02', short: '.02', of: 'published 0.02', kind: 'path' },
  'lambda-0.05': { label: 'λ = 0.05', short: '.05', of: 'published 0.05', kind: 'path' },
  'lambda-0.1': { label: 'λ = 0.1', short: '.1', of: 'published 0.1', kind: 'path' },
  'lambda-0.2': { label: 'λ = 0.2', short: '.2', of: 'published 0.2', kind: 'path' },
  'placebo-0.076': { label: 'placebo r = 0.076', short: '.076', of: 'placebo 0.076', kind: 'placebo' },
  'placebo-0.18': { label: 'placebo r = 0.18', short: '.18', of: 'placebo 0.18', kind: 'placebo' },
  'placebo-0.29': { label: 'placebo r = 0.29', short: '.29', of: 'placebo 0.29', kind: 'placebo' },
  'placebo-0.41': { label: 'placebo r = 0.41', short: '.41', of: 'placebo 0.41', kind: 'placebo' },
  'placebo-0.56': { label: 'placebo r = 0.56', short: '.56', of: 'placebo 0.56', kind: 'placebo' },
  barrier: { label: 'barrier W = 4 I', short: 'W = 4', of: 'barrier', kind: 'barrier' },
} as const;
export type Setting = keyof typeof settings;
type Kind = (typeof settings)[Setting]['kind'];
export const names = Object.keys(settings) as Setting[];
export const options = Object.fromEntries(names.map((name) => [name, settings[name].label])) as Record<
  Setting,
  string
>;

export const kinds: Readonly<Record<Kind, { role: Role; name: string }>> = {
  alone: { role: roleOf('none'), name: 'cross-entropy alone' },
  path: { role: roleOf('published'), name: 'published, over λ' },
  placebo: { role: roleOf('placebo'), name: 'placebos' },
  barrier: { role: roleOf('barrier'), name: 'barrier' },
};
/** Of the seven strengths; 0 is the model without the term. */
export const onPath = (name: Setting): boolean => name.startsWith('lambda');

/** Places of the noise-free bits and of those at σ = 0.3 among the levels of noise. */
const clean = 0;
export const noisy = 4;
/** Bits at σ = 0.3 over those without noise. */
const degradation = (model: Model): number => at(model.fixed, noisy) / at(model.fixed, clean);
const bitsIn = (level: number) => (model: Model) => at(model.fixed, level);

/** A setting over ten seeds. */
export interface Point {
  readonly name: Setting;
  readonly rms: number;
  readonly deg: number;
  readonly degSd: number;
  readonly noisy: number;
  readonly noisySd: number;
  readonly clean: number;
  readonly cleanSd: number;
  /** Clean bits less those of λ = 0, seed by seed. */
  readonly gap: number;
}

export interface PathFrame {
  readonly points: readonly Point[];
  readonly selected: Point;
  /** The one seed of the selected setting, once it is known, beside the same seed of λ = 0. */
  readonly one:
    | {
        readonly rms: number;
        readonly deg: number;
        readonly noisy: number;
        readonly clean: number;
        readonly gap: number;
      }
    | undefined;
  readonly here: boolean;
}

export const pathOf = (
  precomputed: PrecomputedNoise,
  point: Setting,
): Pick<PathFrame, 'points' | 'selected'> => {
  const points = names.map((name) => pointOf(precomputed, name));
  return { points, selected: points[names.indexOf(point)] as Point };
};

const pointOf = (precomputed: PrecomputedNoise, name: Setting): Point => {
  const models = modelsOf(precomputed, settings[name].of);
  const plain = modelsOf(precomputed, 'none');
  const [factors, before, under] = [degradation, bitsIn(clean), bitsIn(noisy)].map((of) =>
    models.map(of),
  ) as [number[], number[], number[]];
  return {
    name,
    rms: mean(models.map(({ rms }) => rms)),
    deg: mean(factors),
    degSd: deviation(factors),
    noisy: mean(under),
    noisySd: deviation(under),
    clean: mean(before),
    cleanSd: deviation(before),
    gap: mean(before) - mean(plain.map(bitsIn(clean))),
  };
};

/** How far the embeddings of placebos are from the size that pins them, relative to it. */
export const offPinned = (points: readonly Point[]): number =>
  Math.max(
    ...points
      .filter(({ name }) => settings[name].kind === 'placebo')
      .map(({ name, rms }) => Math.abs(rms / (settingOf(settings[name].of).rms ?? Number.NaN) - 1)),
  );

export const oneOf = (plain: Model, model: Model): PathFrame['one'] => ({
  rms: model.rms,
  deg: degradation(model),
  noisy: at(model.fixed, noisy),
  clean: at(model.fixed, clean),
  gap: at(model.fixed, clean) - at(plain.fixed, clean),
});
