import { expect, test } from 'vitest';
import { galleryHtml, withGallery, wordsOf } from '../../../tools/vite/gallery.ts';
import { readGlossary } from '../../../tools/vite/glossary.ts';
import { all, attribute, textOf } from '../../../tools/vite/html.ts';
import { readChapters } from '../../../tools/vite/pages.ts';
import { shownFigures } from '../../../tools/vite/shown-figures.ts';
import { pageOf } from './transformed.ts';

const said = {
  title: 'A <b>title</b>',
  claim: 'One & two.',
  params: { beta: '\\beta', seed: '' },
  draws: ['z'],
};
const chapters = readChapters();
const shown = shownFigures();

test('a figure is found by its symbols and by the terms that the glossary explains with it, not by what has no name', () => {
  const symbols = new Map([
    ['beta', { name: 'precision' }],
    ['z', { name: 'particles' }],
  ]);
  const terms = [
    { term: 'mean shift', also: ['blurring'], definition: '', figure: 'a' },
    { term: 'sink', definition: '', figure: 'b' },
  ];
  expect(wordsOf('a', said, symbols, terms)).toBe('beta precision z particles mean shift blurring');
  expect(wordsOf('c', { params: { seed: '' }, draws: [] }, symbols, terms)).toBe('');
});

test('the gallery has every figure once, below its chapter, in the order of the book', async () => {
  const page = pageOf('<!-- gallery -->', 'gallery.html');
  const asked: string[] = [];
  await withGallery(page, async (id) => {
    asked.push(id);
    return { ...said, title: id };
  });
  expect(asked).toEqual(shown.map(({ id }) => id));
  const sections = all(page.root, 'section');
  expect(sections.map((one) => attribute(one, 'aria-labelledby'))).toEqual(
    chapters.filter(({ live }) => live).map(({ slug }) => `chapter-${slug}`),
  );
  const ids = all(page.root, '[id]').map((one) => attribute(one, 'id'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const section of sections) {
    const slug = attribute(section, 'aria-labelledby')?.replace('chapter-', '');
    const own = shown.filter(({ chapter }) => chapter.slug === slug).map(({ id }) => id);
    expect(all(section, 'a').map((link) => attribute(link, 'href'))).toEqual(
      own.map((id) => `figures/${id}.html`),
    );
    expect(all(section, '.cover').map((cover) => attribute(cover, 'data-cover'))).toEqual(own);
    expect(all(section, '[id]').map((one) => attribute(one, 'id'))).toEqual([`chapter-${slug}`, ...own]);
    expect(textOf(section)).toContain(chapters.find((one) => one.slug === slug)?.title);
  }
});

test('a card says title and claim as text, and leaves a chapter without figures out', () => {
  const [first] = shown;
  if (!first) throw new Error('no figure is shown');
  const html = galleryHtml([[first, said]], chapters, readGlossary());
  expect(html.match(/<section/g)).toHaveLength(1);
  expect(html).toContain(`<h3><a href="figures/${first.id}.html">A &lt;b&gt;title&lt;/b&gt;</a></h3>`);
  expect(html).toContain('<p>One &amp; two.</p>');
});

test('a page that asks for no gallery waits for no figure', async () => {
  const page = pageOf('<p>x</p>');
  await withGallery(page, () => Promise.reject(new Error('nobody asked')));
  expect(page.html).toBe('<p>x</p>');
});
