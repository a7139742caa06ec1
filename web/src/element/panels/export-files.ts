import { html, messageOf } from '../../kinds/dom';
import { type ExportKind, exportKinds } from './export-kinds';

/** Writes a button for each kind of file. `save` resolves with the name of the file, and `said` says it. */
export function writeFiles(
  row: HTMLElement,
  said: HTMLElement,
  save: (kind: ExportKind) => Promise<string>,
  python: boolean,
): void {
  if (row.querySelector('button')) return;
  const kinds = Object.entries(exportKinds).filter(([kind]) => python || kind !== 'python');
  const buttons = kinds.map(([kind, name]) => {
    const item = html('button', { type: 'button', class: 'file' }, name);
    item.addEventListener('click', async () => {
      said.textContent = '';
      try {
        said.textContent = `Saved as ${await save(kind as ExportKind)}.`;
      } catch (error) {
        said.textContent = `This could not be exported: ${messageOf(error).replace(/\.$/, '')}.`;
      }
    });
    return item;
  });
  row.replaceChildren(...buttons);
}
