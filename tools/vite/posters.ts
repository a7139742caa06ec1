/**
 * Posters: what stands in a figure's place before it is live, without scripts, and on paper. Every registered figure gets SVG files
 * under posters/, and every `<attn-figure fig="...">` of a page its title, its claim and a `<picture>` of what it opens with.
 */
import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { Author } from '../posters/desk.ts';
import type { Picture, Poster } from '../posters/render.ts';
import { drawn } from './drawn.ts';
import { shortHash } from './hash.ts';
import { nodeSide } from './node-side.ts';
import { escapeHtml, lineAt, PageError } from './pages.ts';
import { web } from './paths.ts';
import { readSite, type Site } from './site.ts';
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
  const find = (width: Picture['width'], wanted: Picture['theme']): string => {
    const picture = pictures.find((p) => p.width === width && p.theme === wanted);
    if (!picture) throw new Error(`posters: ${id} has no ${width} ${wanted} picture`);
    // The hash makes a browser that has kept an older picture ask again.
    const url = `${up}${folder}/${posterName(id, state, picture)}?${shortHash(picture.svg)}`;
    return `"${url}" width="${picture.pixels.width}" height="${picture.pixels.height}"`;
  };
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
  ].join('\n        ');
}

const figureTag = /<!--[\s\S]*?-->|<attn-figure\b([^>]*)>/g;
const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];

/** Puts posters into the figures of a page. `poster` gives one by the figure's id and the state that the page gives it. */
export async function withPosters(
  html: string,
  file: string,
  poster: (id: string, state: string | undefined, author: Author) => Promise<Poster>,
  { url }: Site = {},
): Promise<string> {
  const page = relative(web, file).split(sep);
  const up = '../'.repeat(page.length - 1);
  const ids = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id));
  const symbols = symbolsOf(file);
  const shown: Poster[] = [];
  const pieces: string[] = [];
  let at = 0;
  for (const match of html.matchAll(figureTag)) {
    const attributes = match[1];
    if (attributes === undefined) continue;
    const end = match.index + match[0].length;
    const [id = '', state] = [attribute(attributes, 'fig'), attribute(attributes, 'state')];
    try {
      const theme = attribute(attributes, 'theme');
      const [controls, lock] = [attribute(attributes, 'controls'), attribute(attributes, 'lock')];
      const one = await poster(id, state, { controls, lock });
      const [wrong] = symbols.size ? disagreements(id, one, symbols) : [];
      if (wrong) throw new RangeError(wrong);
      const first = shown.push(one) === 1;
      const part = first && one.part ? ` data-part="${one.part}"` : '';
      // For the page's equations: which symbols they can light there.
      const names = ` data-params="${Object.keys(one.params).join(' ')}" data-draws="${one.draws.join(' ')}"`;
      // An anchor, by the name that its state has in the page's address.
      const anchor = attribute(attributes, 'id') ?? id;
      const named = ids.has(anchor) ? '' : ` id="${anchor}"`;
      ids.add(anchor);
      const address = url && `${url}${page.join('/').replace(/^index\.html$/, '')}#${anchor}`;
      const inner = posterHtml(id, state, one, {
        up,
        first,
        ...(theme && { theme }),
        ...(address && { address }),
      });
      pieces.push(html.slice(at, end - 1), named, names, part, '>\n        ', inner);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new PageError(file, lineAt(html, match.index), error.message);
    }
    at = end;
  }
  const unheld = unheldParams(symbols, shown);
  if (unheld.length)
    throw new PageError(file, 1, `no figure of the page has the parameter ${unheld.join(', ')}`);
  return pieces.join('') + html.slice(at);
}

export function posters(settings: Site = readSite()): Plugin {
  /** All files of the posters made so far, by name. */
  async function files(): Promise<Map<string, string>> {
    const all = new Map<string, string>();
    for (const { id, state, poster } of await drawn.all())
      for (const picture of poster.pictures) all.set(posterName(id, state, picture), picture.svg);
    return all;
  }

  return {
    name: 'attn-posters',
    configureServer(server) {
      nodeSide.serveFrom(server);
      server.middlewares.use(`/${folder}/`, (request, response, next) => {
        const name = request.url?.replace(/^\//, '').replace(/\?.*/, '') ?? '';
        files().then((all) => {
          const svg = all.get(name);
          if (svg === undefined) next();
          else response.setHeader('Content-Type', 'image/svg+xml').end(svg);
        }, next);
      });
    },
    transformIndexHtml: {
      // After Vite has looked for files that a page names: these are not there yet.
      order: 'post',
      async handler(html, { filename, server }) {
        try {
          return await withPosters(html, filename, drawn.poster, settings);
        } catch (error) {
          if (!server || error instanceof PageError) throw error;
          // A figure under work may not draw: its element says why, better than a page that does not open.
          server.config.logger.error(`posters: ${error instanceof Error ? error.message : error}`, {
            timestamp: true,
          });
          return html;
        }
      },
    },
    async generateBundle() {
      for (const id of await drawn.ids()) await drawn.poster(id);
      for (const [name, source] of await files())
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
    },
    closeBundle: () => nodeSide.close(),
  };
}
