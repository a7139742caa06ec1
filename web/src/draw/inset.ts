import type { Surface } from './surface';

/** The same surface with its origin moved to x, y: for a panel of a larger drawing. */
export function inset(surface: Surface, x: number, y: number): Surface {
  const moved = (points: ArrayLike<number>): number[] => Array.from(points, (p, i) => p + (i % 2 ? y : x));
  return {
    line: (x1, y1, x2, y2, style) => surface.line(x + x1, y + y1, x + x2, y + y2, style),
    path: (points, style) => surface.path(moved(points), style),
    area: (points, style) => surface.area(moved(points), style),
    rect: (left, top, width, height, style) => surface.rect(x + left, y + top, width, height, style),
    cells: (boxes, style) =>
      surface.cells(
        Array.from(boxes, (v, i) => v + ([x, y, 0, 0][i % 4] as number)),
        style,
      ),
    mark: (role, cx, cy, style) => surface.mark(role, x + cx, y + cy, style),
    text: (left, top, text, style) => surface.text(x + left, y + top, text, style),
    handle: (h) =>
      surface.handle(
        'piece' in h
          ? {
              ...h,
              x: x + h.x,
              y: y + h.y,
              ...(h.to && { to: (left, top) => h.to?.(left - x, top - y) ?? [] }),
            }
          : {
              ...h,
              x: x + h.x,
              y: y + h.y,
              at: (pixel, across) =>
                h.along === 'x' ? h.at(pixel - x, across - y) : h.at(pixel - y, across - x),
            },
      ),
  };
}
