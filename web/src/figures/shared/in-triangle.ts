/** The nearest place of a grid whose two shares leave something from 0 to 1 for the third. */
export const inTriangle =
  (grid: number) =>
  (x: number, y: number): readonly [number, number] => {
    const beyond = Math.max(0, (x + y - 1) / 2);
    const steps = (v: number): number => Math.max(0, Math.min(1, v)) / grid;
    // Half a step is taken from the first for the second: what is pressed upwards in a corner moves along the edge.
    const first = Math.max(0, Math.ceil(steps(x - beyond) - 0.5 - 1e-9));
    const second = Math.min(Math.round(steps(y - beyond) + 1e-9), Math.round(1 / grid) - first);
    return [first * grid, second * grid];
  };
