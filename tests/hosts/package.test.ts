/** The package itself: what npm, Node, TypeScript and a page from another host make of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import type { Browser, Page } from '@playwright/test';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository, version } from '../../tools/vite/paths.ts';
import { AttnFigure } from '../../web/src/element/shell/attn-figure.ts';
import { figures } from '../../web/src/figures/registry.ts';
import { listen } from '../web/e2e/listen.ts';
import { builtSite, folderSite, page as pageSite } from '../web/e2e/servers.ts';
import { browser, command, figuresOf, installed, packageFolder, tarball } from './host.ts';

const read = (name: string): string => readFileSync(join(packageFolder, name), 'utf8');
const json = (name: string) => JSON.parse(read(name));

let chrome: Browser;
beforeAll(async () => {
  chrome = await browser();
});
afterAll(() => chrome.close());

test('publint has nothing to say', async () => {
  const { messages } = await publint({ pkgDir: packageFolder, level: 'suggestion', strict: true });
  expect(messages.map(({ code }) => code)).toEqual([]);
});

test('types are found as what is run is, in every way of resolving but the one before `exports`', async () => {
  const analysis = await checkPackage(
    createPackageFromTarballData(new Uint8Array(readFileSync(await tarball()))),
  );
  expect(analysis.types).not.toBe(false);
  const problems = 'problems' in analysis ? analysis.problems : [];
  const left = problems.filter((problem) => {
    const { resolutionKind, entrypoint } = { resolutionKind: '', entrypoint: '', ...problem };
    // What ends in .js is for pages without a bundler, and a module that is one alone can be awaited from where there are none.
    return resolutionKind !== 'node10' && !/\.js$/.test(entrypoint) && problem.kind !== 'CJSResolvesToESM';
  });
  expect(left).toEqual([]);
});

test('its files are those of the figures and of the parts that they ask, and none of the ledger', () => {
  const names = readdirSync(join(packageFolder, 'figures')).filter((name) => name.endsWith('.js'));
  expect(names.map((name) => name.replace('.js', '')).sort()).toEqual(Object.keys(figures).sort());
  const parts = readdirSync(join(packageFolder, 'wasm'));
  expect(parts).toContain('stage1.wasm');
  expect(parts.filter((name) => /ledger|evaluate/.test(name))).toEqual([]);
  const code = readdirSync(packageFolder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.js'));
  const named = code.flatMap((name) => [
    ...read(name).matchAll(/new URL\("(?:\.\.?\/)+([\w./-]+)", import\.meta\.url\)/g),
  ]);
  const files = new Set(named.map(([, file = '']) => file.replace('wasm/', '')));
  expect([...files].sort()).toEqual([...parts, 'worker.js'].sort());
});

test('the manifest of the element has its attributes, events and tag', () => {
  const { modules } = json('custom-elements.json');
  const [{ declarations }] = modules;
  const [element] = declarations;
  expect(element.tagName).toBe('attn-figure');
  expect(element.attributes.map(({ name }: { name: string }) => name).sort()).toEqual(
    [...AttnFigure.observedAttributes, 'theme'].sort(),
  );
  const events = ['figure-ready', 'figure-state', 'figure-highlight', 'figure-error'];
  expect(element.events.map(({ name }: { name: string }) => name)).toEqual(events);
  const members = Object.getOwnPropertyNames(AttnFigure.prototype).filter(
    (name) => !/^(constructor|.*Callback|loadFigure|loadEngine)$/.test(name),
  );
  const told = element.members.map(({ name }: { name: string }) => name);
  expect(told).toEqual(expect.arrayContaining(members));
  const call = (method: string) => element.members.find(({ name }: { name: string }) => name === method);
  expect(call('set').parameters).toEqual([
    { name: 'name', type: { text: 'string' } },
    { name: 'value', type: { text: 'Value' } },
  ]);
  expect(call('step').parameters).toEqual([{ name: 'n', type: { text: 'number' }, optional: true }]);
  expect(call('play')).not.toHaveProperty('parameters');
  expect(call('play').return).toEqual({ type: { text: 'void' } });
  for (const { description } of [...element.attributes, ...element.members, ...element.events])
    expect(description).toMatch(/\w.*\.$/s);
  expect(json('web-types.json').version).toBe(version);
  const fig = json('html-custom-data.json').tags[0].attributes.find(
    ({ name }: { name: string }) => name === 'fig',
  );
  expect(fig.values).toHaveLength(Object.keys(figures).length);
});

test('figures.json tells of every figure what a state of it can be', () => {
  const told = json('figures.json');
  expect(Object.keys(told).sort()).toEqual(Object.keys(figures).sort());
  expect(told.particles.params.beta).toEqual({
    kind: 'slider',
    label: 'bandwidth',
    value: '5',
    range: [0.5, 50],
  });
  expect(told['two-stage'].params.skip.options).toEqual(['off', 'on']);
});

test('Node imports every entry, without a page and without an effect', async () => {
  const folder = await installed('plain');
  const names = ['', '/define', '/engine', '/vue', '/figures/particles', '/experiments/particles'];
  const script = `const before = Object.keys(globalThis).length;
const all = await Promise.all(${JSON.stringify(names)}.map((name) => import('attention-explorables' + name)));
console.log(JSON.stringify([Object.keys(globalThis).length - before, all.map((one) => Object.keys(one).sort())]));`;
  const [more, exported] = JSON.parse(await command(folder, 'node', '--input-type=module', '-e', script));
  expect(more).toBe(0);
  expect(exported).toEqual([
    ['AttnFigure', 'defineAttnFigure', 'setAssets'],
    [],
    ['createEngine', 'setAssets'],
    ['isCustomElement'],
    ['default'],
    ['particles', 'particlesDefaults'],
  ]);
});

const program = `import { type AttnFigure, defineAttnFigure, setAssets } from 'attention-explorables';
import 'attention-explorables/define';
import { createEngine, type FrameOf } from 'attention-explorables/engine';
import { particles } from 'attention-explorables/experiments/particles';
import twoStage from 'attention-explorables/figures/two-stage';

defineAttnFigure({ figures: { 'two-stage': twoStage, particles: () => import('attention-explorables/figures/particles') } });
setAssets('https://cdn.example/');
const figure = document.querySelector('attn-figure');
const title: string = twoStage.title;
figure?.addEventListener('figure-state', ({ detail }) => console.log(detail.value, detail.t?.toFixed(), title));
export async function last(element: AttnFigure): Promise<number> {
  await element.set('beta', 12);
  const engine = createEngine();
  const run = await engine.open(particles, { beta: 5 });
  const frame: FrameOf<typeof particles> = await run.seek(3);
  return frame.layer + (element.steps ?? 0);
}
// @ts-expect-error: there is no such parameter
export const wrong = createEngine().open(particles, { gamma: 1 });
// @ts-expect-error: nor such a figure
export const missing = () => import('attention-explorables/figures/typo');
// @ts-expect-error: nor such a property
export const gone = figure?.nothing;
`;
const component = `import { Figure } from 'attention-explorables/react';
export const one = <Figure fig="particles" state="v1.beta=5" stepRange="0-10" onState={({ detail }) => console.log(detail.t)} />;
export const tag = <attn-figure fig="particles" step-range="0-10" />;
// @ts-expect-error: a figure has a name
export const none = <Figure state="v1" />;
`;

test.each(['nodenext', 'bundler'])('strict TypeScript understands it (%s)', async (resolution) => {
  const folder = await installed('types', {
    'package.json': JSON.stringify({
      private: true,
      type: 'module',
      dependencies: { typescript: '^7', '@types/react': '^19', react: '^19' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        module: resolution === 'nodenext' ? 'nodenext' : 'esnext',
        moduleResolution: resolution,
        jsx: 'react-jsx',
        noEmit: true,
        types: [],
      },
    }),
    'main.ts': program,
    'component.tsx': component,
  });
  expect(await command(folder, 'node_modules/.bin/tsc')).toBe('');
});

/** What a page fetches until its figure is live, gzipped: scripts and WebAssembly. */
async function weightOf(url: string): Promise<number> {
  const page = await chrome.newPage();
  const bodies: Promise<number>[] = [];
  page.on('response', (response) => {
    if (/\.(?:m?js|wasm)$/.test(new URL(response.url()).pathname))
      bodies.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url);
  await figuresOf(page);
  await page.waitForLoadState('networkidle');
  await page.close();
  return (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
}

const figure = '<attn-figure fig="particles"></attn-figure>';
const withFigure = (script: string): string => `<script type="module" src="${script}"></script>${figure}`;

test('of one figure a bundle weighs what it weighs on our pages, and up to 5 % more', async () => {
  const ours = await builtSite();
  const blog = await pageSite(withFigure(`${ours.origin}/attn-figure.js`));
  const folder = await installed('one', {
    'package.json': JSON.stringify({ private: true, type: 'module', dependencies: { vite: '^8.3.8' } }),
    'index.html': `<!doctype html><link rel="icon" href="data:,">${withFigure('./main.js')}`,
    'main.js': `import { defineAttnFigure } from 'attention-explorables';
defineAttnFigure({ figures: { particles: () => import('attention-explorables/figures/particles') } });`,
  });
  await command(folder, 'node_modules/.bin/vite', 'build', '--base', './');
  const theirs = await folderSite(join(folder, 'dist'));
  const [here, there] = [await weightOf(`${blog.origin}/`), await weightOf(`${theirs.origin}/`)];
  console.log(
    `one figure: ${(here / 1000).toFixed(1)} KB from our script, ${(there / 1000).toFixed(1)} KB in a bundle`,
  );
  expect(there).toBeLessThan(1.05 * here);
  // Only the part of that figure is there.
  expect(readdirSync(join(folder, 'dist/assets')).filter((name) => name.endsWith('.wasm'))).toHaveLength(1);
  await Promise.all([ours.close(), blog.close(), theirs.close()]);
});

describe('from another host', () => {
  /** Three lines of HTML on one host, the package on another. */
  async function open(page: Page, lines: (origin: string) => string): Promise<void> {
    const cdn = await folderSite(packageFolder);
    const blog = await pageSite(lines(cdn.origin));
    await page.goto(`${blog.origin}/`);
  }
  test('three lines of HTML show a figure, computed in a worker', async () => {
    const page = await chrome.newPage();
    const heard = listen(page);
    await open(page, (cdn) => withFigure(`${cdn}/define.js`));
    expect(await figuresOf(page)).toMatchObject([
      { fig: 'particles', badge: expect.stringMatching(/^checks (\d+) of \1$/) },
    ]);
    expect(page.workers()).toHaveLength(1);
    expect(heard).toEqual([]);
    await page.close();
  });

  test('the card is German in a German page, from a file of its own', async () => {
    const page = await chrome.newPage();
    const heard = listen(page);
    await open(page, (cdn) => `<div lang="de">${withFigure(`${cdn}/define.js`)}</div>`);
    await page.waitForFunction(() =>
      /^Prüfungen: (\d+) von \1$/.test(
        document.querySelector('attn-figure')?.shadowRoot?.querySelector('.badge')?.textContent ?? '',
      ),
    );
    expect(heard).toEqual([]);
    await page.close();
  });

  const pinned = (files: Readonly<Record<string, string>>) => (cdn: string) => {
    const integrity = Object.fromEntries(
      Object.entries(files)
        .filter(([name]) => name.endsWith('.js'))
        .map(([name, hash]) => [`${cdn}/${name}`, hash]),
    );
    const map = JSON.stringify({ imports: { 'attention-explorables/': `${cdn}/` }, integrity });
    return `<script type="importmap">${map}</script><script type="module">import 'attention-explorables/define.js';</script>${figure}`;
  };

  test('an import map with the values of integrity.json lets it in', async () => {
    const page = await chrome.newPage();
    const heard = listen(page);
    await open(page, pinned(json('integrity.json')));
    expect(await figuresOf(page)).toHaveLength(1);
    expect(heard).toEqual([]);
    await page.close();
  });

  test('and keeps out what is another file', async () => {
    const page = await chrome.newPage();
    const files = json('integrity.json');
    const refused = page.waitForEvent('console', (message) => /integrity/.test(message.text()));
    await open(page, pinned({ ...files, 'define.js': files['index.js'] }));
    await refused;
    expect(await page.evaluate(() => customElements.get('attn-figure') === undefined)).toBe(true);
    await page.close();
  });
});

test('the manual of hosts shows lines of their examples, and names all of them', () => {
  const manual = readFileSync(join(repository, 'docs/hosts.md'), 'utf8');
  const shown = [...manual.matchAll(/`examples\/hosts\/([\w./-]+)`:\n\n```\w+\n(.*?)```/gs)];
  expect(shown.length).toBeGreaterThan(18);
  for (const [, file = '', lines = ''] of shown)
    expect(readFileSync(join(repository, 'examples/hosts', file), 'utf8'), file).toContain(lines.trimEnd());
  const names = readdirSync(join(repository, 'examples/hosts'));
  for (const name of names.filter((name) => name !== 'plain'))
    expect(manual).toContain(`examples/hosts/${name}/`);
  // The module that it calls the same everywhere, but for bundlers that want to be told where files are.
  const modules = readdirSync(join(repository, 'examples/hosts'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)figures\.js$/.test(file))
    .map((file) => readFileSync(join(repository, 'examples/hosts', file), 'utf8'));
  expect(modules.length).toBeGreaterThan(7);
  const [shared = ''] = modules.filter((text) => !text.includes('setAssets'));
  for (const text of modules.filter((text) => !text.includes('setAssets'))) expect(text).toBe(shared);
});
