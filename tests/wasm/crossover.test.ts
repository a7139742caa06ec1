/** The measurement of linear-attention: what it says of times, and that it takes them of both methods over the real core. */
import { expect, test } from 'vitest';
import { crossover, measureCrossover, outcomeOf } from '../../web/src/figures/bilinear-form/shared/crossover';
import { plain } from '../../web/src/figures/declare';
import { engineOf } from './builds';

const timed = (tokens: number, exact: number, features: number) => ({ tokens, exact, features });

test('the crossover lies between the sizes where the faster method changes', () => {
  const times = [timed(128, 1, 4), timed(256, 2, 4), timed(512, 16, 8), timed(1024, 64, 16)];
  // Half as long at 256, twice as long at 512: in the middle, as a power of n.
  expect(crossover(times)).toBeCloseTo(256 * Math.SQRT2, 9);
  expect(plain(outcomeOf(times).says)).toContain('faster from about 360 tokens on');
  expect(crossover(times.slice(0, 2))).toBeUndefined();
  expect(plain(outcomeOf(times.slice(0, 2)).says)).toContain('faster at none of these sizes');
  expect(plain(outcomeOf(times.slice(2)).says)).toContain('faster at every size');
});

test('both methods are timed at every size, and nothing is left open', async () => {
  const engine = engineOf(true);
  const shares: number[] = [];
  const { table, says } = await measureCrossover(engine, new AbortController().signal, (share) =>
    shares.push(share),
  );
  expect(shares).toEqual([0, 1, 2, 3, 4, 5].map((i) => i / 6));
  expect(table.rows.map(([tokens]) => tokens)).toEqual([128, 256, 512, 1024, 2048, 4096]);
  for (const [, ...times] of table.rows) for (const time of times) expect(time).toBeGreaterThan(0);
  expect(plain(says)).toMatch(/at 4\D?096 tokens a pass took [\d.]+ ms/);
  expect((await engine.stats()).objects).toBe(0);
}, 120_000);

test('it stops when it is told to, and frees what it has opened', async () => {
  const engine = engineOf(true);
  const control = new AbortController();
  const measuring = measureCrossover(engine, control.signal, (share) => share > 0 && control.abort());
  await expect(measuring).rejects.toHaveProperty('name', 'AbortError');
  expect((await engine.stats()).objects).toBe(0);
}, 120_000);
