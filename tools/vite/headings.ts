/**
 * The way through a page: every heading of its text has an id and is a link to itself, and `<!-- contents -->` becomes the list of
 * its sections. Made while the site is built, so that both are there without scripts.
 */
import type { Plugin } from 'vite';
import { lineAt, PageError } from './pages.ts';

/** Headings; and, to be passed over, comments, code, and what is linked as a whole: entries of the ledger, the list of chapters. */
const pattern =
  /<!--[\s\S]*?-->|<(pre|article)\b[\s\S]*?<\/\1>|<ol class="chapters">[\s\S]*?<\/ol>|<h([23])\b([^>]*)>([\s\S]*?)<\/h\2>/g;

const mark = '<!-- contents -->';

const idIn = (attributes: string): string | undefined => /\sid="([^"]*)"/.exec(attributes)?.[1];

/** `Stage 1: what it does` as `stage-1-what-it-does`. */
export function slugOf(text: string): string {
  return text
    .replace(/<[^>]*>|&\w+;/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

interface Section {
  readonly id: string;
  readonly text: string;
}

/** One list to unfold, and one that stands beside the text where there is room: of the two a style sheet shows one. */
function contents(sections: readonly Section[]): string {
  const items = sections.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('\n          ');
  const list = `<ol>\n          ${items}\n        </ol>`;
  return `<nav class="contents" aria-label="Contents">
        <details><summary>Contents</summary>${list}</details>
        <div class="side"><p>Contents</p>${list}</div>
      </nav>`;
}

/** Gives the headings of a page their ids and links, and the page its contents where it asks for them. */
export function withHeadings(html: string, file: string): string {
  const [, before = '', main = '', after = ''] =
    /^([\s\S]*?<main\b[^>]*>)([\s\S]*)(<\/main>[\s\S]*)$/.exec(html) ?? [];
  if (!main) return html;
  // What an address can name already; a figure is named there by its `fig`.
  const taken = new Set([...html.matchAll(/\s(?:id|fig)="([^"]*)"/g)].map(([, id]) => id));
  const free = (wanted: string): string => {
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
    taken.add(id);
    return id;
  };
  const sections: Section[] = [];
  const text = main.replace(
    pattern,
    (all, _skipped, level: string | undefined, attributes = '', inner = '', index = 0) => {
      if (level === undefined) return all;
      const fail = (why: string): never => {
        throw new PageError(file, lineAt(html, before.length + index), why);
      };
      if (/<a\b/.test(inner)) fail('a heading is a link to itself: put the other link below it');
      const own = idIn(attributes);
      if (own === undefined && inner.includes('<math'))
        fail('a heading with an equation needs an id of its own');
      const id = own ?? free(slugOf(inner) || 'section');
      if (level === '2') sections.push({ id, text: inner });
      const named = own === undefined ? ` id="${id}"${attributes}` : attributes;
      return `<h${level}${named}><a class="anchor" href="#${id}">${inner}</a></h${level}>`;
    },
  );
  return before + text.replace(mark, () => contents(sections)) + after;
}

export function headings(): Plugin {
  return {
    name: 'attn-headings',
    // After the plugins that write headings of their own.
    transformIndexHtml: { order: 'pre', handler: (html, { filename }) => withHeadings(html, filename) },
  };
}
