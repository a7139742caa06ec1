/** Reading without a connection, in a browser with the real service worker: on a small site, and with ATTN_OFFLINE=1 on the built one. */
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { repository } from '../../../tools/vite/paths.ts';
import { listen, ready } from './harness';
import { allOf, deployment, Host } from './offline-site';
import { builtSite, page as pageSite } from './servers';

const hosts: { close(): Promise<void> }[] = [];
test.afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

async function host(files = deployment(1, 'worker')): Promise<Host> {
  const opened = await Host.open(files);
  hosts.push(opened);
  return opened;
}

const shows = (page: Page, text: string): Promise<void> => expect(page.locator('output')).toHaveText(text);

/** The addresses of the copies, below the folder of the site. */
const copies = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('attn-offline '));
    const found = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => url.slice(name.split(' ')[1]?.length)),
      ),
    );
    return found.flat().sort();
  });

/** All that a page of a deployment consists of has a copy. */
async function stored(page: Page, files: ReadonlyMap<string, unknown>, ...pages: string[]): Promise<void> {
  const wanted = [...files.keys()].filter((name) => /^assets\/(?!offline)/.test(name));
  await expect.poll(() => copies(page)).toEqual(expect.arrayContaining([...wanted, ...pages]));
}

/** Opens a page, and waits until all of it has a copy. */
async function read(page: Page, site: Host, name: string, version = 1): Promise<void> {
  await page.goto(site.root + name);
  await shows(page, allOf(version));
  await stored(page, site.files, name);
}

test('a page that was read once is there without a connection, whole and silent; one that was not says so', async ({
  page,
}) => {
  const site = await host();
  await read(page, site, 'chapters/one.html');
  // What the page had fetched before the worker was there came from the browser's own cache.
  const files = site.asked.filter((path) => path.includes('/assets/'));
  expect(files).toEqual([...new Set(files)]);
  expect(await copies(page)).not.toContain('chapters/two.html');
  site.isThere = false;
  const said = listen(page);
  await page.reload();
  await shows(page, allOf(1));
  await page.goto(`${site.root}chapters/one.html?state#figure`);
  await shows(page, allOf(1));
  await page.getByRole('button').click();
  await shows(page, allOf(1));
  expect(said).toEqual([]);
  await page.goto(`${site.root}chapters/two.html`);
  await expect(page.locator('h1')).toHaveText('This page has not been read here yet');
  await page.getByRole('link', { name: 'chapters/one' }).click();
  await shows(page, allOf(1));
  site.isThere = true;
  await page.goto(`${site.root}chapters/two.html`);
  await shows(page, allOf(1));
  await page.goto(site.root);
  await shows(page, allOf(1));
  site.isThere = false;
  await page.goto(`${site.root}index.html`);
  await shows(page, allOf(1));
});

test('what was read once is asked for no second time, but for pages', async ({ page }) => {
  const site = await host();
  await read(page, site, 'chapters/one.html');
  site.asked.length = 0;
  await page.goto(`${site.root}chapters/two.html`);
  await shows(page, allOf(1));
  expect(site.asked).toContain('/some/where/chapters/two.html');
  expect(site.asked.filter((path) => path.includes('/assets/'))).toEqual([]);
});

test('with a new deployment an open page goes on, the next is new, nothing is mixed, and old files go', async ({
  page,
  context,
}) => {
  const site = await host();
  await read(page, site, 'chapters/one.html');
  await read(page, site, 'chapters/two.html');
  site.files = deployment(2, 'worker');
  const other = await context.newPage();
  await read(other, site, 'chapters/two.html', 2);
  // The older page has its files still, which the host has no more.
  await page.getByRole('button').click();
  await shows(page, allOf(1));
  // Offline each is of one piece, although they are of two deployments.
  site.isThere = false;
  await page.goto(`${site.root}chapters/one.html`);
  await shows(page, allOf(1));
  await other.reload();
  await shows(other, allOf(2));
  site.isThere = true;
  await other.close();
  await page.reload();
  await shows(page, allOf(2));
  const old = [...deployment(1, 'worker').keys()].filter((name) => !site.files.has(name));
  expect(old).toHaveLength(4);
  await expect
    .poll(async () =>
      (await copies(page)).filter((name) => old.includes(name) || name.startsWith('theme.js')),
    )
    .toHaveLength(1);
  site.isThere = false;
  await page.reload();
  await shows(page, allOf(2));
});

test('a page that comes from its copy takes none of its files from a newer deployment', async ({ page }) => {
  const site = await host();
  await read(page, site, 'chapters/one.html');
  // The connection is back when the page itself has been answered.
  const answer = site.answer.bind(site);
  const next = deployment(2, 'worker');
  site.answer = (path) => {
    if (path.endsWith('.html')) return 'unreachable';
    site.files = next;
    return answer(path);
  };
  await page.goto(`${site.root}chapters/one.html`);
  await shows(page, allOf(1));
});

test('a damaged file is replaced by what a second attempt brings, and a damaged script by a reload', async ({
  page,
}) => {
  const good = deployment(1, 'worker');
  const damaged = new Map(good);
  const name = [...good.keys()].find((file) => file.endsWith('.wasm')) as string;
  const module = [...good.keys()].find((file) => file.startsWith('assets/part-')) as string;
  damaged.set(name, Buffer.from('cut'));
  const site = await host(good);
  // The worker is there, and has a copy of nothing: not of the files that the pages share either.
  await read(page, site, '');
  await page.evaluate(async () => {
    for (const key of await caches.keys())
      for (const url of await (await caches.open(key)).keys()) await (await caches.open(key)).delete(url);
  });
  site.files = damaged.set(module, 'export const part = "module of a broken line";');
  let times = 0;
  const answer = site.answer.bind(site);
  site.answer = (path) => {
    if (path === name && ++times > 1) site.files = new Map(damaged).set(name, good.get(name) as Buffer);
    return answer(path);
  };
  await page.goto(`${site.root}chapters/one.html`);
  await shows(page, 'page 1, theme 1, module of a broken line, wasm 1');
  expect(times).toBe(2);
  site.files = good;
  await page.reload();
  await shows(page, allOf(1));
  // The page's own worker was reloaded with it.
  expect(times).toBe(3);
  site.isThere = false;
  await page.goto(`${site.root}chapters/one.html`);
  await shows(page, allOf(1));
});

for (const [what, next] of [
  ['without a service worker', undefined],
  ['with the script that removes it', 'remove'],
] as const)
  test(`a deployment ${what} removes it, with all copies`, async ({ page }) => {
    const site = await host();
    await read(page, site, 'chapters/one.html');
    site.files = deployment(2, next);
    await page.goto(`${site.root}chapters/one.html`);
    await shows(page, allOf(2));
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await page.goto(`${site.root}chapters/two.html`);
    await shows(page, allOf(2));
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });

test('in a frame of another site a page is as it always is, and registers nothing', async ({ page }) => {
  const site = await host();
  const blog = await pageSite(`<iframe src="${site.root}chapters/one.html" title="A figure"></iframe>`);
  hosts.push(blog);
  await page.goto(blog.origin);
  await expect(page.frameLocator('iframe').locator('output')).toHaveText(allOf(1));
  // The frame's script has run when the page has loaded.
  const [, frame] = page.frames();
  expect(await frame?.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
    0,
  );
  expect(site.asked).toContain('/some/where/chapters/one.html');
  expect(site.asked).not.toContain('/some/where/sw.js');
});

test('the built site: a chapter that was read once is live without a connection', async ({ page }) => {
  if (process.env.ATTN_OFFLINE !== '1') {
    console.log(
      'skipped: the built site offline; ATTN_OFFLINE=1 npx playwright test offline.spec.ts runs it',
    );
    test.skip(true, 'the site is built for this, which takes minutes: only with ATTN_OFFLINE=1');
  }
  const folder = `${repository}build/offline-site`;
  await promisify(execFile)('npm', ['run', 'build', '--', '--outDir', folder], {
    cwd: repository,
    env: { ...process.env, OFFLINE: '1' },
    maxBuffer: 1e9,
  });
  let isThere = true;
  const site = await builtSite('/some/where/', {}, pathToFileURL(`${folder}/`), () => isThere);
  hosts.push(site);
  const root = `${site.origin}/some/where/`;
  const said = listen(page);
  const live = async (): Promise<void> => {
    for (const figure of await page.locator('attn-figure').all()) {
      await figure.scrollIntoViewIfNeeded();
      await ready(figure);
      await expect(figure.locator('svg[role=img], canvas').first()).toBeVisible();
    }
  };
  await page.goto(`${root}chapters/denoising.html`);
  await live();
  const asked = site.asked.filter((path) => path.includes('/assets/') && !path.includes('/offline-'));
  expect(asked.filter((path) => path.endsWith('.wasm'))).not.toEqual([]);
  const names = asked.map((path) => path.slice('/some/where/'.length));
  await expect.poll(() => copies(page)).toEqual(expect.arrayContaining(names));
  isThere = false;
  await page.reload();
  await live();
  expect(said).toEqual([]);
  await page.goto(`${root}chapters/one-head.html`);
  await expect(page.locator('h1')).toHaveText('This page has not been read here yet');
});
