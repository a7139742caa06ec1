/** Size budgets (run by themselves as `npm run test:size`): what is downloaded. The numbers: `sizeBudget` in package.json. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import packageJson from '../../../package.json' with { type: 'json' };
import { figures } from '../../../web/src/figures/registry';

const { elementGzipKB, firstFigureGzipKB, fontsKB } = packageJson.sizeBudget;
const assets = new URL('../../../dist/assets/', import.meta.url);

test('size budget: scripts, styles and wasm up to the first live figure', async ({ page }) => {
  const sizes = new Map<string, number>();
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname;
    if (!/\.(js|css|wasm)$/.test(name)) return;
    bodies.push(response.body().then((body) => void sizes.set(name, gzipSync(body, { level: 9 }).length)));
  });
  await page.goto('index.html');
  await page
    .locator('attn-figure')
    .first()
    .evaluate((element) => (element as unknown as { ready: Promise<void> }).ready);
  await Promise.all(bodies);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: 'first figure', description: `${(total / 1000).toFixed(1)} KB gzip` });
  expect([...sizes.keys()].some((name) => name.endsWith('.wasm'))).toBe(true);
  expect(total / 1000, JSON.stringify(Object.fromEntries(sizes), null, 1)).toBeLessThanOrEqual(
    firstFigureGzipKB,
  );
});

test('size budget: element and engine, all chunks but those of the figures', () => {
  const own = readdirSync(assets)
    .filter((name) => name.endsWith('.js') && !Object.keys(figures).some((id) => name.startsWith(`${id}-`)))
    .map((name) => [name, gzipSync(readFileSync(new URL(name, assets)), { level: 9 }).length] as const);
  const total = own.reduce((sum, [, size]) => sum + size, 0);
  test.info().annotations.push({ type: 'element', description: `${(total / 1000).toFixed(1)} KB gzip` });
  expect(own.length).toBeGreaterThan(4);
  expect(total / 1000, JSON.stringify(Object.fromEntries(own), null, 1)).toBeLessThanOrEqual(elementGzipKB);
});

test('size budget: all fonts together', () => {
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  expect(fonts.length).toBeGreaterThan(3);
  const total = fonts.reduce((sum, name) => sum + statSync(new URL(name, assets)).size, 0);
  expect(total / 1000).toBeLessThanOrEqual(fontsKB);
});
