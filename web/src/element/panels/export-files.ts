import type { At, Engine, Run } from '../../engine/api';
import type { Figure, Params, Values } from '../../figures/declare';
import { html } from '../../kinds/dom';
import { panels as en } from '../../words/en/panels';
import { wordsOf } from '../../words/words';
import type { ExportKind } from './export-kinds';
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

/** Whether this code is a site's that has the files of a page with one figure: a package has none, nor has such a page itself. */
const hasFiles = import.meta.env.SINGLES && import.meta.url !== 'attn:/';

/** Writes a button for the picture, for the film where there is one, for each kind of file and for the whole figure. What comes of a press is said below. */
export function writeFiles(row: HTMLElement, offers: Offers): void {
  // What was said stands there no longer when the list is opened again.
  const before = row.parentElement?.querySelector('.exported');
  if (before) {
    before.textContent = '';
    return;
  }
  const { figure } = offers;
  const words = figure.words?.panels ?? en;
  const said = html('span', { class: 'exported', role: 'status' });
  const place = html('div');
  row.setAttribute('role', 'group');
  row.setAttribute('aria-label', words.exportAs);
  row.after(said, place);
  const card = row.closest('.card') as HTMLElement;
  /** As it is now, whatever is shown by the time that the code is there. */
  const file = (kind: ExportKind | 'picture'): Promise<Blob> => {
    const what = offers.exported();
    return import('./export').then(({ exportFigure }) => exportFigure(kind, what, card));
  };
  const item = (name: string, failed: (why: string) => string, act: () => Promise<string>): HTMLElement => {
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
        said.textContent = failed(wordsOf(figure).reason(error).replace(/\.$/, ''));
      }
      busy = false;
    });
    return button;
  };
  const saved = async (made: Blob, kind: ExportKind): Promise<string> =>
    words.saved((await import('./export')).saveExport(made, figure, kind));
  const kinds = (Object.keys(words.kinds) as ExportKind[]).filter(
    (kind) => kind !== 'python' || typeof figure.python === 'object',
  );
  const copy = item(words.copyPicture, words.notCopied, async () => {
    place.replaceChildren();
    const picture = file('picture');
    try {
      // Asked for within the press, with a picture that is still to come: Safari and Firefox refuse what is asked for later.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      return words.onClipboard;
    } catch {
      const png = await picture;
      place.append(item(words.asPng, words.notSaved, () => saved(png, 'png')));
      return words.noClipboard;
    }
  });
  row.replaceChildren(
    copy,
    ...(figure.timeline
      ? [
          item(words.saveFilm, words.notFilmed, async () =>
            (await import('./film')).film(place, offers, card),
          ),
        ]
      : []),
    ...kinds.map((kind) =>
      item(words.kinds[kind], words.notExported, async () => saved(await file(kind), kind)),
    ),
    ...(hasFiles
      ? [
          item(words.live, words.notSaved, async () => {
            const what = offers.exported();
            const { name, kilobytes, brought } = await (await import('./one-file')).saveOneFile(
              what,
              (card.getRootNode() as ShadowRoot).host,
            );
            return words.savedLive(name, kilobytes, brought);
          }),
        ]
      : []),
  );
}
