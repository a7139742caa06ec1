/** A small matrix: cells in a grid, stepped and typed over; in a heatmap they are dragged up and down. */
import { decimals, fixed } from '../draw/format';
import { matrix as en } from '../words/en/matrix';
import { wordsOf } from '../words/words';
import { onGrid, readRows, replaced, takeRows, writeRows } from './arrays';
import { cellsStyle, createCells } from './cells';
import { numberField } from './field';
import { button, countButtons, framed } from './frame';
import { type Control, type Declared, type Kind, other, type Read, type Report } from './kind';

export type MatrixValue = readonly (readonly number[])[];

export interface MatrixSpec extends Declared<MatrixValue> {
  /** Where entries may lie. */
  readonly range: readonly [number, number];
  readonly step: number;
  /** How many rows there may be; as many as there are, where absent. */
  readonly rows?: readonly [number, number];
  /** Entries that mirror each other across the diagonal are one. */
  readonly symmetric?: boolean;
  /** What the entry of a row and a column, from 1, is called; by these where absent. */
  called?(row: number, column: number): string;
}

const wordsIn = (param: MatrixSpec): typeof en => param.words?.matrix ?? en;
const columnsOf = ({ value }: MatrixSpec): number => value[0]?.length ?? 0;
const show = (param: MatrixSpec, value: number): string =>
  wordsOf(param).number(fixed(value, decimals(param.step)));

function put(param: MatrixSpec, value: MatrixValue, piece: number, entry: number): MatrixValue {
  const columns = columnsOf(param);
  const [i, j] = [Math.floor(piece / columns), piece % columns];
  const snapped = onGrid(entry, param.range, param.step);
  const once = replaced(value, i, replaced(value[i] ?? [], j, snapped));
  return param.symmetric ? replaced(once, j, replaced(once[j] ?? [], i, snapped)) : once;
}

const entryOf = (param: MatrixSpec, value: MatrixValue, piece: number): number =>
  value[Math.floor(piece / columnsOf(param))]?.[piece % columnsOf(param)] ?? 0;

const named = (param: MatrixSpec, value: MatrixValue, piece: number): string => {
  const columns = columnsOf(param);
  const row = Math.floor(piece / columns) + 1;
  const entry = show(param, entryOf(param, value, piece));
  const words = wordsIn(param);
  if (param.called) return `${param.called(row, (piece % columns) + 1)}: ${entry}`;
  return columns > 1 ? words.cell(row, (piece % columns) + 1, entry) : words.entry(row, entry);
};

const limitsOf = ({ rows, value }: MatrixSpec): readonly [number, number] =>
  rows ?? [value.length, value.length];

function checked(param: MatrixSpec, rows: MatrixValue): Read<MatrixValue> {
  const words = wordsIn(param);
  const { reach } = wordsOf(param);
  const [least, most] = limitsOf(param);
  const columns = columnsOf(param);
  if (rows.length < least || rows.length > most || rows.some((row) => row.length !== columns))
    return { problem: words.wrongSize(least === most ? least : reach(least, most), columns) };
  const [low, high] = param.range;
  if (rows.flat().some((entry) => entry < low || entry > high))
    return { problem: words.outside(reach(show(param, low), show(param, high))) };
  if (param.symmetric && rows.some((row, i) => row.some((entry, j) => entry !== rows[j]?.[i])))
    return { problem: words.notSymmetric };
  return { value: rows.map((row) => row.map((entry) => onGrid(entry, param.range, param.step))) };
}

const keyed = (
  param: MatrixSpec,
  value: MatrixValue,
  piece: number,
  key: string,
): MatrixValue | undefined => {
  const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[key];
  return by === undefined
    ? undefined
    : put(param, value, piece, entryOf(param, value, piece) + by * param.step);
};

export const matrixKind: Kind<MatrixSpec, MatrixValue> = {
  write: (_, value) => writeRows(value),
  read: (param, text) => readRows(param, text, (rows) => checked(param, rows)),
  take: (param, value) => takeRows(value, 'no rows of numbers', (rows) => checked(param, rows)),
  aloud: (param, value) => wordsIn(param).size(value.length, columnsOf(param)),
  control,
  style: `${cellsStyle}
.list-of .cells{box-shadow:inset 0 0 0 1px var(--_rule);border-radius:6px}.list-of .cell+.cell{background:linear-gradient(var(--_rule) 0 0) 0/1px no-repeat}
.beside{grid-template-columns:auto minmax(0,1fr);align-items:center}.beside>.label{grid-row:span 2}
.beside>.options{grid-area:1/2/span 2/-1}.beside .cells{padding:0 .2em;border:solid var(--_ink-2);border-width:0 1.5px;border-radius:9px}`,
  pieces: {
    count: (value) => value.flat().length,
    aloud: named,
    keyed,
    dragged: (param, value, piece, [entry = 0]) => put(param, value, piece, entry),
  },
};

/** Enter or a tap opens a cell, Alt with an arrow steps it. */
function control(param: MatrixSpec, id: string, report: Report<MatrixValue>): Control<MatrixValue> {
  let value = param.value;
  const open = (piece: number): void => {
    const cell = cells.all[piece];
    if (!cell || cell.firstElementChild) return;
    const close = (): void => {
      const focused = field.element.matches(':focus');
      cell.replaceChildren(show(param, entryOf(param, value, piece)));
      if (focused) cell.focus();
    };
    const field = numberField(
      {
        show: (v) => show(param, v),
        snap: (v) => onGrid(v, param.range, param.step),
        moved: (v, by) => onGrid(v + by * param.step, param.range, param.step),
        range: param.range,
        said: param,
      },
      (v) => {
        report(put(param, value, piece, v));
        field.set(v);
      },
      { 'aria-label': named(param, value, piece) },
    );
    field.set(entryOf(param, value, piece));
    field.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      // What has been typed counts, except where it is taken back.
      if (event.key === 'Enter') field.element.dispatchEvent(new Event('change'));
      close();
    });
    field.element.addEventListener('blur', () => setTimeout(close));
    cell.replaceChildren(field.element);
    field.element.focus();
  };
  const cells = createCells(param.label, id, {
    press: open,
    key(piece, { key, altKey }) {
      const next = altKey ? keyed(param, value, piece, key) : undefined;
      if (next) report(next);
      else if (key === 'Enter') open(piece);
      return next !== undefined || key === 'Enter';
    },
  });
  const [least, most] = limitsOf(param);
  const columns = columnsOf(param);
  const more = button('+', wordsIn(param).more, () =>
    report([...value, Array<number>(columns).fill(onGrid(0, param.range, param.step))], true),
  );
  const fewer = button('−', wordsIn(param).fewer, () => report(value.slice(0, -1), true));
  const set = (now: MatrixValue): void => {
    value = now;
    const texts = now.map((row) => row.map((entry) => show(param, entry)));
    cells.set(
      // A list is a row of numbers.
      columns > 1 ? texts : [texts.flat()],
      (piece) => named(param, now, piece),
    );
    more.disabled = now.length >= most;
    fewer.disabled = now.length <= least;
  };
  // A matrix stands beside its name.
  const list = columns < 2;
  const count = countButtons([least, most], fewer, more);
  const element = framed(
    param,
    id,
    list ? 5.3 * most + 10 * count.length : 6 * columns + Math.max(8, param.label.length),
    cells.element,
    ...count,
  );
  element.classList.add(list ? 'list-of' : 'beside');
  return {
    element,
    set,
  };
}

/** Declares a matrix. */
export const matrix = (spec: MatrixSpec) => other(spec, matrixKind);
