/** Style sheets that belong to one page: written to files, so that Vite names, minifies and links them as it does with every other. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { HtmlTagDescriptor, IndexHtmlTransformContext } from 'vite';
import { cache, web } from './paths.ts';

/** The tags, none or one, that link `sheet` to the page. `kind` names the folder. */
export function linkedSheet(
  kind: string,
  sheet: string,
  { filename, server }: Pick<IndexHtmlTransformContext, 'filename' | 'server'>,
): HtmlTagDescriptor[] {
  if (!sheet) return [];
  const file = join(cache, kind, `${relative(web, filename).replace(/\W+/g, '-')}.css`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, sheet);
  const href = server ? `/@fs${file}` : relative(dirname(filename), file);
  return [{ tag: 'link', attrs: { rel: 'stylesheet', href }, injectTo: 'head' }];
}
