/** Points of the plane, or rows of a matrix of two columns, from their numbers one after the other. */
export const pairs = (...numbers: readonly number[]): (readonly [number, number])[] =>
  numbers.flatMap((a, i) => (i % 2 ? [] : [[a, numbers[i + 1] as number] as const]));
