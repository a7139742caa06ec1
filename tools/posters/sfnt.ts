/** What a font has, read from the file: its `cmap`, in the two formats that are written today. */

/** All characters that the font has a glyph for. */
export function charactersIn(font: Uint8Array): Set<string> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const found = new Set<string>();
  const add = (first: number, last: number): void => {
    for (let code = first; code <= last; code++) found.add(String.fromCodePoint(code));
  };
  for (const at of mapsOf(view)) {
    const format = view.getUint16(at);
    if (format === 4) {
      const segments = view.getUint16(at + 6) / 2;
      for (let i = 0; i < segments; i++) {
        const last = view.getUint16(at + 14 + 2 * i);
        const first = view.getUint16(at + 16 + 2 * (segments + i));
        // The last segment is there to end the list.
        if (first !== 0xffff) add(first, last);
      }
    } else if (format === 12)
      for (let i = 0; i < view.getUint32(at + 12); i++)
        add(view.getUint32(at + 16 + 12 * i), view.getUint32(at + 20 + 12 * i));
  }
  return found;
}

/** Where the tables of characters begin. */
function mapsOf(view: DataView): number[] {
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + 16 * i;
    // “cmap”
    if (view.getUint32(entry) !== 0x636d6170) continue;
    const cmap = view.getUint32(entry + 8);
    return Array.from(
      { length: view.getUint16(cmap + 2) },
      (_, k) => cmap + view.getUint32(cmap + 8 + 8 * k),
    );
  }
  return [];
}
