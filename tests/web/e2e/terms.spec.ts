/** Words that the glossary has, on the built pages under their policy. */
import { expect, test } from '@playwright/test';
import { faults, listen, withoutScripts } from './harness';

const page = 'glossary.html';

test('a word shows its entry to a pointer and to the keys, and lets it go', async ({ page: tab }) => {
  const heard = listen(tab);
  await tab.goto(page);
  const word = tab.locator('a.term').first();
  const tip = tab.locator('.term-tip');
  await expect(tip).toBeAttached();
  await word.hover();
  await expect(tip).toContainText('reward minus baseline');
  expect(await faults(tab, { within: ['.term-tip'] })).toEqual([]);
  await tab.mouse.move(2, 2);
  await expect(tip).toBeHidden();
  await word.focus();
  await tab.keyboard.press('Shift+Tab');
  await tab.keyboard.press('Tab');
  await expect(tip).toBeVisible();
  await expect(word).toHaveAttribute('aria-describedby', 'term-tip');
  await tab.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  expect(heard).toEqual([]);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('the first tap shows the entry, the second goes there', async ({ page: tab }) => {
    await tab.goto(page);
    const word = tab.locator('a.term').first();
    await expect(tab.locator('.term-tip')).toBeAttached();
    await word.tap();
    await expect(tab.locator('.term-tip')).toBeVisible();
    await expect(tab).toHaveURL(/glossary\.html$/);
    await word.tap();
    await expect(tab).toHaveURL(/glossary\.html#advantage$/);
  });
});

test('without scripts a word is a link to its entry', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const tab = await context.newPage();
  const heard = listen(tab);
  await tab.goto(page);
  await tab.locator('a.term').first().click();
  await expect(tab.locator('#advantage')).toBeInViewport();
  expect(withoutScripts(heard)).toEqual([]);
  await context.close();
});
