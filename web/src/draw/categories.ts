import { addShapes, box, type Polygon, turned } from './shapes';
import type { Role, StrokeStyle } from './surface';

const mirrored = (points: Polygon): Polygon => points.map((v, i) => (i % 2 ? v : -v));
const plus: Polygon = [
  ...[-0.38, -1.25, 0.38, -1.25, 0.38, -0.38, 1.25, -0.38, 1.25, 0.38, 0.38, 0.38],
  ...[0.38, 1.25, -0.38, 1.25, -0.38, 0.38, -1.25, 0.38, -1.25, -0.38, -0.38, -0.38],
];
const hexagon = (radius: number, turn: 1 | -1): Polygon =>
  Array.from({ length: 12 }, (_, i) => {
    const angle = (turn * Math.floor(i / 2) * Math.PI) / 3;
    return radius * (i % 2 ? Math.sin(angle) : Math.cos(angle));
  });
const wing: Polygon = [0, 0, 1.25, -1.05, 1.25, 1.05];

addShapes({
  'category-1': [[0, -1.4, 1.15, 0, 0, 1.4, -1.15, 0]],
  'category-2': [plus],
  'category-3': [[0, 1.2, 1.13, -0.8, -1.13, -0.8]],
  // Turned the other way round, the inner outline is a hole.
  'category-4': [hexagon(1.25, 1), hexagon(0.62, -1)],
  'category-5': [turned(plus, Math.PI / 4)],
  'category-6': [wing, mirrored(wing)],
  'category-7': [box(-1, -1.1, 0.72, 2.2), box(0.28, -1.1, 0.72, 2.2)],
  'category-8': [[0, -1.1, 1.3, 0.25, 1.3, 1.1, 0, -0.05, -1.3, 1.1, -1.3, 0.25]],
});

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
