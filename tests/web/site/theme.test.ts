// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addThemeButton, setTheme, showPosters } from '../../../web/src/article/theme';

const root = document.documentElement;
const button = (): HTMLButtonElement => document.querySelector('button') as HTMLButtonElement;

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  document.body.innerHTML = '<header></header>';
  delete root.dataset.theme;
  localStorage.clear();
  addThemeButton(document.querySelector('header') as Element);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the button says what it does', () => {
  expect(button().getAttribute('aria-label')).toBe('Switch to the dark theme');
  button().click();
  expect(button().getAttribute('aria-label')).toBe('Switch to the light theme');
});

test('a choice other than the system is marked and remembered, going back forgets it', () => {
  button().click();
  expect(root.dataset.theme).toBe('dark');
  expect(localStorage.getItem('attn-theme')).toBe('dark');
  button().click();
  expect(root.dataset.theme).toBeUndefined();
  expect(localStorage.getItem('attn-theme')).toBeNull();
});

test('works where storage is blocked', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  button().click();
  expect(root.dataset.theme).toBe('dark');
});

describe('posters', () => {
  const dark = 'screen and (prefers-color-scheme: dark)';
  const narrow = '(max-width: 44rem)';
  const own = [`${dark} and ${narrow}`, dark, narrow];
  const media = (): string[] => [...document.querySelectorAll('source')].map((source) => source.media);

  beforeEach(() => {
    const sources = own.map((query) => `<source media="${query}">`).join('');
    document.body.innerHTML = `<attn-figure><picture>${sources}<img></picture></attn-figure>`;
  });

  test('follow the theme that the reader chooses, and the system again when the choice is taken back', () => {
    setTheme('dark');
    expect(media()).toEqual([
      `screen and (min-width: 0px) and ${narrow}`,
      'screen and (min-width: 0px)',
      narrow,
    ]);
    setTheme('light');
    expect(media()).toEqual(own);
  });

  test('follow it also where a picture stands without its figure: on cards of chapters, in the gallery', () => {
    document.body.innerHTML = `<div class="cover"><picture><source media="${dark}"><img></picture></div>`;
    setTheme('dark');
    expect(media()).toEqual(['screen and (min-width: 0px)']);
  });

  test('stay light in a dark system when the reader has chosen light', () => {
    root.dataset.theme = 'light';
    showPosters();
    expect(media()).toEqual([
      `screen and (max-width: 0px) and ${narrow}`,
      'screen and (max-width: 0px)',
      narrow,
    ]);
  });
});
