/** What the figures of the chapter one-head open with: kept by `node tools/one-head.mjs`, and what its numbers follow from. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { experiments } from '../../web/src/engine/generated/experiments';
import { readings } from '../../web/src/figures/one-head/shared/columns';
import { besides, type Kept, kept } from '../../web/src/figures/one-head/shared/kept';
import { engineOf } from './builds';

const digest = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;

/** Spearman's, with ties. */
function rank(a: readonly number[], b: readonly number[]): number {
  const centred = (list: readonly number[]): number[] =>
    list.map((x) => {
      const below = list.filter((y) => y < x).length;
      const same = list.filter((y) => y === x).length;
      return below + same / 2 - list.length / 2;
    });
  const [x, y] = [centred(a), centred(b)];
  const dot = (u: number[], v: number[]): number =>
    u.reduce((sum, value, i) => sum + value * (v[i] as number), 0);
  const lengths = Math.sqrt(dot(x, x) * dot(y, y));
  return lengths > 0 ? dot(x, y) / lengths : 0;
}

/** As it is kept: rounded numbers may tie where those that were ranked did not. */
const about = (value: number, other: number): void => expect(Math.abs(value - other)).toBeLessThan(0.2);

describe('the kept readings', async () => {
  const file: Kept = await kept();
  const names = Object.keys(file.readings);

  it('are of this recipe and this text, ten seeds', () => {
    expect(file.stamp.recipe).toBe(digest('data/one-head.json'));
    expect(file.stamp.text).toBe(digest('data/shakespeare.txt'));
    expect(file.stamp.seeds).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('rank as their numbers do, within layers and over all heads', () => {
    for (const touch of Object.keys(file.touches))
      for (const name of names)
        file.stamp.seeds.forEach((_, seed) => {
          const [reading, cost] = [file.readings[name]?.[seed] ?? [], file.touches[touch]?.[seed] ?? []];
          about(file.all[touch]?.[name]?.[seed] as number, rank(reading, cost));
          const layers = [0, 4].map((at) => rank(reading.slice(at, at + 4), cost.slice(at, at + 4)));
          about(file.within[touch]?.[name]?.[seed] as number, mean(layers));
        });
  });

  it('have what the page states of ten models', () => {
    const within = (touch: string, name: string): number => mean(file.within[touch]?.[name] ?? []);
    const passing = (ranks: Kept['within'], touch: string): string[] =>
      names.filter((name) => Math.abs(mean(ranks[touch]?.[name] ?? [])) > 0.5);
    expect([...names].sort()).toEqual(readings.map(([id]) => id).sort());
    expect(passing(file.all, 'removed')).toHaveLength(21);
    expect(passing(file.within, 'removed')).toEqual(['routed_error', 'size']);
    // The first is ahead by less than the error of the difference.
    const ahead = file.stamp.seeds.map(
      (_, s) =>
        (file.within.removed?.routed_error?.[s] as number) - (file.within.removed?.size?.[s] as number),
    );
    const error = Math.sqrt(mean(ahead.map((x) => (x - mean(ahead)) ** 2)) / (ahead.length - 1));
    expect(mean(ahead)).toBeLessThan(error);
    expect(within('halved', 'routing_gradient')).toBeGreaterThan(0.75);
    const costs = (at: number): number =>
      mean((file.touches.removed ?? []).flatMap((list) => list.slice(at, at + 4)));
    expect(costs(0)).toBeCloseTo(0.55, 1);
    expect(1 / costs(4)).toBeCloseTo(44, -1);
    // Three quarters across layers, less than a quarter within one.
    const misleading = names.filter(
      (name) =>
        Math.abs(mean(file.all.removed?.[name] ?? [])) > 0.75 && Math.abs(within('removed', name)) < 0.25,
    );
    expect(misleading).toHaveLength(9);
    // Most weight one character back: all heads of first layers but one.
    const lags = ['lag_0', 'lag_1', 'lag_2', 'lag_3'].map((name) => file.readings[name] ?? []);
    const atOne = file.stamp.seeds.flatMap((_, s) =>
      [0, 1, 2, 3].filter((h) =>
        lags.every((lag) => (lags[1]?.[s]?.[h] as number) >= (lag[s]?.[h] as number)),
      ),
    );
    expect(atOne).toHaveLength(39);
    const share = (name: string, at: number): number =>
      mean((file.readings[name] ?? []).flatMap((list) => list.slice(at, at + 4)));
    expect(1 / share('past_whole', 0)).toBeCloseTo(9, 0);
    expect(share('past', 0)).toBeLessThan(0.01);
    expect(share('past_whole', 4)).toBeLessThan(0.001);
    expect(share('descent_cosine', 4)).toBeLessThan(-0.05);
    expect(Math.abs(share('value_cosine', 0))).toBeLessThan(0.02);
    expect(mean(file.bits)).toBeCloseTo(2.44, 1);
  });

  it('are of the model in hand, whose weights were rounded', async () => {
    const given = await besides({ text: 'example' });
    const run = await engineOf(false).open(experiments.readings_table, { ...given, windows: 1 });
    run.dispose();
    const columns = run.first.readings.shape[1];
    // What is of the weights alone.
    for (const name of ['effective_rank', 'symmetric_share', 'value_cosine']) {
      const at = readings.findIndex(([id]) => id === name);
      for (let head = 0; head < 8; head++)
        expect(
          Math.abs(
            (run.first.readings.data[head * columns + at] as number) -
              (file.readings[name]?.[0]?.[head] as number),
          ),
        ).toBeLessThan(2e-3);
    }
  });
});
