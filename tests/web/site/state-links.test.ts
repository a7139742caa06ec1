/** Every link of the prose that puts a figure into a state, read as the figure reads it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { all, outer } from '../../../tools/vite/html.ts';
import { readChapters, writtenPage } from '../../../tools/vite/pages.ts';
import { web } from '../../../tools/vite/paths.ts';
import { doubled, parse } from '../../../web/src/element/address/state';
import type { Figure } from '../../../web/src/figures/declare';
import { figures } from '../../../web/src/figures/registry';
import { promises } from '../promises';
import { links } from '../promises/links';

test.each([...new Set(links.map(({ page }) => page))])(
  'the links of %s name states that their figures have, letter for letter',
  async (page) => {
    const own = links.filter((link) => link.page === page);
    for (const { hash, key, figure: name, text } of own) {
      const load = figures[name as keyof typeof figures];
      expect(load, hash).toBeDefined();
      const figure = (await load()).default as Figure;
      expect(parse(figure, text).notes, hash).toEqual([]);
      expect(doubled(`#${hash}`, key)).toEqual([]);
    }
  },
);

test('a frame for a lesson names parameters and a state of its figure, and nothing twice', async () => {
  const [main] = all(writtenPage(join(web, 'teaching.html')).root, 'main');
  const lessons = outer(main!).split('<h2').slice(2);
  expect(lessons).toHaveLength(readChapters().length);
  for (const lesson of lessons) {
    const frames = [...lesson.matchAll(/href="embed\.html\?([^"#]*)#([^"]*)"/g)];
    expect(frames.length, lesson).toBeGreaterThan(0);
    for (const [frame, query = '', state = ''] of frames) {
      const asked = new URLSearchParams(query.replaceAll('&amp;', '&'));
      const figure = (await figures[asked.get('fig') as keyof typeof figures]()).default as Figure;
      const named = ['controls', 'lock'].flatMap((name) => asked.get(name)?.split(',') ?? []);
      expect(
        named.filter((name) => name !== 'play' && !(name in figure.params)),
        frame,
      ).toEqual([]);
      expect(new Set(named).size, frame).toBe(named.length);
      expect(parse(figure, state).notes, frame).toEqual([]);
    }
  }
});

test('every chapter has some, and each leads to a page that shows its figure', () => {
  for (const { slug } of readChapters())
    expect(links.filter(({ page }) => page === `${slug}.html`).length, slug).toBeGreaterThan(10);
  expect(links.filter(({ isThere }) => !isThere)).toEqual([]);
});

test('an exercise across chapters leads to two of them or more, and has an answer', () => {
  const [main] = all(writtenPage(join(web, 'exercises.html')).root, 'main');
  const pieces = outer(main!).split('<h2').slice(1);
  expect(pieces).toHaveLength(10);
  for (const piece of pieces) {
    expect(piece).toMatch(/href="chapters\/[\w-]+\.html#[\w-]+=v1\./);
    const named = [...piece.matchAll(/(?:number: |chapters\/)([\w-]+)/g)].map(([, slug]) => slug);
    expect(new Set(named).size, piece).toBeGreaterThan(1);
    expect(piece.match(/<details class="exercise">/g), piece).toHaveLength(1);
  }
});

/** What these move is how the figure draws, which no number of its frame says. */
const drawn = [
  'value-manifold=v1.view=values',
  'support-tokens=v1.of=one',
  'regularisation-path=v1.axis=setting',
];

test('what chapters and exercises say of a state that they link to is promised', () => {
  const promised = new Set(
    Object.entries(promises).flatMap(([figure, states]) =>
      Object.keys(states).map((state) => `${figure}=v1.${state}`),
    ),
  );
  const slugs = readChapters().flatMap(({ slug, also = [] }) => [slug, ...also]);
  const pages = [...slugs.map((slug) => `${slug}.html`), 'exercises.html'];
  const silent = links
    .filter(({ page, text }) => pages.includes(page) && text !== 'v1.')
    .map(({ figure, text }) => `${figure}=${text}`)
    .filter((link) => !promised.has(link));
  expect([...new Set(silent)].sort()).toEqual([...drawn].sort());
});

test('what is promised of a state has a link to it in the prose', () => {
  const linked = new Set(links.map(({ figure, text }) => `${figure}=${text}`));
  const promised = Object.entries(promises).flatMap(([figure, states]) =>
    Object.keys(states).map((state) => `${figure}=v1.${state}`),
  );
  expect(promised.length).toBeGreaterThan(150);
  expect(promised.filter((link) => !linked.has(link))).toEqual([]);
});
