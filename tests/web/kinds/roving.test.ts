// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { html } from '../../../web/src/kinds/dom';
import { rove } from '../../../web/src/kinds/roving';

const button = (name: string) => html('button', { type: 'button' }, name);

function made() {
  const [a, b, c] = [button('a'), button('b'), button('c')];
  const slider = html('input', { type: 'range' });
  const toolbar = html('div', {}, 'Try:', a, b, slider, html('div', {}, button('inner')), c);
  document.body.replaceChildren(toolbar);
  const settle = rove(toolbar);
  const stops = () =>
    [a, b, c].filter((one) => one.tabIndex === 0 && !one.hidden).map((one) => one.textContent);
  const press = (key: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    document.activeElement?.dispatchEvent(event);
    return document.activeElement?.textContent;
  };
  return { a, b, c, slider, settle, stops, press };
}

test('arrows go round among the buttons, Home and End to the ends, and the last one is where Tab comes back to', () => {
  const { a, stops, press } = made();
  expect(stops()).toEqual(['a']);
  a.focus();
  expect([press('ArrowRight'), press('ArrowRight'), press('ArrowRight')]).toEqual(['b', 'c', 'a']);
  expect([press('ArrowLeft'), press('Home'), press('End')]).toEqual(['c', 'a', 'c']);
  expect(stops()).toEqual(['c']);
});

test('other keys, keys with a modifier and those of what stands among the buttons are left alone', () => {
  const { a, slider, press, stops } = made();
  a.focus();
  expect([press('ArrowUp'), press('ArrowRight', { altKey: true })]).toEqual(['a', 'a']);
  const heard = vi.fn();
  slider.addEventListener('keydown', (event) => queueMicrotask(() => heard(event.defaultPrevented)));
  slider.focus();
  press('ArrowRight');
  expect(document.activeElement).toBe(slider);
  expect(stops()).toEqual(['a']);
});

test('a button that is hidden is passed over, and gives the stop to another', () => {
  const { a, b, settle, stops, press } = made();
  a.hidden = true;
  settle();
  expect(stops()).toEqual(['b']);
  b.focus();
  expect(press('ArrowLeft')).toBe('c');
  a.hidden = false;
  settle();
  expect(stops()).toHaveLength(1);
});
