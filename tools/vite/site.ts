/**
 * What depends on where the site will stand. `SITE_URL` is its address and `REPOSITORY_URL` that of its source, both from the
 * environment of the build and both optional: pages link to each other with relative addresses and work anywhere, but search
 * engines and the previews of shared links want absolute ones.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { shortHash } from './hash.ts';
import { all, attribute, nameOf, type Page, textOf } from './html.ts';
import { chapterOf, escapeHtml, pageFiles, readChapters, writtenPage } from './pages.ts';
import { version, web } from './paths.ts';
import { figurePageFiles, idOf, previewOf } from './shown-figures.ts';

export interface Site {
  /** With a slash at its end. */
  readonly url?: string;
  /** Without. */
  readonly repository?: string;
}

/** What stands in examples while the site does not know its address. */
export const placeholder = 'https://example.org/';

/** The picture of a shared link: tools/social.mjs draws it. */
export const socialImage = { name: 'social.png', width: 1200, height: 630 } as const;

/** An absolute address without query and fragment, and with one slash or none at its end. */
function address(name: string, text: string | undefined, end: '/' | ''): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (!plain)
    throw new Error(
      `${name} is "${text}": it has to be an address such as https://name.github.io/attention-explorables${end}`,
    );
  return url.href.replace(/\/*$/, end);
}

/** Reads the settings; throws where one cannot be used. */
export function readSite(environment: Readonly<Record<string, string | undefined>> = process.env): Site {
  return {
    url: address('SITE_URL', environment.SITE_URL, '/'),
    repository: address('REPOSITORY_URL', environment.REPOSITORY_URL, ''),
  };
}

/** The page's path below the site's address; the front page is the address itself. */
const pathOf = (page: string): string => page.replace(/^index\.html$/, '');

const metaOf = (page: Page, name: string): string =>
  attribute(page.first(`meta[name=${name}]`), 'content') ?? '';

const isIndexed = (page: Page): boolean => !metaOf(page, 'robots').includes('noindex');

const titleOf = ({ root }: Page): string => all(root, 'title').map(textOf).join('');

/** The picture of a page for previews: its path below the site's address, and what it shows. */
export interface PreviewImage {
  readonly path: string;
  readonly alt: string;
}

function previewImage(page: Page): PreviewImage {
  const id = idOf(page.file);
  if (id) return { path: previewOf(id), alt: `${titleOf(page)}: the figure as it opens` };
  const chapter = chapterOf(page.name);
  if (chapter)
    return {
      path: `chapters/${chapter.slug}.png?${version}`,
      alt: `${chapter.title}: a figure of the chapter`,
    };
  // The hash makes a preview that has kept an older picture ask again.
  const hash = shortHash(readFileSync(join(web, 'public', socialImage.name)));
  return {
    path: `${socialImage.name}?${hash}`,
    alt: 'A million tokens, gathered into a spiral by layers of attention',
  };
}

/** Writes what crawlers and previews read in the head of a page. */
export function headTags(page: Page, { url }: Site, image = previewImage(page)): void {
  if (!isIndexed(page)) return;
  const meta = (property: string, content: string | number): void =>
    page.addToHead('meta', { property, content: String(content) });
  const address = url && url + pathOf(page.name);
  if (address) page.addToHead('link', { rel: 'canonical', href: address });
  meta('og:title', titleOf(page));
  meta('og:description', metaOf(page, 'description'));
  meta('og:type', page.name === 'index.html' ? 'website' : 'article');
  meta('og:site_name', 'Attention Explorables');
  if (!address) return;
  meta('og:url', address);
  meta('og:image', url + image.path);
  meta('og:image:width', socialImage.width);
  meta('og:image:height', socialImage.height);
  meta('og:image:alt', image.alt);
  page.addToHead('meta', { name: 'twitter:card', content: 'summary_large_image' });
}

/** All pages that may be found, by their whole address. */
export function sitemap(pages: readonly string[], url: string): string {
  const entries = pages.map((page) => `  <url><loc>${escapeHtml(url + pathOf(page))}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

/** Everything may be read. Crawlers look for this file at the root of a host only. */
export const robots = ({ url }: Site): string =>
  `User-agent: *\nAllow: /\n${url ? `\nSitemap: ${url}sitemap.xml\n` : ''}`;

/** What `<!-- site: NAME -->` stands for in a page. */
const marks: Record<string, (site: Site) => string> = {
  address: ({ url }) => escapeHtml(url ?? placeholder),
  'address-note': ({ url }) =>
    url ? '' : ` <code>${placeholder}</code> stands for the address of this site.`,
  ways: ({ url }) => {
    // A host shows this page at any depth, where no relative link leads anywhere.
    if (!url)
      return '<p>The front page of Attention Explorables is at the beginning of this address, further up on this host.</p>';
    const pages = [
      ['', 'Attention Explorables, the front page'],
      ...readChapters()
        .filter(({ live }) => live)
        .map(({ number, slug, title }) => [`chapters/${slug}.html`, `Chapter ${number}: ${title}`]),
      ['reading.html', 'How to read'],
      ['gallery.html', 'Gallery of all figures'],
      ['ledger.html', 'The ledger'],
      ['report.html', 'Errata and confirmations of five papers'],
      ['corrections.html', 'Corrections'],
      ['glossary.html', 'Glossary'],
      ['notation.html', 'Notation'],
      ['exercises.html', 'Exercises across chapters'],
      ['teaching.html', 'Notes for teachers'],
      ['use.html', 'Use it'],
      ['embedding.html', 'Figures on other pages'],
      ['own-head.html', 'A head of your own'],
      ['performance.html', 'How fast it is'],
    ];
    const items = pages.map(
      ([page = '', text = '']) => `<li><a href="${escapeHtml(url + page)}">${escapeHtml(text)}</a></li>`,
    );
    return `<p>It may have moved. What is here:</p>\n      <ul>${items.join('')}</ul>`;
  },
  issues: ({ repository }) =>
    repository
      ? `<a href="${escapeHtml(repository)}/issues">an issue of the repository</a>`
      : 'an issue of the repository that this copy was built from',
  source: ({ repository }) =>
    repository ? `<a href="${escapeHtml(repository)}">The source</a>` : 'The source',
};

export const applySite = (page: Page, site: Site): void => void page.fillMarks('site', marks, site);

/** What crawlers want besides the pages. */
export function site(settings: Site = readSite()): Plugin {
  return {
    name: 'attn-site',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots(settings) });
      if (!settings.url) return;
      const written = pageFiles().filter((file) => isIndexed(writtenPage(file)));
      const pages = [...written, ...figurePageFiles()].map(nameOf);
      const source = sitemap(pages, settings.url);
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source });
    },
  };
}
