/** What the papers are called here: as their chapters are. */
export const papers = {
  '000': 'gradient dynamics',
  '001': 'bilinear form',
  '002': 'support tokens',
  '003': 'incremental patterns',
  '004': 'denoising',
} as const;

type Row = readonly [what: string, paper: keyof typeof papers | '', value: number | string];

/** Rows of a table, with the name of the paper that each is of, if any. */
export const named = (rows: readonly Row[]) =>
  rows.map(([what, paper, value]) => [what, paper === '' ? '' : papers[paper], value]);
