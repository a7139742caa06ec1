/** A deck of reveal.js: slides that are scaled, keys that lead on, full screen, and the print view. */
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../web/e2e/listen.ts';
import { folderSite, type Site } from '../web/e2e/servers.ts';
import { browser, figuresOf, installed } from './host.ts';

type Element = HTMLElementTagNameMap['attn-figure'];

let chrome: Browser;
let site: Site;
beforeAll(async () => {
  chrome = await browser();
  site = await folderSite(await installed('reveal'));
}, 300_000);
afterAll(() => Promise.all([chrome?.close(), site?.close()]));

const slide = (page: Page): Promise<number> =>
  page.evaluate(
    () => (globalThis as unknown as { deck: { getIndices(): { h: number } } }).deck.getIndices().h,
  );

/** The first slide, live, on a screen where the deck is scaled up. */
async function open(): Promise<{ readonly page: Page; readonly heard: string[] }> {
  const page = await chrome.newPage({ viewport: { width: 1500, height: 1000 } });
  const heard = listen(page);
  await page.goto(`${site.origin}/`);
  await page
    .locator('attn-figure')
    .first()
    .evaluate((element) => (element as Element).ready);
  return { page, heard };
}

test('a figure in a scaled slide is live, keeps its height, and its keys stay with it', async () => {
  const { page, heard } = await open();
  const figure = page.locator('attn-figure').first();
  const sizes = () =>
    figure.evaluate((element) => [(element as Element).offsetHeight, element.getBoundingClientRect().height]);
  const [height = 0, onScreen = 0] = await sizes();
  expect(onScreen / height).toBeGreaterThan(1.1);
  await page.waitForTimeout(1500);
  expect(await sizes()).toEqual([height, onScreen]);
  const value = () => figure.evaluate((element) => (element as Element).value);
  const before = await value();
  await figure.locator('.scrubber').focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(value).not.toBe(before);
  expect(await slide(page)).toBe(0);
  expect(heard).toEqual([]);
  await page.close();
});

test('the deck goes on where no figure has the focus, and the next figures are live then', async () => {
  const { page, heard } = await open();
  for (const index of [1, 2]) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => slide(page)).toBe(index);
    const figure = page.locator('attn-figure').nth(index);
    await figure.evaluate((element) => (element as Element).ready);
    await expect.poll(() => figure.locator('.badge').textContent()).toMatch(/^checks (\d+) of \1$/);
  }
  expect(heard).toEqual([]);
  await page.close();
});

test('a figure that has the focus fills the screen by its key, and the deck stays where it is', async () => {
  const { page } = await open();
  const figure = page.locator('attn-figure').first();
  await figure.locator('.scrubber').focus();
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.localName)).toBe('attn-figure');
  await page.keyboard.press('ArrowRight');
  expect(await slide(page)).toBe(0);
  await page.close();
});

test('in the print view every figure is there', async () => {
  const page = await chrome.newPage({ viewport: { width: 1280, height: 900 } });
  const heard = listen(page);
  await page.goto(`${site.origin}/index.html?print-pdf`);
  await page.locator('.pdf-page').nth(2).waitFor({ state: 'attached' });
  const seen = await figuresOf(page);
  expect(seen.map(({ fig }) => fig)).toEqual(['particles', 'two-stage', 'em-vs-sgd']);
  for (const { badge } of seen) expect(badge).toMatch(/^checks (\d+) of \1$/);
  expect(heard).toEqual([]);
  await page.close();
});
