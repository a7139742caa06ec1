import { html } from '../../kinds/dom';

/** Where the clipboard is refused the reader copies by hand. */
export function showLink(place: HTMLElement, link: string): void {
  const field = html('input', {
    type: 'text',
    class: 'address',
    readonly: true,
    value: link,
    'aria-label': 'Link to this picture',
  });
  place.replaceChildren('The browser keeps the clipboard closed. Copy this: ', field);
  field.focus();
  field.select();
}
