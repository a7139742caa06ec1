import type { Table } from '../declare';

/** A table whose rows, of which there is at least one, say what stands in them: each name of a column beside its value. */
export const tableOf = (rows: readonly Readonly<Record<string, string | number>>[]): Table => ({
  columns: Object.keys(rows[0] ?? {}),
  rows: rows.map((row) => Object.values(row)),
});
