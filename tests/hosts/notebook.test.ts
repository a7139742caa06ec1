/**
 * The package for notebooks: its Python, a notebook that is run and exported, and the widget on a page that does what anywidget does (AFM). Not tried
 * in Jupyter itself.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toldOfAll } from '../../tools/package/figures.ts';
import { nodeSide } from '../../tools/vite/node-side.ts';
import { repository, version } from '../../tools/vite/paths.ts';
import { serialise, stepAt } from '../../web/src/element/address/state';
import { exportFigure } from '../../web/src/element/panels/export';
import { defaults, type Figure, type Params, type Values } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';
import { oneThread } from '../wasm/python.ts';
import { listen } from '../web/e2e/listen.ts';
import { type Site, serve } from '../web/e2e/servers.ts';
import { browser, command } from './host.ts';

const python = process.env.PYTHON ?? '/usr/bin/python3';
const built = join(repository, 'build/notebook');
const folder = join(repository, 'build/hosts/notebook');
const script = join(repository, 'tests/hosts/notebook_test.py');
const statesFile = join(folder, 'states.json');
const attn = join(repository, 'build/release/attn');
const env = (more: Readonly<Record<string, string>>): string[] => [
  `PYTHONPATH=${folder}`,
  ...Object.entries({ ...more, ...oneThread }).map(([name, value]) => `${name}=${value}`),
];

beforeAll(async () => {
  const some = ['stages', 'particles', 'two-stage', 'temperature', 'ladder'];
  await command(repository, 'npm', 'run', 'build:notebook', '--', ...some);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const wheel = readdirSync(built).find((name) => name.endsWith('.whl')) ?? '';
  // As pip would: a wheel is a zip of what is installed.
  await command(folder, python, '-m', 'zipfile', '-e', join(built, wheel), '.');
  writeFileSync(statesFile, JSON.stringify(await states()));
}, 600_000);
afterAll(() => nodeSide.close());

/** Every state of every figure with a snippet: what is told of the figure, the state as text, and the lines that an exported file begins with. */
async function states(): Promise<unknown[]> {
  const all = [];
  const about = await toldOfAll(Object.keys(figures));
  for (const [id, load] of Object.entries(figures)) {
    const figure = (await load()).default as Figure;
    if (typeof figure.python !== 'object') continue;
    for (const { params, t } of [{ params: {}, t: undefined }, ...figure.presets]) {
      const values = { ...defaults(figure.params), ...params } as Values<Params>;
      const shown = { values, t: stepAt(figure, values, t) ?? 0, frame: undefined };
      const view = { width: 640, height: 400 };
      const code = await (
        await exportFigure('python', { figure, shown, view, version }, undefined as never)
      ).text();
      const lines = code.split('# ---- The state of the figure ----\n')[1]?.split('\n\n')[0];
      all.push([id, about[id], serialise(figure, { values, t: stepAt(figure, values, t) }), lines]);
    }
  }
  return all;
}

test.each([
  ['without anywidget', {}],
  ['with it', { LIVE: '1' }],
] as const)('the Python package keeps its promises, %s', async (_, more) => {
  // Without the command of the library its numbers are not asked for, which the log says.
  const given: Record<string, string> = existsSync(attn) ? { ATTN: attn } : {};
  if (!existsSync(attn)) console.log('frame(): not tried, there is no build/release/attn');
  await command(folder, 'env', ...env({ ...more, ...given, STATES: statesFile }), python, script);
});

const cell = (source: string) => ({
  cell_type: 'code',
  source,
  metadata: {},
  outputs: [],
  execution_count: null,
});

test('a notebook is run, and its export shows the picture', async () => {
  if (spawnSync(python, ['-c', 'import nbconvert, ipykernel']).status !== 0) {
    console.log('export: not tried, nbconvert and ipykernel are not installed');
    return;
  }
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } },
    cells: [
      { id: 'a', ...cell('from attention_explorables import figure\nfigure("stages", m=1.7)') },
      { id: 'b', ...cell('figure("particles", beta=20).value') },
    ],
  };
  writeFileSync(join(folder, 'a.ipynb'), JSON.stringify(notebook));
  const convert = (...words: readonly string[]) =>
    command(folder, 'env', ...env({}), python, '-m', 'nbconvert', '--execute', 'a.ipynb', ...words);
  await convert('--to', 'html');
  const html = readFileSync(join(folder, 'a.html'), 'utf8');
  expect(html).toContain('<img src="data:image/svg+xml;base64,');
  expect(html).toContain('v1.beta=20');
  await convert('--to', 'notebook', '--output', 'b');
  const [first] = JSON.parse(readFileSync(join(folder, 'b.ipynb'), 'utf8')).cells;
  expect(Object.keys(first.outputs[0].data).sort()).toEqual(['text/html', 'text/plain']);
}, 120_000);

/** What anywidget does with a module: a model of traits, which tells of each change whoever made it, a place, `render`, and what that gives to clear up. */
const host = `class Model extends EventTarget {
  saved = [];
  constructor(traits) { super(); this.traits = traits; this.heard = new Map(); }
  get(name) { return this.traits[name]; }
  set(name, value) { this.kernelSays(name, value); }
  save_changes() { this.saved.push({ ...this.traits }); }
  on(event, heard) { this.heard.set(event, heard); }
  off(event) { this.heard.delete(event); }
  kernelSays(name, value) { this.traits[name] = value; this.heard.get('change:' + name)?.(); }
}
globalThis.show = async (script, traits) => {
  const { default: widget } = await import(script);
  const model = new Model({ state: '', value: '', values: {}, t: null, ...traits });
  const el = document.body.appendChild(document.createElement('div'));
  const clear = widget.render({ model, el });
  // A figure is live once it is near the screen.
  el.scrollIntoView();
  await el.firstElementChild.ready;
  return (globalThis.shown = { model, el, clear });
};`;

interface Shown {
  readonly model: {
    readonly traits: {
      readonly value: string;
      readonly values: Readonly<Record<string, unknown>>;
      readonly t: number;
    };
    readonly saved: readonly { readonly value: string }[];
    readonly heard: ReadonlyMap<string, unknown>;
    kernelSays(name: string, value: string): void;
  };
  readonly el: HTMLElement;
  clear(): void;
}
declare global {
  var show: (script: string, traits: object) => Promise<Shown>;
  var shown: Shown;
}

describe('the widget', () => {
  let chrome: Browser;
  let site: Site;
  beforeAll(async () => {
    chrome = await browser();
    site = await serve((path) => {
      if (path === '/')
        return {
          body: '<!doctype html><title>A notebook</title><link rel="icon" href="data:,">',
          type: 'text/html',
        };
      return { body: readFileSync(join(built, 'files', path)), type: 'text/javascript' };
    });
  });
  afterAll(() => Promise.all([chrome?.close(), site?.close()]));

  async function open(): Promise<{ readonly page: Page; readonly heard: string[] }> {
    const page = await chrome.newPage();
    const heard = listen(page);
    await page.goto(`${site.origin}/`);
    await page.evaluate(host);
    return { page, heard };
  }

  test('shows its state, tells the kernel what the hand does, and does what the kernel says', async () => {
    const { page, heard } = await open();
    await page.evaluate(() =>
      globalThis.show('/particles.js', { state: 'v1.beta=20,t=30', value: 'v1.beta=20,t=30' }).then(() => {}),
    );
    const traits = () => page.evaluate(() => ({ ...globalThis.shown.model.traits }));
    await expect.poll(traits).toMatchObject({ values: { beta: 20 }, t: 30 });
    const figure = page.locator('attn-figure');
    await figure.locator('.scrubber').focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(traits).toMatchObject({ t: 29 });
    expect((await traits()).value).toMatch(/beta=20.*t=29$/);
    await page.evaluate(() => globalThis.shown.model.kernelSays('value', 'v1.beta=7,t=4'));
    await expect.poll(traits).toMatchObject({ values: { beta: 7 }, t: 4 });
    // Reset goes back to what it started with.
    await figure.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(traits).toMatchObject({ values: { beta: 20 }, t: 30 });
    expect(heard).toEqual([]);
    await page.close();
  });

  test('stands beside another figure, which came with a script of its own', async () => {
    const { page, heard } = await open();
    for (const name of ['particles', 'two-stage', 'particles'])
      await page.evaluate((name) => globalThis.show(`/${name}.js`, {}).then(() => {}), name);
    const badges = () => page.locator('attn-figure .badge').allTextContents();
    await expect.poll(badges).toEqual(Array(3).fill(expect.stringMatching(/^checks (\d+) of \1$/)));
    expect(page.workers()).toHaveLength(1);
    expect(heard).toEqual([]);
    await page.close();
  });

  test('leaves nothing when its cell is run again', async () => {
    const { page } = await open();
    const left = await page.evaluate(async () => {
      const { model, el, clear } = await globalThis.show('/particles.js', {});
      clear();
      const saved = model.saved.length;
      await new Promise((resolve) => setTimeout(resolve, 400));
      return [el.childElementCount, model.heard.size, model.saved.length - saved];
    });
    expect(left).toEqual([0, 0, 0]);
    await page.close();
  });
});
