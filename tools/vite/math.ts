/**
 * Equations, typeset while the site is built: `\( ... \)` in a line, `<div class="eq" data-number="1">...</div>` on its own.
 *
 * KaTeX writes inline styles, which the site's policy forbids: each distinct one becomes a class, numbered in a style sheet
 * of the page, together with those rules of KaTeX's that the page uses. The MathML stays for screen readers. Symbols of the
 * chapter (`symbols.ts`) become elements with the symbol's id and the colour of its role.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import katex from 'katex';
import type { Plugin } from 'vite';
import { withNotation } from './notation.ts';
import { linkedSheet } from './page-sheet.ts';
import { escapeHtml, lineAt, PageError } from './pages.ts';
import { nodeModules } from './paths.ts';
import {
  marked,
  plainTex,
  type SymbolTable,
  symbolFiles,
  symbolsFolder,
  symbolsIn,
  symbolsOf,
} from './symbols.ts';

/** What one page's equations need from the style sheet and the fonts. */
export interface Rendered {
  html: string;
  /** Class lists of all elements of the equations. */
  classes: Set<string>;
  /** Class name of each inline style that KaTeX wrote. */
  styles: Map<string, string>;
  characters: Set<string>;
}

const unescapeHtml = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/&amp;/g, '&');

/** The class that stands for a list of declarations: as short as it can be, because thousands of them do not compress away. */
function styleClass(declarations: string, styles: Map<string, string>): string {
  const name = styles.get(declarations) ?? `_${styles.size.toString(36)}`;
  styles.set(declarations, name);
  return name;
}

const none: SymbolTable = new Map();

/** Typesets one equation and takes its inline styles out. */
export function renderEquation(
  tex: string,
  display: boolean,
  into: Omit<Rendered, 'html'>,
  symbols: SymbolTable = none,
): string {
  if (/\\html[A-Z]/.test(tex)) throw new Error('\\html... is not for pages; symbols are \\s{id}');
  const raw = katex
    .renderToString(marked(tex, symbols), {
      displayMode: display,
      throwOnError: true,
      strict: (code: string) => (code === 'htmlExtension' ? 'ignore' : 'error'),
      // KaTeX would show what it does not trust in red, and go on.
      trust: (context) => {
        if (context.command === '\\htmlData') return true;
        throw new Error(`${context.command} is not for pages`);
      },
    })
    // In HTML the element alone says which namespace it is in.
    .replace(/(<math) xmlns="[^"]*"/, '$1')
    // What a reader copies is TeX that others understand.
    .replace(/(<annotation[^>]*>)[^<]*/, (_all, open: string) => open + escapeHtml(plainTex(tex, symbols)));
  return raw.replace(/<(?!\/)[^>]*>|[^<]+/g, (piece) => {
    if (!piece.startsWith('<')) {
      for (const character of unescapeHtml(piece)) into.characters.add(character);
      return piece;
    }
    const style = / style="([^"]*)"/.exec(piece)?.[1];
    let tag = piece;
    if (style !== undefined) {
      const declarations = unescapeHtml(style).trim().replace(/;$/, '');
      const name = styleClass(declarations, into.styles);
      tag = tag.replace(/ style="[^"]*"/, '');
      tag = / class="/.test(tag)
        ? tag.replace(/ class="([^"]*)"/, (_all, list: string) => ` class="${`${list} ${name}`.trim()}"`)
        : tag.replace(/^<([\w-]+)/, `<$1 class="${name}"`);
    }
    const role = symbols.get(/ data-s="([^"]*)"/.exec(tag)?.[1] ?? '')?.role;
    if (role) tag = tag.replace(/ class="/, ` class="r-${role} `);
    const list = / class="([^"]*)"/.exec(tag)?.[1];
    if (list) into.classes.add(list);
    return tag;
  });
}

/** `\wrap` and `\wrap[...]`: where an equation on its own may be broken on a narrow screen; the option opens the next line. */
const wrap = /\\wrap(?![a-zA-Z])\s*(?:\[([^\]]*)\])?/g;

function renderDisplay(
  attributes: string,
  tex: string,
  into: Omit<Rendered, 'html'>,
  symbols: SymbolTable,
): string {
  const number = / data-number="([^"]*)"/.exec(attributes)?.[1];
  const tag = number === undefined ? '' : `<span class="eq-number">(${number})</span>`;
  // An aligned equation comes column by column: in which order one reads it only its TeX knows.
  const order = symbolsIn(tex).join(' ');
  if (order) attributes += ` data-order="${order}"`;
  const wide = renderEquation(tex.replace(wrap, ' '), true, into, symbols);
  if (!tex.match(wrap)) return `<div class="eq"${attributes}>${wide}${tag}</div>`;
  const lines = tex.replace(wrap, (_all, indent: string | undefined) => `\\\\&${indent ?? ''}`);
  const aligned = tex.startsWith('\\begin{aligned}') ? lines : `\\begin{aligned}&${lines}\\end{aligned}`;
  const narrow = renderEquation(aligned, true, into, symbols);
  return `<div class="eq"${attributes}><div class="eq-wide">${wide}</div><div class="eq-narrow">${narrow}</div>${tag}</div>`;
}

/** A line must not begin with the punctuation after a short equation, or with its right side; a long one has to stay breakable. */
function renderInline(tex: string, mark: string, into: Omit<Rendered, 'html'>, symbols: SymbolTable): string {
  const equation = renderEquation(tex, false, into, symbols);
  const pieces = equation.split('katex-base').length - 1;
  const short = pieces <= 2 && (mark !== '' || pieces === 2);
  return short ? `<span class="nowrap">${equation}${mark}</span>` : equation + mark;
}

/** Says on the page which table its symbols are from, where it has any. */
const withSymbols = (html: string, file: string, symbols: SymbolTable): string =>
  symbols.size ? html.replace(/<main\b/, `<main data-symbols="${basename(file, '.html')}"`) : html;

/** Typesets the equations of a page. A mistake in one is told with the file and the line where the equation begins. */
export function renderPage(html: string, file: string, symbols = symbolsOf(file)): Rendered {
  const page = withNotation(html);
  const result: Rendered = { html: '', classes: new Set(), styles: new Map(), characters: new Set() };
  const equations =
    /<!--[\s\S]*?-->|<(pre|code|script|style)\b[\s\S]*?<\/\1>|<div class="eq"([^>]*)>([\s\S]*?)<\/div>|\\\(([\s\S]*?)\\\)([.,;:!?)]*)/g;
  result.html = withSymbols(page, file, symbols).replace(
    equations,
    (all, _skipped, attributes?: string, display?: string, inline?: string, mark = '', index = 0) => {
      const tex = display ?? inline;
      if (tex === undefined) return all;
      try {
        const source = unescapeHtml(tex).trim();
        return display === undefined
          ? renderInline(source, mark, result, symbols)
          : renderDisplay(attributes ?? '', source, result, symbols);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new PageError(file, lineAt(page, index), `${message} in ${tex.trim()}`);
      }
    },
  );
  return result;
}

/** What the equations of all pages need together of KaTeX's sheet and fonts. */
export function collectMath(files: readonly string[]): Pick<Rendered, 'classes' | 'characters'> {
  const pages = files.map((file) => renderPage(readFileSync(file, 'utf8'), file));
  return {
    classes: new Set(pages.flatMap(({ classes }) => [...classes])),
    characters: new Set(pages.flatMap(({ characters }) => [...characters])),
  };
}

const katexSheet = (): string => readFileSync(join(nodeModules, 'katex/dist/katex.min.css'), 'utf8');

/** Rules of KaTeX's style sheet, fonts apart: all are flat. */
function katexRules(): { selectors: string[]; body: string }[] {
  const sheet = katexSheet().replace(/@font-face\{[^}]*\}/g, '');
  if (sheet.includes('@'))
    throw new Error('math: KaTeX has a style sheet with rules that are not known here');
  return [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors = '', body = '']) => ({
    selectors: selectors.split(','),
    body,
  }));
}

/** True if every compound of the selector matches some element of the equations, as far as classes tell. */
function isUsed(selector: string, elements: readonly ReadonlySet<string>[]): boolean {
  if (!selector.includes('.katex')) return false;
  return selector
    .split(/[\s>]+/)
    .map((compound) =>
      [...compound.replace(/:not\([^)]*\)/g, '').matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name),
    )
    .every(
      (needed) =>
        needed.length === 0 || elements.some((element) => needed.every((name) => element.has(name))),
    );
}

function usedRules(classes: ReadonlySet<string>): { selectors: string[]; body: string }[] {
  const elements = [...classes].map((list) => new Set(list.split(/\s+/)));
  return katexRules()
    .map(({ selectors, body }) => ({ selectors: selectors.filter((one) => isUsed(one, elements)), body }))
    .filter(({ selectors }) => selectors.length > 0);
}

/** KaTeX's rules that are used, in a layer of their own so that the generated classes win as inline styles would. */
export function mathSheet(math: Pick<Rendered, 'classes' | 'styles'>): string {
  if (math.classes.size === 0) return '';
  const used = usedRules(math.classes).map(({ selectors, body }) => `${selectors.join(',')}{${body}}`);
  const generated = [...math.styles]
    .map(([declarations, name]) => `.${name}{${declarations}}`)
    .sort()
    .join('\n');
  return `@layer katex{\n${used.join('\n')}\n}\n${generated}\n`;
}

/** Names of KaTeX's font files, such as `KaTeX_Math-Italic`, that the rules in use ask for. */
export function mathFonts(classes: ReadonlySet<string>): string[] {
  const names = usedRules(classes).flatMap(({ body }) => {
    const family = /KaTeX_\w+/.exec(body)?.[0];
    if (!family) return [];
    const bold = /font-weight:700/.test(body) ? 'Bold' : '';
    const italic = /font-style:italic/.test(body) ? 'Italic' : '';
    return [`${family}-${bold + italic || 'Regular'}`];
  });
  return [...new Set(names)].sort();
}

export function math(): Plugin {
  return {
    name: 'attn-math',
    configureServer(server) {
      server.watcher.add(symbolsFolder);
      server.watcher.on('change', (file) => {
        if (symbolFiles().includes(file)) server.ws.send({ type: 'full-reload' });
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html, context) {
        const page = renderPage(html, context.filename);
        return { html: page.html, tags: linkedSheet('math', mathSheet(page), context) };
      },
    },
  };
}
