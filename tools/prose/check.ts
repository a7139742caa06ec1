/**
 * What node tools/prose.mjs runs: no sentence of more than 45 words, none of the turns in sentences.ts, no term before it is introduced,
 * one letter a thing, at most 35 numerals in 1000 words of a chapter's running text. What a pattern cannot tell from good English is left
 * to those who read.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repository } from '../vite/paths.ts';
import { clashes, exceptions, type Letter } from './letters.ts';
import { ofHtml, ofLedger, ofMarkdown, ofTypeScript, type Passage } from './passages.ts';
import { type Fault, faultsOf, numeralsOf, wordsOf } from './sentences.ts';
import { type Mark, markOf, type Term, unintroduced } from './terms.ts';

/** Of a chapter, in 1000 words of running text. */
const mostNumerals = 35;

interface Source {
  readonly folder: string;
  readonly files: RegExp;
  readonly read: (file: string, source: string) => Passage[];
}

const sources = {
  pages: { folder: 'web', files: /^[\w-]+\.html$/, read: ofHtml },
  chapters: { folder: 'web/chapters', files: /^[\w-]+\.html$/, read: ofHtml },
  readme: { folder: '.', files: /^(?:README|CONTRIBUTING)\.md$/, read: ofMarkdown },
  docs: { folder: 'docs', files: /^[\w-]+\.md$/, read: ofMarkdown },
  figures: { folder: 'web/src/figures', files: /(?<!registry|declare)\.ts$/, read: ofTypeScript },
  ledger: { folder: 'cpp/claims', files: /^\d+\/\w+\.cpp$/, read: ofLedger },
} satisfies Record<string, Source>;

export type Kind = keyof typeof sources;

/** Below a folder of the project, those that fit, in order. */
function filesOf(folder: string, { folder: below, files }: Source): string[] {
  const where = join(folder, below);
  if (!existsSync(where)) return [];
  const names = readdirSync(where, {
    recursive: !files.source.startsWith('^[') && below !== '.',
    encoding: 'utf8',
  });
  return names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => files.test(name))
    .sort()
    .map((name) => join(below, name).replaceAll('\\', '/'));
}

const json = <Type>(file: string): Type | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

export interface Checked {
  readonly files: number;
  /** `path:line: what: what to do` */
  readonly problems: readonly string[];
  /** A line for each chapter. */
  readonly counts: readonly string[];
}

/** The words of the project in this folder, without those kinds of sources. */
export function checkProse(folder: string, without: readonly Kind[] = []): Checked {
  const problems: string[] = [];
  const counts: string[] = [];
  const report = (file: string, { line, what, mend }: Fault): void => {
    problems.push(`${file}:${line}: ${what}: ${mend}`);
  };
  let files = 0;
  for (const kind of Object.keys(sources) as Kind[]) {
    if (without.includes(kind)) continue;
    for (const file of filesOf(folder, sources[kind])) {
      files += 1;
      const path = resolve(folder, file);
      const passages =
        kind === 'chapters'
          ? chapter(folder, file, path, report, counts)
          : sources[kind].read(path, readFileSync(path, 'utf8'));
      for (const passage of passages) for (const fault of faultsOf(passage)) report(file, fault);
    }
  }
  if (!without.includes('chapters')) files += checkLetters(folder, report);
  return { files, problems, counts };
}

type Report = (file: string, fault: Fault) => void;

/** What is asked of a chapter alone, and its passages. */
function chapter(folder: string, file: string, path: string, report: Report, counts: string[]): Passage[] {
  const marks: Mark[] = [];
  const passages = ofHtml(path, readFileSync(path, 'utf8'), (element, at) => {
    const mark = markOf(element, at);
    if (mark) marks.push(mark);
  });
  // No glossary, no terms.
  const terms = json<Term[]>(join(folder, 'web/glossary.json')) ?? [];
  for (const fault of unintroduced(terms, passages, marks)) report(file, fault);

  const running = passages.filter((passage) => passage.running).map(({ text }) => text);
  const sum = (of: (text: string) => number): number => running.reduce((total, text) => total + of(text), 0);
  const words = sum(wordsOf);
  const share = (1000 * sum(numeralsOf)) / Math.max(words, 1);
  counts.push(`${file}: ${words} words of running text, ${share.toFixed(1)} numerals in 1000`);
  if (share > mostNumerals)
    report(file, {
      line: 1,
      what: `${share.toFixed(1)} numerals in 1000 words of running text, more than ${mostNumerals}`,
      mend: 'fold statistics into <details>, and say in words what they show',
    });
  return passages;
}

/** How many tables of symbols there are. */
function checkLetters(folder: string, report: Report): number {
  const excused = new Set<string>();
  const tables = filesOf(folder, { folder: 'web/symbols', files: /^[\w-]+\.json$/, read: () => [] });
  for (const file of tables) {
    const source = readFileSync(join(folder, file), 'utf8');
    const slug = file.replace(/^.*\/|\.json$/g, '');
    for (const { id, what, mend } of clashes(slug, JSON.parse(source) as Letter[], excused)) {
      const at = source.search(new RegExp(`"id":\\s*"${id}"`));
      report(file, { line: source.slice(0, at).split('\n').length, what, mend });
    }
    for (const key of Object.keys(exceptions))
      if (key.startsWith(`${slug}/`) && !excused.has(key))
        report('tools/prose/letters.ts', {
          line: 1,
          what: `the exception ${key} excuses nothing`,
          mend: 'remove it',
        });
  }
  return tables.length;
}

export function main(words: readonly string[]): number {
  const rest = [...words];
  const at = rest.indexOf('--without');
  const without = at < 0 ? [] : (rest.splice(at, 2)[1] ?? '').split(',');
  const unknown = without.find((kind) => !Object.hasOwn(sources, kind));
  if (unknown !== undefined) {
    console.error(`prose: there is no '${unknown}' to leave out, but ${Object.keys(sources).join(', ')}`);
    return 2;
  }
  const { files, problems, counts } = checkProse(rest[0] ?? repository, without as Kind[]);
  for (const line of [...counts, ...problems]) console.log(line);
  console.log(
    `prose: ${files} files, ${problems.length || 'no'} problem${problems.length === 1 ? '' : 's'}${without.length ? `; without ${without.join(', ')}` : ''}`,
  );
  return problems.length ? 1 : 0;
}
