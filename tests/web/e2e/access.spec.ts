/** Figures under a finger, in a narrow window, with the reader's own colours, and their handles with keys and pointers. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Slider } from '../../../web/src/figures/declare';
import { aloud, rangeOf } from '../../../web/src/kinds/numbers';
import { any, atRest, faults, models, open, picture, stateOf, unfold } from './harness';

/** A finger that goes down the page, at `x, y` of the window, by CSS pixels. */
async function swipe(
  page: Page,
  x: number,
  y: number,
  by: { readonly x: number; readonly y: number },
): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share = 0): Promise<unknown> =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + by.x * share, y: y + by.y * share }],
    });
  await touch('touchStart');
  for (let i = 1; i <= 15; i++) {
    await touch('touchMove', i / 15);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await touch('touchEnd');
}

const inside = async (part: Locator): Promise<{ x: number; y: number }> => {
  await part.scrollIntoViewIfNeeded();
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the page');
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 100) };
};

for (const { id, params, presets } of models) {
  const [slider = ''] = Object.entries(params).find(([, param]) => param.kind === 'slider') ?? [];

  test.describe(id, () => {
    test.describe('under a finger', () => {
      test.use({ hasTouch: true, viewport: { width: 390, height: 700 } });

      test('the page scrolls past the picture, the sliders and the handles, and nothing changes', async ({
        page,
      }) => {
        const figure = await open(page, id);
        await atRest(figure);
        // Room to scroll in, also past a small figure.
        await page.evaluate(() => {
          document.body.style.minHeight = '300vh';
        });
        const parts = [
          figure.locator('svg[role=img]'),
          figure.locator(`#p-${slider}`),
          figure.locator('.scrubber'),
        ];
        for (const part of [...parts, ...(await figure.locator('.grip').all())]) {
          if (!(await part.count())) continue;
          const before = await stateOf(figure);
          await page.evaluate(() => scrollTo(0, 0));
          const { x, y } = await inside(part);
          const from = await page.evaluate(() => scrollY);
          await swipe(page, x, y, { x: 0, y: from > 150 ? 120 : -120 });
          await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), from)).toBeGreaterThan(20);
          expect(await stateOf(figure)).toBe(before);
        }
      });

      test('the whole picture stays in view while its sliders are moved, on half of the screen at most', async ({
        page,
      }) => {
        const figure = await open(page, id);
        await atRest(figure);
        const drawing = figure.locator('svg[role=img]');
        const range = figure.locator('.control input[type=range]').last();
        const box = async (part: Locator) => {
          const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
          return { top: y, bottom: y + height, left: x, width };
        };
        const { width } = await box(drawing);
        await unfold(figure);
        await range.tap();
        await expect.poll(async () => Math.round((await box(drawing)).top)).toBeGreaterThanOrEqual(0);
        const pinned = await box(drawing);
        expect(pinned.bottom).toBeLessThanOrEqual(351);
        expect(pinned.width).toBeLessThan(width);
        expect((await box(range)).top).toBeGreaterThanOrEqual(pinned.bottom);
        // Where the screen is too low for both, it does not stay.
        await page.setViewportSize({ width: 390, height: 400 });
        await expect(figure.locator('.stage')).toHaveCSS('position', 'relative');
      });
    });

    test('an author picks the controls, and fixes a parameter that neither a link nor a preset changes', async ({
      page,
    }) => {
      const [low] = rangeOf(params[slider] as Slider);
      const figure = await open(
        page,
        id,
        `#${id}=v1.${slider}=${params[slider]?.value}`,
        `controls="${slider},seed" lock="${slider}" state="v1.${slider}=${low}"`,
      );
      await expect(figure.locator('.notes')).toHaveText(new RegExp(`^${slider} is fixed here at`));
      await expect(figure.locator('.control')).toHaveCount(2);
      await expect(figure.locator('.control input[type=range]')).toHaveCount(0);
      await expect(figure.locator('.scrubber')).toHaveCount(0);
      await expect(figure.locator('.fixed')).toHaveText(aloud(params[slider] as Slider, low));
      if (slider === 'query') await expect(figure.locator('.grip')).toHaveCount(0);
      for (const [i, preset] of presets.entries()) {
        const pill = figure.locator('.pill').nth(i);
        if (slider in preset.params && preset.params[slider] !== low) {
          await expect(pill).toBeHidden();
          continue;
        }
        await pill.click();
        await expect(pill).toHaveAttribute('aria-pressed', 'true');
        expect(await stateOf(figure)).toContain(`v1.${slider}=${low},`);
      }
    });

    test('every target is at least 24 px wide and high', async ({ page }) => {
      const figure = await open(page, id);
      await unfold(figure);
      const small = await figure.evaluate((host) =>
        [
          ...(host.shadowRoot?.querySelectorAll(
            'button, input:not([type=radio]), .segments label, [role=slider]',
          ) ?? []),
        ]
          .filter((e) => e.checkVisibility())
          .map((e) => ({ what: `${e.tagName} ${e.className} ${e.id}`, box: e.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ what, box }) => `${what} ${box.width} x ${box.height}`),
      );
      expect(small).toEqual([]);
    });

    // The rest is the card's, whatever it shows.
    if (id !== any.id) return;

    for (const [theme, scheme] of [
      ['dark', 'light'],
      ['light', 'dark'],
    ] as const)
      test(`a ${theme} figure on the ${scheme} page of the article has its own colours, all with contrast`, async ({
        page,
      }) => {
        await page.emulateMedia({ colorScheme: scheme });
        const figure = await open(page, id, '', `theme="${theme}"`);
        await figure.getByRole('button', { name: 'Data', exact: true }).click();
        const lightness = (selector: string): Promise<number> =>
          figure.locator(selector).evaluate((e) => {
            const { backgroundColor, color } = getComputedStyle(e);
            const sum = (text: string): number =>
              (text.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((a, b) => a + Number(b), 0);
            return sum(backgroundColor) - sum(color);
          });
        expect(Math.sign(await lightness('.card'))).toBe(theme === 'light' ? 1 : -1);
        expect(await faults(page, { within: ['attn-figure'] })).toEqual([]);
      });

    test('with forced colours every control can be told from the page, and axe has nothing to say', async ({
      page,
    }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      const figure = await open(page, id);
      expect(await faults(page)).toEqual([]);
      // Every mark has a colour of the reader's and not of ours.
      const colours = await figure.evaluate((host) => {
        const probe = document.createElement('span');
        document.body.append(probe);
        const system = ['Canvas', 'CanvasText', 'GrayText', 'Highlight'].map((name) => {
          probe.style.color = name;
          return getComputedStyle(probe).color;
        });
        const used = [...(host.shadowRoot?.querySelectorAll('svg[role=img] *') ?? [])].flatMap((e) => {
          const { fill, stroke } = getComputedStyle(e);
          return [fill, stroke];
        });
        return [...new Set(used)].filter((colour) => colour !== 'none' && !system.includes(colour));
      });
      expect(colours).toEqual([]);
    });
  });
}

test.describe('a handle', () => {
  const grip = (figure: Locator): Locator => figure.getByRole('slider', { name: 'query, in the picture' });
  const state = '#before-after=v1.query=0.5';

  test('moves its parameter with the keys, in the control, the picture and the address', async ({ page }) => {
    const figure = await open(page, 'before-after', state);
    const drawn = await picture(figure);
    await grip(figure).focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await expect(figure.locator('#p-query')).toHaveValue('0.8');
    await expect(grip(figure)).toHaveAttribute('aria-valuetext', '0.8');
    await expect.poll(() => picture(figure)).not.toBe(drawn);
    await expect(page).toHaveURL(/query=0\.8/);
    await expect(grip(figure)).toBeFocused();
  });

  test('lies on its mark, and follows the mouse', async ({ page }) => {
    const figure = await open(page, 'before-after', state);
    const centre = async (part: Locator): Promise<number> => {
      const box = await part.boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    const star = figure.locator('svg[role=img] .m.query');
    expect(Math.abs((await centre(star)) - (await centre(grip(figure))))).toBeLessThan(1);
    const { x, y } = await inside(grip(figure));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 60, y + 40, { steps: 6 });
    await page.mouse.up();
    const value = Number(await figure.locator('#p-query').inputValue());
    expect(value).toBeLessThan(0.4);
    await expect.poll(async () => Math.abs((await centre(grip(figure))) - (x - 60))).toBeLessThan(8);
    await page.mouse.move(x + 200, y);
    expect(Number(await figure.locator('#p-query').inputValue())).toBe(value);
  });

  test.describe('under a finger', () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 700 } });

    test('moves when the finger goes sideways', async ({ page }) => {
      const figure = await open(page, 'before-after', state);
      const { x, y } = await inside(grip(figure));
      await swipe(page, x, y, { x: 60, y: 0 });
      await expect.poll(async () => Number(await figure.locator('#p-query').inputValue())).not.toBe(0.5);
    });
  });
});

for (const theme of ['light', 'dark'] as const)
  test(`whoever asks for more contrast reads a ${theme} page in its strongest colours`, async ({ page }) => {
    await page.emulateMedia({ contrast: 'more', colorScheme: theme });
    await page.goto('glossary.html');
    const colour = (selector: string): Promise<string> =>
      page.locator(selector).evaluate((e) => getComputedStyle(e).color);
    expect(await colour('.lede')).toBe(await colour('h1'));
    expect(await faults(page)).toEqual([]);
  });
