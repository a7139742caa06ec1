/** Pictures of chapters on the front page: a part of a figure's poster, cut out so that it cuts through no label. */
import type { Picture, Poster } from '../posters/render.ts';

/** Its left upper corner in the narrow poster, and its width, in px; the height follows. It may reach beyond the poster. */
export type Crop = readonly [x: number, y: number, width: number];

/** Of height to width, as the style sheet has it (`.cover`). */
const heightOf = (width: number): number => Math.round((width * 9) / 14);

/** As attributes of what shows it. */
export const sizeOf = ([, , width]: Crop): string => `width="${width}" height="${heightOf(width)}"`;

/** The part of a poster, as a picture by itself. */
export function cropped(svg: string, crop: Crop): string {
  const [x, y, width] = crop;
  const size = sizeOf(crop);
  const [root, ground] = [
    / width="\d+" height="\d+" viewBox="[^"]*"/,
    /<rect x="0" y="0" width="\d+" height="\d+"/,
  ];
  if (!root.test(svg) || !ground.test(svg)) throw new Error('covers: this poster has no size, or no ground');
  return svg
    .replace(root, ` ${size} viewBox="${x} ${y} ${width} ${heightOf(width)}"`)
    .replace(ground, `<rect x="${x}" y="${y}" ${size}`);
}

export interface Cover {
  readonly theme: Picture['theme'];
  readonly name: string;
  readonly svg: string;
}

/** Of a chapter, in both themes. */
export const coversOf = (slug: string, { pictures }: Poster, crop: Crop): Cover[] =>
  pictures
    .filter(({ width }) => width === 'narrow')
    .map(({ theme, svg }) => ({ theme, name: `cover-${slug}.${theme}.svg`, svg: cropped(svg, crop) }));
