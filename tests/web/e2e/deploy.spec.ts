/** The built folder on a host of static files, which sends content types and nothing else, somewhere below its root. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import packageJson from '../../../package.json' with { type: 'json' };
import { articlePages, doesNotMove, listen, withoutScripts } from './harness';
import { builtSite, page as pageSite, type Site } from './servers';

const folder = '/some/where/';
const sites: Site[] = [];
test.afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

async function host(): Promise<string> {
  const site = await builtSite(folder, {});
  sites.push(site);
  return site.origin + folder;
}

for (const path of [...articlePages, 'embed.html?fig=particles'])
  test(`${path} is live, with its posters and fonts, and does not move once it is there, down to its end, 1280 px`, async ({
    page,
  }) => {
    const said = listen(page);
    // Posters are lazy: each is looked at before the figure that takes its place is.
    await doesNotMove(page, (await host()) + path, 1280);
    for (const figure of await page.locator('attn-figure').all())
      await expect(figure.locator('svg[role=img]')).toBeVisible();
    const families = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
    });
    expect(families.join()).toContain('Variable');
    expect(said).toEqual([]);
  });

test('every page of the site is reached by links from the front page', async ({ request }) => {
  const root = await host();
  const seen = new Set<string>();
  const waiting = [root];
  // As they were written: opened, all pages together take half a minute.
  for (let url = waiting.pop(); url; url = waiting.pop()) {
    if (seen.has(url)) continue;
    seen.add(url);
    const answer = await request.get(url);
    expect(answer.status(), url).toBe(200);
    if (!answer.headers()['content-type']?.startsWith('text/html')) continue;
    const links = [...(await answer.text()).matchAll(/<a\s[^>]*?\bhref="([^"]*)"/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), url).href,
    );
    waiting.push(...links.map((link) => link.replace(/#.*/, '')).filter((link) => link.startsWith(root)));
  }
  for (const path of articlePages) expect([...seen], path).toContain(root + path);
});

test('with scripts off the posters are there', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const said = listen(page);
  await page.goto(await host());
  const poster = page.locator('attn-figure img').first();
  await poster.scrollIntoViewIfNeeded();
  await expect.poll(() => poster.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(withoutScripts(said)).toEqual([]);
  await context.close();
});

test('the script with a version in its name runs on another site', async ({ page }) => {
  const from = await builtSite(folder);
  const blog = await pageSite(
    `<script type="module" src="${from.origin}${folder}attn-figure-${packageJson.version}.js"></script>
    <attn-figure fig="particles"></attn-figure>`,
  );
  sites.push(from, blog);
  const said = listen(page);
  await page.goto(blog.origin);
  await expect(page.locator('attn-figure svg[role=img]')).toBeVisible();
  expect(said).toEqual([]);
});

test.describe('names', () => {
  const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/`.slice(dist.length).replace(/^\//, '') + entry.name);
  /** Names that other sites, crawlers or readers know. */
  const stable = [
    /\.html$/,
    /^(robots\.txt|sitemap\.xml|integrity\.json|singles\.json|ledger\.(schema\.)?json|third-party-notices\.txt|errata-and-confirmations\.pdf)$/,
    /^(attn-figure|embed-host)\.js$/,
    new RegExp(`^attn-figure-${packageJson.version.replaceAll('.', '\\.')}\\.js$`),
    /^posters\/[\w.-]+\.svg$/,
    /^figures\/[\w-]+\.(png|oembed\.json)$/,
    /^chapters\/[\w-]+\.png$/,
    ...(process.env.OFFLINE ? [/^sw\.js$/] : []),
  ];
  /** Files of web/public: where our own pages name them, a hash follows. */
  const own = ['favicon.svg', 'theme.js', 'embed-theme.js', 'social.png'];

  test('every file has a hash of its content in its name, or one of the names that stay', () => {
    const odd = files.filter(
      (name) =>
        !/^assets\/[\w.-]+-[\w-]{8}\.(js|css|wasm|woff2)$/.test(name) &&
        !own.includes(name) &&
        !stable.some((pattern) => pattern.test(name)),
    );
    expect(odd).toEqual([]);
    expect(files.filter((name) => name.startsWith('assets/')).length).toBeGreaterThan(20);
  });

  test('integrity.json tells of every script, style and binary what it has to be', () => {
    const told: Record<string, string> = JSON.parse(readFileSync(`${dist}integrity.json`, 'utf8'));
    expect(Object.keys(told).sort()).toEqual(files.filter((name) => /\.(js|css|wasm)$/.test(name)).sort());
    for (const [name, value] of Object.entries(told)) {
      const hash = createHash('sha384').update(readFileSync(dist + name));
      expect(value, name).toBe(`sha384-${hash.digest('base64')}`);
    }
  });

  test('a page asks for nothing that could be an older copy, and names no folder of a host', () => {
    for (const name of files.filter((file) => file.endsWith('.html'))) {
      const html = readFileSync(dist + name, 'utf8').replace(/<pre>[\s\S]*?<\/pre>/g, '');
      const addresses = [...html.matchAll(/\s(src|srcset|href)="([^"#]+)[^"]*"/g)].map(
        ([, , url = '']) => url,
      );
      const relative = addresses.filter((address) => !/^https?:/.test(address));
      // What a host shows for a missing page, at any depth, finds nothing beside it.
      if (name === '404.html') expect(relative).toEqual([]);
      else expect(addresses.length).toBeGreaterThan(5);
      for (const url of relative) {
        expect(url, name).not.toMatch(/^\//);
        const [path = '', query = ''] = url.split('?');
        // Pages and documents, which keep the names that they are cited by.
        if (['.html', '.txt', '.json', '.pdf'].includes(extname(path))) continue;
        expect(/-[\w-]{8}\.\w+$/.test(path) || /^[0-9a-f]{8}$/.test(query), `${name}: ${url}`).toBe(true);
      }
    }
  });

  test('a page names the code of its first figure in its head, so that it need not be found first', () => {
    for (const name of articlePages) {
      const html = readFileSync(dist + name, 'utf8');
      const fig = /<attn-figure fig="([\w-]+)"/.exec(html)?.[1];
      if (fig)
        expect(html, name).toMatch(
          new RegExp(`<link rel="modulepreload" href="[./]+assets/${fig}\\.figure-`),
        );
    }
  });

  test('the script with a version is the script', () => {
    const read = (name: string): string => readFileSync(dist + name, 'utf8');
    expect(read(`attn-figure-${packageJson.version}.js`)).toBe(read('attn-figure.js'));
  });
});
