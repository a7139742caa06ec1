// @vitest-environment happy-dom
/** What the page's address has to do with a figure that plays, is removed, keeps a run, or uses no address at all. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromHash } from '../../../web/src/element/address/state';
import type { Figure } from '../../../web/src/figures/declare';
import { type Call, FakeCore, fakeFigure } from './fakes';
import { button, closePage, find, made, near, openPage, place, started, type TestFigure } from './page';

let core: FakeCore;
beforeEach(() => {
  openPage();
  core = new FakeCore();
  made.figure = async () => ({ ...fakeFigure(core), compares: true }) as Figure;
  made.engine = async () => core.engine;
});
afterEach(() => {
  vi.useRealTimers();
  closePage();
});

const live = (attributes: Record<string, string> = {}): Promise<TestFigure> =>
  started({ fig: 'fake', id: 'mine', motion: 'full', ...attributes });
const rest = (ms = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Longer than an address waits to be written, and a sentence to be read out. */
const long = 1200;
const patient = { timeout: 120_000 };
const spoken = (element: TestFigure): string | null =>
  find(element, 'p[role=status].visually-hidden').textContent;
const kept = (element: TestFigure): string => {
  const line = find(element, '.kept');
  return line.hidden ? '' : (line.textContent ?? '');
};
/** Another entry of the history, as the back button brings one that figures wrote. */
function come(hash: string, back = false): void {
  history.replaceState(back ? { 'attn-figures': true } : null, '', hash);
  dispatchEvent(new Event('hashchange'));
}

describe('a figure that plays', () => {
  const frames: ((now: number) => void)[] = [];
  beforeEach(() => {
    frames.length = 0;
    vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) => frames.push(callback));
    vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0));
  });
  const tick = async (now: number): Promise<void> => {
    for (const frame of frames.splice(0)) frame(now);
    await rest();
  };

  test('says nothing and leaves the address alone until it stands again', async () => {
    const element = await live();
    button(element, 'Step back').click();
    await element.seek(3);
    await vi.waitFor(() => expect(fromHash(location.hash, 'mine')).toMatch(/t=3$/), patient);
    element.play();
    for (let now = 0; now < 1000; now += 200) await tick(now);
    await rest(long);
    expect(element.playing).toBe(true);
    expect(spoken(element)).toBe('');
    expect(fromHash(location.hash, 'mine')).toMatch(/t=3$/);
    element.pause();
    const [, t] = /t=(\d+)$/.exec(element.value) ?? [];
    expect(Number(t)).toBeGreaterThan(3);
    await vi.waitFor(() => expect(spoken(element)).toBe(`Layer ${t} at 5.`), patient);
    expect(fromHash(location.hash, 'mine')).toMatch(new RegExp(`t=${t}$`));
  });

  test('stops where a change is taken back, and stays there', async () => {
    const element = await live();
    await element.set('beta', 9);
    await element.seek(2);
    element.play();
    await tick(0);
    await element.undo();
    expect(element.playing).toBe(false);
    for (let now = 1000; now < 2000; now += 200) await tick(now);
    expect(element.value).toBe('v1.beta=5,layers=60,seed=7,t=60');
  });
});

test('a figure that is removed before it has said its sentence does not say it any more', async () => {
  const element = await live();
  const voice = find(element, 'p[role=status].visually-hidden');
  button(element, 'Step back').click();
  await rest();
  element.remove();
  await rest(long);
  expect(voice.textContent).toBe('');
});

test('a figure that is removed before its better frame is drawn does not draw it any more', async () => {
  const waiting = new Map<number, FrameRequestCallback>();
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => {
    waiting.set(waiting.size + 1, draw);
    return waiting.size;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => waiting.delete(id));
  core.refinements = 5;
  const element = await live();
  await rest();
  expect(waiting.size).toBe(1);
  element.remove();
  await rest();
  expect(waiting.size).toBe(0);
});

test('another figure in the same element starts with its own state, not with that of the first', async () => {
  const element = await live();
  await element.seek(12);
  element.setAttribute('fig', 'other');
  await rest();
  await started({ fig: 'fake', id: 'bystander' });
  expect(element.value).toBe('');
});

test('an address that has a figure twice is told where it is read, and not where it is not', async () => {
  history.replaceState(null, '', '#mine=v1.beta=9&mine=v1.beta=8&deaf=v1.beta=9&deaf=v1.beta=8');
  const element = await live();
  expect(find(element, '.notes').textContent).toContain('twice');
  expect(element.value).toContain('beta=9');
  const deaf = await live({ id: 'deaf', link: 'off' });
  expect(find(deaf, '.notes').hidden).toBe(true);
});

test('an address that changes to one that has a figure twice is told, too', async () => {
  const element = await live();
  come('#mine=v1.beta=9&mine=v1.beta=8');
  await vi.waitFor(() => expect(element.value).toContain('beta=9'));
  expect(find(element, '.notes').textContent).toContain('twice');
});

test('what waits to be written is not written over an entry that the reader has gone back to, before the page is told of it', async () => {
  const element = await live();
  await element.set('beta', 9);
  button(element, 'Step back').click();
  await rest(200);
  // A busy browser has another entry now, and says so by and by.
  history.replaceState({ 'attn-figures': true }, '', '#mine=v1.beta=7,seed=7,t=1');
  dispatchEvent(new Event('popstate'));
  await rest(long);
  expect(location.hash).toContain('beta=7');
  dispatchEvent(new Event('hashchange'));
  await vi.waitFor(() => expect(element.value).toContain('beta=7'), patient);
});

test('a figure that is taken out before its first picture, and put back, is ready once that is drawn', async () => {
  core.manual = true;
  const element = place({ fig: 'fake' });
  near(element);
  await vi.waitFor(() => expect(core.calls).toHaveLength(1));
  element.remove();
  await vi.waitFor(() => expect(core.calls).toEqual([]));
  document.body.append(element);
  const { ready } = element;
  near(element);
  await vi.waitFor(() => expect(core.calls).toHaveLength(1));
  core.calls[0]?.answer();
  await expect(ready).resolves.toBeUndefined();
});

test('a figure that is moved right after a change was taken back shows what it showed, and not what the address still says', async () => {
  const element = await live();
  const start = element.value;
  button(element, 'Step back').click();
  await vi.waitFor(() => expect(fromHash(location.hash, 'mine')).toMatch(/t=59$/), patient);
  button(element, 'Step').click();
  await rest(30);
  expect(element.value).toBe(start);
  element.remove();
  await rest();
  document.body.append(element);
  near(element);
  await element.ready;
  expect(element.value).toBe(start);
});

test('a figure that is removed listens to the page no more', async () => {
  const listening = new Set<unknown>();
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((_type, heard) => void listening.add(heard));
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation(
    (_type, heard) => void listening.delete(heard),
  );
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: (_type: string, heard: unknown) => listening.add(heard),
    removeEventListener: (_type: string, heard: unknown) => listening.delete(heard),
  }));
  const element = await live();
  expect(listening.size).toBeGreaterThan(1);
  element.remove();
  await rest();
  expect(listening.size).toBe(0);
});

test('a preset leaves what the author has locked as it is', async () => {
  const element = await live({ lock: 'beta', state: 'v1.beta=9' });
  button(element, 'short').click();
  await rest();
  expect(element.value).toBe('v1.beta=9,layers=12,seed=7,t=3');
});

describe('a kept run of the address', () => {
  /** The calls that compute a run with another parameter than what is shown. */
  const calls = (beta: number): readonly Call[] => core.calls.filter((call) => call.beta === beta);
  const alive = (beta: number): readonly Call[] => calls(beta).filter((call) => !call.signal?.aborted);
  const answer = async (all: readonly Call[]): Promise<void> => {
    core.manual = false;
    for (const call of all) call.answer();
    await rest(50);
  };

  test('is drawn behind what is shown, and let go with the entry of the history that has none', async () => {
    history.replaceState(null, '', '#mine.kept=v1.beta=9,t=3');
    const element = await live();
    await vi.waitFor(() => expect(kept(element)).toContain('9'), patient);
    // An anchor says nothing of figures.
    come('#section-2');
    await rest();
    expect(kept(element)).toContain('9');
    come('#other=v1.x=1', true);
    await vi.waitFor(() => expect(kept(element)).toBe(''), patient);
  });

  test('is not read with link="off", nor is an entry of the history that figures wrote', async () => {
    history.replaceState(null, '', '#mine.kept=v1.beta=9,t=3');
    const element = await live({ link: 'off' });
    await element.seek(4);
    come('#mine.kept=v1.beta=9,t=3', true);
    await rest(50);
    expect(kept(element)).toBe('');
    expect(core.opened).toBe(1);
    expect(element.value).toContain('t=4');
  });

  test('that another one replaces while it is computed is given up', async () => {
    const element = await live();
    core.manual = true;
    come('#mine=v1.beta=5&mine.kept=v1.beta=9,t=3');
    await vi.waitFor(() => expect(alive(9)).toHaveLength(1), patient);
    come('#mine=v1.beta=5&mine.kept=v1.beta=20,t=3');
    await vi.waitFor(() => expect(alive(20)).toHaveLength(1), patient);
    expect(alive(9)).toEqual([]);
    const first = calls(9);
    await answer(calls(20));
    await vi.waitFor(() => expect(kept(element)).toContain('20.0'), patient);
    await answer(first);
    expect(kept(element)).toContain('20.0');
  });

  test('that the reader replaces by one of their own while it is computed is given up', async () => {
    history.replaceState(null, '', '#mine=v1.beta=5');
    const element = await live();
    core.manual = true;
    come('#mine=v1.beta=5&mine.kept=v1.beta=9,t=3');
    await vi.waitFor(() => expect(alive(9)).toHaveLength(1), patient);
    await element.keep();
    await answer(calls(9));
    expect(kept(element)).toContain('the same parameters');
  });

  test('that the reader has kept is in the address, and in a link to what is shown', async () => {
    const element = await live();
    await element.seek(3);
    await element.keep();
    await element.seek(9);
    await vi.waitFor(() => expect(fromHash(location.hash, 'mine.kept')).toMatch(/t=3$/), patient);
    const write = vi.fn((_text: string) => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText: write } });
    button(element, 'Copy link').click();
    await vi.waitFor(() => expect(write).toHaveBeenCalledOnce());
    const { hash } = new URL(write.mock.calls[0]?.[0] as string);
    expect(['mine', 'mine.kept'].map((key) => /t=(\d+)$/.exec(fromHash(hash, key) ?? '')?.[1])).toEqual([
      '9',
      '3',
    ]);
  });

  test('ends with the figure', async () => {
    const element = await live();
    core.manual = true;
    come('#mine=v1.beta=5&mine.kept=v1.beta=9,t=3');
    await vi.waitFor(() => expect(alive(9)).toHaveLength(1), patient);
    element.remove();
    await rest();
    expect(alive(9)).toEqual([]);
  });
});

describe('the figure that an address names', () => {
  /** Elements of a page that has just been opened: each page brings one figure into view, and that once. */
  async function opened(name: string, type: string, ids: readonly string[]): Promise<string[]> {
    vi.resetModules();
    const { AttnFigure } = await import('../../../web/src/element/shell/attn-figure');
    customElements.define(name, class extends AttnFigure {});
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
    const brought: string[] = [];
    for (const id of ids) {
      const element = document.createElement(name);
      element.id = id;
      element.getBoundingClientRect = () => ({ top: 5000 }) as DOMRect;
      element.scrollIntoView = () => brought.push(id);
      document.body.append(element);
      // It may be taken out and put back later: that is no link.
      element.remove();
      await rest();
      document.body.append(element);
    }
    return brought;
  }

  test('first is brought into view when its reader comes by a link, once', async () => {
    history.replaceState(null, '', '#one=v1.beta=9&two=v1.beta=8');
    expect(await opened('figure-of-a-link', 'navigate', ['two', 'one', 'one'])).toEqual(['one']);
  });

  test.each(['reload', 'back_forward'])('stays where it was at a %s', async (type) => {
    history.replaceState(null, '', '#one=v1.beta=9');
    expect(await opened(`figure-of-a-${type.replace('_', '-')}`, type, ['one'])).toEqual([]);
  });
});
