/**
 * What every page has, written once. A page is a whole HTML document with its own title, description and prose; the marks
 * `<!-- shell: head -->`, `header`, `kicker`, `chapters`, `neighbours`, `footer` are replaced by the parts below. A page that is no part
 * of the article has `bare` alone. The chapters are listed in web/chapters.json, and nowhere else: what is written names one by its
 * address, and `<!-- number: denoising -->` is its number.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Crop } from './covers.ts';
import { Page } from './html.ts';
import { version, web } from './paths.ts';

export interface Chapter {
  /** Its place in the list. */
  readonly number: number;
  /** Number of the paper in the ledger: the beginning of its entries' ids. */
  readonly seed: string;
  /** Name of the page in web/chapters/, without .html. */
  readonly slug: string;
  /** The part of the book that it belongs to. */
  readonly act: string;
  readonly title: string;
  /** What a reader may have wondered, to which it is an answer. */
  readonly question: string;
  /** One or two words, for the navigation. */
  readonly short: string;
  /** arXiv number or title of the paper that it follows. */
  readonly paper: string;
  /** What reading and playing take. */
  readonly minutes: number;
  /** What one has to know before. */
  readonly needs: string;
  /** The figure that stands for it on the front page, in a state of its own or as it opens. */
  readonly cover: { readonly fig: string; readonly state?: string; readonly crop: Crop };
  /** Further pages of it in web/chapters/, with its symbols. */
  readonly also?: readonly string[];
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
  const list: Omit<Chapter, 'number'>[] = JSON.parse(readFileSync(join(web, 'chapters.json'), 'utf8'));
  return list.map((chapter, i) => ({ ...chapter, number: i + 1 }));
}

/** The chapter that a page is of, `chapters/denoising.html`. */
export const chapterOf = (page: string, chapters: readonly Chapter[] = readChapters()): Chapter | undefined =>
  chapters.find(({ slug, also = [] }) => [slug, ...also].some((name) => page === `chapters/${name}.html`));

/** The names of a chapter's pages, its own first. */
export const pagesOf = ({ slug, also = [] }: Chapter): string[] =>
  [slug, ...also].map((name) => `chapters/${name}.html`);

export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** A title in quotation marks, a number of a paper as it is. */
const quotedTitle = (paper: string): string =>
  paper.startsWith('arXiv:') || paper === 'all five papers' ? paper : `“${paper}”`;

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

  kicker: (up, page, chapters) => {
    const { number, act, paper, minutes } = chapterOf(page, chapters) as Chapter;
    return `<p class="kicker">Chapter ${number} · ${escapeHtml(act)} · after ${escapeHtml(quotedTitle(paper))} · ${minutes} minutes · <a href="${up}reading.html">how to read</a></p>`;
  },

  chapters: (up, _page, chapters) => {
    const items = chapters.map((chapter, i) => {
      const { number, slug, live, act } = chapter;
      const title = escapeHtml(chapter.title);
      const opens = act === chapters[i - 1]?.act ? '' : `<p class="act">${escapeHtml(act)}</p>`;
      return `<li id="chapter-${number}"${live ? '' : ' class="to-come"'}>${opens}
          <div class="card">
            ${live ? `<div class="cover" data-chapter="${slug}"></div>` : ''}
            <div>
              <h3>${live ? `<a href="${up}chapters/${slug}.html">${escapeHtml(chapter.question)}</a>` : escapeHtml(chapter.question)}</h3>
              <p><span class="chapter-number">${number}</span> ${title}${live ? '' : ' <span class="status">to come</span>'}</p>
              <p class="source">${chapter.minutes} minutes. Needs ${escapeHtml(chapter.needs)}. After ${escapeHtml(quotedTitle(chapter.paper))}.</p>
            </div>
          </div>
        </li>`;
    });
    return `<ol class="chapters">
        ${items.join('\n        ')}
      </ol>`;
  },

  needs: (up, _page, chapters) => {
    const items = chapters
      .filter(({ live }) => live)
      .map(
        ({ number, slug, title, minutes, needs }) =>
          `<li><a href="${up}chapters/${slug}.html">${number} ${escapeHtml(title)}</a>: ${minutes} minutes to read and play. It needs ${escapeHtml(needs)}.</li>`,
      );
    return `<ul>${items.join('')}</ul>`;
  },

  neighbours: (up, page, chapters) => {
    const here = chapters.findIndex(({ slug }) => page === `chapters/${slug}.html`);
    const beside = (chapter: Chapter | undefined, kicker: string): string => {
      if (!chapter)
        return `<p><span class="kicker">Overview</span> <a href="${up}index.html#chapters">All chapters</a></p>`;
      const title = `${chapter.number} ${escapeHtml(chapter.title)}`;
      const inner = chapter.live
        ? `<a href="${up}chapters/${chapter.slug}.html">${title}</a>`
        : `${title} <span class="status">to come</span>`;
      return `<p><span class="kicker">${kicker}</span> ${inner}<span class="reason">${escapeHtml(chapter.question)}</span></p>`;
    };
    return `<nav class="way" aria-label="Chapters before and after">
        ${beside(chapters[here - 1], 'Previous chapter')}
        ${beside(chapters[here + 1], 'Next chapter')}
      </nav>`;
  },

  footer: (up) => `<footer class="bottom">
      <p>Attention Explorables ${version}. Code under the Apache License 2.0. Nothing on this page is sent anywhere:
        the figures are computed in your browser.</p>
      <p><a href="${up}reading.html">How to read</a> · <a href="${up}gallery.html">Gallery</a> · <a href="${up}glossary.html">Glossary</a> · <a href="${up}notation.html">Notation</a> · <a href="${up}exercises.html">Exercises</a> · <a href="${up}teaching.html">Teaching</a> · <a href="${up}use.html">Use it</a> · <a href="${up}performance.html">Speed</a></p>
      <p><a href="${up}ledger.html">Ledger</a> · <a href="${up}report.html">Report</a> · <a href="${up}corrections.html">Corrections</a> · <a href="${up}third-party-notices.txt">Work of others in this site</a></p>
    </footer>`,

  bare: () => `<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">`,
};

/** Writes the parts where a page asks for them. */
export function applyShell(page: Page, chapters: readonly Chapter[] = readChapters()): void {
  const seen = page.fillMarks('shell', parts, page.up, page.name, chapters);
  const numbers = chapters.map(({ slug, number }) => [slug, () => String(number)] as const);
  page.fillMarks('number', Object.fromEntries(numbers));
  const isChapter = chapters.some(({ slug }) => page.name === `chapters/${slug}.html`);
  const wanted = ['head', 'header', 'footer', ...(isChapter ? ['kicker', 'neighbours'] : [])];
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

/** A chapter, or a page of side trips, as it is written. */
export const chapterPage = (slug: string): Page => writtenPage(join(web, 'chapters', `${slug}.html`));
