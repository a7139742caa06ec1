/** Every kind of parameters in a real browser, on the model figures: by keyboard, mouse and finger alone. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { plainFonts } from '../../../web/src/draw/paint';
import { colourOf } from '../../../web/src/draw/palette';
import { type Role, roles } from '../../../web/src/draw/surface';
import { svgText } from '../../../web/src/draw/svg-text';
import { serialise } from '../../../web/src/element/address/state';
import type { Figure } from '../../../web/src/figures/declare';
import { everyMark } from '../draw/every-mark';
import { models } from '../models/figures';
import { anyState, dice } from '../models/states';
import { marksIn, readSvg } from './drawings';
import { ready, stateOf, violations } from './harness';

const port = Number(process.env.ATTN_MODELS_PORT ?? 4175);

async function show(page: Page, fig: string, hash = '', attributes = ''): Promise<Locator> {
  await page.goto('about:blank');
  await page.goto(`http://localhost:${port}/?fig=${fig}${attributes}${hash}`);
  const figure = page.locator('attn-figure');
  await ready(figure);
  return figure;
}

/** The state's value of a parameter, as the link writes it. */
const valueIn = async (figure: Locator, name: string): Promise<string> =>
  new RegExp(`[.,]${name}=([^,]*)`).exec(await stateOf(figure))?.[1] ?? '';

const becomes = (figure: Locator, name: string, value: string | RegExp) =>
  expect
    .poll(() => valueIn(figure, name), { message: name })
    [value instanceof RegExp ? 'toMatch' : 'toBe'](value);

/** Where the middle of an element is. */
async function middle(target: Locator): Promise<{ x: number; y: number }> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('it has no box');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function dragged(page: Page, target: Locator, dx: number, dy: number): Promise<void> {
  const { x, y } = await middle(target);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
}

for (const { id } of models)
  test(`${id} is readable in both themes, and axe has nothing to say`, async ({ page }) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const figure = await show(page, id);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await expect(figure.locator('.notes')).toBeHidden();
    }
  });

for (const model of models)
  test(`${model.id}: states of a link are shown, and come back from the picture`, async ({ page }) => {
    const figure = await show(page, model.id);
    const roll = dice(4);
    for (let n = 0; n < 40; n++) {
      const text = serialise(model as unknown as Figure, anyState(model as unknown as Figure, roll));
      await figure.evaluate((element, state) => {
        location.hash = `#${element.getAttribute('fig')}=${state}`;
      }, text);
      await expect.poll(() => stateOf(figure)).toBe(text);
    }
    await expect(figure.locator('.trouble')).toBeHidden();
  });

test('every mark in every role looks on the page as in a file', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const figure = await show(page, 'model-marks');
  const look = { colour: (role: Role) => colourOf(role, 'light'), fonts: plainFonts };
  const label = { title: '', description: '', origin: '' };
  const file = await readSvg(page, svgText(everyMark(), { width: 100, height: 100 }, look, label));
  expect(file.faults).toEqual([]);
  expect(file.marks.length).toBe(9 * roles.length);
  expect(await figure.locator('svg[role=img]').evaluate(marksIn)).toEqual(file.marks);
});

test('points: the keys choose one, move it, and add and remove', async ({ page }) => {
  const figure = await show(page, 'model-points');
  const grips = figure.locator('.grip');
  await expect(grips).toHaveCount(3);
  // One stop of the Tab key, whichever point it is.
  expect(
    await grips.evaluateAll((all) => all.filter((grip) => (grip as HTMLElement).tabIndex === 0).length),
  ).toBe(1);
  await grips.first().focus();
  await page.keyboard.press('ArrowRight');
  await becomes(figure, 'keys', '1.1_0~0_0.5~-1_-0.5');
  await page.keyboard.press('PageDown');
  await expect(grips.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await becomes(figure, 'keys', '1.1_0~0_0.6~-1_-0.5');
  await expect(grips.nth(1)).toHaveAttribute('aria-valuetext', 'key 2 of 3: x 0.0, y 0.6');
  await page.keyboard.press('Control+z');
  await becomes(figure, 'keys', '1.1_0~0_0.5~-1_-0.5');
  await figure.getByRole('button', { name: 'one more key' }).focus();
  await page.keyboard.press('Enter');
  await becomes(figure, 'keys', '1.1_0~0_0.5~-1_-0.5~0_0');
  const x = figure.getByLabel('x of the key');
  await x.fill('-1.5');
  await x.press('Tab');
  await becomes(figure, 'keys', '1.1_0~0_0.5~-1_-0.5~-1.5_0');
  await figure.getByRole('button', { name: 'take this key away' }).press('Enter');
  await becomes(figure, 'keys', '1.1_0~0_0.5~-1_-0.5');
});

test('points: the mouse drags one in both directions, also where the page shows the figure larger', async ({
  page,
}) => {
  const figure = await show(page, 'model-points');
  const wide = await figure.locator('.stage').evaluate((stage) => stage.clientWidth);
  const perUnit = (wide - 60) / 4;
  await dragged(page, figure.locator('.grip').first(), -perUnit, 50);
  await becomes(figure, 'keys', /^0_-0\.5~/);
  await page.evaluate(() => {
    (document.querySelector('attn-figure') as HTMLElement).style.transform = 'scale(0.5)';
  });
  await dragged(page, figure.locator('.grip').first(), perUnit / 2, 0);
  await becomes(figure, 'keys', /^1_-0\.5~/);
});

test('a matrix: arrows go between cells, Alt steps one, Enter types over it; its mirror image follows', async ({
  page,
}) => {
  const figure = await show(page, 'model-matrix');
  const cells = figure.locator('#p-metric .cell');
  await cells.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(cells.nth(1)).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await becomes(figure, 'metric', '1_0.75~0.75_2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('-1');
  await page.keyboard.press('Enter');
  await becomes(figure, 'metric', '1_-1~-1_2');
  await expect(cells.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('2');
  await page.keyboard.press('Escape');
  await becomes(figure, 'metric', '1_-1~-1_2');
  await figure.getByRole('button', { name: 'one more row' }).press('Enter');
  await becomes(figure, 'rows', '1_2_3~4_5_6~0_0_0');
});

test('a matrix: a cell of the heatmap is dragged, a cell of the grid is clicked and typed over', async ({
  page,
}) => {
  const figure = await show(page, 'model-matrix');
  await dragged(page, figure.locator('.grip').last(), 0, -60);
  await becomes(figure, 'metric', /^1_0\.5~0\.5_(2\.[57]5?|3)$/);
  await figure.locator('#p-rows .cell').first().click();
  await page.keyboard.type('9');
  await page.keyboard.press('Tab');
  await becomes(figure, 'rows', '9_2_3~4_5_6');
});

test('a pattern: Space turns a cell over, and painting fills what the pointer passes', async ({ page }) => {
  const figure = await show(page, 'model-bits');
  const before = await valueIn(figure, 'mask');
  await figure.locator('#p-mask .cell').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(figure.locator('#p-mask .cell').nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(figure.locator('#p-mask .cell').nth(1)).toHaveAccessibleName('row 1, column 2: seen');
  expect(await valueIn(figure, 'mask')).not.toBe(before);
  await page.keyboard.press('Control+z');
  await becomes(figure, 'mask', before);
  const row = figure.locator('#p-picture .cell');
  await dragged(page, row.first(), 60, 0);
  await expect(row.first()).toHaveAttribute('aria-selected', 'false');
  await figure.locator('.control:has(#p-picture)').getByRole('button', { name: 'paint' }).click();
  await dragged(page, row.first(), 60, 0);
  for (const i of [0, 1, 2]) await expect(row.nth(i)).toHaveAttribute('aria-selected', 'true');
});

test('a sequence: the keys walk it and replace a token, the mouse picks one and a symbol', async ({
  page,
}) => {
  const figure = await show(page, 'model-tokens');
  const tokens = figure.locator('#p-sequence button');
  await tokens.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await becomes(figure, 'sequence', '0_2_0_2');
  await page.keyboard.press('a');
  await becomes(figure, 'sequence', '0_0_0_2');
  await tokens.nth(3).click();
  await figure.getByRole('toolbar', { name: 'sequence: replace by' }).getByText('b').click();
  await becomes(figure, 'sequence', '0_0_0_1');
  await figure.locator('#p-prompt').fill('é, ~');
  await becomes(figure, 'prompt', /^text:/);
  expect(
    await figure.evaluate((e) => (e as HTMLElement & { values: { prompt: string } }).values.prompt),
  ).toBe('é, ~');
});

test('a choice of many is a list, and a view asks for nothing to be computed', async ({ page }) => {
  const figure = await show(page, 'model-choices');
  await figure.locator('#p-head').selectOption('five');
  await becomes(figure, 'head', 'five');
  await figure.getByLabel('a star').check();
  await becomes(figure, 'shape', 'star');
  await figure.getByRole('button', { name: 'Undo' }).click();
  await becomes(figure, 'shape', 'disc');
  await figure.getByRole('button', { name: 'Undo' }).click();
  await becomes(figure, 'head', 'two');
  await expect(figure.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('two drags of one slider within a second are taken back one by one', async ({ page }) => {
  const figure = await show(page, 'model-points');
  const [name, slider] = ['scale', figure.locator('#p-scale')] as const;
  const start = await valueIn(figure, name);
  await dragged(page, slider, 30, 0);
  await expect.poll(() => valueIn(figure, name)).not.toBe(start);
  const first = await valueIn(figure, name);
  await dragged(page, slider, -60, 0);
  await expect.poll(() => valueIn(figure, name)).not.toBe(first);
  await figure.getByRole('button', { name: 'Undo' }).click();
  await becomes(figure, name, first);
  await figure.getByRole('button', { name: 'Undo' }).click();
  await becomes(figure, name, start);
});

test('a figure that trains opens early, trains on while it is looked at, and shows each computed step again', async ({
  page,
}) => {
  const figure = await show(page, 'model-training');
  expect(await stateOf(figure)).toMatch(/,t=200$/);
  const loss = async (): Promise<string> =>
    /loss (.+)\./.exec((await figure.locator('figcaption').textContent()) ?? '')?.[1] ?? 'none';
  const first = await figure.locator('figcaption').textContent();
  await expect
    .poll(() => figure.evaluate((element) => (element as HTMLElement & { settled: boolean }).settled))
    .toBe(true);
  const early = await loss();
  await figure.locator('.scrubber').fill('4000');
  await expect(figure.locator('figcaption')).toContainText('Step 4000');
  expect(await loss()).not.toBe(early);
  expect(await loss()).not.toBe('none');
  await figure.locator('.scrubber').fill('200');
  await expect.poll(() => figure.locator('figcaption').textContent()).toBe(first);
  await figure.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => Number(/t=(\d+)/.exec(await stateOf(figure))?.[1])).toBeGreaterThan(400);
  await figure.getByRole('button', { name: 'Pause' }).click();
  await figure.locator('#p-seed').fill('8');
  await figure.locator('#p-seed').press('Enter');
  await expect.poll(() => stateOf(figure)).toMatch(/seed=8,t=200$/);
});

test('what an author fixes is text, in controls and in the picture', async ({ page }) => {
  for (const [id, name, text] of [
    ['model-points', 'keys', '3 keys'],
    ['model-matrix', 'metric', '2 by 2'],
    ['model-bits', 'mask', '6 of 9 on'],
    ['model-tokens', 'sequence', 'a b a c'],
    ['model-choices', 'shape', 'a disc'],
  ] as const) {
    const figure = await show(page, id, '', `&lock=${name}`);
    await expect(figure.locator('.fixed')).toHaveText(text);
    await expect(figure.locator(`.grip[data-of=${name}]`)).toHaveCount(0);
  }
});

test.describe('by a finger alone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  const swipe = async (page: Page, target: Locator, dx: number, dy: number): Promise<void> => {
    const client = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
    const { x, y } = await middle(target);
    await touch('touchStart', { x, y });
    for (let k = 1; k <= 6; k++) await touch('touchMove', { x: x + (dx * k) / 6, y: y + (dy * k) / 6 });
    await touch('touchEnd');
    await client.detach();
  };

  test('points and cells are dragged, patterns and tokens are tapped', async ({ page }) => {
    let figure = await show(page, 'model-points');
    await swipe(page, figure.locator('.grip').first(), -60, -40);
    await becomes(figure, 'keys', /^-?\d(\.\d)?_0\.\d~/);

    figure = await show(page, 'model-matrix');
    await swipe(page, figure.locator('.grip').last(), 0, -60);
    await becomes(figure, 'metric', /_(2\.\d+|3)$/);

    figure = await show(page, 'model-bits');
    const cell = figure.locator('#p-mask .cell').nth(1);
    await cell.tap();
    await expect(cell).toHaveAttribute('aria-selected', 'true');
    await figure.locator('.control:has(#p-picture)').getByRole('button', { name: 'paint' }).tap();
    const row = figure.locator('#p-picture .cell');
    await swipe(page, row.first(), 50, 0);
    for (const i of [0, 1, 2]) await expect(row.nth(i)).toHaveAttribute('aria-selected', 'true');

    figure = await show(page, 'model-tokens');
    await figure.locator('#p-sequence button').nth(1).tap();
    await figure.getByRole('toolbar', { name: 'sequence: replace by' }).getByText('c').tap();
    await becomes(figure, 'sequence', '0_2_0_2');
  });
});
