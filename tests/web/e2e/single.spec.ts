/** A figure as one file: it opens from disk, also in a frame that is shut in, fetches nothing, and computes as on our pages. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { figures as registry } from '../../../web/src/figures/registry';
import { any, atRest, faults, open, ready, stateOf, table } from './harness';
import { serve } from './servers';
import { dist } from './sizes';

const folder = resolve('build/e2e-single');
const name = `${folder}/${any.id}.html`;
const state = 'v1.beta=12,seed=41,t=7';

// One file for all of them.
test.describe.configure({ mode: 'serial' });

test.beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  execFileSync('tools/single', [any.id, state, name]);
});

/** What a page asks for that is not inside of it, and what it has to say. */
function listen(page: Page): { readonly asked: string[]; readonly said: string[] } {
  const [asked, said]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) asked.push(request.url());
  });
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  return { asked, said };
}

/** Presses the button of a card that saves it, in a page of the site. Returns what the card says of it, and writes the file. */
async function saved(page: Page, figure: Locator, file: string): Promise<string> {
  await figure.getByRole('button', { name: 'Export', exact: true }).click();
  const coming = page.waitForEvent('download');
  await figure.getByRole('button', { name: 'HTML, live' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^attention-[\w-]+\.html$/);
  await download.saveAs(file);
  const status = figure.locator('.exported');
  await expect(status).toContainText('Saved as');
  return (await status.textContent()) ?? '';
}

test('the card saves itself as it is: from disk, without a net, the file is live in that state, with the same numbers and the picture', async ({
  page,
  context,
}) => {
  const file = `${folder}/saved.html`;
  const here = await open(page, any.id, `#${any.id}=${state}`);
  await atRest(here);
  const numbers = await table(here);
  expect(await saved(page, here, file)).toMatch(
    new RegExp(
      `^Saved as attention-${any.id}\\.html, \\d+ KB: it opens without a connection, as the figure is now\\.$`,
    ),
  );
  const value = await stateOf(here);
  await context.setOffline(true);
  const { asked, said } = listen(page);
  const address = pathToFileURL(file).href;
  await page.goto(address);
  const figure = page.locator('attn-figure');
  await ready(figure);
  await atRest(figure);
  expect(await stateOf(figure)).toBe(value);
  expect(await table(figure)).toEqual(numbers);
  await expect(figure.getByRole('button', { name: /^checks (\d+) of \1/ })).toBeVisible();
  expect(page.workers().length).toBe(1);
  // It is one already, and comes from no site.
  await figure.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(figure.getByRole('button', { name: 'JSON, everything' })).toBeVisible();
  await expect(figure.getByRole('button', { name: 'HTML, live' })).toHaveCount(0);
  await expect(figure.getByRole('button', { name: 'Embed' })).toHaveCount(0);
  expect(readFileSync(file, 'utf8')).toContain('<img alt=');
  expect(asked).toEqual([address]);
  expect(said).toEqual([]);
});

test('a file that the reader brought is not in what is saved, and both cards say so', async ({ page }) => {
  const file = `${folder}/own-head.html`;
  const here = await open(page, 'own-head');
  const bring = (name: string, rows: string) => ({
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(rows),
  });
  await here
    .locator('input[type=file]')
    .setInputFiles([bring('Q', '1,2\n3,4\n5,6'), bring('K', '2,1\n4,3\n6,5'), bring('V', '1,0\n0,1\n1,1')]);
  await expect.poll(() => stateOf(here)).toMatch(/head=mine:/);
  await atRest(here);
  expect(await saved(page, here, file)).toContain(', but the file that you brought is not in it.');
  await page.goto(pathToFileURL(file).href);
  const figure = page.locator('attn-figure');
  await ready(figure);
  await expect(figure.locator('.notes')).toContainText('a file that is not in hand here');
});

test('the site lists the files of every figure, and all of them are there', () => {
  const { all, figures } = JSON.parse(readFileSync(new URL('singles.json', dist), 'utf8'));
  expect(Object.keys(figures).sort()).toEqual(Object.keys(registry).sort());
  for (const [id, files] of [['every figure', all], ...Object.entries<string[]>(figures)])
    expect(
      files.filter((path: string) => !existsSync(new URL(path, dist))),
      id,
    ).toEqual([]);
});

test('from disk it is live in its state, with a worker of its own, and asks for nothing', async ({
  page,
  context,
}) => {
  await context.setOffline(true);
  const { asked, said } = listen(page);
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

test('as a webxdc app it is live under the policy of a messenger, which lets no scripts from data: in', async ({
  page,
}) => {
  const app = `${folder}/${any.id}.xdc`;
  execFileSync('tools/single', [any.id, state, app]);
  const read =
    'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read("index.html"))';
  const body = execFileSync('/usr/bin/python3', ['-c', read, app], { maxBuffer: 1e8 });
  // As a public app that runs webxdc sends it, but for a directive that Chromium does not know.
  const policy =
    "default-src 'self'; style-src 'self' 'unsafe-inline' blob:; font-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; connect-src 'self' data: blob:; img-src 'self' data: blob:; media-src 'self' data: blob:";
  const site = await serve((path) =>
    path === '/index.html'
      ? { body, type: 'text/html', headers: { 'Content-Security-Policy': policy } }
      : path === '/favicon.ico'
        ? { body: '', type: 'image/x-icon' }
        : undefined,
  );
  const { asked, said } = listen(page);
  const address = `${site.origin}/index.html`;
  await page.goto(address);
  const figure = page.locator('attn-figure');
  await ready(figure);
  expect(await stateOf(figure)).toMatch(/beta=12.*seed=41.*t=7/);
  expect(page.workers().length).toBe(1);
  expect(asked).toEqual([address]);
  expect(said).toEqual([]);
  await site.close();
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
  const { asked, said } = listen(page);
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
