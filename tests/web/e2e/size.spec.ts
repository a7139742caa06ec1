/** Size budgets (run by themselves as `npm run test:size`): what is downloaded. The numbers: `sizeBudget` in package.json. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import packageJson from '../../../package.json' with { type: 'json' };
import { figures } from '../../../web/src/figures/registry';

const { articleGzipKB, elementGzipKB, firstFigureGzipKB, fontsKB, pageGzipKB, partGzipKB } =
  packageJson.sizeBudget;
const parts = Object.keys(partGzipKB) as (keyof typeof partGzipKB)[];
const assets = new URL('../../../dist/assets/', import.meta.url);

/** What a page fetches until it rests, gzipped as a server would send it: name and bytes of what `counts`. */
async function fetched(page: Page, path: string, counts: RegExp): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname;
    if (!counts.test(name)) return;
    bodies.push(response.body().then((body) => void sizes.set(name, gzipSync(body, { level: 9 }).length)));
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await Promise.all(bodies);
  return sizes;
}

const budgets = [
  [
    'scripts, styles and wasm up to the first live figure',
    'index.html',
    /\.(js|css|wasm)$/,
    firstFigureGzipKB,
  ],
  [
    'a chapter before anything is done with it, without fonts',
    'chapters/denoising.html',
    /^(?!.*\.woff2$)/,
    pageGzipKB,
  ],
] as const;

for (const [what, path, counts, budget] of budgets)
  test(`size budget: ${what}`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const sizes = await fetched(page, path, counts);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: path, description: `${(total / 1000).toFixed(1)} KB gzip` });
    if (path === 'index.html') expect([...sizes.keys()].some((name) => name.endsWith('.wasm'))).toBe(true);
    expect(total / 1000, JSON.stringify(Object.fromEntries(sizes), null, 1)).toBeLessThanOrEqual(budget);
  });

/** Names and sizes of the built files that a test keeps. */
const sizesOf = (keep: (name: string) => boolean) =>
  readdirSync(assets)
    .filter(keep)
    .map((name) => [name, gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length] as const);

/** Chunks that only pages of the article load; the largest table of symbols stands for the one that a chapter needs. */
const article = ['main', 'equations', 'symbols'];
const isOf = (name: string, chunks: readonly string[]): boolean =>
  name.endsWith('.js') && chunks.some((chunk) => name.startsWith(`${chunk}-`));

test('size budget: the scripts of a chapter besides its figures', () => {
  const sizes = article.map((chunk) =>
    Math.max(...sizesOf((name) => isOf(name, [chunk])).map(([, size]) => size)),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: 'article', description: `${(total / 1000).toFixed(1)} KB gzip` });
  expect(total / 1000).toBeLessThanOrEqual(articleGzipKB);
});

test('size budget: element and engine, all chunks but those of the article, the figures and the wasm parts', () => {
  // The ledger has a page and a part of its own.
  const others = [...article, 'ledger', ...Object.keys(figures), ...parts];
  const own = sizesOf((name) => name.endsWith('.js') && !isOf(name, others));
  const total = own.reduce((sum, [, size]) => sum + size, 0);
  test.info().annotations.push({ type: 'element', description: `${(total / 1000).toFixed(1)} KB gzip` });
  expect(own.length).toBeGreaterThan(4);
  expect(total / 1000, JSON.stringify(Object.fromEntries(own), null, 1)).toBeLessThanOrEqual(elementGzipKB);
});

test('size budget: each wasm part with its glue, in the larger build', () => {
  for (const part of parts) {
    const own = sizesOf((name) => name.startsWith(`${part}-`) || name.startsWith(`${part}.simd-`));
    expect(own.map(([name]) => name.split('.').at(-1)).sort(), part).toEqual(['js', 'wasm']);
    const total = own.reduce((sum, [, size]) => sum + size, 0);
    test.info().annotations.push({ type: part, description: `${(total / 1000).toFixed(1)} KB gzip` });
    expect(total / 1000, JSON.stringify(Object.fromEntries(own))).toBeLessThanOrEqual(partGzipKB[part]);
  }
});

test('size budget: all fonts together', () => {
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  expect(fonts.length).toBeGreaterThan(3);
  const total = fonts.reduce((sum, name) => sum + statSync(new URL(name, assets)).size, 0);
  expect(total / 1000).toBeLessThanOrEqual(fontsKB);
});
