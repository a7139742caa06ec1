import { describe, expect, test } from 'vitest';
import { all, type Element, fits, nodes, outer, replace, text, textOf } from '../../../tools/vite/html.ts';
import { pageOf, transformed } from './transformed.ts';

const fitting = (selectors: string, html: string): string[] =>
  all(pageOf(html).root, selectors).map((one) => outer(one).replace(/>[\s\S]*/, '>'));

describe('elements', () => {
  const html =
    '<p class="a b"><i id="x"></i></p><!-- <i></i> --><link rel="preload"><link rel="preload" media="print">';

  test.each([
    ['i', ['<i id="x">']],
    ['.b', ['<p class="a b">']],
    ['.a.b, i', ['<p class="a b">', '<i id="x">']],
    ['p.c', []],
    ['[id]', ['<i id="x">']],
    ['i[id=x]', ['<i id="x">']],
    ['i[id=y]', []],
    ['link[rel=preload][media=]', ['<link rel="preload">']],
    ['link[media]', ['<link rel="preload" media="print">']],
  ])('are found by %s, in the order of the page', (selectors, found) => {
    expect(fitting(selectors, html)).toEqual(found);
  });

  test('are passed over where one says so, with all in them', () => {
    const { root } = pageOf('a<pre>b<i>c</i></pre>d');
    expect(textOf(root)).toBe('abcd');
    const isCode = fits('pre');
    const names = nodes(root, (one: Element) => !isCode(one)).map(({ nodeName }) => nodeName);
    expect(names).toEqual(['#text', 'pre', '#text']);
  });
});

describe('a mistake', () => {
  test('is told with the line where it was written, by what has taken its place too', () => {
    const page = pageOf('<p>a\nb</p>\n<!-- x -->');
    const [paragraph, , mark] = page.root.childNodes;
    const [words] = all(page.root, 'p').flatMap(({ childNodes }) => childNodes);
    expect(() => page.fail('wrong', paragraph)).toThrow(/^web\/a\.html:1: wrong$/);
    expect(() => page.fail('wrong', words, 2)).toThrow('web/a.html:2: wrong');
    if (!mark) throw new Error('there is no mark');
    const instead = text('y');
    replace(mark, [instead]);
    expect(page.html).toBe('<p>a\nb</p>\ny');
    expect(() => page.fail('wrong', instead)).toThrow('web/a.html:3: wrong');
  });

  test('is also HTML that a browser would have to guess at', () => {
    expect(() => pageOf('<p>\n<br/ >x</p>')).toThrow(
      /a\.html:2: this is not HTML: unexpected-solidus-in-tag/,
    );
    expect(() => pageOf('\n<p id="a" id="b"></p>')).toThrow(
      'a.html:2: this is not HTML: duplicate-attribute',
    );
  });
});

describe('marks', () => {
  const parts = { one: (up: string, rest: string) => `<b>${up}${rest}</b>`, none: () => '' };
  const filled = (html: string): string => transformed(html, (page) => page.fillMarks('k', parts, '../'));

  test('become their part, with what follows the name', () => {
    expect(filled('x<!-- k: one a b --><!--k:none--><!-- other: one -->')).toBe(
      'x<b>../a b</b><!-- other: one -->',
    );
  });

  test('that nobody knows fail with file, line and what there is', () => {
    expect(() => filled('\n<!-- k: two -->')).toThrow("a.html:2: there is no 'k: two', but one, none");
  });
});
