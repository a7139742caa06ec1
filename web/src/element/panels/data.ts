import { fixed, number, whole } from '../../draw/format';
import type { Table } from '../../figures/declare';
import { html } from '../../kinds/dom';

/** More rows than this are not laid out; exports have them all. */
const most = 500;

/** Writes the numbers behind the picture. The box stays, with the focus and the place that the reader has in it. */
export function writeTable(place: HTMLElement, title: string, table: Table): void {
  const box = dataTable(title, table);
  const old = place.querySelector('.data-box');
  if (old) old.replaceChildren(...box.childNodes);
  else place.replaceChildren(box);
}

/** A table in a box that scrolls. */
function dataTable(title: string, table: Table): HTMLElement {
  const columns = table.columns.map((_, i) => columnOf(table.rows.map((row) => row[i])));
  const kind = (i: number): string | undefined => (columns[i]?.numeric ? 'figure' : undefined);
  const head = html(
    'tr',
    {},
    ...table.columns.map((c, i) => html('th', { scope: 'col', class: kind(i) }, c)),
  );
  const rows = table.rows
    .slice(0, most)
    .map((row) =>
      html('tr', {}, ...row.map((cell, i) => html('td', { class: kind(i) }, columns[i]?.show(cell) ?? ''))),
    );
  const left = table.rows.length - rows.length;
  return html(
    'div',
    { class: 'data-box', role: 'region', tabindex: 0, 'aria-label': `Data of ${title}` },
    html('table', {}, html('thead', {}, head), html('tbody', {}, ...rows)),
    ...(left > 0 ? [html('p', {}, `${whole(left)} more rows are not shown.`)] : []),
  );
}

type Cell = string | number | undefined;

/** How the cells of a column are written: the same decimals throughout, so that they can be compared at a glance. */
function columnOf(cells: readonly Cell[]): { readonly numeric: boolean; show(cell: Cell): string } {
  const sizes = cells.filter((c) => typeof c === 'number').map(Math.abs);
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0);
  const smallest = sizes.reduce((a, b) => (b > 0 ? Math.min(a, b) : a), Infinity);
  const integers = sizes.every(Number.isInteger);
  // Five digits of the largest; where that would round the smallest away, each number gets digits of its own.
  const digits = Math.max(0, 4 - Math.floor(Math.log10(largest)));
  const even = digits <= 8 && smallest >= 10 ** (1 - digits);
  return {
    numeric: sizes.length > 0,
    show(cell = '') {
      if (typeof cell === 'string') return cell;
      if (integers) return whole(cell);
      return even && Number.isFinite(cell) ? fixed(cell, digits) : number(cell, 5);
    },
  };
}
