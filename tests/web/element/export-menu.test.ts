// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExportMenu } from '../../../web/src/element/controls/export-menu';
import type { Offers } from '../../../web/src/element/panels/export-files';
import { exportKinds } from '../../../web/src/element/panels/export-kinds';
import type { Exported } from '../../../web/src/element/panels/exported';
import type { Figure } from '../../../web/src/figures/declare';
import { html } from '../../../web/src/kinds/dom';
import { FakeCore, fakeFigure } from './fakes';

const made = vi.hoisted(() => ({ exportFigure: vi.fn(), film: vi.fn() }));
vi.mock(import('../../../web/src/element/panels/export'), async (original) => ({
  ...(await original()),
  exportFigure: made.exportFigure,
}));
vi.mock('../../../web/src/element/panels/film', () => ({ film: made.film }));

const files: string[] = [];
let offers: Offers;
/** What is on the screen. */
const shown = { figure: 'as it is shown' } as unknown as Exported;
/** What the page puts on the clipboard; a function that refuses. */
let write: (items: { readonly parts: Record<string, Promise<Blob>> }[]) => Promise<void>;

class Item {
  constructor(readonly parts: Record<string, Promise<Blob>>) {}
}

beforeEach(() => {
  files.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  vi.stubGlobal('ClipboardItem', Item);
  vi.stubGlobal('origin', 'http://localhost');
  write = () => Promise.resolve();
  vi.stubGlobal('navigator', { clipboard: { write: (items: []) => write(items) } });
  lay();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function lay(changes: Partial<Figure> = { python: { code: () => [] } }): void {
  const figure = { ...fakeFigure(new FakeCore()), ...changes };
  made.exportFigure.mockReset().mockImplementation(async (kind) => new Blob([kind]));
  made.film.mockReset();
  offers = { figure, exported: () => shown } as unknown as Offers;
  const { button, list } = createExportMenu(offers);
  document.body.replaceChildren(html('div', { class: 'card' }, button, list));
}

const opener = (): HTMLElement => document.querySelector('[aria-controls=exports]') as HTMLElement;
const items = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#exports button')];
const names = (): (string | null)[] => items().map((item) => item.textContent);
const press = (name: string): void => items()[names().indexOf(name)]?.click();
const isOpen = (): boolean =>
  opener().getAttribute('aria-expanded') === 'true' &&
  !(document.querySelector('#exports') as HTMLElement).hidden;
/** Opens the menu and waits for its buttons: their code is fetched with the first click. */
const opened = async (): Promise<void> => {
  opener().click();
  await vi.waitFor(() => expect(items()).not.toEqual([]), 5000);
};
const status = (): string => document.querySelector('[role=status]')?.textContent ?? '';
const says = (sentence: string): Promise<void> =>
  vi.waitFor(() => expect(status()).toBe(sentence), { timeout: 120_000 });

test('the menu opens and closes with its button, and has one button for picture, film and each kind', async () => {
  expect(isOpen()).toBe(false);
  await opened();
  expect(isOpen()).toBe(true);
  expect(names()).toEqual(['Copy picture', 'Save film', ...Object.values(exportKinds)]);
  opener().click();
  expect(isOpen()).toBe(false);
});

test('a figure that stands still has no film, and one without a Python snippet has no button for that', async () => {
  const { timeline: _, ...still } = offers.figure;
  lay({ ...still, timeline: undefined as never, python: 'It is trained for hours.' });
  await opened();
  const { python, ...others } = exportKinds;
  expect(names()).toEqual(['Copy picture', ...Object.values(others)]);
  expect(names()).not.toContain(python);
});

test('a button of the menu saves its kind and says under which name', async () => {
  await opened();
  for (const [kind, name] of Object.entries(exportKinds)) {
    press(name);
    await says(`Saved as attention-fake.${kind === 'python' ? 'py' : kind}.`);
    expect(made.exportFigure).toHaveBeenLastCalledWith(kind, shown, document.querySelector('.card'));
  }
  expect(files).toEqual(['svg', 'png', 'csv', 'json', 'py'].map((kind) => `attention-fake.${kind}`));
});

test('what fails is said in words', async () => {
  made.exportFigure.mockRejectedValueOnce(new Error('the network is gone.'));
  await opened();
  press('SVG picture');
  await says('This could not be exported: the network is gone.');
});

test('the picture is asked onto the clipboard within the press, while it is still to come', async () => {
  let parts: Record<string, Promise<Blob>> = {};
  write = async ([item]) => {
    parts = item?.parts ?? {};
    await parts['image/png'];
  };
  await opened();
  press('Copy picture');
  expect(Object.keys(parts)).toEqual(['image/png']);
  await says('The picture is on the clipboard, with its title and its caption.');
  expect(await (await parts['image/png'])?.text()).toBe('picture');
});

test('where the clipboard is closed to pictures, or unknown, it says so and offers the same picture as a file', async () => {
  const refusals = [
    () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    () => {
      throw new TypeError('unknown');
    },
  ];
  await opened();
  for (const refuse of refusals) {
    write = refuse;
    press('Copy picture');
    await says('The browser keeps the clipboard closed to pictures.');
    const offered = [...document.querySelectorAll('button')].filter(
      (b) => b.textContent === 'Save it as a PNG',
    );
    expect(offered).toHaveLength(1);
    offered[0]?.click();
    await says('Saved as attention-fake.png.');
  }
  expect(files).toEqual(['attention-fake.png', 'attention-fake.png']);
});

test('a picture that cannot be drawn is no fault of the clipboard', async () => {
  made.exportFigure.mockRejectedValueOnce(new Error('this browser gives no canvas.'));
  write = async ([item]) => void (await item?.parts['image/png']);
  await opened();
  press('Copy picture');
  await says('This could not be copied: this browser gives no canvas.');
});

test('one film is made at a time, and what came of it is said', async () => {
  let done = (_: string): void => {};
  made.film.mockImplementation(() => new Promise((resolve) => (done = resolve)));
  await opened();
  press('Save film');
  press('Save film');
  await vi.waitFor(() => expect(made.film).toHaveBeenCalledTimes(1));
  done('Saved as attention-fake.webm, 6 seconds.');
  await says('Saved as attention-fake.webm, 6 seconds.');
  expect(made.film).toHaveBeenCalledTimes(1);
});
