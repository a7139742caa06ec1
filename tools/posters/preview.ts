/** Pictures for previews of shared links, 1200 x 630. */
import { textSize, textWidth } from '../../web/src/draw/labels.ts';
import { colourOf, type Tone } from '../../web/src/draw/palette.ts';
import { escapeHtml } from '../vite/pages.ts';
import { socialImage } from '../vite/site.ts';
import { png, titleFont } from './raster.ts';

const { width, height } = socialImage;
const all = `width="${width}" height="${height}"`;
const margin = 28;

/** A drawing in a place of the picture, as large as it gets there. */
function placed(svg: string, [x, y, w, h]: readonly [number, number, number, number]): string {
  const [, across = 1, high = 1] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number);
  const scale = Math.min(w / across, h / high);
  const size = [across * scale, high * scale] as const;
  const place = `x="${x + (w - size[0]) / 2}" y="${y + (h - size[1]) / 2}" width="${size[0]}" height="${size[1]}"`;
  return svg.replace(/(<svg [^>]*?) width="[\d.]+" height="[\d.]+"/, `$1 ${place}`);
}

const picture = (ground: string, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${all}><rect ${all} fill="${ground}"/>${inner}</svg>`;

/** The drawing alone in the middle of the picture, on its own ground. */
export const framed = (svg: string): string =>
  picture(
    /<rect [^>]*fill="([^"]*)"/.exec(svg)?.[1] ?? '#fff',
    placed(svg, [margin, margin, width - 2 * margin, height - 2 * margin]),
  );

/** A poster as a PNG of the size that previews of shared links show whole. */
export const preview = (svg: string): Promise<Uint8Array> => png(framed(svg));

/** What a card of a figure or a chapter is made of; `within` gives the drawing for the room that suits it best, and says which that is. */
export interface Card {
  readonly title: string;
  readonly claim: string;
  /** What stands beside the name of the site. */
  readonly place?: string;
  readonly within: (rooms: readonly Size[]) => { readonly room: number; readonly svg: string };
}
interface Size {
  readonly width: number;
  readonly height: number;
}

const edge = 40;
const site = 'Attention Explorables';
const name = { size: 20, bold: true, line: 26, tone: 'ink-2' } as const;
const title = { size: 38, line: 44, serif: true, tone: 'ink' } as const;
const claim = { size: 23, line: 31, tone: 'ink-2' } as const;
/** The width of the words where they stand beside the drawing, and the room between them. */
const column = 290;
const gap = 32;

interface Setting {
  readonly size: number;
  readonly line: number;
  readonly tone: Tone;
  readonly serif?: boolean;
  readonly bold?: boolean;
}
interface Line extends Setting {
  readonly text: string;
  readonly y: number;
}

/** A text in lines that are at most that wide. */
function lines(text: string, width: number, { size, serif = false }: Setting): string[] {
  const wide = (words: string): number => (textWidth(words) / textSize) * size * (serif ? 0.92 : 1);
  const found: string[] = [];
  for (const word of text.split(' ')) {
    const longer = found.length ? `${found.at(-1)} ${word}` : word;
    if (found.length && wide(longer) <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}

/** The same in lines about as long as each other: no word stands alone in the last. */
function balanced(text: string, width: number, setting: Setting): string[] {
  let best = lines(text, width, setting);
  for (let less = width - 8; less > width / 2; less -= 8) {
    const next = lines(text, less, setting);
    if (next.length > best.length) break;
    best = next;
  }
  return best;
}

/** The words of a card, in lines of that width, from the upper edge on; and where they end. */
function wordsOf(card: Card, width: number): { readonly lines: readonly Line[]; readonly end: number } {
  let y = edge - 10;
  const set = (text: string, setting: Setting, before: number): Line[] => {
    y += before;
    return balanced(text, width, setting).map((words) => {
      y += setting.line;
      return { ...setting, text: words, y };
    });
  };
  const all = [
    ...set(card.place ? `${site}, ${card.place}` : site, name, 0),
    ...set(card.title, title, 8),
    ...set(card.claim, claim, 12),
  ];
  return { lines: all, end: y };
}

const lineSvg = ({ text, y, size, tone, serif, bold }: Line): string =>
  `<text x="${edge}" y="${y}" font-family="${serif ? titleFont : 'Inter'}" font-weight="${serif || bold ? 600 : 400}" font-size="${size}" fill="${colourOf(tone, 'light')}">${escapeHtml(text)}</text>`;

/** The card of a figure: its title, its claim and its drawing alone, beside each other or one below the other. */
export function cardSvg(card: Card): string {
  const [besides, above] = [wordsOf(card, column), wordsOf(card, width - 2 * edge)];
  const left = edge + column + gap;
  const top = above.end + 26;
  const rooms = [
    { words: besides, place: [left, edge - 12, width - left - edge + 12, height - 2 * edge + 24] },
    { words: above, place: [edge, top, width - 2 * edge, height - top - edge + 12] },
  ] as const;
  const sizes = rooms.map(({ place: [, , w, h] }) => ({ width: w, height: h }));
  const { room, svg } = card.within(sizes);
  const { words, place } = rooms[room] ?? rooms[0];
  return picture(colourOf('surface', 'light'), words.lines.map(lineSvg).join('') + placed(svg, place));
}

export const cardPng = (card: Card): Promise<Uint8Array> => png(cardSvg(card));
