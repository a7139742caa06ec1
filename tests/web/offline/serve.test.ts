import { beforeEach, describe, expect, it } from 'vitest';
import { serve } from '../../../web/src/offline/serve';
import { Browser, html, js, scope } from './fakes';

const app = 'assets/app-11111111.js';
const part = 'assets/part-22222222.wasm';
const theme = 'theme.js?0123abcd';
const pageOf = (script: string): string =>
  `<title>One</title><script src="../${theme}"></script><script src="../${script}"></script>`;

let browser: Browser;
beforeEach(async () => {
  browser = new Browser();
  browser.host
    .set('sw.js', js(''))
    .set('chapters/one.html', html(pageOf(app)))
    .set('theme.js', js('theme'))
    .set(app, js('new URL("part-22222222.wasm", import.meta.url)'))
    .set(part, { body: 'wasm' });
  serve(browser.self);
  await browser.tell('install', {});
});

async function read(): Promise<void> {
  await browser.open('chapters/one.html');
  for (const name of [theme, app, part]) await browser.ask(name);
  await browser.loaded('chapters/one.html');
}

const text = async (response: Promise<Response | undefined>): Promise<string | undefined> =>
  (await response)?.text();

describe('what is stored', () => {
  it('is what was read, and nothing else', async () => {
    await read();
    expect(browser.copies.sort()).toEqual([app, part, 'chapters/one.html', theme].sort());
    expect(browser.asked).toEqual(['chapters/one.html', 'HEAD sw.js', theme, app, part]);
  });

  it('is stored without asking for the script of the worker each time', async () => {
    await read();
    await browser.open('chapters/one.html');
    expect(browser.asked.filter((name) => name === 'HEAD sw.js')).toHaveLength(1);
  });

  for (const status of [206, 404, 500, 503])
    it(`is no answer with status ${status}, which the page gets as it is`, async () => {
      browser.host.set(app, { body: 'no', status }).set('chapters/one.html', { ...html('no'), status });
      expect((await browser.ask(app))?.status).toBe(status);
      expect((await browser.open('chapters/one.html'))?.status).toBe(status);
      expect(browser.copies).toEqual([]);
    });

  it('is no page that a host shows in place of a file', async () => {
    browser.host.set(app, html('<h1>Welcome</h1>'));
    await browser.ask(app);
    expect(browser.copies).toEqual([]);
  });

  it('is nothing that a redirection led to', async () => {
    browser.host.set('chapters/one.html', { ...html(pageOf(app)), redirected: true });
    await browser.ask('chapters/one.html');
    expect(browser.copies).toEqual([]);
  });

  it('is nothing that was cut on its way; the older copy stays', async () => {
    await read();
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('was'));
        controller.error(new TypeError('network error'));
      },
    });
    browser.host.set(part, { body: cut });
    await browser.ask(part, { cache: 'reload' });
    expect(await text(browser.ask(part))).toBe('wasm');
  });

  it('is replaced by what a second attempt brings', async () => {
    browser.host.set(part, { body: 'damaged' });
    await read();
    expect(await text(browser.ask(part))).toBe('damaged');
    browser.host.set(part, { body: 'wasm' });
    expect(await text(browser.ask(part, { cache: 'reload' }))).toBe('wasm');
    expect(await text(browser.ask(part))).toBe('wasm');
  });

  it('goes when the host has no such page any more', async () => {
    await read();
    browser.host.delete('chapters/one.html');
    expect((await browser.open('chapters/one.html'))?.status).toBe(404);
    expect(browser.copies).not.toContain('chapters/one.html');
  });
});

describe('a page that was there before the worker', () => {
  it('is stored with the files that the browser has, without a word to the network', async () => {
    for (const name of ['chapters/one.html', theme, app, part])
      browser.cached.set(name, browser.host.get(name.replace(/\?.*/, '')) ?? html(''));
    browser.cached.delete(theme);
    await browser.loaded('chapters/one.html', false);
    expect(browser.copies.sort()).toEqual([app, part, 'chapters/one.html'].sort());
    expect(browser.asked).toEqual([]);
  });

  it('is asked for where the browser has kept nothing', async () => {
    await browser.loaded('chapters/one.html', false);
    expect(browser.copies).toEqual(['chapters/one.html']);
  });
});

describe('without a connection', () => {
  beforeEach(read);
  const cutOff = (): void => {
    browser.isThere = false;
  };

  it('pages and files are as they were read', async () => {
    cutOff();
    expect(await text(browser.open('chapters/one.html?x#y'))).toBe(pageOf(app));
    expect(await text(browser.ask(theme))).toBe('theme');
    expect(await text(browser.ask(part))).toBe('wasm');
  });

  it('a page that was not read says so, with those that were', async () => {
    cutOff();
    const answer = await browser.open('chapters/two.html');
    expect(answer?.status).toBe(503);
    const page = await answer?.text();
    expect(page).toContain('has not been read here yet');
    expect(page).toContain(`<a href="${scope}chapters/one.html">One</a>`);
  });

  it('a file that was not read fails, and so does a second attempt at a spoilt one', async () => {
    cutOff();
    for (const answer of [
      await browser.ask('assets/other-33333333.js'),
      await browser.ask(part, { cache: 'reload' }),
    ])
      expect(answer?.type).toBe('error');
  });

  it('a page that is a copy gets copies, although the network is back', async () => {
    cutOff();
    await browser.open('chapters/one.html', 'old');
    browser.isThere = true;
    browser.host.set('theme.js', js('newer theme'));
    expect(await text(browser.ask(theme, {}, 'old'))).toBe('theme');
    expect(await text(browser.ask(theme, {}, 'another'))).toBe('newer theme');
  });

  it('a page that is opened from a copy is new when the network is back', async () => {
    cutOff();
    await browser.open('chapters/one.html', 'old');
    browser.isThere = true;
    browser.host.set('chapters/one.html', html('newer'));
    expect(await text(browser.open('chapters/one.html', 'new', 'default', 'old'))).toBe('newer');
  });
});

it('a page that is reloaded gets its files from the network, and so do copies', async () => {
  browser.host.set(app, js('damaged'));
  await read();
  browser.host.set(app, js('app'));
  await browser.open('chapters/one.html', 'opened');
  expect(await text(browser.ask(app, {}, 'opened'))).toBe('damaged');
  await browser.open('chapters/one.html', 'reloaded', 'no-cache');
  expect(await text(browser.ask(app, {}, 'reloaded'))).toBe('app');
  expect(await text(browser.ask(app, {}, 'opened'))).toBe('app');
});

describe('with a new deployment', () => {
  const next = 'assets/app-44444444.js';
  beforeEach(async () => {
    await read();
    for (const name of [app, part]) browser.host.delete(name);
    browser.host.set('chapters/one.html', html(pageOf(next))).set(next, js('next'));
  });
  const renew = async (): Promise<void> => {
    expect(await text(browser.open('chapters/one.html'))).toBe(pageOf(next));
    await browser.ask(next);
    await browser.loaded('chapters/one.html');
  };

  it('pages are new at once, and files that no page names go', async () => {
    await renew();
    expect(browser.copies.sort()).toEqual([next, 'chapters/one.html', theme].sort());
  });

  it('files stay while another window may need them, and go with it', async () => {
    browser.windows = 2;
    await renew();
    expect(await text(browser.ask(part))).toBe('wasm');
    browser.windows = 1;
    await browser.loaded('chapters/one.html');
    expect(browser.copies).not.toContain(part);
  });

  it('files that a page from the older deployment names stay', async () => {
    browser.host.set('chapters/two.html', html(pageOf(app)));
    await browser.open('chapters/two.html');
    await renew();
    expect(await text(browser.ask(part))).toBe('wasm');
  });

  it('files go although there is another window, when they are too many', async () => {
    browser.windows = 2;
    for (let i = 0; i < 1000; i += 1) {
      const name = `assets/x-${String(i).padStart(8, '0')}.js`;
      browser.host.set(name, js('x'));
      await browser.ask(name);
    }
    await renew();
    expect(browser.copies).toHaveLength(3);
  });
});

describe('a site that has no worker any more', () => {
  for (const [how, instead] of [
    ['nothing', undefined],
    ['a page', html('<h1>Welcome</h1>')],
  ] as const)
    it(`is rid of it where the host has ${how} in its place`, async () => {
      browser.host.delete('sw.js');
      if (instead) browser.host.set('sw.js', instead);
      await read();
      expect(browser.unregistered).toBe(true);
      expect(browser.stores.size).toBe(0);
      // The page is left to the browser, and no copy comes back.
      expect(await browser.ask(app)).toBeUndefined();
      expect(browser.stores.size).toBe(0);
    });

  it('is rid of it while the last page is being stored', async () => {
    browser.host.delete('sw.js');
    const { stores, self } = browser;
    // What was true when it was asked is told when it is true no more.
    self.caches.has = async (name) => {
      const there = stores.has(name);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return there;
    };
    await browser.open('chapters/one.html');
    expect(browser.unregistered).toBe(true);
    expect(stores.size).toBe(0);
  });

  it('is not mistaken for one that fails, or has no connection', async () => {
    await read();
    browser.host.set('sw.js', { body: '', status: 503 });
    serve(browser.self);
    await browser.open('chapters/one.html');
    browser.isThere = false;
    await browser.open('chapters/one.html');
    expect(browser.unregistered).toBe(false);
    expect(browser.copies).toContain('chapters/one.html');
  });
});
