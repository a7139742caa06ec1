/** The words of a file as passages: a paragraph, an item of a list, a caption, or a string that a reader sees; with the line of each letter. */
import { parseSync } from 'vite';
import { type Element, fits, isElement, isText, type Node, Page } from '../vite/html.ts';

export interface Passage {
  readonly file: string;
  /** With single spaces; what is no words is FORMULA. */
  readonly text: string;
  /** The line of each of its letters. */
  readonly lines: readonly number[];
  /** Text that every reader goes through: no heading, and nothing that is folded or beside it. */
  readonly running: boolean;
}

/** Stands for a formula, a piece of code or a title that is cited: a word, without numerals. A capital, so that it may begin a sentence. */
export const FORMULA = 'Ƒ';

/** Takes text piece by piece. */
class Words {
  #text = '';
  #lines: number[] = [];

  add(piece: string, line: number): void {
    let at = line;
    for (const letter of piece) {
      if (!/\s/.test(letter)) this.#put(letter, at);
      else if (this.#text && !this.#text.endsWith(' ')) this.#put(' ', at);
      if (letter === '\n') at += 1;
    }
  }

  #put(letter: string, line: number): void {
    this.#text += letter;
    for (let i = 0; i < letter.length; i++) this.#lines.push(line);
  }

  get length(): number {
    return this.#text.length;
  }

  /** What there is, and begins anew. */
  take(file: string, running: boolean): Passage[] {
    const text = this.#text.trimEnd();
    const lines = this.#lines.slice(0, text.length);
    this.#text = '';
    this.#lines = [];
    return text ? [{ file, text, lines, running }] : [];
  }
}

// ---- HTML -------------------------------------------------------------------------------------------------------------

const silent = fits('head, script, style, template, table, pre, svg, math, .eq, .kicker');
const coded = fits('code, kbd, samp, var, cite');
const inline = fits(
  'a, abbr, b, bdi, br, cite, dfn, em, i, img, mark, q, s, small, span, strong, sub, sup, time, u, wbr',
);
const aside = fits(
  'details, aside, header, footer, nav, h1, h2, h3, h4, h5, h6, button, .placeholder, .aside',
);

/** Formulas out, with their line breaks in. */
const withoutFormulas = (text: string): string =>
  text.replace(/\\\([\s\S]*?\\\)/g, (formula) => FORMULA + formula.replace(/[^\n]/g, ''));

/** A place in the passages of a page: the passage's number, and how many of its letters come before. */
export interface Place {
  readonly passage: number;
  readonly letter: number;
}

/** `seen` is told of each element and its place. */
export function ofHtml(
  file: string,
  source: string,
  seen: (element: Element, at: Place) => void = () => {},
): Passage[] {
  const found: Passage[] = [];
  const words = new Words();
  const walk = (node: Node, running: boolean): void => {
    if (isText(node)) words.add(withoutFormulas(node.value), node.sourceCodeLocation?.startLine ?? 1);
    if (!isElement(node) || silent(node)) return;
    const own = running && !aside(node);
    const block = !inline(node) && !coded(node);
    if (block) found.push(...words.take(file, running));
    seen(node, { passage: found.length, letter: words.length });
    if (coded(node)) words.add(FORMULA, node.sourceCodeLocation?.startLine ?? 1);
    else for (const child of node.childNodes) walk(child, own);
    if (block) found.push(...words.take(file, own));
  };
  for (const node of new Page(source, file).root.childNodes) walk(node, true);
  found.push(...words.take(file, true));
  return found;
}

// ---- Markdown ---------------------------------------------------------------------------------------------------------

export function ofMarkdown(file: string, source: string): Passage[] {
  const found: Passage[] = [];
  const words = new Words();
  // Code that is fenced and rows of tables are no sentences; spans of code may go over a line's end.
  const text = source
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/^\|.*$/gm, '')
    .replace(/`[^`]+`/g, (code) => FORMULA + code.replace(/[^\n]/g, ''))
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  text.split('\n').forEach((line, at) => {
    const [, mark = '', rest = ''] = /^\s*((?:[-*>]|\d+\.|#+)\s+)?(.*)$/.exec(line) ?? [];
    if (mark || !rest) found.push(...words.take(file, true));
    words.add(`${rest.replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}(?=\W|$)/g, '')}\n`, at + 1);
    if (mark.startsWith('#')) found.push(...words.take(file, false));
  });
  found.push(...words.take(file, true));
  return found;
}

// ---- TypeScript -------------------------------------------------------------------------------------------------------

/** What of a figure's declaration its readers see as sentences. */
const spoken = new Set(['title', 'claim', 'says', 'about', 'label', 'name', 'describe']);

type Syntax = { type: string; start: number; [key: string]: unknown };

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string';

/** The string literals and templates below a node, whatever chooses between them; numbers that are filled in count as FORMULA. */
function strings(node: Syntax): { text: string; start: number }[] {
  if (node.type === 'Literal')
    return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : [];
  if (node.type === 'TemplateLiteral') {
    const pieces = node.quasis as { value: { cooked: string } }[];
    return [{ text: pieces.map(({ value }) => value.cooked).join(FORMULA), start: node.start }];
  }
  if (node.type === 'BinaryExpression') {
    const [left, right] = [node.left, node.right].map((side) => strings(side as Syntax));
    if (node.operator !== '+') return [];
    return [{ text: [...left!, ...right!].map(({ text }) => text).join(''), start: node.start }];
  }
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'test' ? [] : [value].flat().flatMap((one) => (isSyntax(one) ? strings(one) : [])),
  );
}

/** The sentences of a figure, and of what several share. */
export function ofTypeScript(file: string, source: string): Passage[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Passage[] = [];
  const walk = (node: Syntax): void => {
    const key = node.key as { name?: string } | undefined;
    if (node.type === 'Property' && spoken.has(key?.name ?? '')) {
      for (const { text, start } of strings(node.value as Syntax)) {
        const words = new Words();
        words.add(text.replaceAll('\n', ' '), source.slice(0, start).split('\n').length);
        found.push(...words.take(file, false));
      }
      return;
    }
    for (const value of Object.values(node)) for (const one of [value].flat()) if (isSyntax(one)) walk(one);
  };
  walk(program as unknown as Syntax);
  return found;
}

// ---- The ledger -------------------------------------------------------------------------------------------------------

const literal = String.raw`((?:"(?:[^"\\\n]|\\.)*"\s*)+)`;
const entry = new RegExp(String.raw`"\d{3}\.[\w.-]+",\s*${literal},\s*${literal}`, 'g');

/** The statements of the ledger: the string after an entry's id and its place. */
export function ofLedger(file: string, source: string): Passage[] {
  return [...source.matchAll(entry)].flatMap((match) => {
    const statement = match[2] ?? '';
    const words = new Words();
    const at = match.index + match[0].length - statement.length;
    const text = statement
      .trimEnd()
      .replace(/"(\s*)"/g, '$1')
      .slice(1, -1);
    words.add(text.replace(/\\(.)/g, '$1'), source.slice(0, at).split('\n').length);
    return words.take(file, false);
  });
}
