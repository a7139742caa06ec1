import type { Role, StrokeStyle } from './surface';

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
