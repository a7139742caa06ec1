import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoadedPart, PartFiles } from '../../../web/src/engine/load';
import { createParts } from '../../../web/src/engine/parts';

const tables = {
  partOf: { particles: 'stage1', mse_depth: 'mse' },
  files: { stage1: { scalar: 'stage1.wasm' }, mse: { simd: 'mse.simd.wasm', scalar: 'mse.wasm' } },
};
const known = { part: 'stage1', experiments: ['particles'], files: ['stage1-01234567.wasm'] };

function setUp() {
  const asked: (readonly [string, PartFiles])[] = [];
  const fetchTables = vi.fn(async () => tables);
  const parts = createParts(fetchTables, async (part, files) => {
    asked.push([part, files]);
    return {} as LoadedPart;
  });
  return { asked, fetchTables, parts };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the tables are fetched once, with the first experiment that is asked for', async () => {
  const { asked, fetchTables, parts } = setUp();
  expect(fetchTables).not.toHaveBeenCalled();
  expect(await parts.of('mse_depth')).toBe('mse');
  expect(await parts.of('particles')).toBe('stage1');
  await parts.load('mse');
  expect(asked).toEqual([['mse', tables.files.mse]]);
  expect(fetchTables).toHaveBeenCalledTimes(1);
});

test('what is no experiment is in no part', async () => {
  const { parts } = setUp();
  expect(await parts.of('teapot')).toBeUndefined();
  expect(await parts.of('constructor')).toBeUndefined();
});

test('the part that a page knows needs no tables; they come when it has been there for a while', async () => {
  const { asked, fetchTables, parts } = setUp();
  parts.know?.(known);
  expect(await parts.of('particles')).toBe('stage1');
  await parts.load('stage1');
  expect(asked).toEqual([['stage1', { scalar: expect.stringMatching(/^file:.*\/stage1-01234567\.wasm$/) }]]);
  vi.advanceTimersByTime(900);
  expect(fetchTables).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(fetchTables).toHaveBeenCalledTimes(1);
});

test('of two builds of that part the one with SIMD is named first', async () => {
  const { asked, parts } = setUp();
  parts.know?.({ part: 'mse', experiments: ['mse_depth'], files: ['mse.simd-1.wasm', 'mse.scalar-2.wasm'] });
  await parts.load('mse');
  expect(asked[0]?.[1]).toEqual({
    simd: expect.stringMatching(/\/mse\.simd-1\.wasm$/),
    scalar: expect.stringMatching(/\/mse\.scalar-2\.wasm$/),
  });
});

test('other experiments of such a page are looked up', async () => {
  const { asked, parts } = setUp();
  parts.know?.(known);
  expect(await parts.of('mse_depth')).toBe('mse');
  await parts.load('mse');
  expect(asked).toEqual([['mse', tables.files.mse]]);
});

test('who knows of no part has the tables fetched at once', () => {
  const { fetchTables, parts } = setUp();
  parts.know?.();
  expect(fetchTables).toHaveBeenCalledTimes(1);
});

test('tables that do not come are said so, and asked for again', async () => {
  const { fetchTables, parts } = setUp();
  fetchTables.mockRejectedValueOnce(new Error('no network'));
  await expect(parts.of('particles')).rejects.toThrow(
    'Could not load the list of parts (no network). Check the connection and reload the page.',
  );
  expect(await parts.of('particles')).toBe('stage1');
});
