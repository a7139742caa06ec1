/** The larger of two errors, and Infinity where the second is no number, which `>` and `Math.max` would not tell. */
export const worse = (most, error) => {
  if (error <= most) return most;
  return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
};
