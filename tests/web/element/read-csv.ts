/** The records of an RFC 4180 file, by its grammar. */
export function readCsv(text: string): string[][] {
  const records: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (!match) throw new Error('csv: not RFC 4180');
    records.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] !== ',') records.push([]);
  }
  if (records.pop()?.length) throw new Error('csv: the last record does not end');
  return records;
}
