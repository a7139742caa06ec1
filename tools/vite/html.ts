/** A page as a tree: parsed before Vite and once more after it, changed in place by the transforms of `transforms.ts`, and written out. */
import { join, relative, sep } from 'node:path';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { defaultTreeAdapter as adapter, html, parse, parseFragment, serialize, serializeOuter } from 'parse5';
import { web } from './paths.ts';

export type Parent = Tree.ParentNode;
export type Node = Tree.ChildNode;
export type Element = Tree.Element;
export type Text = Tree.TextNode;
/** Values by name. */
export type Attributes = Readonly<Record<string, string | undefined>>;

export const { isElementNode: isElement, isTextNode: isText } = adapter;

/** A mistake in a page, told with its file and line. */
export class PageError extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${relative(join(web, '..'), file)}:${line}: ${message}`);
    this.name = 'PageError';
  }
}

/** All that is in a node, in the order of the page; not what is in an element that is not `open`. */
export function nodes(parent: Parent, open: (element: Element) => boolean = () => true): Node[] {
  const found: Node[] = [];
  const add = (node: Node): void => {
    found.push(node);
    if (isElement(node) && open(node)) node.childNodes.forEach(add);
  };
  parent.childNodes.forEach(add);
  return found;
}

export const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((one) => one.name === name)?.value;

export const classesOf = (element: Element): string[] =>
  (attribute(element, 'class') ?? '').split(/\s+/).filter(Boolean);

/** What tells whether an element fits one of these: `h2`, `.eq`, `link[rel=preload]`, `script[type=]` without a type, `pre, code`. */
export function fits(selectors: string): (element: Element) => boolean {
  const each = selectors.split(', ').map((one) => [...one.matchAll(/([.[]?)([\w-]+)(?:=([\w-]*))?/g)]);
  return (element) =>
    each.some((pieces) =>
      pieces.every(([, sign, name = '', value]) => {
        if (sign !== '[') return sign ? classesOf(element).includes(name) : element.tagName === name;
        const own = attribute(element, name);
        return value ? own === value : (own === undefined) === (value === '');
      }),
    );
}

/** The elements in a node that fit, in the order of the page. */
export function all(parent: Parent, selectors = ''): Element[] {
  const fit = fits(selectors);
  return nodes(parent).filter((node): node is Element => isElement(node) && fit(node));
}

/** The first of them. Pages are long: it looks no further. */
function first(parent: Parent, fit: (element: Element) => boolean): Element | undefined {
  for (const node of parent.childNodes) {
    const found = isElement(node) ? (fit(node) ? node : first(node, fit)) : undefined;
    if (found) return found;
  }
  return undefined;
}

export const textOf = (parent: Parent): string =>
  nodes(parent)
    .map((node) => (isText(node) ? node.value : ''))
    .join('');

/** The HTML of what is in an element; and with the element itself. */
export const inner = (element: Element): string => serialize(element);
export const outer = (element: Element): string => serializeOuter(element);

/** The nodes of a piece of HTML. */
export const parsed = (piece: string): Node[] => parseFragment(piece).childNodes;

export const text = (value: string): Text => ({ nodeName: '#text', value, parentNode: null });

export function element(name: string, attributes: Attributes = {}, children: readonly Node[] = []): Element {
  const made = adapter.createElement(name, html.NS.HTML, []);
  set(made, attributes);
  fill(made, children);
  return made;
}

/** Sets attributes, and removes those that are undefined. */
export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    const old = element.attrs.find((one) => one.name === name);
    if (value === undefined) element.attrs = element.attrs.filter((one) => one !== old);
    else if (old) old.value = value;
    else element.attrs.push({ name, value });
  }
}

/** Makes these the children of a node, and no others. */
export function fill(parent: Parent, children: readonly Node[]): void {
  parent.childNodes = [...children];
  for (const child of children) child.parentNode = parent;
}

/** Puts others in the place of a node; what is wrong with them is told with its line. */
export function replace(node: Node, by: readonly Node[]): void {
  const parent = node.parentNode;
  if (!parent) return;
  for (const one of by) adapter.setNodeSourceCodeLocation(one, node.sourceCodeLocation ?? null);
  fill(
    parent,
    parent.childNodes.flatMap((one) => (one === node ? by : [one])),
  );
}

/** The line on which a node begins; of one that has been made, that of what it is in. */
function lineOf(node: Node): number {
  for (let at: Parent | Node | null = node; at; at = 'parentNode' in at ? at.parentNode : null)
    if (at.sourceCodeLocation) return at.sourceCodeLocation.startLine;
  return 1;
}

/** The file below web/, with slashes: `chapters/denoising.html`. */
export const nameOf = (file: string): string => relative(web, file).split(sep).join('/');

export class Page {
  /** As it was written. */
  readonly source: string;
  readonly file: string;
  readonly name: string;
  /** The way to the root of the site: empty, or `../`. */
  readonly up: string;
  readonly root: Parent;

  /** `source` is a whole document or, in tests, a piece of one. */
  constructor(source: string, file: string) {
    this.source = source;
    this.file = file;
    this.name = nameOf(file);
    this.up = '../'.repeat(this.name.split('/').length - 1);
    this.root = (/^\s*<!doctype/i.test(source) ? parse : parseFragment)(source, {
      sourceCodeLocationInfo: true,
      onParseError: ({ code, startLine }) => {
        throw new PageError(file, startLine, `this is not HTML: ${code}`);
      },
    });
  }

  get html(): string {
    return serialize(this.root);
  }

  get head(): Element {
    return this.first('head') ?? this.fail('it has no <head>');
  }

  first(selectors: string): Element | undefined {
    return first(this.root, fits(selectors));
  }

  /** Tells a mistake with the line of the page as it was written; `index` counts the characters of a text. */
  fail(why: string, node?: Node, index = 0): never {
    const before = node && isText(node) ? node.value.slice(0, index).split('\n').length - 1 : 0;
    throw new PageError(this.file, node ? lineOf(node) + before : 1, why);
  }

  /** Does something for a node, whose mistakes are told with its line, and with `more` behind them. */
  at<T>(node: Node, make: () => T, index = 0, more = ''): T {
    try {
      return make();
    } catch (error) {
      return this.fail((error instanceof Error ? error.message : String(error)) + more, node, index);
    }
  }

  /** Adds to the end of the head. */
  addToHead(name: string, attributes: Attributes): void {
    fill(this.head, [...this.head.childNodes, text('  '), element(name, attributes), text('\n  ')]);
  }

  /**
   * Writes a part for every `<!-- kind: name -->` of the page. The part gets `given`, and what follows the name: of
   * `<!-- ledger: ours ID -->` the id. Where a kind has one part alone, its name is empty. Returns the names that there were.
   */
  fillMarks<Given extends unknown[]>(
    kind: string,
    parts: Readonly<Record<string, (...given: [...Given, string]) => string>>,
    ...given: Given
  ): string[] {
    const comments = nodes(this.root).filter(adapter.isCommentNode);
    return comments.flatMap((node) => {
      const [, asked, name = '', rest = ''] =
        /^\s*([\w-]+)(?::\s*([\w-]+)\s*(.*?))?\s*$/.exec(node.data) ?? [];
      if (asked !== kind) return [];
      const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
      if (!part)
        return this.fail(`there is no '${kind}: ${name}', but ${Object.keys(parts).join(', ')}`, node);
      replace(node, parsed(this.at(node, () => part(...given, rest))));
      return [name];
    });
  }
}
