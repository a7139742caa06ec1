/** What the figures of the chapter one-head open with: of the text and the recipe that are here, and the same wherever it is computed. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { experiments } from '../../web/src/engine/generated/experiments';
import type { NgramLadderFrame } from '../../web/src/engine/generated/one-head';
import fragility from '../../web/src/figures/one-head/kept/breaks.json';
import ladder from '../../web/src/figures/one-head/kept/climb.json';
import readings from '../../web/src/figures/one-head/kept/readings.json';
import { frameOf, keptLadder, keptSettings } from '../../web/src/figures/one-head/shared/kept-ladder';
import { engineOf, refined } from './builds';

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
const engine = engineOf(true);
const text = readFileSync('data/shakespeare.txt', 'utf8');

it('all of it is of the recipe and the text that are here', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const stamp = { recipe: digest('data/one-head.json'), text: digest('data/shakespeare.txt'), seeds };
  for (const kept of [fragility, ladder, readings]) expect(kept.stamp).toEqual(stamp);
  expect(ladder.settings).toEqual(keptSettings);
});

/** To the digits that were kept. */
const shortened = (frame: NgramLadderFrame, digits = 3) =>
  Object.fromEntries(
    Object.entries(frame).map(([name, value]) => {
      const list = typeof value === 'object' ? ('data' in value ? value.data : value) : [value];
      return [name, Array.from(list as ArrayLike<number>, (x) => Number(x.toPrecision(digits)))];
    }),
  );

it('the kept model climbs as it does here', async () => {
  const kept = frameOf(await keptLadder(), 3);
  const run = await engine.open(experiments.ngram_ladder, { text, ...keptSettings }, { t: 3 });
  const here = run.first;
  run.dispose();
  expect(Object.keys(kept).sort()).toEqual(Object.keys(here).sort());
  const same = ['bits', 'divergence', 'divergenceBack', 'lags', 'alike', 'lawBits', 'lawError'];
  const [a, b] = [shortened(here), shortened(kept)];
  for (const name of same) expect(a[name], name).toEqual(b[name]);
});

it('the model in hand ranks as it was kept', async () => {
  const weights = readFileSync('web/src/figures/one-head/kept/weights.txt', 'utf8');
  const { hand } = fragility;
  const run = await engine.open(experiments.token_fragility, { text, weights });
  const frame = (await refined(run)).at(-1) ?? run.first;
  run.dispose();
  const rounded = (list: Float64Array) => Array.from(list, (x) => Number(x.toPrecision(3)));
  expect([Number(frame.mean.toPrecision(3))]).toEqual(hand.mean);
  expect(rounded(frame.rank)).toEqual(hand.rank);
  expect(rounded(frame.rankGivenSize)).toEqual(hand.rank_given_size);
  expect(rounded(frame.place)).toEqual(hand.place);
});
