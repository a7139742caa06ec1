import type { Figure } from '../../figures/declare';
import { html, messageOf } from '../../kinds/dom';
import { type ExportKind, exportKinds } from './export-kinds';

/** What can be taken away of a figure. */
export interface Offers {
  readonly figure: Figure;
  /** What is shown, as a file; `picture` is a PNG with the title and the caption. */
  export(kind: ExportKind | 'picture'): Promise<Blob>;
  /** Makes a film in the place, and says in a sentence what has come of it. */
  film(place: HTMLElement): Promise<string>;
}

/** Writes a button for the picture, for the film where there is one, and for each kind of file. What comes of a press `said` says. */
export function writeFiles(row: HTMLElement, said: HTMLElement, offers: Offers): void {
  if (row.querySelector('button')) return;
  const { figure } = offers;
  const place = html('div');
  said.after(place);
  const item = (name: string, failed: string, act: () => Promise<string>): HTMLElement => {
    const button = html('button', { type: 'button', class: 'file' }, name);
    let busy = false;
    button.addEventListener('click', async () => {
      // One film at a time, and one dialog of the browser.
      if (busy) return;
      busy = true;
      said.textContent = '';
      try {
        said.textContent = await act();
      } catch (error) {
        said.textContent = `This could not be ${failed}: ${messageOf(error).replace(/\.$/, '')}.`;
      }
      busy = false;
    });
    return button;
  };
  const saved = async (file: Blob, kind: ExportKind): Promise<string> =>
    `Saved as ${(await import('./export')).saveExport(file, figure.id, kind)}.`;
  const kinds = (Object.keys(exportKinds) as ExportKind[]).filter(
    (kind) => kind !== 'python' || typeof figure.python === 'object',
  );
  const copy = item('Copy picture', 'copied', async () => {
    place.replaceChildren();
    const picture = offers.export('picture');
    try {
      // Asked for within the press, with a picture that is still to come: Safari and Firefox refuse what is asked for later.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      return 'The picture is on the clipboard, with its title and its caption.';
    } catch {
      const file = await picture;
      place.append(item('Save it as a PNG', 'saved', () => saved(file, 'png')));
      return 'The browser keeps the clipboard closed to pictures.';
    }
  });
  row.replaceChildren(
    copy,
    ...(figure.timeline ? [item('Save film', 'filmed', () => offers.film(place))] : []),
    ...kinds.map((kind) =>
      item(exportKinds[kind], 'exported', async () => saved(await offers.export(kind), kind)),
    ),
  );
}
