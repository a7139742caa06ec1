// @vitest-environment happy-dom
/** What a figure starts with and what it shows, as attributes and as properties, and the properties of its other attributes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AttnFigure } from '../../../web/src/element/shell/attn-figure';
import { FakeCore, fakeFigure } from './fakes';
import { button, closePage, made, near, openPage, place, started, TestFigure } from './page';

// The address has tests of its own.
AttnFigure.linked = false;

let core: FakeCore;
beforeEach(() => {
  openPage();
  core = new FakeCore();
  made.figure = async () => fakeFigure(core);
  made.engine = async () => core.engine;
});
afterEach(closePage);

const live = (attributes: Record<string, string> = {}): Promise<TestFigure> =>
  started({ fig: 'fake', ...attributes });
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const start = 'v1.beta=5,layers=60,seed=7,t=60';
const shown = 'v1.beta=20,layers=60,seed=7,t=4';

test.each([
  ['fig', 'fig'],
  ['state', 'state'],
  ['controls', 'controls'],
  ['lock', 'lock'],
  ['stepRange', 'step-range'],
  ['theme', 'theme'],
  ['motion', 'motion'],
  ['link', 'link'],
] as const)('%s is the attribute %s: its text, and null where there is none', (property, attribute) => {
  const element = document.createElement('test-figure') as TestFigure;
  expect(element[property]).toBeNull();
  element[property] = 'one';
  expect(element.getAttribute(attribute)).toBe('one');
  element.setAttribute(attribute, '');
  expect(element[property]).toBe('');
  element[property] = null;
  expect(element.hasAttribute(attribute)).toBe(false);
  element[property] = 'two';
  // As frameworks take away a property that is no longer there.
  element[property] = undefined as unknown as null;
  expect(element.hasAttribute(attribute)).toBe(false);
});

test('all that was set on it before its code was there holds, over what its attributes say', async () => {
  const early = document.createElement('early-figure') as TestFigure;
  for (const [name, text] of Object.entries({ fig: 'none', state: 'v1.beta=8', value: 'v1.beta=7' }))
    early.setAttribute(name, text);
  const set = {
    fig: 'fake',
    state: 'v1.beta=9,t=2',
    value: 'v1.beta=20,t=4',
    controls: 'beta',
    lock: 'seed',
    stepRange: '1-30',
    theme: 'dark',
    motion: 'reduced',
    link: 'off',
  };
  Object.assign(early, set);
  document.body.append(early);
  customElements.define('early-figure', class extends TestFigure {});
  customElements.upgrade(early);
  near(early);
  await early.ready;
  expect(Object.keys(early)).toEqual([]);
  const { value, ...attributes } = set;
  expect(value).toBe('v1.beta=20,t=4');
  expect(early.value).toBe(shown);
  expect({ ...attributes, ...pick(early, Object.keys(attributes)) }).toEqual(attributes);
  expect(early.getAttribute('step-range')).toBe('1-30');
  expect(early.shadowRoot?.querySelector('#p-layers')).toBeNull();
  await early.reset();
  expect(early.value).toBe('v1.beta=9,layers=60,seed=7,t=2');
});

const pick = (element: TestFigure, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(element, name)]));

test('another state is shown at once, is what Reset goes back to, and ends playing', async () => {
  const element = await live({ motion: 'full' });
  element.play();
  element.state = 'v1.beta=20,t=4';
  await vi.waitFor(() => expect(element.value).toBe(shown));
  expect(element.playing).toBe(false);
  await element.seek(9);
  button(element, 'Reset').click();
  await rest();
  expect(element.value).toBe(shown);
  expect(element.state).toBe('v1.beta=20,t=4');
  element.state = null;
  await rest();
  expect(element.value).toBe(start);
});

test('the same state again changes nothing that the reader did', async () => {
  const element = await live({ state: 'v1.beta=20,t=4' });
  await element.seek(9);
  element.state = 'v1.beta=20,t=4';
  await rest();
  expect(element.value).toContain('beta=20,layers=60,seed=7,t=9');
});

test('another value is shown at once, and neither the state nor Reset follows it', async () => {
  const element = await live({ state: 'v1.beta=9' });
  element.value = 'v1.beta=20,t=4';
  await rest();
  expect(element.value).toBe(shown);
  expect(element.state).toBe('v1.beta=9');
  expect(element.hasAttribute('value')).toBe(false);
  await element.reset();
  expect(element.value).toBe('v1.beta=9,layers=60,seed=7,t=60');
  element.value = 'v1.beta=20,t=4';
  await rest();
  for (const none of [null, '', undefined as unknown as null]) {
    element.value = none;
    await rest();
    expect(element.value).toBe('v1.beta=9,layers=60,seed=7,t=60');
    element.value = 'v1.beta=20,t=4';
    await rest();
  }
});

test('the attribute value shows what the property would, and stays as it is', async () => {
  const element = await live({ value: 'v1.beta=20,t=4', state: 'v1.beta=9' });
  expect(element.value).toBe(shown);
  await element.seek(9);
  expect(element.getAttribute('value')).toBe('v1.beta=20,t=4');
  element.setAttribute('value', 'v1.beta=30,t=3');
  await rest();
  expect(element.value).toContain('beta=30,layers=60,seed=7,t=3');
  element.removeAttribute('value');
  await rest();
  expect(element.value).toBe('v1.beta=9,layers=60,seed=7,t=60');
});

test('before it is there its value is what it will show: the state, or the value over it', async () => {
  const element = place({ fig: 'fake' });
  expect(element.value).toBe('');
  element.state = 'v1.beta=9';
  expect(element.value).toBe('v1.beta=9');
  element.value = 'v1.beta=20,t=4';
  expect(element.value).toBe('v1.beta=20,t=4');
  expect(element.state).toBe('v1.beta=9');
  near(element);
  await element.ready;
  expect(element.value).toBe(shown);
});

test('put back with another state or as another figure it starts there, and not where the reader was', async () => {
  const element = await live({ state: 'v1.beta=9' });
  const back = async (): Promise<string> => {
    document.body.append(element);
    near(element);
    await element.ready;
    return element.value;
  };
  const out = async (): Promise<void> => {
    await element.seek(3);
    element.remove();
    await rest();
  };
  await out();
  expect(await back()).toContain('t=3');
  await out();
  element.state = 'v1.beta=10';
  expect(await back()).toContain('beta=10,layers=60,seed=7,t=60');
  await out();
  element.fig = 'other';
  expect(await back()).toContain('beta=10,layers=60,seed=7,t=60');
  await element.seek(3);
  element.fig = 'fake';
  expect(await back()).toContain('t=60');
});

test('what one task asks for comes in that order, of a live figure too', async () => {
  const element = await live({ state: 'v1.beta=9' });
  void element.set('beta', 4);
  element.value = 'v1.beta=20,t=4';
  await rest();
  expect(element.value).toBe(shown);
  void element.reset();
  element.value = 'v1.beta=20,t=4';
  await rest();
  expect(element.value).toBe(shown);
});

test('a value that comes before another figure or another state of the same task is shown, as the other way round', async () => {
  const element = await live();
  element.value = 'v1.beta=20,t=4';
  element.state = 'v1.beta=9';
  await rest();
  expect(element.value).toBe(shown);
  await element.reset();
  expect(element.value).toContain('beta=9');
  element.setAttribute('value', 'v1.beta=20,t=4');
  element.setAttribute('fig', 'other');
  near(element);
  await element.ready;
  expect(element.value).toBe(shown);
});

test('who waits for it goes on waiting where an attribute changes, and what was asked of it is done', async () => {
  const element = place({ fig: 'fake' });
  const { ready } = element;
  element.controls = 'beta';
  const moved = element.set('beta', 12);
  element.lock = 'seed';
  await ready;
  await moved;
  expect(element.values?.beta).toBe(12);
  // Only one that is taken away cannot be waited for.
  const gone = place({ fig: 'fake' });
  const lost = gone.ready.catch(String);
  gone.remove();
  expect(await lost).toContain('the element was removed');
});

test('events tell what is shown as value, and as state, which it was called first', async () => {
  const heard: unknown[] = [];
  document.addEventListener('figure-state', ({ detail }) => heard.push(detail));
  const element = await live({ state: 'v1.beta=9' });
  await element.seek(3);
  const value = 'v1.beta=9,layers=60,seed=7,t=3';
  expect(heard.at(-1)).toMatchObject({ fig: 'fake', value, state: value, t: 3 });
});

test('one that is linked to the address later, or no more, shows what it showed', async () => {
  history.replaceState(null, '', '#mine=v1.beta=8&mine.kept=v1.beta=20');
  const element = await live({ id: 'mine', link: 'off', state: 'v1.beta=9' });
  const copies = (): boolean => element.shadowRoot?.textContent?.includes('Copy link') ?? false;
  expect([element.key, element.values?.beta, copies()]).toEqual(['mine', 9, false]);
  await element.set('beta', 11);
  for (const link of ['on', 'off']) {
    element.link = link;
    near(element);
    await element.ready;
    expect([element.key, element.values?.beta, copies()], link).toEqual(['mine', 11, link === 'on']);
  }
});

test('those that are on the page are counted', async () => {
  await rest();
  const before = TestFigure.count;
  const [one, two] = [await live(), place({ fig: 'fake' })];
  expect(TestFigure.count).toBe(before + 2);
  one.controls = 'beta';
  expect(TestFigure.count).toBe(before + 2);
  two.remove();
  one.remove();
  await rest();
  expect(TestFigure.count).toBe(before);
});
