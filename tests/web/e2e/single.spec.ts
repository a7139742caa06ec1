/** A figure as one file: it opens from disk, also in a frame that is shut in, fetches nothing, and computes as on our pages. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { any, faults, ready, stateOf } from './harness';

const folder = resolve('build/e2e-single');
const name = `${folder}/${any.id}.html`;
const state = 'v1.beta=12,seed=41,t=7';

// One file for all of them.
test.describe.configure({ mode: 'serial' });

test.beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  execFileSync('tools/single', [any.id, state, name]);
});

/** What a page asks for that is not inside of it. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test('from disk it is live in its state, with a worker of its own, and asks for nothing', async ({
  page,
  context,
}) => {
  await context.setOffline(true);
  const asked = listen(page);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  const address = pathToFileURL(name).href;
  await page.goto(address);
  const figure = page.locator('attn-figure');
  await ready(figure);
  expect(await stateOf(figure)).toMatch(/beta=12.*seed=41.*t=7/);
  await expect(figure.getByRole('button', { name: /^checks \d+ of \d+/ })).toBeVisible();
  expect(page.workers().length).toBe(1);
  const caption = await figure.locator('figcaption').textContent();
  await figure.locator('input[type=range]').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(figure.locator('figcaption')).not.toHaveText(caption ?? '');
  // There is no site that a page could embed it from.
  await expect(figure.getByRole('button', { name: 'Embed' })).toHaveCount(0);
  expect(asked).toEqual([address]);
  expect(said).toEqual([]);
  expect(await faults(page)).toEqual([]);
});

test('in a sandboxed frame it is live too', async ({ page }) => {
  const host = `${folder}/host.html`;
  writeFileSync(
    host,
    `<!doctype html><html lang="en"><title>A host</title><iframe title="A figure" sandbox="allow-scripts" width="800" height="900" src="${any.id}.html"></iframe></html>`,
  );
  await page.goto(pathToFileURL(host).href);
  await ready(page.frameLocator('iframe').locator('attn-figure'));
});

test('without scripts there is its picture, and the file is not larger than a photograph', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(pathToFileURL(name).href);
  const picture = page.locator('attn-figure img');
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(300);
  expect(readFileSync(name).length).toBeLessThan(300_000);
  await context.close();
});

test('a chapter as one file is live from disk, leads from its links to its figures, and asks for nothing', async ({
  page,
  context,
}) => {
  const chapter = `${folder}/side-trips.html`;
  execFileSync('tools/single', ['side-trips', chapter]);
  expect(readFileSync(chapter).length).toBeLessThan(2e6);
  await context.setOffline(true);
  const asked = listen(page);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  const address = pathToFileURL(chapter).href;
  await page.goto(address);
  for (const figure of await page.locator('attn-figure').all()) {
    await figure.scrollIntoViewIfNeeded();
    await ready(figure);
    await expect(figure.getByRole('button', { name: /^checks (\d+) of \1/ })).toBeVisible();
  }
  const link = page.locator('a[href*="=v1."]').first();
  const [, id = '', state = ''] = /#([\w-]+)=(.*)/.exec((await link.getAttribute('href')) ?? '') ?? [];
  await link.click();
  const figure = page.locator(`attn-figure[fig="${id}"]`);
  await expect(figure).toBeInViewport();
  for (const piece of state.replace(/^v1\./, '').split(','))
    await expect.poll(() => stateOf(figure)).toContain(piece);
  // What is elsewhere on the site, which nobody has named, is text.
  expect(await page.locator('a:not([href^="#"], [href^="https:"])').count()).toBe(0);
  expect(page.workers().length).toBe(1);
  expect(asked).toEqual([address]);
  expect(said).toEqual([]);
});
