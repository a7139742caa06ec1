/** embed.html in a frame on a page of another origin: what it tells, what it hears, and what it does not. */
import { readFileSync } from 'node:fs';
import { chromium, expect, type Frame, type Locator, type Page, test } from '@playwright/test';
import { any, faults, listen, ready, stateOf as stateOfFigure } from './harness';
import { page as pageSite, type Site } from './servers';

const { id: first } = any;

interface Message {
  readonly type: string;
  readonly version: number;
  readonly id: string;
  readonly event: string;
  readonly height?: number;
}

const sites: Site[] = [];
test.afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

/** A blog with the given body, which keeps all messages that it gets in `heard`. */
async function blog(body: string): Promise<Site> {
  const site = await pageSite(`<meta name="viewport" content="width=device-width">
    <style>body { margin: 0 } iframe { display: block; width: 100%; height: 500px; border: 0 }</style>
    <main><h1>A blog</h1><script>heard = []; addEventListener('message', (e) => heard.push(e.data))</script>
    ${body}</main>`);
  sites.push(site);
  return site;
}

const frameTag = (base: string | undefined, query: string): string =>
  `<iframe title="A figure" src="${base}embed.html?${query}"></iframe>`;

const hostTag = (base: string | undefined): string => `<script src="${base}embed-host.js"></script>`;

const all = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard);
/** Those that are ours, without the forms of other hosts. */
const heard = async (page: Page): Promise<Message[]> =>
  (await all(page)).filter((data): data is Message => (data as Message | null)?.type === 'attn-figure');

/** Opens a page and waits until the figure in its first frame of ours is live. */
async function open(page: Page, url: string): Promise<Frame> {
  await page.goto(url);
  const frame = await ours(page);
  await live(frame);
  return frame;
}

async function ours(page: Page): Promise<Frame> {
  const find = (): Frame | undefined => page.frames().find((f) => f.url().includes('embed.html'));
  await expect.poll(() => find() !== undefined).toBe(true);
  return find() as Frame;
}

const live = (frame: Frame): Promise<void> => ready(frame.locator('attn-figure'));

/** All that a message could change. */
const picture = (frame: Frame): Promise<unknown> =>
  frame.locator('attn-figure').evaluate((figure) => ({
    state: (figure as unknown as { value: string }).value,
    hash: location.hash,
    notes: figure.shadowRoot?.querySelector('.notes')?.textContent,
    controls: [...(figure.shadowRoot?.querySelectorAll('input') ?? [])].map(({ value }) => value),
    caption: figure.shadowRoot?.querySelector('figcaption')?.textContent,
    children: document.body.querySelectorAll('*').length,
  }));

const stateOf = (frame: Frame): Promise<string> => stateOfFigure(frame.locator('attn-figure'));

/** A slider of the figure by its place, whatever the figure is. */
const slider = (frame: Frame) => frame.locator('attn-figure .controls input[type=range]').first();

const tall = (locator: Locator): Promise<number> =>
  locator.evaluate((element) => (element as HTMLElement).offsetHeight);

const heightsOf = (messages: readonly Message[]): number[] =>
  messages.filter(({ event }) => event === 'height').map(({ height }) => height ?? 0);

test('tells its height, so that nothing scrolls in it, also when its table opens', async ({
  page,
  baseURL,
}) => {
  const said = listen(page);
  const site = await blog(hostTag(baseURL) + frameTag(baseURL, `fig=${first}&id=one`));
  const frame = await open(page, site.origin);
  const box = page.locator('iframe');
  const content = () => frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  const fits = async () => (await tall(box)) === (await content());
  await expect.poll(fits).toBe(true);
  expect(await frame.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  const before = await tall(box);
  await frame.getByRole('button', { name: 'Data' }).click();
  await expect.poll(() => tall(box)).toBeGreaterThan(before + 100);
  await expect.poll(fits).toBe(true);
  await frame.getByRole('button', { name: 'Data' }).click();
  await expect.poll(() => tall(box)).toBe(before);
  await page.waitForTimeout(1000);
  const messages = await heard(page);
  expect(messages.length).toBeLessThan(10);
  expect(messages.filter(({ event }) => event === 'ready')).toHaveLength(1);
  for (const message of messages)
    expect(message).toMatchObject({ type: 'attn-figure', version: 1, id: 'one' });
  expect(said).toEqual([]);
});

test('a frame with a border and a padding of its own has room for the whole figure', async ({
  page,
  baseURL,
}) => {
  const style = 'box-sizing:border-box;border:3px solid;padding:12px 12px 9px';
  const tag = frameTag(baseURL, `fig=${first}`).replace('<iframe', `<iframe style="${style}"`);
  const site = await blog(hostTag(baseURL) + tag);
  const frame = await open(page, site.origin);
  const content = () => frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  await expect.poll(async () => (await tall(page.locator('iframe'))) - (await content())).toBe(27);
});

test('a frame in a shadow root has the height of its figure', async ({ page, baseURL }) => {
  const site = await blog(`${hostTag(baseURL)}<div id="outer"></div>`);
  await page.goto(site.origin);
  await page.evaluate(
    (frame) => {
      const outer = document.querySelector('#outer')?.attachShadow({ mode: 'open' });
      const inner = outer?.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
      if (inner) inner.innerHTML = frame;
    },
    frameTag(baseURL, `fig=${first}`).replace('<iframe', '<iframe style="border:0;width:100%"'),
  );
  const frame = await ours(page);
  await live(frame);
  const content = () => frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  await expect.poll(async () => (await tall(page.locator('iframe'))) - (await content())).toBe(0);
});

test('tells its height in the forms that other hosts listen for, and them nothing else', async ({
  page,
  baseURL,
}) => {
  const site = await blog(frameTag(baseURL, `fig=${first}#?secret=AbC123`));
  const frame = await open(page, site.origin);
  const last = async () => heightsOf(await heard(page)).at(-1);
  const others = async () =>
    (await all(page)).flatMap((data) => {
      const told = typeof data === 'string' ? JSON.parse(data) : data;
      return told.type === 'attn-figure' ? [] : [told];
    });
  const src = `${baseURL}embed.html?fig=${first}#?secret=AbC123`;
  await expect
    .poll(async () => (await others()).slice(-3))
    .toEqual([
      { context: 'iframe.resize', src, height: await last() },
      { subject: 'lti.frameResize', height: await last() },
      { message: 'height', value: await last(), secret: 'AbC123' },
    ]);
  // Mastodon's page asks; one that asks otherwise is told nothing.
  const ask = (data: unknown) =>
    page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), data);
  const before = (await all(page)).length;
  for (const wrong of [{ type: 'setHeight' }, { type: 'setHeight', id: '7' }, { type: 'height', id: 7 }, 7])
    await ask(wrong);
  await page.waitForTimeout(300);
  expect((await all(page)).length).toBe(before);
  await ask({ type: 'setHeight', id: 7 });
  await expect
    .poll(async () => (await others()).at(-1))
    .toEqual({ type: 'setHeight', id: 7, height: await last() });
  expect(await stateOf(frame)).not.toContain('secret');
});

test('shows the state in its address and keeps it there', async ({ page, baseURL }) => {
  const site = await blog(frameTag(baseURL, `fig=${first}`));
  const frame = await open(page, site.origin);
  const defaults = await stateOf(frame);
  expect(await frame.evaluate(() => location.hash)).toBe('');

  await slider(frame).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  const changed = await stateOf(frame);
  expect(changed).not.toBe(defaults);
  await expect.poll(() => frame.evaluate(() => location.hash)).toBe(`#${changed}`);

  // Another visit to that address, without the page around.
  await page.goto(frame.url());
  await live(page.mainFrame());
  expect(await stateOf(page.mainFrame())).toBe(changed);
  await expect(page.locator('attn-figure .notes')).toBeHidden();
  const controls = () =>
    page
      .locator('attn-figure .controls input')
      .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
  const before = await controls();
  // The reader edits the address, and goes back.
  await page.evaluate((state) => {
    location.hash = state;
  }, defaults);
  await expect.poll(() => stateOf(page.mainFrame())).toBe(defaults);
  await expect.poll(controls).not.toEqual(before);
  await page.goBack();
  await expect.poll(() => stateOf(page.mainFrame())).toBe(changed);
  await expect.poll(controls).toEqual(before);
});

test('leads to its chapter in the state that it shows', async ({ page, baseURL }) => {
  await page.goto(`embed.html?fig=${first}`);
  await live(page.mainFrame());
  await slider(page.mainFrame()).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/#v1\./);
  const state = await stateOf(page.mainFrame());
  const link = page.getByRole('link', { name: 'Attention Explorables' });
  await expect(link).toHaveAttribute('href', /chapters\//);
  const href = await link.evaluate((a) => (a as HTMLAnchorElement).href);
  expect(href.startsWith(baseURL ?? '-')).toBe(true);
  await page.goto(href);
  const figure = page.locator(`attn-figure[fig="${first}"]`);
  await ready(figure);
  expect(await stateOfFigure(figure)).toBe(state);
});

for (const theme of ['light', 'dark'] as const) {
  test(`has no accessibility violations in a frame of 320 px, ${theme}`, async ({ page, baseURL }) => {
    // The other theme in the system: the address decides.
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    await page.setViewportSize({ width: 320, height: 700 });
    const site = await blog(hostTag(baseURL) + frameTag(baseURL, `fig=${first}&theme=${theme}`));
    const frame = await open(page, site.origin);
    const paper = await frame.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe(theme === 'dark' ? 'rgb(27, 30, 36)' : 'rgb(255, 255, 255)');
    await frame.getByRole('button', { name: 'Data' }).click();
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await faults(page, { within: ['iframe'] })).toEqual([]);
  });
}

test('a figure that there is not is answered with a sentence', async ({ page, baseURL }) => {
  const said = listen(page);
  const fig = encodeURIComponent('<img src=x onerror=parent.ran=1>');
  const site = await blog(frameTag(baseURL, `fig=${fig}`) + frameTag(baseURL, 'fig=constructor'));
  await page.goto(site.origin);
  const texts = page.frameLocator('iframe').first().locator('.none:visible');
  await expect(texts).toHaveText('There is no figure called “<img src=x onerror=parent.ran=1>” here.');
  await expect(page.frameLocator('iframe').last().locator('.none:visible')).toContainText('constructor');
  await expect.poll(async () => (await heard(page)).map(({ event }) => event)).toContain('error');
  await page.goto('embed.html');
  await expect(page.locator('.none:visible')).toContainText('names no figure');
  expect(said).toEqual([]);
});

test('markup in a fragment is shown as text in a note and runs nothing', async ({ page }) => {
  const said = listen(page);
  const state = `v1.beta=<img src=x onerror="document.title='ran'">,<script>document.title='ran'</script>=1`;
  await page.goto(`embed.html?fig=${first}#${encodeURIComponent(state)}`);
  await live(page.mainFrame());
  await expect(page.locator('.notes')).toContainText('<script>');
  expect(await page.locator('.notes :is(img, script)').count()).toBe(0);
  expect(await page.title()).toBe('A figure of Attention Explorables');
  await page.goto(`embed.html?fig=${first}&again#v1.${'9'.repeat(100_000)}`);
  await live(page.mainFrame());
  await expect(page.locator('.notes')).toContainText('too long');
  expect(said).toEqual([]);
});

const command = (rest: object): object => ({ type: 'attn-figure', version: 1, id: first, ...rest });
const send = (page: Page, message: unknown): Promise<void> =>
  page.evaluate((data) => {
    document.querySelector('iframe')?.contentWindow?.postMessage(data, '*');
  }, message);

test('the page around sets the state, seeks, plays and pauses, from the origin in the address', async ({
  page,
  baseURL,
}) => {
  const said = listen(page);
  // The page names its own origin when it makes the frame: that is known only once it is there.
  const site = await blog('');
  await page.goto(site.origin);
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.src = src + encodeURIComponent(location.origin);
    document.body.append(frame);
  }, `${baseURL}embed.html?fig=${first}&origin=`);
  const frame = await ours(page);
  await live(frame);
  await expect.poll(async () => (await heard(page)).some(({ event }) => event === 'ready')).toBe(true);

  await send(page, command({ command: 'seek', t: 3 }));
  await expect.poll(() => stateOf(frame)).toMatch(/,t=3$/);
  const state = (await stateOf(frame)).replace(/seed=\d+/, 'seed=41');
  await send(page, command({ command: 'state', state }));
  await expect.poll(() => stateOf(frame)).toBe(state);
  await expect.poll(() => frame.evaluate(() => location.hash)).toBe(`#${state}`);
  await send(page, command({ command: 'play' }));
  await expect.poll(() => stateOf(frame)).not.toMatch(/,t=3$/);
  await send(page, command({ command: 'pause' }));
  await expect(frame.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(said).toEqual([]);

  const settled = async () => (await frame.evaluate(() => location.hash)) === `#${await stateOf(frame)}`;
  await expect.poll(settled).toBe(true);
  const before = await picture(frame);
  const markup = 'v1.beta=<img src=x onerror=document.title=1>';
  for (const message of [
    'play',
    null,
    [command({ command: 'play' })],
    { ...command({ command: 'seek', t: 9 }), version: 2 },
    { ...command({ command: 'seek', t: 9 }), id: 'other' },
    command({ command: 'seek', t: '9' }),
    command({ command: 'seek', t: -1 }),
    command({ command: 'seek', t: 9, and: 'more' }),
    command({ command: 'state', state: markup }),
    command({ command: 'state', state: `v1.seed=${'1'.repeat(2_000_000)}` }),
    command({ command: 'state', state: ['v1.seed=9'] }),
    command({ command: 'reset' }),
    command({ command: 'remove' }),
    command({ event: 'height', height: 4 }),
  ])
    await send(page, message);
  await page.waitForTimeout(800);
  expect(await picture(frame)).toEqual(before);
  expect(said).toEqual([]);
});

test('a page of another origin than the address names changes nothing', async ({ page, baseURL }) => {
  for (const query of ['', '&origin=*', '&origin=null', '&origin=http://127.0.0.1:1']) {
    const site = await blog(frameTag(baseURL, `fig=${first}${query}`));
    const frame = await open(page, site.origin);
    const before = await picture(frame);
    await send(page, command({ command: 'seek', t: 3 }));
    await send(page, command({ command: 'state', state: 'v1.seed=41' }));
    await send(page, command({ command: 'play' }));
    await page.waitForTimeout(600);
    expect(await picture(frame), query).toEqual(before);
    // Where the address names another origin, that one alone is told anything; where it names none, nobody is.
    expect((await heard(page)).length > 0, query).toBe(query === '');
  }
});

test('a frame beside it changes nothing, even from the right origin', async ({ page, baseURL }) => {
  const site = await blog('');
  await page.goto(site.origin);
  await page.evaluate(
    ({ src, message }) => {
      document.body.innerHTML = `<iframe src="${src}${location.origin}"></iframe>
        <iframe srcdoc="<script>setInterval(() => parent.frames[0].postMessage(${message}, '*'), 50)</script>"></iframe>`;
    },
    {
      src: `${baseURL}embed.html?fig=${first}&origin=`,
      message: JSON.stringify(command({ command: 'seek', t: 3 })).replaceAll('"', '&quot;'),
    },
  );
  const frame = await ours(page);
  await live(frame);
  await page.waitForTimeout(800);
  expect(await stateOf(frame)).not.toMatch(/,t=3$/);
  expect(await frame.evaluate(() => location.hash)).toBe('');
  // The same message from the page itself is heard: the test above would see it.
  await send(page, command({ command: 'seek', t: 3 }));
  await expect.poll(() => stateOf(frame)).toMatch(/,t=3$/);
});

test('a sandboxed frame on a page with a policy works with what the manual asks for', async ({
  page,
  baseURL,
}) => {
  const said = listen(page);
  const { origin } = new URL(baseURL ?? '');
  const tag = frameTag(baseURL, `fig=${first}`).replace(
    '<iframe',
    '<iframe sandbox="allow-scripts allow-same-origin allow-popups"',
  );
  const site = await pageSite(hostTag(baseURL) + tag, {
    'Content-Security-Policy': `default-src 'none'; script-src ${origin}; frame-src ${origin}`,
  });
  sites.push(site);
  const frame = await open(page, site.origin);
  await expect.poll(() => tall(page.locator('iframe'))).toBeGreaterThan(400);
  await slider(frame).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => frame.evaluate(() => location.hash)).toMatch(/^#v1\./);
  const opened = page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Attention Explorables' }).click();
  expect((await opened).url()).toContain('chapters/');
  expect(said).toEqual([]);
});

test('a page with many frames reads heights and nothing else', async ({ page, baseURL }) => {
  const site = await blog(
    Array.from({ length: 12 }, (_, i) => frameTag(baseURL, `fig=${first}&id=f${i}`)).join(''),
  );
  await page.goto(site.origin);
  const ready = async () => (await heard(page)).filter(({ event }) => event === 'ready').length;
  await expect.poll(ready).toBe(12);
  const frame = await ours(page);
  await slider(frame).focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(600);
  for (const { event, height, ...rest } of await heard(page)) {
    expect(Object.keys(rest).sort()).toEqual(['id', 'type', 'version']);
    expect(['height', 'ready']).toContain(event);
    if (event === 'height') expect(height).toBeGreaterThan(0);
    else expect(height).toBeUndefined();
  }
  const reached = await page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map((f) => {
      try {
        return f.contentDocument ?? f.contentWindow?.location.href ?? null;
      } catch (error) {
        return (error as Error).name;
      }
    }),
  );
  expect(reached).toEqual(Array(12).fill('SecurityError'));
});

test('a page that answers each height with another width does not get it into a loop', async ({
  page,
  baseURL,
}) => {
  const site = await blog(`${frameTag(baseURL, `fig=${first}`)}<script>
    let wide = true;
    addEventListener('message', ({ data }) => {
      if (data.event !== 'height') return;
      wide = !wide;
      document.querySelector('iframe').style.width = wide ? '640px' : '330px';
    })</script>`);
  await open(page, site.origin);
  await page.waitForTimeout(8000);
  const count = heightsOf(await heard(page)).length;
  expect(count).toBeGreaterThan(3);
  expect(count).toBeLessThan(24);
});

test('scrollbars that take room do not get it into a loop', async ({ launchOptions, baseURL }) => {
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
  try {
    const page = await browser.newPage({ viewport: { width: 617, height: 700 } });
    const site = await blog(hostTag(baseURL) + frameTag(baseURL, `fig=${first}`));
    const frame = await open(page, site.origin);
    for (const width of [617, 903, 471]) {
      await page.setViewportSize({ width, height: 700 });
      await frame.getByRole('button', { name: 'Data' }).click();
      await page.waitForTimeout(1500);
    }
    expect(heightsOf(await heard(page)).length).toBeLessThan(30);
    const [inside, window] = await frame.evaluate(() => [document.documentElement.clientWidth, innerWidth]);
    expect(inside).toBe(window);
  } finally {
    await browser.close();
  }
});

test.describe('embed-host.js', () => {
  const file = new URL('../../../dist/embed-host.js', import.meta.url);

  test('is a plain script of at most 800 bytes', () => {
    const source = readFileSync(file, 'utf8');
    expect(source.length).toBeLessThanOrEqual(800);
    expect(source).not.toMatch(/\b(import|export|innerHTML|eval)\b/);
  });

  test('sizes no frame but the one that speaks, and within bounds', async ({ page, baseURL }) => {
    const said = listen(page);
    const evil = await pageSite(`<script>
      const say = (rest, to = parent) => to.postMessage(
        { type: 'attn-figure', version: 1, id: '${first}', event: 'height', ...rest }, '*');
      addEventListener('message', ({ data }) => say(data));
      say({ height: 77 });
    </script>`);
    sites.push(evil);
    const site = await blog(
      `${hostTag(baseURL)}${frameTag(baseURL, `fig=${first}`)}<iframe id="evil" src="${evil.origin}/embed.html"></iframe>`,
    );
    await open(page, site.origin);
    const height = (n: number) => tall(page.locator('iframe').nth(n));
    await expect.poll(() => height(1)).toBe(77);
    const before = await height(0);
    const say = (rest: object) =>
      page.evaluate((data) => {
        (document.querySelector('#evil') as HTMLIFrameElement).contentWindow?.postMessage(data, '*');
      }, rest);
    for (const [rest, expected] of [
      [{ height: 1e9 }, 5000],
      [{ height: 1 }, 60],
      [{ height: 200, version: 2 }, 60],
      [{ height: 200, event: 'ready' }, 60],
      [{ height: 200, type: 'other' }, 60],
      [{ height: -5 }, 60],
      [{ height: 'x' }, 60],
      [{ height: null }, 60],
      [{ height: 300 }, 300],
    ] as const) {
      await say(rest);
      await page.waitForTimeout(100);
      expect(await height(1), JSON.stringify(rest)).toBe(expected);
    }
    expect(await height(0)).toBe(before);
    // The page that has taken its place says the same from another origin.
    const other = await pageSite(`<script>
      parent.postMessage({ type: 'attn-figure', version: 1, id: 'x', event: 'height', height: 222 }, '*');
    </script>`);
    sites.push(other);
    await page.evaluate((to) => {
      (document.querySelector('#evil') as HTMLIFrameElement).contentWindow?.location.replace(to);
    }, other.origin);
    await expect.poll(async () => (await heard(page)).at(-1)?.height).toBe(222);
    expect(await height(1)).toBe(300);
    expect(said).toEqual([]);
  });
});

test('where the figure cannot be computed its poster stays in the frame', async ({ page, baseURL }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(`${(await blog(frameTag(baseURL, `fig=${first}`))).origin}/`);
  const poster = (await ours(page)).locator('attn-figure img');
  await expect(poster).toBeVisible();
  await expect
    .poll(() => poster.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(300);
  await expect((await ours(page)).getByRole('alert')).toBeVisible();
  await expect(poster).toBeVisible();
});
