/** Text twice as large, as browsers make it without the rest of the page: on a phone nothing but boxes of their own scrolls sideways. */
import { expect, type Page, test } from '@playwright/test';
import { articlePages, chooseText, figureOf, figures, models, ready, unfold } from './harness';

test.use({ viewport: { width: 360, height: 800 } });

async function openLarge(page: Page, path: string): Promise<void> {
  await chooseText(page, 32);
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  const root = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  expect(await root()).toBe('32px');
}

/** What stands out of the screen, seen or cut off, unless it is in a box that scrolls. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const up = (element: Element): Element | null =>
      element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(up(element)));
    const all = [document, ...[...document.querySelectorAll('attn-figure')].map((e) => e.shadowRoot)].flatMap(
      (root) => [...(root?.querySelectorAll('body *, :host > *, .card *') ?? [])],
    );
    const hidden = '.visually-hidden, .katex-mathml, .skip, .symbol-keys, .about, svg *';
    return all
      .filter((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        const { left, right, width } = element.getBoundingClientRect();
        return (
          width > 0 && (left < -1 || right > innerWidth + 1) && !element.closest(hidden) && !scrolls(element)
        );
      })
      .map((e) => `${e.localName}.${e.getAttribute('class')}: ${e.textContent?.trim().slice(0, 60)}`);
  });

for (const path of articlePages)
  test(`${path} has room for text twice as large at 360 px`, async ({ page }) => {
    await openLarge(page, `${path}#main`);
    expect(await outside(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

test('so has the page of every figure', async ({ page }) => {
  for (const { id } of figures) {
    await openLarge(page, `figures/${id}.html`);
    expect.soft(await outside(page), id).toEqual([]);
  }
});

for (const { id } of models)
  test(`so has the live card of ${id} with all that opens in it`, async ({ page }) => {
    await openLarge(page, `figures/${id}.html`);
    const figure = figureOf(page, id);
    await ready(figure);
    await unfold(figure);
    for (const name of ['Explain', 'Data', 'Export'])
      await figure.getByRole('button', { name, exact: true }).click();
    await expect(figure.locator('.data tr').first()).toBeVisible();
    expect(await outside(page)).toEqual([]);
  });

test('an equation that is wider than the screen scrolls in a box of its own, to its end', async ({
  page,
}) => {
  await openLarge(page, 'chapters/denoising.html#main');
  const all = page.locator('.eq .katex-display').locator('visible=true');
  const wide = await all.evaluateAll((boxes) => boxes.findIndex((e) => e.scrollWidth > e.clientWidth));
  const box = all.nth(wide);
  const beyond = (): Promise<number> =>
    box.evaluate((e) => {
      const inner = (e.querySelector('.katex-html') as Element).getBoundingClientRect().right;
      return inner - e.getBoundingClientRect().right;
    });
  const [width, inner] = await box.evaluate((e) => [e.clientWidth, e.scrollWidth]);
  expect(inner, 'some equation is wider').toBeGreaterThan(width as number);
  await box.evaluate((e) => e.scrollTo({ left: e.scrollWidth }));
  expect(await beyond()).toBeLessThan(1);
});
