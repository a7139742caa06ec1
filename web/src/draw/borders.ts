/** A point between cells: row and column, of which whole numbers are the middles of cells. */
export type Between = readonly [row: number, column: number];

/**
 * Lines along which neighbouring cells of a grid differ. A line ends where three or more values meet or the grid does, or comes back to its
 * start. Its steps from cell to cell are smoothed, by less than half a cell.
 */
export function borders(rows: number, columns: number, value: (i: number, j: number) => number): Between[][] {
  const links = new Map<string, Between[]>();
  const link = (a: Between, b: Between): void => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = links.get(String(from));
      if (known) known.push(to);
      else links.set(String(from), [to]);
    }
  };
  for (let i = 0; i + 1 < rows; i++)
    for (let j = 0; j + 1 < columns; j++) {
      const [a, b, c, d] = [value(i, j), value(i, j + 1), value(i + 1, j + 1), value(i + 1, j)];
      const crossed: Between[] = [];
      if (a !== b) crossed.push([i, j + 0.5]);
      if (b !== c) crossed.push([i + 0.5, j + 1]);
      if (c !== d) crossed.push([i + 1, j + 0.5]);
      if (d !== a) crossed.push([i + 0.5, j]);
      const [first, second] = crossed;
      if (crossed.length === 2) link(first as Between, second as Between);
      else for (const point of crossed) link(point, [i + 0.5, j + 0.5]);
    }
  const lines: Between[][] = [];
  const take = (from: Between): Between | undefined => {
    const to = links.get(String(from))?.pop();
    if (!to) return undefined;
    const back = links.get(String(to)) as Between[];
    back.splice(
      back.findIndex((point) => String(point) === String(from)),
      1,
    );
    return to;
  };
  const inside = new Set([...links].filter(([, to]) => to.length === 2).map(([key]) => key));
  const follow = (start: Between): void => {
    for (let next = take(start); next; next = take(start)) {
      const line = [start, next];
      while (inside.has(String(next)) && String(next) !== String(start)) {
        next = take(next) as Between;
        line.push(next);
      }
      lines.push(smooth(line));
    }
  };
  const points = [...links.keys()].map((key) => key.split(',').map(Number) as unknown as Between);
  for (const point of points) if (!inside.has(String(point))) follow(point);
  for (const point of points) follow(point);
  return lines;
}

function smooth(line: readonly Between[]): Between[] {
  let now = [...line];
  const last = now.length - 1;
  const round = String(now[0]) === String(now[last]);
  for (let pass = 0; pass < 4; pass++)
    now = now.map((point, i) => {
      if (!round && (i === 0 || i === last)) return point;
      const before = now[i === 0 ? last - 1 : i - 1] as Between;
      const after = now[i === last ? 1 : i + 1] as Between;
      const between = (k: 0 | 1): number => (before[k] + 2 * point[k] + after[k]) / 4;
      return [between(0), between(1)];
    });
  return now;
}
