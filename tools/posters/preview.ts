/** A poster as PNG, for those who show no SVG: previews of shared links above all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { cut, parseRanges } from '../vite/fonts.ts';
import { nodeModules } from '../vite/paths.ts';
import { socialImage } from '../vite/site.ts';

const margin = 28;

/** Weights that drawings use. */
const weights = [400, 600];
/** The parts of the family that have their letters. */
const parts = ['latin', 'latin-ext', 'greek'];

const at = (path: string): string => join(nodeModules, path);
const inter = '@fontsource-variable/inter';

const ranges: Record<string, string> = JSON.parse(readFileSync(at(`${inter}/unicode.json`), 'utf8'));
const letters = new Map(
  parts.map((part) => [part, String.fromCodePoint(...parseRanges(ranges[part] ?? ''))]),
);
const known = new Set([...letters.values()].join(''));

/** The font of drawings in each weight: the renderer knows no variable fonts. */
const cutFonts = (): Promise<string[]> =>
  Promise.all(
    [...letters].flatMap(([part, characters]) =>
      weights.map((wght) =>
        cut(at(`${inter}/files/inter-${part}-wght-normal.woff2`), `preview-${part}-${wght}`, characters, {
          axes: { wght },
          format: 'sfnt',
        }),
      ),
    ),
  );

/** Arrows and signs that it lacks, from the font of the equations; nothing else of that, or whole words would be set in it. */
function cutSigns(svg: string): Promise<string>[] {
  const signs = [...new Set(svg.replace(/<[^>]*>/g, ''))].filter((sign) => sign > '~' && !known.has(sign));
  const font = at('katex/dist/fonts/KaTeX_Main-Regular.woff2');
  return signs.length ? [cut(font, 'preview-signs', signs.sort().join(''), { format: 'sfnt' })] : [];
}

let fonts: Promise<string[]> | undefined;
let started: Promise<unknown> | undefined;

/** The drawing as large as it gets in the middle of the picture, on its own ground. */
export function framed(svg: string): string {
  const [, width = 1, height = 1] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number);
  const ground = /<rect [^>]*fill="([^"]*)"/.exec(svg)?.[1] ?? '#fff';
  const scale = Math.min(
    (socialImage.width - 2 * margin) / width,
    (socialImage.height - 2 * margin) / height,
  );
  const [w, h] = [width * scale, height * scale];
  const place = `x="${(socialImage.width - w) / 2}" y="${(socialImage.height - h) / 2}" width="${w}" height="${h}"`;
  const inner = svg.replace(/(<svg [^>]*?) width="[\d.]+" height="[\d.]+"/, `$1 ${place}`);
  const all = `width="${socialImage.width}" height="${socialImage.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${all}><rect ${all} fill="${ground}"/>${inner}</svg>`;
}

/** A poster as a PNG of the size that previews of shared links show whole. */
export async function preview(svg: string): Promise<Uint8Array> {
  fonts ??= cutFonts();
  started ??= initWasm(readFileSync(at('@resvg/resvg-wasm/index_bg.wasm')));
  const [files, signs] = await Promise.all([fonts, Promise.all(cutSigns(svg)), started]);
  const fontBuffers = [...files, ...signs].map((path) => readFileSync(path));
  return new Resvg(framed(svg), { font: { fontBuffers, defaultFontFamily: 'Inter' } }).render().asPng();
}
