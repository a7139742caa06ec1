import type { FillStyle, StrokeStyle, Surface } from './surface';

/** Seen beside the present run, and not taken for it. */
const pale = 0.7;
/** Dashes instead of a solid line; dots for what is dashed already. */
const dashes = { solid: [5, 4], dashed: [1.5, 3.5] } as const;
/** Cells smaller than this, in px, have no outline that could be dashed. */
const small = 6;

/**
 * The same surface for a run that was kept: what is drawn on it is pale and dashed, areas and marks are outlines. Without text and
 * handles, which are the present run's, without grids, which both share, and named by nothing: a symbol lights the present run.
 */
export function asGhost(surface: Surface): Surface {
  const stroke = ({ role, width = 1, dash, opacity = 1 }: StrokeStyle): StrokeStyle => ({
    role,
    width: Math.min(width, 1.5),
    dash: dash?.length ? dashes.dashed : dashes.solid,
    opacity: pale * opacity,
  });
  const path = (points: ArrayLike<number>, style: StrokeStyle): void => {
    if (!shared.has(style.role)) surface.path(points, stroke(style));
  };
  // An outline has to be seen, however light the area was.
  const area = (points: ArrayLike<number>, { role }: FillStyle): void => {
    const closed = [...Array.from(points), points[0] as number, points[1] as number];
    if (points.length > 1) path(closed, { role });
  };
  const rect: Surface['rect'] = (x, y, width, height, style) =>
    area([x, y, x + width, y, x + width, y + height, x, y + height], style);
  return {
    line: (x1, y1, x2, y2, style) => path([x1, y1, x2, y2], style),
    path,
    area,
    rect,
    cells: (boxes, style) => {
      const tiny: number[] = [];
      for (let i = 0; i + 3 < boxes.length; i += 4) {
        const box = [0, 1, 2, 3].map((k) => boxes[i + k] as number) as [number, number, number, number];
        if (Math.min(box[2], box[3]) < small) tiny.push(...box);
        else rect(...box, style);
      }
      if (!shared.has(style.role))
        surface.cells(tiny, { role: style.role, opacity: 0.5 * pale * (style.opacity ?? 1) });
    },
    mark: (role, x, y, { size, opacity = 1 } = {}) =>
      surface.mark(role, x, y, { hollow: true, opacity: pale * opacity, size }),
    text: () => {},
    handle: () => {},
  };
}

/** What belongs to the drawing and not to a run. */
const shared = new Set(['grid', 'rule', 'surface']);
