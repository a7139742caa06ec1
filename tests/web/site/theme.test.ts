// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addThemeButton } from '../../../web/src/article/theme';

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
