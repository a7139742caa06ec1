/** What a reader of a phone sees at once: the picture, held on half of the screen, its caption, time and the first three controls. */
import { expect, test } from '@playwright/test';

const [width, height] = [360, 740];

test(`on a phone the picture, its caption and the first three controls are on one screen of ${width} x ${height}`, async ({
  page,
}) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  // So high that all figures start at once; with an anchor a page opens whole.
  await page.setViewportSize({ width, height: 30_000 });
  await page.goto('chapters/support-tokens.html#main');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('attn-figure')].every(
      (figure) => (figure as unknown as { settled?: boolean }).settled,
    ),
  );
  await page.setViewportSize({ width, height });
  const ends = await page.evaluate(async () => {
    const found: [string, number][] = [];
    for (const figure of document.querySelectorAll('attn-figure')) {
      const card = figure.shadowRoot as ShadowRoot;
      const part = (name: string): DOMRect => (card.querySelector(name) as Element).getBoundingClientRect();
      // As far as the picture is held with nothing of the caption below it.
      scrollBy({ top: part('figcaption').top - innerHeight / 2, behavior: 'instant' });
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const top = Math.max(0, part('figcaption').top - part('.stage').height);
      const controls = [...card.querySelectorAll('.controls .control')]
        .filter((control) => control.checkVisibility())
        .slice(0, 3);
      const end = Math.max(...controls.map((control) => control.getBoundingClientRect().bottom));
      found.push([figure.getAttribute('fig') ?? '', end - top]);
    }
    return found;
  });
  expect(ends.length).toBeGreaterThan(5);
  const over = ends.filter(([, end]) => end > height).map(([id]) => id);
  expect(over, JSON.stringify(ends)).toEqual([]);
});
