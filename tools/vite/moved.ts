/**
 * Anchors that have left a page, from web/moved.json: links of others go on to lead there. The page carries the list, and its script
 * sends a reader on who comes with such an anchor, or with the state of a figure that has moved.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, set } from './html.ts';
import { web } from './paths.ts';

/** For a page, by anchor, the page where it is now, as a link from there. */
export type Moved = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const readMoved = (): Moved => JSON.parse(readFileSync(join(web, 'moved.json'), 'utf8'));

export function withMoved(page: Page, moved: Moved = readMoved()): void {
  const own = moved[page.name];
  const main = page.first('main');
  if (!own || !main) return;
  for (const [anchor, to] of Object.entries(own))
    if (!existsSync(join(page.file, '..', to)))
      page.fail(`moved.json sends ${anchor} to ${to}, which is no page`);
  set(main, { 'data-moved': JSON.stringify(own) });
}
