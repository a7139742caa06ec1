// @vitest-environment happy-dom
/** What a figure tells its page about quantities, and what the page can do with them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AttnFigure } from '../../../web/src/element/shell/attn-figure';
import type { Engine } from '../../../web/src/engine/api';
import type { Figure, Params } from '../../../web/src/figures/declare';
import { FakeCore, fakeFigure } from './fakes';

vi.mock('../../../web/src/figures/registry', () => ({ figures: {} }));

let figure: Figure;

class TestFigure extends AttnFigure {
  protected override loadFigure(): Promise<Figure> {
    return Promise.resolve(figure);
  }
  protected override loadEngine(): Promise<Engine> {
    return Promise.resolve(new FakeCore().engine);
  }
}
customElements.define('test-figure', TestFigure);

class NoObserver {
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', NoObserver);
  vi.stubGlobal('ResizeObserver', NoObserver);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  figure = fakeFigure(new FakeCore());
  history.replaceState(null, '', '#');
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function place(attributes: Record<string, string> = {}): TestFigure {
  const element = document.createElement('test-figure') as TestFigure;
  for (const [name, value] of Object.entries({ fig: 'fake', ...attributes }))
    element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

async function live(attributes: Record<string, string> = {}): Promise<TestFigure> {
  const element = place(attributes);
  await element.step(0);
  return element;
}

const find = (element: TestFigure, selector: string): HTMLElement =>
  element.shadowRoot?.querySelector<HTMLElement>(selector) as HTMLElement;
const rules = (element: TestFigure): string =>
  [...(element.shadowRoot?.adoptedStyleSheets.at(-1)?.cssRules ?? [])].map((rule) => rule.cssText).join('\n');

test('parameters have their values and texts, other quantities a text, and what a figure does not know has none', async () => {
  const element = await live();
  expect(element.values).toEqual({ beta: 5, layers: 60, seed: 7 });
  expect(element.quantity('beta')).toEqual({ text: '5.00', param: figure.params.beta, value: 5 });
  expect(element.quantity('z')).toEqual({ text: 'at 60' });
  for (const name of ['v', 'constructor', '__proto__']) expect(element.quantity(name)).toBeUndefined();
});

test('before the figure is live nothing is known, and no number is made up', () => {
  const element = place();
  expect(element.values).toBeUndefined();
  expect(element.quantity('beta')).toBeUndefined();
});

test('a parameter that has no effect gives way to what is in its place', async () => {
  const { params } = figure;
  const beta = { ...(params.beta as Params[string]), when: () => false };
  figure = {
    ...figure,
    params: { ...params, beta },
    quantities: () => ({ beta: '3.2, by the clock' }),
  } as Figure;
  expect((await live()).quantity('beta')).toEqual({ text: '3.2, by the clock' });
});

test('set moves a parameter as its slider does: in the control, the drawing and the address', async () => {
  const element = place();
  await element.set('layers', 30.4);
  expect(element.values).toMatchObject({ layers: 30 });
  expect((find(element, '#p-layers') as HTMLInputElement).value).toBe('30');
  expect(find(element, 'figcaption').textContent).toBe('Layer 30 at 5.');
  await element.set('layers', 1e9);
  expect(element.values).toMatchObject({ layers: 100 });
  await vi.waitFor(() => expect(location.hash).toContain('layers=100'));
});

test('set refuses what the figure does not have, and leaves what its author has fixed', async () => {
  const element = await live({ lock: 'beta' });
  await expect(element.set('gamma', 1)).rejects.toThrow(
    'set: there is no parameter “gamma”; there are beta, layers, seed',
  );
  await expect(element.set('beta', 'x')).rejects.toThrow(
    'set: beta is “x”, expected a number from 0.500 to 50.0',
  );
  await expect(element.set('toString', 1)).rejects.toThrow(RangeError);
  await expect(element.set('layers', Number.NaN)).rejects.toThrow(RangeError);
  await element.set('beta', 20);
  expect(element.values).toEqual({ beta: 5, layers: 60, seed: 7 });
});

test('a highlight lights what shows the quantity, fades the rest of the drawing, and ends', async () => {
  const element = await live();
  const before = find(element, 'svg').innerHTML;
  element.highlight('z');
  expect(rules(element)).toMatch(/svg\s*>\s*:not\(\[data-of~="z"\]/);
  element.highlight('layers');
  expect(rules(element)).toContain('[data-of~="layers"]');
  expect(rules(element)).not.toContain('svg');
  expect(find(element, '.control[data-of=layers]')).not.toBeNull();
  element.highlight();
  expect(rules(element)).toBe('');
  expect(find(element, 'svg').innerHTML).toBe(before);
});

test('a highlight starts a figure that is still far away', async () => {
  const element = place();
  element.highlight('z');
  await element.ready;
  expect(element.values).toBeDefined();
});

test('the page hears what the reader points at or has the focus on, once for each', async () => {
  const element = await live();
  const heard: (readonly string[])[] = [];
  document.addEventListener('figure-highlight', (event) => heard.push(event.detail.quantities));
  const over = (selector: string): boolean =>
    find(element, selector).dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }));
  over('svg[role=img] path');
  over('svg[role=img] path');
  over('#p-beta');
  over('figcaption');
  find(element, '#p-layers').dispatchEvent(new Event('focusin', { bubbles: true, composed: true }));
  find(element, '#p-layers').dispatchEvent(new Event('focusout', { bubbles: true, composed: true }));
  expect(heard).toEqual([['z', 'v'], ['beta'], [], ['layers'], []]);
});
