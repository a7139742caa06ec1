export const bits = {
  on: 'on',
  off: 'off',
  cell: (row: number, column: number, state: string) => `row ${row}, column ${column}: ${state}`,
  count: (on: number, of: number) => `${on} of ${of} on`,
  paint: 'paint',
  noPattern: (text: string, rows: number, columns: number) =>
    `“${text}” is not a pattern of ${rows} by ${columns}`,
};
