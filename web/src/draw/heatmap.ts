import { fixed } from './format';
import { textWidth } from './labels';
import type { Interval } from './scale';
import { barHeight, colourBar, decimalsFor, domainOf, type Shade, type Shades, shadeOf } from './shades';
import type { Surface, TextStyle, View } from './surface';

export interface HeatmapSpec {
  /** Row by row. NaN is a cell that has no value, and is crossed out. */
  readonly matrix: {
    readonly shape: readonly [rows: number, columns: number];
    readonly data: ArrayLike<number>;
  };
  /** `sequential` where absent. */
  readonly scale?: Shades['kind'];
  /** From the values where absent; give it where pictures are compared, or where values change while one looks. */
  readonly domain?: Interval;
  /** Text of a value; with two decimals, fewer for large ones, where absent. */
  readonly format?: (value: number) => string;
  readonly rowLabels?: readonly string[];
  readonly columnLabels?: readonly string[];
  /** The quantity, beside the colour bar: "weight α". */
  readonly label?: string;
  /** No colour bar: for a map beside another with the same domain. */
  readonly silent?: boolean;
  /** The quantities that a cell shows; the same for all, or by row and column. */
  readonly of?: string | ((row: number, column: number) => string | undefined);
  /** Row, column or, with both, the cell that has an outline. */
  readonly marked?: { readonly row?: number; readonly column?: number };
}

/** Where the cells lie, for what is drawn over them and for the pointer. */
export interface Heatmap {
  readonly left: number;
  readonly top: number;
  /** Side of a cell. */
  readonly size: number;
  readonly right: number;
  readonly bottom: number;
  readonly shades: Shades;
  /** The cell under a position; none beside the cells. */
  cell(x: number, y: number): { readonly row: number; readonly column: number } | undefined;
}

/** Cells are no larger, however much room there is. */
const largest = 56;

/** A matrix as cells in shades, with its values in them if all fit. Square cells, as large as the view allows. */
export function heatmap(surface: Surface, view: View, spec: HeatmapSpec): Heatmap {
  const [rows, columns] = spec.matrix.shape;
  const { rowLabels = [], columnLabels = [] } = spec;
  const left = rowLabels.length ? Math.ceil(Math.max(...rowLabels.map((l) => textWidth(l, true)))) + 8 : 1;
  const top = columnLabels.length ? 20 : 1;
  const below = spec.silent ? 1 : barHeight + 12;
  const room = Math.min((view.width - left - 1) / (columns || 1), (view.height - top - below) / (rows || 1));
  const size = room < 8 ? Math.max(room, 1) : Math.min(largest, Math.floor(room));
  const area = { left, top, size, right: left + columns * size, bottom: top + rows * size };

  const kind = spec.scale ?? 'sequential';
  const domain = spec.domain ?? domainOf(spec.matrix.data, kind);
  const format = spec.format ?? ((v: number) => fixed(v, decimalsFor(domain)));
  const texts = Array.from({ length: rows * columns }, (_, i) => {
    const value = spec.matrix.data[i] as number;
    return Number.isNaN(value) ? '' : format(value);
  });
  const written = size >= 20 && texts.every((text) => textWidth(text) <= size - 4);
  const shades: Shades = { kind, domain, written };

  drawCells(surface, area, spec, shades);
  surface.path(outline(area.left, area.top, area.right, area.bottom), { role: 'rule' });
  if (written) drawTexts(surface, area, spec, shades, texts);
  drawLabels(surface, area, spec);
  drawMarked(surface, area, spec);
  if (!spec.silent) {
    const width = Math.max(60, Math.min(160, area.right - area.left, view.width - 90));
    // The first number of the bar is centred on its end.
    const start = Math.ceil(Math.max(area.left, textWidth(format(domain[0])) / 2));
    const of = typeof spec.of === 'string' ? spec.of : undefined;
    const label = { format: spec.format, text: spec.label, of };
    colourBar(surface, start, area.bottom + 12, width, shades, label);
  }
  const at = (pixel: number, from: number, count: number): number | undefined => {
    const index = Math.floor((pixel - from) / size);
    return index >= 0 && index < count ? index : undefined;
  };
  return {
    ...area,
    shades,
    cell: (x, y) => {
      const [row, column] = [at(y, top, rows), at(x, left, columns)];
      return row === undefined || column === undefined ? undefined : { row, column };
    },
  };
}

type Area = Pick<Heatmap, 'left' | 'top' | 'size' | 'right' | 'bottom'>;

const outline = (x: number, y: number, right: number, bottom: number): number[] => [
  ...[x, y, right, y, right, bottom],
  ...[x, bottom, x, y],
];

const ofCell = ({ of, matrix }: HeatmapSpec, i: number): string | undefined => {
  const columns = matrix.shape[1];
  return typeof of === 'function' ? of(Math.floor(i / columns), i % columns) : of;
};

/** One mark for all cells of a shade. Without numbers a negative cell has a minus sign: the hue alone does not say it. */
function drawCells(surface: Surface, { left, top, size }: Area, spec: HeatmapSpec, shades: Shades): void {
  const [rows, columns] = spec.matrix.shape;
  const groups = new Map<string, { style: Omit<Shade, 'ink'>; boxes: number[] }>();
  const signs = { ink: [] as number[], surface: [] as number[] };
  const gap = size >= 8 ? 1 : 0;
  for (let i = 0; i < rows * columns; i++) {
    const value = spec.matrix.data[i] as number;
    // Edges on whole pixels: between others the surface shines through.
    const [x, right] = [0, 1].map((k) => Math.round(left + ((i % columns) + k) * size)) as [number, number];
    const row = Math.floor(i / columns);
    const [y, bottom] = [0, 1].map((k) => Math.round(top + (row + k) * size)) as [number, number];
    if (Number.isNaN(value)) {
      surface.line(x + 2, bottom - 2, right - 2, y + 2, { role: 'ink-3', of: ofCell(spec, i) });
      continue;
    }
    const shade = shadeOf(value, shades);
    if (!shade) continue;
    const { ink, ...fill } = shade;
    const style = { ...fill, of: ofCell(spec, i) };
    const key = JSON.stringify(style);
    const group = groups.get(key) ?? { style, boxes: [] };
    groups.set(key, group);
    group.boxes.push(x, y, right - x - gap, bottom - y - gap);
    if (style.role === 'minus' && !shades.written && size >= 6)
      signs[ink === 'ink' ? 'ink' : 'surface'].push(
        x + 0.3 * size,
        (y + bottom - gap) / 2 - 0.6,
        0.4 * size,
        1.2,
      );
  }
  for (const { style, boxes } of groups.values()) surface.cells(boxes, style);
  surface.cells(signs.ink, { role: 'ink' });
  surface.cells(signs.surface, { role: 'surface' });
}

function drawTexts(
  surface: Surface,
  { left, top, size }: Area,
  spec: HeatmapSpec,
  shades: Shades,
  texts: readonly string[],
): void {
  const columns = spec.matrix.shape[1];
  texts.forEach((text, i) => {
    if (!text) return;
    const role = shadeOf(spec.matrix.data[i] as number, shades)?.ink ?? 'ink-3';
    const style: TextStyle = { role, anchor: 'middle', baseline: 'middle', bare: true, of: ofCell(spec, i) };
    surface.text(
      left + ((i % columns) + 0.5) * size,
      top + (Math.floor(i / columns) + 0.5) * size,
      text,
      style,
    );
  });
}

/** Every label, or every second, third, ... where they would touch; that of what is marked always. */
function drawLabels(surface: Surface, { left, top, size }: Area, spec: HeatmapSpec): void {
  const { rowLabels = [], columnLabels = [], marked = {} } = spec;
  const widest = Math.max(0, ...columnLabels.map((l) => textWidth(l, true)));
  const rowStyle = { anchor: 'end', baseline: 'middle' } as const;
  labelled(rowLabels, 15 / size, marked.row, (label, i, look) => {
    surface.text(left - 8, top + (i + 0.5) * size, label, { ...look, ...rowStyle });
  });
  labelled(columnLabels, (widest + 6) / size, marked.column, (label, i, look) => {
    surface.text(left + (i + 0.5) * size, top - 7, label, { ...look, anchor: 'middle' });
  });
}

function labelled(
  labels: readonly string[],
  needed: number,
  marked: number | undefined,
  draw: (label: string, i: number, look: TextStyle) => void,
): void {
  const every = Math.max(1, Math.ceil(needed));
  labels.forEach((label, i) => {
    const own = i === marked;
    if (!own && (i % every || (marked !== undefined && Math.abs(i - marked) < every))) return;
    draw(label, i, own ? { role: 'ink', bold: true } : { role: 'ink-3' });
  });
}

function drawMarked(surface: Surface, area: Area, { marked = {}, matrix: { shape } }: HeatmapSpec): void {
  const { row, column } = marked;
  const has = (index: number | undefined, count: number): index is number =>
    index !== undefined && index >= 0 && index < count;
  const [inRow, inColumn] = [has(row, shape[0]), has(column, shape[1])];
  if (!inRow && !inColumn) return;
  const { left, top, size, right, bottom } = area;
  const [x, end] = inColumn
    ? [left + (column as number) * size, left + ((column as number) + 1) * size]
    : [left, right];
  const [y, low] = inRow ? [top + (row as number) * size, top + ((row as number) + 1) * size] : [top, bottom];
  surface.path(outline(x, y, end, low), { role: 'ink', width: 2 });
}
