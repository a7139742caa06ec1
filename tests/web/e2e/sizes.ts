/** What is downloaded, gzipped as a server would send it, and its budgets: `sizeBudget` in package.json. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import packageJson from '../../../package.json' with { type: 'json' };
import { figures } from '../../../web/src/figures/registry';

const { firstFigureGzipKB, partGzipKB, readGzipKB } = packageJson.sizeBudget;
export const parts = Object.keys(partGzipKB) as (keyof typeof partGzipKB)[];
export const dist = new URL('../../../dist/', import.meta.url);
export const assets = new URL('assets/', dist);

/** By the names of the files, without the folder. */
export type Sizes = ReadonlyMap<string, number>;
export const gzipped = (body: Uint8Array): number => gzipSync(body, { level: 9 }).length;
const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, size) => total + size, 0);

/** Fails when all together are more than the budget in KB, and says what they are. */
export function expectWithin(what: string, sizes: Sizes, budget: number): void {
  const total = sum(sizes.values()) / 1000;
  test.info().annotations.push({ type: what, description: `${total.toFixed(1)} KB gzip` });
  expect(total, `${what}: ${JSON.stringify(Object.fromEntries(sizes), null, 1)}`).toBeLessThanOrEqual(budget);
}

export const isScript = (name: string): boolean => name.endsWith('.js');
/** Whether a file is a part's binary, of those without SIMD or with it the one that browsers take. */
export const isBinary = (name: string, part: string): boolean =>
  name.endsWith('.wasm') && (name.startsWith(`${part}-`) || name.startsWith(`${part}.simd-`));
/** Whether a file is the chunk of one of these modules; those of figures say so in their names. */
export const isOf = (name: string, chunks: readonly string[]): boolean =>
  chunks.some((chunk) => name.startsWith(`${chunk}-`) || name.startsWith(`${chunk}.figure-`));
export const keep = (sizes: Sizes, which: (name: string) => boolean): Sizes =>
  new Map([...sizes].filter(([name]) => which(name)));

/** Chunks of the kinds of parameters, by the names of their files. */
const kinds = readdirSync(new URL('../../../web/src/kinds', import.meta.url)).map((name) =>
  name.replace('.ts', ''),
);

/** What a page may fetch until its first figure is live, which is this one. */
export function expectFirstFigure(path: string, fig: string, sizes: Sizes): void {
  const names = [...sizes.keys()];
  const [part] = parts.filter((part) => names.some((name) => isBinary(name, part)));
  expect(names.filter((name) => isOf(name, Object.keys(figures)) && isScript(name))).toEqual([
    expect.stringMatching(`^${fig}\\.figure-`),
  ]);
  // Who opens with runs that were trained before computes nothing.
  if (!part && !names.some((name) => isOf(name, ['runs', 'climb'])))
    throw new Error(`${path} has fetched no wasm part: ${names.join(', ')}`);
  // What larger parts weigh more has a budget of its own, and so have kinds of parameters, what links equations, and what comes after
  // all else or goes on paper.
  const larger = part ? Math.max(0, partGzipKB[part] - partGzipKB.stage1) : 0;
  // A text that is read, and a model that was kept with what was found of it, and a head of it as a file, are no code.
  const read = ['shakespeare', 'weights', 'readings', 'breaks', 'climb', 'head'];
  expectWithin(
    `what ${path} reads`,
    keep(sizes, (name) => isOf(name, read)),
    readGzipKB,
  );
  const linking = [
    'equations',
    'symbols',
    'tip',
    'terms',
    'extras',
    'bench',
    'worksheet',
    'print',
    'tables',
    ...kinds,
  ];
  expectWithin(
    path,
    keep(sizes, (name) => !isOf(name, [...linking, ...read])),
    firstFigureGzipKB + larger,
  );
}

const known = new Map<string, number>();

/** Listens to what a page fetches from now on. Returns a reader of that: scripts, styles and wasm, as they were built. */
export function watchFiles(page: Page): () => Sizes {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const [name] = /[^/]+\.(js|css|wasm)$/.exec(new URL(request.url()).pathname) ?? [];
    if (name) asked.add(name);
  });
  const hashed = new Set(readdirSync(assets));
  const sizeOf = (name: string): number =>
    known.get(name) ?? gzipped(readFileSync(new URL(name, hashed.has(name) ? assets : dist)));
  return () => {
    for (const name of asked) known.set(name, sizeOf(name));
    return new Map([...asked].map((name) => [name, known.get(name) as number]));
  };
}
