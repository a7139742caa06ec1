// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addCopyButtons } from '../../../web/src/article/copy';

const button = (): HTMLButtonElement => document.querySelector('button') as HTMLButtonElement;
const clipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText } });

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<pre><code>a &lt; b\nc</code></pre><pre>no code</pre>';
  addCopyButtons();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a block of code has a button, and nothing else has', () => {
  expect(document.querySelectorAll('button')).toHaveLength(1);
});

test('the button copies the code alone, says so, and offers it again', async () => {
  const copied: string[] = [];
  clipboard(async (text) => void copied.push(text));
  button().click();
  await vi.advanceTimersByTimeAsync(0);
  expect(copied).toEqual(['a < b\nc']);
  expect(button().textContent).toBe('Copied');
  await vi.advanceTimersByTimeAsync(3000);
  expect(button().textContent).toBe('Copy');
});

test('where the clipboard is refused the code is selected', async () => {
  clipboard(() => Promise.reject(new DOMException('refused', 'NotAllowedError')));
  button().click();
  await vi.advanceTimersByTimeAsync(0);
  expect(button().textContent).toBe('Selected');
  expect(String(getSelection())).toBe('a < b\nc');
});
