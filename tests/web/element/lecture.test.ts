// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fitted } from '../../../web/src/element/panels/lecture';
import { FakeCore, fakeFigure } from './fakes';
import { button, closePage, find, made, openPage, started, type TestFigure } from './page';

vi.mock('../../../web/src/figures/registry', () => ({ figures: {} }));

beforeEach(() => {
  openPage();
  vi.stubGlobal('scrollTo', () => {});
  const core = new FakeCore();
  made.engine = async () => core.engine;
  made.figure = async () => fakeFigure(core);
});
afterEach(closePage);

const box = (element: TestFigure): HTMLElement => find(element, '.box');
const full = (element: TestFigure): boolean => box(element).classList.contains('lecture');
const becomes = (element: TestFigure, is: boolean): Promise<void> =>
  vi.waitFor(() => expect(full(element)).toBe(is), { timeout: 120_000 });

function press(target: HTMLElement, key: string): boolean {
  const event = new KeyboardEvent('keydown', {
    key,
    code: key,
    bubbles: true,
    composed: true,
    cancelable: true,
  });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

/** A figure on the whole screen. */
async function shown(): Promise<TestFigure> {
  const element = await started({ fig: 'fake' });
  press(find(element, '.card'), 'f');
  await becomes(element, true);
  return element;
}

const preset = (element: TestFigure): string | undefined =>
  element.shadowRoot?.querySelector('.preset:not([hidden])')?.textContent;

test('F, its button and Escape enter and leave; nothing of the state is lost, nothing is left behind', async () => {
  const element = await started({ fig: 'fake' });
  await element.seek(7);
  const before = [element.value, element.shadowRoot?.innerHTML];
  button(element, 'Full screen').click();
  await becomes(element, true);
  expect(box(element).getAttribute('role')).toBe('dialog');
  press(find(element, '.card'), 'F');
  await becomes(element, false);
  press(find(element, '.card'), 'f');
  await becomes(element, true);
  press(find(element, '.card'), 'Escape');
  expect(full(element)).toBe(false);
  press(find(element, '.card'), 'f');
  await becomes(element, true);
  button(element, 'Leave full screen').click();
  expect(full(element)).toBe(false);
  expect(element.value).toBe(before[0]);
  const plain = (html = ''): string => html.replace(/ (style|class)="[^"]*"/g, '');
  expect(plain(element.shadowRoot?.innerHTML)).toBe(plain(before[1]));
});

test('the page keeps the place of the card, and the focus goes back to where it was', async () => {
  const element = await started({ fig: 'fake' });
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(640);
  const opener = button(element, 'Full screen');
  opener.focus();
  opener.click();
  await becomes(element, true);
  expect((box(element).nextElementSibling as HTMLElement).style.height).toBe('640px');
  expect(element.shadowRoot?.activeElement).toBe(find(element, '.card'));
  press(find(element, '.card'), 'Escape');
  expect(element.shadowRoot?.activeElement).toBe(opener);
});

test('arrows go through how it opens and the presets and around, and name and sentence of the one shown are told', async () => {
  const element = await shown();
  const card = find(element, '.card');
  expect(preset(element)).toBeUndefined();
  expect(press(card, 'ArrowRight')).toBe(true);
  await vi.waitFor(() => expect(preset(element)).toBe('wide It is wide.'));
  press(card, 'ArrowRight');
  await vi.waitFor(() => expect(preset(element)).toBe('short It is short.'));
  expect(element.values).toMatchObject({ layers: 12 });
  press(card, 'ArrowRight');
  await vi.waitFor(() => expect(preset(element)).toBeUndefined());
  const opened = element.value;
  press(card, 'ArrowRight');
  await vi.waitFor(() => expect(preset(element)).toBe('wide It is wide.'));
  press(card, 'PageUp');
  await vi.waitFor(() => expect(preset(element)).toBeUndefined());
  expect(element.value).toBe(opened);
  press(card, 'PageUp');
  await vi.waitFor(() => expect(preset(element)).toBe('short It is short.'));
});

test('where it opens with one of its presets, that is how it opens', async () => {
  const element = await started({ fig: 'fake', state: 'v1.layers=12,t=3' });
  const card = find(element, '.card');
  press(card, 'f');
  await becomes(element, true);
  for (const [key, says] of [
    ['ArrowRight', 'wide It is wide.'],
    ['ArrowRight', 'short It is short.'],
    ['ArrowLeft', 'wide It is wide.'],
    ['ArrowLeft', 'short It is short.'],
  ] as const) {
    press(card, key);
    await vi.waitFor(() => expect(preset(element)).toBe(says));
  }
});

test('a preset that is not offered is passed over, and the others are told with what they say', async () => {
  const element = await started({ fig: 'fake', lock: 'beta', state: 'v1.layers=12,t=3' });
  const card = find(element, '.card');
  press(card, 'f');
  await becomes(element, true);
  expect(preset(element)).toBe('short It is short.');
  for (const key of ['ArrowRight', 'PageDown', 'ArrowLeft']) {
    press(card, key);
    await vi.waitFor(() => expect(preset(element)).toBe('short It is short.'));
  }
});

test('a remote control pages from a slider too, and Space plays on the card', async () => {
  const element = await shown();
  press(find(element, '#p-beta'), 'PageDown');
  await vi.waitFor(() => expect(preset(element)).toBe('wide It is wide.'));
  expect(press(find(element, '.field'), 'PageDown')).toBe(false);
  expect(press(find(element, '.card'), ' ')).toBe(true);
  expect(find(element, '.play').getAttribute('aria-label')).toBe('Pause');
  press(find(element, '.card'), ' ');
  expect(find(element, '.play').getAttribute('aria-label')).toBe('Play');
});

test('a preset that is shown already is told with what it says', async () => {
  const element = await started({ fig: 'fake', state: 'v1.beta=20' });
  button(element, 'Full screen').click();
  await becomes(element, true);
  expect(preset(element)).toBe('wide It is wide.');
  press(find(element, '.card'), 'Escape');
  expect(find(element, '.claim').hidden).toBe(false);
});

test('a control that has the focus keeps its arrows, and no key reaches the page until the card is back in it', async () => {
  const element = await shown();
  const heard: string[] = [];
  const hear = (event: Event): void => void heard.push((event as KeyboardEvent).key);
  document.addEventListener('keydown', hear);
  for (const control of ['#p-beta', '.scrubber', '.play', '.field'])
    press(find(element, control), 'ArrowRight');
  expect(preset(element)).toBeUndefined();
  for (const key of ['ArrowRight', 'PageDown', ' ', 'q', 'Escape']) press(find(element, '.card'), key);
  expect(heard).toEqual([]);
  press(find(element, '.card'), 'q');
  expect(heard).toEqual(['q']);
  document.removeEventListener('keydown', hear);
});

test('a dot follows the mouse and not the finger', async () => {
  const element = await shown();
  const dot = find(element, '.dot');
  const move = (pointerType: string, x: number): void => {
    const event = new PointerEvent('pointermove', { clientX: x, clientY: 20, pointerType });
    box(element).dispatchEvent(event);
  };
  move('touch', 10);
  expect(dot.classList.contains('there')).toBe(false);
  move('mouse', 30);
  expect(dot.classList.contains('there')).toBe(true);
  expect(dot.style.transform).toBe('translate(30px,20px)');
  box(element).dispatchEvent(new PointerEvent('pointerleave'));
  expect(dot.classList.contains('there')).toBe(false);
});

test('where the browser has a full screen it is the card that fills it, and who leaves it by the browser’s own key leaves', async () => {
  const asked = vi.fn(async function (this: HTMLElement) {
    Object.defineProperty(this.getRootNode(), 'fullscreenElement', { value: this, configurable: true });
  });
  Object.assign(HTMLElement.prototype, { requestFullscreen: asked });
  try {
    const element = await shown();
    expect(asked.mock.contexts).toEqual([box(element)]);
    await vi.waitFor(() => expect(box(element).popover ?? null).toBeNull());
    Object.defineProperty(element.shadowRoot, 'fullscreenElement', { value: null, configurable: true });
    document.dispatchEvent(new Event('fullscreenchange'));
    expect(full(element)).toBe(false);
  } finally {
    delete (HTMLElement.prototype as Partial<HTMLElement>).requestFullscreen;
  }
});

test('where it is refused the card fills the window above everything else', async () => {
  const opened = vi.fn();
  const refuse = (): Promise<never> => Promise.reject(new TypeError('not allowed'));
  Object.assign(HTMLElement.prototype, { requestFullscreen: refuse, showPopover: opened });
  try {
    const element = await shown();
    await vi.waitFor(() => expect(opened.mock.contexts).toEqual([box(element)]));
    press(find(element, '.card'), 'Escape');
    expect(box(element).hasAttribute('popover')).toBe(false);
  } finally {
    for (const name of ['requestFullscreen', 'showPopover'])
      delete (HTMLElement.prototype as unknown as Record<string, unknown>)[name];
  }
});

test('a picture is drawn as large as its room has place for, narrower where it would be flat', () => {
  const flat = fitted(() => 400, 1600, 800);
  expect(flat.width * flat.times).toBeLessThanOrEqual(1600);
  expect(400 * flat.times).toBeCloseTo(800);
  // Panels that stand under each other below 700 px: beside each other they are larger in a room that is wide.
  const panels = fitted((width) => (width < 700 ? 900 : 400), 1600, 800);
  expect(panels.width).toBeGreaterThanOrEqual(700);
  expect(fitted((width) => (width < 700 ? 900 : 400), 500, 1400).width).toBeLessThan(700);
  // On a phone a high picture stays as large as it is on the page.
  expect(fitted(() => 900, 360, 400).times).toBeLessThan(0.5);
  expect(fitted(() => 900, 360, 400, 1).times).toBeGreaterThanOrEqual(1);
});
