/** Pages on paper: what is unfolded, what is left out, and what stands below a figure. */
import { expect, type Page, test } from '@playwright/test';
import { atRest, figureOf, pressBelow, stateOf } from './harness';

const chapter = 'chapters/denoising.html';

interface Printed {
  readonly folded: number;
  readonly lines: Readonly<Record<string, string>>;
}

/** What is on the page at the moment that the browser prints it. */
async function print(page: Page): Promise<Printed> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const look = (): void => {
      const printed: Printed = {
        folded: document.querySelectorAll('details:not([open])').length,
        lines: Object.fromEntries(
          [...document.querySelectorAll('attn-figure + .shown')].map((line) => [
            line.previousElementSibling?.getAttribute('fig') ?? '',
            line.textContent ?? '',
          ]),
        ),
      };
      Object.assign(globalThis, { printed });
    };
    addEventListener('beforeprint', look, { once: true });
  });
  await page.pdf();
  return page.evaluate(() => (globalThis as unknown as { printed: Printed }).printed);
}

test('a figure says in words what it shows, and where that can be seen again', async ({ page }) => {
  const state = 'v1.beta=20,clock=equal-time,eta=0.1,layers=40,count=24,centre=2,sigma2=0.5,seed=7,t=30';
  await page.goto(`${chapter}#particles=${state}`);
  const figure = figureOf(page, 'particles');
  await figure.scrollIntoViewIfNeeded();
  await atRest(figure);
  const { lines } = await print(page);
  expect(lines.particles).toMatch(/^Shown: bandwidth 20\.0; .*; tokens 24; .*seed 7; layer 30\. http:/);
  const [, address = ''] = /(http.*)$/.exec(lines.particles ?? '') ?? [];
  await page.goto('about:blank');
  await page.goto(address);
  await figure.scrollIntoViewIfNeeded();
  await atRest(figure);
  expect(await stateOf(figure)).toBe(state);
  // One that has not been live says what its poster shows.
  expect(lines['mse-depth']).toMatch(/^Shown: .*; seed 7\. http:.*denoising\.html#mse-depth$/);
});

test('proofs are open on paper and answers are not, and all is folded afterwards as the reader had it', async ({
  page,
}) => {
  await page.goto(chapter);
  await pressBelow(page.locator('summary').filter({ hasText: 'Why there are two clocks' }));
  const open = () => page.locator('details[open] > summary').allTextContents();
  const before = await open();
  expect(before).toHaveLength(1);
  const answers = await page.locator('main details.exercise').count();
  expect(answers).toBeGreaterThan(0);
  expect((await print(page)).folded).toBe(answers);
  expect(await open()).toEqual(before);
  await expect(page.locator('attn-figure + .shown')).toHaveCount(0);
});

test('posters that were chosen for a dark screen are light on paper', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(chapter);
  // Seen by nobody yet, and so fetched by the print alone.
  await print(page);
  await expect.poll(() => asked.find((url) => url.includes('mse-depth.'))).toContain('mse-depth.light.svg');
  // Back on the screen it is dark again; as it has been fetched by now, it is turned about for the next print.
  const image = page.locator('attn-figure[fig=mse-depth] img');
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('.dark.svg');
  await print(page);
  await page.emulateMedia({ media: 'print' });
  expect(await image.evaluate((img) => getComputedStyle(img).filter)).toContain('invert');
});

for (const javaScriptEnabled of [true, false])
  test(`paper has words for every figure and nothing to press, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(chapter);
    await expect(page.locator('.shown:visible')).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    if (javaScriptEnabled) {
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    }
    const figures = await page.locator('attn-figure').count();
    await expect(page.locator('.shown:visible')).toHaveCount(figures);
    expect(await page.locator('.shown:visible').allTextContents()).toEqual(
      Array(figures).fill(expect.stringMatching(/^Shown: .{10,}\./)),
    );
    for (const pressed of ['button:visible', 'input:visible', 'nav:visible', '.placeholder:visible'])
      await expect(page.locator(pressed), pressed).toHaveCount(0);
    // What is folded is seen, however it has come to that.
    for (const proof of await page.locator('main details:not(nav *) > p:first-of-type').all())
      await expect(proof).toBeVisible();
    await context.close();
  });

test('a poster is printed in its own proportions, and nothing is kept free around it', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.setViewportSize({ width: 720, height: 900 });
  await page.goto('chapters/incremental-patterns.html');
  const figure = page.locator('attn-figure[fig=stages]');
  await figure.scrollIntoViewIfNeeded();
  const image = figure.locator('img');
  await expect
    .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
    .toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  const { own, printed } = await image.evaluate((img: HTMLImageElement) => {
    const { width, height } = img.getBoundingClientRect();
    return { own: img.naturalWidth / img.naturalHeight, printed: width / height };
  });
  expect(printed).toBeCloseTo(own, 2);
  await expect(figure.locator('[slot=desk]')).toHaveCSS('display', 'none');
  await context.close();
});

for (const [path, count, first, address] of [
  [
    chapter,
    6,
    /^You double the noise variance/,
    /^Noisy tokens find their groups: http.*denoising\.html#particles$/,
  ],
  // Here a heading and a paragraph ask, and send to states whose addresses stand below.
  [
    'exercises.html',
    10,
    /^1 At which temperature does a denoiser work\?/,
    /^that chapter’s figure: http.*#temperature=v1\.$/,
  ],
] as const)
  test(`${path} prints its questions alone, with room to write, and is then as it was`, async ({ page }) => {
    await page.goto(path);
    // What the button opens is a dialog of the browser, which nobody would close.
    await page.evaluate(() => {
      window.print = () => {};
    });
    await pressBelow(page.getByRole('button', { name: 'Print the questions' }));
    await page.emulateMedia({ media: 'print' });
    const questions = page.locator('.sheet li');
    await expect(questions).toHaveCount(count);
    await expect(questions.first()).toHaveText(first);
    await expect(questions.first()).toBeVisible();
    await expect(questions.first().getByText(address)).toHaveCount(1);
    expect(await questions.evaluateAll((all) => all.every((one) => one.clientHeight > 170))).toBe(true);
    await expect(page.locator('main > :not(.sheet)').filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('body > header')).toBeHidden();
    await expect(page.locator('.sheet').getByText('Answer', { exact: true })).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await expect(page.locator('.sheet')).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(page.locator('.sheet')).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('h1')).toBeVisible();
  });
