/** What several numbers have in common, and how far apart they are. */
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => a + b, 0) / numbers.length;

/** The standard deviation of a sample. */
export const deviation = (numbers: readonly number[]): number => {
  const m = mean(numbers);
  return Math.sqrt(numbers.reduce((a, b) => a + (b - m) ** 2, 0) / (numbers.length - 1));
};
