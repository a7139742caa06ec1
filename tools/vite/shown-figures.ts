/** The figures that the chapters show. Each has a page of its own, which figure-pages.ts writes. */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Chapter, type FigurePage, figurePages, pageFiles, readChapters } from './pages.ts';
import { version, web } from './paths.ts';

/** A figure, and where it stands in the article. */
export interface Shown extends FigurePage {
  readonly id: string;
  readonly chapter: Chapter;
  /** The sentence that stands in its place where it cannot run. */
  readonly placeholder: string;
}

/** In the order of the article. */
export function shownFigures(): Shown[] {
  const chapters = readChapters();
  const placeOf = (page: string): number =>
    chapters.findIndex(({ slug }) => page === `chapters/${slug}.html`);
  const pages = pageFiles()
    .map((file) => ({ href: relative(web, file).split(sep).join('/'), html: readFileSync(file, 'utf8') }))
    .filter(({ href }) => href.startsWith('chapters/'))
    .sort((a, b) => placeOf(a.href) - placeOf(b.href));
  return Object.entries(figurePages(pages)).flatMap(([id, { href, key }]) => {
    const chapter = chapters.find(({ slug }) => href === `chapters/${slug}.html`);
    const html = pages.find((page) => page.href === href)?.html ?? '';
    const inside = new RegExp(`<attn-figure fig="${id}"[^>]*>\\s*(<p class="placeholder">[^<]*</p>)`);
    return chapter ? [{ id, href, key, chapter, placeholder: inside.exec(html)?.[1] ?? '' }] : [];
  });
}

/** Their pages, by the names that the files would have if somebody had written them. */
export const figurePageFiles = (): string[] =>
  shownFigures().map(({ id }) => join(web, 'figures', `${id}.html`));

/** The figure whose page that is. */
export const idOf = (file: string): string | undefined =>
  file.startsWith(join(web, 'figures')) ? /[/\\]figures[/\\]([\w-]+)\.html$/.exec(file)?.[1] : undefined;

/** The picture of a figure for previews, below the address of the site. The version makes a preview that has kept an older one ask again. */
export const previewOf = (id: string): string => `figures/${id}.png?${version}`;
