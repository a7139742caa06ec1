/** The pages of single figures, which nobody writes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { shownFigures } from '../../../tools/vite/shown-figures.ts';
import { figures, listen, ready, stateOf, violations, watchShifts, withoutScripts } from './harness';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const page = (id: string): string => `figures/${id}.html`;

test('every figure has a page with its title, its claim, its picture and the way to its chapter', async ({
  request,
}) => {
  expect(
    shownFigures()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(figures.map(({ id }) => id).sort());
  for (const { id, href, key } of shownFigures()) {
    const html = readFileSync(dist + page(id), 'utf8');
    const { title, claim } = figures.find((figure) => figure.id === id) ?? { title: '', claim: '' };
    expect(html).toContain(`<title>${title.replaceAll('&', '&amp;')}</title>`);
    expect(html).toContain(`<meta name="description" content="${claim.replaceAll('&', '&amp;')}">`);
    expect(html).toMatch(new RegExp(`<img src="../posters/${id}.light.svg`));
    const place = await request.get(href);
    expect(await place.text(), id).toContain(` id="${key}"`);
    const png = readFileSync(`${dist}figures/${id}.png`);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    // Messengers show pictures of up to 300 KB; fields with smooth shades are the largest.
    expect(png.length, id).toBeLessThan(200_000);
  }
});

for (const width of [320, 360, 768, 1440])
  test(`the page of a figure is live at ${width} px, does not scroll sideways, and moves hardly`, async ({
    page: tab,
  }) => {
    const heard = listen(tab);
    await tab.setViewportSize({ width, height: 800 });
    const shifts = await watchShifts(tab);
    await tab.goto(page('before-after'));
    const figure = tab.locator('attn-figure');
    await ready(figure);
    await expect(figure.locator('svg[role=img]')).toBeVisible();
    await tab.waitForLoadState('networkidle');
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const { total, what } = await shifts();
    expect(total, what).toBeLessThan(0.1);
    expect(heard).toEqual([]);
  });

test('the page of a figure takes a state, has no accessibility violations, and leads to the text', async ({
  page: tab,
}) => {
  await tab.goto(`${page('particles')}#particles=v1.beta=20`);
  const figure = tab.locator('attn-figure');
  await ready(figure);
  expect(await stateOf(figure)).toContain('beta=20,');
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(/find their groups/);
  expect(await violations(tab)).toEqual([]);
  await tab.getByRole('link', { name: 'its place in the chapter' }).click();
  await expect(tab.locator('attn-figure[fig=particles]')).toBeInViewport();
  await expect(tab).toHaveURL(/denoising\.html#particles$/);
});

test('the page of a figure shows its poster with scripts off', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  const heard = listen(tab);
  await tab.goto(page('two-stage'));
  const poster = tab.locator('attn-figure img');
  await expect.poll(() => poster.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(tab.locator('.placeholder')).toBeVisible();
  expect(withoutScripts(heard)).toEqual([]);
  await context.close();
});
