/** The ten draws of em-vs-sgd: what is said of them, and that each is raced once over the real core. */
import { expect, test } from 'vitest';
import { plain } from '../../web/src/figures/declare';
import { outcomeOf, raceTen } from '../../web/src/figures/gradient-dynamics/shared/ten-races';
import { engineOf } from './builds';

test('leads and lags are counted, and given with their mean and deviation', () => {
  const { says, table } = outcomeOf([
    { seed: 1, sgd: [1.9, 2], em: [1.86, 2.01] },
    { seed: 2, sgd: [1.9, 2], em: [1.88, 2.03] },
    { seed: 3, sgd: [1.9, 2], em: [1.93, 1.99] },
  ]);
  expect(plain(says)).toContain('ahead in 2 of 3 draws, by 0.010 ± 0.036 on average');
  expect(plain(says)).toContain('behind in 2, by 0.010 ± 0.020');
  expect(table.rows.map(([seed]) => seed)).toEqual([1, 2, 3]);
  expect(table.rows[0]?.[3]).toBeCloseTo(0.04, 12);
});

const values = { eta: 0.2, length: '60', answers: 'chain', seed: 40 } as const;

test('ten draws are raced to the end, and nothing is left open', async () => {
  const engine = engineOf(true);
  const shares: number[] = [];
  const { table } = await raceTen(engine, values, 20, new AbortController().signal, (share) =>
    shares.push(share),
  );
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.length).toBeGreaterThanOrEqual(10);
  expect(shares.at(-1)).toBeCloseTo(1, 12);
  expect(table.rows.map(([seed]) => seed)).toEqual(Array.from({ length: 10 }, (_, i) => 40 + i));
  for (const [, ...losses] of table.rows) for (const loss of losses) expect(loss).toBeTypeOf('number');
  expect(new Set(table.rows.map(([, loss]) => loss)).size).toBe(10);
  expect((await engine.stats()).objects).toBe(0);
}, 120_000);

test('it stops when it is told to, and frees what it has opened', async () => {
  const engine = engineOf(true);
  const control = new AbortController();
  const racing = raceTen(engine, values, 20, control.signal, (share) => share > 0.2 && control.abort());
  await expect(racing).rejects.toHaveProperty('name', 'AbortError');
  expect((await engine.stats()).objects).toBe(0);
}, 120_000);
