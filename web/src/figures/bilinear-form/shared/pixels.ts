import type { Role, Surface } from '../../../draw/surface';

/** A square picture of 8 x 8 numbers from −1, paper, to 1, ink: darker in eight levels, one mark each. `side` in px. */
export function pixels(
  surface: Surface,
  x: number,
  y: number,
  side: number,
  values: ArrayLike<number>,
  style: { readonly role: Role; readonly of?: string },
): void {
  const levels = 8;
  const boxes = new Map<number, number[]>();
  const edge = (from: number, k: number): number => Math.round(from + (side * k) / 8);
  for (let i = 0; i < 64; i++) {
    const level = Math.round((levels * (Math.max(-1, Math.min(1, values[i] as number)) + 1)) / 2);
    if (level === 0) continue;
    const [row, column] = [Math.floor(i / 8), i % 8];
    const [left, top] = [edge(x, column), edge(y, row)];
    const box = [left, top, edge(x, column + 1) - left, edge(y, row + 1) - top];
    boxes.set(level, [...(boxes.get(level) ?? []), ...box]);
  }
  for (const [level, cells] of boxes) surface.cells(cells, { ...style, opacity: level / levels });
  surface.path([x, y, x + side, y, x + side, y + side, x, y + side, x, y], { role: 'rule' });
}
