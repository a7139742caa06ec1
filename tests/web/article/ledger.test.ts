// @vitest-environment happy-dom
/** What the ledger page says while an entry is recomputed, and what it makes of an address. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const engine = vi.hoisted(() => ({ open: vi.fn() }));
vi.mock('../../../web/src/engine/client', () => ({ sharedEngine: () => engine }));
vi.mock('../../../web/src/article/ledger.css', () => ({}));

const frame = (done: number) => ({ done, seeds: 3, mean: 0.5, sd: 0, values: [0.5] });

async function opened(): Promise<{ press(): void; said(): string }> {
  document.body.innerHTML = `<form class="filter" hidden><output name="result"></output><output name="progress"></output></form>
    <section class="paper"><article class="entry" id="004.a" data-mean="0.5"><p class="entry-foot"></p></article></section>`;
  vi.resetModules();
  await import('../../../web/src/article/ledger');
  const entry = document.querySelector('.entry') as HTMLElement;
  return {
    press: () => entry.querySelector<HTMLElement>('.run')?.click(),
    said: () => entry.querySelector('output')?.value ?? '',
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  engine.open.mockReset();
  history.replaceState(null, '', '#');
});
afterEach(() => {
  vi.useRealTimers();
});

test('an address that cannot be decoded is the address of nothing', async () => {
  history.replaceState(null, '', '#%');
  await opened();
  // It has come to its end.
  expect(document.querySelector<HTMLElement>('.filter')?.hidden).toBe(false);
  expect(() => dispatchEvent(new Event('hashchange'))).not.toThrow();
});

test('what is silent for a second is said to be under way still, until there is news', async () => {
  let answer: (run: object) => void = () => {};
  engine.open.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const { press, said } = await opened();
  press();
  await vi.advanceTimersByTimeAsync(900);
  expect(said()).toBe('Computing …');
  await vi.advanceTimersByTimeAsync(200);
  expect(said()).toBe('Still computing …');
  const more: ((refined: object) => void)[] = [];
  answer({
    first: frame(0),
    refines: true,
    refine: () => new Promise((resolve) => more.push(resolve)),
    dispose() {},
  });
  await vi.advanceTimersByTimeAsync(10);
  more[0]?.({ frame: frame(1), done: false });
  await vi.advanceTimersByTimeAsync(10);
  expect(said()).toBe('Computing seed 2 of 3 …');
  await vi.advanceTimersByTimeAsync(1100);
  expect(said()).toBe('Still computing seed 2 of 3 …');
  more[1]?.({ frame: frame(3), done: true });
  await vi.advanceTimersByTimeAsync(5000);
  expect(said()).toBe('Here: 0.5000, the same as above to the last bit.');
});
