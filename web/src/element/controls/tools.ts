import { html, notLoaded, setText } from '../../kinds/dom';
import { rove } from '../../kinds/roving';
import { wordsOf } from '../../words/words';
import { ofOwnFile } from '../address/state';
import type { Offers } from '../panels/export-files';
import { fetchPanels, withPanels } from '../panels/lazy';
import { createExportMenu } from './export-menu';

export interface ToolHooks {
  reset(): void;
  undo(): void;
  /** Keeps what is shown, or lets it go; absent where the figure does not compare. */
  keep?(): void;
  /** The address that restores the picture; absent where the figure is not linked to its page's address. */
  link?(): string;
  data(open: boolean): void;
  /** Shows what the parameters are for, or no longer; true when it does. Absent where there are none. */
  explain?(): boolean;
  /** What can be taken away. */
  readonly offers: Offers;
  /** Opens the dialog that says how to embed. */
  embed(): Promise<void>;
  /** What the figure offers beside its state; started, or stopped, for what it shows in its place. */
  readonly action?: { readonly name: string; run(place: HTMLElement): void } | undefined;
}

export interface Tools {
  readonly element: HTMLElement;
  /** Whether there is a change to take back. */
  changed(changed: boolean): void;
  /** Whether a run is kept. */
  ghost(there: boolean): void;
}

/** The quiet row: reset, undo, copy link, embed, export, data, full screen. */
export function createTools(hooks: ToolHooks): Tools {
  const { figure } = hooks.offers;
  const words = wordsOf(figure);
  const tool = (name: string, press: () => void, attributes = {}): HTMLButtonElement => {
    const button = html('button', { type: 'button', class: 'tool', ...attributes }, name);
    button.addEventListener('click', press);
    return button;
  };
  const reset = tool(words.reset, hooks.reset);
  const undo = tool(words.undo, () => undo.getAttribute('aria-disabled') !== 'true' && hooks.undo(), {
    'aria-keyshortcuts': 'Control+Z',
    'aria-disabled': 'true',
  });
  const data = tool(
    words.data,
    () => {
      const open = data.getAttribute('aria-expanded') !== 'true';
      data.setAttribute('aria-expanded', String(open));
      hooks.data(open);
    },
    { 'aria-expanded': 'false', 'aria-controls': 'data' },
  );
  const row = html('div', { class: 'tools', role: 'toolbar', 'aria-label': words.tools }, reset, undo);
  const element = html('div', {}, row);
  const keep = tool(words.keep, () => hooks.keep?.(), { 'aria-pressed': 'false' });
  if (hooks.keep) row.append(keep);
  const { action, link } = hooks;
  if (action) {
    const place = html('div', { class: 'action', id: 'action' });
    row.append(tool(action.name, () => action.run(place), { 'aria-controls': 'action' }));
    element.append(place);
  }
  if (link) {
    const said = html('span', { class: 'visually-hidden', role: 'status' });
    const byHand = html('p', { class: 'link', id: 'link', hidden: true });
    element.append(byHand);
    const open = (opened: boolean): void => {
      byHand.hidden = !opened;
      copy.setAttribute('aria-expanded', String(opened));
    };
    const press = async (): Promise<void> => {
      if (!byHand.hidden) return open(false);
      const done = await copied(link());
      if (!done || ofOwnFile(link())) {
        open(true);
        return withPanels(byHand, figure, ({ showLink }) => showLink(byHand, link(), done, figure));
      }
      copy.textContent = said.textContent = words.copied;
      setTimeout(() => {
        copy.textContent = words.copyLink;
        said.textContent = '';
      }, 2000);
    };
    const copy = tool(words.copyLink, press, { 'aria-controls': 'link' });
    row.append(copy, said);
  }
  /** What to do where the code is fetched with the press. */
  const fetching = (act: () => Promise<void>) => (): void => {
    element.querySelector('.link[role=alert]')?.remove();
    act().catch((error) => {
      element.append(html('p', { class: 'link', role: 'alert' }, notLoaded(words, error)));
    });
  };
  const embed = tool(words.embed, fetching(hooks.embed), { 'aria-haspopup': 'dialog' });
  const lecture = async (): Promise<void> => (await fetchPanels()).lecture(row, figure);
  const full = tool(words.full, fetching(lecture), {
    class: 'tool full',
    title: words.keyF,
    'aria-keyshortcuts': 'F',
  });
  const menu = createExportMenu(hooks.offers);
  const show = (): void => explain.setAttribute('aria-expanded', String(hooks.explain?.()));
  const explain = tool(words.explain, show, { class: 'tool explain', 'aria-expanded': 'false' });
  // The list comes next for the Tab key; the style sheet puts it on a line below the row.
  // A page that is one file, or that has the package in it, comes from no site that another page could fetch figures from.
  if (import.meta.env.MODE !== 'single' && import.meta.env.MODE !== 'package' && import.meta.url !== 'attn:/')
    row.append(embed);
  row.append(menu.button, menu.list, data, full);
  if (hooks.explain) row.append(explain);
  rove(row);
  return {
    element,
    changed(changed) {
      undo.setAttribute('aria-disabled', String(!changed));
    },
    ghost(there) {
      keep.setAttribute('aria-pressed', String(there));
      setText(keep, there ? words.letGo : words.keep);
    },
  };
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
