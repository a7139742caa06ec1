/**
 * The glossary, web/glossary.json: `<!-- glossary -->` is its list, and `<a data-term="advantage">advantages</a>` becomes a link to an
 * entry, which web/src/article/terms.ts shows as a tip. The data have no chapter: a figure knows where it stands.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slugOf } from './headings.ts';
import { all, attribute, type Page, set } from './html.ts';
import { escapeHtml } from './pages.ts';
import { web } from './paths.ts';
import { type Shown, shownFigures } from './shown-figures.ts';

export interface Term {
  readonly term: string;
  /** Other names of it. */
  readonly also?: readonly string[];
  /** One sentence. */
  readonly definition: string;
  /** The figure that shows it. */
  readonly figure: string;
}

export const readGlossary = (): readonly Term[] =>
  JSON.parse(readFileSync(join(web, 'glossary.json'), 'utf8'));

/** How its entry is called in addresses and by `data-term`. */
export const termSlug = ({ term }: Pick<Term, 'term'>): string => slugOf(term);

function entryHtml(entry: Term, shown: ReadonlyMap<string, Shown>): string {
  const { term, also = [], definition, figure } = entry;
  const place = shown.get(figure);
  if (!place) throw new Error(`no page shows ${figure}, the figure of “${term}” in the glossary`);
  const { href, key, chapter } = place;
  const others = also.map((name) => `<i>${escapeHtml(name)}</i>`).join(', ');
  return `<div id="${termSlug(entry)}">
          <dt><dfn>${escapeHtml(term)}</dfn>${others && ` <span class="also">${others}</span>`}</dt>
          <dd>${escapeHtml(definition)} <a class="shown" href="${href}#${key}">See it in chapter ${chapter.number}</a></dd>
        </div>`;
}

/** The whole list, by the alphabet. */
export function glossaryHtml(entries: readonly Term[], figures: readonly Shown[]): string {
  const shown = new Map(figures.map((figure) => [figure.id, figure]));
  const sorted = [...entries].sort((a, b) => termSlug(a).localeCompare(termSlug(b), 'en'));
  return `<dl class="glossary">
        ${sorted.map((entry) => entryHtml(entry, shown)).join('\n        ')}
      </dl>`;
}

/** Writes the list where a page asks for it, and makes links of terms. */
export function withGlossary(page: Page, entries = readGlossary()): void {
  const slugs = new Set(entries.map(termSlug));
  for (const link of all(page.root, 'a[data-term]')) {
    const slug = attribute(link, 'data-term') ?? '';
    if (!slugs.has(slug)) page.fail(`there is no “${slug}” in web/glossary.json`, link);
    set(link, { 'data-term': undefined, class: 'term', href: `${page.up}glossary.html#${slug}` });
  }
  page.fillMarks('glossary', { '': () => glossaryHtml(entries, shownFigures()) });
}
