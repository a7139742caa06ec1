/** The figures that the chapters show. Each has a page of its own, which figure-pages.ts writes. */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { all, attribute, outer, type Page } from './html.ts';
import { type Chapter, pagesOf, readChapters, writtenPage } from './pages.ts';
import { version, web } from './paths.ts';

/** Where a figure stands in the article: the page, and its key in that page's address. */
export interface FigurePage {
  readonly href: string;
  readonly key: string;
}

/** A figure, and where it stands in the article. */
export interface Shown extends FigurePage {
  readonly id: string;
  readonly chapter: Chapter;
  /** The sentence that stands in its place where it cannot run. */
  readonly placeholder: string;
}

/** Each figure of these pages with the first that shows it. */
export function figuresOf(pages: readonly Page[]): Omit<Shown, 'chapter'>[] {
  const found = new Map<string, Omit<Shown, 'chapter'>>();
  for (const { name, root } of pages)
    for (const figure of all(root, 'attn-figure')) {
      const id = attribute(figure, 'fig');
      if (!id || found.has(id)) continue;
      const [sentence] = all(figure, '.placeholder');
      const key = attribute(figure, 'id') || id;
      found.set(id, { id, href: name, key, placeholder: sentence ? outer(sentence) : '' });
    }
  return [...found.values()];
}

/** In the order of the article. */
export function shownFigures(): Shown[] {
  const live = readChapters().filter((chapter) => chapter.live);
  const pages = new Map(live.flatMap((chapter) => pagesOf(chapter).map((name) => [name, chapter] as const)));
  return figuresOf([...pages.keys()].map((name) => writtenPage(join(web, name)))).flatMap((figure) => {
    const chapter = pages.get(figure.href);
    return chapter ? [{ ...figure, chapter }] : [];
  });
}

/** `import 'virtual:figure-pages'`: where each figure stands, for pages that show one without its chapter. */
export function figurePagesModule(): Plugin {
  const id = 'virtual:figure-pages';
  const places = (): Record<string, FigurePage> =>
    Object.fromEntries(shownFigures().map((shown) => [shown.id, { href: shown.href, key: shown.key }]));
  return {
    name: 'attn-figure-pages',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) => (resolved === `\0${id}` ? `export default ${JSON.stringify(places())};` : undefined),
  };
}

/** Their pages, by the names that the files would have if somebody had written them. */
export const figurePageFiles = (): string[] =>
  shownFigures().map(({ id }) => join(web, 'figures', `${id}.html`));

/** The figure whose page that is. */
export const idOf = (file: string): string | undefined =>
  file.startsWith(join(web, 'figures')) ? /[/\\]figures[/\\]([\w-]+)\.html$/.exec(file)?.[1] : undefined;

/** The picture of a figure for previews, below the address of the site. The version makes a preview that has kept an older one ask again. */
export const previewOf = (id: string): string => `figures/${id}.png?${version}`;
