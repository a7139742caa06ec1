/** Every link of the prose that puts a figure into a state. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nameOf } from '../../../tools/vite/html.ts';
import { pageFiles } from '../../../tools/vite/pages.ts';

export interface Link {
  readonly page: string;
  /** The page that it leads to, and whether that shows the figure. */
  readonly to: string;
  readonly isThere: boolean;
  /** What stands behind the `#`. */
  readonly hash: string;
  readonly key: string;
  /** The name of the figure: its key, or what the element with that id shows. */
  readonly figure: string;
  /** The state, as the figure reads it. */
  readonly text: string;
}

/** The figures of a page that somebody has written, by what stands for them in its address. */
function figureOf(html: string, key: string): string {
  const element = new RegExp(`<attn-figure[^>]*\\bid="${key}"[^>]*>`).exec(html)?.[0] ?? '';
  return /\bfig="([\w-]+)"/.exec(element)?.[1] ?? key;
}

export const links: readonly Link[] = pageFiles().flatMap((file) => {
  const html = readFileSync(file, 'utf8');
  return [...html.matchAll(/href="([^"#]*)#([\w-]+=v1[^"]*)"/g)].flatMap(([, to = '', hash = '']) => {
    const shown = to ? join(dirname(file), to) : file;
    const there = existsSync(shown) ? readFileSync(shown, 'utf8') : '';
    return hash.split('&amp;').map((entry) => {
      const [, key = '', text = ''] = /^([\w-]+)=(.*)$/.exec(entry) ?? [];
      const figure = figureOf(there, key);
      const isThere = there.includes(`fig="${figure}"`);
      return {
        page: basename(file),
        to: nameOf(shown),
        isThere,
        hash,
        key,
        figure,
        text: decodeURIComponent(text),
      };
    });
  });
});
