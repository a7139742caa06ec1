// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Address = typeof import('../../../web/src/element/address/address');
let cameBack: Address['cameBack'];
let claimKey: Address['claimKey'];
let linkWaits: Address['linkWaits'];
let releaseKey: Address['releaseKey'];
let writeLink: Address['writeLink'];

beforeEach(async () => {
  // A page of its own each: when it has written last decides when it may again.
  vi.resetModules();
  ({ cameBack, claimKey, linkWaits, releaseKey, writeLink } = await import(
    '../../../web/src/element/address/address'
  ));
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
  expect(history.state).toMatchObject({ page: 1 });
  writeLink('a', undefined);
  vi.advanceTimersByTime(1000);
  expect(location.hash).toBe('#section-2');
});

test('a jump makes an entry at once, after what was waiting went into the entry before it', () => {
  const push = vi.spyOn(history, 'pushState');
  vi.spyOn(performance, 'now').mockReturnValue(1e6);
  const replace = vi.spyOn(history, 'replaceState');
  writeLink('a', 'v1.x=1');
  writeLink('a', 'v1.x=2', true);
  // Whole addresses: a hash alone would be one of the page's <base>.
  const page = `${location.href.split('#', 1)}`;
  expect(replace.mock.calls[0]?.[2]).toBe(`${page}#section-2&a=v1.x=1`);
  expect(push.mock.calls.map((call) => call[2])).toEqual([`${page}#section-2&a=v1.x=2`]);
  vi.advanceTimersByTime(1000);
  expect(location.hash).toBe('#section-2&a=v1.x=2');
});

test('of a burst of jumps the first makes the entry and the last is what it ends with', () => {
  const push = vi.spyOn(history, 'pushState');
  const clock = vi.spyOn(performance, 'now');
  for (let i = 0; i < 50; i++) {
    clock.mockReturnValue(2e6 + 5 * i);
    writeLink('a', `v1.x=${i}`, true);
  }
  vi.advanceTimersByTime(1000);
  expect(push).toHaveBeenCalledTimes(1);
  expect(location.hash).toBe('#section-2&a=v1.x=49');
});

test('a jump to where the address is already makes no entry', () => {
  vi.spyOn(performance, 'now').mockReturnValue(3e6);
  const push = vi.spyOn(history, 'pushState');
  writeLink('a', undefined, true);
  expect(push).not.toHaveBeenCalled();
});

test('an entry that figures wrote is told from others, and what waited for another entry is dropped', () => {
  expect(cameBack()).toBe(false);
  writeLink('a', 'v1.x=1');
  expect(cameBack()).toBe(false);
  expect(linkWaits('a')).toBe(true);
  vi.advanceTimersByTime(1000);
  writeLink('a', 'v1.x=2');
  expect(cameBack()).toBe(true);
  expect(linkWaits('a')).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(location.hash).toBe('#section-2&a=v1.x=1');
});

test('two figures of the same name have names of their own in the address, and a name that is freed is used again', () => {
  const keys = ['p', 'p', 'p'].map(claimKey);
  expect(keys).toEqual(['p', 'p-2', 'p-3']);
  releaseKey('p-2');
  expect(claimKey('p')).toBe('p-2');
  writeLink('p-3', 'v1.x=1');
  for (const key of keys) releaseKey(key);
  vi.advanceTimersByTime(1000);
  expect(location.hash).toBe('#section-2');
});

test('an address that may not be written is no error', () => {
  vi.spyOn(performance, 'now').mockReturnValue(4e6);
  vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  expect(() => writeLink('a', 'v1.x=1', true)).not.toThrow();
  writeLink('a', 'v1.x=2');
  expect(() => vi.advanceTimersByTime(1000)).not.toThrow();
});
