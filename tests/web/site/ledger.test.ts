import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Entry, oursInWords } from '../../../tools/ledger/entries';
import { applyLedger, claimFiles, type Ledger, placeOf } from '../../../tools/vite/ledger.ts';
import { lineId, verdicts } from '../../../tools/vite/ledger-html.ts';
import { pageFiles, readChapters } from '../../../tools/vite/pages.ts';
import { repository, web } from '../../../tools/vite/paths.ts';

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  place: 'section 5',
  statement: 'With β < 5 it is "gone".',
  published: 'v about 0.26',
  value: 0.26,
  agreement: 'within',
  tolerance: 1e-12,
  quantity: 'v(T*)',
  recipe: 'variance_flow',
  proof: 'it is not',
  corrected: 0.1303,
  correctedTolerance: 5e-5,
  seeds: 1,
  slow: false,
  command: '',
  stamp: '',
  probe: 0,
  verdict: 'in error',
  values: [0.1303],
  mean: 0.1303,
  sd: 0,
  ours: '0.1303',
  ...more,
});

const ledger: Ledger = {
  entries: [
    entry('004.a', { proof: 'as in chapter 5, (4)' }),
    entry('004.b', { verdict: 'agrees', proof: '' }),
    entry('004.c', { slow: true, commit: '0123456789abcdef', verdict: 'close' }),
    entry('004.d', { verdict: 'not recomputed', agreement: 'not tried', ours: '', recipe: 'no number' }),
  ],
  chapters: readChapters(),
  origin: {},
  files: new Map([['cpp/src/claims_x.cpp', 'one\n  {"004.a", "004.b"\n "004.c" <T>\n"004.d"']]),
};
const inChapter = (html: string): string => applyLedger(html, join(web, 'chapters/denoising.html'), ledger);

describe('the ledger in pages', () => {
  test('lists every entry under its paper, with verdict, both values, and the line that computes it', () => {
    const html = applyLedger('<!-- ledger: entries -->', join(web, 'ledger.html'), ledger);
    expect(html.match(/<article /g)).toHaveLength(4);
    expect(html.match(/<section /g)).toHaveLength(1);
    expect(html).toContain('With β &lt; 5 it is &quot;gone&quot;.');
    expect(html).toContain('<dt>published</dt><dd>“v about 0.26”</dd>');
    expect(html).toContain('<dt>v(T*)</dt><dd>0.1303</dd>');
    expect(html).toContain('Agrees if it is within 10<sup>−12</sup> of 0.26.');
    expect(html).toContain('href="source.html#claims_x-L2"');
    expect(html).toContain('Why: as in <a href="chapters/denoising.html#eq-4">chapter 5, (4)</a>.');
    expect(html).toContain('Ours has to stay within 5 × 10<sup>−5</sup> of 0.1303, or this verdict falls.');
    expect(html).toContain('Why not: no number.');
    expect(html).toContain('from commit <code>0123456789ab</code>');
  });

  test('says on which side of the published number ours has to be', () => {
    const of = (agreement: Entry['agreement'], seeds: number): string =>
      applyLedger('<!-- ledger: entries -->', join(web, 'ledger.html'), {
        ...ledger,
        entries: [entry('004.a', { agreement, seeds })],
      });
    expect(of('above', 1)).toContain('Agrees if it is at least 0.26.');
    expect(of('below', 20)).toContain('Agrees if it is at most 0.26, on average.');
  });

  test('says how runs of hours are made, where there are none yet', () => {
    const of = (more: Partial<Entry>): string =>
      applyLedger('<!-- ledger: entries -->', join(web, 'ledger.html'), {
        ...ledger,
        entries: [entry('004.a', { command: 'attn sweep a "b"', slow: true, ...more })],
      });
    expect(of({ verdict: 'not recomputed', ours: '' })).toContain(
      'It is made by <code>attn sweep a &quot;b&quot;</code>',
    );
    const made = of({ verdict: 'agrees', commit: '0123456789abcdef' });
    expect(made).toContain('Takes hours: computed once');
    expect(made).not.toContain('attn sweep');
  });

  test('offers to recompute what is quick, and nothing else', () => {
    const html = applyLedger('<!-- ledger: entries -->', join(web, 'ledger.html'), ledger);
    const runs = [...html.matchAll(/id="(004\.\w)"[^>]*data-mean="0.1303"/g)].map(([, id]) => id);
    expect(runs).toEqual(['004.a', '004.b']);
  });

  test('gives a published number a badge that leads to its entry', () => {
    const html = inChapter('<p><a data-claim="004.a">0.26</a></p>');
    expect(html).toContain('href="../ledger.html#004.a"');
    expect(html).toMatch(/0\.26<span class="badge">.*\(in error\)/);
  });

  test('lists what was found wrong, and only that', () => {
    const html = applyLedger('<!-- ledger: found -->', join(web, 'index.html'), ledger);
    expect([...html.matchAll(/href="ledger.html#(\S+)"/g)].map(([, id]) => id)).toEqual(['004.a']);
    expect(html.match(/<h3>/g)).toHaveLength(1);
  });

  test('takes the numbers of one table together', () => {
    const cells = ['a', 'b', 'c', 'd', 'e'].map((name, i) =>
      entry(`001.${name}`, { place: 'the table', published: `0.${i}`, ours: `1.${i}` }),
    );
    const of = (entries: readonly Entry[]): string =>
      applyLedger('<!-- ledger: found -->', join(web, 'index.html'), { ...ledger, entries });
    expect(of(cells).match(/<li>/g)).toHaveLength(1);
    expect(of(cells)).toContain('The table: 5 numbers.');
    expect(of(cells)).toContain('<a href="ledger.html#001.e">0.4</a> is 1.4');
    expect(of(cells.slice(1)).match(/<li>/g)).toHaveLength(4);
  });

  test('leads to the chapter of a paper where there is one', () => {
    const of = (id: string): string =>
      applyLedger('<!-- ledger: entries -->', join(web, 'ledger.html'), {
        ...ledger,
        entries: [entry(id)],
        files: new Map([['cpp/src/claims_x.cpp', `"${id}"`]]),
      });
    expect(of('004.a')).toContain('<a href="chapters/denoising.html">chapter 5</a>');
    const later = ledger.chapters.find(({ live }) => !live);
    if (later) expect(of(`${later.seed}.a`)).toContain(`chapter ${later.number}, to come</p>`);
  });

  test('puts every line of a source where a link can find it', () => {
    const html = applyLedger('<!-- ledger: source -->', join(web, 'source.html'), ledger);
    expect(html).not.toContain('As of commit');
    const of = (origin: Ledger['origin']): string =>
      applyLedger('<!-- ledger: source -->', join(web, 'source.html'), { ...ledger, origin });
    const commit = '0123456789abcdef';
    expect(of({ commit })).toContain('As of commit <code>0123456789ab</code>.');
    expect(of({ commit, repository: 'https://example.org/r' })).toContain(
      'href="https://example.org/r/blob/0123456789abcdef/cpp/src/claims_x.cpp"',
    );
    expect(html).toContain('<span class="line" id="claims_x-L3"> &quot;004.c&quot; &lt;T&gt;\n</span>');
  });

  test.each([
    ['<p>\n<a data-claim="004.z">x</a>', "web/chapters/denoising.html:2: the ledger has no entry '004.z'"],
    [
      '<a data-claim="004.a">0.27</a>',
      'denoising.html:1: 0.27 is not what 004.a has as published (v about 0.26)',
    ],
    ['<!-- ledger: nothing -->', "denoising.html:1: no part 'nothing' of the ledger"],
    ['<!-- ledger: ours 004.d -->', 'denoising.html:1: 004.d has not been recomputed'],
    ['<!-- ledger: ours 004.z -->', "denoising.html:1: the ledger has no entry '004.z'"],
  ])('refuses %j', (html, message) => {
    expect(() => inChapter(html)).toThrow(message);
  });

  test('writes our value of a claim into running text', () => {
    expect(inChapter('<td><!-- ledger: ours 004.a --></td>')).toBe('<td>0.1303</td>');
  });

  test('puts our value into words', () => {
    const of = (agreement: Entry['agreement'], values: number[], mean: number, sd = 0): string =>
      oursInWords({ agreement, seeds: values.length }, { values, mean, sd });
    expect(of('holds', [1], 1)).toBe('holds');
    expect(of('holds', [0], 0)).toBe('does not hold');
    expect(of('holds', [1, 0, 0], 1 / 3)).toBe('holds for 1 of 3 seeds');
    expect(of('within', [0.13025], 0.13025)).toBe('0.1303');
    expect(of('spread', [1, 1.5], 1.25, 0.25)).toBe('1.250 ± 0.25 over 2 seeds');
  });
});

describe('the pages and the ledger that there are', () => {
  const files = new Map(claimFiles().map((file) => [file, readFileSync(join(repository, file), 'utf8')]));
  const used = new Set(
    pageFiles().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/data-claim="([^"]*)"/g)].map(([, id]) => id as string),
    ),
  );

  test('badges name entries that are written down', () => {
    expect(used.size).toBeGreaterThan(20);
    for (const id of used) expect(lineId(placeOf(id, files))).toMatch(/^\d{3}-\w+-L\d+$/);
    expect(() => placeOf('004.nonsense', files)).toThrow('004.nonsense is in none of');
  });

  test('the filter knows every verdict that an entry may have when the site is built', () => {
    const page = readFileSync(join(web, 'ledger.html'), 'utf8');
    for (const verdict of verdicts.filter((one) => one !== 'differs'))
      expect(page).toContain(`value="${verdict.replaceAll(' ', '-')}"`);
  });
});
