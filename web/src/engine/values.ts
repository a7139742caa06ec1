/** Numbers on their way to the core and back. */

/** Row by row. */
export interface Matrix {
  readonly shape: readonly [rows: number, columns: number];
  readonly data: Float64Array;
}

/** From kernels in single precision. */
export interface FloatMatrix {
  readonly shape: readonly [rows: number, columns: number];
  readonly data: Float32Array;
}

/** As a parameter. */
export type NumberList = readonly number[] | Float64Array | Float32Array;

/** A matrix as a parameter, or several of one shape along a first axis. */
export interface NumberArray {
  readonly shape: readonly number[];
  readonly data: NumberList;
}
