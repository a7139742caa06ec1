/** A message of an unknown thing that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
