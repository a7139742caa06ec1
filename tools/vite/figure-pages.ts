/**
 * A page for each figure of a chapter, `figures/<id>.html`: what a link to a figure alone leads to, with its title, its claim and, as
 * `figures/<id>.png`, its picture for those who preview it. Nobody writes these pages: they come from the figure and from the chapter
 * that shows it. A chapter has such a picture too, with the figure on its cover: `chapters/<slug>.png`. Where the site knows its address, each has an oEmbed answer, `figures/<id>.oembed.json`: that names whole addresses.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { cardPng } from '../posters/preview.ts';
import type { Poster } from '../posters/render.ts';
import { drawn } from './drawn.ts';
import { escapeHtml, readChapters } from './pages.ts';
import { web } from './paths.ts';
import { idOf, previewOf, type Shown, shownFigures } from './shown-figures.ts';
import { readSite, type Site, socialImage } from './site.ts';

/** The page as its author would have written it: the other plugins do the rest. */
export function figurePage(
  { id, href, key, chapter, placeholder }: Shown,
  { title, claim }: Pick<Poster, 'title' | 'claim'>,
  { url }: Site,
): string {
  const name = escapeHtml(title);
  const answer = url
    ? `\n    <link rel="alternate" type="application/json+oembed" href="${escapeHtml(url)}figures/${id}.oembed.json" title="${name}">`
    : '';
  return `<!doctype html>
<html lang="en">
  <head>
    <!-- shell: head -->
    <title>${name}</title>
    <meta name="description" content="${escapeHtml(claim)}">${answer}
  </head>
  <body>
    <!-- shell: header -->
    <main id="main">
      <p class="kicker">A figure of <a href="../${href}">chapter ${chapter.number}, ${escapeHtml(chapter.title)}</a> · <a href="../gallery.html">all figures</a></p>
      <h1 class="visually-hidden">${name}</h1>
      <attn-figure fig="${id}">
        ${placeholder}
      </attn-figure>
      <p>What it is about is said where it stands: <a href="../${href}#${key}">its place in the chapter</a>.</p>
    </main>
    <!-- shell: footer -->
  </body>
</html>
`;
}

/** Room that a frame has for what is not the drawing. `embed-host.js` makes it exact; without it a frame that is too low scrolls. */
const around = 480;
const frameWidth = 960;

/** What a site that knows oEmbed shows in place of a link to the page. */
export function oembed(id: string, { title, pictures }: Poster, url: string): string {
  const drawing = pictures.find(({ width }) => width === 'wide')?.pixels.height ?? 0;
  const height = drawing + around;
  const frame = `<iframe src="${escapeHtml(url)}embed.html?fig=${id}" title="${escapeHtml(title)}" width="${frameWidth}" height="${height}" frameborder="0" loading="lazy" allow="fullscreen; clipboard-write"></iframe>`;
  return `${JSON.stringify(
    {
      version: '1.0',
      type: 'rich',
      title,
      provider_name: 'Attention Explorables',
      provider_url: url,
      html: frame,
      width: frameWidth,
      height,
      thumbnail_url: url + previewOf(id),
      thumbnail_width: socialImage.width,
      thumbnail_height: socialImage.height,
    },
    undefined,
    2,
  )}\n`;
}

export function pagesOfFigures(settings: Site = readSite()): Plugin {
  async function written(file: string): Promise<string | undefined> {
    const figure = shownFigures().find(({ id }) => id === idOf(file));
    return figure && figurePage(figure, await drawn.poster(figure.id), settings);
  }

  return {
    name: 'attn-pages-of-figures',
    resolveId: (source) => (idOf(source) ? source : undefined),
    load: (file) => (idOf(file) ? written(file) : undefined),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.replace(/[?#].*/, '') ?? '';
        if (!idOf(join(web, path))) return next();
        written(join(web, path))
          .then((html) => html && server.transformIndexHtml(path, html))
          .then((html) => (html ? response.setHeader('Content-Type', 'text/html').end(html) : next()))
          .catch(next);
      });
    },
    async generateBundle() {
      const { url } = settings;
      for (const { slug, number, title, question, cover } of readChapters().filter(({ live }) => live)) {
        const { within } = await drawn.poster(cover.fig, cover.state);
        const card = { title, claim: question, place: `chapter ${number}`, within };
        this.emitFile({ type: 'asset', fileName: `chapters/${slug}.png`, source: await cardPng(card) });
      }
      for (const { id } of shownFigures()) {
        const poster = await drawn.poster(id);
        this.emitFile({ type: 'asset', fileName: `figures/${id}.png`, source: await cardPng(poster) });
        if (!url) continue;
        this.emitFile({
          type: 'asset',
          fileName: `figures/${id}.oembed.json`,
          source: oembed(id, poster, url),
        });
      }
    },
  };
}
