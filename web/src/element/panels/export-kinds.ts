/** What can be taken away of a figure, in the order of the menu, with the words of its buttons. */
export const exportKinds = {
  svg: 'SVG picture',
  png: 'PNG picture',
  csv: 'CSV table',
  json: 'JSON, everything',
  python: 'Python (NumPy)',
} as const;

export type ExportKind = keyof typeof exportKinds;
