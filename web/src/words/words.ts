/**
 * What a card says by itself. English is built in, and each of its tables comes with the code that has a use for it; another language is
 * one file, fetched where a page is in it. What figures say is theirs: `Figure.translations`.
 */
import { card as en } from './en/card';

/** What comes with code that is fetched later, under the names of the English files. */
export interface Later {
  readonly kept: typeof import('./en/kept').kept;
  readonly wishes: typeof import('./en/wishes').wishes;
  readonly panels: typeof import('./en/panels').panels;
  readonly files: typeof import('./en/files').files;
  readonly film: typeof import('./en/film').film;
  readonly lecture: typeof import('./en/lecture').lecture;
  readonly embedding: typeof import('./en/embedding').embedding;
  readonly rows: typeof import('./en/rows').rows;
  readonly matrix: typeof import('./en/matrix').matrix;
  readonly bits: typeof import('./en/bits').bits;
  readonly tokens: typeof import('./en/tokens').tokens;
  readonly points: typeof import('./en/points').points;
  readonly text: typeof import('./en/text').text;
  readonly file: typeof import('./en/file').file;
}

/** What only a card in a language that is not built in has to do: see `element/shell/german.ts`. */
interface Besides {
  /** The figure in this language as far as it is translated; its parameters say these words. */
  spoken(figure: Said): Promise<Said>;
  /** Marks what the figure itself says in a part of a card, where that is another language. */
  mark(part: ParentNode, figure: Said): void;
}

/** A language that is one file: with every word, and none besides. */
export type Language = typeof en & Later;
export type Words = typeof en & Partial<Later & Besides>;

/** What says words in a language: a figure in a card, and each of its parameters. */
export interface Said {
  /** Those of the card; English where absent. */
  readonly words?: Words | undefined;
  /** The language of its own words; English where absent. */
  readonly lang?: string | undefined;
}

export const wordsOf = ({ words = en }: Said): Words => words;
