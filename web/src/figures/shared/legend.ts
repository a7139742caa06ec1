import { textWidth } from '../../draw/labels';
import type { Role, StrokeStyle, Surface } from '../../draw/surface';

const sample = 22;
const gap = 16;

/** Names of lines with a sample of each, in one row that ends at `right`. `y` is the middle of the row. */
export function legend(
  surface: Surface,
  right: number,
  y: number,
  entries: readonly { readonly name: string; readonly style: StrokeStyle & { readonly role: Role } }[],
): void {
  let x = right;
  for (const { name, style } of [...entries].reverse()) {
    surface.text(x, y, name, {
      // Hues of categories are for lines and marks, which are larger than letters.
      role: style.role.startsWith('category') ? 'ink-2' : style.role,
      anchor: 'end',
      baseline: 'middle',
      of: style.of,
    });
    x -= textWidth(name) + 8;
    surface.line(x - sample, y, x, y, style);
    x -= sample + gap;
  }
}
