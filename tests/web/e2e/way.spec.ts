/** The way through the article: headings that can be linked, contents, and the chapters around. */
import { expect, type Page, test } from '@playwright/test';
import { readMoved } from '../../../tools/vite/moved.ts';
import { readChapters } from '../../../tools/vite/pages.ts';
import anchors from './anchors.json' with { type: 'json' };
import { ready, stateOf } from './harness';

const chapter = 'chapters/denoising.html';
const side = (page: Page) => page.locator('.contents .side');

test('a heading is called by its words alone, and shows its mark to the pointer and to the keyboard', async ({
  page,
}) => {
  await page.goto(chapter);
  const heading = page.getByRole('heading', { name: 'Exercises', exact: true });
  const link = heading.getByRole('link', { name: 'Exercises', exact: true });
  const mark = () => link.evaluate((a) => getComputedStyle(a, '::before').visibility);
  expect(await mark()).toBe('hidden');
  // By its place: Playwright’s own hover takes the hidden mark for the link.
  await link.scrollIntoViewIfNeeded();
  const { x, y } = (await link.boundingBox()) as { x: number; y: number };
  await page.mouse.move(x + 20, y + 10);
  expect(await mark()).toBe('visible');
  await page.mouse.move(0, 0);
  await page.keyboard.press('Tab');
  await link.focus();
  expect(await mark()).toBe('visible');
  await expect(link).toBeFocused();
});

test('beside the text there is one list of contents, which follows the reader', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(chapter);
  await expect(page.getByRole('navigation', { name: 'Contents' })).toHaveCount(1);
  await expect(page.locator('.contents summary')).toBeHidden();
  await expect(side(page).locator('[aria-current]')).toHaveCount(0);
  // From one end of the page to the other, over all that lies between.
  for (const name of ['Sources', 'More figures', 'Exercises']) {
    await side(page).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
    await expect(side(page)).toBeInViewport();
    if (name !== 'Sources') await expect(side(page).locator('[aria-current]')).toHaveText(name);
  }
});

for (const width of [320, 768, 1300])
  test(`without room beside the text, at ${width} px, the contents unfold above it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(chapter);
    await expect(side(page)).toBeHidden();
    await page.locator('.contents summary').click();
    await page.locator('.contents details').getByRole('link', { name: 'Sources' }).click();
    await expect(page.getByRole('heading', { name: 'Sources', exact: true })).toBeInViewport();
  });

test('contents and headings lead to their sections with scripts off', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1440, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(chapter);
  await side(page).getByRole('link', { name: 'Exercises' }).click();
  await expect(page.getByRole('heading', { name: 'Exercises' })).toBeInViewport();
  await context.close();
});

for (const width of [320, 360, 768, 1440])
  test(`the header has all chapters at ${width} px, and at most two lines`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(chapter);
    const items = page.getByRole('navigation', { name: 'Site' }).getByRole('listitem');
    const chapters = readChapters();
    await expect(items).toHaveText(
      chapters.map(({ number, short, live }) => `${number} ${short}${live ? '' : ', to come'}`),
    );
    for (const [i, { live }] of chapters.entries()) {
      await expect(items.nth(i).getByRole('link')).toHaveCount(live ? 1 : 0);
      const box = await items.nth(i).boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(24);
      expect(box?.height).toBeGreaterThanOrEqual(24);
    }
    expect((await page.locator('.top').boundingBox())?.height).toBeLessThan(width < 448 ? 96 : 60);
  });

test('an anchor leaves what figures have written in the address, and a reader with both arrives at the anchor', async ({
  page,
}) => {
  const state = 'particles=v1.beta=20,seed=7,t=30';
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(`${chapter}#${state}`);
  await side(page).getByRole('link', { name: 'Exercises' }).click();
  await expect(page).toHaveURL(new RegExp(`#exercises&${state}$`));
  await page.goto('about:blank');
  await page.goto(`${chapter}#exercises&${state}`);
  await expect(page.getByRole('heading', { name: 'Exercises' })).toBeInViewport();
  const figure = page.locator('attn-figure[fig=particles]');
  expect(await figure.evaluate((element) => (element as HTMLElement & { key: string }).key)).toBe(
    'particles',
  );
  await figure.scrollIntoViewIfNeeded();
  await expect.poll(() => stateOf(figure)).toContain('beta=20');
});

test('every anchor that a page has had is there, or leads to where its matter is now', async ({
  request,
}) => {
  const ids = async (path: string): Promise<Set<string>> =>
    new Set(
      [...(await (await request.get(path)).text()).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id),
    );
  const lost: string[] = [];
  for (const [path, wanted] of Object.entries(anchors)) {
    const here = await ids(path);
    const moved = readMoved()[path] ?? {};
    for (const anchor of wanted) {
      const to = moved[anchor];
      const there = to === undefined ? here : await ids(new URL(to, `https://x/${path}`).pathname.slice(1));
      if (!there.has(anchor)) lost.push(`${path}#${anchor}`);
    }
  }
  expect(lost).toEqual([]);
});

test('an anchor that has left a page takes its reader along, and the state of a figure too', async ({
  page,
}) => {
  await page.goto('index.html#library');
  await expect(page).toHaveURL(/use\.html#library$/);
  await expect(page.locator('#library')).toBeInViewport();
  await page.goto('index.html#five-views=v1.beta=2');
  await expect(page).toHaveURL(/#five-views=v1/);
});

test('the front page plays its figure once, and leaves it alone where motion is unwelcome', async ({
  page,
}) => {
  const figure = page.locator('attn-figure[data-plays]');
  const layer = async (): Promise<number> => Number(/t=(\d+)$/.exec(await stateOf(figure))?.[1]);
  // Noted in the page, where nothing is missed however late we look.
  await page.addInitScript(() => {
    const layers = new Set<string>();
    Object.assign(window, { layers });
    const look = (): void => {
      const { value = '' } = (document.querySelector('attn-figure[data-plays]') ?? {}) as { value?: string };
      const [layer] = /t=\d+$/.exec(value) ?? [];
      if (layer) layers.add(layer);
      requestAnimationFrame(look);
    };
    look();
  });
  const seen = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { layers: Set<string> }).layers.size);
  await page.goto('index.html');
  await ready(figure);
  await expect.poll(seen).toBeGreaterThan(3);
  await expect.poll(layer).toBe(30);
  await page.waitForTimeout(500);
  expect(await layer()).toBe(30);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await ready(figure);
  await page.waitForTimeout(500);
  expect(await layer()).toBe(30);
  expect(await seen()).toBe(1);
});
