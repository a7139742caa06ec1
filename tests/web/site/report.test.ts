/** The report, and the ledger as JSON with its schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../tools/ledger/entries';
import { papers } from '../../../tools/ledger/papers.ts';
import { recordOf } from '../../../tools/ledger/record.ts';
import { readChapters } from '../../../tools/vite/pages.ts';
import { repository, version } from '../../../tools/vite/paths.ts';
import { reportHead, reportHtml } from '../../../tools/vite/report-html.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  source: 'paper',
  place: 'section 5 <2>',
  statement: `The variance of ${id} is 0.26.`,
  published: 'the variance is about *0.26* at T*',
  value: 0.26,
  agreement: 'within',
  tolerance: 0.01,
  quantity: 'v(T*)',
  recipe: 'variance_flow',
  proof: 'as in chapter denoising, (4)',
  corrected: 0.1303,
  correctedTolerance: 5e-5,
  otherReadings: 'none: β is given',
  readings: [],
  baseline: 1,
  baselineOf: 'no flow',
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

const right: Partial<Entry> = { verdict: 'agrees', proof: '', otherReadings: '' };
const entries: readonly Entry[] = [
  entry('001.a'),
  entry('001.b', {
    ...right,
    agreement: 'spread',
    seeds: 2,
    values: [0, 1],
    mean: 0.5,
    sd: 0.7,
    standardError: 0.5,
  }),
  entry('001.own', { ...right, source: 'ours', verdict: 'ours', published: '' }),
  entry('004.a', { source: 'summary' }),
  entry('004.b', {
    ...right,
    source: 'summary',
    verdict: 'not recomputed',
    agreement: 'not tried',
    values: [],
    ours: '',
    baselineOf: '',
    command: 'attn sweep',
  }),
  entry('004.c', {
    source: 'summary',
    verdict: 'unclear',
    otherReadings: '',
    readings: [{ words: 'per layer', ours: 0.5 }],
    slow: true,
    commit: '0123456789abcdef',
  }),
];

describe('the report', () => {
  const html = reportHtml(entries, readChapters());
  const words = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

  test('has each paper with its counts, without what is ours', () => {
    expect(html.match(/<section class="report-paper"/g)).toHaveLength(2);
    expect(words).toContain('Of 2 statements: 1 in error, 1 agree. Beside them 1 of ours');
    expect(words).toContain(
      'Of 3 statements: 1 in error, 1 unclear, 1 not recomputed. We know this paper through a summary alone',
    );
    expect(html).not.toContain('001.own');
  });

  test('has a row for every statement, and all of an erratum', () => {
    expect(html.match(/<tr><td>/g)).toHaveLength(5);
    expect([...html.matchAll(/class="erratum" id="(\S+)"/g)].map(([, id]) => id)).toEqual(['001.a', '004.a']);
    expect(html).toContain('“the variance is about <strong>0.26</strong> at T*”');
    expect(html).toContain('Derived: as in <a href="chapters/denoising.html#eq-4">chapter 2, (4)</a>.');
    expect(words).toContain('Read otherwise: none: β is given');
    expect(html).toContain('<code>attn claims --only 004.a</code>');
    expect(words).toContain('section 5 &lt;2&gt;; summary in error');
    expect(words).toContain('printed 0.26, recomputed 0.1303');
  });

  test('says when it was made, and from what', () => {
    expect(reportHead({ date: '2026-11-23' })).toContain(`Attention Explorables ${version}, 2026-11-23.`);
    expect(reportHead({ date: '2026-11-23', commit: 'abc' })).toContain('commit <code>abc</code>');
  });
});

test('papers are called the same on the page, by the command, and in the README', () => {
  // Strings that the compiler joins.
  const command = read('cpp/cli/claims_report.cpp').replace(/"\s*\n\s*"/g, '');
  const readme = read('README.md');
  expect(Object.keys(papers).sort()).toEqual(
    readChapters()
      .map(({ seed }) => seed)
      // The last chapter is after no paper of its own.
      .filter((seed) => seed !== '')
      .sort(),
  );
  for (const [seed, { title, authors }] of Object.entries(papers)) {
    expect(command).toContain(`"${title}"`);
    expect(command).toContain(`"${authors}"`);
    expect(readme).toContain(`| ${seed} | ${title} | ${authors || 'not named there'} |`);
  }
});

describe('the schema of the ledger', () => {
  const check = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
  }).compile(JSON.parse(read('web/public/ledger.schema.json')));
  const problems = (data: unknown): string[] =>
    check(data) ? [] : (check.errors ?? []).map(({ message }) => message ?? '');
  const records = entries.map(recordOf);

  test('describes what the site writes, with and without what stands around it', () => {
    expect(problems(records)).toEqual([]);
    expect(problems({ $schema: 'x', version, date: '2026-11-23', entries: records })).toEqual([]);
    expect(records[0]).toMatchObject({ quotation: 'the variance is about 0.26 at T*', printed: '0.26' });
    expect(records[1]).toMatchObject({ standard_error: 0.5 });
    expect(records[2]).not.toHaveProperty('quotation');
    expect(records[5]).toMatchObject({ readings: [{ words: 'per layer', ours: 0.5 }] });
  });

  test.each([
    ['a statement of a paper without a quotation', { quotation: undefined }],
    ['an unknown verdict', { verdict: 'wrong' }],
    ['an error without a proof', { proof: '' }],
    ['what is in error without our value', { ours: undefined }],
    ['a verdict without values', { values: undefined }],
    ['a name that is not described', { more: 1 }],
    ['a statement of ours that is judged', { source: 'ours', quotation: undefined, printed: undefined }],
  ])('refuses %s', (_, more) => {
    const changed = JSON.parse(JSON.stringify({ ...records[0], ...more }));
    expect(problems([changed])).not.toEqual([]);
  });
});
