/** What the dialog of a figure gives, pasted as it is into a page of another origin with a policy of its own, in three browser engines. */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { builtSite, type Site, serve } from '../e2e/servers.ts';
import type { Driver } from './driver.ts';
import { browser, closeAll, engines } from './engines.ts';
import { openFigure } from './look.ts';

const fig = 'particles';
const ways = ['Frame', 'Script', 'Picture', 'Link'] as const;
type Way = (typeof ways)[number];
type Codes = Readonly<Record<Way, { readonly code: string; readonly policy: string }>>;

const folder = '/some/where/';
const sites: Site[] = [];
afterEach(async () => {
  await Promise.all(sites.splice(0).map((one) => one.close()));
});
afterAll(closeAll);

async function figures(): Promise<Site> {
  const from = await builtSite(folder);
  sites.push(from);
  return from;
}

/** Opens the dialog of the figure in a state, and gives what stands in it, and the state. */
async function taken(driver: Driver, from: Site): Promise<{ readonly codes: Codes; readonly state: string }> {
  const url = `${from.origin}${folder}figures/${fig}.html#${fig}=v1.beta=12,seed=41,t=7`;
  await openFigure(driver, url, fig);
  return driver.evaluate(
    async (fig, ways) => {
      const figure = document.querySelector(
        `attn-figure[fig="${fig}"]`,
      ) as HTMLElementTagNameMap['attn-figure'];
      const root = figure.shadowRoot as ShadowRoot;
      const button = [...root.querySelectorAll('button')].find((b) => b.textContent === 'Embed');
      button?.focus();
      button?.click();
      const moment = () => new Promise((resolve) => setTimeout(resolve, 50));
      for (let i = 0; i < 200 && !root.querySelector('dialog[open]'); i++) await moment();
      const sections = [...root.querySelectorAll('dialog section')];
      const codes = ways.map((way, i) => {
        const section = sections[i];
        if (section?.querySelector('h3')?.textContent !== way) throw new Error(`there is no ${way}`);
        const code = section.querySelector('textarea')?.value ?? '';
        return [way, { code, policy: section.querySelector('code')?.textContent ?? '' }];
      });
      return { codes: Object.fromEntries(codes), state: figure.value };
    },
    fig,
    ways,
  );
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>';

/** A page that holds just this code, beside any picture that it names, under a policy that allows nothing else than the dialog says. */
async function paste({ code, policy }: Codes[Way]): Promise<Site> {
  const blog = await serve(async (path) => {
    if (path.endsWith('.svg')) return { body: svg, type: 'image/svg+xml' };
    if (path !== '/') return { body: '', type: 'image/x-icon' };
    return {
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A blog</title>${code}`,
      type: 'text/html',
      headers: { 'Content-Security-Policy': `default-src 'none'; ${policy}` },
    };
  });
  sites.push(blog);
  return blog;
}

/** Of a page without an icon some browsers ask for one, which its policy refuses. */
const heard = async (driver: Driver): Promise<string[]> =>
  (await driver.heard()).filter((line) => !line.includes('favicon.ico'));

describe.each(engines)('$name', (engine) => {
  test('opens the dialog over the page, leaves text selected where the clipboard is closed, and closes with Escape', async (context) => {
    const driver = await browser(engine, context);
    await taken(driver, await figures());
    const found = await driver.evaluate(async () => {
      const root = document.querySelector('attn-figure')?.shadowRoot as ShadowRoot;
      const at = root.activeElement?.localName;
      navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
      const section = root.querySelector('dialog section');
      section?.querySelector('button')?.click();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const field = section?.querySelector('textarea') as HTMLTextAreaElement;
      const selected = field.value.slice(field.selectionStart, field.selectionEnd);
      return {
        at,
        selected: selected === field.value,
        said: section?.querySelector('[role=status]')?.textContent,
      };
    });
    expect(found).toEqual({ at: 'h2', selected: true, said: expect.stringContaining('by hand') });
    await driver.press('Escape');
    const closed = () =>
      driver.evaluate(() => {
        const root = document.querySelector('attn-figure')?.shadowRoot;
        return { dialogs: root?.querySelectorAll('dialog').length, at: root?.activeElement?.textContent };
      });
    await expect.poll(closed).toEqual({ dialogs: 0, at: 'Embed' });
    expect(await heard(driver)).toEqual([]);
  });

  test('shows the live figure in a frame that takes its height', async (context) => {
    const driver = await browser(engine, context);
    const from = await figures();
    const { codes } = await taken(driver, from);
    const before = from.asked.length;
    await driver.open((await paste(codes.Frame)).origin);
    const height = () => driver.evaluate(() => document.querySelector('iframe')?.style.height ?? '');
    await expect.poll(height, { timeout: 120_000 }).toMatch(/^\d{3,}px$/);
    const core = (): boolean => from.asked.slice(before).some((path) => /\.js$|\.wasm$/.test(path));
    await expect.poll(core, { timeout: 120_000 }).toBe(true);
    expect(await heard(driver)).toEqual([]);
  });

  test('shows the live figure as an element, in the state, and the picture before', async (context) => {
    const driver = await browser(engine, context);
    const { codes, state } = await taken(driver, await figures());
    const blog = await paste(codes.Script);
    await driver.open(blog.origin);
    const shown = await driver.evaluate(async () => {
      await customElements.whenDefined('attn-figure');
      const figure = document.querySelector('attn-figure') as HTMLElementTagNameMap['attn-figure'];
      await figure.ready;
      return {
        state: figure.value,
        marks: figure.shadowRoot?.querySelectorAll('svg[role=img] *').length ?? 0,
      };
    });
    expect(shown.state).toBe(state);
    expect(shown.marks).toBeGreaterThan(20);
    expect(blog.asked.some((path) => path.endsWith('.svg'))).toBe(true);
    expect(await heard(driver)).toEqual([]);
  });

  test('has a width in boxes that fit their content, and its height where the page scales or zooms it', async (context) => {
    const driver = await browser(engine, context);
    const from = await figures();
    const boxes = [
      'display:flex',
      'display:grid;place-items:center',
      'float:left',
      'display:table',
      'width:fit-content',
    ];
    const scales = ['width:700px', 'width:700px;transform:scale(1.1)', 'width:700px;zoom:1.1'];
    const code = [...boxes, ...scales]
      .map((style) => `<div style="clear:both;${style}"><attn-figure fig="${fig}"></attn-figure></div>`)
      .join('');
    const script = `<script type="module" src="${from.origin}${folder}attn-figure.js"></script>`;
    const policy = `script-src * 'wasm-unsafe-eval'; connect-src *; worker-src * blob:; style-src 'unsafe-inline'`;
    await driver.open((await paste({ code: code + script, policy })).origin);
    const found = await driver.evaluate(async () => {
      await customElements.whenDefined('attn-figure');
      const all = [...document.querySelectorAll('attn-figure')];
      await Promise.all(all.map((figure) => figure.step(0)));
      await new Promise((resolve) => setTimeout(resolve, 700));
      return all.map((figure) => ({ wide: figure.offsetWidth, high: figure.offsetHeight }));
    });
    expect(found).toHaveLength(boxes.length + scales.length);
    for (const [i, { wide, high }] of found.entries()) {
      const where = [...boxes, ...scales][i];
      expect(wide, where).toBeGreaterThan(690);
      expect(wide, where).toBeLessThan(740);
      expect(high, where).toBeLessThan(1100);
    }
  });

  test('shows the picture, and the link opens the state', async (context) => {
    const driver = await browser(engine, context);
    const { codes, state } = await taken(driver, await figures());
    await driver.open((await paste(codes.Picture)).origin);
    const wide = () => driver.evaluate(() => document.querySelector('img')?.naturalWidth);
    await expect.poll(wide).toBeGreaterThan(0);
    expect(await heard(driver)).toEqual([]);
    await driver.open(codes.Link.code);
    const there = await driver.evaluate(async (fig) => {
      await customElements.whenDefined('attn-figure');
      const figure = document.querySelector(
        `attn-figure[fig="${fig}"]`,
      ) as HTMLElementTagNameMap['attn-figure'];
      await figure.ready;
      return figure.value;
    }, fig);
    expect(there).toBe(state);
  });
});
