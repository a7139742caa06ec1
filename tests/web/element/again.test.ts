// @vitest-environment happy-dom
/** What a card says while nothing comes, what “Try again” does, and that one press of it is for every figure of the page. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Figure } from '../../../web/src/figures/declare';
import { FakeCore, fakeFigure, settle } from './fakes';
import { button, closePage, find, made, near, openPage, place, type TestFigure } from './page';

const crash = (): Error => Object.assign(new Error('The computation crashed.'), { name: 'EngineCrashed' });

let core: FakeCore;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  openPage();
  core = new FakeCore();
  made.figure = async () => fakeFigure(core);
  made.engine = async () => core.engine;
});
afterEach(() => {
  closePage();
  vi.useRealTimers();
});

async function live(): Promise<TestFigure> {
  const element = place({ fig: 'fake' });
  near(element);
  await vi.advanceTimersByTimeAsync(100);
  await element.ready;
  return element;
}
const box = (element: TestFigure): HTMLElement => find(element, '.trouble');
const said = (element: TestFigure): string | undefined =>
  box(element).hidden ? undefined : (box(element).textContent ?? '');
const buttons = (element: TestFigure): number => box(element).querySelectorAll('button').length;

/** A live figure whose next call has crashed. */
async function crashed(beta = 9): Promise<TestFigure> {
  const element = await live();
  core.errors = [crash()];
  await element.set('beta', beta).catch(() => {});
  expect(said(element)).toMatch(/^This could not be computed: The computation crashed\. The picture/);
  return element;
}

test('after “Try again” it says that it computes, and there is nothing to press until that has failed too', async () => {
  const element = await crashed();
  core.manual = true;
  button(element, 'Try again').click();
  await settle();
  expect(said(element)).toBe('Computing …');
  expect([box(element).getAttribute('role'), buttons(element), core.calls.length]).toEqual(['status', 0, 1]);
  core.calls[0]?.refuse(crash());
  await settle();
  expect(said(element)).toContain('This could not be computed');
  expect([box(element).getAttribute('role'), buttons(element)]).toEqual(['alert', 1]);
  button(element, 'Try again').click();
  core.calls[0]?.answer();
  await settle();
  expect(said(element)).toBeUndefined();
});

test('who goes on with a control instead is told that it computes, too', async () => {
  const element = await crashed();
  core.manual = true;
  element.set('beta', 11).catch(() => {});
  await settle();
  expect([said(element), core.calls.length]).toEqual(['Computing …', 1]);
});

test('what does not answer is told after a second, once, and no longer than it lasts', async () => {
  const element = await live();
  core.manual = true;
  element.set('beta', 9).catch(() => {});
  await vi.advanceTimersByTimeAsync(900);
  expect(said(element)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(said(element)).toBe('Computing …');
  expect(box(element).getAttribute('role')).toBe('status');
  core.calls[0]?.answer();
  await settle();
  expect(said(element)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(said(element)).toBeUndefined();
});

test('a first frame and code that do not come are told likewise, and a figure that was removed says nothing', async () => {
  core.manual = true;
  let code: (figure: Figure) => void = () => {};
  made.figure = () => new Promise((resolve) => (code = resolve));
  const element = place({ fig: 'fake' });
  near(element);
  await vi.advanceTimersByTimeAsync(1100);
  expect(said(element)).toBe('Loading …');
  code(fakeFigure(core));
  await vi.advanceTimersByTimeAsync(1000);
  expect(said(element)).toBe('Loading …');
  core.calls[0]?.answer();
  await settle();
  expect(said(element)).toBeUndefined();
  const other = place({ fig: 'fake' });
  near(other);
  await vi.advanceTimersByTimeAsync(100);
  other.remove();
  await vi.advanceTimersByTimeAsync(5000);
  expect(vi.getTimerCount()).toBe(0);
});

test('code that did not come is asked for again at a press, which is told at once', async () => {
  made.figure = () => Promise.reject(new Error('network'));
  const element = place({ fig: 'fake' });
  near(element);
  await expect(element.ready).rejects.toThrow('network');
  made.figure = () => new Promise(() => {});
  button(element, 'Try again').click();
  expect([said(element), buttons(element)]).toEqual(['Loading …', 0]);
});

test('one press is for every figure of the page that waits for one, once it has helped', async () => {
  const [first, second, removed] = [await crashed(), await crashed(), await crashed()];
  // What the core has refused is no matter of trying again.
  const refused = await live();
  core.errors = [new Error('beta is too large')];
  await refused.set('beta', 9).catch(() => {});
  removed.remove();
  await settle();
  core.manual = true;
  button(first, 'Try again').click();
  await settle();
  expect(core.calls).toHaveLength(1);
  expect(said(second)).toContain('This could not be computed');
  core.calls[0]?.answer();
  await settle();
  expect(said(first)).toBeUndefined();
  expect(said(second)).toBe('Computing …');
  // Its own refining, and the other one.
  const asked = core.calls.filter(({ kind }) => kind !== 'refine');
  expect(asked).toHaveLength(1);
  // That one fails again: nobody goes on by themselves from there.
  asked[0]?.refuse(crash());
  await settle();
  expect(said(second)).toContain('This could not be computed');
  expect(core.calls.filter(({ kind }) => kind !== 'refine')).toEqual([]);
  expect(said(refused)).toContain('beta is too large');
});

test('a press that does not help wakes nobody before that figure works again, by whatever', async () => {
  const [first, second] = [await crashed(), await crashed()];
  core.errors = [crash()];
  button(first, 'Try again').click();
  await settle();
  expect(said(first)).toContain('This could not be computed');
  expect(said(second)).toContain('This could not be computed');
  await first.set('beta', 12);
  await settle();
  expect([said(first), said(second)]).toEqual([undefined, undefined]);
});

/** Whether the picture and its numbers are put back, for being those of another state. */
const other = (element: TestFigure): boolean => {
  const card = find(element, '.card');
  expect(card.getAttribute('aria-busy')).toBe(String(card.classList.contains('other')));
  return card.classList.contains('other');
};

test('a preset that has to be trained dims the picture of the state before, and counts its steps until it is there', async () => {
  const element = await live();
  core.manual = true;
  button(element, 'wide').click();
  await vi.advanceTimersByTimeAsync(900);
  expect([other(element), said(element)]).toEqual([false, undefined]);
  await vi.advanceTimersByTimeAsync(200);
  expect([other(element), said(element)]).toEqual([true, 'Computing …']);
  core.progress?.(12);
  expect(said(element)).toBe('Computing …12 of 60 steps trained');
  core.progress?.(40);
  expect(said(element)).toBe('Computing …40 of 60 steps trained');
  // Read out are only the words: numbers that change would be read without an end.
  expect(box(element).querySelector('[aria-hidden=true]')?.textContent).toBe('40 of 60 steps trained');
  core.calls.find(({ kind }) => kind === 'open')?.answer();
  await settle();
  expect([other(element), said(element)]).toEqual([false, undefined]);
  expect(find(element, 'figcaption').textContent).toBe('Layer 60 at 20.');
  await vi.advanceTimersByTimeAsync(5000);
  expect([other(element), said(element)]).toEqual([false, undefined]);
});

test('a link to another state dims the poster from the start, and a link that fails gives it back', async () => {
  core.manual = true;
  const linked = place({ fig: 'fake', value: 'v1.beta=9' });
  const plain = place({ fig: 'fake' });
  for (const element of [linked, plain]) near(element);
  await vi.advanceTimersByTimeAsync(100);
  expect([other(linked), said(linked)]).toEqual([true, undefined]);
  // The poster is of the state that it opens with.
  expect(find(plain, '.card').classList.contains('other')).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect([said(linked), said(plain)]).toEqual(['Loading …', 'Loading …']);
  expect(find(plain, '.card').classList.contains('other')).toBe(false);
  core.calls.find(({ beta }) => beta === 9)?.refuse(new Error('no memory'));
  await settle();
  expect(other(linked)).toBe(false);
  expect(said(linked)).toContain('no memory. The picture is of what the figure opens with.');
  expect(linked.shadowRoot?.querySelector('.stage slot')).not.toBeNull();
  button(linked, 'Try again').click();
  expect([other(linked), said(linked)]).toEqual([true, 'Loading …']);
});

test('of many that a hand asks for, the time counts from the last picture', async () => {
  const element = await live();
  core.manual = true;
  for (let beta = 6; beta < 13; beta++) {
    element.set('beta', beta).catch(() => {});
    await vi.advanceTimersByTimeAsync(90);
  }
  expect([other(element), said(element)]).toEqual([false, undefined]);
  for (let beta = 13; beta < 20; beta++) {
    element.set('beta', beta).catch(() => {});
    await vi.advanceTimersByTimeAsync(90);
  }
  expect([other(element), said(element)]).toEqual([true, 'Computing …']);
  for (const call of [...core.calls]) call.answer();
  await settle();
  // What the hand has come to is asked for now.
  core.calls.find(({ beta }) => beta === 19)?.answer();
  await settle();
  expect([other(element), said(element)]).toEqual([false, undefined]);
});
