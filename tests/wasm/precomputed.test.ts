/** The runs of the language model that figures open with: trained natively, and the same wherever they are trained. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { experiments } from '../../web/src/engine/generated/experiments';
import type { GptPairFrame } from '../../web/src/engine/generated/support-tokens';
import {
  askedOf,
  modelsOf,
  precomputedNoise,
  settingOf,
} from '../../web/src/figures/support-tokens/shared/precomputed-noise';
import {
  every,
  frameOf,
  precomputedSettings,
  precomputedTraining,
  type Variant,
  variants,
} from '../../web/src/figures/support-tokens/shared/precomputed-training';
import { bits, engineOf, refined } from './builds';

const text = readFileSync('data/shakespeare.txt', 'utf8');
const stampOfText = createHash('sha256').update(text).digest('hex').slice(0, 16);
const names = Object.keys(variants) as Variant[];
const engine = engineOf(true);
const steps = precomputedSettings.updates / every;

/** What does not depend on how far a run has come besides, and is no number of this step. */
const comparable = ({ frontier, gradientError, negative, ...frame }: GptPairFrame) => bits(frame);

async function trained(simd: boolean, variant: Variant, t: number): Promise<GptPairFrame> {
  const run = await engineOf(simd).open(
    experiments.gpt_pair,
    { text, variant, ...precomputedSettings },
    { t },
  );
  run.dispose();
  return run.first;
}

describe('runs that were kept', () => {
  it.each(names)('of %s are of the text that pages read, with ten seeds', async (variant) => {
    const kept = await precomputedTraining(variant);
    expect(kept.stamp).toEqual({ experiment: 'gpt_pair', params: { variant }, seeds: 10, text: stampOfText });
    expect(kept.negative.length).toBe(10);
    expect(kept.first.log_det.length).toBe(steps + 1);
    expect(kept.mean.bpc.length).toBe(2 * (steps + 1));
  });

  it.each(names)('of %s begin as they do here, to the last bit', async (variant) => {
    const frame = await trained(true, variant, 3);
    expect(comparable(frame)).toEqual(comparable(frameOf(await precomputedTraining(variant), 3)));
  });

  // The kernel of determinants adds up in another order there.
  it('come out the same without SIMD, but for the last bits of determinants', async () => {
    const placebo = await trained(false, 'placebo', 1);
    expect(comparable(placebo)).toEqual(comparable(frameOf(await precomputedTraining('placebo'), 1)));
    const frame = await trained(false, 'published', 1);
    const kept = frameOf(await precomputedTraining('published'), 1);
    frame.bpc.data.forEach((value, i) => {
      expect(value).toBeCloseTo(kept.bpc.data[i] as number, 4);
    });
  });

  it('of the published term end as they do here, to the last bit', async () => {
    const frame = await trained(true, 'published', steps);
    const kept = frameOf(await precomputedTraining('published'), steps);
    expect(comparable(frame)).toEqual(comparable(kept));
    expect(frame.gradientError).toBe(kept.gradientError);
    expect(frame.negative).toBe(kept.negative);
  });

  it('have frames like those of the experiment', async () => {
    const frame = await trained(true, 'barrier', 0);
    expect(Object.keys(frameOf(await precomputedTraining('barrier'), 0)).sort()).toEqual(
      Object.keys(frame).sort(),
    );
  });

  it.each([
    { updates: '800', second: 'barrier', seed: 3 },
    { updates: '3200', second: 'placebo 0.56', seed: 2 },
  ] as const)(
    'under noise are of that text, ten models of each setting, and one of $updates updates comes out the same here',
    async ({ updates, second, seed }) => {
      const kept = await precomputedNoise(updates);
      expect(kept.stamp.text).toBe(stampOfText);
      expect(kept.stamp.updates ?? 800).toBe(Number(updates));
      expect(Object.keys(kept.runs)).toEqual(['none', ...Object.keys(kept.stamp.params)]);
      for (const [name, params] of Object.entries(kept.stamp.params)) expect(settingOf(name)).toEqual(params);
      for (const models of Object.values(kept.runs)) {
        expect(models.length).toBe(10);
        for (const { fixed, relative } of models) {
          expect([fixed.length, relative.length]).toEqual([kept.sigma.length, kept.ratio.length]);
          expect(fixed[0]).toBe(relative[0]);
        }
      }
      const run = await engine.open(experiments.gpt_noise, {
        text,
        ...askedOf(['none', second], updates, seed),
      });
      const frame = (await refined(run)).at(-1) ?? run.first;
      run.dispose();
      for (const [row, name] of ['none', second].entries()) {
        const model = modelsOf(kept, name)[seed - 1];
        expect(frame.rms[row]).toBeCloseTo(model?.rms ?? Number.NaN, 4);
        model?.fixed.forEach((value, i) => {
          expect(frame.fixed.data[row * kept.sigma.length + i]).toBeCloseTo(value, 3);
        });
        model?.relative.forEach((value, i) => {
          expect(frame.relative.data[row * kept.ratio.length + i]).toBeCloseTo(value, 3);
        });
      }
    },
  );

  // The chapter says it.
  it('of 3200 updates need the fewest bits under noise of 0.3 at λ = 0.05 in nine draws of ten', async () => {
    const { runs, sigma } = await precomputedNoise('3200');
    const level = sigma.indexOf(0.3);
    const path = ['none', ...[0.005, 0.01, 0.02, 0.05, 0.1, 0.2].map((lambda) => `published ${lambda}`)];
    const best = Array.from({ length: 10 }, (_, s) => {
      const bits = path.map((name) => runs[name]?.[s]?.fixed[level] ?? Number.NaN);
      return path[bits.indexOf(Math.min(...bits))];
    });
    expect(best.filter((name) => name === 'published 0.05').length).toBe(9);
  });
});
