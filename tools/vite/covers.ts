/** Pictures of chapters on the front page: a part of a figure's poster, cut out so that it cuts through no label. */
import type { Poster } from '../posters/render.ts';

/** Its left upper corner in the narrow poster, and its width, in px; the height follows. It may reach beyond the poster. */
export type Crop = readonly [x: number, y: number, width: number];

/** Of height to width, as the style sheet has it (`.cover`). */
const ratio = 9 / 14;

export const coverName = (slug: string, theme: string): string => `cover-${slug}.${theme}.svg`;

/** The part of a poster, as a picture by itself. */
export function cropped(svg: string, [x, y, width]: Crop): string {
  const height = Math.round(width * ratio);
  const [root, ground] = [
    / width="\d+" height="\d+" viewBox="[^"]*"/,
    /<rect x="0" y="0" width="\d+" height="\d+"/,
  ];
  if (!root.test(svg) || !ground.test(svg)) throw new Error('covers: this poster has no size, or no ground');
  return svg
    .replace(root, ` width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`)
    .replace(ground, `<rect x="${x}" y="${y}" width="${width}" height="${height}"`);
}

/** Of a chapter, in both themes, by the names of their files. */
export const coversOf = (slug: string, { pictures }: Poster, crop: Crop): [name: string, svg: string][] =>
  pictures
    .filter(({ width }) => width === 'narrow')
    .map(({ theme, svg }) => [coverName(slug, theme), cropped(svg, crop)]);
