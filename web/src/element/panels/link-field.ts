import { html } from '../../kinds/dom';
import { panels as en } from '../../words/en/panels';
import type { Said } from '../../words/words';
import { ofOwnFile } from '../address/state';

/** Where the clipboard is refused the reader copies by hand. What the link does not have in it is said, copied (`done`) or not. */
export function showLink(place: HTMLElement, link: string, done: boolean, said: Said = {}): void {
  const words = said.words?.panels ?? en;
  const field = html('input', {
    type: 'text',
    class: 'address',
    readonly: true,
    value: link,
    'aria-label': words.link,
  });
  place.replaceChildren((ofOwnFile(link) ? words.without : '') + (done ? words.copied : words.byHand), field);
  field.focus();
  field.select();
}
