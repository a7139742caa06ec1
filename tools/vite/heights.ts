/**
 * `import 'virtual:heights.css'`: how much a page keeps free for each figure that is not live yet, so that nothing below it moves when it
 * is. The heights are measured in a browser, by tools/heights.mjs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { web } from './paths.ts';

export interface Heights {
  /** Widths of the page in px, ascending: each height holds from its width up to the next. */
  readonly widths: readonly number[];
  /** By figure: of its drawing in px, and of the rest of its card in em. */
  readonly heights: Readonly<Record<string, readonly (readonly number[])[]>>;
}

const file = join(web, 'src/article/heights.json');
export const readHeights = (): Heights => JSON.parse(readFileSync(file, 'utf8'));

/** The rules; at each width only for those figures whose height is another than before. */
export function heightsSheet({ widths, heights }: Heights): string {
  return widths
    .map((width, i) => {
      const rules = Object.entries(heights)
        .filter(([, list]) => i === 0 || String(list[i]) !== String(list[i - 1]))
        .map(([fig, list]) => {
          const [px, em] = list[i] ?? [];
          return `attn-figure[fig=${fig}]:not([controls]){--attn-reserve:calc(${px}px + ${em}em)}`;
        });
      return i === 0 ? rules.join('') : `@media(min-width:${width}px){${rules.join('')}}`;
    })
    .join('\n');
}

const id = 'virtual:heights.css';

export function heights(): Plugin {
  return {
    name: 'attn-heights',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      this.addWatchFile(file);
      return heightsSheet(readHeights());
    },
  };
}
