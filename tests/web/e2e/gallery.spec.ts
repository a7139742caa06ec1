/** The gallery, as built and served. */
import { expect, test } from '@playwright/test';
import { figures, listen, ready, violations, withoutScripts } from './harness';

const page = 'gallery.html';

test('shows the figures that a word finds, and leads to their pages', async ({ page: tab }) => {
  const heard = listen(tab);
  await tab.goto(page);
  const items = tab.locator('.wall li:visible');
  await expect(items).toHaveCount(figures.length);
  const field = tab.getByRole('searchbox', { name: 'Find' });
  await field.fill('mean shift');
  await expect.poll(() => items.count()).toBeLessThan(10);
  await expect(items.filter({ hasText: 'Noisy tokens find their groups' })).toBeVisible();
  await expect(tab.getByRole('status')).toHaveText(`${await items.count()} of ${figures.length} figures`);
  await expect(tab).toHaveURL(/\?q=mean\+shift$/);
  expect(await violations(tab)).toEqual([]);
  // The picture is part of the link.
  await items.filter({ hasText: 'Noisy tokens find their groups' }).locator('img').click({ force: true });
  await expect(tab).toHaveURL(/figures\/particles\.html$/);
  await ready(tab.locator('attn-figure'));
  await tab.goBack();
  await expect(field).toHaveValue('mean shift');
  expect(heard).toEqual([]);
});

test('fetches pictures as they come near, of the theme that the reader has chosen', async ({ page: tab }) => {
  const asked: string[] = [];
  tab.on('request', (request) => {
    if (/\/posters\//.test(request.url())) asked.push(request.url());
  });
  await tab.setViewportSize({ width: 1440, height: 800 });
  await tab.emulateMedia({ colorScheme: 'light' });
  await tab.goto(page);
  await tab.waitForLoadState('networkidle');
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThan(figures.length);
  expect(asked.every((url) => url.includes('.light.svg'))).toBe(true);
  await tab.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await expect
    .poll(() =>
      tab
        .locator('.wall img')
        .first()
        .evaluate((img: HTMLImageElement) => img.currentSrc),
    )
    .toContain('.dark.svg');
});

test('shows all of them with scripts off, without a field that does nothing', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  const heard = listen(tab);
  await tab.goto(page);
  await expect(tab.locator('.wall li:visible')).toHaveCount(figures.length);
  await expect(tab.locator('.find')).toBeHidden();
  expect(withoutScripts(heard)).toEqual([]);
  await context.close();
});
