import { html } from '../../kinds/dom';
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
    'Export',
  );
  const said = html('span', { class: 'exported', role: 'status' });
  const row = html('div', {
    class: 'files',
    id: 'exports',
    role: 'group',
    'aria-label': 'Export as',
    hidden: true,
  });
  const list = html('div', { class: 'exports' }, row, said);
  const open = (opened: boolean): void => {
    row.hidden = !opened;
    button.setAttribute('aria-expanded', String(opened));
    if (opened) void withPanels(row, ({ writeFiles }) => writeFiles(row, said, offers));
  };
  button.addEventListener('click', () => {
    said.textContent = '';
    open(row.hidden === true);
  });
  return { button, list };
}
