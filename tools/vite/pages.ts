/**
 * What every page has, written once. A page is a whole HTML document with its own title, description and prose; the marks
 * `<!-- shell: head -->`, `header`, `chapters`, `neighbours`, `footer` are replaced by the parts below. A page that is no part of the
 * article has `bare` alone. The chapters are listed in web/chapters.json, and nowhere else.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Page } from './html.ts';
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

/** Writes the parts where a page asks for them. */
export function applyShell(page: Page, chapters: readonly Chapter[] = readChapters()): void {
  const seen = page.fillMarks('shell', parts, page.up, page.name, chapters);
  const wanted = ['head', 'header', 'footer', ...(page.name.startsWith('chapters/') ? ['neighbours'] : [])];
  for (const name of seen.includes('bare') ? [] : wanted)
    if (!seen.includes(name)) page.fail(`<!-- shell: ${name} --> is missing`);
}

const read = new Map<string, Page>();

/** A page as somebody has written it, to look something up in it: who changes one makes one. */
export function writtenPage(file: string): Page {
  const html = readFileSync(file, 'utf8');
  const page = read.get(html) ?? new Page(html, file);
  read.set(html, page);
  return page;
}
