import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Entry, oursInWords } from '../../../tools/ledger/entries';
import { applyLedger, claimFiles, type Ledger, placeOf } from '../../../tools/vite/ledger.ts';
import { condition, lineId, verdicts } from '../../../tools/vite/ledger-html.ts';
import { pageFiles, readChapters } from '../../../tools/vite/pages.ts';
import { repository, web } from '../../../tools/vite/paths.ts';
import { transformed } from './transformed.ts';

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  source: 'paper',
  place: 'section 5',
  statement: 'With β < 5 it is "gone".',
  published: 'the variance is about *0.26* at T*',
  value: 0.26,
  agreement: 'within',
  tolerance: 1e-12,
  quantity: 'v(T*)',
  recipe: 'variance_flow',
  proof: 'it is not',
  corrected: 0.1303,
  correctedTolerance: 5e-5,
  otherReadings: 'none: β is given',
  readings: [],
  baseline: 0,
  baselineOf: '',
  seeds: 1,
  slow: false,
  command: '',
  stamp: '',
  probe: 0,
  probeTolerance: 1e-3,
  verdict: 'in error',
  values: [0.1303],
  mean: 0.1303,
  sd: 0,
  standardError: 0,
  ours: '0.1303',
  ...more,
});

const ledger: Ledger = {
  entries: [
    entry('004.a', { proof: 'as in chapter denoising, (4)' }),
    entry('004.b', { verdict: 'agrees', proof: '' }),
    entry('004.c', { slow: true, commit: '0123456789abcdef', verdict: 'close' }),
    entry('004.d', { verdict: 'not recomputed', agreement: 'not tried', ours: '', recipe: 'no number' }),
  ],
  chapters: readChapters(),
  origin: { date: '2026-11-23' },
  files: new Map([['cpp/src/claims_x.cpp', 'one\n  {"004.a", "004.b"\n "004.c" <T>\n"004.d"']]),
};
const applied = (html: string, name: string, from = ledger): string =>
  transformed(html, (page) => applyLedger(page, from), name);
const inChapter = (html: string, from = ledger): string => applied(html, 'chapters/denoising.html', from);

describe('the ledger in pages', () => {
  test('lists every entry under its paper, with verdict, both values, and the line that computes it', () => {
    const html = applied('<!-- ledger: entries -->', 'ledger.html', ledger);
    expect(html.match(/<article /g)).toHaveLength(4);
    expect(html.match(/<section /g)).toHaveLength(1);
    expect(html).toContain('With β &lt; 5 it is "gone".');
    expect(html).toContain(
      '<blockquote class="quotation"><p>“the variance is about <strong>0.26</strong> at T*”</p></blockquote>',
    );
    expect(html).toContain('<p>Read otherwise: none: β is given</p>');
    expect(html).toContain('<dt>v(T*)</dt><dd>0.1303</dd>');
    expect(html).toContain('Agrees within 10<sup>−12</sup> of 0.26, close within 4 × 10<sup>−12</sup>.');
    expect(html).toContain('href="source.html#claims_x-L2"');
    expect(html).toContain('Why: as in <a href="chapters/denoising.html#eq-4">chapter 2, (4)</a>.');
    expect(html).toContain('Ours has to stay within 5 × 10<sup>−5</sup> of 0.1303, or this verdict falls.');
    expect(html).toContain('Why not: no number.');
    expect(html).toContain('from commit <code>0123456789ab</code>');
  });

  test.each([
    [{ agreement: 'above', seeds: 1 }, 'Agrees if it is above 0.26.'],
    [
      { agreement: 'below', seeds: 20 },
      'Agrees if the mean is below 0.26 by more than two standard errors; close if seven seeds in ten are.',
    ],
    [
      { agreement: 'interval', value: -0.5, tolerance: 0.25 },
      'Agrees from −0.75 to −0.25; nothing outside is close.',
    ],
    [
      { agreement: 'within', tolerance: 0.1, baseline: 1.26, seeds: 10 },
      'Agrees within 0.1 of 0.26, on average, close within 0.3 and four standard deviations.',
    ],
    // Nothing is close to what is not far from nothing.
    [{ agreement: 'within', tolerance: 0.1, baseline: 0.5 }, 'Agrees within 0.1 of 0.26.'],
    [
      { agreement: 'spread', seeds: 20, baseline: 1.26 },
      'Agrees if 0.26 is within two standard deviations of the mean over 20 seeds; close within four, and within 0.3.',
    ],
    [{ agreement: 'holds' }, 'Agrees if it holds.'],
    [{ agreement: 'holds', seeds: 20 }, 'Agrees if it holds for nine seeds in ten, close for seven.'],
    [{ agreement: 'holds', seeds: 20, source: 'ours' }, 'It has to hold for nine seeds in ten.'],
    [{ agreement: 'holds', source: 'ours' }, 'It has to hold.'],
    [{ agreement: 'within', tolerance: 0.1, baseline: 9, source: 'ours' }, 'Holds within 0.1 of 0.26.'],
    [
      { agreement: 'above', source: 'ours', seeds: 20 },
      'Holds if the mean is above 0.26 by more than two standard errors.',
    ],
    [{ agreement: 'not tried' }, ''],
  ] as const)('says what it takes to agree: %j', (more, words) => {
    expect(condition(entry('004.a', more))).toBe(words);
  });

  const shownOf = (more: Partial<Entry>): string =>
    applied('<!-- ledger: entries -->', 'ledger.html', {
      ...ledger,
      entries: [entry('004.a', more)],
    });

  test('shows what each reading gives, what there is without the effect, and the standard error', () => {
    const numbers = shownOf({
      verdict: 'unclear',
      readings: [{ words: 'per layer', ours: 0.5 }],
      baseline: 1 / 3,
      baselineOf: 'uniform weights',
      ours: '0.1303 ± 0.020 over 4 seeds',
      standardError: 0.01,
    });
    expect(numbers).toContain('<dd>0.1303 ± 0.020 over 4 seeds, standard error 0.010</dd>');
    expect(numbers).toContain('<dt>read as: per layer</dt><dd>0.5000</dd>');
    expect(numbers).toContain('<dt>without the effect: uniform weights</dt><dd>0.333</dd>');
    const statement = shownOf({
      agreement: 'holds',
      readings: [
        { words: 'a', ours: 1 },
        { words: 'b', ours: 0 },
        { words: 'c', ours: 0.75 },
      ],
      baselineOf: 'nothing',
    });
    expect(statement).toContain('<dt>read as: a</dt><dd>holds</dd>');
    expect(statement).toContain('<dt>read as: b</dt><dd>does not hold</dd>');
    expect(statement).toContain('<dt>read as: c</dt><dd>holds for 75 % of the seeds</dd>');
    expect(statement).not.toContain('without the effect');
  });

  test('says of a summary that it is the summary, and quotes nothing for what is ours', () => {
    const summary = shownOf({ source: 'summary' });
    expect(summary).toMatch(/class="verdict v-in-error">.*summary in error<\/span>/);
    expect(summary).toContain(
      'A summary of “Attention as In-Context Empirical Bayes”, which is all that we have of it',
    );
    expect(shownOf({ source: 'summary', verdict: 'agrees' })).toContain('agrees with summary</span>');
    expect(shownOf({ source: 'summary', verdict: 'not found' })).toContain('>not found</span>');
    const ours = shownOf({ source: 'ours', verdict: 'ours', published: '' });
    expect(ours).toContain('data-verdict="ours"');
    expect(ours).not.toMatch(/quotation|“/);
    expect(ours).not.toContain('A summary of');
  });

  test('says how runs of hours are made, where there are none yet', () => {
    const of = (more: Partial<Entry>): string =>
      applied('<!-- ledger: entries -->', 'ledger.html', {
        ...ledger,
        entries: [entry('004.a', { command: 'attn sweep a "b"', slow: true, ...more })],
      });
    expect(of({ verdict: 'not recomputed', ours: '' })).toContain(
      'It is made by <code>attn sweep a "b"</code>',
    );
    const made = of({ verdict: 'agrees', commit: '0123456789abcdef' });
    expect(made).toContain('Takes hours: computed once');
    expect(made).not.toContain('attn sweep');
  });

  test('offers to recompute what is quick, and nothing else', () => {
    const html = applied('<!-- ledger: entries -->', 'ledger.html', ledger);
    const runs = [...html.matchAll(/id="(004\.\w)"[^>]*data-mean="0.1303"/g)].map(([, id]) => id);
    expect(runs).toEqual(['004.a', '004.b']);
  });

  test('gives a published number a badge that leads to its entry', () => {
    const html = inChapter('<p><a data-claim="004.a">0.26</a></p>');
    expect(html).toContain('href="../ledger.html#004.a"');
    expect(html).toMatch(/0\.26<span class="badge">.*\(in error\)/);
  });

  test('a badge on what a summary says names the summary', () => {
    const html = applied('<a data-claim="004.a">so</a>', 'chapters/denoising.html', {
      ...ledger,
      entries: [entry('004.a', { source: 'summary' })],
    });
    expect(html).toContain('<span class="visually-hidden"> (summary in error)</span>');
  });

  const tallied: Ledger = {
    ...ledger,
    entries: [
      ...ledger.entries,
      entry('004.e', { verdict: 'unclear' }),
      entry('004.f', { verdict: 'not found' }),
      entry('004.g', { source: 'ours', verdict: 'ours', published: '' }),
    ],
  };

  test('counts verdicts in a line with a link to each, and what is ours apart', () => {
    const html = applied('<!-- ledger: counts -->', 'index.html', tallied);
    expect(html.replace(/<[^>]*>/g, '')).toBe(
      '6 statements of five papers: 1 agree, 1 close, 1 in error, 2 unclear or not found, 1 not recomputed.',
    );
    expect(html).toContain('href="ledger.html?verdict=unclear,not-found"');
    const tally = applied('<!-- ledger: summary -->', 'ledger.html', tallied);
    expect(tally.match(/<li>/g)).toHaveLength(6);
    expect(tally).toMatch(/<\/ul>\s*<p class="beside">Beside them <b>1<\/b> statements of .*ours/);
    const without = applied('<!-- ledger: summary -->', 'ledger.html', ledger);
    expect(without).not.toContain('Beside');
  });

  test('leads to the chapter of a paper where there is one', () => {
    const of = (id: string): string =>
      applied('<!-- ledger: entries -->', 'ledger.html', {
        ...ledger,
        entries: [entry(id)],
        files: new Map([['cpp/src/claims_x.cpp', `"${id}"`]]),
      });
    expect(of('004.a')).toContain('<a href="chapters/denoising.html">chapter 2</a>');
    const later = ledger.chapters.find(({ live }) => !live);
    if (later) expect(of(`${later.seed}.a`)).toContain(`chapter ${later.number}, to come</p>`);
  });

  test('puts every line of a source where a link can find it', () => {
    const html = applied('<!-- ledger: source -->', 'source.html', ledger);
    expect(html).not.toContain('As of commit');
    const of = (origin: Ledger['origin']): string =>
      applied('<!-- ledger: source -->', 'source.html', { ...ledger, origin });
    const commit = '0123456789abcdef';
    expect(of({ commit, date: '2026-11-23' })).toContain('As of commit <code>0123456789ab</code>.');
    expect(of({ commit, date: '2026-11-23', repository: 'https://example.org/r' })).toContain(
      'href="https://example.org/r/blob/0123456789abcdef/cpp/src/claims_x.cpp"',
    );
    expect(html).toContain('<span class="line" id="claims_x-L3"> "004.c" &lt;T&gt;\n</span>');
  });

  test.each([
    ['<p>\n<a data-claim="004.z">x</a>', "web/chapters/denoising.html:2: the ledger has no entry '004.z'"],
    [
      '<a data-claim="004.a">0.27</a>',
      'denoising.html:1: 0.27 is not what 004.a has as published (the variance is about *0.26* at T*)',
    ],
    [
      '<a data-claim="004.own">so</a>',
      'denoising.html:1: 004.own is a statement of ours and has no badge: write the number plainly',
    ],
    ['<!-- ledger: nothing -->', "denoising.html:1: there is no 'ledger: nothing', but summary, "],
    ['<!-- ledger: ours 004.d -->', 'denoising.html:1: 004.d has not been recomputed'],
    ['<!-- ledger: ours 004.z -->', "denoising.html:1: the ledger has no entry '004.z'"],
  ])('refuses %j', (html, message) => {
    const own = entry('004.own', { source: 'ours', verdict: 'ours', published: '' });
    const all = { ...ledger, entries: [...ledger.entries, own] };
    expect(() => applied(html, 'chapters/denoising.html', all)).toThrow(message);
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
