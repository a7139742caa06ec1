/** Documents of the project that are pages of the site as well: docs/NAME.md where a page has `<!-- document: NAME -->`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import type { Page } from './html.ts';
import { repository } from './paths.ts';

/** Those that there are: what else lies in docs/ is for who works on the project. */
const documents = ['own-head', 'embedding'];

const fileOf = (name: string): string => join(repository, `docs/${name}.md`);
export const documentFiles = (): string[] => documents.map(fileOf);

/** Tables may be wider than a phone: they scroll by themselves, also with keys. */
const wide = (table: string, of: string): string =>
  `<section class="document scrolls" tabindex="0" aria-label="${of}">${table}</section>`;

const plain = (html: string): string => html.replace(/<[^>]+>/g, '');

/** As HTML, without its title, which the page has itself. */
export function documentHtml(markdown: string): string {
  const made = new Marked().parse(markdown.replace(/^# .*\n/, ''), { async: false });
  // Their length cannot be guessed: see prose.css.
  const html = made.replaceAll('<pre>', '<pre class="source">');
  let heading = 'Table';
  return html.replace(/<h[23]>(.*?)<\/h[23]>|<table>.*?<\/table>/gs, (whole, text?: string) => {
    // A section may have several.
    const [, first = ''] = /<th>(.*?)<\/th>/s.exec(whole) ?? [];
    if (text === undefined) return wide(whole, plain(`${heading}: ${first}`));
    heading = text;
    return whole;
  });
}

export function withDocuments(page: Page): void {
  page.fillMarks(
    'document',
    Object.fromEntries(
      documents.map((name) => [name, () => documentHtml(readFileSync(fileOf(name), 'utf8'))]),
    ),
  );
}
