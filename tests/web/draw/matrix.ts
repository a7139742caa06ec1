/** Row by row, from a rule. */
export const matrix = (rows: number, columns: number, rule: (row: number, column: number) => number) => ({
  shape: [rows, columns] as const,
  data: Float64Array.from({ length: rows * columns }, (_, i) => rule(Math.floor(i / columns), i % columns)),
});
