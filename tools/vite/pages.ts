/**
 * What every page has, written once. A page is a whole HTML document with its own title, description and prose; the marks
 * `<!-- shell: head -->`, `header`, `chapters`, `neighbours`, `footer` are replaced by the parts below. A page that is no part of the
 * article has `bare` alone. The chapters are listed in web/chapters.json, and nowhere else.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { version, web } from './paths.ts';

export interface Chapter {
  readonly number: number;
  /** Number of the paper in the ledger: the beginning of its entries' ids. */
  readonly seed: string;
  /** Name of the page in web/chapters/, without .html. */
  readonly slug: string;
  readonly title: string;
  /** One or two words, for the navigation. */
  readonly short: string;
  /** What the chapter shows, in a sentence. */
  readonly sentence: string;
  /** arXiv number or title of the paper that it follows. */
  readonly paper: string;
  readonly live: boolean;
}

/** A mistake in a page, told with its file and line. */
export class PageError extends Error {
  constructor(file: string, line: number, message: string) {
    super(`${relative(join(web, '..'), file)}:${line}: ${message}`);
    this.name = 'PageError';
  }
}

export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Every page of the site: files in web/ and web/chapters/. */
export function pageFiles(): string[] {
  return ['', 'chapters'].flatMap((folder) =>
    readdirSync(join(web, folder))
      .filter((name) => name.endsWith('.html'))
      .sort()
      .map((name) => join(web, folder, name)),
  );
}

export function readChapters(): Chapter[] {
  return JSON.parse(readFileSync(join(web, 'chapters.json'), 'utf8'));
}

export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The parts, for a page whose way up to the root of the site is `up` (empty, or `../`). */
const parts: Record<string, (up: string, page: string, chapters: readonly Chapter[]) => string> = {
  head: () => `<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/src/article/print.css" media="print">
    <script src="/theme.js"></script>
    <script type="module" src="/src/article/main.ts"></script>`,

  header: (up, page, chapters) => {
    const link = (href: string, inner: string) =>
      `<a href="${up}${href}"${href === page ? ' aria-current="page"' : ''}>${inner}</a>`;
    // On narrow screens a chapter is its number: the style sheet leaves the name to those who listen.
    const items = chapters.map(({ number, short, slug, live }) => {
      const inner = `${number}<span class="name"> ${escapeHtml(short)}</span>`;
      return live
        ? link(`chapters/${slug}.html`, inner)
        : `<span class="to-come">${inner}<span class="visually-hidden">, to come</span></span>`;
    });
    return `<a class="skip" href="#main">Skip to the text</a>
    <header class="top">
      <a class="brand" href="${up}index.html"${page === 'index.html' ? ' aria-current="page"' : ''}>Attention Explorables</a>
      <nav aria-label="Site">
        <a href="${up}index.html#chapters">Chapters</a>
        <ol>
          ${items.map((item) => `<li>${item}</li>`).join('\n          ')}
        </ol>
        ${link('ledger.html', 'Ledger')}
      </nav>
    </header>`;
  },

  chapters: (up, _page, chapters) => {
    const items = chapters.map((chapter) => {
      const title = escapeHtml(chapter.title);
      return `<li id="chapter-${chapter.number}"${chapter.live ? '' : ' class="to-come"'}>
          <span class="chapter-number" aria-hidden="true">${chapter.number}</span>
          <div>
            <h3>${chapter.live ? `<a href="${up}chapters/${chapter.slug}.html">${title}</a>` : title}${
              chapter.live ? '' : ' <span class="status">to come</span>'
            }</h3>
            <p>${escapeHtml(chapter.sentence)}</p>
            <p class="source">After ${escapeHtml(chapter.paper)}.</p>
          </div>
        </li>`;
    });
    return `<ol class="chapters">
        ${items.join('\n        ')}
      </ol>`;
  },

  neighbours: (up, page, chapters) => {
    const here = chapters.findIndex(({ slug }) => page === `chapters/${slug}.html`);
    const beside = (chapter: Chapter | undefined, kicker: string): string => {
      const title = chapter ? `${chapter.number} ${escapeHtml(chapter.title)}` : 'All chapters';
      const href = chapter ? `chapters/${chapter.slug}.html` : 'index.html#chapters';
      const inner =
        chapter?.live === false
          ? `${title} <span class="status">to come</span>`
          : `<a href="${up}${href}">${title}</a>`;
      return `<p><span class="kicker">${chapter ? kicker : 'Overview'}</span> ${inner}</p>`;
    };
    return `<nav class="way" aria-label="Chapters before and after">
        ${beside(chapters[here - 1], 'Previous chapter')}
        ${beside(chapters[here + 1], 'Next chapter')}
      </nav>`;
  },

  footer: (up) => `<footer class="bottom">
      <p>Attention Explorables ${version}. Code under the Apache License 2.0. Nothing on this page is sent anywhere:
        the figures are computed in your browser.</p>
      <p><a href="${up}notation.html">Notation</a> · <a href="${up}report.html">Report</a> · <a href="${up}corrections.html">Corrections</a> · <a href="${up}third-party-notices.txt">Work of others in this site</a></p>
    </footer>`,

  bare: () => `<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">`,
};

/** Replaces the marks of one page. */
export function applyShell(html: string, file: string, chapters: readonly Chapter[]): string {
  const page = relative(web, file).split(sep).join('/');
  const up = '../'.repeat(page.split('/').length - 1);
  const seen = new Set<string>();
  const result = html.replace(/<!--\s*shell:\s*(.*?)\s*-->/g, (_mark, name: string, index: number) => {
    const part = parts[name];
    if (!part) {
      const known = Object.keys(parts).join(', ');
      throw new PageError(file, lineAt(html, index), `no part '${name}' of the shell; there are ${known}`);
    }
    seen.add(name);
    return part(up, page, chapters);
  });
  const wanted = ['head', 'header', 'footer', ...(page.startsWith('chapters/') ? ['neighbours'] : [])];
  for (const name of seen.has('bare') ? [] : wanted) {
    if (!seen.has(name)) throw new PageError(file, 1, `<!-- shell: ${name} --> is missing`);
  }
  return result;
}

export function pageShell(): Plugin {
  return {
    name: 'attn-page-shell',
    configureServer(server) {
      server.watcher.add(join(web, 'chapters.json'));
      server.watcher.on('change', (file) => {
        if (file === join(web, 'chapters.json')) server.ws.send({ type: 'full-reload' });
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) => applyShell(html, filename, readChapters()),
    },
  };
}

/** Where a figure stands in the article: the page, and its key in that page's address. */
export interface FigurePage {
  readonly href: string;
  readonly key: string;
}

/** The first chapter that shows each figure. */
export function figurePages(
  pages: readonly { readonly href: string; readonly html: string }[],
): Record<string, FigurePage> {
  const found: Record<string, FigurePage> = {};
  for (const { href, html } of pages) {
    for (const [tag] of html.matchAll(/<attn-figure\s[^>]*>/g)) {
      const fig = /\sfig="([^"]*)"/.exec(tag)?.[1];
      if (fig) found[fig] ??= { href, key: /\sid="([^"]*)"/.exec(tag)?.[1] || fig };
    }
  }
  return found;
}

/** `import 'virtual:figure-pages'`: the table above, for pages that show a figure without its chapter. */
export function figurePagesModule(): Plugin {
  const id = 'virtual:figure-pages';
  return {
    name: 'attn-figure-pages',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      const pages = pageFiles()
        .map((file) => ({ href: relative(web, file).split(sep).join('/'), html: readFileSync(file, 'utf8') }))
        .filter(({ href }) => href.startsWith('chapters/'));
      return `export default ${JSON.stringify(figurePages(pages))};`;
    },
  };
}
