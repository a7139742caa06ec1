import { fixed, number, whole } from '../../draw/format';
import type { Table } from '../../figures/declare';
import { html } from '../../kinds/dom';
import { panels as en } from '../../words/en/panels';
import { type Said, wordsOf } from '../../words/words';

/** More rows than this are not laid out; exports have them all. */
const most = 500;

/** Writes the numbers behind the picture. The box stays, with the focus and the place that the reader has in it. */
export function writeTable(place: HTMLElement, title: string, table: Table, said: Said = {}): void {
  const box = dataTable(title, table, said);
  const old = place.querySelector('.data-box');
  if (old) old.replaceChildren(...box.childNodes);
  else place.replaceChildren(box);
  said.words?.mark?.(place, said);
}

/** A table in a box that scrolls. */
function dataTable(title: string, table: Table, said: Said): HTMLElement {
  const words = said.words?.panels ?? en;
  const { number: written } = wordsOf(said);
  const columns = table.columns.map((_, i) =>
    columnOf(
      table.rows.map((row) => row[i]),
      written,
    ),
  );
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
    { class: 'data-box', role: 'region', tabindex: 0, 'aria-label': words.data(title) },
    html('table', {}, html('thead', {}, head), html('tbody', {}, ...rows)),
    ...(left > 0 ? [html('p', {}, words.more(left, whole(left)))] : []),
  );
}

type Cell = string | number | undefined;

/** How the cells of a column are written: the same decimals throughout, so that they can be compared at a glance. */
function columnOf(
  cells: readonly Cell[],
  written: (text: string) => string,
): { readonly numeric: boolean; show(cell: Cell): string } {
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
      if (integers || (!even && Number.isInteger(cell))) return whole(cell);
      return written(even && Number.isFinite(cell) ? fixed(cell, digits) : number(cell, 5));
    },
  };
}
