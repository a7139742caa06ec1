/** While a page opens, what comes after its first figure is laid out only where it is seen; a reader gets the true heights in time. */
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { ready } from './harness';
import { builtSite } from './servers';

const chapter = 'chapters/denoising.html';
const opening = (page: Page) => page.locator('html[data-opening]');
const height = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);
const place = (page: Page): Promise<number> =>
  page.evaluate(() => (document.querySelector('#sources') as HTMLElement).getBoundingClientRect().top);

// High enough for the first figure of the chapter to start by itself.
test.use({ viewport: { width: 1440, height: 1000 } });

/** Opens the chapter and keeps it from becoming whole: no figure is live, and the event `load` does not come. */
async function hold(page: Page, address = chapter): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = /particles\.figure-[\w-]+\.js$|particles\.light\.svg/;
  await page.route(held, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => customElements.get('attn-figure'));
  return async () => {
    release();
    await page.unroute(held);
  };
}

test('what is far below is not laid out until the first figure is live, and then in its true height', async ({
  page,
}) => {
  const release = await hold(page);
  await expect(opening(page)).toHaveCount(1);
  const last = page.locator('attn-figure').last();
  const skipped = (): Promise<boolean> =>
    last.evaluate((figure) => {
      const words = figure.querySelector('[slot=claim]') as HTMLElement;
      return !words.checkVisibility({ contentVisibilityAuto: true });
    });
  expect(await skipped()).toBe(true);
  const estimate = await height(page);
  await release();
  await expect(opening(page)).toHaveCount(0);
  await ready(page.locator('attn-figure').first());
  const whole = await height(page);
  expect(whole).not.toBe(estimate);

  await page.goto('about:blank');
  await page.goto(`${chapter}#main`);
  await ready(page.locator('attn-figure').first());
  expect(Math.abs((await height(page)) - whole)).toBeLessThan(2);
});

test('equations have no boxes for assistive technology until then, and have them in the whole page', async ({
  page,
}) => {
  const release = await hold(page);
  const spoken = page.locator('main > p .katex-mathml').first();
  const boxes = (): Promise<number> => spoken.evaluate((math) => math.getClientRects().length);
  expect(await boxes()).toBe(0);
  await release();
  await expect(opening(page)).toHaveCount(0);
  expect(await boxes()).toBeGreaterThan(0);
});

test('the first figure is live before the page has been read to its end', async ({ page }) => {
  const site = await builtSite();
  const text = await (await fetch(`${site.origin}/${chapter}`)).text();
  const cut = text.indexOf('</attn-figure>') + '</attn-figure>'.length;
  let release = (): void => {};
  // A host that stops after the first figure.
  const slow = createServer(({ url = '' }, response) => {
    if (url === `/${chapter}`) {
      response.writeHead(200, { 'Content-Type': 'text/html' }).write(text.slice(0, cut));
      release = () => response.end(text.slice(cut));
      return;
    }
    const from = get(site.origin + url, { agent: false }, (found) => {
      response.writeHead(found.statusCode ?? 500, {
        'Content-Type': found.headers['content-type'] ?? 'text/plain',
      });
      found.pipe(response);
    });
    // The page asks on when the test is over.
    from.on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = slow.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/${chapter}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => customElements.get('attn-figure'));
    await ready(page.locator('attn-figure').first());
    expect(await page.evaluate(() => document.readyState)).toBe('loading');
    await expect(page.locator('header .theme')).toHaveCount(0);
    release();
    await expect(page.locator('header .theme')).toHaveCount(1);
    await expect(opening(page)).toHaveCount(0);
  } finally {
    slow.close();
    slow.closeAllConnections();
    await site.close();
  }
});

test('a first figure that waits far below for its reader does not keep the page back', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 240 });
  await page.goto(chapter);
  await expect(opening(page)).toHaveCount(0);
  const figure = page.locator('attn-figure').first();
  expect(await figure.evaluate((e) => (e as unknown as { values?: object }).values)).toBeUndefined();
});

for (const [what, act] of [
  ['a key', (page: Page) => page.keyboard.press('Shift')],
  ['the wheel', (page: Page) => page.mouse.wheel(0, 40)],
  ['a click', (page: Page) => page.mouse.click(4, 400)],
] as const)
  test(`${what} makes the page whole at once`, async ({ page }) => {
    await hold(page);
    await expect(opening(page)).toHaveCount(1);
    await act(page);
    await expect(opening(page)).toHaveCount(0);
  });

test('a link of the contents that is followed meanwhile leads to its section, which stays there', async ({
  page,
}) => {
  const release = await hold(page);
  await page.locator('.side').getByRole('link', { name: 'Sources' }).click();
  await expect(page.locator('#sources')).toBeInViewport();
  const before = await place(page);
  await release();
  await page.waitForLoadState('load');
  expect(Math.abs((await place(page)) - before)).toBeLessThan(2);
});

test('a link of the foot that is pressed meanwhile does not move away from the pointer', async ({ page }) => {
  await hold(page);
  const link = page.locator('footer').getByRole('link', { name: 'Notation' });
  await page.evaluate(() => document.querySelector('footer')?.scrollIntoView({ block: 'end' }));
  const before = await link.boundingBox();
  await expect(opening(page)).toHaveCount(0);
  expect(await link.boundingBox()).toEqual(before);
  await link.click();
  await expect(page.locator('h1')).toHaveText('Notation');
});

test('what a script scrolls to meanwhile is in view, and stays', async ({ page }) => {
  await hold(page);
  await page.evaluate(() => document.querySelector('#almost-a-limit')?.scrollIntoView());
  await expect(opening(page)).toHaveCount(0);
  await expect(page.locator('#almost-a-limit')).toBeInViewport();
});

test('an address with an anchor opens whole', async ({ page }) => {
  await hold(page, `${chapter}#sources`);
  await expect(opening(page)).toHaveCount(0);
  await expect(page.locator('#sources')).toBeInViewport();
});

for (const [what, width, height, line] of [
  ['jumped to', 1440, 1000, '#almost-a-limit'],
  ['read down to, on a phone', 360, 740, '#sources'],
] as const)
  test(`a reload, and the way back, lead to the line that a reader has ${what}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(chapter);
    await expect(opening(page)).toHaveCount(0);
    const top = (): Promise<number> =>
      page.evaluate((name) => document.querySelector(name)?.getBoundingClientRect().top ?? NaN, line);
    // Who reads has what is above in its true height; who jumps has guesses there.
    if (what !== 'jumped to')
      await page.evaluate(async (name) => {
        const end = document.querySelector(name) as Element;
        while (end.getBoundingClientRect().top > 0) {
          scrollBy(0, innerHeight / 2);
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }
      }, line);
    await page.evaluate((name) => document.querySelector(name)?.scrollIntoView(), line);
    // Nobody reloads within the frame of a jump: what is around it is laid out first.
    await page.waitForTimeout(500);
    const before = await top();
    const off = async (): Promise<number> => Math.abs((await top()) - before);
    await page.reload();
    await expect.poll(off).toBeLessThan(4);
    await page.goto('glossary.html');
    await page.goBack();
    await expect.poll(off).toBeLessThan(4);
  });

test('paper gets all of it', async ({ page }) => {
  await hold(page);
  await expect(opening(page)).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  const kinds = await page
    .locator('main > attn-figure ~ :is(attn-figure, h2, details)')
    .evaluateAll((all) => [...new Set(all.map((e) => getComputedStyle(e).contentVisibility))]);
  expect(kinds).toEqual(['visible']);
});
