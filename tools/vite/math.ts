/**
 * Equations, typeset while the site is built: `\( ... \)` in a line, `<div class="eq" data-number="1">...</div>` on its own.
 *
 * KaTeX writes inline styles, which the site's policy forbids: each distinct one becomes a class, named by a hash of the
 * declarations, in `virtual:math.css`, together with those rules of KaTeX's style sheet that the pages use. The MathML stays
 * for screen readers. What an equation stands for keeps its colour: `\query{q}` is `q` in the query's colour.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import katex from 'katex';
import type { Plugin } from 'vite';
import { lineAt, PageError, pageFiles } from './pages.ts';
import { nodeModules } from './paths.ts';

export const roles = ['query', 'key', 'value', 'weight', 'error', 'loss', 'particle', 'margin'] as const;

/** A role is an ordinary atom in the equation (hence the braces): the spacing around it stays as it was. */
const macros = Object.fromEntries(roles.map((role) => [`\\${role}`, `{\\htmlClass{r-${role}}{#1}}`]));

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

/** The class that stands for a list of declarations; the same on every page and in every build. */
export function styleClass(declarations: string): string {
  return `k${createHash('sha256').update(declarations).digest('hex').slice(0, 6)}`;
}

/** Typesets one equation and takes its inline styles out. */
export function renderEquation(tex: string, display: boolean, into: Omit<Rendered, 'html'>): string {
  const raw = katex.renderToString(tex, {
    displayMode: display,
    throwOnError: true,
    strict: (code: string) => (code === 'htmlExtension' ? 'ignore' : 'error'),
    // KaTeX would show what it does not trust in red, and go on.
    trust: (context) => {
      if (context.command === '\\htmlClass' && /^r-[a-z]+$/.test(context.class)) return true;
      throw new Error(`${context.command} is not for pages; the roles are ${roles.join(', ')}`);
    },
    macros: { ...macros },
  });
  return raw.replace(/<(?!\/)[^>]*>|[^<]+/g, (piece) => {
    if (!piece.startsWith('<')) {
      for (const character of unescapeHtml(piece)) into.characters.add(character);
      return piece;
    }
    const style = / style="([^"]*)"/.exec(piece)?.[1];
    let tag = piece;
    if (style !== undefined) {
      const declarations = unescapeHtml(style).trim().replace(/;$/, '');
      const name = styleClass(declarations);
      into.styles.set(declarations, name);
      tag = tag.replace(/ style="[^"]*"/, '');
      tag = / class="/.test(tag)
        ? tag.replace(/ class="([^"]*)"/, (_all, list: string) => ` class="${`${list} ${name}`.trim()}"`)
        : tag.replace(/^<([\w-]+)/, `<$1 class="${name}"`);
    }
    const list = / class="([^"]*)"/.exec(tag)?.[1];
    if (list) into.classes.add(list);
    return tag;
  });
}

/** `\wrap` and `\wrap[...]`: where an equation on its own may be broken on a narrow screen; the option opens the next line. */
const wrap = /\\wrap(?![a-zA-Z])\s*(?:\[([^\]]*)\])?/g;

function renderDisplay(attributes: string, tex: string, into: Omit<Rendered, 'html'>): string {
  const number = / data-number="([^"]*)"/.exec(attributes)?.[1];
  const tag = number === undefined ? '' : `<span class="eq-number">(${number})</span>`;
  const wide = renderEquation(tex.replace(wrap, ' '), true, into);
  if (!tex.match(wrap)) return `<div class="eq"${attributes}>${wide}${tag}</div>`;
  const lines = tex.replace(wrap, (_all, indent: string | undefined) => `\\\\&${indent ?? ''}`);
  const aligned = tex.startsWith('\\begin{aligned}') ? lines : `\\begin{aligned}&${lines}\\end{aligned}`;
  const narrow = renderEquation(aligned, true, into);
  return `<div class="eq"${attributes}><div class="eq-wide">${wide}</div><div class="eq-narrow">${narrow}</div>${tag}</div>`;
}

/** A line must not begin with the punctuation after a short equation, or with its right side; a long one has to stay breakable. */
function renderInline(tex: string, mark: string, into: Omit<Rendered, 'html'>): string {
  const equation = renderEquation(tex, false, into);
  const pieces = equation.split('katex-base').length - 1;
  const short = pieces <= 2 && (mark !== '' || pieces === 2);
  return short ? `<span class="nowrap">${equation}${mark}</span>` : equation + mark;
}

/** Typesets the equations of a page. A mistake in one is told with the file and the line where the equation begins. */
export function renderPage(html: string, file: string): Rendered {
  const result: Rendered = { html: '', classes: new Set(), styles: new Map(), characters: new Set() };
  const equations =
    /<!--[\s\S]*?-->|<(pre|code|script|style)\b[\s\S]*?<\/\1>|<div class="eq"([^>]*)>([\s\S]*?)<\/div>|\\\(([\s\S]*?)\\\)([.,;:!?)]*)/g;
  result.html = html.replace(
    equations,
    (all, _skipped, attributes?: string, display?: string, inline?: string, mark = '', index = 0) => {
      const tex = display ?? inline;
      if (tex === undefined) return all;
      try {
        const source = unescapeHtml(tex).trim();
        return display === undefined
          ? renderInline(source, mark, result)
          : renderDisplay(attributes ?? '', source, result);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new PageError(file, lineAt(html, index), `${message} in ${tex.trim()}`);
      }
    },
  );
  return result;
}

/** What the equations of all pages need together. */
export function collectMath(files: readonly string[]): Omit<Rendered, 'html'> {
  const all = {
    classes: new Set<string>(),
    styles: new Map<string, string>(),
    characters: new Set<string>(),
  };
  for (const file of files) {
    const page = renderPage(readFileSync(file, 'utf8'), file);
    for (const list of page.classes) all.classes.add(list);
    for (const [declarations, name] of page.styles) all.styles.set(declarations, name);
    for (const character of page.characters) all.characters.add(character);
  }
  const names = new Set(all.styles.values());
  if (names.size !== all.styles.size)
    throw new Error('math: two styles of equations share a class name; lengthen the hash');
  return all;
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
export function mathSheet(math: Omit<Rendered, 'html'>): string {
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

const id = 'virtual:math.css';

export function math(): Plugin {
  return {
    name: 'attn-math',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      const files = pageFiles();
      for (const file of files) this.addWatchFile(file);
      return mathSheet(collectMath(files));
    },
    transformIndexHtml: { order: 'pre', handler: (html, { filename }) => renderPage(html, filename).html },
  };
}
