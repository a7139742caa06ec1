import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { equationsOf } from '../../../tools/vite/equations.ts';
import { all, attribute } from '../../../tools/vite/html.ts';
import { notationTable, withNotation } from '../../../tools/vite/notation.ts';
import { pageFiles, readChapters, writtenPage } from '../../../tools/vite/pages.ts';
import {
  disagreements,
  plainTex,
  readSymbols,
  readTable,
  symbolFiles,
  symbolsIn,
  symbolsOf,
  unheldParams,
} from '../../../tools/vite/symbols.ts';
import type { SymbolEntry } from '../../../web/src/article/symbols';
import type { Figure } from '../../../web/src/figures/declare';
import { figures } from '../../../web/src/figures/registry';
import { pageOf, transformed } from './transformed.ts';

const beta: SymbolEntry = {
  id: 'beta',
  tex: '\\beta',
  name: 'bandwidth',
  param: true,
  shape: 'scalar',
  about: 'How far.',
};
const z: SymbolEntry = {
  id: 'z',
  tex: 'z',
  name: 'particles',
  role: 'particle',
  shape: 'N < d',
  about: 'Where "they" are.',
};
const table = readTable([beta, z], 'web/symbols/a.json');

describe('a table of symbols', () => {
  test.each([
    [{ ...z, id: 'beta' }, 'symbol beta stands there twice'],
    [{ ...z, name: ' ' }, 'symbol z has no name'],
    [{ ...z, id: '' }, 'symbol 2 has no id'],
    [{ ...z, id: 'z i' }, 'has an id that is not letters and digits'],
    [{ ...z, role: 'particles' }, 'symbol z has the role particles; there are query, key, '],
    [{ ...z, rolle: 'particle' }, 'symbol z has an unknown field rolle'],
  ])('is refused with its mistake: %o', (entry, message) => {
    expect(() => readTable([beta, entry as SymbolEntry], 'web/symbols/a.json')).toThrow(message);
  });

  test('belongs to the chapter of its name, and to no other page', () => {
    const chapter = pageFiles().find((file) => file.endsWith('denoising.html')) as string;
    expect([...symbolsOf(chapter).keys()]).toEqual([...readSymbols('denoising').keys()]);
    expect(symbolsOf('/site/web/denoising.html').size).toBe(0);
    expect(symbolsOf('/site/web/chapters/none.html').size).toBe(0);
  });

  test('agrees with a figure whose parameters it has, in the same TeX', () => {
    expect(disagreements('a', { params: { beta: '\\beta', seed: '' }, draws: ['z'] }, table)).toEqual([]);
    expect(disagreements('a', { params: { beta: '\\pm \\beta' }, draws: [] }, table)).toEqual([]);
    expect(disagreements('a', { params: { beta: 'b', z: 'z', eta: '\\eta' }, draws: ['y'] }, table)).toEqual([
      'a draws y, which is no symbol',
      'a writes beta as b, the table as \\beta',
      'a has the parameter z, which is no symbol with "param": true',
      'a has the parameter eta, which is no symbol with "param": true',
    ]);
    expect(unheldParams(table, [{ params: { eta: '' }, draws: ['beta'] }])).toEqual(['beta']);
    expect(unheldParams(table, [{ params: { beta: '' }, draws: [] }])).toEqual([]);
  });
});

describe.each(symbolFiles().map((file) => basename(file, '.json')))('the symbols of %s', (slug) => {
  const symbols = readSymbols(slug);
  const rootOf = (name: string) =>
    writtenPage(pageFiles().find((file) => file.endsWith(`chapters/${name}.html`)) as string).root;
  const root = rootOf(slug);
  // Further pages of a chapter have its symbols, and figures with some of its parameters.
  const also = readChapters().find((chapter) => chapter.slug === slug)?.also ?? [];

  test('are parameters where a figure of the chapter has such a parameter, and written as there', async () => {
    const ids = [root, ...also.map(rootOf)].flatMap((page) =>
      all(page, 'attn-figure').map((one) => attribute(one, 'fig') as keyof typeof figures),
    );
    expect(ids.length).toBeGreaterThan(0);
    const shown = await Promise.all(
      ids.map(async (id) => {
        const { params } = (await figures[id]()).default as Figure;
        return {
          id,
          params: Object.fromEntries(
            Object.entries(params).map(([name, param]) => [
              name,
              param.kind === 'slider' ? param.symbol : '',
            ]),
          ),
          draws: [],
        };
      }),
    );
    expect(shown.flatMap((one) => disagreements(one.id, one, symbols))).toEqual([]);
    expect(unheldParams(symbols, shown)).toEqual([]);
  });

  test('are on the notation page, each with the equations of the chapter that use it', () => {
    const page = transformed('<!-- notation -->', withNotation);
    for (const { id } of symbols.values()) expect(page).toContain(`id="${slug}-${id}"`);
    const equations = equationsOf(root);
    expect(equations.length).toBeGreaterThan(3);
    for (const { id, number, symbols: used } of equations)
      for (const name of used) {
        const row = new RegExp(`id="${slug}-${name}"[\\s\\S]*?</tr>`).exec(page)?.[0];
        expect(row, name).toContain(`<a href="chapters/${slug}.html#${id}">(${number})</a>`);
      }
  });
});

test('symbols are found in an equation once each, with and without an index', () => {
  expect(symbolsIn('\\s[z_i]{z} + \\s{beta} \\sum \\s{z} \\sin x')).toEqual(['z', 'beta']);
  expect(plainTex('\\s[z_i]{z} \\sin \\s{beta}', table)).toBe('{z_i} \\sin {\\beta}');
});

test('the table of a chapter escapes what it shows, marks roles and says how a parameter is called', () => {
  const [chapter] = readChapters();
  if (!chapter) throw new Error('no chapter');
  const html = notationTable(
    chapter,
    table,
    pageOf('<div class="eq" id="eq-7" data-number="7">\\s{z}</div>').root,
  );
  expect(html).toContain('Where &quot;they&quot; are.');
  expect(html).toContain('N &lt; d');
  expect(html).toMatch(/<span class="role r-particle"><svg.*<path d="M-5 0a.*particle<\/span>/);
  expect(html.match(/Set in the figures as <code>beta<\/code>/g)).toHaveLength(1);
  expect(html.match(/#eq-7/g)).toHaveLength(1);
});

test('a page that asks for no table stays as it is', () => {
  expect(transformed('<p>x</p><!-- other -->', withNotation)).toBe('<p>x</p><!-- other -->');
});
