import { join } from 'node:path';
import { Page } from '../../../tools/vite/html.ts';
import { web } from '../../../tools/vite/paths.ts';

/** A page, or a piece of one, by the name that it has below web/. */
export const pageOf = (html: string, name = 'a.html'): Page => new Page(html, join(web, name));

/** What a transform makes of it. */
export function transformed(html: string, transform: (page: Page) => unknown, name?: string): string {
  const page = pageOf(html, name);
  transform(page);
  return page.html;
}
