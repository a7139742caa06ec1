/** Every registered figure as a reader meets it: the built code, in a real browser, with the real core. */
import { expect, type Locator, test } from '@playwright/test';
import { isNumeric, rangeOf } from '../../../web/src/element/quantity';
import { defaults } from '../../../web/src/figures/declare';
import {
  atRest,
  expectShown,
  figures,
  models,
  open,
  optionsOf,
  otherState,
  picture,
  ready,
  scrubber,
  stateOf,
  stepsOf,
  table,
  valueField,
  violations,
} from './harness';

/** All that the figure says in numbers: its caption and its table. */
const numbers = async (element: Locator): Promise<unknown> => [
  await element.locator('figcaption').textContent(),
  await table(element),
];

const allHold = /^checks (\d+) of \1$/;

for (const figure of figures) {
  const { id, params } = figure;
  const steps = stepsOf(figure);

  test.describe(id, () => {
    test('becomes live with its defaults, at the end of its timeline, and its checks hold', async ({
      page,
    }) => {
      const element = await open(page, id);
      await expect(element.locator('svg[role=img]')).toBeVisible();
      await expect(element.locator('.badge')).toHaveText(allHold);
      await expect(element.locator('figcaption')).toContainText(/\d/);
      for (const [name, param] of Object.entries(params))
        await expectShown(element, name, param, param.value);
      if (steps === undefined) await expect(scrubber(element)).toHaveCount(0);
      else await expect(scrubber(element)).toHaveValue(String(steps));
    });

    test('a link restores every parameter and the step, in the controls and in the data', async ({
      page,
    }) => {
      const first = await table(await open(page, id));
      const { values, t, text } = otherState(figure);
      const element = await open(page, id, `#${id}=${text}`);
      for (const [name, param] of Object.entries(params)) {
        expect(values[name], name).not.toBe(param.value);
        await expectShown(element, name, param, values[name] as number);
      }
      if (t !== undefined) await expect(scrubber(element)).toHaveValue(String(t));
      await expect(element.locator('.notes')).toBeHidden();
      expect(await stateOf(element)).toBe(text);
      expect(await table(element)).not.toEqual(first);
      await expect(element.locator('.badge')).toHaveText(allHold);
    });

    if (models.includes(figure)) {
      test('the keyboard alone reaches every control, in the order of the page, and leaves again', async ({
        page,
      }) => {
        const element = await open(page, id);
        await table(element);
        const order = await element.evaluate((host) => {
          const all = host.shadowRoot?.querySelectorAll<HTMLElement>('button,input,select,[tabindex]') ?? [];
          // Of a choice only the option that is taken has a tab stop.
          const stops = (e: HTMLElement): boolean =>
            e.tabIndex >= 0 &&
            !e.matches(':disabled') &&
            !(e instanceof HTMLInputElement && e.type === 'radio' && !e.checked);
          const seen = [...all].filter((e) => stops(e) && e.checkVisibility());
          seen.forEach((e, i) => {
            e.dataset.order = String(i);
          });
          return seen.length;
        });
        expect(order).toBeGreaterThan(Object.keys(params).length + figure.presets.length);
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        await page.locator('h1').click();
        const reached: (string | undefined)[] = [];
        for (let i = 0; i < order; i++) {
          await page.keyboard.press('Tab');
          reached.push(
            await element.evaluate(
              (host) => (host.shadowRoot?.activeElement as HTMLElement | null)?.dataset.order,
            ),
          );
        }
        expect(reached).toEqual(Array.from({ length: order }, (_, i) => String(i)));
        await page.keyboard.press('Tab');
        expect(await element.evaluate((host) => host.shadowRoot?.activeElement ?? null)).toBeNull();
      });
    }

    test('the keyboard alone changes every parameter, and with it the numbers', async ({ page }) => {
      test.slow();
      const element = await open(page, id);
      for (const [name, param] of Object.entries(params)) {
        const before = await numbers(element);
        const state = await stateOf(element);
        const drawn = await picture(element);
        if (param.kind === 'choice') {
          const options = optionsOf(element, name);
          const now = Object.keys(param.options).indexOf(param.value);
          await options.nth(now).focus();
          await page.keyboard.press('ArrowDown');
          const next = (now + 1) % Object.keys(param.options).length;
          await expect(options.nth(next), name).toBeChecked();
          // What only selects what is shown changes the picture, and no number.
          if (param.view) expect(await numbers(element)).toEqual(before);
          else await expect.poll(() => numbers(element), { message: `after ${name}` }).not.toEqual(before);
          await expect.poll(() => picture(element)).not.toBe(drawn);
          expect(await stateOf(element)).not.toBe(state);
          await page.keyboard.press('ArrowUp');
          await expect(options.nth(now), name).toBeChecked();
          continue;
        }
        if (!isNumeric(param)) throw new Error(`${name}: no test of this kind here`);
        const field = valueField(element, name);
        const typed = await field.inputValue();
        await field.focus();
        const away = param.value === rangeOf(param)[1] ? 'ArrowDown' : 'ArrowUp';
        for (let k = 0; k < 4; k++) await page.keyboard.press(away);
        await expect(field, name).not.toHaveValue(typed);
        await expect.poll(() => numbers(element), { message: `after ${name}` }).not.toEqual(before);
        const range = element.locator(`input[type=range]#p-${name}`);
        if (await range.count()) {
          await range.focus();
          const at = await range.inputValue();
          await page.keyboard.press(away === 'ArrowDown' ? 'ArrowLeft' : 'ArrowRight');
          await expect(range, name).not.toHaveValue(at);
        }
        expect(await stateOf(element)).not.toBe(state);
        await expect(element.locator('.badge')).toHaveText(allHold);
      }
    });

    test('a link that cannot be used falls back to the defaults and says so', async ({ page }) => {
      const [name] = Object.keys(params);
      const element = await open(page, id, `#${id}=v1.${name}=1e300,nonsense=2,seed=<script>,t=9e9`);
      const notes = element.locator('.notes');
      await expect(notes).toHaveText(new RegExp(`${name}: “?1e300”? is (outside|none of)`));
      await expect(notes).toContainText('nonsense');
      const t = steps === undefined ? '' : `,t=${steps}`;
      const values = Object.entries(defaults(params)).map(([key, value]) => `${key}=${String(value)}`);
      expect(await stateOf(element)).toBe(`v1.${values.join(',')}${t}`);
      await expect(element.locator('.badge')).toHaveText(allHold);
    });

    test('every preset shows what it promises to look at', async ({ page }) => {
      const element = await open(page, id);
      const pills = element.locator('.pill');
      await expect(pills).toHaveCount(figure.presets.length);
      for (const [i, preset] of figure.presets.entries()) {
        await pills.nth(i).focus();
        await page.keyboard.press('Enter');
        await expect(pills.nth(i)).toHaveAttribute('aria-pressed', 'true');
        await expect(element.locator('.says')).toHaveText(preset.expect.says);
        await expect(element.locator('.badge')).toHaveText(allHold);
      }
    });

    test('has no accessibility violations with everything open, in both themes', async ({ page }) => {
      const element = await open(page, id);
      await table(element);
      await element.locator('.badge').click();
      await element.locator('.pill').first().click();
      expect(await violations(page)).toEqual([]);
    });

    if (steps === undefined) return;

    test('five steps back and five on give the same table and the same picture', async ({ page }) => {
      const element = await open(page, id);
      await atRest(element);
      const before = await table(element);
      const drawn = await picture(element);
      const away = Math.min(5, steps);
      const back = element.getByRole('button', { name: 'Step back' });
      for (let i = 0; i < away; i++) await back.click();
      await expect(scrubber(element)).toHaveValue(String(steps - away));
      await expect.poll(() => picture(element)).not.toBe(drawn);
      const on = element.getByRole('button', { name: 'Step', exact: true });
      for (let i = 0; i < away; i++) await on.click();
      await expect(scrubber(element)).toHaveValue(String(steps));
      await expect.poll(() => table(element)).toEqual(before);
      await expect.poll(() => picture(element)).toBe(drawn);
    });

    if (!models.includes(figure)) return;

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
      await expect.poll(at, { timeout: 20_000 }).toBe(steps);
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
      await element.getByRole('combobox', { name: 'Speed' }).focus();
      await page.keyboard.press('ArrowDown');
      await expect(element.getByRole('combobox', { name: 'Speed' })).toHaveValue('2');
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
}

const chapter = 'chapters/denoising.html';

test('in the chapter both figures are live, and before-after draws all its forty draws', async ({ page }) => {
  await page.goto(chapter);
  for (const fig of ['particles', 'before-after']) {
    const element = page.locator(`attn-figure[fig="${fig}"]`);
    await element.scrollIntoViewIfNeeded();
    await ready(element);
  }
  await expect(page.locator('attn-figure[fig="before-after"] figcaption')).toContainText('Over 40 draws');
});

test('the same seed gives the same tokens in both figures', async ({ page }) => {
  const state = 'v1.beta=8,centre=1,count=40,layers=10,t=0';
  const particles = await table(await open(page, 'particles', `#particles=${state}`));
  const beforeAfter = await table(await open(page, 'before-after', `#before-after=${state}`));
  expect(particles.slice(1).map((row) => row[2])).toEqual(beforeAfter.slice(1).map((row) => row[1]));
});
