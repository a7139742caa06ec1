import { number, power } from '../draw/format';
import type { Check } from '../figures/declare';
import { html, icon, setText } from './dom';

export interface Badge {
  readonly element: HTMLElement;
  set(checks: readonly Check[]): void;
}

/** Whether a residual is within its bound. One that is not a number is not. */
export const holds = (check: Check): boolean => check.value <= check.atMost;

/** A button that says how many residuals hold, and opens to each with its value and bound. */
export function createBadge(): Badge {
  const text = html('span');
  const button = html('button', {
    type: 'button',
    class: 'badge',
    'aria-expanded': 'false',
    'aria-controls': 'checks',
  });
  const rows = html('tbody');
  const panel = html(
    'div',
    { class: 'checks', id: 'checks', hidden: true },
    html(
      'p',
      {},
      'Residuals of the mathematics behind this picture, computed with it. Each has to stay within its bound.',
    ),
    html(
      'table',
      {},
      html(
        'thead',
        {},
        html('tr', {}, ...['check', 'value', 'bound'].map((c) => html('th', { scope: 'col' }, c))),
      ),
      rows,
    ),
  );
  const element = html('div', { class: 'badge-box' }, button, panel);
  let state: 'ok' | 'bad' | undefined;

  const open = (opened: boolean): void => {
    panel.hidden = !opened;
    button.setAttribute('aria-expanded', String(opened));
  };
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'));
  element.addEventListener('keydown', (event) => {
    if (panel.hidden) return;
    if (event.key === 'Escape') button.focus();
    // Nothing in the panel takes the focus, and what does so next may lie under it.
    if (event.key === 'Escape' || event.key === 'Tab') open(false);
  });
  return {
    element,
    set(checks) {
      const good = checks.filter(holds).length;
      const bad = checks.length - good;
      button.hidden = checks.length === 0;
      const next = bad ? 'bad' : 'ok';
      if (next !== state) {
        state = next;
        button.replaceChildren(icon(next), text);
        button.classList.toggle('failing', next === 'bad');
      }
      setText(
        text,
        bad
          ? `${bad} of ${checks.length} checks ${bad === 1 ? 'fails' : 'fail'}`
          : `checks ${good} of ${checks.length}`,
      );
      if (rows.children.length !== checks.length)
        rows.replaceChildren(...checks.map(() => html('tr', {}, html('td'), html('td'), html('td'))));
      checks.forEach((check, i) => {
        const row = rows.children[i] as HTMLElement;
        row.classList.toggle('failing', !holds(check));
        [check.name, residual(check.value), `≤ ${residual(check.atMost)}`].forEach((cell, k) => {
          setText(row.children[k] as HTMLElement, cell);
        });
      });
    },
  };
}

/** Residuals are mostly rounding errors: powers of ten read best, also for a bound such as 10⁻¹². */
function residual(value: number): string {
  if (value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6)) return number(value);
  return power(
    value,
    Number(value.toPrecision(2)) === Number(`1e${Math.round(Math.log10(Math.abs(value)))}`) ? 0 : 1,
  );
}
