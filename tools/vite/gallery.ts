/**
 * The gallery: `<!-- gallery -->` becomes all figures as pictures, chapter by chapter, each a link to its own page. What a reader may
 * look for besides title and claim, the symbols that a figure shows and the terms that the glossary explains with it, is in `data-words`.
 */
import type { SymbolEntry } from '../../web/src/article/symbols.ts';
import type { Poster } from '../posters/render.ts';
import { readGlossary, type Term } from './glossary.ts';
import type { Page } from './html.ts';
import { type Chapter, escapeHtml, readChapters } from './pages.ts';
import { type Shown, shownFigures } from './shown-figures.ts';
import { readSymbols } from './symbols.ts';

type Said = Pick<Poster, 'title' | 'claim' | 'params' | 'draws'>;

/** What a figure is found by that is not written on its card. */
export function wordsOf(
  id: string,
  { params, draws }: Pick<Said, 'params' | 'draws'>,
  symbols: ReadonlyMap<string, Pick<SymbolEntry, 'name'>>,
  terms: readonly Term[],
): string {
  const shows = [...Object.keys(params), ...draws].flatMap((name) => {
    const entry = symbols.get(name);
    return entry ? [name, entry.name] : [];
  });
  const explained = terms
    .filter(({ figure }) => figure === id)
    .flatMap(({ term, also = [] }) => [term, ...also]);
  return [...new Set([...shows, ...explained])].join(' ');
}

/** The picture is put there with the posters, as on the cards of chapters. */
const itemHtml = (
  id: string,
  { title, claim }: Said,
  words: string,
): string => `<li data-words="${escapeHtml(words)}">
            <article id="${id}">
              <div class="cover" data-cover="${id}"></div>
              <h3><a href="figures/${id}.html">${escapeHtml(title)}</a></h3>
              <p>${escapeHtml(claim)}</p>
            </article>
          </li>`;

function chapterHtml(
  chapter: Chapter,
  figures: readonly (readonly [Shown, Said])[],
  terms: readonly Term[],
): string {
  const symbols = readSymbols(chapter.slug);
  const items = figures.map(([{ id }, said]) => itemHtml(id, said, wordsOf(id, said, symbols, terms)));
  return `<section class="wall" aria-labelledby="chapter-${chapter.slug}">
        <h2 id="chapter-${chapter.slug}">Chapter ${chapter.number}: ${escapeHtml(chapter.title)}</h2>
        <ul>
          ${items.join('\n          ')}
        </ul>
      </section>`;
}

/** All of it, in the order of the book. */
export function galleryHtml(
  figures: readonly (readonly [Shown, Said])[],
  chapters: readonly Chapter[],
  terms: readonly Term[],
): string {
  return chapters
    .map((chapter) => [chapter, figures.filter(([shown]) => shown.chapter.slug === chapter.slug)] as const)
    .filter(([, own]) => own.length > 0)
    .map(([chapter, own]) => chapterHtml(chapter, own, terms))
    .join('\n      ');
}

/** Writes the gallery where a page asks for it. */
export async function withGallery(page: Page, poster: (id: string) => Promise<Said>): Promise<void> {
  if (!page.source.includes('<!-- gallery -->')) return;
  const figures = await Promise.all(
    shownFigures().map(async (shown) => [shown, await poster(shown.id)] as const),
  );
  page.fillMarks('gallery', { '': () => galleryHtml(figures, readChapters(), readGlossary()) });
}
