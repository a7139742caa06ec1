/**
 * How high a figure's drawing is at every width, from its declaration, so that a poster keeps that height: each page links the rules
 * of its figures, and where any may come, `import 'virtual:heights.css'` has all. What stands around a drawing keeps its place by
 * itself: see tools/posters/desk.ts.
 */
import type { Plugin } from 'vite';
import { nodeSide } from './node-side.ts';
import { linkedSheet } from './page-sheet.ts';
import { repository } from './paths.ts';

type Render = typeof import('../posters/render.ts');
type Drawing = readonly [id: string, height: (width: number) => number];

/** Widths of a drawing, in px: narrower than in any card, and wider than where drawings still change their height. */
const [least, most] = [160, 1600];

/** The rules; at each width only for those drawings whose height is another than before. */
export function heightsSheet(drawings: readonly Drawing[]): string {
  const rule = (id: string, height: number): string =>
    `attn-figure[fig=${id}]>picture>img{height:${height}px}`;
  // The poster keeps the height free and is drawn inside.
  const box = 'attn-figure>picture{display:block;container-type:inline-size}';
  const image = 'attn-figure>picture>img{display:block;width:100%;object-fit:contain}';
  const sheet = [box + image, drawings.map(([id, height]) => rule(id, height(least))).join('')];
  for (let width = least + 1; width <= most; width++) {
    const other = drawings.filter(([, height]) => height(width) !== height(width - 1));
    if (other.length)
      sheet.push(
        `@container(min-width:${width}px){${other.map(([id, height]) => rule(id, height(width))).join('')}}`,
      );
  }
  return sheet.join('\n');
}

const id = 'virtual:heights.css';

export function heights(): Plugin {
  return {
    name: 'attn-heights',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      const { heights } = await nodeSide.load<Render>(`${repository}tools/posters/render.ts`);
      return heightsSheet(await heights());
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, context) {
        const shown = new Set([...html.matchAll(/<attn-figure\s[^>]*\bfig="([\w-]+)"/g)].map(([, id]) => id));
        if (shown.size === 0) return [];
        const { heights } = await nodeSide.load<Render>(`${repository}tools/posters/render.ts`);
        const own = (await heights()).filter(([id]) => shown.has(id));
        return linkedSheet('heights', heightsSheet(own), context);
      },
    },
  };
}
