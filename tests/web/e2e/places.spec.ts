/** Where pages of others put a figure, and what their styles say of it: it is live, works with keys, stays as high as it is, and the console is empty. */
import { expect, type Page, test } from '@playwright/test';
import { listen } from './harness';
import { builtSite, page as pageSite, type Site } from './servers';

const sites: Site[] = [];
test.afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

/** A page of another site with figures on it, and what the browser has to say about that. */
async function visit(page: Page, body: string, css: string, attributes = ''): Promise<string[]> {
  const from = await builtSite();
  const blog = await pageSite(`<meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <style>body { margin: 8px } ${css}</style><script type="module" src="${from.origin}/attn-figure.js"></script>
    <body ${attributes}>${body}`);
  sites.push(from, blog);
  const said = listen(page);
  await page.goto(blog.origin);
  await page.evaluate(() => customElements.whenDefined('attn-figure'));
  return said;
}

type Fig = HTMLElementTagNameMap['attn-figure'];

interface Seen {
  readonly wide: number;
  readonly high: number;
  readonly drawing: number;
  readonly display: string;
  /** By how many px it is another height a while later. */
  readonly moved: number;
  readonly values: readonly [unknown, unknown];
  readonly trouble: boolean;
}

/** Has a key pressed on the first slider of a figure, which may stand where no selector reaches. */
async function use(page: Page, name: string): Promise<Seen> {
  await page.evaluate(async (name) => {
    const figure = (Reflect.get(globalThis, name) ?? document.getElementById(name)) as Fig;
    Object.assign(globalThis, { figure });
    figure.scrollIntoView();
    await figure.step(0);
    const before = figure.values?.beta;
    const slider = figure.shadowRoot?.querySelector('#p-beta') as HTMLElement;
    slider.focus();
    Object.assign(globalThis, { before });
  }, name);
  await page.keyboard.press('ArrowRight');
  return page.evaluate(async () => {
    const { figure, before } = globalThis as unknown as { figure: Fig; before: unknown };
    const moment = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms));
    while (!figure.settled) await moment(50);
    await moment(400);
    const high = figure.offsetHeight;
    await moment(700);
    const root = figure.shadowRoot as ShadowRoot;
    return {
      wide: figure.offsetWidth,
      high,
      drawing: Number(root.querySelector('svg[role=img]')?.getAttribute('width')),
      display: getComputedStyle(figure).display,
      moved: Math.abs(figure.offsetHeight - high),
      values: [before, figure.values?.beta] as const,
      trouble: root.querySelector('.trouble:not([hidden])') !== null,
    };
  });
}

const figure = (id: string): string =>
  `<attn-figure id="${id}" fig="particles"><p>A figure.</p></attn-figure>`;

/** As on a page that says nothing, 800 px wide. */
function well(seen: Seen, what: string, width = 800): void {
  expect.soft(seen.trouble, what).toBe(false);
  expect.soft(seen.values, what).toEqual([5, 5.12]);
  expect.soft(seen.moved, what).toBe(0);
  expect.soft(seen.wide, what).toBe(width);
  expect.soft(seen.drawing, what).toBeGreaterThan(width - 70);
  expect.soft(seen.drawing, what).toBeLessThanOrEqual(width);
  expect.soft(seen.high, what).toBeGreaterThan(600);
  expect.soft(seen.high, what).toBeLessThan(2000);
}

const column = '.place { width: 800px }';
const inPlace = (body: string, attributes = ''): string => `<div class="place" ${attributes}>${body}</div>`;

test('in whatever opens, turns or hides it later, it is live and works with keys', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  const said = await visit(
    page,
    `${inPlace(`<details><summary>More</summary>${figure('detailed')}</details>`)}
    ${inPlace(figure('hidden'), 'style="display: none"')}
    ${inPlace(figure('thin'), 'style="width: 0; overflow: hidden"')}
    ${inPlace(figure('scaled'), 'style="transform: scale(.7)"')}
    ${inPlace(figure('zoomed'), 'style="zoom: 1.25"')}
    ${inPlace(figure('turned'), 'style="rotate: 8deg"')}
    ${inPlace(figure('unpainted'), 'style="content-visibility: auto"')}
    ${inPlace('<div id="closed"></div>')}`,
    column,
  );
  await page.evaluate(() => {
    const root = document.getElementById('closed')?.attachShadow({ mode: 'closed' });
    const figure = document.createElement('attn-figure');
    figure.fig = 'particles';
    root?.append(figure);
    Object.assign(globalThis, { enclosed: figure });
  });
  // Nothing is computed for what nobody sees.
  for (const id of ['detailed', 'hidden'])
    expect(await page.locator(`#${id}`).evaluate((e) => (e as Fig).values)).toBeUndefined();
  await page.evaluate(() => {
    (document.querySelector('details') as HTMLDetailsElement).open = true;
    for (const id of ['hidden', 'thin']) document.getElementById(id)?.parentElement?.removeAttribute('style');
  });
  for (const id of ['detailed', 'hidden', 'thin', 'scaled', 'zoomed', 'turned', 'unpainted', 'enclosed'])
    well(await use(page, id), id);
  // And back: what is closed over it or leaves it no room does it no harm.
  for (const style of ['display: none', 'width: 0']) {
    await page.evaluate((style) => {
      (document.querySelector('details') as HTMLDetailsElement).open = false;
      document.getElementById('hidden')?.parentElement?.setAttribute('style', style);
    }, style);
    await page.waitForTimeout(400);
    await page.evaluate(async () => {
      (document.querySelector('details') as HTMLDetailsElement).open = true;
      document.getElementById('hidden')?.parentElement?.removeAttribute('style');
      for (const id of ['detailed', 'hidden']) await (document.getElementById(id) as Fig).reset();
    });
    for (const id of ['detailed', 'hidden']) well(await use(page, id), `${id} after ${style}`);
  }
  expect(said).toEqual([]);
});

/** What pages say of everything on them. The element is part of the page, and its own style comes after that. */
const everything: Readonly<Record<string, string>> = {
  'all is reverted': '* { all: revert }',
  'all is unset': '* { all: unset }',
  'all is initial': 'body * { all: initial }',
  'a reset':
    '*, *::before, *::after { box-sizing: border-box; margin: 0; padding: 0; border: 0; font: inherit }',
  'text twice as large': 'html { font-size: 200% } body { font-size: 2rem }',
  'from the right': 'html { direction: rtl }',
  'no motion': '* { transition: none !important; animation: none !important }',
  'a greedy width': '* { max-width: 100%; min-width: 0 }',
};

test('whatever a page says of all that is on it, it is live, as wide as its place, and works with keys', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  for (const [what, css] of Object.entries(everything)) {
    await page.goto('about:blank');
    const said = await visit(
      page,
      inPlace(figure('one')),
      `${css} body .place { display: block; width: 800px }`,
    );
    const seen = await use(page, 'one');
    well(seen, what);
    expect(said, what).toEqual([]);
  }
});
