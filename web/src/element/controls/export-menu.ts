import { html } from '../../kinds/dom';
import type { ExportKind } from '../panels/export-kinds';
import { withPanels } from '../panels/lazy';

export interface ExportMenu {
  readonly button: HTMLButtonElement;
  /** The list that the button opens; follows it, shown below the row of tools. */
  readonly list: HTMLElement;
}

/**
 * A button that opens a list of buttons, one for each kind of file. `save` resolves with the name of the file. `python` says whether
 * that kind is among them.
 */
export function createExportMenu(save: (kind: ExportKind) => Promise<string>, python: boolean): ExportMenu {
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
    if (opened) void withPanels(row, ({ writeFiles }) => writeFiles(row, said, save, python));
  };
  button.addEventListener('click', () => {
    said.textContent = '';
    open(row.hidden === true);
  });
  return { button, list };
}
