// @vitest-environment node
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';

const { listed, over, raise } = (await import(path.resolve('tools/parts.mjs'))) as {
  listed: (root: string) => { name: string; floats: boolean; experiments: string[] }[];
  over: (root: string) => string[];
  raise: (root: string) => { said: string[]; ok: boolean };
};

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** A project with parts of so many KB, which nothing makes smaller, and budgets. */
function project(files: Record<string, number>, list: string, partGzipKB: Record<string, number>) {
  const root = mkdtempSync(path.join(tmpdir(), 'parts-'));
  roots.push(root);
  for (const folder of ['build/emscripten', 'build/wasm'])
    mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, 'build/emscripten/parts.txt'), list);
  for (const [name, size] of Object.entries(files))
    writeFileSync(path.join(root, 'build/wasm', name), randomBytes(size * 1000));
  const other = { version: '1.0.0', sizeBudget: { pageGzipKB: 200, partGzipKB } };
  writeFileSync(path.join(root, 'package.json'), JSON.stringify(other));
  const read = () => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return { root, read, budgets: () => read().sizeBudget.partGzipKB };
}

it('knows the experiments of a part, and weighs what browsers of today fetch of it', () => {
  const list = 'gibbs: temperature why_root_d\ngpt floats: gpt_pair\nledger_000: ledger_000 claim_000\n';
  const { root } = project({ 'gibbs.wasm': 20, 'gpt.simd.wasm': 30, 'gpt.scalar.wasm': 50 }, list, {
    gibbs: 21,
    gpt: 31,
  });
  expect(listed(root).slice(0, 2)).toEqual([
    { name: 'gibbs', floats: false, experiments: ['temperature', 'why_root_d'] },
    { name: 'gpt', floats: true, experiments: ['gpt_pair'] },
  ]);
  expect(over(root)).toEqual([]);
});

it('raises what weighs more, gives a new part its line, takes one away that is gone, and leaves the rest', () => {
  const list = 'gibbs: temperature\nnew: softmax_path\nviews: five_views\n';
  const files = { 'gibbs.wasm': 22.4, 'new.wasm': 12, 'views.wasm': 18 };
  const { root, read, budgets } = project(files, list, { gibbs: 21.5, gone: 9, views: 19 });
  expect(over(root)).toEqual([
    expect.stringMatching(/^gibbs weighs 22\.4\d KB gzip, 0\.9\d over its budget of 21\.5$/),
    expect.stringMatching(/^new weighs 12\.0\d KB gzip, and has no budget$/),
  ]);
  const { said, ok } = raise(root);
  expect(ok).toBe(true);
  expect(said).toEqual([
    expect.stringMatching(/^gibbs weighs .* over its budget of 21\.5: it has 23 now$/),
    expect.stringMatching(/^new weighs .*: it has 12\.6 now$/),
  ]);
  expect(budgets()).toEqual({ gibbs: 23, new: 12.6, views: 19 });
  expect(read()).toMatchObject({ version: '1.0.0', sizeBudget: { pageGzipKB: 200 } });
  expect(over(root)).toEqual([]);
});

it('raises none above the ceiling, whether it has a budget or not', () => {
  const files = { 'gibbs.wasm': 59.9, 'gpt.wasm': 72, 'new.wasm': 61 };
  const { root, budgets } = project(files, 'gibbs: a\ngpt: b\nnew: c\n', { gibbs: 21, gpt: 71 });
  const { said, ok } = raise(root);
  expect(ok).toBe(false);
  expect(said.slice(1)).toEqual([
    expect.stringMatching(
      /^gpt weighs 72\.0\d KB gzip, 1\.0\d over .* no budget is raised above 60, so move/,
    ),
    expect.stringMatching(/^new weighs 61\.0\d KB gzip, and has no budget: no budget is raised above 60/),
  ]);
  expect(budgets()).toEqual({ gibbs: 60, gpt: 71 });
});
