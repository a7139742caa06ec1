import type { Matrix, NumberArray } from '../../engine/values';

/** The rows of a control's matrix or pattern as the engine takes them. */
export const asMatrix = (rows: readonly (readonly (number | boolean)[])[]): NumberArray => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: rows.flat().map(Number),
});

/** An entry of a matrix of the engine, counted from 0. */
export const entry = ({ shape, data }: Matrix, row: number, column: number): number =>
  data[row * shape[1] + column] as number;

/** One row of it. */
export const rowOf = ({ shape, data }: Matrix, row: number): Float64Array =>
  data.subarray(row * shape[1], (row + 1) * shape[1]);

/** A number of a list that is known to be there. */
export const at = (list: ArrayLike<number>, i: number): number => list[i] as number;
