// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromHash } from '../../../web/src/element/address/state';
import { AttnFigure } from '../../../web/src/element/shell/attn-figure';
import { defineAttnFigure } from '../../../web/src/element/shell/define';
import type { Figure } from '../../../web/src/figures/declare';
import { FakeCore, fakeFigure } from './fakes';
import {
  button,
  closePage,
  find,
  made,
  near,
  Observer,
  openPage,
  place as placed,
  started,
  type TestFigure,
} from './page';

vi.mock('../../../web/src/figures/registry', () => ({ figures: {} }));

let core: FakeCore;
let load: (fig: string) => Promise<Figure>;
made.figure = (fig) => load(fig);

beforeEach(() => {
  openPage();
  core = new FakeCore();
  made.engine = async () => core.engine;
  load = async () => fakeFigure(core);
});
afterEach(closePage);

const place = (attributes: Record<string, string> = {}): TestFigure => placed({ fig: 'fake', ...attributes });
const live = (attributes: Record<string, string> = {}): Promise<TestFigure> =>
  started({ fig: 'fake', ...attributes });
/** The place of the first mark, a disc of radius 4. */
const mark = (element: TestFigure): string | undefined => {
  const d = element.shadowRoot?.querySelector('svg[role=img] path')?.getAttribute('d');
  const [, left, y] = /^M(\S+) (\S+?)a4 4 /.exec(d ?? '') ?? [];
  return left && `${Number(left) + 4} ${y}`;
};
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
/** For what the element fetches when it is asked for. */
const patient = { timeout: 120_000 };
const slide = (element: TestFigure, value: number): void => {
  const range = find(element, '#p-layers') as HTMLInputElement;
  range.value = String(value);
  range.dispatchEvent(new Event('input'));
};

test('nothing is fetched before the figure comes near', async () => {
  const loading = vi.fn(load);
  load = loading;
  const element = place();
  await rest();
  expect(loading).not.toHaveBeenCalled();
  near(element);
  await element.ready;
  expect(loading).toHaveBeenCalledWith('fake');
});

test('the poster stays until the first drawing', async () => {
  core.manual = true;
  const element = place();
  near(element);
  await rest();
  expect(element.shadowRoot?.querySelector('slot')).not.toBeNull();
  core.calls[0]?.answer();
  await element.ready;
  expect(element.shadowRoot?.querySelector('slot')).toBeNull();
  expect(mark(element)).toBe('60 5');
});

test('the caption is the text alternative of the picture', async () => {
  const element = await live();
  const named = find(element, 'svg[role=img]').getAttribute('aria-labelledby');
  expect(find(element, `#${named}`)).toBe(find(element, 'figcaption'));
  expect(find(element, 'figcaption').textContent).toBe('Layer 60 at 5.');
  // Once for the ear.
  expect(find(element, 'figcaption').getAttribute('aria-hidden')).toBe('true');
  expect([...find(element, 'figcaption').querySelectorAll('b')].map((b) => b.textContent)).toEqual([
    '60',
    '5',
  ]);
});

test('it is ready once, and says so with its number of steps', async () => {
  const heard: unknown[] = [];
  document.addEventListener('figure-ready', (e) => heard.push(e.detail), { once: true });
  const element = await live();
  const value = 'v1.beta=5,layers=60,seed=7,t=60';
  expect(heard).toEqual([{ fig: 'fake', value, state: value, steps: 60 }]);
  expect(element.steps).toBe(60);
});

test('seek, step and reset resolve when their state is drawn', async () => {
  const element = await live();
  await element.seek(10);
  expect(mark(element)).toBe('10 5');
  await element.step();
  await element.step(-3);
  expect(mark(element)).toBe('8 5');
  await element.seek(1e9);
  expect(mark(element)).toBe('60 5');
  await element.seek(-4);
  expect(mark(element)).toBe('0 5');
  await expect(element.seek(Number.NaN)).rejects.toThrow('not a number');
  await element.reset();
  expect(element.value).toBe('v1.beta=5,layers=60,seed=7,t=60');
});

test('a script may seek a figure that is still far away', async () => {
  const element = place();
  await element.seek(4);
  expect(mark(element)).toBe('4 5');
});

test('a parameter keeps the step, within the new timeline, and the end stays the end', async () => {
  const element = await live();
  await element.seek(40);
  slide(element, 50);
  await rest();
  expect(element.value).toContain('layers=50,seed=7,t=40');
  slide(element, 30);
  await rest();
  expect(element.value).toContain('layers=30,seed=7,t=30');
  slide(element, 80);
  await rest();
  expect(element.value).toContain('layers=80,seed=7,t=80');
  expect(core.alive).toBe(1);
});

test('a preset sets its parameters and its step, and says what to look for', async () => {
  const element = await live();
  button(element, 'short').click();
  await rest();
  expect(element.value).toBe('v1.beta=5,layers=12,seed=7,t=3');
  expect(find(element, '.says').textContent).toBe('It is short.');
  expect(button(element, 'short').getAttribute('aria-pressed')).toBe('true');
  slide(element, 13);
  expect(button(element, 'short').getAttribute('aria-pressed')).toBe('false');
  expect(find(element, '.says').textContent).not.toBe('It is short.');
  button(element, 'Reset').click();
  expect(find(element, '.says').hidden).toBe(true);
});

test('a preset about a step is left when another step is shown, one about parameters is not', async () => {
  const element = await live();
  const pressed = (name: string): string | null => button(element, name).getAttribute('aria-pressed');
  button(element, 'short').click();
  button(element, 'Step').click();
  expect(pressed('short')).toBe('false');
  button(element, 'wide').click();
  button(element, 'Step back').click();
  expect(pressed('wide')).toBe('true');
});

test('the author’s state is what the figure starts with and what Reset goes back to', async () => {
  const element = await live({ state: 'v1.beta=20,t=4' });
  expect(mark(element)).toBe('4 20');
  await element.seek(9);
  button(element, 'Reset').click();
  await rest();
  expect(mark(element)).toBe('4 20');
});

test('a link’s state is shown over the author’s, and what is wrong in it is said', async () => {
  location.hash = '#fake=v1.beta=9,layers=900';
  const element = await live({ id: '', state: 'v1.layers=20' });
  expect(element.value).toBe('v1.beta=9,layers=20,seed=7,t=20');
  expect(find(element, '.notes').textContent).toContain('layers: 900 is outside 1 to 100');
});

test('the address follows the reader, keeps what belongs to others, and is clean again after Reset', async () => {
  history.replaceState(null, '', '#other=v1.x=1');
  const mine = (): string | undefined => fromHash(location.hash, 'mine');
  const element = await live({ id: 'mine' });
  await element.seek(3);
  await new Promise((resolve) => setTimeout(resolve, 450));
  expect(mine()).toBeUndefined();
  button(element, 'Step').click();
  await vi.waitFor(() => expect(mine()).toBe('v1-27.beta=5,layers=60,seed=7,t=4'), patient);
  button(element, 'Reset').click();
  await vi.waitFor(() => expect(mine()).toBeUndefined(), patient);
  expect(location.hash.startsWith('#other=v1.x=1')).toBe(true);
});

test('with link="off" the page’s address is neither read nor written', async () => {
  location.hash = '#quiet=v1.beta=9';
  const element = await live({ id: 'quiet', link: 'off' });
  dispatchEvent(new Event('hashchange'));
  await rest();
  expect(element.value).toContain('beta=5');
  button(element, 'Step back').click();
  await new Promise((resolve) => setTimeout(resolve, 450));
  expect(fromHash(location.hash, 'quiet')).toBe('v1.beta=9');
  expect(() => button(element, 'Copy link')).toThrow();
});

test('an address that changes is followed, an anchor leaves the figure alone', async () => {
  const element = await live({ id: 'mine' });
  history.replaceState(null, '', '#mine=v1.beta=9,t=2');
  dispatchEvent(new Event('hashchange'));
  await rest();
  expect(mark(element)).toBe('2 9');
  history.replaceState(null, '', '#section-2');
  dispatchEvent(new Event('hashchange'));
  await rest();
  expect(mark(element)).toBe('2 9');
});

test('an address in which another figure’s entry changes leaves the figure alone, and it plays on', async () => {
  const frames: ((now: number) => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) => frames.push(callback));
  history.replaceState(null, '', '#mine=v1.beta=9,t=2');
  const element = await live({ id: 'mine', motion: 'full' });
  element.play();
  frames.shift()?.(0);
  await rest();
  expect(mark(element)).toBe('3 9');
  history.replaceState(null, '', '#mine=v1.beta=9,t=2&other=v1.x=1');
  dispatchEvent(new Event('hashchange'));
  await rest();
  expect(mark(element)).toBe('3 9');
  expect(element.playing).toBe(true);
  history.replaceState(null, '', '#mine=v1.beta=9,t=4&other=v1.x=1');
  dispatchEvent(new Event('hashchange'));
  await rest();
  expect(mark(element)).toBe('4 9');
  expect(element.playing).toBe(false);
});

test('an address that lags behind the reader does not take their change back', async () => {
  history.replaceState(null, '', '#mine=v1.beta=9,t=2');
  const element = await live({ id: 'mine' });
  button(element, 'Step').click();
  await rest();
  dispatchEvent(new Event('hashchange'));
  await rest();
  expect(mark(element)).toBe('3 9');
});

test('an error is said in the card, the last picture stays, and the next answer clears it', async () => {
  const element = await live();
  const heard: string[] = [];
  element.addEventListener('figure-error', (e) => heard.push(e.detail.message));
  core.errors = [new Error('particles: layers is 99, expected at most 50')];
  slide(element, 99);
  await rest();
  expect(find(element, '.trouble').hidden).toBe(false);
  expect(find(element, '.trouble').textContent).toContain('layers is 99');
  expect(heard).toEqual(['particles: layers is 99, expected at most 50']);
  expect(mark(element)).toBe('60 5');
  slide(element, 40);
  await rest();
  expect(find(element, '.trouble').hidden).toBe(true);
  expect(mark(element)).toBe('40 5');
});

test('a drawing with NaN in it is an error and not a picture', async () => {
  const element = await live();
  core.poison = Number.NaN;
  await expect(element.seek(10)).rejects.toThrow('draw: mark "particle" has NaN');
  expect(mark(element)).toBe('60 5');
  expect(find(element, 'figcaption').textContent).toBe('Layer 60 at 5.');
});

test('a failing residual turns the badge red and counts itself', async () => {
  const element = await live();
  expect(find(element, '.badge').textContent).toBe('checks 1 of 1');
  element.value = 'v1.beta=40';
  await rest();
  expect(find(element, '.badge').textContent).toBe('1 of 1 checks fails');
  expect(find(element, '.badge').classList.contains('failing')).toBe(true);
  find(element, '.badge').click();
  expect(find(element, '.checks').hidden).toBe(false);
  await vi.waitFor(() => expect(find(element, '.checks').textContent).toContain('≤ 30.0'), patient);
  element.value = 'v1.beta=41';
  await vi.waitFor(() => expect(find(element, '.checks td + td').textContent).toBe('41.0'), patient);
});

test('the data opens as a table with the numbers of the picture and follows it', async () => {
  const element = await live();
  button(element, 'Data').click();
  expect(button(element, 'Data').getAttribute('aria-expanded')).toBe('true');
  const cells = (): string[] =>
    [...find(element, '#data').querySelectorAll('td')].map((td) => td.textContent ?? '');
  await vi.waitFor(() => expect(cells()).toEqual(['60', '5']), patient);
  const box = find(element, '.data-box');
  await element.seek(7);
  await vi.waitFor(() => expect(cells()).toEqual(['7', '5']), patient);
  // Whoever reads it does not lose the focus to the next frame.
  expect(find(element, '.data-box')).toBe(box);
});

test('where less motion is asked for, play shows the end and the button is not there', async () => {
  const element = await live({ motion: 'reduced' });
  expect(button(element, 'Play').hidden).toBe(true);
  expect(find(element, '.still').hidden).toBe(false);
  await element.seek(3);
  element.play();
  await rest();
  expect(element.playing).toBe(false);
  expect(mark(element)).toBe('60 5');
});

test('playing goes on through the timeline and a scrub stops it', async () => {
  const element = await live({ motion: 'full' });
  element.play();
  await rest();
  expect(element.playing).toBe(true);
  expect(find(element, '.play').getAttribute('aria-label')).toBe('Pause');
  const scrubber = find(element, '.scrubber') as HTMLInputElement;
  scrubber.value = '2';
  scrubber.dispatchEvent(new Event('input'));
  expect(element.playing).toBe(false);
  expect(scrubber.getAttribute('aria-valuetext')).toBe('layer 2 of 60');
});

test('speed and loop are set while it plays, and are no part of what is shown', async () => {
  const frames: ((now: number) => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => {});
  const element = await live({ motion: 'full', state: 'v1.layers=2' });
  const state = element.value;
  button(element, 'Loop').click();
  expect(button(element, 'Loop').getAttribute('aria-pressed')).toBe('true');
  const speed = find(element, '.speed');
  expect((find(element, '.speed :checked') as HTMLInputElement).value).toBe('1');
  (speed.querySelector('[value="0.25"]') as HTMLInputElement).click();
  expect(element.value).toBe(state);
  element.play();
  const seen: string[] = [];
  for (let now = 0; seen.length < 5; now += 100) {
    frames.shift()?.(now);
    await rest();
    if (element.value !== seen.at(-1)?.slice(6)) seen.push(`${String(now).padStart(5)} ${element.value}`);
    if (now > 60_000) throw new Error(seen.join());
  }
  expect(seen.map((s) => s.at(-1))).toEqual(['0', '1', '2', '0', '1']);
  expect(element.playing).toBe(true);
  const [, first, second, third] = seen.map((s) => Number(s.slice(0, 5)));
  // A quarter of the pace of 120 ms a step, at the next frame, and of the rest at the end.
  expect([(second ?? 0) - (first ?? 0), (third ?? 0) - (second ?? 0)]).toEqual([500, 4800]);
});

test('an entry of the history that figures wrote and that does not name the figure shows its start', async () => {
  const element = await live({ id: 'mine', state: 'v1.beta=20' });
  await element.seek(3);
  history.replaceState({ 'attn-figures': true }, '', '#');
  dispatchEvent(new Event('hashchange'));
  await rest();
  expect(element.value).toBe('v1.beta=20,layers=60,seed=7,t=60');
});

test('a typed value is taken, out of range it goes to the nearest, nonsense goes back', async () => {
  const element = await live();
  const field = find(element, '.field') as HTMLInputElement;
  const type = async (text: string): Promise<string> => {
    field.value = text;
    field.dispatchEvent(new Event('change'));
    await rest();
    return field.value;
  };
  expect(await type('12,5')).toBe('12.5');
  expect(mark(element)).toBe('60 12.5');
  expect(await type('900')).toBe('50.0');
  expect(await type('many')).toBe('50.0');
});

test('arrow keys in a value’s field go one step, and Escape takes back what was typed', async () => {
  const element = await live();
  const press = (selector: string, key: string): HTMLInputElement => {
    const field = find(element, selector) as HTMLInputElement;
    field.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
    return field;
  };
  expect(press('[aria-label="layers, value"]', 'ArrowUp').value).toBe('61');
  expect(press('[aria-label="bandwidth, value"]', 'ArrowUp').value).toBe('5.12');
  expect(press('[aria-label="bandwidth, value"]', 'ArrowDown').value).toBe('5.00');
  const seed = find(element, '#p-seed') as HTMLInputElement;
  seed.value = '88';
  press('#p-seed', 'Escape');
  expect(seed.value).toBe('7');
});

test('time, the parameters, things to try and tools stand below each other in this order', async () => {
  const desk = find(await live(), '.desk');
  const parts = ['.time', '.controls', '.pill', '.tools'];
  const order = [...desk.querySelectorAll(parts.join())].map((part) => parts.find((p) => part.matches(p)));
  expect([...new Set(order)]).toEqual(parts);
});

test('Explain, in the row of tools, says below each control what it is for', async () => {
  const element = await live();
  const explain = button(element, 'Explain');
  explain.click();
  expect(explain.getAttribute('aria-expanded')).toBe('true');
  expect(find(element, '.controls').matches('.explained')).toBe(true);
  explain.click();
  expect(explain.getAttribute('aria-expanded')).toBe('false');
  expect(find(element, '.controls').matches('.explained')).toBe(false);
});

test('another draw takes the next seed', async () => {
  const element = await live({ state: 'v1.seed=9999' });
  button(element, 'another draw').click();
  expect(element.value).toContain('seed=0');
});

test('an element that is taken out frees its run, and put back it shows what it showed', async () => {
  const element = await live();
  await element.seek(12);
  element.remove();
  await rest();
  expect(core.alive).toBe(0);
  expect(Observer.all).toEqual([]);
  document.body.append(element);
  near(element);
  await element.ready;
  expect(mark(element)).toBe('12 5');
  expect(core.alive).toBe(1);
});

test('an element that is moved keeps its run', async () => {
  const element = await live();
  const section = document.createElement('section');
  document.body.append(section);
  section.append(element);
  await rest();
  expect(core.opened).toBe(1);
  expect(core.alive).toBe(1);
});

test('ten times in and out leave no run and no observer', async () => {
  for (let i = 0; i < 10; i++) {
    const element = await live();
    element.remove();
    await rest();
  }
  expect(core.opened).toBe(10);
  expect(core.alive).toBe(0);
  expect(Observer.all).toEqual([]);
});

test('an element that leaves while it starts opens nothing', async () => {
  let arrive: (figure: Figure) => void = () => {};
  load = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  const element = place();
  near(element);
  element.remove();
  await rest();
  arrive(fakeFigure(core));
  await rest();
  expect(core.opened).toBe(0);
});

test('a figure that cannot be fetched says so and can be tried again', async () => {
  load = () => Promise.reject(new Error('network'));
  const element = place();
  near(element);
  await expect(element.ready).rejects.toThrow('network');
  expect(find(element, '.trouble').textContent).toContain('could not be loaded: network');
  load = async () => fakeFigure(core);
  button(element, 'Try again').click();
  await element.ready;
  expect(mark(element)).toBe('60 5');
});

test('another figure in the same element frees the first', async () => {
  const element = await live();
  const other = new FakeCore();
  load = async () => fakeFigure(other);
  made.engine = async () => other.engine;
  element.fig = 'other';
  near(element);
  await element.ready;
  expect(core.alive).toBe(0);
  expect(other.alive).toBe(1);
});

test('a name that no figure has is said, and what it says is text', async () => {
  class Plain extends AttnFigure {}
  customElements.define('plain-figure', Plain);
  const element = document.createElement('plain-figure') as Plain;
  element.setAttribute('fig', '<b>constructor</b>');
  document.body.append(element);
  near(element);
  await expect(element.ready).rejects.toThrow('there is no figure “<b>constructor</b>”');
  expect(element.shadowRoot?.querySelector('.trouble b')).toBeNull();
});

test('what was set on it before its code was there holds', async () => {
  const early = document.createElement('early-figure');
  Object.assign(early, { fig: 'fake', state: 'v1.beta=9,t=2' });
  document.body.append(early);
  const { TestFigure } = await import('./page');
  customElements.define('early-figure', class extends TestFigure {});
  customElements.upgrade(early);
  near(early);
  await (early as TestFigure).ready;
  expect(mark(early as TestFigure)).toBe('2 9');
  expect(Object.keys(early)).toEqual([]);
});

test('the element can be registered twice', () => {
  defineAttnFigure();
  const first = customElements.get('attn-figure');
  expect(first).toBe(AttnFigure);
  expect(() => defineAttnFigure({ link: false })).not.toThrow();
  expect(customElements.get('attn-figure')).toBe(first);
  expect(AttnFigure.linked).toBe(true);
});

test('the link restores this picture, and where the clipboard is closed it is shown to be copied by hand', async () => {
  const element = await live({ id: 'mine' });
  await element.seek(9);
  const write = vi.fn((_text: string) => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText: write } });
  button(element, 'Copy link').click();
  await rest();
  expect(write.mock.calls[0]?.[0]).toMatch(/#mine=v1-27\.beta=5,layers=60,seed=7,t=9$/);
  expect(button(element, 'Link copied')).toBeTruthy();
  write.mockReturnValue(Promise.reject(new Error('denied')));
  button(element, 'Link copied').click();
  await vi.waitFor(
    () => expect((find(element, '.address') as HTMLInputElement).value).toBe(write.mock.calls[0]?.[0]),
    patient,
  );
});

test('what the figure shows is read out when it has come to rest, and not at every step', async () => {
  const element = await live();
  const spoken = (): string | null => find(element, 'p[role=status].visually-hidden').textContent;
  expect(spoken()).toBe('');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const layers of [50, 40, 30]) {
    slide(element, layers);
    for (let i = 0; i < 30; i++) await Promise.resolve();
    vi.advanceTimersByTime(300);
    expect(spoken()).toBe('');
  }
  vi.advanceTimersByTime(1000);
  expect(spoken()).toBe('Layer 30 at 5.');
  vi.useRealTimers();
});

test('after a preset its own sentence is read out, and that of the caption is not', async () => {
  const element = await live();
  const spoken = (): string | null => find(element, 'p[role=status].visually-hidden').textContent;
  button(element, 'wide').click();
  await vi.waitFor(() => expect(spoken()).toBe('It is wide.'), 2000);
  expect(find(element, '.says').getAttribute('role')).toBeNull();
  button(element, 'Step back').click();
  await vi.waitFor(() => expect(spoken()).toBe('Layer 59 at 20.'), 2000);
});

test.each(['Escape', 'Tab'])('%s leaves the badge and closes it', async (key) => {
  const element = await live();
  const badge = find(element, '.badge');
  badge.click();
  expect(find(element, '.checks').hidden).toBe(false);
  badge.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  expect(find(element, '.checks').hidden).toBe(true);
  expect(badge.getAttribute('aria-expanded')).toBe('false');
});

test('a sentence that stays as it is is not written again while the figure plays', async () => {
  const element = await live();
  button(element, 'wide').click();
  await rest();
  const says = find(element, '.says');
  const text = says.firstChild;
  await element.seek(10);
  await element.seek(11);
  expect(says.textContent).toBe('It is wide.');
  expect(says.firstChild).toBe(text);
});

test('what was read out before is read out again after the figure has played to the same end', async () => {
  const element = await live();
  const spoken = (): string | null => find(element, 'p[role=status].visually-hidden').textContent;
  button(element, 'Step back').click();
  await vi.waitFor(() => expect(spoken()).toBe('Layer 59 at 5.'), 2000);
  element.play();
  expect(spoken()).toBe('');
});

test.each(['#p-beta', '.scrubber'])(
  'Space on %s plays and pauses, and does not scroll the page',
  async (slider) => {
    const element = await live();
    const press = (): boolean =>
      find(element, slider).dispatchEvent(
        new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }),
      );
    expect(press()).toBe(false);
    expect(element.playing).toBe(true);
    expect(press()).toBe(false);
    expect(element.playing).toBe(false);
  },
);

test('the files of the export menu come right after its button', async () => {
  const element = await live();
  button(element, 'Export').click();
  const list = button(element, 'Export').nextElementSibling;
  await vi.waitFor(() => expect(list?.querySelectorAll('.file').length).toBeGreaterThan(0), patient);
});

test('what opens late is what the last click asked for', async () => {
  const element = await live();
  const data = button(element, 'Data');
  for (let clicks = 0; clicks < 3; clicks++) data.click();
  await vi.waitFor(() => expect(find(element, '.data-box')).toBeTruthy(), patient);
  data.click();
  data.click();
  data.click();
  await rest();
  expect(find(element, '#data').hidden).toBe(true);
  expect(find(element, '#data').childElementCount).toBe(0);
});

test('of the frames that refine a picture one is drawn for each frame of the screen: the last', async () => {
  const queue: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => queue.push(draw));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => queue.splice(id - 1, 1));
  try {
    core.refinements = 5;
    const element = await live();
    const caption = (): string | null => find(element, 'figcaption').textContent;
    await rest();
    const first = caption();
    expect(queue.length).toBeLessThanOrEqual(1);
    expect(element.settled).toBe(false);
    for (const draw of queue.splice(0)) draw(0);
    expect(caption()).not.toBe(first);
    await vi.waitFor(() => expect(element.settled).toBe(true));
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a figure that does not compare keeps nothing, whoever asks', async () => {
  const element = await live({ id: 'alone' });
  await element.keep();
  expect(find(element, '.kept').hidden).toBe(true);
  expect(location.hash).not.toContain('.kept');
});
