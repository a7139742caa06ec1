import type { StrokeStyle, Surface } from '../../draw/surface';

/** A circle around what stands out. */
export function ring(surface: Surface, x: number, y: number, radius: number, style: StrokeStyle): void {
  const points = Array.from({ length: 33 }, (_, k) => {
    const angle = (k * Math.PI) / 16;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
  surface.path(points, style);
}
