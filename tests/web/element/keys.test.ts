// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { hearKeys, keepKeys } from '../../../web/src/element/stage/keys';
import { html } from '../../../web/src/kinds/dom';

function made() {
  const panels = ['badge', 'tool', 'more'].map((kind) => {
    const inside = html('button', { type: 'button' }, 'inside');
    const panel = html('div', { id: kind }, inside);
    const button = html('button', { class: kind, 'aria-expanded': 'true', 'aria-controls': kind });
    button.addEventListener('click', () => {
      panel.hidden = true;
      button.setAttribute('aria-expanded', 'false');
    });
    return { button, panel, inside };
  });
  const slider = html('input', { type: 'range' });
  const card = html('div', {}, ...panels.flatMap(({ button, panel }) => [button, panel]), slider);
  document.body.replaceChildren(card);
  const hooks = { undo: vi.fn(), toggle: vi.fn() };
  hearKeys(card, hooks);
  const press = (target: HTMLElement, init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    target.focus();
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { panels, slider, hooks, press };
}

test('Escape closes what is open from anywhere in the card, but not what is folded', () => {
  const { panels, slider, press } = made();
  press(slider, { key: 'Escape' });
  expect(panels.map(({ panel }) => panel.hidden)).toEqual([true, true, false]);
  expect(document.activeElement).toBe(slider);
});

test('who was in what Escape closes comes back to the button that opened it', () => {
  const { panels, press } = made();
  vi.spyOn(panels[1]?.panel as HTMLElement, 'matches').mockReturnValue(true);
  press(panels[1]?.inside as HTMLElement, { key: 'Escape' });
  expect(document.activeElement).toBe(panels[1]?.button);
});

test('Space on a slider plays and pauses, once for each press, and Ctrl+Z takes back', () => {
  const { slider, hooks, press } = made();
  expect(press(slider, { key: ' ' })).toBe(true);
  expect(press(slider, { key: ' ', repeat: true })).toBe(true);
  expect(hooks.toggle).toHaveBeenCalledTimes(1);
  expect(press(slider, { key: 'z', ctrlKey: true })).toBe(true);
  expect(hooks.undo).toHaveBeenCalledTimes(1);
});

test('a key that has done its work where it was pressed does nothing more', () => {
  const { panels, slider, hooks, press } = made();
  slider.addEventListener('keydown', (event) => event.preventDefault());
  press(slider, { key: ' ' });
  press(slider, { key: 'Escape' });
  expect(hooks.toggle).not.toHaveBeenCalled();
  expect(panels[0]?.panel.hidden).toBe(false);
});

test('a key that closes something has done its work, and Escape with nothing to close has not', () => {
  const { slider, press } = made();
  expect(press(slider, { key: 'Escape' })).toBe(true);
  expect(press(slider, { key: 'Escape' })).toBe(false);
});

test('the page hears of a key that does nothing in the element, and of none of its events where it does something', () => {
  const host = html('div');
  const root = host.attachShadow({ mode: 'open' });
  const slider = html('input', { type: 'range' });
  const own = html('div', { tabindex: 0 });
  own.addEventListener('keydown', (event) => event.key === 'k' && event.preventDefault());
  root.append(slider, own);
  document.body.replaceChildren(host);
  keepKeys(root);
  const heard: string[] = [];
  const hear = (event: Event): void => void heard.push(`${event.type} ${(event as KeyboardEvent).key}`);
  for (const type of ['keydown', 'keypress', 'keyup']) host.addEventListener(type, hear);
  const press = (target: HTMLElement, key: string, init: KeyboardEventInit = {}): string[] => {
    for (const type of ['keydown', 'keypress', 'keyup'])
      target.dispatchEvent(
        new KeyboardEvent(type, { key, code: key, bubbles: true, composed: true, cancelable: true, ...init }),
      );
    return heard.splice(0);
  };
  expect(press(slider, 'ArrowRight')).toEqual([]);
  expect(press(slider, 'ArrowRight', { altKey: true })).toHaveLength(3);
  expect(press(slider, 'Tab')).toHaveLength(3);
  expect(press(own, 'ArrowRight')).toHaveLength(3);
  // What code of ours has taken it says so when the key goes down, and its other events belong to it.
  expect(press(own, 'k')).toEqual([]);
});

test('F fills the screen from anywhere in the card, but not with other keys, held down, or where letters are typed', () => {
  const { panels, slider, press } = made();
  const card = slider.parentElement as HTMLElement;
  const button = html('button', { class: 'full' });
  card.append(button);
  const full = vi.fn();
  button.addEventListener('click', full);
  expect(press(slider, { key: 'f' })).toBe(true);
  expect(press(panels[0]?.button as HTMLElement, { key: 'F' })).toBe(true);
  expect(full).toHaveBeenCalledTimes(2);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'repeat'])
    expect(press(slider, { key: 'f', [modifier]: true }), modifier).toBe(false);
  const token = html('button', { type: 'button' }, 'a');
  const fields = [html('input', { type: 'text' }), html('textarea'), html('select'), token];
  card.append(html('div', { class: 'tokens' }, token), ...fields.slice(0, 3));
  for (const field of fields) expect(press(field, { key: 'f' }), field.localName).toBe(false);
  expect(full).toHaveBeenCalledTimes(2);
});
