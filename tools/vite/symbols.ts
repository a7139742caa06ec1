/**
 * Symbols in equations: `\s{beta}` is the symbol `beta` of the chapter's table, web/symbols/<slug>.json, in the colour of its role and
 * linked to the figures; `\s[z_i]{z}` is the same quantity written with an index.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { roleNames, type SymbolEntry } from '../../web/src/article/symbols.ts';
import { chapterOf } from './pages.ts';
import { web } from './paths.ts';

export type SymbolTable = ReadonlyMap<string, SymbolEntry>;

export const symbolsFolder = join(web, 'symbols');
/** The tables of all chapters. */
export const symbolFiles = (): string[] =>
  readdirSync(symbolsFolder).map((name) => join(symbolsFolder, name));

const texts = ['id', 'tex', 'name', 'shape', 'about'] as const;
const known = new Set<string>([...texts, 'role', 'param']);

/** Checks what a table's file says. Throws with the file and the symbol. */
export function readTable(entries: readonly SymbolEntry[], file: string): SymbolTable {
  const table = new Map<string, SymbolEntry>();
  for (const [i, entry] of entries.entries()) {
    const fail = (what: string): never => {
      throw new Error(`${relative(join(web, '..'), file)}: symbol ${entry.id || i + 1} ${what}`);
    };
    for (const field of texts)
      if (typeof entry[field] !== 'string' || entry[field].trim() === '') fail(`has no ${field}`);
    for (const field of Object.keys(entry)) if (!known.has(field)) fail(`has an unknown field ${field}`);
    if (!/^[A-Za-z]\w*$/.test(entry.id)) fail('has an id that is not letters and digits');
    if (entry.role !== undefined && !Object.hasOwn(roleNames, entry.role))
      fail(`has the role ${entry.role}; there are ${Object.keys(roleNames).join(', ')}`);
    if (table.has(entry.id)) fail('stands there twice');
    table.set(entry.id, entry);
  }
  return table;
}

/** The symbols of a chapter; none where it has no table. */
export function readSymbols(slug: string): SymbolTable {
  const file = join(symbolsFolder, `${slug}.json`);
  return existsSync(file) ? readTable(JSON.parse(readFileSync(file, 'utf8')), file) : new Map();
}

/** The symbols that a page may use: its chapter's. */
export function symbolsOf(file: string): SymbolTable {
  const page = `${basename(dirname(file))}/${basename(file)}`;
  const slug = page.startsWith('chapters/') ? (chapterOf(page)?.slug ?? basename(file, '.html')) : '';
  return slug ? readSymbols(slug) : new Map();
}

const macro = /\\s(?![a-zA-Z])\s*(?:\[([^\]]*)\])?\s*(?:\{([^{}]*)\})?/g;

/** The ids of the symbols in an equation, each once. */
export const symbolsIn = (tex: string): string[] => [
  ...new Set([...tex.matchAll(macro)].map(([, , id = '']) => id)),
];

/** Replaces the symbols of an equation. `write` gives the TeX for one; the symbol is an ordinary atom, hence the braces. */
function replaced(
  tex: string,
  table: SymbolTable,
  write: (tex: string, entry: SymbolEntry) => string,
): string {
  return tex.replace(macro, (all, own: string | undefined, id = '') => {
    const entry = table.get(id);
    if (!entry)
      throw new Error(
        `no symbol for ${all}; there are ${[...table.keys()].join(', ') || 'none on this page'}`,
      );
    return write(own ?? entry.tex, entry);
  });
}

/** An equation for the typesetter, each symbol marked with its id. */
export const marked = (tex: string, table: SymbolTable): string =>
  replaced(tex, table, (own, { id }) => `{\\htmlData{s=${id}}{${own}}}`);

/** The same as plain TeX, which means something outside of this site too. */
export const plainTex = (tex: string, table: SymbolTable): string =>
  replaced(tex, table, (own) => `{${own}}`);

/** What a figure says of itself: the TeX of its parameters by name (empty where they have none), and the quantities that it shows. */
export interface Shows {
  readonly params: Readonly<Record<string, string>>;
  readonly draws: readonly string[];
}

/** Where a figure and the chapter's table disagree, in words; empty if nowhere. */
export function disagreements(id: string, { params, draws }: Shows, table: SymbolTable): string[] {
  const found = draws
    .filter((name) => !table.has(name))
    .map((name) => `${id} draws ${name}, which is no symbol`);
  for (const [name, tex] of Object.entries(params)) {
    const entry = table.get(name);
    // The sign of a control such as "centres at \\pm c" is no part of the symbol.
    const own = tex.replace(/^\\pm\s*/, '');
    if (!tex) continue;
    if (!entry?.param) found.push(`${id} has the parameter ${name}, which is no symbol with "param": true`);
    else if (own !== entry.tex) found.push(`${id} writes ${name} as ${own}, the table as ${entry.tex}`);
  }
  return found;
}

/** Symbols that are called parameters and are one of no figure. */
export const unheldParams = (table: SymbolTable, figures: readonly Shows[]): string[] =>
  [...table.values()]
    .filter(({ id, param }) => param && !figures.some(({ params }) => Object.hasOwn(params, id)))
    .map(({ id }) => id);
