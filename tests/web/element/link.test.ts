// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeLink } from '../../../web/src/element/link';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  history.replaceState({ page: 1 }, '', '#section-2');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('many figures and many changes rewrite the address less often than Safari allows', () => {
  const write = vi.spyOn(history, 'replaceState');
  for (let time = 0; time < 30_000; time += 20) {
    writeLink('a', `v1.x=${time}`);
    writeLink('b', `v1.x=${time}`);
    vi.advanceTimersByTime(20);
  }
  expect(write.mock.calls.length).toBeGreaterThan(50);
  expect(write.mock.calls.length).toBeLessThan(100);
  vi.advanceTimersByTime(1000);
  expect(location.hash).toBe('#section-2&a=v1.x=29980&b=v1.x=29980');
});

test('the entry of the history is replaced and what a page keeps in it stays', () => {
  const before = history.length;
  writeLink('a', 'v1.x=1');
  vi.advanceTimersByTime(1000);
  expect(location.hash).toBe('#section-2&a=v1.x=1');
  expect(history.length).toBe(before);
  expect(history.state).toEqual({ page: 1 });
  writeLink('a', undefined);
  vi.advanceTimersByTime(1000);
  expect(location.hash).toBe('#section-2');
});

test('an address that may not be written is no error', () => {
  vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  writeLink('a', 'v1.x=2');
  expect(() => vi.advanceTimersByTime(1000)).not.toThrow();
});
