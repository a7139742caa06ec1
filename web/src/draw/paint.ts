/** What a drawing looks like in a file, where no style sheet is. */
import { outline } from './measures';
import type { SceneMark } from './scene';
import type { Role } from './surface';

/** What backends need besides the scene where no style sheet resolves roles and fonts. */
export interface Look {
  /** A colour that stands for itself: no variable, no keyword of the page. */
  colour(role: Role): string;
  /** A list of font families as in CSS, of which the last one is there everywhere. */
  readonly fonts: string;
}

/**
 * A list that reads like the page's where none of the page's fonts is: in a picture that is opened by itself. What Linux mostly has for
 * system-ui is a sixth wider than Inter, and runs out of the picture; its condensed face is not.
 */
export const plainFonts =
  "Inter, 'DejaVu Sans Condensed', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** The colours of a mark. The stroke of a filled mark lies under its fill, so that the outline does not eat into it. */
export interface Paint {
  readonly fill: Role | undefined;
  readonly stroke: Role | undefined;
  readonly width: number;
  /** Lines bend softly; shapes keep their corners. */
  readonly join: 'round' | 'miter';
}

export function paintOf(mark: SceneMark): Paint {
  switch (mark.kind) {
    case 'stroke':
      return { fill: undefined, stroke: mark.style.role, width: mark.style.width ?? 1, join: 'round' };
    case 'fill':
    case 'cells':
      return { fill: mark.style.role, stroke: undefined, width: 0, join: 'miter' };
    case 'mark':
      return mark.style.hollow
        ? { fill: 'surface', stroke: mark.role, width: outline.hollow, join: 'miter' }
        : { fill: mark.role, stroke: 'surface', width: outline.mark, join: 'miter' };
    case 'text':
      return {
        fill: mark.style.role ?? 'ink-2',
        stroke: mark.style.bare ? undefined : 'surface',
        width: outline.text,
        join: 'round',
      };
  }
}
