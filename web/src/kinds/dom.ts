import type { Words } from '../words/words';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An HTML element with attributes and children; `true` sets an empty attribute, `false` and `undefined` none. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  element.append(...children);
  return element;
}

const icons = {
  play: 'M4 2.5 13 8 4 13.5Z',
  pause: 'M4 3h3v10H4ZM9 3h3v10H9Z',
  back: 'M9.6 3 3.4 8l6.2 5ZM11 3h1.6v10H11Z',
  on: 'M6.4 3l6.2 5-6.2 5ZM3.4 3H5v10H3.4Z',
  loop: 'M4.2 3.6h6.1V1.4l3.4 3-3.4 3V5.2H4.2a1.6 1.6 0 0 0-1.6 1.6v1H1v-1a3.2 3.2 0 0 1 3.2-3.2ZM11.8 12.4H5.7v2.2l-3.4-3 3.4-3v2.2h6.1a1.6 1.6 0 0 0 1.6-1.6v-1H15v1a3.2 3.2 0 0 1-3.2 3.2Z',
  ok: 'M6.4 12.6 2.2 8.4 3.6 7l2.8 2.8L12.4 3.8l1.4 1.4Z',
  bad: 'm4.4 3 3.6 3.6L11.6 3 13 4.4 9.4 8l3.6 3.6-1.4 1.4L8 9.4 4.4 13 3 11.6 6.6 8 3 4.4Z',
} as const;
export type Icon = keyof typeof icons;

/** A 16 px icon in the colour of its text; what it means is said by the button around it. */
export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

/**
 * The class of a control that is about as wide as so many letters: w0 has one column of the grid, w1 two on a phone, w2 two on a card
 * that is not wide, w3 two everywhere.
 */
export const sized = (letters: number): string =>
  `control w${[22, 34, 46].filter((most) => letters > most).length}`;

/** The name of a control, for what has the id or, as a `span`, with the id itself; and what it is for. */
export const named = (
  { label, about }: { readonly label: string; readonly about: string },
  id: string,
  tag: 'label' | 'span' = 'label',
): readonly [HTMLElement, HTMLElement] => [
  html(tag, { class: 'label', [tag === 'span' ? 'id' : 'for']: id, title: about }, label),
  html('span', { class: 'about', id: `${id}-about` }, about),
];

/** Writes text only where it changed, so that nothing is laid out for nothing. */
export function setText(element: Node, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * What a reader is told when code does not come, the figure's or what has been asked for. Some browsers never ask again for a file that failed once. A name that no
 * figure has is no fault of the line.
 */
export const notLoaded = (words: Words, error: unknown, figure = false): string =>
  words.notLoaded(figure, error instanceof SyntaxError, words.reason(error).replace(/\.$/, '')) +
  (error instanceof RangeError ? '' : words.line);

/** The value of an ARIA attribute: its numbers have no exponents. */
export const inAria = (value: number | string): string =>
  typeof value === 'number' && Math.abs(value) < 1e-6 && value !== 0
    ? value.toFixed(24).replace(/0+$/, '')
    : String(value);

/** A piece of an address, decoded; as it stands where it is none, as `%` alone. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
