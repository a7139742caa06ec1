// @vitest-environment happy-dom
/** Which figures the gallery shows for what a reader types. */
import { beforeEach, expect, test, vi } from 'vitest';

const item = (name: string, words: string): string =>
  `<li data-words="${words}"><article><h3><a href="figures/${name}.html">${name}</a></h3><p>It is ${name}.</p></article></li>`;

async function opened(query = ''): Promise<{ type(text: string): void; shown(): string[]; said(): string }> {
  history.replaceState(null, '', `/gallery.html${query}`);
  document.body.innerHTML = `<form class="find" hidden><input type="search" name="q"><output name="result"></output></form>
    <section class="wall"><h2>Chapter 1: forms</h2><ul>${item('ruler', 'metric M')}${item('memory', 'beta Hopfield')}</ul></section>
    <section class="wall"><h2>Chapter 2: noise</h2><ul>${item('particles', 'beta mean shift')}</ul></section>`;
  vi.resetModules();
  await import('../../../web/src/article/gallery');
  const field = document.querySelector('input') as HTMLInputElement;
  return {
    type: (text) => {
      field.value = text;
      field.dispatchEvent(new Event('input'));
    },
    shown: () =>
      [...document.querySelectorAll('section:not([hidden]) li:not([hidden]) a')].map((a) => a.textContent),
    said: () => document.querySelector('output')?.value ?? '',
  };
}

beforeEach(() => history.replaceState(null, '', '/'));

test('all of them until something is typed, and then those that have every word, whatever its case', async () => {
  const { type, shown, said } = await opened();
  expect(document.querySelector('form')?.hidden).toBe(false);
  expect(shown()).toEqual(['ruler', 'memory', 'particles']);
  for (const [typed, names] of [
    ['beta', ['memory', 'particles']],
    ['β', ['memory', 'particles']],
    ['BETA shift', ['particles']],
    ['it is ruler', ['ruler']],
    ['chapter 1', ['ruler', 'memory']],
    ['nothing of this', []],
    [' ', ['ruler', 'memory', 'particles']],
  ] as const) {
    type(typed);
    expect(shown(), typed).toEqual(names);
    expect(said()).toBe(`${names.length} of 3 figures`);
  }
});

test('the address says what was typed, and is taken at its word', async () => {
  const { type } = await opened();
  type('mean shift');
  expect(location.search).toBe('?q=mean+shift');
  type('');
  expect(location.search).toBe('');
  const again = await opened('?q=noise');
  expect(again.shown()).toEqual(['particles']);
});
