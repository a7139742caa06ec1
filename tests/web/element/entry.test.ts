// @vitest-environment happy-dom
/** One figure's part of the page's address. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Entry } from '../../../web/src/element/address/address';

let entry: Entry;
const figure = {
  restore: vi.fn((_text: string | undefined, _about: readonly string[]) => Promise.resolve()),
  ghost: undefined as string | undefined,
  restoreGhost: vi.fn((_text: string | undefined) => Promise.resolve()),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockReturnValue(1e6);
  history.replaceState(null, '', '#');
  figure.ghost = undefined;
  entry = new Entry('mine', () => figure);
});
afterEach(() => {
  entry.release();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

/** The page comes to another address. */
function come(hash: string, by: object | null = null): void {
  history.replaceState(by, '', hash);
  dispatchEvent(new Event('hashchange'));
}

test('what the address says is read and followed, with a sentence about what it says twice', () => {
  history.replaceState(null, '', '#mine=v1.a=1&mine=v1.a=2');
  const twice = ['The link gives this figure twice; the first state is shown.'];
  expect(entry.read()).toEqual({ text: 'v1.a=1', about: twice });
  come('#mine=v1.a=3');
  expect(figure.restore.mock.calls).toEqual([['v1.a=3', []]]);
  entry.release();
  come('#mine=v1.a=4');
  expect(figure.restore).toHaveBeenCalledTimes(1);
});

test('a ghost has an entry of its own, and is computed where it is another one', () => {
  come('#mine=v1.a=1&mine.kept=v1-3.a=4');
  expect(figure.restoreGhost.mock.calls).toEqual([['v1-3.a=4']]);
  figure.ghost = 'v1.a=4';
  come('#mine=v1.a=2&mine.kept=v1-3.a=4');
  expect(figure.restoreGhost).toHaveBeenCalledTimes(1);
  expect(entry.addressOf('v1.a=2')).toMatch(/#mine=v1-3\.a=2&mine\.kept=v1-3\.a=4$/);
  // Of an anchor nothing follows; of an entry that figures wrote, that there is no ghost.
  come('#section-2');
  expect(figure.restoreGhost).toHaveBeenCalledTimes(1);
  come('#section-2', { 'attn-figures': true });
  expect(figure.restoreGhost).toHaveBeenLastCalledWith(undefined);
});

test('the entry that a link to a state is followed from is marked, links of other kinds mark nothing', () => {
  const faults = vi.fn();
  addEventListener('error', faults);
  document.body.insertAdjacentHTML(
    'beforeend',
    '<svg><a href="#mine=v1.beta=9"></a></svg><a href="#section-2"></a><a href="#mine=v1.beta=9"></a>',
  );
  const [drawn, anchor, link] = document.querySelectorAll('a');
  for (const other of [drawn, anchor]) {
    other?.dispatchEvent(new Event('click', { bubbles: true }));
    expect(history.state).toBeNull();
  }
  link?.dispatchEvent(new Event('click', { bubbles: true }));
  expect(history.state).toEqual({ 'attn-figures': true });
  removeEventListener('error', faults);
  for (const other of document.querySelectorAll('svg, a')) other.remove();
  expect(faults).not.toHaveBeenCalled();
});

test('what it has written itself is no news', () => {
  entry.write('v1.a=1', false);
  vi.runAllTimers();
  expect(location.hash).toBe('#mine=v1-3.a=1');
  dispatchEvent(new Event('hashchange'));
  expect(figure.restore).not.toHaveBeenCalled();
  entry.write(undefined, false);
  vi.runAllTimers();
  expect(location.hash).toBe('');
});

test.each([
  ['reload', '#mine=v1.a=1', 600, 0],
  ['navigate', '#other=v1.a=1&mine=v1.a=1', 600, 0],
  ['navigate', '#mine=v1.a=1', 300, 0],
  ['navigate', '#mine=v1.a=1', 600, 1],
])(
  'by %s to %s the figure at %d comes into view %d times, however often it is put there',
  async (type, hash, top, times) => {
    vi.resetModules();
    const { Entry } = await import('../../../web/src/element/address/address');
    const own = new Entry('mine', () => undefined);
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
    vi.stubGlobal('innerHeight', 800);
    history.replaceState(null, '', hash);
    const scrollIntoView = vi.fn();
    const element = { getBoundingClientRect: () => ({ top }), scrollIntoView } as unknown as Element;
    own.comeIntoView(element);
    own.comeIntoView(element);
    expect(scrollIntoView).toHaveBeenCalledTimes(times);
    own.release();
    vi.unstubAllGlobals();
  },
);
