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
import * as tree from './html.ts';
import { withNotation } from './notation.ts';
import { nodeModules } from './paths.ts';
import { marked, plainTex, type SymbolTable, symbolsIn, symbolsOf } from './symbols.ts';

/** What one page's equations need from the style sheet and the fonts. */
export interface Needed {
  /** Class lists of all elements of the equations. */
  readonly classes: Set<string>;
  /** Class name of each inline style that KaTeX wrote. */
  readonly styles: Map<string, string>;
  readonly characters: Set<string>;
}

export const nothing = (): Needed => ({ classes: new Set(), styles: new Map(), characters: new Set() });

/** The class that stands for a list of declarations: as short as it can be, because thousands of them do not compress away. */
function styleClass(written: string, styles: Map<string, string>): string {
  // A thousandth of the text's size is a fiftieth of a pixel; the fourth digit would only make the sheet longer.
  const declarations = written.replace(/\d\.\d{4,}(?=em)/g, (length) =>
    String(Number(Number(length).toFixed(3))),
  );
  const name = styles.get(declarations) ?? `_${styles.size.toString(36)}`;
  styles.set(declarations, name);
  return name;
}

const none: SymbolTable = new Map();

/** KaTeX's own markup. */
const katexHtml = (tex: string, displayMode: boolean): string =>
  katex.renderToString(tex, {
    displayMode,
    throwOnError: true,
    strict: (code: string) => (code === 'htmlExtension' ? 'ignore' : 'error'),
    // KaTeX would show what it does not trust in red, and go on.
    trust: (context) => {
      if (context.command === '\\htmlData') return true;
      throw new Error(`${context.command} is not for pages`);
    },
  });

/** Typesets one equation and takes its inline styles out. */
export function renderEquation(
  tex: string,
  display: boolean,
  into: Needed,
  symbols: SymbolTable = none,
): tree.Element {
  if (/\\html[A-Z]/.test(tex)) throw new Error('\\html... is not for pages; symbols are \\s{id}');
  const equation = tree.element('span', {}, tree.parsed(katexHtml(marked(tex, symbols), display)));
  for (const node of tree.all(equation)) {
    // In HTML the element alone says which namespace it is in.
    if (node.tagName === 'math') tree.set(node, { xmlns: undefined });
    // What a reader copies is TeX that others understand.
    if (node.tagName === 'annotation') tree.fill(node, [tree.text(plainTex(tex, symbols))]);
    const style = tree.attribute(node, 'style')?.trim().replace(/;$/, '');
    const role = symbols.get(tree.attribute(node, 'data-s') ?? '')?.role;
    const list = [
      ...(role ? [`r-${role}`] : []),
      ...tree.classesOf(node),
      ...(style === undefined ? [] : [styleClass(style, into.styles)]),
    ].join(' ');
    if (!list) continue;
    tree.set(node, { style: undefined, class: list });
    into.classes.add(list);
  }
  for (const character of tree.textOf(equation)) into.characters.add(character);
  return equation.childNodes[0] as tree.Element;
}

/** `\wrap` and `\wrap[...]`: where an equation on its own may be broken on a narrow screen; the option opens the next line. */
const wrap = /\\wrap(?![a-zA-Z])\s*(?:\[([^\]]*)\])?/g;

/** Typesets an equation on its own: the text of `box`. */
function renderDisplay(box: tree.Element, into: Needed, symbols: SymbolTable): void {
  const tex = tree.textOf(box).trim();
  if (!box.childNodes.every(tree.isText))
    throw new Error('an equation has nothing but TeX in it, and &lt; for <,');
  // An aligned equation comes column by column: in which order one reads it only its TeX knows.
  tree.set(box, { 'data-order': symbolsIn(tex).join(' ') || undefined });
  const wide = renderEquation(tex.replace(wrap, ' '), true, into, symbols);
  const renderings = [wide];
  if (tex.match(wrap)) {
    const lines = tex.replace(wrap, (_all, indent: string | undefined) => `\\\\&${indent ?? ''}`);
    const aligned = tex.startsWith('\\begin{aligned}') ? lines : `\\begin{aligned}&${lines}\\end{aligned}`;
    const narrow = renderEquation(aligned, true, into, symbols);
    renderings[0] = tree.element('div', { class: 'eq-wide' }, [wide]);
    renderings[1] = tree.element('div', { class: 'eq-narrow' }, [narrow]);
  }
  const number = tree.attribute(box, 'data-number');
  const tag =
    number === undefined ? [] : [tree.element('span', { class: 'eq-number' }, [tree.text(`(${number})`)])];
  tree.fill(box, [...renderings, ...tag]);
}

/** A line must not begin with the punctuation after a short equation, or with its right side; a long one has to stay breakable. */
function renderInline(tex: string, mark: string, into: Needed, symbols: SymbolTable): tree.Node[] {
  const equation = renderEquation(tex, false, into, symbols);
  const pieces = tree.all(equation, '.katex-base').length;
  const short = pieces <= 2 && (mark !== '' || pieces === 2);
  const all = mark ? [equation, tree.text(mark)] : [equation];
  return short ? [tree.element('span', { class: 'nowrap' }, all)] : all;
}

const inline = /\\\(([\s\S]*?)\\\)([.,;:!?)]*)/g;

/** A text of a page with its equations typeset. */
function* rendered(
  page: tree.Page,
  node: tree.Text,
  into: Needed,
  symbols: SymbolTable,
): Generator<tree.Node> {
  let end = 0;
  for (const { 0: all, 1: tex = '', 2: mark = '', index } of node.value.matchAll(inline)) {
    if (index > end) yield tree.text(node.value.slice(end, index));
    const source = tex.trim();
    yield* page.at(node, () => renderInline(source, mark, into, symbols), index, ` in ${source}`);
    end = index + all.length;
  }
  const open = node.value.indexOf('\\(', end);
  if (open >= 0)
    page.fail('an equation does not end in the text that it begins in: is a < not &lt;?', node, open);
  yield tree.text(node.value.slice(end));
}

const isEquation = tree.fits('.eq');
/** Where a `\\(` begins no equation. */
const isNoProse = tree.fits('.eq, pre, code, script, style');

/** What pages needed when they were last typeset, by their text: to typeset one takes a while. */
const typeset = new Map<string, Needed>();

/** Typesets the equations of a page. A mistake in one is told with the file and the line where the equation begins. */
export function renderPage(page: tree.Page, symbols = symbolsOf(page.file)): Needed {
  const into = nothing();
  // Says on the page which table its symbols are from.
  const main = page.first('main');
  if (main && symbols.size) tree.set(main, { 'data-symbols': basename(page.file, '.html') });
  for (const node of tree.nodes(page.root, (one) => !isNoProse(one))) {
    if (tree.isElement(node) && isEquation(node))
      page.at(node, () => renderDisplay(node, into, symbols), 0, ` in ${tree.textOf(node).trim()}`);
    else if (tree.isText(node) && node.value.includes('\\('))
      tree.replace(node, [...rendered(page, node, into, symbols)]);
  }
  typeset.set(page.source, into);
  return into;
}

/** What the equations of all pages need together of KaTeX's sheet and fonts; of pages that have been typeset it is known. */
export function collectMath(files: readonly string[]): Pick<Needed, 'classes' | 'characters'> {
  const pages = files.map((file) => {
    const page = new tree.Page(readFileSync(file, 'utf8'), file);
    const known = typeset.get(page.source);
    if (known) return known;
    withNotation(page);
    return renderPage(page);
  });
  return {
    classes: new Set(pages.flatMap(({ classes }) => [...classes])),
    characters: new Set(pages.flatMap(({ characters }) => [...characters])),
  };
}

/** What KaTeX says to browsers that have no WebAssembly is left out. */
const katexSheet = (): string =>
  readFileSync(join(nodeModules, 'katex/dist/katex.min.css'), 'utf8').replaceAll(/-ms-[\w-]+:[^;}]*;?/g, '');

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
  if (!selector.includes('.katex') || selector.endsWith(' img')) return false;
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
export function mathSheet(math: Pick<Needed, 'classes' | 'styles'>): string {
  if (math.classes.size === 0) return '';
  const used = usedRules(math.classes).map(({ selectors, body }) => `${selectors.join(',')}{${body}}`);
  // In the order of what they say, as no element has two: alike lines together are shorter with gzip.
  const generated = [...math.styles]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([declarations, name]) => `.${name}{${declarations}}`)
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
