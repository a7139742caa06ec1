import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository, web } from '../../../tools/vite/paths.ts';
import {
  applySite,
  headTags,
  placeholder,
  readSite,
  robots,
  type Site,
  sitemap,
  socialImage,
} from '../../../tools/vite/site.ts';
import { transformed } from './transformed.ts';

const url = 'https://name.github.io/figures/';
const page =
  '<!doctype html><head><title>A "B" &amp; C</title><meta name="description" content="What it &quot;is&quot;."></head>';
const image = { path: 'social.png?12345678', alt: 'What it shows' };
const tags = (name: string, site: Site, html = page): string =>
  transformed(html, (one) => headTags(one, site, image), name);

describe('the settings', () => {
  test('are none where nothing is set, or set to nothing', () => {
    expect(readSite({})).toEqual({});
    expect(readSite({ SITE_URL: '', REPOSITORY_URL: '' })).toEqual({});
  });

  test('have one slash at the end of the site and none at the end of the repository', () => {
    for (const end of ['', '/', '//'])
      expect(
        readSite({
          SITE_URL: `https://name.github.io/figures${end}`,
          REPOSITORY_URL: `https://github.com/a/b${end}`,
        }),
      ).toEqual({ url, repository: 'https://github.com/a/b' });
    expect(readSite({ SITE_URL: 'http://localhost:8080' })).toEqual({ url: 'http://localhost:8080/' });
  });

  test.each([
    'name.github.io/figures',
    '/figures/',
    'ftp://a.example/',
    'https://a.example/?x=1',
    'https://a/#b',
  ])('refuse %s, and say what they want', (text) => {
    expect(() => readSite({ SITE_URL: text })).toThrow(
      `SITE_URL is "${text}": it has to be an address such as https://`,
    );
    expect(() => readSite({ REPOSITORY_URL: text })).toThrow(/^REPOSITORY_URL is/);
  });
});

describe('what stands in the head for crawlers and previews', () => {
  test('is title and description, escaped, where the site has no address', () => {
    const html = tags('index.html', {});
    expect(html).toContain('<meta property="og:title" content="A &quot;B&quot; &amp; C">');
    expect(html).toContain('<meta property="og:description" content="What it &quot;is&quot;.">');
    expect(html).not.toMatch(/canonical|og:url|og:image|twitter/);
  });

  test('is every address in full where the site has one', () => {
    const html = tags('chapters/a.html', { url });
    expect(html).toContain(`<link rel="canonical" href="${url}chapters/a.html">`);
    expect(html).toContain(`<meta property="og:url" content="${url}chapters/a.html">`);
    expect(html).toContain(`<meta property="og:image" content="${url}social.png?12345678">`);
    expect(html).toContain('<meta property="og:image:alt" content="What it shows">');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  });

  test('has the picture of a chapter on its pages, and of the site on others', () => {
    const pictureOf = (name: string): string | undefined =>
      /property="og:image" content="([^"?]*)/.exec(
        transformed(
          '<!doctype html><html><head><title>A</title></head></html>',
          (one) => headTags(one, { url }),
          name,
        ),
      )?.[1];
    expect(pictureOf('chapters/denoising.html')).toBe(`${url}chapters/denoising.png`);
    expect(pictureOf('chapters/side-trips.html')).toBe(`${url}chapters/bilinear-form.png`);
    expect(pictureOf('figures/particles.html')).toBe(`${url}figures/particles.png`);
    expect(pictureOf('gallery.html')).toBe(`${url}social.png`);
  });

  test('gives the front page the address of the site itself', () => {
    expect(tags('index.html', { url })).toContain(`<link rel="canonical" href="${url}">`);
  });

  test('is nothing on a page that is not to be found', () => {
    const embed = readFileSync(join(web, 'embed.html'), 'utf8');
    expect(tags('embed.html', { url }, embed)).not.toMatch(/og:|canonical/);
  });
});

test('the map names the pages in full', () => {
  expect(sitemap(['index.html', 'chapters/a&b.html'], url).match(/<loc>.*<\/loc>/g)).toEqual([
    `<loc>${url}</loc>`,
    `<loc>${url}chapters/a&amp;b.html</loc>`,
  ]);
});

test('robots may read everything, and are told of the map where there is one', () => {
  expect(robots({})).toBe('User-agent: *\nAllow: /\n');
  expect(robots({ url })).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${url}sitemap.xml\n`);
});

describe('marks in a page', () => {
  const apply = (html: string, site = {}): string => transformed(html, (one) => applySite(one, site));

  test('give examples the address of the site, or one that says that it is not', () => {
    expect(apply('src="<!-- site: address -->a.js"', { url })).toBe(`src="${url}a.js"`);
    expect(apply('<!-- site: address -->')).toBe(placeholder);
    expect(apply('<!-- site: address-note -->')).toContain('stands for the address of this site');
    expect(apply('<!-- site: address-note -->', { url })).toBe('');
  });

  test('link to the source where its address is known', () => {
    const site = { repository: 'https://github.com/a/b' };
    expect(apply('<!-- site: source -->', site)).toBe('<a href="https://github.com/a/b">The source</a>');
    expect(apply('<!-- site: source -->')).toBe('The source');
  });

  test('lead from a missing page to what is there, by addresses that hold at any depth, or else by none', () => {
    const ways = apply('<!-- site: ways -->', { url });
    const links = [...ways.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);
    for (const page of ['', 'chapters/incremental-patterns.html', 'chapters/denoising.html', 'ledger.html'])
      expect(links).toContain(url + page);
    expect(links.every((link) => link.startsWith(url))).toBe(true);
    expect(apply('<!-- site: ways -->')).not.toContain('href');
  });

  test('that are not known fail the build with file and line', () => {
    expect(() => apply('\n<!-- site: toString -->')).toThrow(
      /a\.html:2: there is no 'site: toString', but address, /,
    );
  });
});

test('the picture for previews is a PNG of the size that pages say, below 100 KB', () => {
  const png = readFileSync(join(web, 'public', socialImage.name));
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect(png.toString('latin1', 12, 16)).toBe('IHDR');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([socialImage.width, socialImage.height]);
  expect(png.length).toBeLessThan(100_000);
});

test('the README names the settings', () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  expect(readme).toContain('SITE_URL=https://');
  expect(readme).toContain('REPOSITORY_URL=https://');
});
