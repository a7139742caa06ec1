/** Patterns of cells that are on or off: masks, pictures. A tap or Space turns one over; painting is a mode of its own. */
import { bits as en } from '../words/en/bits';
import { fromBase64, toBase64 } from './arrays';
import { cellsStyle, createCells } from './cells';
import { html } from './dom';
import { framed } from './frame';
import { type Control, type Declared, type Kind, other, type Report, short } from './kind';

export type BitsValue = readonly (readonly boolean[])[];
export interface BitsSpec extends Declared<BitsValue> {
  /** What a cell that is on, and one that is off, is called. */
  readonly names?: readonly [string, string];
  /** What the cell of a row and a column, from 1, is called; by these where absent. */
  called?(row: number, column: number): string;
}

const wordsIn = (param: BitsSpec): typeof en => param.words?.bits ?? en;
const columnsOf = (value: BitsValue): number => value[0]?.length ?? 0;

const flipped = (value: BitsValue, pieces: ReadonlySet<number>, on?: boolean): BitsValue =>
  value.map((row, i) => row.map((bit, j) => (pieces.has(i * row.length + j) ? (on ?? !bit) : bit)));

const bitAt = (value: BitsValue, piece: number): boolean =>
  value[Math.floor(piece / columnsOf(value))]?.[piece % columnsOf(value)] ?? false;

const named = (param: BitsSpec, value: BitsValue, piece: number): string => {
  const columns = columnsOf(value);
  const words = wordsIn(param);
  const [on, off] = param.names ?? [words.on, words.off];
  const state = bitAt(value, piece) ? on : off;
  const place = [Math.floor(piece / columns) + 1, (piece % columns) + 1] as const;
  return param.called ? `${param.called(...place)}: ${state}` : words.cell(...place, state);
};

const isBits = (param: BitsSpec, value: unknown): value is BitsValue =>
  Array.isArray(value) &&
  value.length === param.value.length &&
  // Without holes, which `every` alone would skip.
  Array.from(value).every(
    (row) =>
      Array.isArray(row) &&
      row.length === columnsOf(param.value) &&
      Array.from(row).every((bit) => typeof bit === 'boolean'),
  );

export const bitsKind: Kind<BitsSpec, BitsValue> = {
  write(_, value) {
    const all = value.flat();
    const bytes = new Uint8Array(Math.ceil(all.length / 8));
    for (const [i, bit] of all.entries()) if (bit) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7));
    return `bits:${value.length}x${columnsOf(value)}:${toBase64(bytes)}`;
  },
  read(param, text) {
    const [rows, columns] = [param.value.length, columnsOf(param.value)];
    const expected = `bits:${rows}x${columns}:`;
    const bytes = text.startsWith(expected) ? fromBase64(text.slice(expected.length)) : undefined;
    if (bytes?.length !== Math.ceil((rows * columns) / 8))
      return { problem: wordsIn(param).noPattern(short(text), rows, columns) };
    const bit = (i: number): boolean => (((bytes[i >> 3] ?? 0) >> (i & 7)) & 1) === 1;
    return { value: param.value.map((row, i) => row.map((_, j) => bit(i * columns + j))) };
  },
  take: (param, value) =>
    isBits(param, value)
      ? { value }
      : {
          problem: `no pattern, expected ${param.value.length} rows of ${columnsOf(param.value)} true or false`,
        },
  aloud: (param, value) => wordsIn(param).count(value.flat().filter(Boolean).length, value.flat().length),
  control,
  style: `${cellsStyle}
.bits .cell{width:1.85em;min-width:0;min-height:0;aspect-ratio:1;padding:0;border-color:var(--_rule);border-radius:3px}
.bits .cell[aria-selected=true]{background:var(--_ink-2);box-shadow:inset 0 0 0 3px var(--_surface)}.bits .cell:hover{border-color:var(--_ink-2)}
.bits.dense .cell{width:1em}.bits.dense .cell[aria-selected=true]{box-shadow:inset 0 0 0 1px var(--_surface)}.bits.painting{touch-action:none;cursor:crosshair}
@media (pointer:coarse){.bits .cell{width:2.4em}}
@media (forced-colors:active){.bits .cell[aria-selected=true]{forced-color-adjust:none;background:Highlight}}`,
  pieces: {
    count: (value) => value.flat().length,
    aloud: named,
    on: bitAt,
    next(value, piece, key) {
      const columns = columnsOf(value);
      const column = piece % columns;
      const by = {
        ArrowLeft: column > 0 ? -1 : 0,
        ArrowRight: column < columns - 1 ? 1 : 0,
        ArrowUp: -columns,
        ArrowDown: columns,
        Home: -column,
        End: columns - 1 - column,
      }[key];
      return by === undefined ? undefined : piece + by;
    },
    keyed: (_, value, piece, key) =>
      key === ' ' || key === 'Enter' ? flipped(value, new Set([piece])) : undefined,
    tapped: (_, value, piece) => flipped(value, new Set([piece])),
    dragged: (_, value, piece, [on = 0]) => flipped(value, new Set([piece]), on > 0.5),
  },
};

function control(param: BitsSpec, id: string, report: Report<BitsValue>): Control<BitsValue> {
  let value = param.value;
  let painting = false;
  /** What the pointer paints with, and has painted since it came down. */
  let stroke: { readonly on: boolean; readonly done: ReadonlySet<number>; x: number; y: number } | undefined;
  const turn = (piece: number): void => report(flipped(value, new Set([piece])));
  const cells = createCells(param.label, id, {
    press: (piece) => !painting && turn(piece),
    key(piece, { key }) {
      if (key !== ' ' && key !== 'Enter') return false;
      turn(piece);
      return true;
    },
  });
  const columns = columnsOf(param.value);
  cells.element.classList.add('bits', ...(columns > 12 ? ['dense'] : []));
  /** All that lies between the last place of the pointer and this one: a fast one is heard of only now and then. */
  const paint = ({ clientX: x, clientY: y }: PointerEvent): void => {
    if (!stroke) return;
    const root = cells.element.getRootNode() as Document | ShadowRoot;
    const { x: x0, y: y0, done, on } = stroke;
    const passed = new Set<number>();
    const steps = Math.max(1, Math.ceil(Math.hypot(x - x0, y - y0) / 6));
    for (let k = 0; k <= steps; k++) {
      const under = root.elementFromPoint(x0 + ((x - x0) * k) / steps, y0 + ((y - y0) * k) / steps);
      const piece = cells.all.indexOf(under as HTMLElement);
      if (piece >= 0 && !done.has(piece)) passed.add(piece);
    }
    stroke = { on, x, y, done: new Set([...done, ...passed]) };
    if (passed.size) report(flipped(value, passed, on));
  };
  cells.element.addEventListener('pointerdown', (event) => {
    const piece = cells.all.indexOf(event.target as HTMLElement);
    if (!painting || piece < 0 || event.button !== 0 || stroke) return;
    stroke = { on: !bitAt(value, piece), done: new Set(), x: event.clientX, y: event.clientY };
    paint(event);
  });
  cells.element.addEventListener('pointermove', paint);
  for (const type of ['pointerup', 'pointercancel', 'pointerleave'])
    cells.element.addEventListener(type, () => {
      stroke = undefined;
    });
  const mode = html(
    'button',
    { type: 'button', class: 'another', 'aria-pressed': 'false' },
    wordsIn(param).paint,
  );
  mode.addEventListener('click', () => {
    painting = !painting;
    mode.setAttribute('aria-pressed', String(painting));
    cells.element.classList.toggle('painting', painting);
  });
  const set = (now: BitsValue): void => {
    value = now;
    cells.set(
      now.map((row) => row.map(() => '')),
      (piece) => named(param, now, piece),
    );
    for (const [i, cell] of cells.all.entries()) cell.setAttribute('aria-selected', String(bitAt(now, i)));
  };
  // A few cells are turned over as fast as painted.
  const parts = columns > 4 ? [cells.element, mode] : [cells.element];
  return { element: framed(param, id, 9 + 4 * columns, ...parts), set };
}

/** Declares a pattern. */
export const bits = (spec: BitsSpec) => other(spec, bitsKind);
