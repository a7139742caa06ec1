import { describe, expect, test } from 'vitest';
import { slugOf, withHeadings } from '../../../tools/vite/headings.ts';
import { transformed } from './transformed.ts';

const page = (main: string): string =>
  transformed(`<header><h2>Not text</h2></header>\n<main id="main">${main}</main>`, withHeadings);
const idsOf = (html: string): (string | undefined)[] =>
  [...html.matchAll(/<h[23][^>]*\sid="([^"]*)"/g)].map(([, id]) => id);

describe('headings', () => {
  test('are links to themselves, by an id that follows from their words', () => {
    expect(page('<h2>Stage 1: what <em>depth</em> does</h2>')).toContain(
      '<h2 id="stage-1-what-depth-does"><a class="anchor" href="#stage-1-what-depth-does">Stage 1: what <em>depth</em> does</a></h2>',
    );
  });

  test('keep an id that they have, and their other attributes', () => {
    expect(page('<h3 class="x" id="note-1">Where</h3>')).toContain(
      '<h3 class="x" id="note-1"><a class="anchor" href="#note-1">Where</a></h3>',
    );
  });

  test('of the same words get different ids, and none that an element or a figure has', () => {
    const html = page(
      '<p id="sources"></p><attn-figure fig="particles"></attn-figure><h2>Particles</h2><h3>Try this</h3><h3>Try this</h3><h2>Sources</h2>',
    );
    expect(idsOf(html)).toEqual(['particles-2', 'try-this', 'try-this-2', 'sources-2']);
  });

  test('outside of the text, in comments, in code and in what is linked as a whole stay as they are', () => {
    for (const html of [
      '<!-- <h2>a</h2> -->',
      '<pre><code><h2>a</h2></code></pre>',
      '<article id="004.x"><h3>a</h3></article>',
      '<ol class="chapters"><li><h3><a href="x">a</a></h3></li></ol>',
    ])
      expect(page(html)).toContain(html);
    expect(page('')).toContain('<h2>Not text</h2>');
  });

  test('that cannot be linked fail the build with file and line', () => {
    expect(() => page('\n<h2>See <a href="x">x</a></h2>')).toThrow(
      /a\.html:3: a heading is a link to itself/,
    );
    expect(() => page('<h2>How <math></math> falls</h2>')).toThrow(/a\.html:2: .* needs an id of its own/);
    expect(page('<h2 id="fall">How <math></math> falls</h2>')).toContain('href="#fall">How <math>');
  });

  test('have ids of plain letters, whatever their words', () => {
    expect(slugOf('Kataru’s “bilinear” form: á la & Ω')).toBe('kataru-s-bilinear-form-a-la');
  });
});

describe('contents', () => {
  test('name the sections of the page and lead to them', () => {
    const html = page('<!-- contents --><h2>One</h2><h3>Not a section</h3><h2 id="b">Two &amp; more</h2>');
    const nav = /<nav class="contents"[\s\S]*<\/nav>/.exec(html)?.[0] ?? '';
    const links = [...nav.matchAll(/<a href="#([^"]*)">([^<]*)</g)].map(([, id, text]) => [id, text]);
    const list = [
      ['one', 'One'],
      ['b', 'Two &amp; more'],
    ];
    expect(links).toEqual([...list, ...list]);
  });

  test('are nowhere where a page does not ask for them', () => {
    expect(page('<h2>One</h2>')).not.toContain('<nav');
  });
});
