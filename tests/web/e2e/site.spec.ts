/** The pages around the figures, as built and served under their policy. */
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { articlePages, doesNotMove, listen, violations, watchShifts, withoutScripts } from './harness';

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

/** Ids that two elements have, and headings that cannot be linked. */
const looseHeadings = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
    const loose = [...document.querySelectorAll('main :is(h2, h3)')].filter((heading) => {
      const link = heading.querySelector('a.anchor');
      if (link) return link.getAttribute('href') !== `#${heading.id}` || heading.id === '';
      return !heading.closest('article[id], .chapters li[id]');
    });
    return [...twice, ...loose.map(({ textContent }) => textContent)];
  });

/** The pages of the site by their addresses, each fetched once: the ledger alone has hundreds of links into itself. */
const fetched = new Map<string, Promise<{ readonly status: number; readonly text: string }>>();

function fetchOnce(request: APIRequestContext, url: string) {
  const page =
    fetched.get(url) ??
    request.get(url).then(async (answer) => ({ status: answer.status(), text: await answer.text() }));
  fetched.set(url, page);
  return page;
}

for (const path of articlePages) {
  test.describe(path, () => {
    // On a wide screen it does not move either: deploy.spec.ts.
    test('is sent with the policy, does not move once it is there, down to its end, at 360 px, has headings in order that can be linked and links that lead somewhere, does not scroll sideways, and neither the browser nor axe has anything to say', async ({
      page,
      request,
    }) => {
      const heard = listen(page);
      const own = page.viewportSize();
      // After `load` the browser waits a few seconds before it says that something was preloaded for nothing.
      const silence = page.waitForEvent('load').then(() => page.waitForTimeout(5000));
      const response = await doesNotMove(page, path, 360);
      const policy = response?.headers()['content-security-policy'];
      expect(policy).toContain("style-src 'self'");
      await expect(page.locator('meta[http-equiv="Content-Security-Policy"]')).toHaveAttribute(
        'content',
        policy ?? '',
      );

      const levels = await page
        .locator('h1, h2, h3, h4')
        .evaluateAll((all) => all.map((h) => Number(h.tagName[1])));
      expect(levels[0]).toBe(1);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      levels.slice(1).forEach((level, i) => {
        expect(level).toBeLessThanOrEqual((levels[i] ?? 0) + 1);
      });
      expect(await looseHeadings(page)).toEqual([]);

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
        const { status, text } = await fetchOnce(request, url.origin + url.pathname + url.search);
        expect(status, link).toBe(200);
        // A state of a figure on the page, or an anchor.
        const [, figure] = /^#([\w-]+)=v1\./.exec(url.hash) ?? [];
        const target = figure ? `fig="${figure}"` : `id="${url.hash.slice(1)}"`;
        // Of a frame the whole hash is the state of its one figure.
        if (url.hash.startsWith('#v1.')) continue;
        // Not `toContain`, which would keep a page for each link.
        if (url.hash) expect(text.includes(target), link).toBe(true);
      }

      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
        // What is laid out only when it comes near is cut off until then, and would not be seen to stand out.
        const whole = new CSSStyleSheet();
        whole.replaceSync('main * { content-visibility: visible !important }');
        document.adoptedStyleSheets.push(whole);
      });
      for (const width of [320, 360, 768, 1440, 3840])
        await test.step(`does not scroll sideways at ${width} px`, () => doesNotScroll(page, width));

      await silence;
      expect(heard).toEqual([]);

      if (own) await page.setViewportSize(own);
      // Each figure is judged by itself in figures.spec.ts.
      expect(await violations(page, 1)).toEqual([]);
    });

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

test('what stands in for a font is as wide, in each style', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('chapters/bilinear-form.html');
  const measured = await page.evaluate(async () => {
    // The system’s fonts need not be there.
    await Promise.allSettled([...document.fonts].map((font) => font.load()));
    const prose = [...document.querySelectorAll('main > p')].flatMap(({ childNodes }) =>
      [...childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])),
    );
    const text = prose
      .join(' ')
      .replace(/\s+/g, ' ')
      .replace(/[^ -~]/g, '');
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const width = (style: string, family: string): number => {
      canvas.font = `${style} 100px "${family}"`;
      return canvas.measureText(text).width;
    };
    const families: [ours: string, standIn: RegExp, styles: string[]][] = [
      ['Source Serif 4 Variable', /^Text /, ['400', '600', 'italic 400']],
      ['Inter Variable', /^Sans /, ['400', '500', '600']],
      ['Source Serif 4 Display', /^Display /, ['600']],
    ];
    const there = [...document.fonts].filter(({ status }) => status === 'loaded');
    const names = [...new Set(there.map(({ family }) => family.replace(/^"|"$/g, '')))];
    return families.flatMap(([ours, standIn, styles]) =>
      names
        .filter((name) => standIn.test(name))
        .flatMap((name) =>
          styles.map((style) => [`${style} ${name}`, width(style, name) / width(style, ours)] as const),
        ),
    );
  });
  test.skip(measured.length === 0, 'none of these fonts is on this machine');
  for (const [what, ratio] of measured) expect(Math.abs(ratio - 1), `${what}: ${ratio}`).toBeLessThan(0.0125);
});

for (const path of [
  'index.html',
  'chapters/bilinear-form.html',
  'chapters/gradient-dynamics.html',
  'chapters/support-tokens.html',
  'chapters/incremental-patterns.html',
  'chapters/denoising.html',
])
  test(`the text of ${path} hardly moves when its fonts arrive late`, async ({ page }) => {
    // Figures have a height of their own to keep; this is about the text.
    await page.route('**/*.js', (route) => route.abort());
    let arrive = (): void => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let fonts = 0;
    await page.route('**/*.woff2', async (route) => {
      fonts++;
      await late;
      await route.continue();
    });
    const shifts = await watchShifts(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const frames = () =>
      page.evaluate(async () => {
        for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
      });
    // The text is there without them, and then with them.
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length))
      .toBeGreaterThan(0);
    await expect.poll(() => fonts).toBeGreaterThan(0);
    await frames();
    arrive();
    await page.evaluate(() => document.fonts.ready);
    await frames();
    const { total, what } = await shifts();
    // Below 0.1 is good by the usual measure. A paragraph on the first screen that has a line more is 0.02 to 0.04, and which fonts the
    // machine has decides whether one has.
    expect(total, what).toBeLessThan(0.06);
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
