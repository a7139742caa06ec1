/** attn-figure.js on a page of another origin. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import type { Figure } from '../../../web/src/figures/declare';
import { figures } from '../../../web/src/figures/registry';
import { builtSite, page as pageSite, type Site } from './servers';

const all = Object.keys(figures);
const sites: Site[] = [];
test.afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

/** Where the script comes from, and a blog that uses it under the policy that it gets to see. */
async function visit(
  page: Page,
  figs: readonly string[],
  policy: (origin: string) => string | undefined = () => undefined,
): Promise<{ readonly from: Site; readonly said: string[] }> {
  const from = await builtSite();
  const sent = policy(from.origin);
  const blog = await pageSite(
    `<script type="module" src="${from.origin}/attn-figure.js"></script>
    ${figs.map((fig) => `<attn-figure fig="${fig}"><p>A figure.</p></attn-figure>`).join('\n')}`,
    sent === undefined ? {} : { 'Content-Security-Policy': sent },
  );
  sites.push(from, blog);
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  await page.goto(blog.origin);
  return { from, said };
}

const live = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await customElements.whenDefined('attn-figure');
    for (const figure of document.querySelectorAll('attn-figure')) await figure.step(0);
  });

test('an element with link="on" keeps its state in the address of the page', async ({ page }) => {
  await visit(page, all.slice(0, 1));
  await page.evaluate(() => document.querySelector('attn-figure')?.setAttribute('link', 'on'));
  await live(page);
  await page.locator('.controls input[type=range]').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`#${all[0]}=v1-\\d+\\.`));
});

test('a second script tag does no harm', async ({ page }) => {
  const { from, said } = await visit(page, all.slice(0, 1));
  await page.evaluate((src) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = src;
    document.head.append(script);
    return new Promise((resolve) => {
      script.onload = resolve;
    });
  }, `${from.origin}/attn-figure.js?again`);
  await live(page);
  expect(said).toEqual([]);
});

test.describe('a page with a policy', () => {
  const documented = (origin: string): Readonly<Record<string, string>> => ({
    'default-src': "'none'",
    'script-src': `${origin} 'wasm-unsafe-eval'`,
    'worker-src': `blob: ${origin}`,
    'connect-src': origin,
  });
  const policy = (parts: Readonly<Record<string, string>>): string =>
    Object.entries(parts)
      .map(([name, value]) => `${name} ${value}`)
      .join('; ');

  test('that names our host as the manual says: ten figures are live, with one worker, what they share is fetched once, and the address of the page stays as it was', async ({
    page,
  }) => {
    const ten = all.slice(0, 10);
    const { from, said } = await visit(page, ten, (origin) => policy(documented(origin)));
    await live(page);
    await expect(page.locator('attn-figure svg[role=img]')).toHaveCount(10);
    expect(page.workers().map((worker) => worker.url().slice(0, 5))).toEqual(['blob:']);
    expect(from.asked.length).toBeGreaterThan(4);
    expect([...from.asked].sort()).toEqual([...new Set(from.asked)].sort());
    // The parts of the figures that there are.
    const parts = from.asked.flatMap((path) => /\/(\w+)(?:\.simd)?-[^/]*\.wasm$/.exec(path)?.[1] ?? []);
    const expected = await Promise.all(
      Object.values(figures)
        .slice(0, 10)
        .map(async (load) => ((await load()).default as Figure).core.part.name),
    );
    expect(parts.sort()).toEqual([...new Set(expected)].sort());
    expect(from.asked.filter((path) => /\.(css|woff2)$/.test(path))).toEqual([]);

    const before = page.url();
    for (const figure of await page.locator('attn-figure').all()) {
      await figure.locator('.controls input[type=range]').first().focus();
      await page.keyboard.press('ArrowRight');
    }
    await page.waitForTimeout(800);
    expect(page.url()).toBe(before);
    await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
    expect(said).toEqual([]);
  });

  for (const [what, change] of [
    ['blob:', (origin: string) => origin],
    ['our host', () => 'blob:'],
    ['both', () => "'none'"],
  ] as const) {
    test(`that leaves ${what} out of worker-src runs figures on the page itself`, async ({ page }) => {
      await visit(page, all.slice(0, 1), (origin) =>
        policy({ ...documented(origin), 'worker-src': change(origin) }),
      );
      await live(page);
      await expect(page.locator('attn-figure svg[role=img]')).toHaveCount(1);
      expect(page.workers()).toHaveLength(0);
    });
  }

  for (const [name, value] of [
    ['connect-src', () => "'none'"],
    ['script-src', (origin: string) => origin],
  ] as const) {
    test(`that leaves a source out of ${name} gets a sentence in place of the figure`, async ({ page }) => {
      await visit(page, all.slice(0, 1), (origin) =>
        policy({ ...documented(origin), [name]: value(origin) }),
      );
      await expect(page.locator('attn-figure [role=alert]')).toContainText('could not be');
      await expect(page.getByText('A figure.')).toBeVisible();
    });
  }
});

test('the script has a name that stays, and imports what has a hash in its name', () => {
  const source = readFileSync(new URL('../../../dist/attn-figure.js', import.meta.url), 'utf8');
  const imports = [...source.matchAll(/from"([^"]+)"/g)].map(([, path]) => path);
  expect(imports.length).toBeGreaterThan(0);
  for (const path of imports) expect(path).toMatch(/^\.\/assets\/[\w.-]+-[\w-]{8}\.js$/);
});
