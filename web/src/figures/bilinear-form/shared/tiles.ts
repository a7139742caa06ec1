import { fixed, number } from '../../../draw/format';
import { heatmap } from '../../../draw/heatmap';
import { inset } from '../../../draw/inset';
import { textWidth } from '../../../draw/labels';
import type { Surface } from '../../../draw/surface';

export interface Tile {
  readonly name: string;
  /** The quantity that it shows. */
  readonly of: string;
  readonly matrix: { readonly shape: readonly [number, number]; readonly data: ArrayLike<number> };
  /** What is outlined in it. */
  readonly marked?: { readonly row?: number; readonly column?: number };
  /** What it holds is not known yet: only its outline is drawn. */
  readonly empty?: boolean;
}

/** A number in a cell of about forty pixels. */
export function inCell(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1000) return fixed(value, 0);
  if (size < 9.9995) return fixed(value, 3);
  return size < 99.95 ? fixed(value, 2) : number(value, 3);
}

/** A small matrix with its name above it; its left upper corner is x, y. */
export function tile(surface: Surface, x: number, y: number, size: number, spec: Tile): void {
  const [rows, columns] = spec.matrix.shape;
  const [width, height] = [columns * size, rows * size];
  surface.text(x + width / 2, y + 12, spec.name, { role: 'ink', bold: true, anchor: 'middle', of: spec.of });
  const top = y + 20;
  if (spec.empty) {
    const [right, bottom] = [x + width, top + height];
    surface.path([x, top, right, top, right, bottom, x, bottom, x, top], { role: 'rule', dash: [3, 3] });
    return;
  }
  heatmap(
    inset(surface, x - 1, top - 1),
    { width: width + 2, height: height + 2 },
    {
      matrix: spec.matrix,
      scale: 'diverging',
      silent: true,
      format: inCell,
      of: spec.of,
      ...(spec.marked && { marked: spec.marked }),
    },
  );
}

/** Words on as many lines as they need in a width; gives the height. */
export function paragraph(surface: Surface, y: number, width: number, words: readonly string[]): number {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines[lines.length - 1];
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || textWidth(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  lines.forEach((line, i) => {
    surface.text(0, y + 18 * i, line, { role: 'ink' });
  });
  return 18 * lines.length;
}
