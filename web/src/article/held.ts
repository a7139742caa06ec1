/** A statement that holds or not (1 or 0), over the seeds that it was tried with. */
export function heldInWords(values: ArrayLike<number>): string {
  const held = Array.from(values).filter((value) => value === 1).length;
  if (values.length > 1) return `holds for ${held} of ${values.length} seeds`;
  return held === 1 ? 'holds' : 'does not hold';
}
