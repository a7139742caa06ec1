import { describe, expect, test } from 'vitest';
import type { Poster } from '../../../tools/posters/render';
import { posterHtml, posterName, withPosters } from '../../../tools/vite/posters.ts';
import type { Site } from '../../../tools/vite/site.ts';
import { pageOf } from './transformed.ts';

const poster: Poster = {
  title: 'A <b>title</b>',
  part: 'a',
  claim: 'One & two.',
  description: 'It says "5".',
  words: 'width < 5; step 3',
  caption: 'It says <b>"5"</b>.',
  desk: '<div class="tools"></div>',
  params: { beta: '\\beta', seed: '' },
  draws: ['z', 'v'],
  within: () => ({ room: 0, svg: '' }),
  pictures: (['wide', 'narrow'] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((theme) => ({
      width,
      theme,
      pixels: width === 'wide' ? { width: 900, height: 440 } : { width: 325, height: 420 },
      svg: `<svg>${width} ${theme}</svg>`,
    })),
  ),
};

async function withThem(
  html: string,
  name: string,
  make: Parameters<typeof withPosters>[1],
  site?: Site,
): Promise<string> {
  const one = pageOf(html, name);
  await withPosters(one, make, site);
  return one.html;
}
const page = (html: string, asked: (string | undefined)[][] = []): Promise<string> =>
  withThem(html, 'chapters/a.html', async (id, state) => {
    asked.push([id, state]);
    if (id === 'none') throw new RangeError('there is no figure “none”');
    return poster;
  });

describe('posters in pages', () => {
  test('stand at the head of every figure, before the sentence about scripts', async () => {
    const html = await page(
      '<p>x</p>\n<attn-figure fig="a">\n<p class="placeholder">y</p></attn-figure><attn-figure fig="b"></attn-figure>',
    );
    expect(html).toMatch(
      /^<p>x<\/p>\n<attn-figure fig="a" id="a" data-params="beta seed" data-draws="z v" data-part="a">\s*<span slot="title">[\s\S]*<\/picture>\s*<span slot="caption">It says <b>"5"<\/b>\.<\/span>\s*<div slot="desk" aria-hidden="true"><div class="tools"><\/div><\/div>\s*<p class="shown" hidden="">.*<\/p>\n<p class="placeholder">y<\/p>/,
    );
    expect(html.match(/<picture>/g)).toHaveLength(2);
  });

  test('come at once for the first figure of a page, and for the others when they come near', async () => {
    const html = await page('<attn-figure fig="a"></attn-figure><attn-figure fig="b"></attn-figure>');
    expect(html.match(/fetchpriority="high"|loading="lazy"/g)).toEqual([
      'fetchpriority="high"',
      'loading="lazy"',
    ]);
    expect(html.match(/data-part/g)).toHaveLength(1);
  });

  test('leave figures in comments alone, and pages without figures as they are', async () => {
    const html = '<!-- <attn-figure fig="a"> --><p>x</p>';
    expect(await page(html)).toBe(html);
  });

  test('say in words what they show, for paper, and where it is as far as the site knows', async () => {
    const html = '<attn-figure fig="a"></attn-figure>';
    const words = '<p class="shown" hidden="">Shown: width &lt; 5; step 3.';
    expect(await page(html)).toContain(`${words}</p>`);
    const make = async (): Promise<Poster> => poster;
    const url = 'https://a.example/';
    for (const [file, path] of [
      ['chapters/a.html', 'chapters/a.html'],
      ['index.html', ''],
    ] as const)
      expect(await withThem(html, file, make, { url })).toContain(
        `${words} <span>${url}${path}#a</span></p>`,
      );
  });

  test('make an anchor of their figure, the first of its kind, where the name is free', async () => {
    const anchors = async (html: string): Promise<(string | undefined)[]> =>
      [...(await page(html)).matchAll(/<attn-figure [^>]*?(?:\sid="([^"]*)"|>)/g)].map(([, id]) => id);
    const figure = '<attn-figure fig="a"></attn-figure>';
    expect(await anchors(figure + figure)).toEqual(['a', undefined]);
    expect(await anchors(`<h2 id="a"></h2>${figure}`)).toEqual([undefined]);
    expect(await anchors('<attn-figure fig="a" id="z"></attn-figure>')).toEqual(['z']);
  });

  test('show the state that the page gives the figure', async () => {
    const asked: (string | undefined)[][] = [];
    const html = await page(
      '<attn-figure id="z" fig="a" state="v1.beta=2"></attn-figure><attn-figure fig="a"></attn-figure>',
      asked,
    );
    expect(asked).toEqual([
      ['a', 'v1.beta=2'],
      ['a', undefined],
    ]);
    expect(html).toMatch(/a\.s[0-9a-f]{8}\.light\.svg/);
    expect(html).toContain('../posters/a.light.svg?');
  });

  test('of a figure that is not there fail the build with file and line', async () => {
    await expect(page('\n\n<attn-figure fig="none"></attn-figure>')).rejects.toThrow(
      /chapters\/a\.html:3: there is no figure “none”/,
    );
  });

  test('of figures that disagree with the symbols of their chapter fail the build with file and line', async () => {
    const chapter = (one: Partial<Poster>): Promise<string> =>
      withThem('\n<attn-figure fig="a"></attn-figure>', 'chapters/denoising.html', async () => ({
        ...poster,
        ...one,
      }));
    await expect(chapter({ draws: ['zz'] })).rejects.toThrow(
      /chapters\/denoising\.html:2: a draws zz, which is no symbol/,
    );
    await expect(chapter({ params: { beta: '\\gamma' } })).rejects.toThrow(
      /denoising\.html:2: a writes beta as \\gamma, the table as \\beta/,
    );
    await expect(chapter({})).rejects.toThrow(
      /denoising\.html:1: no figure of the page has the parameter eta, /,
    );
  });

  test('have the text alternative, the size of each picture, and escaped text', () => {
    const html = posterHtml('a', undefined, poster);
    expect(html).toContain('<span slot="title">A &lt;b&gt;title&lt;/b&gt;</span>');
    expect(html).toContain('<span slot="claim">One &amp; two.</span>');
    expect(html).toMatch(
      /<img src="posters\/a\.light\.svg\?\w+" width="900" height="440" alt="It says &quot;5&quot;\."/,
    );
    expect(html.match(/<source [^>]*narrow[^>]*width="325" height="420">/g)).toHaveLength(2);
    expect(html.match(/<source [^>]*a\.dark[^>]*width="900" height="440">/g)).toHaveLength(1);
  });

  test('have names that do not change with their content, and addresses that do', () => {
    expect(posterName('a', undefined, { width: 'wide', theme: 'dark' })).toBe('a.dark.svg');
    expect(posterName('a', undefined, { width: 'narrow', theme: 'light' })).toBe('a.narrow.light.svg');
    const changed = { ...poster, pictures: poster.pictures.map((p) => ({ ...p, svg: `${p.svg} ` })) };
    const address = (of: Poster) =>
      /src="(posters\/a\.light\.svg\?[0-9a-f]{8})"/.exec(posterHtml('a', undefined, of))?.[1];
    expect(address(poster)).toBeDefined();
    expect(address(changed)).not.toBe(address(poster));
  });

  test('of a figure with a theme of its own have that theme alone', () => {
    const html = posterHtml('a', undefined, poster, { theme: 'dark' });
    expect(html).not.toContain('light.svg');
    expect(html).not.toContain('prefers-color-scheme');
  });
});
