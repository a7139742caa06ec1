/** What the end-to-end tests share: every registered figure, a bare page that shows any of them, and how a reader handles one. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, sep } from 'node:path';
import { expect, type Locator, type Page, type Response, test } from '@playwright/test';
import type axe from 'axe-core';
import { pageFiles } from '../../../tools/vite/pages.ts';
import { web } from '../../../tools/vite/paths.ts';
import { stepsOf as lastStep } from '../../../web/src/element/address/state';
import { defaults, type Figure } from '../../../web/src/figures/declare';
import { figures as registry } from '../../../web/src/figures/registry';

export { listen } from './listen';

export const figures: readonly Figure[] = await Promise.all(
  Object.values(registry).map(async (load) => (await load()).default as Figure),
);

/** The figure that tests of the element, rather than of a figure, use. */
export const any = figures.find((figure) => figure.timeline) as Figure;

/**
 * Figures that together have every kind of parameter, handles, a timeline and frames that are refined: what the element does with
 * them it does with all, and to see that in every figure would take as many minutes as there are figures.
 */
export const models = ['particles', 'before-after'].map(
  (id) => figures.find((figure) => figure.id === id) as Figure,
);

const bundle = (() => {
  const home = readFileSync(new URL('../../../dist/index.html', import.meta.url), 'utf8');
  const all = (pattern: RegExp): string[] => {
    const found = [...home.matchAll(pattern)].map((match) => match[1] as string);
    if (found.length === 0) throw new Error(`dist/index.html has no ${pattern}: build the site first`);
    return found;
  };
  const here = (address: string): string => address.replace('./', '/');
  return {
    policy: (all(/http-equiv="Content-Security-Policy" content="([^"]*)"/g)[0] as string).replaceAll(
      '&#39;',
      "'",
    ),
    scripts: all(/<script (?:async )?type="module"[^>]* src="([^"]*)"/g).map(here),
    styles: all(/<link rel="stylesheet"[^>]* href="([^"]*)"/g).map(here),
  };
})();

/** Serves `body` as a page of the site, with its scripts, its style and its policy. Returns the page's address. */
export async function serve(page: Page, body: string, head = ''): Promise<string> {
  await page.route('**/figure-test.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': bundle.policy },
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Figures</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="/favicon.svg">
        ${bundle.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}${head}
        ${bundle.scripts.map((src) => `<script type="module" src="${src}"></script>`).join('')}</head>
        <body><main><h1>Figures</h1>${body}</main></body></html>`,
    }),
  );
  return '/figure-test.html';
}

/** The size of text that a reader has chosen in the browser, of which `rem` and `medium` are: 16 as it comes. */
export async function chooseText(page: Page, size: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: size } });
}

export const element = (fig: string, attributes = ''): string =>
  `<attn-figure fig="${fig}" ${attributes}><p class="poster">What is here before the figure.</p></attn-figure>`;

/** When the figure is live; where its script is still on its way, as after a press on a link, when that has made it a figure and it is live. */
export const ready = (figure: Locator): Promise<void> =>
  figure.evaluate(async (e) => {
    await customElements.whenDefined(e.localName);
    await (e as unknown as { ready: Promise<void> }).ready;
  });

/** Presses what stands far down a page: what comes into view there gets its true height a frame later, and would move under the press. */
export async function pressBelow(target: Locator): Promise<void> {
  await expect(async () => {
    await target.scrollIntoViewIfNeeded();
    const before = await target.boundingBox();
    await target.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await target.boundingBox()).toEqual(before);
  }).toPass();
  await target.click();
}

export const stateOf = (figure: Locator): Promise<string> =>
  figure.evaluate((e) => (e as unknown as { value: string }).value);

/** Opens a page with one figure, `hash` in its address, and waits until the figure is live. */
export async function open(page: Page, fig: string, hash = '', attributes = ''): Promise<Locator> {
  const address = await serve(page, element(fig, attributes));
  // Another hash alone would not load the page again.
  if (page.url().includes(address)) await page.goto('about:blank');
  await page.goto(address + hash);
  const figure = page.locator('attn-figure');
  await ready(figure);
  return figure;
}

/** The numbers behind the picture, as the figure's own table shows them. */
export async function table(figure: Locator): Promise<string[][]> {
  const button = figure.getByRole('button', { name: 'Data', exact: true });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  await figure.locator('.data tr').first().waitFor();
  return figure
    .locator('.data tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

/** The marks of a drawing. Which attribute was set first, on the way from another picture, is no part of it. */
export const picture = (figure: Locator): Promise<string> =>
  figure
    .locator('svg[role=img]')
    .evaluate((drawing) =>
      [...drawing.querySelectorAll('*')]
        .map((mark) =>
          [
            mark.localName,
            ...[...mark.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
            mark.childElementCount ? '' : mark.textContent,
          ].join(' '),
        )
        .join('\n'),
    );

export const scrubber = (figure: Locator): Locator => figure.locator('.scrubber');

/** The last step of a figure at its defaults. */
export const stepsOf = (figure: Figure): number | undefined => lastStep(figure, defaults(figure.params));

/** Unfolds the parameters that do not come first. */
export async function unfold(figure: Locator): Promise<void> {
  const more = figure.locator('.more[aria-expanded=false]');
  if (await more.count()) await more.click();
}

/** The field that shows a parameter's value and lets it be typed over. */
export const valueField = (figure: Locator, name: string): Locator =>
  figure.locator(`.control:has(#p-${name}) .field`);

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules broken, with the elements that break them, as axe has it: within what the selectors name, or anywhere, also in frames. */
export async function faults(page: Page, { within, rules }: Judged = {}): Promise<[string, string[]][]> {
  // Once a page: compiled anew it takes longer than what it does.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in globalThis)))
      await frame.evaluate(`${axeSource}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
  return page.evaluate(
    async ({ within, rules }) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
        within ? { include: within } : document,
        { resultTypes: ['violations'], selectors: false, ...(rules && { runOnly: rules }) },
      );
      return violations.map(({ id, nodes }): [string, string[]] => [id, nodes.map(({ html }) => html)]);
    },
    { within, rules },
  );
}

interface Judged {
  readonly within?: axe.SerialSelectorList;
  readonly rules?: string[];
}

/**
 * What axe finds on a page: everything in the light theme, and in the dark one what depends on colours. Of what one piece of code makes
 * hundreds of times a few are left in the page, since axe takes seconds for each thousand of elements; of figures as many as are asked for.
 */
export async function violations(
  page: Page,
  figures = Number.POSITIVE_INFINITY,
): Promise<[string, string[]][]> {
  await page.evaluate(thinOut, figures);
  const found: [string, string[]][] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await transitionsOver(page);
    const judged = await faults(page, colorScheme === 'dark' ? { rules: ['color-contrast'] } : {});
    for (const [rule, elements] of judged) found.push([`${rule}, ${colorScheme}`, elements]);
  }
  return found;
}

/**
 * Runs in the page. Of elements beside each other that are alike down to the last class and the last attribute, and have words or values
 * in the same places, three are left; of formulas two dozen. What another element refers to stays.
 */
function thinOut(most: number): void {
  for (const formula of [...document.querySelectorAll('.katex')].slice(24)) formula.textContent = 'x';
  const references = ['for', 'list', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-owns'];
  const shapes = new Map<Element, string>();
  const shape = (element: Element): string => {
    const names = [...element.attributes].map(({ name, value }) => (value === '' ? `${name}=` : name)).sort();
    const role = element.getAttribute('role');
    const within = [...element.childNodes].map((node) =>
      node instanceof Element ? (shapes.get(node) ?? shape(node)) : node.textContent?.trim() ? 'w' : '',
    );
    const own = `<${[element.tagName, element.getAttribute('class'), role, ...names]}>${within.join('')}</>`;
    shapes.set(element, own);
    return own;
  };
  const figures = [...document.querySelectorAll('attn-figure')];
  for (const figure of figures.splice(most)) figure.remove();
  for (const root of [document.body, ...figures.map((figure) => figure.shadowRoot)]) {
    if (!root) continue;
    const referred = references
      .flatMap((name) => [...root.querySelectorAll(`[${name}]`)].map((e) => e.getAttribute(name) ?? ''))
      .flatMap((ids) => ids.split(/\s+/))
      .filter((id) => id !== '');
    const kept = new Set(referred.map((id) => root.querySelector(`#${CSS.escape(id)}`)));
    const stays = (element: Element): boolean =>
      kept.has(element) || [...element.querySelectorAll('[id]')].some((e) => kept.has(e));
    for (const parent of root.querySelectorAll('*')) {
      if (!parent.isConnected || parent.children.length < 4) continue;
      const seen = new Map<string, number>();
      for (const child of [...parent.children]) {
        const own = shapes.get(child) ?? shape(child);
        const before = seen.get(own) ?? 0;
        seen.set(own, before + 1);
        if (before >= 3 && !child.shadowRoot && !stays(child)) child.remove();
      }
    }
  }
}

/** When no colour is on its way from one theme to the other: axe would judge one in between. */
const transitionsOver = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const shadows = [...document.querySelectorAll('attn-figure')].map((figure) => figure.shadowRoot);
    const running = [document, ...shadows].flatMap((root) => root?.getAnimations() ?? []);
    const transitions = running.filter((animation) => animation instanceof CSSTransition);
    await Promise.all(transitions.map(({ finished }) => finished.catch(() => {})));
  });

/** The same where scripts are off: that the browser then refuses to preload some is no fault of the page. */
export const withoutScripts = (heard: readonly string[]): string[] =>
  heard.filter((line) => !/^failed: \S+\.js(\?\w+)? \(csp\)$/.test(line));

/**
 * Keeps the scripts of pages back until their fonts are there: text that takes another width when its font arrives has a test of its
 * own, and what moves before that does not count with `watchShifts`.
 */
export async function fontsFirst(page: Page): Promise<void> {
  await page.route(/\.js$/, async (route) => {
    const there = page.waitForFunction(async () => {
      if (document.fonts.size === 0) return false;
      // Faces that stand in for ours are the system’s, which need not have them.
      await Promise.allSettled([...document.fonts].map((font) => font.load()));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      (globalThis as { fontsThere?: number }).fontsThere ??= performance.now();
      return true;
    });
    // Rejects when the reader goes to another page meanwhile, also where nobody waits for it.
    const fonts = there.catch(() => {});
    if (!route.request().url().endsWith('/theme.js')) await fonts;
    await route.continue().catch(() => {});
  });
}

/** Records from the next page on what moves without the reader's doing. Returns a reader of that: how much, and what. */
export async function watchShifts(page: Page): Promise<() => Promise<{ total: number; what: string }>> {
  await page.addInitScript(() => {
    const shifts: [number, string, number][] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        shifts.push([
          entry.value,
          // A node may be gone by now; where it was tells which it is.
          entry.sources
            .map(({ node, previousRect: { x, y, width, height }, currentRect: now }) => {
              const place = [x, y, width, height, now.x, now.y, now.width, now.height].map(Math.round);
              return `${node?.nodeName}.${node?.className} ${place} at ${Math.round(scrollY)}`;
            })
            .join('; '),
          entry.startTime,
        ]);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    const shifts = await page.evaluate(() => {
      const { shifts, fontsThere = 0 } = globalThis as unknown as {
        shifts: [number, string, number][];
        fontsThere?: number;
      };
      return shifts.filter(([, , at]) => at > fontsThere);
    });
    return { total: shifts.reduce((sum, [value]) => sum + value, 0), what: JSON.stringify(shifts) };
  };
}

/**
 * Down to the end of a page as with the key, so that everything lazy has been loaded. Each step is shown before the next: several in one
 * frame would be a jump over what is laid out only when it comes near. The pages of sources and of the ledger are longer than that has time for: larger steps,
 * as far as a browser lays out ahead, which is one and a half screens.
 */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // It becomes longer or shorter on the way.
    const height = (): number => document.documentElement.scrollHeight;
    const step = Math.min(1.5 * innerHeight, Math.max(0.9 * innerHeight, height() / 80));
    for (let y = 0; y < height(); y += step) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

/** Reads a page down to its end and makes all of its figures live: nothing moves without the reader's doing. Returns how it was answered. */
export async function doesNotMove(page: Page, address: string, width: number): Promise<Response | null> {
  await page.setViewportSize({ width, height: 800 });
  const shifts = await watchShifts(page);
  await fontsFirst(page);
  const response = await page.goto(address);
  await scrollToEnd(page);
  for (const figure of await page.locator('attn-figure').all()) {
    await figure.scrollIntoViewIfNeeded();
    await ready(figure);
  }
  const { total, what } = await shifts();
  test.info().annotations.push({ type: address, description: `layout shift ${total.toFixed(4)}` });
  // Below 0.1 is good by the usual measure; places are kept free by layout.
  expect(total, what).toBeLessThan(0.02);
  return response;
}

/** Every page of the article, by its path: what search engines may find. */
export const articlePages: readonly string[] = pageFiles()
  .filter((file) => !readFileSync(file, 'utf8').includes('content="noindex"'))
  .map((file) => relative(web, file).split(sep).join('/'));

/** The last page that has the figure: the front page borrows its figures from the chapters. */
export function pageOf(id: string): string {
  const file = pageFiles()
    .reverse()
    .find((page) => readFileSync(page, 'utf8').includes(`<attn-figure fig="${id}"`));
  if (!file) throw new Error(`${id} is on no page`);
  return relative(web, file).split(sep).join('/');
}

export const figureOf = (page: Page, id: string): Locator => page.locator(`attn-figure[fig="${id}"]`).first();

/** Opens the figure's page and waits until it is live, with nothing left to refine. */
export async function openLive(page: Page, id: string, hash = ''): Promise<Locator> {
  await page.goto(pageOf(id) + hash);
  const figure = figureOf(page, id);
  await figure.scrollIntoViewIfNeeded();
  await ready(figure);
  await atRest(figure);
  return figure;
}

/** Waits until nothing is left to compute: frames are refined after they are shown. */
export async function atRest(figure: Locator): Promise<void> {
  // Some figures compute for seconds, on a busy machine for longer. What a click asks for is under way in the next frame.
  await figure.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect
    .poll(() => figure.evaluate((element) => (element as unknown as { settled: boolean }).settled))
    .toBe(true);
  await figure.evaluate(() => new Promise(requestAnimationFrame));
}
