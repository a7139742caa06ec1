export const matrix = {
  cell: (row: number, column: number, value: string) => `row ${row}, column ${column}: ${value}`,
  entry: (n: number, value: string) => `number ${n}: ${value}`,
  size: (rows: number, columns: number) => `${rows} by ${columns}`,
  more: 'one more row',
  fewer: 'one row fewer',
  wrongSize: (rows: string | number, columns: number) => `not ${rows} rows of ${columns}`,
  outside: (range: string) => `an entry outside ${range}`,
  notSymmetric: 'not symmetric',
};
