/** A quotation as the ledger writes it: "lower loss of *1.8961* nats", with the number in question between asterisks. */
export interface Quoted {
  readonly before: string;
  /** The number in question; empty where none is marked. */
  readonly printed: string;
  readonly after: string;
}

/** An asterisk behind a letter or digit, as in T*, marks nothing. */
const mark = /(?<![\p{L}\p{N}])\*(?=\S)([^*]*[^*\s])\*/u;

export function quoted(published: string): Quoted {
  const found = mark.exec(published);
  if (!found) return { before: published, printed: '', after: '' };
  const end = found.index + found[0].length;
  return { before: published.slice(0, found.index), printed: found[1] ?? '', after: published.slice(end) };
}

/** As it is printed. */
export function withoutMark(published: string): string {
  const { before, printed, after } = quoted(published);
  return `${before}${printed}${after}`;
}

/** The numbers of a quotation, the one in question first. */
export function numbersOf(published: string): string[] {
  const { before, printed, after } = quoted(published);
  return [printed, before, after].flatMap((text) =>
    [...text.replace(/(?<=\d),(?=\d{3})/g, '').matchAll(/\d+(?:\.\d+)?|\.\d+/g)].map(([number]) => number),
  );
}

/** What is wrong with the form of a quotation; whether it stands in the paper is another question. */
export function faults(published: string): string[] {
  const plain = withoutMark(published);
  const pieces = plain.split(/\s+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const prose = pieces.filter((piece) => /\p{L}{2}/u.test(piece) && !/[=_^√∂∑]/.test(piece));
  return [
    prose.length > 15 && `${prose.length} words, more than 15`,
    pieces.length > 40 && `${pieces.length} signs and words, more than 40`,
    // That of a formula, "u_1, …, u_T", is printed.
    /(?<![,<+·]\s?)(…|\.\.\.)/.test(plain) && 'an ellipsis: it has to be one run of words',
    /(?<![\p{L}\p{N}])\*/u.test(plain) && 'more than one mark',
  ].filter((fault) => fault !== false);
}
