/** What can be taken away of a figure, in the order of the menu, with the words of its buttons. */
export const exportKinds = {
  svg: 'SVG picture',
  png: 'PNG picture',
  csv: 'CSV table',
  json: 'JSON, everything',
} as const;

export type ExportKind = keyof typeof exportKinds;

export const isExportKind = (kind: string): kind is ExportKind => Object.hasOwn(exportKinds, kind);

export const exportName = (id: string, kind: ExportKind): string => `attention-${id}.${kind}`;

/** Hands a file to the reader. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read it after the click has been handled, some of them late.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}
