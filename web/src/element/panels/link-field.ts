import { html } from '../../kinds/dom';
import { panels as en } from '../../words/en/panels';
import type { Said } from '../../words/words';

/** Where the clipboard is refused the reader copies by hand. */
export function showLink(place: HTMLElement, link: string, said: Said = {}): void {
  const words = said.words?.panels ?? en;
  const field = html('input', {
    type: 'text',
    class: 'address',
    readonly: true,
    value: link,
    'aria-label': words.link,
  });
  place.replaceChildren(words.byHand, field);
  field.focus();
  field.select();
}
