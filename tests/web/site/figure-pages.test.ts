import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cardPng, cardSvg, framed, preview } from '../../../tools/posters/preview.ts';
import { png, withSmallDigits } from '../../../tools/posters/raster.ts';
import type { Poster } from '../../../tools/posters/render';
import { figurePage, oembed } from '../../../tools/vite/figure-pages.ts';
import { applyShell, pagesOf, readChapters } from '../../../tools/vite/pages.ts';
import { version, web } from '../../../tools/vite/paths.ts';
import { figurePageFiles, idOf, previewOf, shownFigures } from '../../../tools/vite/shown-figures.ts';
import { socialImage } from '../../../tools/vite/site.ts';
import { transformed } from './transformed.ts';

const url = 'https://name.github.io/figures/';
const poster = {
  title: 'A "title" & more',
  claim: 'One < two.',
  pictures: [{ width: 'wide', theme: 'light', pixels: { width: 908, height: 400 }, svg: '<svg/>' }],
} as unknown as Poster;
const [shown] = shownFigures();
if (!shown) throw new Error('no figure is shown');

describe('the page of a figure', () => {
  test('is there for every figure of every chapter, once', () => {
    const ids = readChapters()
      .filter(({ live }) => live)
      .flatMap(pagesOf)
      .flatMap((name) => {
        const html = readFileSync(join(web, name), 'utf8');
        return [...html.matchAll(/<attn-figure fig="([^"]*)"/g)].map(([, id]) => id);
      });
    expect(shownFigures().map(({ id }) => id)).toEqual([...new Set(ids)]);
    expect(figurePageFiles().map(idOf)).toEqual([...new Set(ids)]);
    expect(idOf(join(web, 'chapters/denoising.html'))).toBeUndefined();
  });

  test('has what every page has, the figure, the sentence for readers without scripts, and the way to the text', () => {
    const html = figurePage(shown, poster, {});
    expect(html).toContain('<title>A &quot;title&quot; &amp; more</title>');
    expect(html).toContain('<meta name="description" content="One &lt; two.">');
    expect(html).toMatch(new RegExp(`<attn-figure fig="${shown.id}">\\s*<p class="placeholder">[^<]{40,}`));
    expect(html).toContain(`href="../${shown.href}#${shown.key}"`);
    expect(html).not.toContain('oembed');
    expect(() => transformed(html, applyShell, 'figures/a.html')).not.toThrow();
  });

  test('tells those who embed where their answer is, as far as the site knows', () => {
    expect(figurePage(shown, poster, { url })).toContain(
      `<link rel="alternate" type="application/json+oembed" href="${url}figures/${shown.id}.oembed.json" title="A &quot;title&quot; &amp; more">`,
    );
  });
});

test('the oEmbed answer is a frame with the figure, and has its picture', () => {
  const answer = JSON.parse(oembed('a', poster, url));
  expect(answer).toMatchObject({
    version: '1.0',
    type: 'rich',
    title: 'A "title" & more',
    provider_url: url,
    width: 960,
    thumbnail_url: `${url}figures/a.png?${version}`,
    thumbnail_width: socialImage.width,
    thumbnail_height: socialImage.height,
  });
  expect(answer.html).toContain(
    `<iframe src="${url}embed.html?fig=a" title="A &quot;title&quot; &amp; more"`,
  );
  expect(answer.html).toContain(`height="${answer.height}"`);
  expect(answer.height).toBeGreaterThan(400);
  expect(previewOf('a')).toBe(`figures/a.png?${version}`);
});

describe('the picture for previews', () => {
  const svg = (inner: string, height = 400): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="${height}" viewBox="0 0 900 ${height}" role="img"><rect x="0" y="0" width="900" height="${height}" fill="#123456"/>${inner}</svg>`;
  const text = (words: string, weight = 400): string =>
    svg(
      `<text x="40" y="100" font-family="Inter, sans-serif" font-size="40" font-weight="${weight}">${words}</text>`,
    );

  test('has the whole drawing in its middle, on the ground of the drawing', () => {
    expect(framed(svg(''))).toMatch(
      /^<svg [^>]*width="1200" height="630"><rect width="1200" height="630" fill="#123456"\/>/,
    );
    for (const height of [100, 400, 2000]) {
      const [, ...place] =
        /<svg [^>]*?x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" viewBox/.exec(
          framed(svg('', height)),
        ) ?? [];
      const [x = 0, y = 0, w = 0, h = 0] = place.map(Number);
      expect(w / h).toBeCloseTo(900 / height);
      expect([x + w / 2, y + h / 2]).toEqual([600, 315]);
      expect(Math.min(x, y)).toBeCloseTo(28);
    }
  });

  test('is a PNG of the size that pages say, with text in fonts of its own', async () => {
    const size = async (picture: string): Promise<number> => (await preview(picture)).length;
    const png = Buffer.from(await preview(svg('')));
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([socialImage.width, socialImage.height]);
    // A letter that no font has would leave the ground as it is.
    for (const words of ['layer', '&lt;', 'β', 'ℓ', '→', '²', '⋆', '∇'])
      expect(await size(text(words)), words).toBeGreaterThan(await size(svg('')));
    expect(await size(text('bold', 600))).not.toBe(await size(text('bold')));
  }, 60_000);

  test('has raised and lowered digits as small ones, and goes on where the line was', () => {
    const set = (words: string): string =>
      withSmallDigits(text(words)).replace(/.*?<text[^>]*>(.*)<\/text>.*/, '$1');
    expect(set('10⁻² m')).toBe(
      '10<tspan font-size="0.68em" dy="-0.544em">−2</tspan><tspan dy="0.370em"> m</tspan>',
    );
    expect(set('x₁²')).toBe(
      'x<tspan font-size="0.68em" dy="0.235em">1</tspan><tspan font-size="0.68em" dy="-0.779em">2</tspan>',
    );
    expect(set('10 &lt; 2')).toBe('10 &lt; 2');
  });

  test('is not made where a sign would be left out, and says which', async () => {
    await expect(png(text('made ⏎ up'))).rejects.toThrow('no font of previews has “⏎”');
  }, 60_000);
});

describe('the card of a figure', () => {
  const drawing = (width: number, height: number): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"><rect x="0" y="0" width="${width}" height="${height}" fill="#123456"/></svg>`;
  const words = {
    title: 'A title & more of it',
    claim: 'One < two, and so on for more than a line of the column.',
  };
  const card = (room: number) => {
    const asked: { width: number; height: number }[] = [];
    const svg = cardSvg({
      ...words,
      within: (rooms) => {
        asked.push(...rooms);
        return { room, svg: drawing(400, 300) };
      },
    });
    const place =
      /<svg [^>]*? x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" viewBox/.exec(svg) ?? [];
    const [x = 0, y = 0, w = 0, h = 0] = place.slice(1).map(Number);
    const lines = [...svg.matchAll(/<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)</g)].map(([, , at, text]) => ({
      y: Number(at),
      text,
    }));
    return { asked, svg, x, y, w, h, lines };
  };

  test('has the name of the site, title, claim and the drawing, beside each other or one below the other', () => {
    const [beside, above] = [card(0), card(1)];
    for (const { svg, lines, x, y, w, h } of [beside, above]) {
      const [name, ...rest] = lines.map(({ text }) => text);
      expect(name).toBe('Attention Explorables');
      expect(rest.join(' ')).toBe(
        'A title &amp; more of it One &lt; two, and so on for more than a line of the column.',
      );
      expect(w / h).toBeCloseTo(4 / 3);
      expect([x >= 28, y >= 28, x + w <= 1172.01, y + h <= 602.01]).toEqual([true, true, true, true]);
      expect(svg).toContain('Source Serif 4');
    }
    expect(beside.x).toBeGreaterThan(340);
    expect(above.y).toBeGreaterThan(above.lines.at(-1)?.y ?? 630);
    expect(beside.lines.length).toBeGreaterThan(above.lines.length);
    // What is said takes room from the drawing.
    expect(above.asked[1]?.height).toBeLessThan(beside.asked[0]?.height ?? 0);
  });

  test('is a PNG of the size that pages say', async () => {
    const made = Buffer.from(
      await cardPng({ ...words, within: () => ({ room: 0, svg: drawing(400, 300) }) }),
    );
    expect([made.readUInt32BE(16), made.readUInt32BE(20)]).toEqual([socialImage.width, socialImage.height]);
  }, 60_000);
});
