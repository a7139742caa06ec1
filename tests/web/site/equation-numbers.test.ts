/** Numbers of equations: an id stays for old links, the number follows the order, and who names one has to name the number that stands there. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { equationsOf } from '../../../tools/vite/equations.ts';
import { all, attribute, textOf } from '../../../tools/vite/html.ts';
import { chapterPage, writtenPage } from '../../../tools/vite/pages.ts';
import { web } from '../../../tools/vite/paths.ts';

const pages = ['', 'chapters/'].flatMap((folder) =>
  readdirSync(join(web, folder))
    .filter((name) => name.endsWith('.html'))
    .map((name) => folder + name),
);
const slugOf = (page: string): string => page.replace(/^chapters\/|\.html$/g, '');

/** Each link to an equation: where it stands, where it leads, and what it says. */
const links = pages.flatMap((page) =>
  all(writtenPage(join(web, page)).root, 'a[href]').flatMap((link) => {
    const [to = '', id = ''] = (attribute(link, 'href') ?? '').split('#');
    if (!id.startsWith('eq-')) return [];
    return [{ page, slug: slugOf((to || page).replace(/^.*\//, '')), id, text: textOf(link) }];
  }),
);

test('a link to an equation shows the number that stands beside it', () => {
  expect(links.length).toBeGreaterThan(10);
  const wrong = links.filter(({ slug, id, text }) => {
    const [, named] = /\((\d+)\)/.exec(text) ?? [];
    if (named === undefined) return false;
    return equationsOf(chapterPage(slug).root).find((equation) => equation.id === id)?.number !== named;
  });
  expect(wrong).toEqual([]);
});

test.each(['bilinear-form', 'side-trips', 'denoising', 'support-tokens'])(
  'equations of %s are numbered in their order',
  (slug) => {
    const numbers = equationsOf(chapterPage(slug).root).map(({ number }) => Number(number));
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] as number) + i));
  },
);
