/**
 * Every registered figure as a reader meets it: the built code, in a real browser, with the real core. One tour each: what links, presets,
 * controls and files do is told of every figure in Node (tests/wasm/elements.test.ts), and of every kind of parameter in models.spec.ts.
 */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { initialState } from '../../../web/src/element/address/state';
import { defaults } from '../../../web/src/figures/declare';
import { isNumeric, rangeOf, show } from '../../../web/src/kinds/numbers';
import { isIdle } from '../../../web/src/kinds/param';
import {
  any,
  atRest,
  figures,
  open,
  ready,
  scrubber,
  stateOf,
  stepsOf,
  table,
  unfold,
  valueField,
  violations,
} from './harness';
import { expectFirstFigure, watchFiles } from './sizes';

const allHold = /^checks (\d+) of \1$/;

/** All that the figure says in numbers: its caption and its table. */
const numbers = async (element: Locator): Promise<unknown> => [
  await element.locator('figcaption').textContent(),
  await table(element),
];

/** Writes down which checks a reader sees fail, from before the figure starts: what is refined is shown before it is done. */
const watchChecks = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const failed: string[] = [];
    Object.assign(window, { failed });
    setInterval(() => {
      const badge = document.querySelector('attn-figure')?.shadowRoot?.querySelector('.badge')?.textContent;
      if (badge?.includes('fail') && !failed.includes(badge)) failed.push(badge);
    }, 20);
  });

/** A figure that writes down what the focus reaches in it, where it leaves too: to ask after each key takes longer than the keys. */
type Walked = HTMLElement & { reached: string[] };
const left = 'outside';

/** The keys of a reader who does not use a pointer, on a figure at rest. */
async function keysLeadThrough(page: Page, element: Locator): Promise<void> {
  await element.evaluate((host, left) => {
    const reached: string[] = [];
    Object.assign(host, { reached });
    host.shadowRoot?.addEventListener('focusin', (event) => {
      const at = event.target as HTMLElement;
      at.setAttribute('data-reached', '');
      reached.push(`${at.localName}.${at.className || at.id}`);
    });
    // Where the focus only moves on within the figure the page around hears nothing.
    host.addEventListener('focusout', () => reached.push(left));
  }, left);
  const press = async (key: string, times: number): Promise<void> => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  const reached = (): Promise<string[]> => element.evaluate((host) => (host as Walked).reached.splice(0));
  await page.locator('h1').click();
  await press('Tab', 15);
  const walk = await reached();
  const stops = walk.slice(0, walk.indexOf(left));
  expect(walk).toContain(left);
  expect(stops.length, stops.join(' ')).toBeLessThanOrEqual(14);
  expect(stops[0]).toBe('button.skip');
  for (const toolbar of await element.getByRole('toolbar').all()) {
    const buttons = toolbar.locator('> button');
    await buttons.first().focus();
    await press('ArrowRight', (await buttons.count()) - 1);
  }
  for (const grid of await element.getByRole('grid').all()) {
    for (const row of await grid.getByRole('row').all()) {
      const cells = row.getByRole('gridcell');
      await cells.first().focus();
      await press('ArrowRight', (await cells.count()) - 1);
    }
  }
  // What else can be reached: fields from their sliders, the options of a choice from the one that is taken, all that is open.
  const missed = await element.evaluate((host) =>
    [...(host.shadowRoot?.querySelectorAll<HTMLElement>('button,input,select,[tabindex]') ?? [])]
      .filter((e) => e.checkVisibility() && !e.matches('[data-reached],.field,[type=radio]:not(:checked)'))
      // The pieces of a value are one stop, from which keys lead to the others.
      .filter((e) => !e.matches('.card,.visually-hidden,:disabled,:is(.grip.piece,.cell)[tabindex="-1"]'))
      .map((e) => `${e.localName}.${e.className}`),
  );
  expect(missed).toEqual([]);
  await element.getByRole('button', { name: 'Skip this figure' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect((await reached()).at(-1)).toBe(left);
}

/** A run that has taken too long already sees every third figure, another third with the next seed: ./tools/test says when. */
const inHurry = process.env.ATTN_HURRY !== undefined;
const third = Number(process.env.ATTN_SEED) % 3;

for (const [i, figure] of figures.entries()) {
  const { id, params } = figure;
  const { t } = initialState(figure);

  test(`${id}: is live where its timeline opens, few keys lead through it, it fits into its budget and into 320 px with everything open, follows the keys, and axe has nothing to say`, async ({
    page,
  }) => {
    test.skip(inHurry && i % 3 !== third, 'the run has taken so long that one figure in three is seen');
    const files = watchFiles(page);
    await watchChecks(page);
    const element = await open(page, id);
    await expect(element.locator('svg[role=img]')).toBeVisible();
    await expect(element.locator('.badge')).toHaveText(allHold);
    await expect(element.locator('figcaption')).toContainText(/\d/);
    if (t === undefined) await expect(scrubber(element)).toHaveCount(0);
    else await expect(scrubber(element)).toHaveValue(String(t));
    await atRest(element);
    expectFirstFigure(id, id, files());
    await test.step('at most 14 stops of the Tab key lead through it, arrows from there to every button, and one key past it', () =>
      keysLeadThrough(page, element));

    // 1280 px at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    await unfold(element);
    await element.getByRole('button', { name: 'Explain' }).click();
    // One figure has nothing to check.
    if (await element.locator('.badge').isVisible()) await element.locator('.badge').click();
    await element.locator('.pill').first().click();
    await expect(element.locator('.says')).toBeVisible();
    const before = await numbers(element);
    const state = await stateOf(element);
    const shown = Object.entries(params).filter(([, param]) => !isIdle(param, defaults(params)));
    const [name, param] = shown.find(([, param]) => isNumeric(param)) ?? [];
    if (name && param && isNumeric(param)) {
      const field = valueField(element, name);
      const typed = await field.inputValue();
      await field.focus();
      const up = typed === show(param, rangeOf(param)[1]) ? 'ArrowDown' : 'ArrowUp';
      for (let k = 0; k < 4; k++) await page.keyboard.press(up);
      await expect(field).not.toHaveValue(typed);
    } else {
      // A figure of matrices alone, of points, or of choices.
      const cells = element.locator('.cell, .pair .field');
      const own = ((await cells.count()) ? cells : element.locator('.segments input:checked')).first();
      const kind = await own.getAttribute('class');
      await own.focus();
      for (let k = 0; k < (kind ? 4 : 1); k++)
        await page.keyboard.press(kind?.includes('cell') ? 'Alt+ArrowUp' : 'ArrowDown');
    }
    await expect.poll(() => numbers(element), { message: `after ${name}` }).not.toEqual(before);
    expect(await stateOf(element)).not.toBe(state);
    await expect(element.locator('.badge')).toHaveText(allHold);

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const outside = await element.evaluate((host) =>
      [...(host.shadowRoot?.querySelectorAll('button, input, select, .label, .now, .value, text, p') ?? [])]
        .filter((e) => e.checkVisibility() && !e.closest('.visually-hidden, .data-box'))
        .filter((e) => {
          const { left, right, width } = e.getBoundingClientRect();
          return width > 0 && (left < -0.5 || right > 320.5);
        })
        .map((e) => `${e.tagName} ${e.className} ${e.textContent}`),
    );
    expect(outside).toEqual([]);
    expect(await violations(page)).toEqual([]);
    // From anywhere in the card.
    await page.keyboard.press('Escape');
    for (const panel of ['.checks', '.data']) await expect(element.locator(panel)).toBeHidden();
    expect(await page.evaluate(() => (window as unknown as { failed: string[] }).failed)).toEqual([]);
  });
}

test.describe('a figure that evolves', () => {
  const { id } = any;
  const steps = stepsOf(any) as number;

  test('plays from the start to the end, and pauses on the way', async ({ page }) => {
    const element = await open(page, id);
    const at = async (): Promise<number> => Number(await scrubber(element).inputValue());
    const heard: number[] = [];
    await page.exposeFunction('heard', (t: number) => heard.at(-1) !== t && heard.push(t));
    await element.evaluate((host) =>
      host.addEventListener('figure-state', (event) => {
        (window as unknown as { heard(t: number): void }).heard(
          (event as CustomEvent<{ t: number }>).detail.t,
        );
      }),
    );
    await element.getByRole('button', { name: 'Play' }).click();
    await expect.poll(at).toBeGreaterThan(1);
    await element.getByRole('button', { name: 'Pause' }).click();
    const stopped = await at();
    expect(stopped).toBeLessThan(steps);
    await page.waitForTimeout(300);
    expect(await at()).toBe(stopped);
    await element.getByRole('button', { name: 'Play' }).click();
    await expect.poll(at).toBe(steps);
    await expect(element.getByRole('button', { name: 'Play' })).toBeVisible();
    // Every step was drawn once, in order: what is late is not skipped.
    await expect.poll(() => heard).toEqual(Array.from({ length: steps + 1 }, (_, i) => i));
  });

  test('the keyboard alone steps, scrubs, plays, and sets speed and loop', async ({ page }) => {
    const element = await open(page, id);
    const at = async (): Promise<number> => Number(await scrubber(element).inputValue());
    await element.getByRole('button', { name: 'Step back' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(at).toBe(steps - 1);
    await scrubber(element).focus();
    await page.keyboard.press('Home');
    await expect.poll(at).toBe(0);
    await element.getByRole('radio', { name: '1×' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(element.getByRole('radio', { name: '2×' })).toBeChecked();
    const loop = element.getByRole('button', { name: 'Loop' });
    await loop.focus();
    await page.keyboard.press('Space');
    await expect(loop).toHaveAttribute('aria-pressed', 'true');
    await scrubber(element).focus();
    await page.keyboard.press('Space');
    await expect.poll(at).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    await expect(element.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  test('with reduced motion it shows the end and steps on demand', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const element = await open(page, id);
    await expect(scrubber(element)).toHaveValue(String(steps));
    await expect(element.getByRole('button', { name: 'Play' })).toBeHidden();
    await element.getByRole('button', { name: 'Step back' }).click();
    await expect(scrubber(element)).toHaveValue(String(steps - 1));
  });
});

const chapter = 'chapters/denoising.html';

test('in the chapter both figures are live, and before-after draws all its forty draws', async ({ page }) => {
  await page.goto(chapter);
  for (const fig of ['particles', 'before-after']) {
    const element = page.locator(`attn-figure[fig="${fig}"]`);
    await element.scrollIntoViewIfNeeded();
    await ready(element);
  }
  await expect(page.locator('attn-figure[fig="before-after"] figcaption')).toContainText('over 40 draws');
});

test('the same seed gives the same tokens in both figures', async ({ page }) => {
  const state = 'v1.beta=8,centre=1,count=40,layers=10,t=0';
  const particles = await table(await open(page, 'particles', `#particles=${state}`));
  const beforeAfter = await table(await open(page, 'before-after', `#before-after=${state}`));
  expect(particles.slice(1).map((row) => row[2])).toEqual(beforeAfter.slice(1).map((row) => row[1]));
});
