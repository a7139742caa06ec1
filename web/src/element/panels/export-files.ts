import type { At, Engine, Run } from '../../engine/api';
import type { Figure, Params, Values } from '../../figures/declare';
import { html, messageOf } from '../../kinds/dom';
import { type ExportKind, exportKinds } from './export-kinds';
import type { Exported } from './exported';

/** What things to take away are made of. */
export interface Offers {
  readonly figure: Figure;
  readonly engine: Engine;
  /** What is on the screen. */
  exported(): Exported;
  /** Opens a run of its own. */
  open(
    figure: Figure,
    engine: Engine,
    values: Values<Params>,
    at: At,
  ): Promise<{ readonly run: Run<unknown>; readonly told: unknown }>;
}

/** Writes a button for the picture, for the film where there is one, and for each kind of file. What comes of a press is said below. */
export function writeFiles(row: HTMLElement, offers: Offers): void {
  // What was said stands there no longer when the list is opened again.
  const before = row.parentElement?.querySelector('.exported');
  if (before) {
    before.textContent = '';
    return;
  }
  const { figure } = offers;
  const said = html('span', { class: 'exported', role: 'status' });
  const place = html('div');
  row.setAttribute('role', 'group');
  row.setAttribute('aria-label', 'Export as');
  row.after(said, place);
  const card = row.closest('.card') as HTMLElement;
  /** As it is now, whatever is shown by the time that the code is there. */
  const file = (kind: ExportKind | 'picture'): Promise<Blob> => {
    const what = offers.exported();
    return import('./export').then(({ exportFigure }) => exportFigure(kind, what, card));
  };
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
  const saved = async (made: Blob, kind: ExportKind): Promise<string> =>
    `Saved as ${(await import('./export')).saveExport(made, figure.id, kind)}.`;
  const kinds = (Object.keys(exportKinds) as ExportKind[]).filter(
    (kind) => kind !== 'python' || typeof figure.python === 'object',
  );
  const copy = item('Copy picture', 'copied', async () => {
    place.replaceChildren();
    const picture = file('picture');
    try {
      // Asked for within the press, with a picture that is still to come: Safari and Firefox refuse what is asked for later.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      return 'The picture is on the clipboard, with its title and its caption.';
    } catch {
      const png = await picture;
      place.append(item('Save it as a PNG', 'saved', () => saved(png, 'png')));
      return 'The browser keeps the clipboard closed to pictures.';
    }
  });
  row.replaceChildren(
    copy,
    ...(figure.timeline
      ? [item('Save film', 'filmed', async () => (await import('./film')).film(place, offers, card))]
      : []),
    ...kinds.map((kind) => item(exportKinds[kind], 'exported', async () => saved(await file(kind), kind))),
  );
}
