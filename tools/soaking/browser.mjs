// What the soaks of built pages share: a server for dist, a browser, a page of figures, and what is heard of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { runnerImport } from 'vite';
import { mulberry32 } from './core.mjs';

const project = new URL('../../', import.meta.url);
const dist = new URL('dist/', project);

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** The names of all figures, of the pages that the site has for each. */
export const figureNames = () =>
  readdirSync(new URL('figures/', dist))
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -'.html'.length))
    .sort();

/** The same choices from the same seed. */
export function diceOf(seed) {
  const roll = mulberry32(seed >>> 0);
  const below = (n) => Math.floor(roll() * n);
  return {
    roll,
    below,
    pick: (list) => list[below(list.length)],
    /** A name by weights, as in { drag: 3, undo: 1 }. */
    weighed(weights) {
      const names = Object.entries(weights).flatMap(([name, weight]) => Array(weight).fill(name));
      return names[below(names.length)];
    },
  };
}

/** All names in an order that is drawn anew each time they have been through. */
export function* deckOf(names, dice) {
  while (true) {
    const left = [...names];
    while (left.length) yield left.splice(dice.below(left.length), 1)[0];
  }
}

/** The built site on a port that is free. */
async function serveSite() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    try {
      const body = await readFile(new URL(`.${decodeURIComponent(pathname)}`, dist));
      response.writeHead(200, { 'Content-Type': types[extname(pathname)] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const inPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** Calls `use(browser, origin)` with the built site. */
export async function withSite(use) {
  if (!existsSync(new URL('attn-figure.js', dist)))
    throw new Error('There is no dist/attn-figure.js: ./tools/start --build-only makes the site.');
  const file = fileURLToPath(new URL('tests/web/chromium.ts', project));
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' });
  const site = await serveSite();
  const browser = await chromium.launch({
    executablePath:
      process.env.CHROMIUM_SHELL ??
      inPath('chromium-headless-shell') ??
      process.env.CHROMIUM ??
      '/usr/bin/chromium',
    args: module.chromiumArguments,
  });
  try {
    return await use(browser, site.origin);
  } finally {
    await browser.close();
    site.close();
  }
}

/** The policy of the site's own pages: what it refuses would be in the console. */
const policy = () =>
  readFileSync(new URL('index.html', dist), 'utf8')
    .match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1]
    .replaceAll('&#39;', "'");

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Soak</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/soak.css"><script type="module" src="/attn-figure.js"></script>
<main></main><p hidden></p></html>`;
const css = `body { margin: 8px }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 540px), 1fr)); gap: 8px; align-items: start }`;

/**
 * Goes to an empty page for figures, with what `put`, `take` and `look` of it need. A figure that is never shown stays on it: without any
 * the engine would end in between.
 */
export async function openPage(page, origin) {
  const fulfil =
    (contentType, body, headers = {}) =>
    (route) =>
      route.fulfill({ contentType, body, headers });
  const guarded = { 'Content-Security-Policy': policy() };
  await page.route('**/soak.html', fulfil('text/html', html, guarded));
  await page.route('**/soak.css', fulfil('text/css', css));
  await page.goto(`${origin}/soak.html`);
  await page.evaluate(() => {
    const unseen = Object.assign(document.createElement('attn-figure'), { id: 'unseen' });
    unseen.setAttribute('fig', 'particles');
    unseen.setAttribute('link', 'off');
    document.querySelector('[hidden]').append(unseen);
  });
}

/**
 * Puts figures on the page, under the names `soak-0`, `soak-1`, ...; with `again` in the elements that were there so the last time: what
 * these keep of the figures before is theirs for good.
 */
export const put = (page, names, again = false) =>
  page.evaluate(
    async ([names, again]) => {
      await customElements.whenDefined('attn-figure');
      globalThis.shelf ??= [];
      const figures = names.map((name, i) => {
        const old = again ? globalThis.shelf[i] : undefined;
        const figure = old ?? Object.assign(document.createElement('attn-figure'), { id: `soak-${i}` });
        if (again) globalThis.shelf[i] = figure;
        for (const [key, value] of Object.entries({ fig: name, link: 'on' })) figure.setAttribute(key, value);
        return figure;
      });
      document.querySelector('main').append(...figures);
    },
    [names, again],
  );

/** Looks at one figure after the other and asks it for something, at most `limit` ms each: what trains waits until it is seen. What they say against it. */
export const ask = (page, what, limit) =>
  page.evaluate(
    async ([what, limit]) => {
      const said = [];
      for (const figure of document.querySelectorAll('main attn-figure')) {
        figure.scrollIntoView();
        figure.pause();
        const asked = { live: () => figure.step(0), anew: () => figure.reset() }[what]();
        let timer;
        const late = new Promise((_, reject) => {
          timer = setTimeout(() => reject(new Error(`no answer in ${limit} ms`)), limit);
        });
        await Promise.race([asked, late]).catch(({ message }) =>
          said.push(`${figure.fig}, ${what}: ${message}`),
        );
        // It would keep the figure alive.
        clearTimeout(timer);
      }
      return said;
    },
    [what, limit],
  );

export const take = (page) =>
  page.evaluate(async () => {
    document.querySelector('main').replaceChildren();
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    await new Promise((done) => setTimeout(done, 200));
  });

/** What the engine of the page holds, asked as the element asks for it. */
export const statsOf = (page) =>
  page.evaluate(async () => {
    const { prototype } = customElements.get('attn-figure');
    return (await prototype.loadEngine()).stats();
  });

/** What no figure may show: a box that says what failed, and numbers that are none, in the drawing or below it. */
export const look = (page) =>
  page.evaluate(() => {
    const odd = /NaN|undefined|Infinity|\[object/;
    const seen = [];
    for (const figure of document.querySelectorAll('main attn-figure')) {
      const root = figure.shadowRoot;
      const say = (what) => seen.push(`${figure.fig}: ${what}, at ${figure.value}`);
      const box = root.querySelector('.trouble[role=alert]:not([hidden])');
      if (box) say(`says “${box.textContent.slice(0, 200)}”`);
      for (const place of ['svg[role=img]', 'figcaption', '.data', '.kept', '.notes']) {
        const text = root.querySelector(place)?.textContent ?? '';
        const at = text.search(odd);
        // The data of a margin without limit say so.
        if (at >= 0 && !(place === '.data' && text.startsWith('Infinity', at)))
          say(`${place} has “${text.slice(Math.max(0, at - 30), at + 30)}”`);
      }
      const mark = [...root.querySelectorAll('svg *')].find((mark) =>
        [...mark.attributes].some(({ value }) => odd.test(value)),
      );
      if (mark) say(`a mark is ${mark.outerHTML.slice(0, 160)}`);
    }
    return seen;
  });

/** Everything that the browser has to say, but for what `expected` matches. */
export function listen(page, expected = /^$/) {
  const heard = [];
  const hear = (line) => expected.test(line) || heard.push(line);
  page.on('console', (message) => hear(`console, ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => hear(`uncaught: ${error.message}`));
  page.on('crash', () => hear('the page has crashed'));
  page.on('requestfailed', (request) => hear(`failed: ${request.url()} (${request.failure()?.errorText})`));
  return heard;
}

/** What was found: each fault once, with how it came about the first time. */
export function createFindings(say) {
  const found = new Map();
  return {
    add(what, how) {
      const key = what.replaceAll(/[-\d.e]+/g, '#');
      if (found.has(key)) return;
      found.set(key, `${what} (${how})`);
      say(`found: ${what} (${how})`);
    },
    get all() {
      return [...found.values()];
    },
  };
}

/** Runs a part by itself: node tools/soaking/<part>.mjs SECONDS [SEED]. */
export async function byHand(url, { name, run }) {
  if (process.argv[1] !== fileURLToPath(url)) return;
  const [seconds = '60', seed = String(Date.now() % 1e6)] = process.argv.slice(2);
  console.log(`${name}: ${seconds} s, seed ${seed}`);
  const counts = await run({ seconds: Number(seconds), seed: Number(seed), before: {}, say: console.log });
  console.log(JSON.stringify(counts, undefined, 1));
  if (counts.found.length) process.exitCode = 1;
}
