import { textWidth } from './labels';
import type { Role, StrokeStyle, Surface } from './surface';

/** One of up to eight heads, symbols or classes: its colour and mark are the role's, and its lines have dashes of their own. */
export type Category = StrokeStyle & { readonly role: Role; readonly dash: readonly number[] };

/** In the order in which to use them. The roles' colours are told apart by every kind of sight, in both themes. */
export const categories: readonly Category[] = [
  { role: 'category-1', dash: [] },
  { role: 'category-2', dash: [7, 3] },
  { role: 'category-3', dash: [2, 2.5] },
  { role: 'category-4', dash: [9, 3, 2, 3] },
  { role: 'category-5', dash: [14, 4] },
  { role: 'category-6', dash: [4, 4] },
  { role: 'category-7', dash: [9, 3, 2, 3, 2, 3] },
  { role: 'category-8', dash: [1.5, 4] },
];

/** The category of an index from 0; a ninth thing needs another drawing, not a colour that is there already. */
export function category(index: number): Category {
  const found = categories[index];
  if (!found) throw new RangeError(`category: ${index}, expected 0 to ${categories.length - 1}`);
  return found;
}

const rowHeight = 20;
const sample = 28;

export interface KeySpec {
  readonly names: readonly string[];
  /** Quantities that the names show. */
  readonly of?: readonly (string | undefined)[];
  /** Only marks, where nothing is drawn as a line. */
  readonly marks?: boolean;
}

/** Names of the categories, each with its mark on its line, in rows of at most this width from 0, y on. Gives their height. */
export function categoryKey(
  surface: Surface,
  y: number,
  width: number,
  { names, of = [], marks }: KeySpec,
): number {
  const room = marks ? 12 : sample;
  let [x, row] = [0, 0];
  names.forEach((name, i) => {
    const { role, dash } = category(i);
    const needed = room + 6 + textWidth(name);
    if (x > 0 && x + needed > width) [x, row] = [0, row + 1];
    const middle = y + (row + 0.5) * rowHeight;
    if (!marks) surface.line(x, middle, x + sample, middle, { role, dash, width: 1.5, of: of[i] });
    surface.mark(role, x + room / 2, middle, { size: 4.5, of: of[i] });
    surface.text(x + room + 6, middle, name, { baseline: 'middle', of: of[i] });
    x += needed + 16;
  });
  return names.length ? (row + 1) * rowHeight : 0;
}
