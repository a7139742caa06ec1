/** What pages of others do to a figure in them, and a figure must not do to them: odd boxes, other scales, other directions, greedy keys. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { listen, ready, stateOf } from './harness';
import { builtSite, page as pageSite, type Site } from './servers';

const sites: Site[] = [];
test.afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

/** A blog with figures in it, live: `body` gets the tag of a figure, and `head` comes before the script. */
async function visit(
  page: Page,
  body: (figure: string) => string,
  { head = '', fig = 'particles', top = '' } = {},
): Promise<{ readonly said: string[]; readonly from: Site }> {
  const from = await builtSite();
  const figure = `<attn-figure fig="${fig}"><img src="${from.origin}/posters/${fig}.light.svg" alt="A figure."></attn-figure>`;
  const blog = await pageSite(`<meta charset="utf-8">${head}
    <script type="module" src="${from.origin}/attn-figure.js"></script><body ${top}>${body(figure)}`);
  sites.push(from, blog);
  const said = listen(page);
  await page.goto(blog.origin);
  return { said, from };
}

const live = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await customElements.whenDefined('attn-figure');
    await Promise.all([...document.querySelectorAll('attn-figure')].map((figure) => figure.step(0)));
  });

/** Boxes that are as wide as what is in them, or that share a row. */
const boxes: Readonly<Record<string, (figure: string) => string>> = {
  block: (figure) => figure,
  'a flex row': (figure) => `<div style="display:flex">${figure}</div>`,
  'a flex row beside text': (figure) =>
    `<div style="display:flex;gap:1em"><p style="flex:1">text text text</p>${figure}</div>`,
  'a flex column, centred': (figure) =>
    `<div style="display:flex;flex-direction:column;align-items:center"><p>text</p>${figure}</div>`,
  'a grid, centred': (figure) => `<div style="display:grid;place-items:center">${figure}</div>`,
  'a grid, at the start': (figure) => `<div style="display:grid;justify-items:start">${figure}</div>`,
  'an auto column': (figure) =>
    `<div style="display:grid;grid-template-columns:auto 1fr">${figure}<p>text</p></div>`,
  'a float': (figure) => `<div style="float:left">${figure}</div><p>text</p>`,
  'an inline block': (figure) => `<div style="display:inline-block">${figure}</div>`,
  'as wide as its content': (figure) => `<div style="width:fit-content;margin:auto">${figure}</div>`,
  'a table': (figure) => `<div style="display:table;margin:auto">${figure}</div>`,
  'a table cell': (figure) => `<table><tr><td>${figure}</td><td>text</td></tr></table>`,
  absolute: (figure) =>
    `<div style="height:1500px"><div style="position:absolute;left:9px;top:9px">${figure}</div></div>`,
  'a dialog': (figure) => `<div style="height:1700px"><dialog open>${figure}</dialog></div>`,
  'centred text': (figure) => `<center>${figure}</center>`,
  columns: (figure) => `<div style="columns:2">${figure}<p>${'text '.repeat(300)}</p></div>`,
  'a float in a narrow column': (figure) =>
    `<div style="width:310px"><div style="float:left">${figure}</div></div>`,
  'vertical text': (figure) => `<div style="writing-mode:vertical-rl;height:1500px">${figure}</div>`,
};

test('in every box it has a width that suits its place, and nothing overflows', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 1000 });
  const { said } = await visit(
    page,
    (figure) =>
      Object.entries(boxes)
        .map(([name, box]) => `<section title="${name}">${box(figure)}</section>`)
        .join(''),
    {
      head: '<meta name="viewport" content="width=device-width"><style>body { margin: 0 } section { display: flow-root; position: relative }</style>',
    },
  );
  await live(page);
  const look = () =>
    page.evaluate(async () => {
      const moment = (): Promise<unknown> => new Promise(requestAnimationFrame);
      for (let i = 0; i < 4; i++) await moment();
      const found = [...document.querySelectorAll('section')].map((section) => {
        const figure = section.querySelector('attn-figure') as HTMLElement;
        const drawing = figure.shadowRoot?.querySelector('svg[role=img]');
        return {
          name: section.title,
          card: figure.offsetWidth,
          high: figure.offsetHeight,
          drawing: Math.round(drawing?.getBoundingClientRect().width ?? 0),
        };
      });
      return { found, wider: document.documentElement.scrollWidth - innerWidth };
    });
  for (const [width, least, most] of [
    [1000, 730, 1000],
    [360, 290, 360],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 });
    const { found, wider } = await look();
    expect(wider, `${width}`).toBeLessThanOrEqual(0);
    expect(found).toHaveLength(Object.keys(boxes).length);
    for (const { name, card, high, drawing } of found) {
      // A column of two has the width that it has, and holds the figure in pieces.
      if (name === 'columns') continue;
      const narrow = name.includes('narrow');
      expect(card, `${name} of ${width}`).toBeGreaterThanOrEqual(narrow ? 290 : least);
      expect(card, `${name} of ${width}`).toBeLessThanOrEqual(narrow ? 310 : most);
      expect(drawing, `the drawing in ${name} of ${width}`).toBeGreaterThan(card - 70);
      expect(high, `${name} of ${width}`).toBeLessThan(1600);
    }
  }
  expect(said).toEqual([]);
});

test('a page that scales or zooms it leaves it as high as it is', async ({ page }) => {
  const scales = ['', 'transform:scale(1.1)', 'zoom:1.1', 'transform:scale(.8)', 'zoom:.8', 'rotate:20deg'];
  await visit(page, (figure) =>
    scales.map((style) => `<div style="width:700px;transform-origin:0 0;${style}">${figure}</div>`).join(''),
  );
  await live(page);
  // Long enough to have grown without end.
  await page.waitForTimeout(700);
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('attn-figure')].map((figure) => {
      const caption = figure.shadowRoot?.querySelector('figcaption') as HTMLElement;
      return [figure.offsetHeight, Number.parseFloat(caption.style.minHeight)] as const;
    }),
  );
  const [[high, lines] = [0, 0]] = found;
  expect(high).toBeGreaterThan(600);
  // Zoomed text has letters of other widths: of the caption a line more or less.
  for (const [i, [height, caption]] of found.entries()) {
    expect(Math.abs(height - high), scales[i]).toBeLessThan(30);
    expect(Math.abs(caption - lines), scales[i]).toBeLessThan(30);
  }
});

/** All that may come down from a page, in values that would be seen at once. What hides a figure or closes it to the pointer still does. */
const hostile = `.hostile, .hostile * { text-transform: uppercase; text-indent: 48px; word-spacing: 16px; white-space: pre; word-break: break-all;
  overflow-wrap: anywhere; hyphens: auto; text-shadow: red 2px 2px; cursor: none; font: italic small-caps 900 40px/3 cursive; letter-spacing: 6px;
  font-feature-settings: "smcp"; font-kerning: none; text-align: right; color: red; fill: red; stroke: red; stroke-width: 5px; stroke-dasharray: 4px;
  stroke-linecap: round; stroke-opacity: .1; fill-opacity: .1; text-anchor: end; dominant-baseline: hanging; paint-order: stroke; list-style: square;
  shape-rendering: crispEdges; border-collapse: collapse; border-spacing: 9px; caption-side: bottom; quotes: none; tab-size: 1; orphans: 9;
  text-wrap: nowrap; text-emphasis: dot; -webkit-text-stroke: 3px red; -webkit-text-fill-color: red; text-rendering: geometricPrecision;
  line-break: anywhere; accent-color: red; caret-color: red; font-size-adjust: 1; direction: rtl;
  -webkit-user-select: text; image-rendering: pixelated; text-align-last: right; text-orientation: upright; ruby-position: under;
  font-optical-sizing: none; font-palette: dark; font-synthesis: none; font-variation-settings: "wght" 900; scrollbar-color: red blue }`;

test('nothing of the text around it reaches the card, neither its styles nor its direction nor its language', async ({
  page,
}) => {
  // Buttons take their colours at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(
    page,
    (
      figure,
    ) => `<div id="plain">${figure}</div><div id="hostile" class="hostile" lang="he" dir="rtl">${figure}</div>
      <div id="gone" style="visibility:hidden">${figure}</div>`,
    { head: `<style>div { width: 900px } ${hostile}</style>`, fig: 'chain-explorer' },
  );
  await live(page);
  for (const id of ['plain', 'hostile']) {
    const figure = page.locator(`#${id} attn-figure`);
    // The page is out of reach from the first dialog on, also the second figure.
    for (const name of ['Data', 'Embed'])
      await figure.getByText(name, { exact: true }).dispatchEvent('click');
    await figure.locator('td').first().waitFor({ state: 'attached' });
    await figure.locator('dialog[open]').waitFor();
  }
  // Code for handles and panels comes when a reader does, to one figure before the other.
  const counts = () =>
    page.evaluate(() =>
      ['plain', 'hostile'].map(
        (id) => document.querySelector(`#${id} attn-figure`)?.shadowRoot?.querySelectorAll('*').length ?? 0,
      ),
    );
  await expect.poll(async () => new Set(await counts()).size).toBe(1);
  const other = await page.evaluate(() => {
    // The heading of the dialog that came last.
    (document.activeElement?.shadowRoot?.activeElement as HTMLElement | undefined)?.blur();
    const all = (id: string): Element[] => [
      ...(document.querySelector(`#${id} attn-figure`)?.shadowRoot?.querySelectorAll(':not(canvas)') ?? []),
    ];
    const [plain, odd] = [all('plain'), all('hostile')];
    if (plain.length !== odd.length || plain.length < 200) throw new Error(`${plain.length} ${odd.length}`);
    const found = new Set<string>();
    for (const [i, element] of plain.entries()) {
      const [a, b] = [getComputedStyle(element), getComputedStyle(odd[i] as Element)];
      for (const name of a)
        if (!name.startsWith('--') && a.getPropertyValue(name) !== b.getPropertyValue(name))
          found.add(`${name} of ${element.localName}: ${b.getPropertyValue(name)}`);
    }
    return [...found];
  });
  expect(other).toEqual([]);
  await page.locator('dialog').evaluateAll((all) => {
    for (const dialog of all) (dialog as HTMLDialogElement).close();
  });
  const labels = (id: string) =>
    page.locator(`#${id} attn-figure`).evaluate((figure) => {
      const { left } = figure.getBoundingClientRect();
      return [...(figure.shadowRoot?.querySelectorAll('.stage svg text') ?? [])].map((label) => {
        const box = label.getBoundingClientRect();
        return `${label.textContent} ${Math.round(box.left - left)} ${Math.round(box.right - left)}`;
      });
    });
  expect((await labels('plain')).length).toBeGreaterThan(20);
  expect(await labels('hostile')).toEqual(await labels('plain'));
  const title = page.locator('#hostile .title');
  expect(await title.evaluate((e) => e.closest('[lang]')?.getAttribute('lang'))).toBe('en');
  await expect(page.locator('#gone .title')).toBeHidden();
  // To the right is more, as along the axis of the drawing.
  const slider = page.locator('#hostile .controls input[type=range]').first();
  const value = (): Promise<number> => slider.evaluate((input) => (input as HTMLInputElement).valueAsNumber);
  const before = await value();
  await slider.press('ArrowRight');
  expect(await value()).toBeGreaterThan(before);
});

const models = `http://localhost:${Number(process.env.ATTN_MODELS_PORT ?? 4175)}/`;

/** Slides, as reveal.js turns them: it asks which element has the focus, and not whether the key has been used. */
function turnPages(): void {
  const heard: string[] = [];
  Object.assign(globalThis, { heard });
  for (const type of ['keydown', 'keypress', 'keyup'])
    document.addEventListener(type, (event) => {
      if (/^(input|textarea|select)$/i.test(document.activeElement?.tagName ?? '')) return;
      if (/^(Alt|Control)$/.test((event as KeyboardEvent).key)) return;
      heard.push(`${type} ${(event as KeyboardEvent).key}`);
    });
}

const heardKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.splice(0));

test('keys that do something in it are not heard by the page around, and all others are', async ({
  page,
}) => {
  await page.addInitScript(turnPages);
  const open = async (fig: string): Promise<Locator> => {
    await page.goto('about:blank');
    await page.goto(`${models}?fig=${fig}`);
    const figure = page.locator('attn-figure');
    await ready(figure);
    return figure;
  };
  /** Presses keys one after the other where the focus is put anew for each, and tells those that the page has heard. */
  const through = async (target: Locator, keys: readonly string[]): Promise<string[]> => {
    const out: string[] = [];
    for (const key of keys) {
      await target.focus();
      await page.keyboard.press(key);
      if ((await heardKeys(page)).length) out.push(key);
    }
    return out;
  };
  const arrows = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'];
  const scroll = [...arrows, 'PageUp', 'PageDown', 'Home', 'End'];

  const trained = await open('model-training');
  const slider = trained.locator('.controls input[type=range]').first();
  expect(
    await through(slider, [...scroll, ' ', '3', '-', 'Enter', 'Control+z', 'x', 'Escape', 'F2']),
  ).toEqual(['x', 'Escape', 'F2']);
  // The page would hear that a key is let go which it has not heard of.
  await slider.focus();
  await page.keyboard.down('ArrowRight');
  await page.keyboard.up('ArrowRight');
  expect(await heardKeys(page)).toEqual([]);
  expect(await through(trained.locator('.scrubber'), ['ArrowLeft', ' ', 'x'])).toEqual(['x']);
  const play = trained.locator('.time .play');
  expect(await through(play, [' ', ' ', 'ArrowRight', 'Home', 'ArrowDown', 'x'])).toEqual(['ArrowDown', 'x']);
  const pill = trained.locator('.pill').first();
  expect(await through(pill, ['Enter', ' ', 'ArrowRight', 'ArrowDown', 'Escape'])).toEqual([
    'ArrowDown',
    'Escape',
  ]);
  const field = trained.locator('.controls .field').first();
  expect(await through(field, ['4', 'ArrowLeft', 'Backspace', 'Enter', 'ArrowUp', 'Escape', 'F2'])).toEqual([
    'Escape',
    'F2',
  ]);
  // What Escape closes, or takes back, it has been used for.
  await field.focus();
  await page.keyboard.type('77');
  expect(await heardKeys(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await heardKeys(page)).toEqual([]);
  const data = trained.getByRole('button', { name: 'Data', exact: true });
  await data.click();
  expect(await through(trained.locator('.data-box'), [...arrows, 'PageDown', 'x'])).toEqual(['x']);
  expect(await through(data, ['Escape', 'Escape'])).toEqual(['Escape']);
  await heardKeys(page);
  await trained.getByRole('button', { name: 'Embed' }).click();
  await trained.getByRole('dialog').waitFor();
  for (const key of ['ArrowRight', ' ', 'x', 'Escape']) await page.keyboard.press(key);
  expect(await heardKeys(page)).toEqual([]);
  await expect(trained.getByRole('dialog')).toBeHidden();
  await slider.focus();
  await page.keyboard.press('Tab');
  expect(await heardKeys(page)).toContain('keydown Tab');

  for (const [fig, target, keys, others] of [
    ['model-matrix', '.cell[tabindex="0"]', [...arrows, 'Alt+ArrowUp', 'Enter'], ['x']],
    ['model-matrix', '.grip[tabindex="0"]', [...arrows, 'PageDown', ' '], ['x']],
    ['model-bits', '.cell[tabindex="0"]', [...arrows, ' ', 'Enter', 'Home'], ['x']],
    ['model-tokens', '.tokens [tabindex="0"]', ['ArrowRight', 'ArrowUp', 'Home', ' '], ['F2']],
    ['model-points', 'select', ['ArrowDown', 'Home', 'k'], ['Escape']],
    ['model-points', '.grip[tabindex="0"]', arrows, ['x']],
  ] as const) {
    const figure = await open(fig);
    const place = figure.locator(target).first();
    await place.waitFor();
    expect(await through(place, [...keys, ...others]), `${fig} ${target}`).toEqual(others);
  }
});

test('moved into another document and back it is dressed, and works', async ({ page }) => {
  const { said } = await visit(
    page,
    (figure) => `<div>${figure}</div><iframe width="900" height="900"></iframe>`,
  );
  await live(page);
  const found = await page.evaluate(async () => {
    const figure = document.querySelector('attn-figure') as HTMLElementTagNameMap['attn-figure'];
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    const root = figure.shadowRoot as ShadowRoot;
    const moment = (): Promise<unknown> => new Promise((done) => setTimeout(done, 100));
    const dressed = (): string =>
      getComputedStyle(root.querySelector('.card') as Element).borderRadius +
      (getComputedStyle(root.querySelector('.visually-hidden') as Element).clipPath === 'none'
        ? ' bare'
        : '');
    await figure.set('beta', 20);
    const out = [dressed()];
    for (const place of [frame.contentDocument?.body, document.querySelector('div')]) {
      place?.append(figure);
      await figure.step(0);
      [...root.querySelectorAll('button')].find((button) => button.textContent === 'Data')?.click();
      while (!root.querySelector('.data-box')) await moment();
      figure.highlight('beta');
      const collapse = getComputedStyle(root.querySelector('.data-box table') as Element).borderCollapse;
      out.push(
        `${dressed()} ${collapse} ${figure.values?.beta} ${root.adoptedStyleSheets.at(1)?.cssRules.length}`,
      );
      figure.fig = 'chain-explorer';
      await figure.step(0);
      out.push(`${dressed()} ${root.querySelector('.title')?.textContent}`);
      figure.fig = 'particles';
      await figure.set('beta', 20);
    }
    return out;
  });
  const there = ['8px collapse 20 5', '8px Three clues of unequal weight'];
  expect(found).toEqual(['8px', ...there, ...there]);
  expect(said).toEqual([]);
});

test('what a script has set before the code is there holds, and older browsers keep the picture', async ({
  page,
}) => {
  // The module waits for the end of the page, and this does not.
  const early = `<script>
    Object.assign(document.querySelector('attn-figure'), { fig: 'particles', state: 'v1.beta=12,seed=41,t=7' });
    </script>`;
  const body = (figure: string): string => figure.replace(/ fig="\w+"/, '') + early;
  const { said } = await visit(page, body);
  await live(page);
  const figure = page.locator('attn-figure');
  expect(await stateOf(figure)).toMatch(/^v1\.beta=12,.*seed=41.*t=7$/);
  expect(await figure.evaluate((e) => Object.keys(e))).toEqual([]);

  await page.addInitScript(() => {
    Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets');
    globalThis.CSSStyleSheet = class {
      constructor() {
        throw new TypeError('Illegal constructor');
      }
    } as unknown as typeof CSSStyleSheet;
  });
  await page.reload();
  await page.waitForLoadState('networkidle');
  const image = page.getByAltText('A figure.');
  await expect(image).toBeVisible();
  expect(await image.evaluate((e) => (e as HTMLImageElement).offsetHeight)).toBeGreaterThan(200);
  expect(said).toEqual([]);
});

test('in frames of others it keeps its state, has its height where it has no origin, and says what fails', async ({
  page,
}) => {
  const from = await builtSite();
  const closed = await builtSite('/', {});
  const at = (site: Site, hash: string): string => `${site.origin}/embed.html?fig=particles${hash}`;
  const blog = await pageSite(`<style>iframe { width: 900px; height: 300px; border: 0 }</style>
    <script src="${from.origin}/embed-host.js"></script>
    <iframe sandbox="allow-scripts" src="${at(from, '#v1.beta=12,seed=41,t=7?secret=AbC123')}"></iframe>
    <iframe src="${at(from, '#?secret=AbC123')}"></iframe>
    <iframe sandbox="allow-scripts" src="${at(closed, '')}"></iframe>
    <iframe sandbox="" src="${at(closed, '')}"></iframe>
    <iframe src="data:text/html,<script>parent.postMessage({type:'attn-figure',version:1,event:'height',height:777},'*')</script>"></iframe>`);
  sites.push(from, closed, blog);
  await page.goto(blog.origin);
  const frames = page.locator('iframe');
  const high = (n: number): Promise<number> => frames.nth(n).evaluate((e) => (e as HTMLElement).offsetHeight);
  for (const n of [0, 1]) await expect.poll(() => high(n), { message: `frame ${n}` }).toBeGreaterThan(600);
  const figure = (n: number): Locator => frames.nth(n).contentFrame().locator('attn-figure');
  for (const n of [0, 1]) {
    await ready(figure(n));
    await expect(figure(n).locator('.notes')).toBeHidden();
  }
  expect(await stateOf(figure(0))).toMatch(/^v1\.beta=12,.*seed=41.*t=7$/);
  // Where there is no origin it computes in a worker as well.
  expect(page.workers().filter((worker) => worker.url().startsWith('data:'))).toHaveLength(1);
  expect(await stateOf(figure(1))).toMatch(/^v1\.beta=5,/);
  const refused = frames.nth(2).contentFrame();
  await expect(refused.locator('.none:visible')).toContainText('could not be loaded here');
  expect(await refused.locator('body').evaluate((e) => getComputedStyle(e).margin)).toBe('0px');
  await expect(frames.nth(3).contentFrame().locator('.none:visible')).toContainText('needs JavaScript');
  // Only a sandbox takes the origin away: what has come into any other frame says nothing of its height.
  expect(await high(4)).toBe(300);
});

test('on a server its modules do nothing, and from a disk its pages have their looks', async ({ page }) => {
  const dist = new URL('../../../dist/', import.meta.url);
  const modules = readdirSync(dist).filter((name) => /^(attn-figure.*|embed-host)\.js$/.test(name));
  expect(modules.length).toBeGreaterThanOrEqual(3);
  const code = modules.map((name) => `await import(${JSON.stringify(new URL(name, dist).href)});`).join('');
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'pipe' });

  await page.goto(new URL('chapters/denoising.html', dist).href);
  const looks = await page.evaluate(() => ({
    column: getComputedStyle(document.querySelector('main') as Element).maxWidth,
    poster: document.querySelector<HTMLImageElement>('attn-figure img')?.naturalHeight ?? 0,
  }));
  expect(looks.column).toBe('992px');
  expect(looks.poster).toBeGreaterThan(200);
});
