import { type Check, holds } from '../../figures/declare';
import { html, icon, setText } from '../../kinds/dom';
import { type Said, wordsOf } from '../../words/words';
import { withPanels } from '../panels/lazy';

export interface Badge {
  readonly element: HTMLElement;
  set(checks: readonly Check[], said?: Said): void;
}

/** A button that says how many residuals hold, and opens to each with its value and bound. */
export function createBadge(): Badge {
  const text = html('span');
  const button = html('button', {
    type: 'button',
    class: 'badge',
    'aria-expanded': 'false',
    'aria-controls': 'checks',
  });
  const panel = html('div', { class: 'checks', id: 'checks', hidden: true });
  const element = html('div', { class: 'badge-box' }, button, panel);
  let state: 'ok' | 'bad' | undefined;
  let shown: readonly Check[] = [];
  let speaks: Said = {};

  const write = (): void => {
    if (!panel.hidden) void withPanels(panel, speaks, ({ writeChecks }) => writeChecks(panel, shown, speaks));
  };
  const open = (opened: boolean): void => {
    panel.hidden = !opened;
    button.setAttribute('aria-expanded', String(opened));
    write();
  };
  button.addEventListener('click', () => open(panel.hidden === true));
  element.addEventListener('keydown', (event) => {
    // Nothing in the panel takes the focus, and what does so next may lie under it.
    if (!panel.hidden && event.key === 'Tab') open(false);
  });
  return {
    element,
    set(checks, said = {}) {
      shown = checks;
      speaks = said;
      const bad = checks.filter((check) => !holds(check)).length;
      button.hidden = checks.length === 0;
      const next = bad ? 'bad' : 'ok';
      if (next !== state) {
        state = next;
        button.replaceChildren(icon(next), text);
        button.classList.toggle('failing', next === 'bad');
      }
      setText(text, wordsOf(said).checks(bad, checks.length));
      write();
    },
  };
}
