import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, violations } from '../../../tools/vite/csp.ts';
import {
  applyShell,
  type Chapter,
  chapterOf,
  pageFiles,
  pagesOf,
  readChapters,
} from '../../../tools/vite/pages.ts';
import { version, web } from '../../../tools/vite/paths.ts';
import { figuresOf } from '../../../tools/vite/shown-figures.ts';
import { pageOf, transformed } from './transformed.ts';

const chapters: Chapter[] = [
  {
    number: 1,
    seed: '001',
    slug: 'one',
    act: 'Act & <act>',
    title: 'First & <last>',
    short: 'One',
    question: 'One?',
    paper: 'P',
    minutes: 5,
    needs: 'sums',
    cover: { fig: 'a', crop: [0, 0, 300] },
    also: ['aside'],
    live: true,
  },
  {
    number: 2,
    seed: '002',
    slug: 'two',
    act: 'Act & <act>',
    title: 'Second',
    short: 'Two',
    question: 'Two?',
    paper: 'arXiv:1',
    minutes: 6,
    needs: 'products',
    cover: { fig: 'b', crop: [0, 0, 300] },
    live: false,
  },
];
const marks = ['head', 'header', 'chapters', 'neighbours', 'footer']
  .map((name) => `<!-- shell: ${name} -->`)
  .join('\n');
const shown = (html: string, name: string, list = chapters): string =>
  transformed(html, (page) => applyShell(page, list), name);
const front = shown(marks, 'index.html');
const inside = shown(`${marks}<!-- shell: kicker --><!-- number: two -->`, 'chapters/one.html');

describe('the page shell', () => {
  test('links up to the root from a chapter, and not from the front page', () => {
    expect(front).toContain('href="chapters/one.html"');
    expect(inside).toContain('href="../chapters/one.html"');
    expect(inside).toContain('href="../index.html"');
  });

  test('marks the page that the reader is on', () => {
    expect(inside).toMatch(/href="\.\.\/chapters\/one\.html" aria-current="page"/);
    expect(front.match(/aria-current/g)).toHaveLength(1);
  });

  test('names chapters to come without linking to them, in the list and in the header', () => {
    expect(front).toContain('Second <span class="status">to come</span>');
    expect(front).toMatch(
      /<li><span class="to-come">2<span class="name"> Two<\/span>.*, to come<\/span><\/span><\/li>/,
    );
    expect(front).not.toContain('two.html');
  });

  test('leads from a chapter to those before and after it, and to all where there is none', () => {
    const [before, after] = inside.match(/<p><span class="kicker">.*<\/p>/g) ?? [];
    expect(before).toContain('<a href="../index.html#chapters">All chapters</a>');
    expect(after).toBe(
      '<p><span class="kicker">Next chapter</span> 2 Second <span class="status">to come</span><span class="reason">Two?</span></p>',
    );
    const both = chapters.map((chapter) => ({ ...chapter, live: true }));
    const second = shown(`${marks}<!-- shell: kicker -->`, 'chapters/two.html', both);
    expect(second).toContain(
      '<p><span class="kicker">Previous chapter</span> <a href="../chapters/one.html">1 First &amp; &lt;last&gt;</a><span class="reason">One?</span></p>',
    );
  });

  test('escapes what comes from the list of chapters', () => {
    expect(front).toContain('First &amp; &lt;last&gt;');
    expect(front.match(/<p class="act">Act &amp; &lt;act&gt;<\/p>/g)).toHaveLength(1);
  });

  test('numbers chapters by their place, and gives the number of one where a page asks for it', () => {
    expect(inside).toContain('Chapter 1 · Act &amp; &lt;act&gt; · after “P” · 5 minutes');
    expect(inside).toMatch(/<\/p>2$/);
    expect(chapterOf('chapters/aside.html', chapters)?.slug).toBe('one');
    expect(chapterOf('chapters/other.html', chapters)).toBeUndefined();
    expect(() => shown('<!-- number: three -->', 'a.html')).toThrow(
      "there is no 'number: three', but one, two",
    );
  });

  test('shows the version of package.json', () => {
    expect(front).toContain(`Attention Explorables ${version}.`);
  });

  test('refuses an unknown part with file and line, and a page without its parts', () => {
    expect(() => shown(`\n${marks}<!-- shell: foot -->`, 'a.html', [])).toThrow(
      /a\.html:6: there is no 'shell: foot', but head, header, kicker, chapters, needs, neighbours, footer/,
    );
    expect(() => shown('<!-- shell: head -->', 'a.html', [])).toThrow(/shell: header.*missing/);
    const without = `${marks.replace('<!-- shell: neighbours -->', '')}<!-- shell: kicker -->`;
    expect(() => shown(without, 'chapters/one.html')).toThrow(/shell: neighbours.*missing/);
    expect(() => shown(marks, 'chapters/one.html')).toThrow(/shell: kicker.*missing/);
  });
});

test('a page outside of the article has its head alone', () => {
  const html = shown('<!doctype html><head><!-- shell: bare --></head>', 'embed.html');
  expect(html).toContain('charset="utf-8"');
  expect(html).not.toMatch(/main\.ts|theme\.js|<header|<footer/);
});

test('a figure leads to the first chapter that shows it, under the key that it has there', () => {
  const figure = (attributes: string, inside = ''): string =>
    `<attn-figure ${attributes}>${inside}</attn-figure>`;
  expect(
    figuresOf([
      pageOf(`<p>fig="no"</p>${figure('fig="one" id="first"', '<p class="placeholder">One</p>')}`),
      pageOf(
        `<!-- ${figure('fig="no"')} -->${figure('fig="one"')}\n${figure('state="v1." fig="two"')}`,
        'b.html',
      ),
    ]),
  ).toEqual([
    { id: 'one', href: 'a.html', key: 'first', placeholder: '<p class="placeholder">One</p>' },
    { id: 'two', href: 'b.html', key: 'two', placeholder: '' },
  ]);
});

test('every chapter that is live has a page, and every page of a chapter is listed', () => {
  const list = readChapters();
  expect(list.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { live, slug } of list) expect(existsSync(join(web, `chapters/${slug}.html`)), slug).toBe(live);
  const pages = pageFiles().filter((file) => file.startsWith(join(web, 'chapters')));
  const listed = list.filter(({ live }) => live).flatMap(pagesOf);
  expect(pages.map((file) => `chapters/${basename(file)}`).sort()).toEqual(listed.sort());
});

test('every page has a language, a title, a description and one main heading', () => {
  for (const file of pageFiles()) {
    const html = readFileSync(file, 'utf8');
    expect(html).toContain('<html lang="en">');
    expect(html).toMatch(/<title>[^<]{10,70}<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{50,200}">/);
    expect(html.match(/<h1/g), file).toHaveLength(1);
  }
});

test('a title says first what the page is, in what a tab has room for', () => {
  for (const { slug, short } of readChapters().filter(({ live }) => live)) {
    const html = readFileSync(join(web, `chapters/${slug}.html`), 'utf8');
    expect(html).toContain(`<title>${short}: `);
  }
  // A frame has no tab.
  const others = pageFiles().filter((file) => !/[/\\](chapters[/\\].*|embed\.html)$/.test(file));
  for (const file of others) {
    const title = /<title>([^<]*)<\/title>/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    if (!file.endsWith('index.html')) expect(title).toMatch(/^[^·]{6,20} · Attention Explorables$/);
  }
});

test('nobody writes the number of a chapter by hand: the list of chapters gives it', () => {
  for (const file of pageFiles()) {
    const html = readFileSync(file, 'utf8');
    expect(html.match(/\bchapters? (<[^>]*>)?\d/gi), file).toBeNull();
  }
});

test('every chapter has its contents at hand', () => {
  for (const { slug } of readChapters().filter(({ live }) => live)) {
    const html = readFileSync(join(web, `chapters/${slug}.html`), 'utf8');
    expect(html.split('<!-- contents -->'), slug).toHaveLength(2);
  }
});

test('every figure on a page says in words what it shows, for when it cannot run', () => {
  for (const file of pageFiles()) {
    const html = readFileSync(file, 'utf8');
    const figures = html.match(/<attn-figure/g) ?? [];
    expect(
      html.match(/<attn-figure fig="[\w-]+"[^>]*>\s*<p class="placeholder">[^<]{40,}/g) ?? [],
    ).toHaveLength(figures.length);
  }
});

describe('the policy', () => {
  test('is the one that the site promises', () => {
    expect(contentSecurityPolicy).toBe(
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob: data:; style-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'",
    );
  });

  const refused = (html: string): string[] => violations(pageOf(html).root);

  test('finds what a browser would refuse', () => {
    expect(refused('<p style="color:red"></p>')).toHaveLength(1);
    expect(refused("<p class='a' style='color:red'></p>")).toHaveLength(1);
    expect(refused('<a onclick="go()"></a>')).toHaveLength(1);
    expect(refused('<style>p{}</style>')).toHaveLength(1);
    expect(refused('<script>go()</script>')).toHaveLength(1);
  });

  test('does not stumble over the same words in other places', () => {
    expect(refused('<math><mstyle displaystyle="true"></mstyle></math>')).toEqual([]);
    expect(refused('<p title=" style=\'x\' onclick=">style="a"</p>')).toEqual([]);
    expect(refused('<!-- <p style="a"> --><script type="module" src="a.js"></script>')).toEqual([]);
  });
});
