/** The pages around the figures, as built and served under their policy. */
import { expect, type Page, test } from '@playwright/test';
import { articlePages, fontsFirst, listen, violations, watchShifts, withoutScripts } from './harness';

/** Goes to a page and down to its end, so that everything lazy has been loaded. */
async function read(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scrollToEnd(page);
}

async function scrollToEnd(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 600) {
    await page.evaluate((top) => scrollTo(0, top), y);
    await page.waitForTimeout(30);
  }
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

/** That no box of the page is wider than its place at this width, and no equation runs into its number. */
async function doesNotScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  // Figures follow the width of their box in the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  const wide = await page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('main, main *')) {
      if (
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth
      )
        found.push(`${element.tagName} scrolls`);
    }
    for (const equation of document.querySelectorAll('.eq')) {
      const number = equation.querySelector('.eq-number')?.getBoundingClientRect().left ?? Infinity;
      for (const base of equation.querySelectorAll('.katex-base')) {
        if (base.getBoundingClientRect().right > number) found.push(`${equation.id} reaches its number`);
      }
    }
    return found;
  });
  expect(wide, `${width} px`).toEqual([]);
}

for (const path of articlePages) {
  test.describe(path, () => {
    test('is sent with the policy, has headings in order and links that lead somewhere, does not scroll sideways, and neither the browser nor axe has anything to say', async ({
      page,
      request,
    }) => {
      test.slow();
      const heard = listen(page);
      const response = await page.goto(path);
      const policy = response?.headers()['content-security-policy'];
      expect(policy).toContain("style-src 'self'");
      await expect(page.locator('meta[http-equiv="Content-Security-Policy"]')).toHaveAttribute(
        'content',
        policy ?? '',
      );
      await scrollToEnd(page);
      const silence = page.waitForTimeout(5000);

      const levels = await page
        .locator('h1, h2, h3, h4')
        .evaluateAll((all) => all.map((h) => Number(h.tagName[1])));
      expect(levels[0]).toBe(1);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      levels.slice(1).forEach((level, i) => {
        expect(level).toBeLessThanOrEqual((levels[i] ?? 0) + 1);
      });

      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
      expect(links.length).toBeGreaterThan(3);
      const here = new URL(page.url()).origin;
      for (const link of new Set(links)) {
        const url = new URL(link);
        if (url.origin !== here) {
          expect(url.protocol).toBe('https:');
          continue;
        }
        const response = await request.get(url.href);
        expect(response.status(), link).toBe(200);
        // A state of a figure on the page, or an anchor.
        const [, figure] = /^#([\w-]+)=v1\./.exec(url.hash) ?? [];
        const target = figure ? `fig="${figure}"` : `id="${url.hash.slice(1)}"`;
        if (url.hash) expect(await response.text(), link).toContain(target);
      }

      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      const own = page.viewportSize();
      for (const width of [320, 360, 768, 1440, 3840])
        await test.step(`does not scroll sideways at ${width} px`, () => doesNotScroll(page, width));

      // The browser waits a few seconds before it says that something was preloaded for nothing.
      await silence;
      expect(heard).toEqual([]);

      if (own) await page.setViewportSize(own);
      expect(await violations(page)).toEqual([]);
    });

    for (const width of [360, 1280]) {
      test(`does not move once it is there, down to its end, ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 800 });
        const shifts = await watchShifts(page);
        await fontsFirst(page);
        await read(page, path);
        for (const figure of await page.locator('attn-figure').all()) {
          await figure.scrollIntoViewIfNeeded();
          await figure.evaluate((element) => (element as unknown as { ready: Promise<void> }).ready);
        }
        const { total, what } = await shifts();
        test.info().annotations.push({ type: path, description: `layout shift ${total.toFixed(4)}` });
        // Below 0.1 is good by the usual measure; places are kept free by layout.
        expect(total, what).toBeLessThan(0.02);
      });
    }

    test('can be read with scripts off: prose, equations, and a sentence for every figure', async ({
      browser,
    }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      const heard = listen(page);
      await page.goto(path);
      await expect(page.locator('h1')).toBeVisible();
      for (const figure of await page.locator('attn-figure').all()) {
        await expect(figure.locator('.placeholder')).toBeVisible();
        expect((await figure.boundingBox())?.height).toBeGreaterThan(40);
      }
      for (const equation of await page.locator('.eq:not(details *)').all()) {
        const box = await equation.locator('.katex-html').locator('visible=true').first().boundingBox();
        expect(box?.height).toBeGreaterThan(10);
      }
      expect(withoutScripts(heard)).toEqual([]);
      await context.close();
    });
  });
}

test('the browser knows every font that the style sheets declare, those in the place of ours too', async ({
  page,
}) => {
  await page.goto('index.html');
  const families = await page.evaluate(() => {
    const named = ['--serif', '--display', '--sans'].flatMap((name) =>
      [
        ...getComputedStyle(document.documentElement)
          .getPropertyValue(name)
          .matchAll(/'([^']*)'|"([^"]*)"/g),
      ].map(([, single, double]) => single ?? double ?? ''),
    );
    const known = [...document.fonts].map(({ family }) => family.replace(/^"|"$/g, ''));
    return { known, ours: named.filter((name) => / (Variable|Georgia|Times|Arial|DejaVu)$/.test(name)) };
  });
  expect(families.ours.length).toBeGreaterThan(8);
  expect(families.known).toEqual(expect.arrayContaining(families.ours));
});

for (const path of [
  'index.html',
  'chapters/bilinear-form.html',
  'chapters/gradient-dynamics.html',
  'chapters/support-tokens.html',
  'chapters/denoising.html',
])
  test(`the text of ${path} hardly moves when its fonts arrive late`, async ({ page }) => {
    // Figures have a height of their own to keep; this is about the text.
    await page.route('**/*.js', (route) => route.abort());
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    const shifts = await watchShifts(page);
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(1500);
    const { total, what } = await shifts();
    // Below 0.1 is good by the usual measure; places are kept free by layout.
    expect(total, what).toBeLessThan(0.02);
  });

test('the theme button turns the page and is remembered, and the figures follow', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('index.html');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await paper()).toBe(dark);
  expect(
    await page
      .locator('attn-figure')
      .evaluate((figure) => getComputedStyle(figure).getPropertyValue('--attn-paper')),
  ).toBe('#15171c');
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  expect(await paper()).toBe(light);
});

test('a missing page is missing', async ({ request }) => {
  expect((await request.get('chapters/nothing.html')).status()).toBe(404);
});
