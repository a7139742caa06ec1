import { describe, expect, test } from 'vitest';
import {
  glossaryHtml,
  readGlossary,
  type Term,
  termSlug,
  withGlossary,
} from '../../../tools/vite/glossary.ts';
import { all, attribute, textOf } from '../../../tools/vite/html.ts';
import { pageFiles, readChapters, writtenPage } from '../../../tools/vite/pages.ts';
import { type Shown, shownFigures } from '../../../tools/vite/shown-figures.ts';
import { pageOf, transformed } from './transformed.ts';

const entries = readGlossary();
const shown = shownFigures();
const [chapter] = readChapters();
if (!chapter) throw new Error('there is no chapter');

describe('the glossary', () => {
  test('has each term once, and no other name that is a term', () => {
    const slugs = entries.map(termSlug);
    expect(slugs.length).toBeGreaterThan(50);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(slugs.filter((slug) => slug === '')).toEqual([]);
    const others = entries.flatMap(({ also = [] }) => also.map((term) => termSlug({ term })));
    expect(others.filter((slug) => slugs.includes(slug))).toEqual([]);
  });

  test.each(entries.map((entry) => [entry.term, entry] as const))(
    'says in one sentence what “%s” is',
    (_, entry) => {
      expect(entry.definition).toMatch(/^[A-Z](?:[^.!?]|\.(?=\d))*\.$/);
      expect(entry.definition.split(/\s+/).length).toBeGreaterThan(4);
      expect(entry.definition.split(/\s+/).length).toBeLessThan(45);
      expect(Object.keys(entry).filter((field) => !/^(term|also|definition|figure)$/.test(field))).toEqual(
        [],
      );
    },
  );

  test('knows a figure of the book for each term', () => {
    const ids = shown.map(({ id }) => id);
    expect(entries.filter(({ figure }) => !ids.includes(figure))).toEqual([]);
  });

  test('has something from every chapter', () => {
    const figures = entries.map(({ figure }) => figure);
    const chapters = shown.filter(({ id }) => figures.includes(id)).map(({ chapter: { slug } }) => slug);
    expect(new Set(chapters)).toEqual(new Set(readChapters().map(({ slug }) => slug)));
  });
});

const figure = (id: string, key = id): Shown => ({
  id,
  key,
  href: 'chapters/x.html',
  chapter,
  placeholder: '',
});
const term = (name: string, rest: Partial<Term> = {}): Term => ({
  term: name,
  definition: 'It is < 1.',
  figure: 'one',
  ...rest,
});

describe('its page', () => {
  test('lists terms by the alphabet, whatever their case, with an id, their other names and the way to their figure', () => {
    const html = glossaryHtml(
      [term('b'), term('C d', { also: ['<e>'] }), term('A’s')],
      [figure('one', 'first')],
    );
    expect([...html.matchAll(/<div id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['a-s', 'b', 'c-d']);
    expect(html).toContain('<dfn>C d</dfn> <span class="also"><i>&lt;e&gt;</i></span>');
    expect(html).toContain(
      `<dd>It is &lt; 1. <a class="shown" href="chapters/x.html#first">See it in chapter ${chapter.number}</a></dd>`,
    );
  });

  test('cannot be made where no page shows a figure', () => {
    expect(() => glossaryHtml([term('a')], [figure('two')])).toThrow('no page shows one, the figure of “a”');
  });

  test('stands where a page asks for it', () => {
    const { root } = pageOf(transformed('<!-- glossary -->', withGlossary));
    expect(all(root, 'dt')).toHaveLength(entries.length);
  });
});

describe('a word of the text', () => {
  test('becomes a link to its entry, from any depth', () => {
    const html = '<a data-term="c-d">C ds</a>';
    const link = (name: string): string =>
      transformed(html, (page) => withGlossary(page, [term('C d')]), name);
    expect(link('a.html')).toBe('<a class="term" href="glossary.html#c-d">C ds</a>');
    expect(link('chapters/a.html')).toBe('<a class="term" href="../glossary.html#c-d">C ds</a>');
  });

  test('that is no term fails the build with file and line', () => {
    expect(() => transformed('\n<a data-term="x">x</a>', (page) => withGlossary(page, []))).toThrow(
      'a.html:2: there is no “x” in web/glossary.json',
    );
  });

  test('is one in all pages', () => {
    const slugs = entries.map(termSlug);
    const words = pageFiles().flatMap((file) =>
      all(writtenPage(file).root, 'a[data-term]').map((one) => attribute(one, 'data-term') ?? textOf(one)),
    );
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((slug) => !slugs.includes(slug))).toEqual([]);
  });
});
