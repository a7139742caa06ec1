/**
 * What depends on where the site will stand. `SITE_URL` is its address and `REPOSITORY_URL` that of its source, both from the
 * environment of the build and both optional: pages link to each other with relative addresses and work anywhere, but search
 * engines and the previews of shared links want absolute ones.
 */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { shortHash } from './hash.ts';
import { escapeHtml, lineAt, PageError, pageFiles, readChapters } from './pages.ts';
import { web } from './paths.ts';
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
  const url = address('SITE_URL', environment.SITE_URL, '/');
  const repository = address('REPOSITORY_URL', environment.REPOSITORY_URL, '');
  return { ...(url && { url }), ...(repository && { repository }) };
}

/** The page's path below the site's address; the front page is the address itself. */
const pathOf = (page: string): string => page.replace(/^index\.html$/, '');

const isIndexed = (html: string): boolean => !/<meta name="robots" content="[^"]*noindex/.test(html);

/** Text of the page already: nothing but a quotation mark could leave an attribute. */
const titleOf = (html: string): string =>
  /<title>([^<]*)<\/title>/.exec(html)?.[1]?.replace(/"/g, '&quot;') ?? '';

/** The picture of a page for previews: its path below the site's address, and what it shows. */
export interface PreviewImage {
  readonly path: string;
  /** What it shows, as text of an attribute. */
  readonly alt: string;
}

/** What crawlers and previews read in the head of a page. */
export function headTags(page: string, html: string, site: Site, image: PreviewImage): string[] {
  if (!isIndexed(html)) return [];
  const title = titleOf(html);
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const meta = (property: string, content: string | number): string =>
    `<meta property="${property}" content="${content}">`;
  const always = [
    meta('og:title', title),
    meta('og:description', description),
    meta('og:type', page === 'index.html' ? 'website' : 'article'),
    meta('og:site_name', 'Attention Explorables'),
  ];
  if (!site.url) return always;
  const url = escapeHtml(site.url + pathOf(page));
  return [
    `<link rel="canonical" href="${url}">`,
    ...always,
    meta('og:url', url),
    meta('og:image', escapeHtml(site.url + image.path)),
    meta('og:image:width', socialImage.width),
    meta('og:image:height', socialImage.height),
    meta('og:image:alt', image.alt),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
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
  'embedding-manual': ({ repository }) =>
    repository
      ? `<a href="${escapeHtml(repository)}/blob/main/docs/embedding.md">The manual</a>`
      : 'The manual, <code>docs/embedding.md</code> in the source,',
  ways: ({ url }) => {
    // A host shows this page at any depth, where no relative link leads anywhere.
    if (!url)
      return '<p>The front page of Attention Explorables is at the beginning of this address, further up on this host.</p>';
    const pages = [
      ['', 'Attention Explorables, the front page'],
      ...readChapters()
        .filter(({ live }) => live)
        .map(({ number, slug, title }) => [`chapters/${slug}.html`, `Chapter ${number}: ${title}`]),
      ['ledger.html', 'The ledger'],
      ['report.html', 'Errata and confirmations of five papers'],
      ['corrections.html', 'Corrections'],
      ['notation.html', 'Notation'],
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

export function applySite(html: string, file: string, site: Site): string {
  return html.replace(/<!--\s*site:\s*(.*?)\s*-->/g, (_mark, name: string, index: number) => {
    const known = Object.keys(marks).join(', ');
    const mark = Object.hasOwn(marks, name) ? marks[name] : undefined;
    if (!mark) throw new PageError(file, lineAt(html, index), `no mark 'site: ${name}'; there are ${known}`);
    return mark(site);
  });
}

const pageOf = (file: string): string => relative(web, file).split(sep).join('/');

export function site(settings: Site = readSite()): Plugin {
  const image = (file: string, html: string): PreviewImage => {
    const id = idOf(file);
    if (id) return { path: previewOf(id), alt: `${titleOf(html)}: the figure as it opens` };
    // The hash makes a preview that has kept an older picture ask again.
    const hash = shortHash(readFileSync(join(web, 'public', socialImage.name)));
    return {
      path: `${socialImage.name}?${hash}`,
      alt: 'A million tokens, gathered into a spiral by layers of attention',
    };
  };
  return {
    name: 'attn-site',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) => {
        const tags = headTags(pageOf(filename), html, settings, image(filename, html));
        return applySite(html, filename, settings).replace(
          '</head>',
          () => `${tags.map((tag) => `  ${tag}\n  `).join('')}</head>`,
        );
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots(settings) });
      if (!settings.url) return;
      const written = pageFiles().filter((file) => isIndexed(readFileSync(file, 'utf8')));
      const pages = [...written, ...figurePageFiles()].map(pageOf);
      const source = sitemap(pages, settings.url);
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source });
    },
  };
}
