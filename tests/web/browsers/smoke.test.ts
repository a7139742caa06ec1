/** The built site in a browser engine, through one driver interface: it opens and lives. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serialise } from '../../../web/src/element/address/state';
import type { Figure } from '../../../web/src/figures/declare';
import { figures as registry } from '../../../web/src/figures/registry';
import { models } from '../models/figures';
import { anyState, dice } from '../models/states';
import type { Driver } from './driver.ts';
import { browser, closeAll, engines, missing } from './engines.ts';
import { eventually, openFigure, type Shown, shown, table } from './look.ts';
import { type Site, serveSite } from './site.ts';

const chapter = 'chapters/denoising.html';
/** Figures that stand for all where a test is of the element. */
const figures = ['particles', 'before-after'];
/** One of each wasm part, made live once in every browser; Chromium makes a tour of all of them elsewhere. */
const parts = await Promise.all(
  Object.values(registry).map(async (load) => ((await load()).default as Figure).core.part.name),
);
const onePerPart = Object.keys(registry).filter((_, i) => parts.indexOf(parts[i] as string) === i);

/** States of less work where that of the defaults takes three engines seconds: the tour in Chromium is of those. */
const lighter: Readonly<Record<string, string>> = {
  'em-vs-sgd': 'v1.length=500',
  'million-particles': 'v1.count=100000',
  'mse-depth': 'v1.tokens=1000,repeats=1',
};

/** A page with one fault of every kind, to know that each browser's silence means something. */
const faults = {
  '/faults.html':
    '<!doctype html><title>faults</title><p style="color:red">x</p><script src="faults.js"></script><p>y</p>' +
    '<math><munder><mi>x</mi></munder></math>',
  '/faults.js': `
    console.warn('a warning');
    Promise.reject(new Error('a rejection'));
    setTimeout(() => { throw new Error('an error'); });
    fetch('gone.json');`,
};

/** A page that is cut in two on its way, inside a formula; its first part is long enough for a browser to begin to read. */
const halves = {
  '/halves.html': [
    '<!doctype html><title>halves</title><link rel="icon" href="favicon.svg"><p>' +
      `${'What has arrived is drawn. '.repeat(100)}</p><math><munder><mi>x</mi>`,
    '<mi>y</mi></munder></math>',
  ],
};

let site: Site;
/** The figures with one kind of parameters each. */
let kinds: Site;

beforeAll(async () => {
  // Vitest's usual report does not tell why a test was skipped.
  for (const engine of engines) if (!engine.installed()) console.warn(missing(engine));
  site = await serveSite({ ...faults, ...halves });
  kinds = await serveSite({}, 'tests/web/models/vite.config.ts');
});

beforeEach(() => site.forget());

afterAll(async () => {
  await closeAll();
  await site?.close();
  await kinds?.close();
});

/** Opens a page, else that of the figure alone, which is there sooner than a chapter, with the figure in view and live. */
const open = (driver: Driver, fig: string, state = '', page = `figures/${fig}.html`): Promise<void> =>
  openFigure(driver, `${site.url}${page}${state && `#${fig}=${state}`}`, fig);

function click(driver: Driver, fig: string, name: string, times = 1): Promise<void> {
  return driver.evaluate(
    (fig, name, times) => {
      const root = document.querySelector(`attn-figure[fig="${fig}"]`)?.shadowRoot;
      const button = [...(root?.querySelectorAll('button') ?? [])].find(
        (b) => (b.getAttribute('aria-label') ?? b.textContent) === name,
      );
      if (!button) throw new Error(`there is no button “${name}”`);
      for (let i = 0; i < times; i++) button.click();
    },
    fig,
    name,
    times,
  );
}

/** Moves the slider of a parameter by hand: with the keys, so that the browser's own input does it. */
async function nudge(driver: Driver, fig: string, param: string): Promise<void> {
  await driver.evaluate(
    (fig, param) => {
      const root = document.querySelector(`attn-figure[fig="${fig}"]`)?.shadowRoot;
      const input = root?.querySelector<HTMLElement>(`#p-${param}`);
      if (!input) throw new Error(`there is no control of ${param}`);
      input.focus();
    },
    fig,
    param,
  );
  for (let i = 0; i < 3; i++) await driver.press('ArrowRight');
}

/** What is shown once nothing is left to compute: a figure may go on refining its numbers after the first drawing. */
async function settled(driver: Driver, fig: string): Promise<Shown> {
  const still = () =>
    driver.evaluate(async (fig) => {
      const figure = document.querySelector(`attn-figure[fig="${fig}"]`) as { settled?: boolean } | null;
      // What was asked for just now is under way in the next frame, and the last frame is on the screen in another.
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
      const before = figure?.settled;
      await frame();
      return before && figure?.settled;
    }, fig);
  await expect.poll(still, { timeout: 120_000, interval: 100, message: `${fig} comes to rest` }).toBe(true);
  return shown(driver, fig);
}

interface Poisoned {
  /** How often the core was asked for what it refuses. */
  poisoned: number;
  cure(): void;
}

/**
 * Runs in the page. Makes it ask for what no control lets a reader ask for: a negative bandwidth, slipped in on the way to the
 * worker. So the refusal is the real one, thrown in C++ and carried to the reader.
 */
function poison(): void {
  const post = Worker.prototype.postMessage;
  const state: Poisoned = {
    poisoned: 0,
    cure() {
      Worker.prototype.postMessage = post;
    },
  };
  Worker.prototype.postMessage = function (this: Worker, message: { kind?: string; params?: object }) {
    if (message.kind !== 'open') return post.call(this, message);
    (globalThis as unknown as Poisoned).poisoned++;
    post.call(this, { ...message, params: { ...message.params, beta: -1 } });
  } as typeof post;
  Object.assign(globalThis, state);
}

async function expectSilence(driver: Driver): Promise<void> {
  expect(await driver.heard(), 'what the browser had to say').toEqual([]);
  expect(site.missing, 'files that are not there').toEqual([]);
}

describe.each(engines)('$name', (engine) => {
  test('is heard when a page has faults', async (context) => {
    const driver = await browser(engine, context);
    const heard = (await driver.overhear(`${site.url}faults.html`, () => site.quiet('gone.json'))).join('\n');
    for (const fault of [/style/, /a warning/, /a rejection/, /an error/]) expect(heard).toMatch(fault);
    // The other engines draw a wrong formula without a word.
    if (engine.name === 'Firefox') expect(heard).toMatch(/children for <munder/);
    expect(site.missing).toContain('/gone.json');

    await driver.open(`${site.url}index.html`);
    await driver.evaluate(() => {
      console.log('a word');
      setTimeout(() => {
        throw new Error('an error');
      });
      document.body.insertAdjacentHTML('beforeend', '<p style="color:red">z</p>');
    });
    for (const fault of [/a word/, /an error/, /style/])
      await eventually(async () => (await driver.heard()).join('\n'), 'heard').toMatch(fault);
  });

  test('says nothing of a formula that arrives in two parts', async (context) => {
    const driver = await browser(engine, context);
    await driver.open(`${site.url}halves.html`);
    expect(await driver.evaluate(() => document.querySelector('munder')?.childElementCount)).toBe(2);
    await expectSilence(driver);
  });

  test('opens pages of every kind, and their figures start, without a word in the console', async (context) => {
    const driver = await browser(engine, context);
    const visits = [
      { page: 'index.html', until: '.js' },
      { page: 'chapters/bilinear-form.html#metric-explorer=v1.', until: '.wasm' },
      { page: `${chapter}#particles=v1.`, until: '.wasm' },
      { page: 'figures/before-after.html', until: '.wasm' },
    ];
    for (const { page, until } of visits) {
      site.forget();
      const heard = await driver.overhear(site.url + page, () => site.quiet(until));
      expect(heard, page).toEqual([]);
      expect(site.missing, page).toEqual([]);
    }
  });

  test('makes a figure of every part of the core live, with a picture and checks that hold', async (context) => {
    const driver = await browser(engine, context);
    for (const fig of onePerPart) {
      await open(driver, fig, lighter[fig]);
      const { badge, caption, layer, marks, notes, trouble } = await settled(driver, fig);
      expect(badge, fig).toMatch(/^checks (\d+) of \1$/);
      expect(caption, fig).toMatch(/\d/);
      if (figures.includes(fig)) expect(layer, fig).toBe('60');
      expect(marks, fig).toBeGreaterThan(20);
      expect([notes, trouble], fig).toEqual(['', '']);
      await expectSilence(driver);
    }
  });

  test('shows every kind of parameter, takes another value of it, and has nothing to say', async (context) => {
    const driver = await browser(engine, context);
    for (const model of models as readonly unknown[] as readonly Figure[]) {
      await driver.open(`${kinds.url}?fig=${model.id}`);
      const text = serialise(model, anyState(model, dice(6)));
      const reached = () =>
        driver.evaluate(async (text) => {
          await customElements.whenDefined('attn-figure');
          const figure = document.querySelector('attn-figure') as HTMLElementTagNameMap['attn-figure'];
          await figure.ready;
          if (figure.value !== text) figure.value = text;
          await new Promise((resolve) => requestAnimationFrame(resolve));
          return figure.value;
        }, text);
      await eventually(reached, model.id).toBe(text);
      const { notes, trouble, marks } = await shown(driver, model.id);
      expect([notes, trouble], model.id).toEqual(['', '']);
      expect(marks, model.id).toBeGreaterThan(0);
      expect(await driver.heard(), model.id).toEqual([]);
    }
    expect(kinds.missing).toEqual([]);
  });

  test.for(figures)('moves a slider of %s with the keys, and the numbers change', async (fig, context) => {
    const driver = await browser(engine, context);
    await open(driver, fig);
    await settled(driver, fig);
    const before = await table(driver, fig);
    await nudge(driver, fig, 'beta');
    await eventually(() => table(driver, fig), 'the table').not.toEqual(before);
    await eventually(async () => (await shown(driver, fig)).badge, 'the badge').toMatch(
      /^checks (\d+) of \1$/,
    );
    await expectSilence(driver);
  });

  test.for(figures)('steps %s back and on again to the same numbers and picture', async (fig, context) => {
    const driver = await browser(engine, context);
    await open(driver, fig);
    const layer = async (): Promise<string> => (await shown(driver, fig)).layer;
    const numbers = await table(driver, fig);
    const { picture } = await settled(driver, fig);
    await click(driver, fig, 'Step back', 5);
    expect(await layer()).toBe('55');
    await eventually(() => table(driver, fig), 'the table').not.toEqual(numbers);
    await click(driver, fig, 'Step', 5);
    expect(await layer()).toBe('60');
    await eventually(() => table(driver, fig), 'the table').toEqual(numbers);
    // Not `toBe`: two pictures are too long to be read beside each other.
    expect((await settled(driver, fig)).picture === picture, 'the same picture').toBe(true);
    await expectSilence(driver);
  });

  test('lights a figure from a symbol of an equation, and moves it with the keys', async (context) => {
    const driver = await browser(engine, context);
    await open(driver, 'particles', '', chapter);
    /** How strongly the mark of the matched depth is drawn, which is none of the particles, and the step size in the figure. */
    const state = () =>
      driver.evaluate(() => {
        const figure = document.querySelector('attn-figure') as HTMLElementTagNameMap['attn-figure'];
        const mark = figure.shadowRoot?.querySelector('svg [data-of="Lstar"]');
        const eta = Number(figure.values?.eta);
        return {
          strength: mark ? Number(getComputedStyle(mark).opacity) : Number.NaN,
          moved: eta > 0.1,
        };
      });
    /** Symbols are linked when the first figure is live: until then there is nothing to focus. */
    const focus = (selector: string) =>
      eventually(
        () =>
          driver.evaluate((selector) => {
            const control = document.querySelector<HTMLElement>(selector);
            control?.focus();
            return control !== null && document.activeElement === control;
          }, selector),
        selector,
      ).toBe(true);
    expect(await state()).toEqual({ strength: 1, moved: false });
    await focus('#eq-1 [aria-label="particles"]');
    await eventually(async () => (await state()).strength, 'the others fade').toBeLessThan(0.5);
    await driver.press('ArrowRight');
    const label = () => driver.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await eventually(label, 'the next symbol').toBe('step size');
    await focus('.aside [aria-label="step size"]');
    await driver.press('ArrowRight');
    await eventually(state, 'the step size').toEqual({ strength: 1, moved: true });
    await expectSilence(driver);
  });

  test('moves a parameter by a handle that is dragged, and selects none of the text of the picture', async (context) => {
    const driver = await browser(engine, context);
    await open(driver, 'temperature');
    await settled(driver, 'temperature');
    const grip = () =>
      driver.evaluate(() => {
        const root = document.querySelector('attn-figure')?.shadowRoot;
        const grip = root?.querySelector('.grip[aria-label^="temperature"]') ?? root?.querySelector('.grip');
        grip?.scrollIntoView({ block: 'center' });
        const { x = 0, y = 0, width = 0, height = 0 } = grip?.getBoundingClientRect() ?? {};
        return { x: x + width / 2, y: y + height / 2 };
      });
    const value = () => driver.evaluate(() => document.querySelector('attn-figure')?.value ?? '');
    const before = await value();
    const from = await grip();
    await driver.drag(from, { x: from.x + 60, y: from.y + 90 });
    await eventually(value, 'the value').not.toBe(before);
    const kind = () => driver.evaluate(() => getSelection()?.type ?? '');
    expect(await kind()).not.toBe('Range');
    await expectSilence(driver);
  });

  test('begins a film and lets go of it, or says that it makes none', async (context) => {
    const driver = await browser(engine, context);
    await open(driver, 'particles');
    await click(driver, 'particles', 'Export');
    const pressed = () =>
      click(driver, 'particles', 'Save film').then(
        () => true,
        () => false,
      );
    await eventually(pressed, 'the button').toBe(true);
    const told = () =>
      driver.evaluate(() => {
        const root = document.querySelector('attn-figure[fig=particles]')?.shadowRoot;
        const share = root?.querySelector<HTMLProgressElement>('.filming progress')?.value ?? 0;
        return share > 0 ? 'under way' : (root?.querySelector('.exported')?.textContent ?? '');
      });
    await eventually(told, 'the film').toMatch(/^under way$|cannot make films/);
    if ((await told()) === 'under way') await click(driver, 'particles', 'Cancel');
    await eventually(told, 'what came of it').toMatch(/cancelled|cannot make films/);
    await expectSilence(driver);
  });

  test('shows a note for a link that it cannot use, and the defaults', async (context) => {
    const driver = await browser(engine, context);
    await open(driver, 'particles');
    const defaults = await table(driver, 'particles');
    await open(driver, 'particles', 'v1.beta=-3,gamma=2,seed=<script>,t=9e9');
    const { notes, badge } = await shown(driver, 'particles');
    for (const what of [/beta/, /gamma/, /seed/, /\bt = /]) expect(notes).toMatch(what);
    expect(badge).toMatch(/^checks (\d+) of \1$/);
    expect(await table(driver, 'particles')).toEqual(defaults);
    await expectSilence(driver);
  });

  test('says in a sentence what the core refuses, keeps the picture, and recovers', async (context) => {
    const driver = await browser(engine, context);
    const trouble = async (): Promise<string> => (await shown(driver, 'particles')).trouble;
    let before: Shown;
    let refused: number;
    let attempts = 0;
    do {
      await open(driver, 'particles');
      before = await settled(driver, 'particles');
      await driver.evaluate(poison);
      await nudge(driver, 'particles', 'beta');
      await settled(driver, 'particles');
      refused = await driver.evaluate(() => (globalThis as unknown as Poisoned).poisoned);
      // A worker that has not spoken after three seconds is given up for the page's own thread. On a busy machine that can happen.
    } while (refused === 0 && ++attempts < 5);
    expect(refused, 'what was asked of the worker').toBeGreaterThan(0);
    await eventually(trouble, 'what the figure says').toMatch(/could not be computed: .*beta.*-1.*\./);
    expect((await shown(driver, 'particles')).picture === before.picture, 'the same picture').toBe(true);

    await driver.evaluate(() => (globalThis as unknown as Poisoned).cure());
    await nudge(driver, 'particles', 'beta');
    await eventually(trouble, 'what the figure says').toBe('');
    expect((await settled(driver, 'particles')).picture === before.picture, 'the same picture').toBe(false);
    await expectSilence(driver);
  });
});
