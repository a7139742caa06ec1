/** Cells in rows, one stop of the Tab key: arrows go from one to the next. */
import { html, setText } from './dom';
import { frameStyle } from './frame';

export interface CellsHooks {
  /** What a key does that does not lead to another cell; true when it did something. */
  key(piece: number, event: KeyboardEvent): boolean;
  /** A click or a tap. */
  press(piece: number): void;
}

export interface Cells {
  readonly element: HTMLElement;
  readonly all: readonly HTMLElement[];
  /** As many cells as these rows have, each with its text, and its name in words. */
  set(rows: readonly (readonly string[])[], name: (piece: number) => string): void;
  focus(piece: number): void;
}

export const cellsStyle = `${frameStyle}
.cells{display:inline-grid;max-width:100%;overflow:auto}
.cells>div{display:flex}
.cell{box-sizing:border-box;min-width:2.5em;min-height:2.15em;padding:.2em .35em;display:grid;place-content:center;border:1px solid transparent;border-radius:5px;
color:var(--_ink);font-weight:600;cursor:pointer;user-select:none;-webkit-user-select:none}
.cell:is(:hover,.cell+:hover){border-color:var(--_ink-3)}.cell:active{background:var(--_grid)}.cell:focus-visible{outline-offset:-2px}
.cell .field{margin:0;min-height:1.6em;padding:0}`;

export function createCells(label: string, id: string, hooks: CellsHooks): Cells {
  const element = html('div', { class: 'cells', role: 'grid', id, 'aria-label': label });
  let all: HTMLElement[] = [];
  let columns = 0;
  let at = 0;
  const choose = (piece: number): void => {
    at = Math.max(0, Math.min(all.length - 1, piece));
    for (const [i, cell] of all.entries()) cell.tabIndex = i === at ? 0 : -1;
  };
  const pieceOf = (event: Event): number =>
    all.indexOf((event.target as Element).closest('.cell') as HTMLElement);
  element.addEventListener('focusin', (event) => choose(pieceOf(event)));
  element.addEventListener('click', (event) => {
    if ((event.target as Element).closest('.cell')) hooks.press(pieceOf(event));
  });
  element.addEventListener('keydown', (event) => {
    // In a field that stands in a cell keys are the field's.
    if (!(event.target as Element).matches('.cell')) return;
    const piece = pieceOf(event);
    if (!hooks.key(piece, event)) {
      const column = piece % columns;
      const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
      const ends = { Home: piece - column, End: piece - column + columns - 1 }[event.key];
      const next = event.altKey ? undefined : (ends ?? (by === undefined ? undefined : piece + by));
      if (next === undefined) return;
      const sideways = by === 1 || by === -1;
      const inside =
        next >= 0 &&
        next < all.length &&
        (!sideways || Math.floor(next / columns) === Math.floor(piece / columns));
      if (inside) all[next]?.focus();
    }
    event.preventDefault();
  });
  return {
    element,
    get all() {
      return all;
    },
    set(rows, name) {
      if (rows.length * (rows[0]?.length ?? 0) !== all.length || rows[0]?.length !== columns) {
        columns = rows[0]?.length ?? 0;
        all = rows.flat().map(() => html('div', { class: 'cell', role: 'gridcell' }));
        const row = (i: number): HTMLElement =>
          html('div', { role: 'row' }, ...all.slice(i * columns, (i + 1) * columns));
        element.replaceChildren(...rows.map((_, i) => row(i)));
        choose(at);
      }
      for (const [i, text] of rows.flat().entries()) {
        const cell = all[i] as HTMLElement;
        if (!cell.firstElementChild) setText(cell, text);
        cell.setAttribute('aria-label', name(i));
      }
    },
    focus: (piece) => all[piece]?.focus(),
  };
}
