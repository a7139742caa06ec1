/** Every registered figure as a reader meets it: in the built page, in a real browser, with the real core. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';

const figures = ['particles', 'before-after'];
const chapter = 'chapters/denoising.html';

/** Opens the chapter with a figure in view and live. */
async function open(page: Page, fig: string, state = ''): Promise<Locator> {
  await page.goto(`${chapter}${state && `#${fig}=${state}`}`);
  const figure = page.locator(`attn-figure[fig="${fig}"]`);
  await figure.scrollIntoViewIfNeeded();
  await figure.evaluate((element) => (element as unknown as { ready: Promise<void> }).ready);
  return figure;
}

/** The numbers behind the picture, as the figure's own table shows them. */
async function table(figure: Locator): Promise<string[][]> {
  const button = figure.getByRole('button', { name: 'Data' });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  return figure
    .locator('.data tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

const layer = (figure: Locator): Locator => figure.getByRole('slider', { name: 'layer', exact: true });

for (const fig of figures) {
  test.describe(fig, () => {
    test('becomes live at the end of its timeline, and its checks hold', async ({ page }) => {
      const figure = await open(page, fig);
      await expect(layer(figure)).toHaveValue('60');
      await expect(figure.locator('svg[role=img]')).toBeVisible();
      await expect(figure.locator('.badge')).toHaveText('checks 2 of 2');
      await expect(figure.locator('figcaption')).toContainText(/\d\.\d/);
    });

    test('every slider changes the numbers in the table, with the keyboard alone', async ({ page }) => {
      const figure = await open(page, fig);
      const sliders = figure.locator('.controls input[type=range]');
      const count = await sliders.count();
      expect(count).toBeGreaterThan(4);
      for (let i = 0; i < count; i++) {
        const slider = sliders.nth(i);
        const name = await slider.getAttribute('id');
        const before = await table(figure);
        await slider.focus();
        for (let k = 0; k < 4; k++) await page.keyboard.press('ArrowRight');
        await expect.poll(() => table(figure), { message: `table after ${name}` }).not.toEqual(before);
        await expect(figure.locator('.badge')).toHaveText('checks 2 of 2');
      }
    });

    test('five steps back and five on give the same table and the same picture', async ({ page }) => {
      const figure = await open(page, fig);
      const before = await table(figure);
      const picture = await figure.locator('svg[role=img]').innerHTML();
      const back = figure.getByRole('button', { name: 'Step back' });
      for (let i = 0; i < 5; i++) await back.click();
      await expect(layer(figure)).toHaveValue('55');
      await expect.poll(() => table(figure)).not.toEqual(before);
      const on = figure.getByRole('button', { name: 'Step', exact: true });
      for (let i = 0; i < 5; i++) await on.click();
      await expect(layer(figure)).toHaveValue('60');
      await expect.poll(() => table(figure)).toEqual(before);
      await expect.poll(() => figure.locator('svg[role=img]').innerHTML()).toBe(picture);
    });

    test('plays from the start to the end, pauses, and is reset', async ({ page }) => {
      const figure = await open(page, fig);
      await figure.getByRole('button', { name: 'Play' }).click();
      await expect.poll(async () => Number(await layer(figure).inputValue())).toBeGreaterThan(3);
      await figure.getByRole('button', { name: 'Pause' }).click();
      const stopped = Number(await layer(figure).inputValue());
      expect(stopped).toBeLessThan(60);
      await page.waitForTimeout(400);
      await expect(layer(figure)).toHaveValue(String(stopped));
      await figure.getByRole('button', { name: 'Play' }).click();
      await expect(layer(figure)).toHaveValue('60', { timeout: 15_000 });
      await expect(figure.getByRole('button', { name: 'Play' })).toBeVisible();
      await figure.getByRole('button', { name: 'Another draw' }).click();
      await expect(page).toHaveURL(/seed=8/);
      await figure.getByRole('button', { name: 'Reset' }).click();
      await expect(page).not.toHaveURL(/seed=8/);
    });

    test('a link restores parameters and layer, in the controls and in the data', async ({ page }) => {
      const defaults = await table(await open(page, fig));
      const figure = await open(page, fig, 'v1.beta=12,seed=41,t=7');
      await page.reload();
      await figure.evaluate((element) => (element as unknown as { ready: Promise<void> }).ready);
      await expect(layer(figure)).toHaveValue('7');
      await expect(figure.locator('#p-seed')).toHaveValue('41');
      await expect(figure.getByLabel('bandwidth, value')).toHaveValue(/^12/);
      expect(await table(figure)).not.toEqual(defaults);
    });

    test('a link that cannot be used falls back to the defaults and says so', async ({ page }) => {
      const figure = await open(page, fig, 'v1.beta=-3,gamma=2,seed=<script>,t=9e9');
      await expect(figure.locator('.notes')).toContainText('beta');
      await expect(figure.locator('.notes')).toContainText('gamma');
      await expect(figure.locator('#p-seed')).toHaveValue('7');
      await expect(figure.locator('.badge')).toHaveText('checks 2 of 2');
    });

    test('with reduced motion it shows the end and steps on demand', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const figure = await open(page, fig);
      await expect(layer(figure)).toHaveValue('60');
      await expect(figure.getByRole('button', { name: 'Play' })).toBeHidden();
      await figure.getByRole('button', { name: 'Step back' }).click();
      await expect(layer(figure)).toHaveValue('59');
    });

    test('every preset shows what it promises to look at', async ({ page }) => {
      const figure = await open(page, fig);
      const pills = figure.locator('.pill');
      for (let i = 0; i < (await pills.count()); i++) {
        await pills.nth(i).click();
        await expect(pills.nth(i)).toHaveAttribute('aria-pressed', 'true');
        await expect(figure.locator('.says')).not.toBeEmpty();
        await expect(figure.locator('.badge')).toHaveText('checks 2 of 2');
      }
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`has no accessibility violations with everything open, ${colorScheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        const figure = await open(page, fig);
        await table(figure);
        await figure.locator('.badge').click();
        await figure.locator('.pill').first().click();
        const { violations } = await new AxeBuilder({ page }).include(`attn-figure[fig="${fig}"]`).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      });
    }
  });
}

test('before-after goes on drawing tokens until all forty draws are in the caption', async ({ page }) => {
  const figure = await open(page, 'before-after');
  await expect(figure.locator('figcaption')).toContainText('Over 40 draws');
});

test('the same seed gives the same tokens in both figures', async ({ page }) => {
  const state = 'v1.beta=8,centre=1,count=40,layers=10,t=0';
  const particles = await table(await open(page, 'particles', state));
  await page.goto('about:blank');
  const beforeAfter = await table(await open(page, 'before-after', state));
  expect(particles.slice(1).map((row) => row[2])).toEqual(beforeAfter.slice(1).map((row) => row[1]));
});

test('a figure without workers runs on the page itself and shows the same numbers', async ({ page }) => {
  const expected = await table(await open(page, 'particles'));
  await page.addInitScript(() => {
    Object.defineProperty(window, 'Worker', {
      value: class {
        constructor() {
          throw new DOMException('refused', 'SecurityError');
        }
      },
    });
  });
  expect(await table(await open(page, 'particles'))).toEqual(expected);
});
