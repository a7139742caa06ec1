import { textSize, textWidth } from './labels';
import type { Surface } from './surface';

/** A rectangle, in px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A name and the mark that it is of. */
export interface Named {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

export interface Beside extends Named {
  readonly anchor: 'start' | 'end';
}

const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

const areaOf = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top);

/** Small boxes along a line, for names that keep off it. */
export function alongLine(from: { x: number; y: number }, to: { x: number; y: number }): Box[] {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4));
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [from.x + ((to.x - from.x) * i) / count, from.y + ((to.y - from.y) * i) / count];
    return { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 };
  });
}

/** From a mark to the end of a name beside it, and to its middle. */
const aside = [8, 12, 18] as const;
const steps = [0, -9, 9, -16, 16, -24, 24] as const;

/**
 * A place for each name, beside its mark and within a box: where it covers least of what is taken and of the names before it, and of such
 * places the nearest. Names are texts of drawings, with their middle at y.
 */
export function besideMarks(marks: readonly Named[], taken: readonly Box[], within: Box): Beside[] {
  const boxes = [...taken];
  return marks.map(({ x, y, name }) => {
    const width = textWidth(name);
    let best: { readonly place: Beside; readonly box: Box } | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const gap of aside)
      for (const step of steps)
        for (const anchor of ['start', 'end'] as const) {
          const left = anchor === 'start' ? x + gap : x - gap - width;
          const box = {
            left,
            right: left + width,
            top: y + step - textSize / 2,
            bottom: y + step + textSize / 2,
          };
          const covered = boxes.reduce((sum, other) => sum + shared(box, other), 0);
          const outside = areaOf(box) - shared(box, within);
          const cost = covered + 4 * outside + 0.1 * Math.hypot(gap, step);
          if (cost < least) {
            least = cost;
            best = { place: { x: anchor === 'start' ? x + gap : x - gap, y: y + step, name, anchor }, box };
          }
        }
    const { place, box } = best as NonNullable<typeof best>;
    boxes.push(box);
    return place;
  });
}

/** Names in such places. */
export function drawBeside(surface: Surface, places: readonly Beside[]): void {
  for (const { x, y, name, anchor } of places)
    surface.text(x, y, name, { role: 'ink-2', anchor, baseline: 'middle' });
}
