// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showSentence } from '../../../web/src/element/stage/view';
import { Announcer } from '../../../web/src/element/stage/voice';
import { say } from '../../../web/src/figures/declare';
import { html } from '../../../web/src/kinds/dom';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('of sentences in a row the last is read out, when nothing has followed it for a moment', () => {
  const { element, ...announcer } = spoken();
  announcer.say('One.');
  vi.advanceTimersByTime(400);
  announcer.say('Two.');
  vi.advanceTimersByTime(400);
  expect(element.textContent).toBe('');
  vi.advanceTimersByTime(400);
  expect(element.textContent).toBe('Two.');
});

test('what has been read out is gone after a while, so that it is not found beside the caption', () => {
  const { element, ...announcer } = spoken();
  announcer.say('One.');
  vi.advanceTimersByTime(1000);
  expect(element.textContent).toBe('One.');
  vi.advanceTimersByTime(10_000);
  expect(element.textContent).toBe('');
});

test('a sentence takes the place of what a poster says, and its text is kept where only numbers change', () => {
  const caption = html('figcaption', {}, html('slot', { name: 'caption' }));
  showSentence(caption, say`No numbers.`);
  expect(caption.innerHTML).toBe('No numbers.');
  showSentence(caption, say`Layer ${'1'} of ${'2'}.`);
  const [first] = caption.childNodes;
  showSentence(caption, say`Layer ${'2'} of ${'2'}.`);
  expect(caption.textContent).toBe('Layer 2 of 2.');
  expect(caption.firstChild).toBe(first);
});

function spoken() {
  const announcer = new Announcer();
  return { element: announcer.element, say: (sentence: string) => announcer.say(sentence) };
}
