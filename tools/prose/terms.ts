/** Terms of web/glossary.json: a chapter that marks where it introduces one does not use it before. */
import { slugOf } from '../vite/headings.ts';
import { attribute, type Element, textOf } from '../vite/html.ts';
import type { Passage, Place } from './passages.ts';
import type { Fault } from './sentences.ts';

export interface Term {
  readonly term: string;
}

/** What a page marks as a term: <dfn>, and a link to the glossary. */
export interface Mark {
  readonly slug: string;
  readonly at: Place;
}

export function markOf(element: Element, at: Place): Mark | undefined {
  const linked =
    attribute(element, 'data-term') ?? attribute(element, 'href')?.match(/\bglossary\.html#(.+)$/)?.[1];
  const slug = linked ?? (element.tagName === 'dfn' ? slugOf(textOf(element).trim()) : undefined);
  return slug ? { slug, at } : undefined;
}

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
/** “You can mask”, “the figure draws”: the same letters as a verb. */
const verb = String.raw`(?<!\b(?:to|can|will|that|which|may|must|not|they|we|you|figure|figures) )`;

/** Neither a part of another word, nor “draws them”. */
const wordOf = (term: string): RegExp =>
  new RegExp(String.raw`${verb}(?<![\p{L}\d-])${quoted(term)}(?:s|es)?(?![\p{L}\d-]| (?:them|it)\b)`, 'iu');

/** What uses a term before its mark: the first place of each. A term that has no mark here is left alone. */
export function unintroduced(
  terms: readonly Term[],
  passages: readonly Passage[],
  marks: readonly Mark[],
): Fault[] {
  return terms.flatMap(({ term }): Fault[] => {
    const slug = slugOf(term);
    const mark = marks.find((one) => one.slug === slug || one.slug === `${slug}s`);
    if (!mark) return [];
    const { passage: last, letter } = mark.at;
    const pattern = wordOf(term);
    // A softmax Jacobian is a term of its own.
    const longer = terms.filter((one) => one.term !== term && pattern.test(one.term)).map((one) => one.term);
    const shown = (text: string): string =>
      longer.reduce((rest, one) => rest.replaceAll(one, '·'.repeat(one.length)), text);
    for (const [at, { text, lines, running }] of passages.slice(0, last + 1).entries()) {
      const found = running ? pattern.exec(shown(at < last ? text : text.slice(0, letter))) : null;
      if (!found) continue;
      const where = passages[last]?.lines[letter] ?? 1;
      return [
        {
          line: lines[found.index] ?? 1,
          what: `“${found[0]}” is used, and introduced only in line ${where}`,
          mend: 'move the mark here, with what it means, or use another word',
        },
      ];
    }
    return [];
  });
}
