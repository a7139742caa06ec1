/** Short forms of what ./tools/soak does to figures for hours. */
import { expect, test } from '@playwright/test';
import { walk } from '../../../tools/soaking/figures.mjs';
import { endings } from '../../../tools/soaking/workers.mjs';

/** Quick ones, with a timeline, handles, presets and every kind of control among them. */
const names = ['particles', 'before-after', 'chain-explorer'];
const originOf = (address: string | undefined): string => new URL(address ?? '').origin;

test('whatever readers do at random, no figure fails, shows a number that is none, or leaves a run behind', async ({
  page,
  baseURL,
}) => {
  const over = (rounds: number): boolean => rounds >= 2;
  const { acts, found } = await walk(page, originOf(baseURL), { names, seed: 1, over, perRound: 15 });
  expect(found).toEqual([]);
  expect(acts).toBe(30);
});

test('workers that end at random moments are replaced, and every figure comes back by itself with the same bits', async ({
  page,
  baseURL,
}) => {
  const over = ({ ended }: { readonly ended: number }): boolean => ended >= 12;
  const { compared, found } = await endings(page, originOf(baseURL), { names, seed: 3, over });
  expect(found).toEqual([]);
  expect(compared).toBeGreaterThan(24);
});
