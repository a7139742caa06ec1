import type { StrokeStyle, Surface } from './surface';

export interface ArrowStyle extends StrokeStyle {
  /** Room that is left free before the target, in px: the radius of its mark. 0 where absent. */
  readonly gap?: number;
  /** Room that is left free behind the start. Given up first where there is too little for both. */
  readonly start?: number;
  /** Two strokes for a head instead of a filled one: tells two kinds of arrows apart. */
  readonly open?: boolean;
}

/** Below this an arrow is a head without a shaft; room is given up for it. */
const shortest = 5;

/** An arrow from one point to another, its tip `gap` before the second. Without any length it is a dot. */
export function arrow(
  surface: Surface,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  style: ArrowStyle,
): void {
  const { gap = 0, start = 0, open, ...stroke } = style;
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 0.5) {
    const ring = Array.from({ length: 16 }, (_, i) => {
      const angle = (Math.floor(i / 2) * Math.PI) / 4;
      return i % 2 ? y1 + 1.5 * Math.sin(angle) : x1 + 1.5 * Math.cos(angle);
    });
    surface.area(ring, fillOf(stroke));
    return;
  }
  const along = (at: number): [number, number] => [
    x1 + (at / length) * (x2 - x1),
    y1 + (at / length) * (y2 - y1),
  ];
  const end = Math.max(Math.min(length, shortest), length - gap);
  const begin = Math.max(0, Math.min(start, end - shortest));
  const { width = 1, dash: _, ...plain } = stroke;
  const head = Math.min(5 + 1.6 * width, Math.max(shortest, 0.6 * (end - begin)), end - begin);
  const half = 0.42 * head + 0.25 * width;
  const [tipX, tipY] = along(end);
  const [baseX, baseY] = along(end - head);
  // Across the head, as long as half of it is wide.
  const [nx, ny] = [(half * (baseY - tipY)) / head, (half * (tipX - baseX)) / head];
  const wings = [baseX + nx, baseY + ny, tipX, tipY, baseX - nx, baseY - ny];
  // A shaft that ended at the tip would be seen on both sides of it.
  const shaft = open ? end - 0.5 * width : end - 0.7 * head;
  if (!(shaft - begin < 0.1)) surface.path([...along(begin), ...along(shaft)], stroke);
  if (open) surface.path(wings, { ...plain, width });
  else surface.area(wings, fillOf(stroke));
}

const fillOf = ({ role, opacity, of }: StrokeStyle) => ({ role, opacity, of });
