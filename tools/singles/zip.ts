/** A zip archive, as every program reads it: deflated, without a date, so that the same files give the same bytes. */
import { crc32, deflateRawSync } from 'node:zlib';

/** The first day that a zip can name. */
const date = (1 << 5) | 1;
const utf8 = 1 << 11;
const deflated = 8;

/** Numbers of two or four bytes, each with its size. */
function record(...fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
}

/** `files` by their names, in the order in which they are listed. */
export function zip(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const entries: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [path, file] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(file)];
    const packed = deflateRawSync(content, { level: 9 });
    const about = [
      [2, 20],
      [2, utf8],
      [2, deflated],
      [2, 0],
      [2, date],
      [4, crc32(content)],
      [4, packed.length],
      [4, content.length],
      [2, name.length],
      [2, 0],
    ] as const;
    const entry = Buffer.concat([record([4, 0x04034b50], ...about), name, packed]);
    entries.push(entry);
    const none = [2, 0] as const;
    list.push(record([4, 0x02014b50], [2, 20], ...about, none, none, none, [4, 0], [4, at]), name);
    at += entry.length;
  }
  const listed = Buffer.concat(list);
  const count = [2, entries.length] as const;
  const end = record([4, 0x06054b50], [2, 0], [2, 0], count, count, [4, listed.length], [4, at], [2, 0]);
  return Buffer.concat([...entries, listed, end]);
}
