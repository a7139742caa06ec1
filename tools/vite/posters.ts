/**
 * Posters: what stands in a figure's place before it is live, without scripts, and on paper. Every registered figure gets SVG files
 * under posters/, and every `<attn-figure fig="...">` of a page its title, its claim and a `<picture>` of what it opens with.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Author } from '../posters/desk.ts';
import type { Picture, Poster } from '../posters/render.ts';
import { type Cover, type Crop, coversOf, sizeOf } from './covers.ts';
import { drawn } from './drawn.ts';
import { shortHash } from './hash.ts';
import { all, attribute, fill, type Page, parsed, set, text } from './html.ts';
import { type Chapter, chapterOf, escapeHtml, pagesOf, readChapters, writtenPage } from './pages.ts';
import { web } from './paths.ts';
import type { Site } from './site.ts';
import { disagreements, symbolsOf, unheldParams } from './symbols.ts';

const folder = 'posters';

/** Pages up to this width show the narrow drawing: the wide one would be scaled until its text cannot be read. */
const narrowUpTo = '44rem';

/** A file's name stays the same from version to version, because other pages link to it. */
export function posterName(
  id: string,
  state: string | undefined,
  { width, theme }: Pick<Picture, 'width' | 'theme'>,
): string {
  const variant = state ? [`s${shortHash(state)}`] : [];
  return [id, ...variant, ...(width === 'narrow' ? [width] : []), theme, 'svg'].join('.');
}

/** Gives the address of a picture and its size, as `src` and what follows it. */
function finder(id: string, state: string | undefined, pictures: Poster['pictures'], up: string) {
  // One hash for all of them makes a browser that has kept older pictures ask again.
  const version = shortHash(pictures.map(({ svg }) => svg).join(''));
  return (width: Picture['width'], theme: Picture['theme']): string => {
    const picture = pictures.find((p) => p.width === width && p.theme === theme);
    if (!picture) throw new Error(`posters: ${id} has no ${width} ${theme} picture`);
    const url = `${up}${folder}/${posterName(id, state, picture)}?${version}`;
    // HTML has whole pixels there. The style sheets have the height to its parts (tools/vite/heights.ts).
    return `"${url}" width="${picture.pixels.width}" height="${Math.round(picture.pixels.height)}"`;
  };
}

/** A picture beside words that say what it is about. */
const coverHtml = (find: (theme: Picture['theme']) => string): string =>
  `<picture><source media="screen and (prefers-color-scheme: dark)" srcset=${find('dark')}><img src=${find('light')} alt="" loading="lazy" decoding="async"></picture>`;

/** The files of a chapter's cover. */
async function chapterCovers(
  { slug, cover: { fig, state, crop } }: Chapter,
  poster: (id: string, state: string | undefined, author: Author) => Promise<Poster>,
): Promise<Cover[]> {
  return coversOf(slug, await poster(fig, state, {}), crop);
}

function chapterCoverHtml(covers: readonly Cover[], crop: Crop, up: string): string {
  const version = shortHash(covers.map(({ svg }) => svg).join(''));
  return coverHtml((theme) => {
    const { name } = covers.find((cover) => cover.theme === theme) as Cover;
    return `"${up}${folder}/${name}?${version}" ${sizeOf(crop)}`;
  });
}

/**
 * What a figure's element starts with. `up` is the page's way to the root of the site; `theme` is set where the element has one. The
 * poster of a page's first figure comes before all other pictures and fonts, the others when they come near.
 */
export function posterHtml(
  id: string,
  state: string | undefined,
  { title, claim, description, words, caption, desk, pictures }: Poster,
  {
    up = '',
    theme,
    address,
    first,
  }: {
    readonly up?: string;
    readonly theme?: string;
    readonly address?: string;
    readonly first?: boolean;
  } = {},
): string {
  const fixed = theme === 'light' || theme === 'dark' ? theme : undefined;
  const find = finder(id, state, pictures, up);
  const narrow = `(max-width: ${narrowUpTo})`;
  const dark = 'screen and (prefers-color-scheme: dark)';
  const sources: [media: string, picture: string][] = fixed
    ? [[narrow, find('narrow', fixed)]]
    : [
        [`${dark} and ${narrow}`, find('narrow', 'dark')],
        [dark, find('wide', 'dark')],
        [narrow, find('narrow', 'light')],
      ];
  return [
    `<span slot="title">${escapeHtml(title)}</span>`,
    `<span slot="claim">${escapeHtml(claim)}</span>`,
    '<picture>',
    ...sources.map(([media, picture]) => `<source media="${media}" srcset=${picture}>`),
    `<img src=${find('wide', fixed ?? 'light')} alt="${escapeHtml(description)}" ${first ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"'}>`,
    '</picture>',
    `<span slot="caption">${caption}</span>`,
    `<div slot="desk" aria-hidden="true">${desk}</div>`,
    // On paper only, and where scripts run as a line below the figure, with what it shows by then.
    `<p class="shown" hidden>Shown: ${escapeHtml(words)}.${
      address ? ` <span>${escapeHtml(address)}</span>` : ''
    }</p>`,
  ].join('\n');
}

/** Puts posters into the figures of a page. `poster` gives one by the figure's id and the state that the page gives it. */
export async function withPosters(
  page: Page,
  poster: (id: string, state: string | undefined, author: Author) => Promise<Poster>,
  { url }: Site = {},
): Promise<void> {
  const ids = new Set(all(page.root, '[id]').map((one) => attribute(one, 'id')));
  const symbols = symbolsOf(page.file);
  const shown: Poster[] = [];
  for (const figure of all(page.root, 'attn-figure')) {
    const own = (name: string): string | undefined => attribute(figure, name);
    const [id = '', state, theme] = [own('fig'), own('state'), own('theme')];
    try {
      const one = await poster(id, state, { controls: own('controls'), lock: own('lock') });
      const [wrong] = symbols.size ? disagreements(id, one, symbols) : [];
      if (wrong) throw new RangeError(wrong);
      const first = shown.push(one) === 1;
      // An anchor, by the name that its state has in the page's address.
      const anchor = own('id') ?? id;
      if (!ids.has(anchor)) set(figure, { id: anchor });
      ids.add(anchor);
      set(figure, {
        // For the page's equations: which symbols they can light there.
        'data-params': Object.keys(one.params).join(' '),
        'data-draws': one.draws.join(' '),
        ...(first && one.part && { 'data-part': one.part }),
      });
      const address = url && `${url}${page.name.replace(/^index\.html$/, '')}#${anchor}`;
      const inside = posterHtml(id, state, one, {
        up: page.up,
        first,
        theme,
        address,
      });
      fill(figure, [text('\n        '), ...parsed(inside), ...figure.childNodes]);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      page.fail(error.message, figure);
    }
  }
  for (const cover of all(page.root, '.cover')) {
    const slug = attribute(cover, 'data-chapter');
    if (slug !== undefined) {
      const chapter = readChapters().find((one) => one.slug === slug) as Chapter;
      const covers = await chapterCovers(chapter, poster);
      set(cover, { 'data-chapter': undefined });
      fill(cover, parsed(chapterCoverHtml(covers, chapter.cover.crop, page.up)));
      continue;
    }
    const id = attribute(cover, 'data-cover') ?? '';
    const find = finder(id, undefined, (await poster(id, undefined, {})).pictures, page.up);
    set(cover, { 'data-cover': undefined });
    fill(cover, parsed(coverHtml((theme) => find('narrow', theme))));
  }
  // The files are made later: Vite would look for them now.
  for (const one of all(page.root, 'picture'))
    for (const file of all(one, 'source, img')) set(file, { 'vite-ignore': '' });
  // A chapter's symbols are held by the figures of all its pages.
  const chapter = chapterOf(page.name);
  for (const name of chapter ? pagesOf(chapter) : [])
    if (name !== page.name)
      for (const figure of all(writtenPage(join(web, name)).root, 'attn-figure'))
        shown.push(await poster(attribute(figure, 'fig') ?? '', attribute(figure, 'state'), {}));
  const unheld = unheldParams(symbols, shown);
  if (unheld.length) page.fail(`no figure of the page has the parameter ${unheld.join(', ')}`);
}

export function posters(): Plugin {
  /** All files of the posters made so far, by name. */
  async function files(): Promise<Map<string, string>> {
    const all = new Map<string, string>();
    for (const { id, state, poster } of await drawn.all())
      for (const picture of poster.pictures) all.set(posterName(id, state, picture), picture.svg);
    for (const chapter of readChapters().filter(({ live }) => live))
      for (const { name, svg } of await chapterCovers(chapter, (id, state) => drawn.poster(id, state)))
        all.set(name, svg);
    return all;
  }

  return {
    name: 'attn-posters',
    configureServer(server) {
      server.middlewares.use(`/${folder}/`, (request, response, next) => {
        const name = request.url?.replace(/^\//, '').replace(/\?.*/, '') ?? '';
        files().then((all) => {
          const svg = all.get(name);
          if (svg === undefined) next();
          else response.setHeader('Content-Type', 'image/svg+xml').end(svg);
        }, next);
      });
    },
    async generateBundle() {
      for (const id of await drawn.ids()) await drawn.poster(id);
      for (const [name, source] of await files())
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
    },
  };
}
