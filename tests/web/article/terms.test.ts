// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { explainTerms } from '../../../web/src/article/terms';

const page = `<dl><div id="margin"><dt><dfn>margin</dfn> <span class="also"><i>room</i></span></dt>
  <dd>How far it is. <a href="x.html">See it</a></dd></div></dl>`;
const answer = vi.fn(async () => new Response(page));

let link: HTMLAnchorElement;
let other: HTMLAnchorElement;
beforeEach(() => {
  vi.stubGlobal('fetch', answer);
  answer.mockClear();
  document.body.innerHTML = `<a class="term" href="/glossary.html#margin">margins</a>
    <a class="term" href="/glossary.html#nothing">nothing</a>`;
  [link, other] = document.querySelectorAll<HTMLAnchorElement>('a.term') as unknown as [
    HTMLAnchorElement,
    HTMLAnchorElement,
  ];
  explainTerms();
});
afterEach(() => {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  vi.unstubAllGlobals();
});

const tip = (): HTMLElement => document.querySelector('.term-tip') as HTMLElement;
const settle = (): Promise<unknown> => new Promise((done) => setTimeout(done, 5));
const point = (type: string, pointerType: string): boolean =>
  link.dispatchEvent(new PointerEvent(type, { pointerType, bubbles: true }));
const click = (at: HTMLElement): boolean =>
  at.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

test('a word that is pointed at shows its entry without the way to the figure, and says so aloud', async () => {
  point('pointerenter', 'mouse');
  await settle();
  expect(tip().hidden).toBe(false);
  expect(tip().querySelector('b')?.textContent).toBe('margin');
  expect(tip().textContent).toBe('marginroomHow far it is.');
  expect(link.getAttribute('aria-describedby')).toBe('term-tip');
});

test('Escape hides it, and what is not a word does', async () => {
  point('pointerenter', 'mouse');
  await settle();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(tip().hidden).toBe(true);
  expect(link.hasAttribute('aria-describedby')).toBe(false);
  point('pointerenter', 'mouse');
  await settle();
  expect(tip().hidden).toBe(false);
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  expect(tip().hidden).toBe(true);
});

test('the first tap shows it, the second follows the link; a mouse follows it at once', async () => {
  const followed = vi.fn((event: Event) => event.preventDefault());
  point('pointerdown', 'touch');
  expect(click(link)).toBe(false);
  await settle();
  expect(tip().hidden).toBe(false);
  document.addEventListener('click', followed);
  point('pointerdown', 'touch');
  link.addEventListener('click', ({ defaultPrevented }) => expect(defaultPrevented).toBe(false), {
    once: true,
  });
  click(link);
  point('pointerdown', 'mouse');
  link.addEventListener('click', ({ defaultPrevented }) => expect(defaultPrevented).toBe(false), {
    once: true,
  });
  click(link);
  document.removeEventListener('click', followed);
  expect(followed).toHaveBeenCalledTimes(2);
});

test('a word without an entry is a link and no more, and the glossary is asked for again', async () => {
  other.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
  await settle();
  expect(tip().hidden).toBe(true);
  point('pointerenter', 'mouse');
  await settle();
  expect(tip().hidden).toBe(false);
  expect(answer).toHaveBeenCalledTimes(2);
});
