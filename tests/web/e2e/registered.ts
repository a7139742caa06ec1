/** Every registered figure, and where a reader meets it. */
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { pageFiles } from '../../../tools/vite/pages.ts';
import { web } from '../../../tools/vite/paths.ts';
import { figures } from '../../../web/src/figures/registry.ts';

export const ids = Object.keys(figures);

/** The last page that has the figure: the front page borrows its figures from the chapters. */
export function pageOf(id: string): string {
  const file = pageFiles()
    .reverse()
    .find((page) => readFileSync(page, 'utf8').includes(`<attn-figure fig="${id}"`));
  if (!file) throw new Error(`${id} is on no page`);
  return relative(web, file).split(sep).join('/');
}

export const figureOf = (page: Page, id: string): Locator => page.locator(`attn-figure[fig="${id}"]`).first();

/** Opens the figure's page and waits until it is live, with nothing left to refine. */
export async function openLive(page: Page, id: string, hash = ''): Promise<Locator> {
  await page.goto(pageOf(id) + hash);
  const figure = figureOf(page, id);
  await figure.scrollIntoViewIfNeeded();
  await figure.evaluate((element) => (element as unknown as { ready: Promise<void> }).ready);
  await atRest(figure);
  return figure;
}

/** Waits until the drawing has stood still for a while: frames are refined after they are shown. */
export async function atRest(figure: Locator): Promise<void> {
  let last = '';
  await expect
    .poll(
      async () => {
        const now = await figure.locator('svg[role=img]').innerHTML();
        const still = now === last;
        last = now;
        return still;
      },
      { intervals: [500] },
    )
    .toBe(true);
}

/** Everything that the browser has to say about the page. */
export function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => heard.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => heard.push(`failed: ${request.url()}`));
  return heard;
}
