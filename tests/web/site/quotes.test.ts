import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository, version, web } from '../../../tools/vite/paths.ts';
import { applyQuotes, bibtex, reportBibtex } from '../../../tools/vite/quotes.ts';
import { transformed } from './transformed.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const cff = read('CITATION.cff');

describe('BibTeX', () => {
  test('says what CITATION.cff says of this work, and nothing of what it refers to', () => {
    const entry = bibtex(cff, { url: 'https://a.example/' });
    expect(entry).toMatch(/^@software\{/);
    expect(entry).toContain('title   = {Attention Explorables}');
    expect(entry).toContain('author  = {{The Attention Explorables authors}}');
    expect(entry).toContain(`version = {${version}}`);
    expect(entry).toContain('url     = {https://a.example/}');
    expect(entry).not.toContain('Bayes');
  });

  test('knows people from groups, the year of a release, and no address where there is none', () => {
    const entry = bibtex(
      'title: T\nversion: 1.2.3\ndate-released: "2027-03-01"\nauthors:\n' +
        '  - family-names: Bell\n    given-names: Ann\n  - name: The Others\n' +
        'references:\n  - title: Not this\n    authors:\n      - name: Nor these\n',
      {},
    );
    expect(entry).toContain('author  = {Bell, Ann and {The Others}}');
    expect(entry).toContain('year    = {2027}');
    expect(entry).not.toMatch(/url|Not this|Nor these/);
  });

  test('is not written without a title, a version or authors', () => {
    expect(() => bibtex('version: 1\nauthors:\n  - name: A\n', {})).toThrow('CITATION.cff has no title');
    expect(() => bibtex('title: T\nversion: 1\n', {})).toThrow('CITATION.cff has no authors');
  });
});

describe('BibTeX of the report', () => {
  test('says what CITATION.cff says of it, and whose it is', () => {
    const entry = reportBibtex(cff, { url: 'https://a.example/' });
    expect(entry).toMatch(/^@techreport\{/);
    expect(entry).toContain('title       = {Errata and confirmations of five papers}');
    expect(entry).toContain('author      = {{The Attention Explorables authors}}');
    expect(entry).toContain('year        = {2026}');
    expect(entry).toContain(`note        = {Version ${version}}`);
    expect(entry).toContain('url         = {https://a.example/report.html}');
    expect(reportBibtex(cff, {})).not.toContain('url');
  });

  test('is not written where there is none', () => {
    expect(() => reportBibtex(bibtex(cff, {}), {})).toThrow('CITATION.cff: its report has no title');
  });
});

describe('quotations', () => {
  const quote = (name: string): string =>
    transformed(`\n<pre><!-- quote: file ${name} --></pre>`, (page) => applyQuotes(page, {}));

  test('are the text of the file, escaped', () => {
    expect(quote('tests/consumer/main.cpp')).toContain('#include &lt;attn/denoising/denoiser.hpp&gt;');
  });

  test('of a file that is not there fail the build with file and line', () => {
    expect(() => quote('tests/none.cpp')).toThrow(/a\.html:2: there is no tests\/none\.cpp to quote/);
  });
});

test('the README shows the program and the build file that the tests build', () => {
  const readme = read('README.md');
  expect(readme).toContain(`\`\`\`cpp\n${read('tests/consumer/main.cpp')}\`\`\``);
  expect(readme).toContain(`\`\`\`cmake\n${read('tests/consumer/CMakeLists.txt')}\`\`\``);
});

test('“Use it” quotes the same program, and the citation', () => {
  const page = readFileSync(join(web, 'use.html'), 'utf8');
  for (const name of ['file tests/consumer/main.cpp', 'file tests/consumer/CMakeLists.txt', 'citation'])
    expect(page).toContain(`<pre><code><!-- quote: ${name} --></code></pre>`);
});
