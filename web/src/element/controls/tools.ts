import { html, notLoaded, setText } from '../../kinds/dom';
import { rove } from '../../kinds/roving';
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
  const tool = (name: string, attributes = {}): HTMLButtonElement =>
    html('button', { type: 'button', class: 'tool', ...attributes }, name);
  const reset = tool('Reset');
  const undo = tool('Undo', { 'aria-keyshortcuts': 'Control+Z', 'aria-disabled': 'true' });
  const data = tool('Data', { 'aria-expanded': 'false', 'aria-controls': 'data' });
  reset.addEventListener('click', () => hooks.reset());
  undo.addEventListener('click', () => undo.getAttribute('aria-disabled') !== 'true' && hooks.undo());
  data.addEventListener('click', () => {
    const open = data.getAttribute('aria-expanded') !== 'true';
    data.setAttribute('aria-expanded', String(open));
    hooks.data(open);
  });
  const row = html('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Tools' }, reset, undo);
  const element = html('div', {}, row);
  const keep = tool('Keep this run', { 'aria-pressed': 'false' });
  keep.addEventListener('click', () => hooks.keep?.());
  if (hooks.keep) row.append(keep);
  const { action, link } = hooks;
  if (action) {
    const act = tool(action.name, { 'aria-controls': 'action' });
    const place = html('div', { class: 'action', id: 'action' });
    act.addEventListener('click', () => action.run(place));
    row.append(act);
    element.append(place);
  }
  if (link) {
    const copy = tool('Copy link', { 'aria-controls': 'link' });
    const said = html('span', { class: 'visually-hidden', role: 'status' });
    row.append(copy, said);
    const byHand = html('p', { class: 'link', id: 'link', hidden: true });
    element.append(byHand);
    const open = (opened: boolean): void => {
      byHand.hidden = !opened;
      copy.setAttribute('aria-expanded', String(opened));
    };
    copy.addEventListener('click', async () => {
      if (!byHand.hidden) return open(false);
      if (!(await copied(link()))) {
        open(true);
        return withPanels(byHand, ({ showLink }) => showLink(byHand, link()));
      }
      copy.textContent = said.textContent = 'Link copied';
      setTimeout(() => {
        copy.textContent = 'Copy link';
        said.textContent = '';
      }, 2000);
    });
  }
  /** A tool whose code is fetched with the press. */
  const opens = (name: string, attributes: object, act: () => Promise<void>): HTMLButtonElement => {
    const button = tool(name, attributes);
    button.addEventListener('click', () => {
      element.querySelector('.link[role=alert]')?.remove();
      act().catch((error) => {
        element.append(html('p', { class: 'link', role: 'alert' }, notLoaded('This', error)));
      });
    });
    return button;
  };
  const embed = opens('Embed', { 'aria-haspopup': 'dialog' }, hooks.embed);
  const full = opens(
    'Full screen',
    { class: 'tool full', title: 'Key F', 'aria-keyshortcuts': 'F' },
    async () => (await fetchPanels()).lecture(row, hooks.offers.figure),
  );
  const menu = createExportMenu(hooks.offers);
  const explain = tool('Explain', { class: 'tool explain', 'aria-expanded': 'false' });
  explain.addEventListener('click', () => explain.setAttribute('aria-expanded', String(hooks.explain?.())));
  // The list comes next for the Tab key; the style sheet puts it on a line below the row.
  row.append(embed, menu.button, menu.list, data, full);
  if (hooks.explain) row.append(explain);
  rove(row);
  return {
    element,
    changed(changed) {
      undo.setAttribute('aria-disabled', String(!changed));
    },
    ghost(there) {
      keep.setAttribute('aria-pressed', String(there));
      setText(keep, there ? 'Let the kept run go' : 'Keep this run');
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
