/**
 * How high a figure's drawing is at every width, from its declaration, so that a poster keeps that height: each page links the rules
 * of its figures, and where any may come, `import 'virtual:heights.css'` has all. What stands around a drawing keeps its place by
 * itself: see tools/posters/desk.ts.
 */
import type { Plugin } from 'vite';
import { coloursSheet } from './colours.ts';
import { nodeSide } from './node-side.ts';
import { linkedSheet } from './page-sheet.ts';
import { repository } from './paths.ts';

type Render = typeof import('../posters/render.ts');
type Desk = typeof import('../posters/desk.ts');
type Drawing = readonly [id: string, height: (width: number) => number];

/** Widths of a drawing, in px: narrower than in any card, and wider than where drawings still change their height. */
const [least, most] = [200, 1600];

/** Widths over which a drawing stays as high or grows by as much with each pixel, from one on. */
interface Stretch {
  readonly from: number;
  readonly height: number;
  readonly slope: number;
}

/** The fewest stretches that give the height at every whole width. What grows has to do so three times, or it is a step. */
export function stretches(height: (width: number) => number): Stretch[] {
  const found: Stretch[] = [];
  const same = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;
  for (let width = least; width <= most; width++) {
    const last = found.at(-1);
    const here = height(width);
    if (last && same(here, last.height + last.slope * (width - last.from))) continue;
    const [next, second, third] = [1, 2, 3].map((by) => height(width + by)) as [number, number, number];
    const slope = next - here;
    const grows = same(second - next, slope) && same(third - second, slope);
    found.push({ from: width, height: here, slope: grows ? slope : 0 });
  }
  return found;
}

/** The rules; at each width only for those drawings with which a stretch begins. */
export function heightsSheet(drawings: readonly Drawing[]): string {
  const px = (length: number): string => `${Number(length.toFixed(4))}px`;
  const rule = (id: string, { from, height, slope }: Stretch): string => {
    const grown = `calc(${Number((100 * slope).toFixed(4))}cqw + ${px(height - slope * from)})`;
    return `[fig=${id}] img{height:${slope ? grown : px(height)}}`;
  };
  // The poster keeps the height free and is drawn inside.
  const box = 'attn-figure>picture{display:block;container-type:inline-size}';
  const image = 'attn-figure>picture>img{display:block;width:100%;object-fit:contain}';
  const all = drawings.flatMap(([id, height]) => stretches(height).map((stretch) => ({ id, stretch })));
  const at = (width: number): string =>
    all
      .filter(({ stretch }) => stretch.from === width)
      .map(({ id, stretch }) => rule(id, stretch))
      .join('');
  const widths = [...new Set(all.map(({ stretch }) => stretch.from))].sort((a, b) => a - b);
  const sheet = widths.map((width) =>
    width === least ? at(width) : `@container(min-width:${width}px){${at(width)}}`,
  );
  return [box + image, ...sheet].join('\n');
}

const sheets: Readonly<Record<string, () => string | Promise<string>>> = {
  'virtual:colours.css': coloursSheet,
  async 'virtual:heights.css'() {
    const { heights } = await nodeSide.load<Render>(`${repository}tools/posters/render.ts`);
    return heightsSheet(await heights());
  },
  async 'virtual:waiting.css'() {
    return (await nodeSide.load<Desk>(`${repository}tools/posters/desk.ts`)).waitingCss();
  },
};

export function heights(): Plugin {
  return {
    name: 'attn-heights',
    resolveId: (source) => (source in sheets ? `\0${source}` : undefined),
    load: (resolved) => sheets[resolved.slice(1)]?.(),
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
