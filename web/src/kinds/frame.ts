/** What the controls of all kinds look like around their own parts. */
import { html, sized } from './dom';
import type { Declared, Value } from './kind';

/** The style of what kinds have in common. */
export const frameStyle = `.options{display:flex;flex-wrap:wrap;align-items:end;gap:.3em .6em}.count{display:flex;gap:.3em}`;

/** A control: its name, what it is for, and its parts, which are about as wide as so many letters. */
export function framed(
  { label, about }: Declared<Value>,
  id: string,
  letters: number,
  ...parts: readonly (Node | string)[]
): HTMLElement {
  return html(
    'div',
    {
      class: sized(letters),
      role: 'group',
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-about`,
    },
    html('span', { class: 'label', id: `${id}-label`, title: about }, label),
    html('div', { class: 'options' }, ...parts),
    html('span', { class: 'about', id: `${id}-about` }, about),
  );
}

/** A small button with a sign, and its name in words. */
export function button(sign: string, name: string, click: () => void): HTMLButtonElement {
  const made = html('button', { type: 'button', class: 'another', 'aria-label': name, title: name }, sign);
  made.addEventListener('click', click);
  return made;
}

/** Fewer and more, side by side; nothing where there is no choice. */
export const countButtons = ([least, most]: readonly [number, number], fewer: Node, more: Node): Node[] =>
  least === most ? [] : [html('span', { class: 'count' }, fewer, more)];
