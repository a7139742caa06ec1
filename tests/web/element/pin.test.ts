// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { pin } from '../../../web/src/element/panels/pin';
import { html } from '../../../web/src/kinds/dom';

interface Entry {
  readonly boundingClientRect: { readonly bottom: number };
}
const watching: { margin: string; tell(bottom: number): void }[] = [];

/** An observer that the test drives. */
class Observer {
  readonly #entry;
  constructor(callback: (entries: Entry[]) => void, { rootMargin }: { rootMargin: string }) {
    const tell = (bottom: number) => callback([{ boundingClientRect: { bottom } }]);
    this.#entry = { margin: rootMargin, tell };
  }
  observe(): void {
    watching.push(this.#entry);
  }
  disconnect(): void {
    watching.splice(watching.indexOf(this.#entry), 1);
  }
}

function made(position: string, top: string) {
  vi.stubGlobal('IntersectionObserver', Observer);
  const stage = html('div', { class: 'stage' });
  const card = html('div', {}, html('div', { class: 'head' }), stage);
  document.body.replaceChildren(card);
  vi.spyOn(stage, 'offsetHeight', 'get').mockReturnValue(400);
  const style = { position, top };
  vi.stubGlobal('getComputedStyle', () => style);
  pin(card);
  return { card, stage, style, held: () => stage.classList.contains('held') };
}

afterEach(() => {
  watching.length = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a picture is shown smaller while its head is farther up than the picture may go, and as it is again below', () => {
  const { stage, held } = made('sticky', '-100px');
  expect(watching.map(({ margin }) => margin)).toEqual(['100px 0px 0px']);
  watching[0]?.tell(-99);
  expect(held()).toBe(false);
  watching[0]?.tell(-101);
  expect([held(), stage.style.getPropertyValue('--_held')]).toEqual([true, '0.75']);
  watching[0]?.tell(20);
  expect(held()).toBe(false);
});

test('on another screen the line that counts is another', () => {
  const { style, held } = made('sticky', '-100px');
  style.top = '-40px';
  watching[0]?.tell(-60);
  expect(watching.map(({ margin }) => margin)).toEqual(['40px 0px 0px']);
  expect(held()).toBe(true);
});

test('a picture that does not stay, or has room, is left as it is', () => {
  for (const [position, top] of [
    ['relative', 'auto'],
    ['sticky', '0px'],
  ] as const) {
    const { held } = made(position, top);
    watching.at(-1)?.tell(-1000);
    expect(held()).toBe(false);
  }
});

test('a card is watched once, and not when it has left the page', () => {
  const { card } = made('sticky', '-100px');
  pin(card);
  expect(watching).toHaveLength(1);
  card.remove();
  watching[0]?.tell(-1000);
  expect(watching).toHaveLength(0);
});
