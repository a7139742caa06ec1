import { number, power } from '../../draw/format';
import { type Check, holds } from '../../figures/declare';
import { html, setText } from '../../kinds/dom';
import { panels as en } from '../../words/en/panels';
import { type Said, wordsOf } from '../../words/words';

/** Writes each residual with its value and bound. Called with every frame: what is there stays. */
export function writeChecks(panel: HTMLElement, checks: readonly Check[], said: Said = {}): void {
  const { number: written } = wordsOf(said);
  const rows = panel.querySelector('tbody') ?? build(panel, said.words?.panels ?? en);
  if (rows.children.length !== checks.length)
    rows.replaceChildren(...checks.map(() => html('tr', {}, html('td'), html('td'), html('td'))));
  checks.forEach((check, i) => {
    const row = rows.children[i] as HTMLElement;
    row.classList.toggle('failing', !holds(check));
    [check.name, written(residual(check.value)), `≤ ${written(residual(check.atMost))}`].forEach(
      (cell, k) => {
        setText(row.children[k] as HTMLElement, cell);
      },
    );
  });
  said.words?.mark?.(panel.parentElement ?? panel, said);
}

function build(panel: HTMLElement, words: typeof en): HTMLElement {
  const rows = html('tbody');
  const head = html(
    'tr',
    {},
    ...[words.check, words.value, words.bound].map((c) => html('th', { scope: 'col' }, c)),
  );
  panel.replaceChildren(html('p', {}, words.checks), html('table', {}, html('thead', {}, head), rows));
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
