/** Equations that are linked to figures: pointer, keys and fingers on symbols, on the built chapter under its policy. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { faults, figureOf, listen, pressBelow, ready } from './harness';

const chapter = 'chapters/denoising.html';

/** A symbol of an equation, as it can be seen. */
const symbol = (page: Page, equation: string, id: string): Locator =>
  page.locator(`#${equation} [data-s="${id}"]`).filter({ visible: true }).first();
const tip = (page: Page): Locator => page.locator('.symbol-tip');
const control = (page: Page, equation: string, name: string): Locator =>
  page.locator(`#${equation} .symbol-keys`).getByLabel(name, { exact: true });
const value = (figure: Locator, name: string): Promise<number> =>
  figure.evaluate(
    (e, name) => (e as unknown as { values: Record<string, number> }).values[name] as number,
    name,
  );

/** The chapter with the figure of a section live, and its equation in the middle of the window. */
async function openAt(page: Page, equation: string, fig: string): Promise<Locator> {
  await page.goto(chapter);
  await expect(page.locator(`#${equation} .linked`).first()).toBeAttached();
  const figure = figureOf(page, fig);
  await figure.scrollIntoViewIfNeeded();
  await ready(figure);
  await page.locator(`#${equation}`).evaluate((e) => e.scrollIntoView({ block: 'center' }));
  return figure;
}

/** How strongly the marks of a quantity are drawn, and all others that are no axes. */
const strength = (figure: Locator, id: string): Promise<{ own: number[]; others: number[] }> =>
  figure.evaluate((host, id) => {
    const marks = [...(host.shadowRoot?.querySelectorAll('svg[role=img] > [data-of]') ?? [])];
    const isOwn = (e: Element): boolean => e.getAttribute('data-of')?.split(' ').includes(id) ?? false;
    const axes = /(^| )(grid|rule|ink-3)( |$)/;
    const of = (list: Element[]): number[] => [
      ...new Set(list.map((e) => Number(getComputedStyle(e).opacity))),
    ];
    return {
      own: of(marks.filter(isOwn)),
      others: of(marks.filter((e) => !isOwn(e) && !axes.test(e.getAttribute('class') ?? ''))),
    };
  }, id);

test('a symbol under the pointer lights itself, its quantity in the figure, and says what it is', async ({
  page,
}) => {
  const figure = await openAt(page, 'eq-1', 'particles');
  // It opens where no particle has left a line yet.
  await figure.evaluate((e) => (e as HTMLElement & { seek(t: number): Promise<void> }).seek(60));
  const drawn = await figure.locator('svg[role=img]').innerHTML();
  await symbol(page, 'eq-1', 'z').hover();
  await expect(symbol(page, 'eq-1', 'z')).toHaveClass(/\blit\b/);
  await expect(tip(page)).toBeVisible();
  await expect(tip(page)).toContainText('particles');
  await expect(tip(page)).toContainText('N × d');
  await expect(tip(page).locator('.role')).toHaveText('particle');
  await expect(tip(page).locator('.now')).toHaveText('64 positions');
  const lit = await strength(figure, 'z');
  expect(lit.own).toEqual([1]);
  expect(Math.max(...lit.others)).toBeLessThan(0.5);
  // Not by colour alone: the lines are thicker than they are drawn.
  const width = await figure
    .locator('svg[role=img] path.s[data-of~="z"]')
    .first()
    .evaluate((e) => [
      Number.parseFloat(getComputedStyle(e).strokeWidth),
      Number(e.getAttribute('stroke-width')),
    ]);
  expect(width[0]).toBeGreaterThan(width[1] as number);
  // Nothing is drawn anew, and it ends.
  expect(await figure.locator('svg[role=img]').innerHTML()).toBe(drawn);
  await page.mouse.move(5, 5);
  await expect(tip(page)).toBeHidden();
  await expect(page.locator('.lit')).toHaveCount(0);
  expect(Math.min(...(await strength(figure, 'z')).others)).toBe(1);
});

test('what the reader points at in a figure lights the symbols that mean it', async ({ page }) => {
  const figure = await openAt(page, 'eq-1', 'particles');
  const lit = page.locator('.lit');
  await figure.locator('#p-eta').hover();
  await expect(lit.first()).toBeAttached();
  expect([...new Set(await lit.evaluateAll((all) => all.map((e) => (e as HTMLElement).dataset.s)))]).toEqual([
    'eta',
  ]);
  await figure.locator('svg[role=img] .m[data-of~="z"]').last().hover();
  await expect(symbol(page, 'eq-1', 'z')).toHaveClass(/\blit\b/);
  await expect(symbol(page, 'eq-1', 'eta')).not.toHaveClass(/\blit\b/);
  await page.mouse.move(5, 5);
  await figure.locator('#p-beta').focus();
  await expect(symbol(page, 'eq-1', 'beta')).toHaveClass(/\blit\b/);
  // Symbols of other sections belong to other figures.
  await expect(symbol(page, 'eq-6', 'beta')).not.toHaveClass(/\blit\b/);
  await figure.locator('#p-beta').blur();
  await expect(lit).toHaveCount(0);
});

test('keys change a parameter in the figure, the value is said, and sideways keys go to the next symbol', async ({
  page,
}) => {
  const figure = await openAt(page, 'eq-1', 'particles');
  const eta = control(page, 'eq-1', 'step size');
  await expect(eta).toHaveRole('spinbutton');
  await control(page, 'eq-1', 'particles').focus();
  await page.keyboard.press('ArrowRight');
  await expect(eta).toBeFocused();
  await expect(symbol(page, 'eq-1', 'eta')).toHaveClass(/\bringed\b/);
  await expect(eta).toHaveAttribute('aria-valuenow', '0.1');
  await expect(eta).toHaveAttribute('aria-describedby', 'symbol-tip');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => value(figure, 'eta')).toBeGreaterThan(0.1);
  const now = await value(figure, 'eta');
  await expect(eta).toHaveAttribute('aria-valuenow', String(now));
  await expect(tip(page).locator('.now')).toHaveText((await eta.getAttribute('aria-valuetext')) ?? '');
  await expect(figure.locator('.control:has(#p-eta) .field')).toHaveValue(
    (await eta.getAttribute('aria-valuetext')) ?? '',
  );
  await page.keyboard.press('Home');
  await expect(eta).toHaveAttribute('aria-valuenow', '0.002');
  await page.keyboard.press('End');
  await expect(eta).toHaveAttribute('aria-valuenow', '1');
  await expect.poll(() => value(figure, 'eta')).toBe(1);
  await expect(page).toHaveURL(/particles=v1.*eta=1,/);
  // Escape takes the tip away and leaves the focus.
  await page.keyboard.press('Escape');
  await expect(tip(page)).toBeHidden();
  await expect(eta).toBeFocused();
});

test('a drag sideways changes the parameter over the scale of its slider, in one entry of the history', async ({
  page,
}) => {
  const figure = await openAt(page, 'eq-1', 'particles');
  const box = await symbol(page, 'eq-1', 'beta').boundingBox();
  if (!box) throw new Error('no symbol');
  const entries = await page.evaluate(() => history.length);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 3, y);
  expect(await value(figure, 'beta')).toBe(5);
  await page.mouse.move(x + 60, y, { steps: 6 });
  // A quarter of the way over two decades.
  await expect.poll(() => value(figure, 'beta')).toBeCloseTo(5 * 100 ** 0.25, 0);
  await expect(tip(page).locator('.now')).toHaveText(/^1[56]\.\d$/);
  await page.mouse.move(x - 400, y, { steps: 6 });
  await expect.poll(() => value(figure, 'beta')).toBe(0.5);
  await page.mouse.up();
  await page.mouse.move(x + 100, y + 200);
  await expect(tip(page)).toBeHidden();
  await expect(page).toHaveURL(/particles=v1-\d+\.beta=0\.5,/);
  expect(await value(figure, 'beta')).toBe(0.5);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test('a symbol starts its figure where that is still asleep, and shows a dash until it is live', async ({
  page,
}) => {
  // The figure's code comes when the test lets it.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/before-after.figure-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.setViewportSize({ width: 1000, height: 300 });
  await page.goto(chapter);
  const q = symbol(page, 'eq-9', 'query');
  await expect(q).toHaveClass(/\blinked\b/);
  await page.locator('#eq-9').evaluate((e) => e.scrollIntoView({ block: 'center' }));
  await q.hover();
  await expect(tip(page).locator('.now')).toHaveText('—');
  await expect(control(page, 'eq-9', 'query')).toHaveRole('button');
  release();
  await expect(tip(page).locator('.now')).toHaveText('0.5');
  await expect(control(page, 'eq-9', 'query')).toHaveRole('spinbutton');
  const figure = figureOf(page, 'before-after');
  expect(Math.max(...(await strength(figure, 'query')).others)).toBeLessThan(0.5);
});

test('each equation is one stop of the Tab key, and each symbol of one is reached from it', async ({
  page,
}) => {
  await page.goto(chapter);
  await expect(page.locator('.linked').first()).toBeAttached();
  const stops = page.locator('main .symbol-keys:not(details *) [tabindex="0"]');
  const boxes = page.locator('main .symbol-keys:not(details *)');
  expect(await stops.count()).toBe(await boxes.count());
  expect(await stops.count()).toBeLessThan(25);
  // Every linked symbol has its control.
  const missing = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.eq .linked')]
      .filter((mark) => {
        const names = [...(mark.closest('.eq')?.querySelectorAll('.symbol-keys > *') ?? [])];
        return names.length === 0 || names.some((name) => !name.getAttribute('aria-label'));
      })
      .map((mark) => mark.dataset.s),
  );
  expect(missing).toEqual([]);
  const keys = page.locator('#eq-7 .symbol-keys');
  const names = await keys
    .locator('[tabindex]')
    .evaluateAll((all) => all.map((e) => e.getAttribute('aria-label')));
  expect(names).toEqual([
    'estimate',
    'weights of Stage 2',
    'particles',
    'query',
    'energy',
    'bandwidth of Stage 2',
  ]);
  await keys.locator('[tabindex="0"]').focus();
  for (const name of names.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expect(control(page, 'eq-7', name ?? '')).toBeFocused();
  }
  // The way back leads to where one was.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(control(page, 'eq-7', 'bandwidth of Stage 2')).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`a tip has no accessibility violations in the ${colorScheme} theme, and the browser nothing to say`, async ({
    page,
  }) => {
    const heard = listen(page);
    await page.emulateMedia({ colorScheme });
    await openAt(page, 'eq-1', 'particles');
    await control(page, 'eq-1', 'particles').focus();
    await expect(tip(page)).toBeVisible();
    // The page without its tips is judged with the other pages.
    expect(await faults(page, { within: ['#eq-1', '.symbol-tip'] })).toEqual([]);
    expect(heard).toEqual([]);
  });

test('the tip stays while the pointer is on it, and goes with Escape', async ({ page }) => {
  await openAt(page, 'eq-1', 'particles');
  await symbol(page, 'eq-1', 'z').hover();
  await expect(tip(page)).toBeVisible();
  await tip(page).hover();
  // Longer than it lingers without the pointer.
  await page.waitForTimeout(600);
  await expect(tip(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip(page)).toBeHidden();
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  /** A finger that goes from a symbol, by CSS pixels. */
  async function swipe(page: Page, from: Locator, by: { x: number; y: number }): Promise<void> {
    const box = await from.boundingBox();
    if (!box) throw new Error('no symbol');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const cdp = await page.context().newCDPSession(page);
    for (let i = 0; i <= 12; i++) {
      const touchPoints = [{ x: x + (by.x * i) / 12, y: y + (by.y * i) / 12 }];
      await cdp.send('Input.dispatchTouchEvent', { type: i ? 'touchMove' : 'touchStart', touchPoints });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  test('a tap shows the tip inside of the window, and a tap elsewhere takes it away', async ({ page }) => {
    const figure = await openAt(page, 'eq-1', 'particles');
    for (const id of ['z', 'beta']) {
      await symbol(page, 'eq-1', id).tap();
      await expect(tip(page)).toBeVisible();
      await expect(symbol(page, 'eq-1', id)).toHaveClass(/\blit\b/);
      const box = await tip(page).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    }
    expect(await value(figure, 'beta')).toBe(5);
    await page.touchscreen.tap(340, 20);
    await expect(tip(page)).toBeHidden();
    await expect(page.locator('.lit')).toHaveCount(0);
  });

  test('a swipe sideways changes the parameter; one that scrolls the page changes nothing', async ({
    page,
  }) => {
    const figure = await openAt(page, 'eq-1', 'particles');
    const beta = symbol(page, 'eq-1', 'beta');
    const from = await page.evaluate(() => scrollY);
    await swipe(page, beta, { x: 4, y: -150 });
    await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), from)).toBeGreaterThan(50);
    expect(await value(figure, 'beta')).toBe(5);
    await page.locator('#eq-1').evaluate((e) => e.scrollIntoView({ block: 'center' }));
    await swipe(page, beta, { x: 60, y: 0 });
    await expect.poll(() => value(figure, 'beta')).toBeGreaterThan(10);
  });
});

test('without scripts equations are as they were, and nothing in them takes the focus', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(chapter);
  await expect(page.locator('#eq-1 [data-s]').first()).toBeVisible();
  await expect(page.locator('.symbol-keys, .symbol-tip, .linked, main [tabindex]')).toHaveCount(0);
  const [cursor, after] = await page
    .locator('#eq-1 [data-s="beta"]')
    .first()
    .evaluate((e) => [getComputedStyle(e).cursor, getComputedStyle(e, '::after').content]);
  expect([cursor, after]).toEqual(['auto', 'none']);
  await page.goto('notation.html');
  await expect(page.locator('#denoising-beta')).toContainText('bandwidth');
  await context.close();
});

test('the notation page lists every symbol of the chapter, with links to equations that use it', async ({
  page,
}) => {
  await page.goto(chapter);
  const used = await page
    .locator('main [data-s]')
    .evaluateAll((all) => [...new Set(all.map((e) => (e as HTMLElement).dataset.s))]);
  await pressBelow(page.locator('footer').getByRole('link', { name: 'Notation' }));
  await expect(page.locator('h1')).toHaveText('Notation');
  for (const id of used) await expect(page.locator(`#denoising-${id} .symbol .katex`), id).toBeVisible();
  await pressBelow(page.locator('#denoising-Gamma').getByRole('link').first());
  await expect(page).toHaveURL(/chapters\/denoising\.html#eq-6$/);
});
