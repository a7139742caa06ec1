import { spread } from '../../draw/spread';
import type { Role, Surface } from '../../draw/surface';

/** The name of a line, at its end. */
export interface End {
  readonly name: string;
  /** The line's own; a category's hue is for what is larger than letters, and gives way to ink. */
  readonly role: Role;
  /** Where the line ends, in px. */
  readonly y: number;
  /** Where its name begins, if not where all do. */
  readonly x?: number;
  readonly of?: string | undefined;
  readonly bold?: boolean;
}

const lineHeight = 16;

/** Names beside the ends of lines, from x on, apart from each other and between two heights. */
export function endLabels(
  surface: Surface,
  x: number,
  ends: readonly End[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): void {
  const places = spread(
    ends.map(({ y }) => y),
    lineHeight,
    top,
    bottom,
  );
  ends.forEach(({ name, role, of, bold, x: own = x }, i) => {
    surface.text(own, places[i] as number, name, {
      role: role.startsWith('category') ? 'ink-2' : role,
      baseline: 'middle',
      ...(bold && { bold }),
      ...(of !== undefined && { of }),
    });
  });
}
