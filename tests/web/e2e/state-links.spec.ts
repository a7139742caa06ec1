/** Links in a chapter to a state of one of its figures. */
import { expect, test } from '@playwright/test';
import { figureOf, pressBelow, ready, stateOf } from './harness';

const chapter = 'chapters/denoising.html';
const selector = 'main a[href^="#"][href*="=v1."]';

test('exercises are answered by a figure in a given state, but for one, which is a derivation', async ({
  page,
}) => {
  await page.goto(chapter);
  const exercises = page.locator('.exercise');
  const answered = exercises.filter({ has: page.locator('a[href*="=v1."]') });
  expect(await answered.count()).toBe((await exercises.count()) - 1);
  expect(await answered.count()).toBeGreaterThanOrEqual(4);
});

test('each puts its figure into that state and into view, and the others keep theirs', async ({ page }) => {
  await page.goto(chapter);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  const links = await page
    .locator(selector)
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(8);
  const states = new Map<string, string>();
  for (const link of new Set(links)) {
    const [, id = '', text = ''] = /^#([\w-]+)=v1\.(.*)$/.exec(link) ?? [];
    await pressBelow(page.locator(`main a[href="${link}"]`).first());
    const figure = figureOf(page, id);
    await expect(figure).toBeInViewport();
    await ready(figure);
    for (const part of text.split(','))
      await expect
        .poll(async () => `${await stateOf(figure)},`, { message: link })
        .toMatch(new RegExp(`[.,]${part},`));
    await expect(figure.locator('.notes')).toBeHidden();
    states.set(id, await stateOf(figure));
    for (const [other, state] of states) expect(await stateOf(figureOf(page, other)), other).toBe(state);
  }
  // Going back takes the last one back.
  const before = page.url();
  await page.goBack();
  expect(page.url()).not.toBe(before);
});

test('the same link again stops a figure that has been played since, in the state that it names', async ({
  page,
}) => {
  await page.goto(chapter);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  const link = page.locator('main a[href^="#particles=v1."]').first();
  await pressBelow(link);
  const figure = figureOf(page, 'particles');
  await ready(figure);
  const state = await stateOf(figure);
  await figure.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => stateOf(figure)).not.toBe(state);
  await pressBelow(link);
  await expect.poll(() => stateOf(figure)).toBe(state);
  await expect(figure.getByRole('button', { name: 'Play' })).toBeVisible();
  await page.waitForTimeout(500);
  expect(await stateOf(figure)).toBe(state);
});

test('a link brings its reader to the figure once, whatever becomes of the element afterwards', async ({
  page,
}) => {
  await page.goto(`${chapter}#particles=v1.beta=12`);
  const figure = figureOf(page, 'particles');
  await ready(figure);
  const top = (): Promise<number> => page.evaluate(() => scrollY);
  await expect.poll(top).toBeGreaterThan(500);
  await page.evaluate(() => scrollTo(0, 0));
  await figure.evaluate((element) => element.setAttribute('controls', 'beta'));
  await figure.evaluate((element) => {
    const { parentElement: parent, nextSibling: next } = element;
    element.remove();
    return new Promise((done) =>
      setTimeout(() => done(parent?.insertBefore(element, next) && undefined), 50),
    );
  });
  await page.waitForTimeout(300);
  expect(await top()).toBe(0);
});

test('back from a link to a state, a reader is at the link again, also where the address has an anchor', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 760 });
  // No figure starts here: the first one waits for its reader, far above.
  await page.goto(`${chapter}#sources`, { waitUntil: 'load' });
  const link = page.locator('main > ul a[href^="#particles=v1."]').first();
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  const top = async (): Promise<number> => (await link.boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await link.click();
  await expect(figureOf(page, 'particles')).toBeInViewport();
  await page.goBack();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
});

test('a link to a state that is put into the tab of its page leads to the figure', async ({ page }) => {
  await page.goto(chapter);
  await ready(page.locator('attn-figure').first());
  await page.goto(`${chapter}#two-stage=v1.skip=off`);
  const figure = figureOf(page, 'two-stage');
  await ready(figure);
  await expect(figure).toBeInViewport();
  expect(await stateOf(figure)).toContain('skip=off');
});
