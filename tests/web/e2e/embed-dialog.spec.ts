/** The dialog that gives what to paste into another page, and what comes of it there; and what the address of a frame may ask for. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { version } from '../../../tools/vite/paths.ts';
import {
  atRest,
  chooseText,
  faults,
  figureOf,
  figures,
  listen,
  models,
  open,
  openLive,
  pageOf,
  ready,
  stateOf,
} from './harness';
import { builtSite, page as pageSite, type Site, serve as site } from './servers';

const [{ id: fig = '' } = {}] = models;
const sites: Site[] = [];
test.afterEach(async () => {
  await Promise.all(sites.splice(0).map((one) => one.close()));
});

const button = (figure: Locator): Locator => figure.getByRole('button', { name: 'Embed', exact: true });
const ways = ['Frame', 'Script', 'Picture', 'Link'] as const;
type Way = (typeof ways)[number];

async function opened(figure: Locator): Promise<Locator> {
  await button(figure).click();
  const dialog = figure.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

const section = (dialog: Locator, way: Way): Locator =>
  dialog.getByRole('region', { name: way, exact: true });
const codeOf = (dialog: Locator, way: Way): Promise<string> =>
  section(dialog, way).getByRole('textbox').inputValue();
const policyOf = async (dialog: Locator, way: Way): Promise<string> =>
  (await section(dialog, way).locator('code').textContent()) ?? '';

/** Moves the first slider a little. */
async function nudge(page: Page, figure: Locator): Promise<string> {
  const before = await stateOf(figure);
  await figure.locator('.controls input[type=range]').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => stateOf(figure)).not.toBe(before);
  await expect.poll(() => figure.evaluate((e) => (e as unknown as { settled: boolean }).settled)).toBe(true);
  return stateOf(figure);
}

/** The figure on its page, on a site of another origin than any page that embeds it. */
async function onSite(page: Page, hash = ''): Promise<{ readonly from: Site; readonly figure: Locator }> {
  const from = await builtSite('/some/where/');
  sites.push(from);
  await page.goto(`${from.origin}/some/where/${pageOf(fig)}${hash}`);
  const figure = figureOf(page, fig);
  await figure.scrollIntoViewIfNeeded();
  await ready(figure);
  return { from, figure };
}

/** A blog that holds just this code and these files, under a policy that allows nothing else than the dialog says. */
async function paste(
  code: string,
  policy: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const blog = await site(async (path) => {
    const file = files[path.slice(1)];
    if (file !== undefined) return { body: file, type: 'image/svg+xml' };
    if (path !== '/') return undefined;
    return {
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A blog</title><link rel="icon" href="data:,">${code}`,
      type: 'text/html',
      headers: { 'Content-Security-Policy': `default-src 'none'; ${policy}` },
    };
  });
  sites.push(blog);
  return blog;
}

/** What was still on its way to the page before is none of the next one's. */
async function listenAnew(page: Page): Promise<string[]> {
  await page.goto('about:blank');
  return listen(page);
}

const silent = (said: readonly string[]): string[] => said.filter((line) => !line.includes('data:,'));

test.describe('pasted as they are into a page of another origin with a policy of its own', () => {
  test('a frame shows the live figure in the state, at its height', async ({ page }) => {
    const { figure } = await onSite(page);
    const state = await nudge(page, figure);
    const dialog = await opened(figure);
    const [code, policy] = [await codeOf(dialog, 'Frame'), await policyOf(dialog, 'Frame')];
    const said = await listenAnew(page);
    await page.goto((await paste(code, policy)).origin);
    const inside = page.frameLocator('iframe').locator('attn-figure');
    await ready(inside);
    expect(await stateOf(inside)).toBe(state);
    await expect(inside.locator('.notes')).toBeHidden();
    const frame = page.locator('iframe');
    const named = Number(await frame.getAttribute('height'));
    await expect.poll(() => frame.evaluate((e) => (e as HTMLElement).offsetHeight)).not.toBe(named);
    expect(await frame.evaluate((e) => getComputedStyle(e).borderTopWidth)).toBe('0px');
    expect(silent(said)).toEqual([]);
  });

  test('a script shows the live figure in the state, in a worker, and its picture before', async ({
    page,
  }) => {
    const { figure } = await onSite(page);
    const state = await nudge(page, figure);
    const dialog = await opened(figure);
    const [code, policy] = [await codeOf(dialog, 'Script'), await policyOf(dialog, 'Script')];
    expect(code).toContain(`/some/where/attn-figure-${version}.js"`);
    const files = await saved(page, dialog);
    const said = await listenAnew(page);
    const blog = await paste(code, policy, files);
    await page.goto(blog.origin);
    const inside = page.locator('attn-figure');
    await ready(inside);
    expect(await stateOf(inside)).toBe(state);
    await expect(inside.locator('.notes')).toBeHidden();
    expect(page.workers()).toHaveLength(1);
    expect(blog.asked).toContain(`/${Object.keys(files)[0]}`);
    expect(silent(said)).toEqual([]);
  });

  test('a picture shows the state in the theme of its reader', async ({ page }) => {
    const { figure } = await onSite(page);
    const state = await nudge(page, figure);
    const dialog = await opened(figure);
    const [code, policy] = [await codeOf(dialog, 'Picture'), await policyOf(dialog, 'Picture')];
    expect(policy).toBe("img-src 'self'");
    const files = await saved(page, dialog);
    for (const [name, svg] of Object.entries(files)) {
      expect(svg).toContain(`${fig}=${state}`);
      expect(svg, name).toContain(name.includes('dark') ? '#1b1e24' : '#ffffff');
    }
    await page.goto('about:blank');
    const said = await listenAnew(page);
    const blog = await paste(`<meta name="viewport" content="width=device-width">${code}`, policy, files);
    await page.setViewportSize({ width: 400, height: 700 });
    await page.goto(blog.origin);
    const image = page.locator('img');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect
        .poll(() => image.evaluate((e) => (e as HTMLImageElement).currentSrc))
        .toContain(`.${colorScheme}.svg`);
      await expect.poll(() => image.evaluate((e) => (e as HTMLImageElement).naturalWidth)).toBe(908);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
      expect(await image.getAttribute('alt')).toContain('Noisy tokens');
    }
    expect(silent(said)).toEqual([]);
  });

  test('a link opens the figure in the state', async ({ page }) => {
    const { figure } = await onSite(page);
    const state = await nudge(page, figure);
    const code = await codeOf(await opened(figure), 'Link');
    const blog = await paste(`<a href="${code}">A figure</a>`, '');
    await page.goto(blog.origin);
    await page.getByRole('link').click();
    const there = figureOf(page, fig);
    await ready(there);
    expect(await stateOf(there)).toBe(state);
  });

  test('a figure as it opens needs nothing saved: the site has its picture', async ({ page }) => {
    // The page has it open earlier than it opens by itself.
    const { from, figure } = await onSite(page, `#${fig}=v1.t=60`);
    const dialog = await opened(figure);
    await expect(dialog.getByRole('button', { name: /Save/ })).toHaveCount(0);
    const code = (await codeOf(dialog, 'Picture')) + (await codeOf(dialog, 'Script'));
    const policy = await policyOf(dialog, 'Script');
    expect(policy).toContain(`img-src ${from.origin}`);
    expect(await policyOf(dialog, 'Picture')).toBe(`img-src ${from.origin}`);
    const said = await listenAnew(page);
    await page.goto((await paste(code, policy)).origin);
    await ready(page.locator('attn-figure'));
    const wide = page.locator('body > picture img');
    await expect.poll(() => wide.evaluate((e) => (e as HTMLImageElement).naturalWidth)).toBe(908);
    expect(silent(said)).toEqual([]);
  });
});

/** Saves both pictures, and gives them by the names that they are saved under. */
async function saved(page: Page, dialog: Locator): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const theme of ['light', 'dark']) {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: `Save ${theme} picture` }).click();
    const file = await download;
    files[file.suggestedFilename()] = await readFile(await file.path(), 'utf8');
    await expect(section(dialog, 'Picture').getByRole('status')).toHaveText(
      `Saved as ${file.suggestedFilename()}.`,
    );
  }
  return files;
}

for (const [what, size] of [
  ['', 16],
  [', with text twice as large', 32],
] as const)
  test(`the dialog stays inside of a phone’s screen, and all of it can be scrolled to${what}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await chooseText(page, size);
    const figure = await openLive(page, 'particles');
    const dialog = await opened(figure);
    const box = await dialog.boundingBox();
    if (!box) throw new Error('the dialog has no box');
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(360);
    expect(box.y + box.height).toBeLessThanOrEqual(640);
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const close = dialog.getByRole('button', { name: 'Close' });
    for (const way of ways) {
      const copy = section(dialog, way).getByRole('button', { name: 'Copy' });
      await copy.scrollIntoViewIfNeeded();
      await expect(copy).toBeInViewport({ ratio: 1 });
      await expect(close).toBeInViewport({ ratio: 1 });
    }
    await dialog.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    await expect(section(dialog, 'Link')).toBeInViewport();
  });

test('a picture that is saved is the poster that the site has of that state, letter for letter', async ({
  page,
}) => {
  // Where steps are picked, the site is not taken to have the picture.
  const figure = await open(page, fig, '', 'step-range="0-60"');
  await atRest(figure);
  const files = await saved(page, await opened(figure));
  for (const [name, svg] of Object.entries(files)) {
    const theme = name.includes('dark') ? 'dark' : 'light';
    const there = new URL(`../../../dist/posters/${fig}.${theme}.svg`, import.meta.url);
    expect(svg === readFileSync(there, 'utf8'), name).toBe(true);
  }
});

test('Embed is fetched with the first click, opens over the page, and gives the focus back', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const figure = await openLive(page, fig);
  const said = listen(page);
  await button(figure).focus();
  expect(asked.filter((url) => url.includes('embedding'))).toEqual([]);
  await page.keyboard.press('Enter');
  const dialog = figure.getByRole('dialog', { name: 'Embed' });
  await expect(dialog).toBeVisible();
  expect(asked.filter((url) => url.includes('embedding'))).toHaveLength(1);
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();

  // Nothing behind it has the focus on the way around, and keys are not the figure's.
  const before = await stateOf(figure);
  await page.keyboard.press('Control+z');
  for (let i = 0; i < 16; i++) {
    await page.keyboard.press('Tab');
    const outside = await figure.evaluate((e) => {
      const at = e.shadowRoot?.activeElement;
      return at !== null && at !== undefined && at.closest('dialog') === null;
    });
    expect(outside).toBe(false);
  }
  expect(await stateOf(figure)).toBe(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(figure)).toBeFocused();

  await opened(figure);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(button(figure)).toBeFocused();
  expect(said).toEqual([]);
});

test('each code is copied, and a clipboard that is refused leaves it selected', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const figure = await openLive(page, fig);
  const dialog = await opened(figure);
  for (const way of ways) {
    const part = section(dialog, way);
    await part.getByRole('button', { name: `Copy ${way}` }).click();
    await expect(part.getByRole('status')).toHaveText('Copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await codeOf(dialog, way));
  }
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
  });
  for (const way of ways) {
    const part = section(dialog, way);
    await part.getByRole('button', { name: `Copy ${way}` }).click();
    await expect(part.getByRole('status')).toContainText('copy it by hand');
    const field = part.getByRole('textbox');
    await expect(field).toBeFocused();
    const selected = await field.evaluate((e) => {
      const { value, selectionStart, selectionEnd } = e as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
    expect(selected).toBe(await codeOf(dialog, way));
  }
});

test('colours are chosen for every code that has some', async ({ page }) => {
  const figure = await openLive(page, fig, `#${fig}=v1.beta=12`);
  const dialog = await opened(figure);
  await expect(dialog.getByRole('radio', { name: 'as the reader’s system' })).toBeChecked();
  expect(await codeOf(dialog, 'Frame')).not.toContain('theme=');
  await dialog.getByText('dark', { exact: true }).click();
  expect(await codeOf(dialog, 'Frame')).toContain('&amp;theme=dark#v1.');
  expect(await codeOf(dialog, 'Script')).toContain(' theme="dark"');
  for (const way of ['Script', 'Picture'] as const) {
    expect(await codeOf(dialog, way)).toContain('.dark.svg"');
    expect(await codeOf(dialog, way)).not.toContain('.light.svg"');
  }
});

test('a figure that plays stands still, and every code has the step that is shown', async ({ page }) => {
  const figure = await openLive(page, fig, `#${fig}=v1.t=0`);
  await figure.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => stateOf(figure)).not.toMatch(/,t=0$/);
  const dialog = await opened(figure);
  expect(await figure.evaluate((e) => (e as unknown as { playing: boolean }).playing)).toBe(false);
  const [, state = ''] = /#(v1\.[^"]*)"/.exec(await codeOf(dialog, 'Frame')) ?? [];
  expect(state).toMatch(/,t=[1-9]\d*$/);
  expect(await codeOf(dialog, 'Script')).toContain(` state="${state}"`);
  expect((await codeOf(dialog, 'Link')).endsWith(state.replace('v1.', '.'))).toBe(true);
});

test('what the author of the page asked for is asked for again', async ({ page }) => {
  const figure = await open(page, fig, '', 'controls="beta" lock="seed" step-range="10-30" theme="dark"');
  const dialog = await opened(figure);
  expect(await codeOf(dialog, 'Frame')).toContain(
    '&amp;controls=beta&amp;lock=seed&amp;step-range=10-30&amp;theme=dark#v1.',
  );
  expect(await codeOf(dialog, 'Script')).toContain(
    ' controls="beta" lock="seed" step-range="10-30" theme="dark"',
  );
  // It ends at another step than the poster of the site.
  expect(await codeOf(dialog, 'Picture')).not.toContain('posters/');
});

test('what a reader can change is picked, and a question is asked first, in every code that has the live figure', async ({
  page,
}) => {
  const figure = await openLive(page, fig, `#${fig}=v1.beta=12`);
  const dialog = await opened(figure);
  const free = dialog.getByRole('group', { name: 'The reader can change' }).getByRole('checkbox');
  for (const box of await free.all()) await expect(box).toBeChecked();
  for (const name of ['Script', 'Link', 'Frame'] as const)
    expect(await codeOf(dialog, name)).not.toMatch(/\b(controls|lock|ask)=/);
  for (const box of await free.all())
    if (!['beta', 'play'].includes(await box.inputValue())) await box.uncheck();
  const question = 'Where do they go, & "when"?';
  await dialog.getByLabel('A question that comes first').fill(question);
  const code = await codeOf(dialog, 'Script');
  expect(code).toMatch(
    / controls="beta,play" lock="[\w,]+" ask="Where do they go, &amp; &quot;when&quot;\?"/,
  );
  expect(code).not.toMatch(/lock="[^"]*(beta|play)/);
  const link = await codeOf(dialog, 'Link');
  await page.goto(link);
  const there = page.locator('attn-figure');
  await ready(there);
  await expect(there.locator('.controls input[type=range]')).toHaveCount(1);
  await expect(there.locator('.play')).toBeVisible();
  await expect(there.getByText(question)).toBeVisible();
  // Opened there, it has what it was opened with, and gives that away again.
  const again = await opened(there);
  expect(await codeOf(again, 'Link')).toBe(link);
  await again.getByLabel('A question that comes first').fill('');
  expect(await codeOf(again, 'Link')).not.toContain('ask');
});

test('on a page of another site, and in a frame, the addresses are those of the site', async ({ page }) => {
  const from = await builtSite('/some/where/');
  const base = `${from.origin}/some/where/`;
  const blog = await pageSite(`<script type="module" src="${base}attn-figure.js"></script>
    <attn-figure fig="${fig}"></attn-figure>
    <iframe src="${base}embed.html?fig=${fig}&theme=dark" width="360" height="1400"></iframe>`);
  sites.push(from, blog);
  await page.goto(blog.origin);
  for (const figure of [page.locator('attn-figure'), page.frameLocator('iframe').locator('attn-figure')]) {
    await ready(figure);
    const dialog = await opened(figure);
    for (const way of ways) {
      const code = await codeOf(dialog, way);
      expect(code).toContain(base);
      expect(code).not.toContain(blog.origin);
    }
    // In a frame that is higher than the window it opens where the reader looks.
    await expect(dialog.getByRole('heading', { level: 2 })).toBeInViewport();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  // A frame has the colours that its address asks for, and asks for them again.
  const again = await opened(page.frameLocator('iframe').locator('attn-figure'));
  expect(await codeOf(again, 'Frame')).toContain('&amp;theme=dark#');
  await again.getByRole('button', { name: 'Close' }).click();
  await opened(page.locator('attn-figure'));
  const state = await stateOf(page.locator('attn-figure'));
  const link = await codeOf(page.getByRole('dialog'), 'Link');
  expect(link).toContain(`${base}figures/${fig}.html#`);
  await page.goto(link);
  await ready(page.locator('attn-figure'));
  expect(await stateOf(page.locator('attn-figure'))).toBe(state);
});

test('the site has the page that such a link leads to for every figure', () => {
  for (const { id } of figures)
    expect(existsSync(new URL(`../../../dist/figures/${id}.html`, import.meta.url)), id).toBe(true);
});

test('a dialog whose code does not come is said beside its button', async ({ page }) => {
  await page.route('**/embedding-*.js', (route) => route.abort());
  const figure = await openLive(page, fig);
  await button(figure).click();
  await expect(figure.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
});

for (const width of [320, 1280])
  test(`has no accessibility violations, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const figure = await openLive(page, fig, `#${fig}=v1.beta=12`);
    const dialog = await opened(figure);
    expect(await dialog.evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faults(page, { within: [[['attn-figure', 'dialog']]] })).toEqual([]);
    }
  });

test.describe('the address of a frame', () => {
  const frameOf = async (page: Page, query: string): Promise<Locator> => {
    await page.goto(`embed.html?fig=${fig}${query}`);
    const figure = page.locator('attn-figure');
    await ready(figure);
    return figure;
  };

  test('says which controls there are, what is fixed, and which steps', async ({ page }) => {
    const said = await listenAnew(page);
    const figure = await frameOf(page, '&controls=beta,layers&lock=layers&step-range=10-30#v1.layers=40');
    await expect(figure.locator('.controls .control')).toHaveCount(2);
    await expect(figure.locator('.controls input[type=range]')).toHaveCount(1);
    await expect(figure.locator('.time')).toHaveCount(0);
    await expect(figure.locator('.notes')).toBeHidden();
    expect(await stateOf(figure)).toMatch(/,layers=40,.*,t=30$/);
    await figure.evaluate((e) => (e as unknown as { seek(t: number): Promise<void> }).seek(0));
    expect(await stateOf(figure)).toMatch(/,t=10$/);
    expect(said).toEqual([]);
  });

  test('asks first: what the figure says comes when its reader wants it, on the whole screen too', async ({
    page,
  }) => {
    const figure = await frameOf(page, '&ask=Where%20will%20they%20end%3F');
    const says = figure.locator('.title:not(#ask), .claim, figcaption, .says');
    const shown = (): Promise<number> =>
      says.evaluateAll((all) => all.filter((e) => e.checkVisibility()).length);
    const tell = figure.getByRole('button', { name: 'Show what the figure says' });
    await expect(figure.getByRole('figure', { name: 'Where will they end?' })).toBeVisible();
    await figure.locator('.pill').first().click();
    expect(await shown()).toBe(0);
    expect(await faults(page)).toEqual([]);
    await figure.getByRole('button', { name: 'Full screen' }).click();
    const whole = figure.getByRole('dialog', { name: 'Where will they end?' });
    await expect(whole).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(whole.locator('.preset b')).toBeVisible();
    await expect(whole.locator('.preset span')).toBeHidden();
    expect(await shown()).toBe(0);
    await page.keyboard.press('Escape');
    await tell.click();
    await expect(figure.getByText('Where will they end?')).toBeVisible();
    expect(await shown()).toBe(4);
    const hide = figure.getByRole('button', { name: 'Hide what the figure says' });
    await expect(hide).toBeFocused();
    await hide.click();
    expect(await shown()).toBe(0);
  });

  test('leaves the figure alone where its author wants no controls', async ({ page }) => {
    const figure = await frameOf(page, '&controls=');
    await expect(figure.locator('input')).toHaveCount(0);
  });

  test('says whether it moves, whatever the system asks for', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const figure = await frameOf(page, '&motion=reduced#v1.t=3');
    await figure.evaluate((e) => (e as unknown as { play(): void }).play());
    await expect.poll(() => stateOf(figure)).toMatch(/,t=60$/);
    expect(await figure.evaluate((e) => (e as unknown as { playing: boolean }).playing)).toBe(false);
  });

  test('is answered with a sentence for each thing that the figure does not have', async ({ page }) => {
    const figure = await frameOf(page, '&controls=gamma&lock=delta&step-range=x&motion=fast');
    for (const what of [
      'controls names “gamma”',
      'lock names “delta”',
      'step-range is “x”',
      'motion is “fast”',
    ])
      await expect(figure.locator('.notes')).toContainText(what);
  });
});
