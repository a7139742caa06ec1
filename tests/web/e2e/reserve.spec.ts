/** What a page keeps free for a figure is what the live figure needs, at every width and size of text. */
import { expect, type Page, test } from '@playwright/test';
import { atRest, figureOf, figures, pageOf, ready } from './harness';

const widths = [320, 360, 412, 560, 700, 768, 1024, 1440];
const chapter = pageOf(figures[0]?.id ?? '');

/** The heights of all figures of the page at all widths, by id. */
async function heights(page: Page): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // Drawings and observers follow in the next frames.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await page.waitForTimeout(200);
    const now = await page
      .locator('attn-figure')
      .evaluateAll((all) =>
        all.map((e) => [e.getAttribute('fig') ?? '', e.getBoundingClientRect().height] as const),
      );
    for (const [fig, height] of now) found[fig] = [...(found[fig] ?? []), height];
  }
  return found;
}

/** To a pixel: lines of text do not end at whole ones. */
function expectLike(found: Record<string, number[]>, live: Record<string, number[]>, when: string): void {
  for (const [fig, list] of Object.entries(live))
    for (const [i, height] of list.entries())
      expect
        .soft(Math.abs((found[fig]?.[i] ?? 0) - height), `${fig} at ${widths[i]} px, ${when}`)
        .toBeLessThan(1);
}

for (const [text, size, hasTouch] of [
  ['text as it comes', '100%', false],
  ['text twice as large', '200%', false],
  ['a coarse pointer', '100%', true],
] as const)
  test.describe(text, () => {
    test.use({ hasTouch, isMobile: hasTouch });

    test('a figure is as high before its code is there, and before any script is, as when it is live', async ({
      page,
    }) => {
      test.slow();
      const open = async (): Promise<void> => {
        // What never comes would hold up the event `load`.
        // With an anchor a page opens whole: what is not laid out yet has estimates for heights.
        await page.goto('about:blank');
        await page.goto(`${chapter}#main`, { waitUntil: 'domcontentloaded' });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, size);
        await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())));
      };
      await open();
      for (const { id } of figures) {
        const figure = figureOf(page, id);
        if (!(await figure.count())) continue;
        await figure.scrollIntoViewIfNeeded();
        await ready(figure);
        await atRest(figure);
      }
      const live = await heights(page);
      expect(Object.keys(live).length).toBeGreaterThan(5);

      const files = new RegExp(`/(${figures.map(({ id }) => id).join('|')})-[^/]*\\.js$`);
      await page.route(files, () => {});
      await open();
      expectLike(await heights(page), live, 'before the code of the figures');

      // The root's size of text, unlike the browser's own, does not move the page's media queries.
      if (size !== '100%') return;
      await page.route(/assets\/.*\.js$/, (route) => route.abort());
      await open();
      expectLike(await heights(page), live, 'before any script');
    });
  });
