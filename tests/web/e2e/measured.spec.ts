/** What a page measures or counts while a figure is in it: errors of observers, sizes that answer each other, its own address. */
import { expect, test } from '@playwright/test';
import { listen, ready, scrubber } from './harness';
import { builtSite, page as pageSite, type Site } from './servers';

const sites: Site[] = [];
test.afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

/** The address of a page of another origin, with `body` for a figure's tag. */
async function around(
  body: (figure: string) => string,
  { head = '', attributes = '' } = {},
): Promise<string> {
  const from = await builtSite();
  const blog = await pageSite(`<meta charset="utf-8">${head}
    <script type="module" src="${from.origin}/attn-figure.js"></script>
    <body>${body(`<attn-figure fig="particles" ${attributes}></attn-figure>`)}`);
  sites.push(from, blog);
  return blog.origin;
}

test('where the browser rounds sizes no observer runs in circles', async ({ page }) => {
  const said = listen(page);
  await page.goto(
    await around((figure) => `<div id="box" style="zoom:1.25">${figure}</div>`, {
      head: '<script>window.heard = []; addEventListener("error", ({ message }) => heard.push(message))</script>',
    }),
  );
  await ready(page.locator('attn-figure'));
  for (const width of [700, 640, 580, 520, 460, 400]) {
    await page.locator('#box').evaluate((box, width) => {
      box.style.width = `${width}px`;
    }, width);
    await page.waitForTimeout(100);
  }
  expect(await page.evaluate(() => Reflect.get(globalThis, 'heard'))).toEqual([]);
  expect(said).toEqual([]);
});

test('a width that follows from the height does not keep it drawing', async ({ page }) => {
  // As a scrollbar does: it comes with the height at one width, and goes with that at the other.
  await page.goto(await around((figure) => `<div id="box" style="width:583px">${figure}</div>`));
  await ready(page.locator('attn-figure'));
  const changes = await page.evaluate(async () => {
    const box = document.getElementById('box') as HTMLElement;
    let count = 0;
    const fits = box.offsetHeight;
    // Wide it has the height that it has now, narrow another: the page takes what it had given for either.
    new ResizeObserver(() => {
      const width = box.offsetHeight >= fits ? '568px' : '583px';
      if (box.style.width === width) return;
      box.style.width = width;
      count++;
    }).observe(box);
    const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    await wait(1500);
    const before = count;
    await wait(1500);
    return [before, count - before] as const;
  });
  expect(changes[0]).toBeGreaterThan(0);
  expect(changes[1]).toBeLessThan(5);
});

test('the page keeps its own address, whatever its base', async ({ page }) => {
  const origin = await around((figure) => figure, { head: '<base href="/">', attributes: 'link="on"' });
  await page.goto(`${origin}/deep/post?x=1`);
  await ready(page.locator('attn-figure'));
  await scrubber(page.locator('attn-figure')).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.evaluate(() => location.hash)).not.toBe('');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/deep/post?x=1');
});

test('the layout of a phone is there as well where the page makes its root’s text small', async ({
  page,
}) => {
  await page.setViewportSize({ width: 420, height: 900 });
  const heights: number[] = [];
  for (const size of ['100%', '62.5%']) {
    await page.goto(
      await around((figure) => figure, {
        head: `<meta name="viewport" content="width=device-width"><style>html { font-size: ${size} }</style>`,
      }),
    );
    const figure = page.locator('attn-figure');
    await ready(figure);
    heights.push(await figure.evaluate((element) => (element as HTMLElement).offsetHeight));
  }
  expect(heights[1]).toBe(heights[0]);
});

test('what says how to embed goes where the figure is moved by a script', async ({ page }) => {
  await page.goto(await around((figure) => `${figure}<div id="there"></div>`));
  const figure = page.locator('attn-figure');
  await ready(figure);
  await figure.getByRole('button', { name: 'Embed' }).click();
  await expect(figure.locator('dialog')).toBeVisible();
  await figure.evaluate((element) => document.getElementById('there')?.append(element));
  await expect(figure.locator('dialog')).toHaveCount(0);
  expect(await figure.evaluate((element) => (element as HTMLElement).offsetHeight)).toBeLessThan(1500);
});
