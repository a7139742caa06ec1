// @vitest-environment happy-dom
/** Every registered figure in its element, over the real core: what a page without a browser can tell of links, controls and files. */
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeEngine } from '../../tools/posters/node-engine';
import { renderPoster, widths } from '../../tools/posters/render';
import { alias, version } from '../../tools/vite/paths.ts';
import { serialise, stepAt, stepsOf } from '../../web/src/element/address/state';
import { defaults, type Figure, type Param } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';
import type { Value } from '../../web/src/kinds/kind';
import { kindOf } from '../../web/src/kinds/kinds';
import { isNumeric, rangeOf, show } from '../../web/src/kinds/numbers';
import { readXml, type XmlElement } from '../web/draw/read-xml';
import { button, closePage, find, made, openPage, started, type TestFigure } from '../web/element/page';
import { readCsv } from '../web/element/read-csv';
import { anyValue, dice } from '../web/models/states';
import { isLight, lightValues, onlyShows, otherState, shownNumber } from '../web/states';
import { ownModel } from './own-model';

const engine = nodeEngine(alias['#wasm']);
// Figures that can read it have a control for it.
ownModel();
made.engine = () => Promise.resolve(engine);
made.figure = async (fig) => (await figures[fig as keyof typeof figures]()).default as Figure;

beforeEach(() => {
  openPage(widths.narrow);
  vi.stubGlobal('__VERSION__', version);
});
afterEach(closePage);
// What a figure still means to write into the address comes a moment after its last change.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 500)));

/** Less than a test has. */
const patient = { timeout: 500_000, interval: 5 };

/** Until nothing is left to compute. */
const atRest = (element: TestFigure): Promise<void> =>
  vi.waitFor(() => expect(element.settled).toBe(true), patient);

/** Until what it was asked for is drawn: frames that are refined go on after that, and belong to other tests. */
async function drawn(element: TestFigure): Promise<void> {
  if (element.steps !== undefined) return element.step(0);
  await vi.waitFor(() => expect(find(element, '.badge').textContent).toMatch(/^checks/), patient);
}

/** The numbers behind the picture, as the figure's own table shows them when it opens. */
async function table(element: TestFigure): Promise<string[][]> {
  const data = button(element, 'Data');
  if (data.getAttribute('aria-expanded') === 'true') data.click();
  find(element, '.data').replaceChildren();
  data.click();
  await vi.waitFor(() => find(element, '.data tr'), patient);
  return [...(element.shadowRoot?.querySelectorAll('.data tr') ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent ?? ''),
  );
}

const caption = (element: TestFigure): string => find(element, 'figcaption').textContent ?? '';
/** The marks of the picture, whatever the order in which their attributes were set. */
const picture = (element: TestFigure): string =>
  [...find(element, 'svg[role=img]').children]
    .map((mark) => {
      const attributes = [...mark.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
      return `<${[mark.tagName, ...attributes].join(' ')}>${mark.textContent}`;
    })
    .join('\n');
const numbers = async (element: TestFigure): Promise<unknown> => [caption(element), await table(element)];
const notes = (element: TestFigure): HTMLElement => find(element, '.notes');
const control = (element: TestFigure, name: string): Element =>
  find(element, `#p-${name}`).closest('.control') as Element;

/** That the control of a parameter shows this value. */
function expectShown(element: TestFigure, name: string, param: Param, value: Value): void {
  const own = control(element, name);
  if (isNumeric(param))
    expect(own.querySelector<HTMLInputElement>('.field')?.value, name).toBe(show(param, value as number));
  else if (param.kind === 'choice')
    expect(
      own.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.checked ??
        own.querySelector('select')?.value === value,
      name,
    ).toBe(true);
  else expect(element.values?.[name], name).toEqual(value);
}

/** Moves a parameter by its control where that is one of a number or a choice; the others have models in a browser. */
async function moved(element: TestFigure, name: string, param: Param): Promise<void> {
  const own = control(element, name);
  if (isNumeric(param)) {
    const field = own.querySelector('.field') as HTMLInputElement;
    const key = param.value === rangeOf(param)[1] ? 'ArrowDown' : 'ArrowUp';
    for (let i = 0; i < 4; i++) field.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  } else if (param.kind === 'choice') {
    const options = [...own.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    const list = own.querySelector('select');
    if (list) {
      list.selectedIndex = (list.selectedIndex + 1) % list.options.length;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    } else options[(options.findIndex((o) => o.checked) + 1) % options.length]?.click();
  } else await element.set(name, anyValue(param, dice(5)));
  await drawn(element);
}

/** The badge says that all checks hold. */
const expectChecked = (element: TestFigure): void =>
  expect(find(element, '.badge').textContent).toMatch(/^checks (\d+) of \1$/);

describe.each(
  await Promise.all(Object.values(figures).map(async (load) => (await load()).default as Figure)),
)('$id', (figure) => {
  const { id, params } = figure;
  const steps = stepsOf(figure, defaults(params));
  const light = { values: lightValues(figure), t: stepAt(figure, lightValues(figure)) };
  const state = serialise(figure, light);
  const open = (): Promise<TestFigure> => started({ fig: id, state });

  test('opens in its state where its timeline opens, in words and numbers, and draws what its poster shows', async () => {
    const element = await open();
    await atRest(element);
    expect(caption(element)).toMatch(/\d/);
    for (const [name, param] of Object.entries(params))
      expectShown(element, name, param, light.values[name] as Value);
    expect(element.shadowRoot?.querySelector<HTMLInputElement>('.scrubber')?.value).toBe(
      steps === undefined ? undefined : String(light.t),
    );
    expectChecked(element);
    // The same drawing code and the same core: what could differ is what each asks for.
    const poster = await renderPoster(id, state, { wasm: alias['#wasm'], version: '' });
    const svg = poster.pictures.find(({ width }) => width === 'narrow')?.svg ?? '';
    const geometry = ['d', 'x', 'y'] as const;
    const marks = [...(element.shadowRoot?.querySelectorAll('svg[role=img] > *') ?? [])].map((mark) => [
      mark.tagName.toLowerCase(),
      mark.textContent,
      ...geometry.map((name) => mark.getAttribute(name) ?? ''),
    ]);
    const expected = (readXml(svg).children.at(-1) as XmlElement).children
      .filter(({ tag, attributes }) => tag !== 'rect' && attributes['aria-hidden'] === undefined)
      .map(({ tag, text, attributes }) => [tag, text, ...geometry.map((name) => attributes[name] ?? '')]);
    expect(marks.length).toBeGreaterThan(10);
    expect(marks).toEqual(expected);
  });

  test('a link restores every parameter and the step, in the controls and in the data', async () => {
    const { values, t, text } = otherState(figure, light.values);
    location.hash = `#${id}=${text}`;
    const element = await open();
    for (const [name, param] of Object.entries(params)) {
      expect(values[name], name).not.toEqual(light.values[name]);
      expectShown(element, name, param, values[name] as Value);
    }
    if (t !== undefined) expect(find<HTMLInputElement>(element, '.scrubber').value).toBe(String(t));
    expect(notes(element).hidden).toBe(true);
    expect(element.value).toBe(text);
    expectChecked(element);
    const linked = await table(element);
    button(element, 'Reset').click();
    await vi.waitFor(async () => expect(await table(element)).not.toEqual(linked), patient);
  });

  test('a link that cannot be used falls back to what the figure starts with, and says so', async () => {
    const [name = ''] = Object.keys(params);
    location.hash = `#${id}=v1.${name}=1e300,nonsense=2,seed=<script>,t=9e9`;
    const element = await open();
    expect(notes(element).hidden).toBe(false);
    // A number or a name is repeated; of what has several numbers it is said what was expected.
    const repeated = params[name]?.kind === 'other' ? '' : '“?1e300”?';
    expect(notes(element).textContent).toMatch(new RegExp(`${name}: ${repeated}`));
    expect(notes(element).textContent).toContain('nonsense');
    expect(element.value).toBe(state);
    expectChecked(element);
  });

  test('every preset has a button that shows its state, and says what to look at', async () => {
    const element = await open();
    expect(element.shadowRoot?.querySelectorAll('.pill')).toHaveLength(figure.presets.length);
    for (const preset of figure.presets.filter((preset) => isLight(figure, preset))) {
      const pill = button(element, preset.name);
      pill.click();
      await drawn(element);
      expect(pill.getAttribute('aria-pressed'), preset.name).toBe('true');
      expect(find(element, '.says').textContent).toBe(preset.says);
      expectChecked(element);
    }
  });

  test('dragged, played, compared and removed it leaves nothing of itself in the core', async () => {
    const round = async (): Promise<{ readonly objects: number; readonly memoryBytes: number }> => {
      const element = await open();
      const roll = dice(11);
      for (const [name, param] of Object.entries(params))
        for (let i = 0; i < 4; i++) {
          element.set(name, i % 2 ? (light.values[name] as Value) : anyValue(param, roll)).catch(() => {});
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      element.play();
      await new Promise((resolve) => setTimeout(resolve, 40));
      await element.keep().catch(() => {});
      element.remove();
      await vi.waitFor(async () => expect((await engine.stats()).objects).toBe(0), patient);
      return engine.stats();
    };
    // How far a run comes within a moment is not always the same: memory grows for some rounds, and then no more.
    const sizes = [(await round()).memoryBytes];
    let grew = true;
    while (grew && sizes.length < 10) {
      sizes.push((await round()).memoryBytes);
      grew = Number(sizes.at(-1)) > Number(sizes.at(-2));
    }
    expect(grew, `bytes after each round: ${sizes}`).toBe(false);
  });

  test('every control changes what is shown', async () => {
    const element = await open();
    for (const [name, param] of Object.entries(params)) {
      const before = await numbers(element);
      const [was, shown] = [element.value, picture(element)];
      await moved(element, name, param);
      // That a view changes no number is told in figures.test.ts: here numbers may be refined meanwhile.
      if (onlyShows(figure, name))
        await vi.waitFor(() => expect(picture(element), name).not.toBe(shown), patient);
      else await vi.waitFor(async () => expect(await numbers(element), name).not.toEqual(before), patient);
      expect(element.value, name).not.toBe(was);
      expectChecked(element);
      // Some controls are there only with some options of others.
      button(element, 'Reset').click();
      await drawn(element);
    }
  });

  test.skipIf(steps === undefined)(
    'a few steps back and on give the same table and the same picture',
    async () => {
      const element = await open();
      await atRest(element);
      const [before, shown] = [await table(element), picture(element)];
      const away = Math.min(5, light.t as number);
      for (let i = 0; i < away; i++) button(element, 'Step back').click();
      await drawn(element);
      expect(element.value).toMatch(new RegExp(`,t=${(light.t as number) - away}$`));
      expect(picture(element)).not.toBe(shown);
      for (let i = 0; i < away; i++) button(element, 'Step').click();
      await atRest(element);
      expect(await table(element)).toEqual(before);
      expect(picture(element)).toBe(shown);
    },
  );

  test.skipIf(!figure.compares)(
    'a kept run stays behind the next ones as a ghost, named, and in the link, until it is let go',
    async () => {
      const element = await open();
      await atRest(element);
      const alone = picture(element);
      const hash = (pattern: RegExp) => vi.waitFor(() => expect(location.hash).toMatch(pattern), patient);
      button(element, 'Keep this run').click();
      await vi.waitFor(
        () => expect(find(element, '.kept').textContent).toContain('Kept, pale and dashed'),
        patient,
      );
      // One that starts from other parameters.
      const preset = figure.presets.find(
        (preset) => isLight(figure, preset) && Object.keys(preset.params).length > 0,
      );
      button(element, preset?.name ?? '').click();
      await vi.waitFor(() => expect(picture(element)).toMatch(/stroke-dasharray="5 4"/), patient);
      await drawn(element);
      await hash(new RegExp(`(?=.*${id}\\.kept=v1-)(?=.*${id}=v1-)`));
      button(element, 'Let the kept run go').click();
      expect(find(element, '.kept').hidden).toBe(true);
      button(element, 'Reset').click();
      await hash(/^(?!.*kept)/);
      await atRest(element);
      expect(picture(element)).toBe(alone);
    },
  );

  test('its files agree with the data table, number for number', async () => {
    const element = await open();
    await atRest(element);
    const shown = await table(element);
    const text = async (kind: 'csv' | 'json' | 'python' | 'svg') => (await element.export(kind)).text();
    const records = readCsv(await text('csv'));
    const data = JSON.parse(await text('json'));
    expect(records[0]).toEqual(shown[0]);
    expect(data).toMatchObject({ figure: id, state: element.value, table: { columns: shown[0] } });
    expect(data.source.seed).toBeTruthy();
    for (const check of data.checks) expect(check).toMatchObject({ holds: true });
    for (const [name, value] of Object.entries(data.params))
      expect(element.value).toContain(
        `${name}=${kindOf(params[name] as Param).write(params[name] as Param, value as Value)}`,
      );
    expect(data.table.rows.length).toBe(records.length - 1);
    expect(shown.length).toBeGreaterThan(1);
    (data.table.rows as (string | number)[][]).forEach((row, i) => {
      row.forEach((cell, k) => {
        expect(typeof cell === 'string' ? records[i + 1]?.[k] : Number(records[i + 1]?.[k])).toBe(cell);
        const own = shown[i + 1]?.[k];
        if (own === undefined) return;
        if (typeof cell === 'string') {
          expect(own).toBe(cell);
          return;
        }
        const { value, within } = shownNumber(own);
        expect(Math.abs(value - cell), `${own} for ${cell}`).toBeLessThanOrEqual(within);
      });
    });
    expect(await text('svg')).toContain(`${id}=${element.value}`);
    // What it computes is told in python.test.ts.
    if (typeof figure.python === 'object')
      expect(await text('python')).toMatch(/^# .*\nimport numpy as np\n.*\ncolumns = .*\nrows = /s);
  });
});
