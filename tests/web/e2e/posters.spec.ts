/** Posters and exports, as built and served. */
import { readFileSync } from 'node:fs';
import { type Download, expect, type Locator, type Page, test } from '@playwright/test';
import { posterName } from '../../../tools/vite/posters.ts';
import { marksIn, readSvg } from './drawings';
import {
  any,
  faults,
  figureOf,
  fontsFirst,
  listen,
  models,
  openLive,
  pageOf,
  ready,
  stateOf,
  watchShifts,
  withoutScripts,
} from './harness';

/** The one that stands for all where a test is of the element. */
const { id } = any;

const colorSchemes = ['light', 'dark'] as const;

/** The address of a figure's poster, below that of the site. */
const addressOf = async (
  figure: Locator,
  width: 'wide' | 'narrow',
  theme: (typeof colorSchemes)[number],
): Promise<string> => {
  const [fig, state] = [await figure.getAttribute('fig'), await figure.getAttribute('state')];
  return `posters/${posterName(fig ?? '', state ?? undefined, { width, theme })}`;
};

/** The image of the poster, loaded. */
async function posterOf(
  figure: Locator,
): Promise<{ source: string; width: number; height: number; high: number }> {
  const img = figure.locator('img');
  await expect(img).toBeVisible();
  await expect
    .poll(() => img.evaluate((i: HTMLImageElement) => i.complete && i.naturalWidth))
    .toBeGreaterThan(0);
  return img.evaluate((i: HTMLImageElement) => ({
    source: i.currentSrc,
    width: i.naturalWidth,
    height: i.naturalHeight,
    high: i.getBoundingClientRect().height,
  }));
}

/** Gives the figure the width at which its drawing is `width` px wide. */
async function drawnAt(figure: Locator, width: number): Promise<void> {
  const stage = figure.locator('.stage');
  // The card's padding changes with its width: twice, and it fits.
  for (let i = 0; i < 3; i++)
    await figure.evaluate((element, wanted) => {
      const now = element.shadowRoot?.querySelector('.stage')?.getBoundingClientRect().width ?? 0;
      element.style.maxWidth = 'none';
      element.style.width = `${element.getBoundingClientRect().width + wanted - now}px`;
    }, width);
  await expect.poll(async () => (await stage.boundingBox())?.width).toBeCloseTo(width, 2);
  await expect(figure.locator('svg[role=img]')).toHaveAttribute('viewBox', new RegExp(`^0 0 ${width} `));
}

async function save(
  page: Page,
  figure: Locator,
  name: string,
): Promise<{ download: Download; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    figure.getByRole('group', { name: 'Export as' }).getByRole('button', { name }).click(),
  ]);
  return { download, bytes: readFileSync(await download.path()) };
}

// What each figure draws, and its files, are compared with its poster and its table in Node: tests/wasm/elements.test.ts.
for (const { id } of models) {
  test.describe(id, () => {
    test('its poster shows the state that it opens in, mark for mark', async ({ page, request }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      const figure = await openLive(page, id);
      for (const width of ['wide', 'narrow'] as const) {
        const svg = await (await request.get(await addressOf(figure, width, 'light'))).text();
        const poster = await readSvg(page, svg);
        expect(poster.faults).toEqual([]);
        await drawnAt(figure, poster.size[0] ?? 0);
        const live = await figure.locator('svg[role=img]').evaluate(marksIn);
        expect(live.length).toBeGreaterThan(10);
        expect(poster.marks).toEqual(live);
        expect((await figure.locator('.stage').boundingBox())?.height).toBeCloseTo(poster.size[1] ?? 0, 1);
      }
    });

    for (const width of [360, 1440]) {
      test(`hardly anything moves when it takes the place of its poster, ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        let release = (): void => {};
        const core = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route('**/*.wasm', async (route) => {
          await core;
          await route.continue();
        });
        await fontsFirst(page);
        const shifts = await watchShifts(page);
        await page.goto(pageOf(id));
        const figure = figureOf(page, id);
        await figure.evaluate((element) => element.scrollIntoView());
        await posterOf(figure);
        await expect(figure.locator('.controls')).toBeAttached();
        await page.waitForTimeout(300);
        const stands = await figure.locator('img').boundingBox();
        release();
        await ready(figure);
        await expect(figure.locator('img')).toBeHidden();
        await page.waitForTimeout(300);
        const drawing = await figure.locator('svg[role=img]').boundingBox();
        for (const side of ['x', 'y', 'width', 'height'] as const)
          expect(Math.abs((drawing?.[side] ?? 0) - (stands?.[side] ?? 0)), side).toBeLessThan(1);
        const { total, what } = await shifts();
        expect(total, what).toBeLessThan(0.02);
      });
    }
  });
}

test.describe(id, () => {
  test('its files are saved under names that tell what they are, the pictures as the page shows them', async ({
    page,
  }) => {
    const heard = listen(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const figure = await openLive(page, id);
    await figure.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Enter');
    for (const [name, ending] of [
      ['CSV', 'csv'],
      ['JSON', 'json'],
      ['Python', 'py'],
    ] as const) {
      const { download, bytes } = await save(page, figure, name);
      expect(download.suggestedFilename()).toBe(`attention-${id}.${ending}`);
      expect(bytes.length).toBeGreaterThan(200);
    }

    const svg = await save(page, figure, 'SVG');
    expect(svg.download.suggestedFilename()).toBe(`attention-${id}.svg`);
    const picture = await readSvg(page, svg.bytes.toString('utf8'));
    expect(picture.faults).toEqual([]);
    expect(picture.marks).toEqual(await figure.locator('svg[role=img]').evaluate(marksIn));
    expect(picture.metadata).toContain(`${id}=${await stateOf(figure)}`);
    // The theme of the page: the first thing drawn is the surface.
    expect(picture.surface).toBe('#1b1e24');

    const png = await save(page, figure, 'PNG');
    expect(png.download.suggestedFilename()).toBe(`attention-${id}.png`);
    const pixels = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Map<number, number>();
      for (let i = 0; i < data.length; i += 4) {
        const colour = ((data[i] as number) << 16) | ((data[i + 1] as number) << 8) | (data[i + 2] as number);
        colours.set(colour, (colours.get(colour) ?? 0) + 1);
      }
      const surface = colours.get(0x1b1e24) ?? 0;
      return {
        size: [canvas.width, canvas.height],
        colours: colours.size,
        surface: surface / (data.length / 4),
      };
    }, png.bytes.toString('base64'));
    pixels.size.forEach((size, i) => {
      expect(Math.abs(size - 2 * (picture.size[i] ?? 0))).toBeLessThanOrEqual(1);
    });
    expect(pixels.colours).toBeGreaterThan(20);
    expect(pixels.surface).toBeGreaterThan(0.3);
    expect(pixels.surface).toBeLessThan(0.995);

    await page.keyboard.press('Escape');
    await expect(figure.getByRole('button', { name: 'Export' })).toBeFocused();
    expect(heard).toEqual([]);
  });

  for (const colorScheme of colorSchemes) {
    for (const width of [360, 1440]) {
      test(`shows its poster with scripts off, ${colorScheme}, ${width} px`, async ({ browser }) => {
        const context = await browser.newContext({
          javaScriptEnabled: false,
          colorScheme,
          viewport: { width, height: 900 },
        });
        const page = await context.newPage();
        const heard = listen(page);
        await page.goto(pageOf(id));
        const figure = figureOf(page, id);
        const poster = await posterOf(figure);
        const address = await addressOf(figure, width < 700 ? 'narrow' : 'wide', colorScheme);
        expect(poster.source).toContain(`/${address}`);
        expect(poster.high).toBeCloseTo(poster.height, 0);
        await expect(figure.locator('.placeholder')).toBeVisible();
        await expect(figure.locator('[slot=title]')).toBeVisible();
        expect(withoutScripts(heard)).toEqual([]);
        await context.close();
      });
    }
  }

  test('has an export menu that a finger can use, without accessibility violations', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const figure = await openLive(page, id);
    await figure.getByRole('button', { name: 'Export' }).click();
    const items = figure.getByRole('group', { name: 'Export as' }).getByRole('button');
    await expect(items).toHaveCount(8);
    for (const item of await items.all()) {
      const box = await item.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    expect(await faults(page, { within: [`attn-figure[fig="${id}"]`] })).toEqual([]);
  });

  test('gives the same files to a script, and refuses a kind that is not there', async ({ page }) => {
    const figure = await openLive(page, id);
    const expected = {
      svg: 'image/svg+xml',
      png: 'image/png',
      csv: 'text/csv',
      json: 'application/json',
      python: 'text/x-python',
    };
    const exported = await figure.evaluate(async (element, kinds) => {
      const own = element as unknown as { export(kind: string): Promise<Blob> };
      const files = await Promise.all(kinds.map((kind) => own.export(kind)));
      const refused = await own
        .export('constructor')
        .catch((error: Error) => `${error.name}: ${error.message}`);
      return {
        files: files.map(({ type, size }) => ({ type: type.split(';')[0], large: size > 200 })),
        refused,
      };
    }, Object.keys(expected));
    expect(exported.files).toEqual(Object.values(expected).map((type) => ({ type, large: true })));
    expect(exported.refused).toBe('RangeError: export: there is no kind “constructor”');
  });

  test('exports the colours that a page gives it, as numbers', async ({ page }) => {
    const figure = await openLive(page, id);
    const svg = await figure.evaluate(async (element) => {
      for (const role of ['surface', 'ink-3', 'particle', 'value'])
        element.style.setProperty(`--attn-${role}`, 'color-mix(in oklch, oklch(0.6 0.2 30), #123456 40%)');
      return (await (element as unknown as { export(kind: string): Promise<Blob> }).export('svg')).text();
    });
    const colours = [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour ?? '');
    expect(colours.filter((colour) => !/^(none|#[0-9a-f]{6})$/.test(colour))).toEqual([]);
    expect(colours).not.toContain('#ffffff');
  });

  test('prints its drawing, whole and in light colours, also from a dark page', async ({ page }) => {
    // Printing lays the page out for the paper without telling anybody: the drawing is still as wide as the screen.
    await page.addInitScript(() => {
      Object.assign(globalThis, {
        ResizeObserver: class {
          observe(): void {}
          disconnect(): void {}
        },
      });
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    const figure = await openLive(page, id);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await page.setViewportSize({ width: 700, height: 900 });
    const drawing = figure.locator('svg[role=img]');
    await expect(drawing).toBeVisible();
    const [box, card] = [await drawing.boundingBox(), await figure.boundingBox()];
    expect(box?.height).toBeGreaterThan(100);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
    await expect(figure.locator('.card')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(figure.locator('figcaption')).toBeVisible();
    await expect(figure.locator('.tools')).toBeHidden();
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(29, 32, 38)');
  });
});

test('a theme that the reader has chosen is the one of the posters too', async ({ page }) => {
  // The figure's code never comes: the poster stays.
  await page.route('**/*.wasm', () => {});
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(pageOf(id));
  const figure = figureOf(page, id);
  await figure.scrollIntoViewIfNeeded();
  expect((await posterOf(figure)).source).toContain('.light.svg');
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await expect.poll(async () => (await posterOf(figure)).source).toContain('.dark.svg');
  await page.reload();
  await expect.poll(async () => (await posterOf(figure)).source).toContain('.dark.svg');
});
