import { number, power } from '../../draw/format';
import { type Check, holds } from '../../figures/declare';
import { html, setText } from '../../kinds/dom';

/** Writes each residual with its value and bound. Called with every frame: what is there stays. */
export function writeChecks(panel: HTMLElement, checks: readonly Check[]): void {
  const rows = panel.querySelector('tbody') ?? build(panel);
  if (rows.children.length !== checks.length)
    rows.replaceChildren(...checks.map(() => html('tr', {}, html('td'), html('td'), html('td'))));
  checks.forEach((check, i) => {
    const row = rows.children[i] as HTMLElement;
    row.classList.toggle('failing', !holds(check));
    [check.name, residual(check.value), `≤ ${residual(check.atMost)}`].forEach((cell, k) => {
      setText(row.children[k] as HTMLElement, cell);
    });
  });
}

function build(panel: HTMLElement): HTMLElement {
  const rows = html('tbody');
  const head = html('tr', {}, ...['check', 'value', 'bound'].map((c) => html('th', { scope: 'col' }, c)));
  panel.replaceChildren(
    html(
      'p',
      {},
      'Residuals of the mathematics behind this picture, computed with it. Each has to stay within its bound.',
    ),
    html('table', {}, html('thead', {}, head), rows),
  );
  return rows;
}

/** Residuals are mostly rounding errors: powers of ten read best, also for a bound such as 10⁻¹². */
function residual(value: number): string {
  if (value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6)) return number(value);
  return power(
    value,
    Number(value.toPrecision(2)) === Number(`1e${Math.round(Math.log10(Math.abs(value)))}`) ? 0 : 1,
  );
}
