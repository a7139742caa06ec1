import { html } from '../../kinds/dom';
import { wordsOf } from '../../words/words';
import type { Offers } from '../panels/export-files';
import { withPanels } from '../panels/lazy';

export interface ExportMenu {
  readonly button: HTMLButtonElement;
  /** The list that the button opens; follows it, shown below the row of tools. */
  readonly list: HTMLElement;
}

/** A button that opens a list of buttons, one for each thing that can be taken away. */
export function createExportMenu(offers: Offers): ExportMenu {
  const button = html(
    'button',
    { type: 'button', class: 'tool', 'aria-expanded': 'false', 'aria-controls': 'exports' },
    wordsOf(offers.figure).export,
  );
  const row = html('div', { class: 'files', id: 'exports', hidden: true });
  button.addEventListener('click', () => {
    row.hidden = !row.hidden;
    button.setAttribute('aria-expanded', String(!row.hidden));
    if (!row.hidden) void withPanels(row, offers.figure, ({ writeFiles }) => writeFiles(row, offers));
  });
  return { button, list: html('div', { class: 'exports' }, row) };
}
