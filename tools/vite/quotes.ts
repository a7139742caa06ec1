/**
 * What a page quotes from elsewhere in the repository, so that it cannot say something else: `<!-- quote: file PATH -->` is the text of that
 * file, `<!-- quote: citation -->` is CITATION.cff as BibTeX, `<!-- quote: report -->` that of the report.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './html.ts';
import { escapeHtml } from './pages.ts';
import { repository } from './paths.ts';
import type { Site } from './site.ts';

function read(name: string): string {
  const path = join(repository, name);
  if (!existsSync(path)) throw new Error(`there is no ${name} to quote`);
  return readFileSync(path, 'utf8');
}

/** The part of CITATION.cff that describes this work itself: before `references`, whose entries have the same keys. */
const own = (cff: string): string => cff.replace(/^references:[\s\S]*/m, '');

/** The authors in BibTeX's way; whoever has a `name` alone is a group, whose words stay together. */
function authors(cff: string): string[] {
  const [, list] = /^authors:\n((?:[ -].*\n?)*)/m.exec(own(cff)) ?? [];
  if (!list) throw new Error('CITATION.cff has no authors');
  return list
    .split(/^ *- /m)
    .slice(1)
    .map((entry) => {
      const field = (key: string): string | undefined =>
        new RegExp(`^ *${key}: *(.*)$`, 'm').exec(entry)?.[1];
      const name = field('name');
      return name ? `{${name}}` : `${field('family-names')}, ${field('given-names')}`;
    });
}

/** What reads fields of `text`, where lines begin with `indent`; `of` says whose they are. */
const fieldsOf =
  (text: string, indent: string, of: string) =>
  (key: string): string => {
    const value = new RegExp(`^${indent}${key}: *(.+)$`, 'm').exec(text)?.[1];
    if (!value) throw new Error(`CITATION.cff${of} has no ${key}`);
    return value;
  };

function entry(head: string, fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter(([, value]) => value);
  const width = Math.max(...given.map(([key]) => key.length));
  const lines = given.map(([key, value]) => `  ${key.padEnd(width)} = {${value}}`);
  return `@${head},\n${lines.join(',\n')}\n}`;
}

/** BibTeX of what CITATION.cff says of this work. */
export function bibtex(cff: string, { url, repository: source }: Site): string {
  const field = fieldsOf(own(cff), '', '');
  return entry('software{attention-explorables', {
    author: authors(cff).join(' and '),
    title: field('title'),
    year: /^date-released: *["']?(\d{4})/m.exec(own(cff))?.[1],
    version: field('version'),
    url: url ?? source,
  });
}

/** BibTeX of the report, which CITATION.cff has among its references. */
export function reportBibtex(cff: string, { url, repository: source }: Site): string {
  const [, report = ''] = /^ {2}- type: report\n((?: {4}.*\n?)*)/m.exec(cff) ?? [];
  const field = fieldsOf(report, ' {4}', ': its report');
  const title = field('title');
  return entry('techreport{errata-and-confirmations', {
    author: authors(cff).join(' and '),
    title,
    institution: 'Attention Explorables',
    year: field('year'),
    note: `Version ${field('version')}`,
    url: url ? `${url}report.html` : source,
  });
}

const parts = {
  citation: (site: Site) => escapeHtml(bibtex(read('CITATION.cff'), site)),
  report: (site: Site) => escapeHtml(reportBibtex(read('CITATION.cff'), site)),
  file: (_site: Site, name: string) => escapeHtml(read(name).trimEnd()),
};

export const applyQuotes = (page: Page, site: Site): void => void page.fillMarks('quote', parts, site);
