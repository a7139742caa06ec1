/**
 * Sites of `examples/hosts`: each is built with the package as npm would install it, and opened at two widths. Without `ATTN_HOSTS=all`, two of
 * them: with a bundler, and a generator without one. reveal.test.ts has the third.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { find } from '../web/browsers/programs.ts';
import { listen } from '../web/e2e/listen.ts';
import { folderSite, type Site } from '../web/e2e/servers.ts';
import { browser, command, figuresOf, installed } from './host.ts';

interface Host {
  readonly name: string;
  /** The folder that is built, in that of the host. */
  readonly out: string;
  /** A program that has to be there; what npm installs is. */
  readonly needs?: string;
  /** Other versions of what it depends on. */
  readonly instead?: Readonly<Record<string, string>>;
}

const hosts: readonly Host[] = [
  { name: 'vite', out: 'dist' },
  { name: 'plain', out: '.' },
  { name: 'eleventy', out: '_site' },
  { name: 'webpack', out: 'dist' },
  { name: 'esbuild', out: 'dist' },
  { name: 'rollup', out: 'dist' },
  { name: 'parcel', out: 'dist' },
  { name: 'react', out: 'dist' },
  { name: 'react', out: 'dist', instead: { react: '^18', 'react-dom': '^18' } },
  { name: 'vitepress', out: '.vitepress/dist' },
  { name: 'astro', out: 'dist' },
  { name: 'docusaurus', out: 'build' },
  { name: 'next', out: 'out' },
  { name: 'hugo', out: 'public', needs: 'hugo' },
  { name: 'jekyll', out: '_site', needs: 'jekyll' },
  { name: 'mkdocs', out: 'site', needs: 'mkdocs' },
  { name: 'sphinx', out: 'dist', needs: 'sphinx-build' },
];
const short = ['vite', 'eleventy'];
const asked = process.env.ATTN_HOSTS ?? short.join(',');
const chosen = hosts.filter(({ name }) => asked === 'all' || asked.split(',').includes(name));

/** A program that its generator is, and that is not there. */
const missing = ({ needs }: Host): boolean => needs !== undefined && !find(needs);

const titleOf = ({ name, instead = {} }: Host): string =>
  [name, ...Object.entries(instead).map(([of, version]) => `${of} ${version}`)].join(', ');

let chrome: Browser;
beforeAll(async () => {
  chrome = await browser();
});
afterAll(() => chrome.close());

/** What the three figures of each example show. */
const expected = [
  ['particles', /^v1.*beta=20.*t=30$/],
  ['two-stage', /^v1/],
  ['em-vs-sgd', /^v1/],
] as const;

/** With `ATTN_ALBUM=FOLDER` what a host looks like can be looked at. */
async function photograph(page: Page, name: string): Promise<void> {
  const album = process.env.ATTN_ALBUM;
  if (!album) return;
  // A picture that stays while its controls are scrolled would stand below where it belongs.
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(album, `${name.replace(/\W+/g, '-')}.png`), fullPage: true });
}

async function expectLive(page: Page): Promise<void> {
  const seen = await figuresOf(page);
  expect(seen.map(({ fig }) => fig)).toEqual(expected.map(([fig]) => fig));
  for (const [i, { value, badge, height }] of seen.entries()) {
    expect(value).toMatch(expected[i]?.[1] as RegExp);
    expect(badge).toMatch(/^checks (\d+) of \1$/);
    expect(height).toBeGreaterThan(200);
  }
}

describe.each(chosen.map((host) => ({ ...host, title: titleOf(host), left: missing(host) })))(
  '$title',
  ({ name, title, out, instead, left }) => {
    let site: Site;
    beforeAll(async () => {
      if (left) return;
      const folder = await installed(name, {}, instead);
      await command(folder, 'npm', 'run', 'build');
      expect(existsSync(join(folder, out, 'index.html'))).toBe(true);
      site = await folderSite(join(folder, out));
    }, 600_000);
    afterAll(() => site?.close());

    test.skipIf(left)(
      'has three live figures on a wide page, keys stay in them, and they keep their height',
      async () => {
        const page = await chrome.newPage({ viewport: { width: 1280, height: 900 } });
        const heard = listen(page);
        await page.goto(`${site.origin}/`);
        await expectLive(page);
        await photograph(page, `${title} 1280`);
        // Where its file is not found, the page computes by itself, and nothing is seen of it.
        expect(page.workers()).toHaveLength(1);
        await page.evaluate(() => {
          Object.assign(globalThis, { keys: [] as string[] });
          for (const target of [document, window])
            target.addEventListener('keydown', (event) =>
              (globalThis as unknown as { keys: string[] }).keys.push((event as KeyboardEvent).key),
            );
        });
        const figure = page.locator('attn-figure').first();
        const before = await figure.evaluate(
          (element) => (element as HTMLElementTagNameMap['attn-figure']).value,
        );
        await figure.locator('.scrubber').focus();
        await page.keyboard.press('ArrowLeft');
        await page.waitForFunction(
          (before) =>
            (document.querySelector('attn-figure') as HTMLElementTagNameMap['attn-figure']).value !== before,
          before,
        );
        expect(await page.evaluate(() => (globalThis as unknown as { keys: string[] }).keys)).toEqual([]);
        const heights = () =>
          page
            .locator('attn-figure')
            .evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight));
        const first = await heights();
        await page.waitForTimeout(1000);
        expect(await heights()).toEqual(first);
        // What is locked has no control.
        expect(await page.locator('attn-figure').nth(1).locator('#p-count:not([disabled])').count()).toBe(0);
        expect(heard).toEqual([]);
        await page.close();
      },
    );

    test.skipIf(left)('is as wide as a phone there', async () => {
      const page = await chrome.newPage({ viewport: { width: 360, height: 740 } });
      const heard = listen(page);
      await page.goto(`${site.origin}/`);
      await expectLive(page);
      await photograph(page, `${title} 360`);
      const widths = await page.evaluate(() => {
        const width = () => document.documentElement.scrollWidth;
        const before = width();
        for (const figure of document.querySelectorAll('attn-figure')) figure.remove();
        return [before, width()];
      });
      // A theme of Sphinx is wider than a phone by itself.
      expect(widths[0]).toBe(widths[1]);
      expect(heard).toEqual([]);
      await page.close();
    });
  },
);

test('what was not tried has a reason', () => {
  for (const { name, needs } of chosen.filter(missing)) console.log(`${name}: ${needs} is not installed`);
  expect(chosen.length).toBeGreaterThan(0);
});
