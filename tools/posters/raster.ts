/** SVG to PNG in Node. The renderer has the fonts that it is given here and no other: what they lack would be left out without a word. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { cut, parseRanges } from '../vite/fonts.ts';
import { nodeModules } from '../vite/paths.ts';
import { charactersIn } from './sfnt.ts';

const at = (path: string): string => join(nodeModules, path);
const inter = '@fontsource-variable/inter';
const serif = '@fontsource-variable/source-serif-4';

const ranges: Record<string, string> = JSON.parse(readFileSync(at(`${inter}/unicode.json`), 'utf8'));
const lettersOf = (part: string): string => String.fromCodePoint(...parseRanges(ranges[part] ?? ''));

/** The parts of the family that have the letters of drawings, and the weights that they use: the renderer knows no variable fonts. */
const parts = ['latin', 'latin-ext', 'greek'];
const weights = [400, 600];

/** As the headings of pages have it. */
export const titleFont = 'Source Serif 4';

const cutTexts = (): Promise<string[]> =>
  Promise.all([
    ...parts.flatMap((part) =>
      weights.map((wght) =>
        cut(
          at(`${inter}/files/inter-${part}-wght-normal.woff2`),
          `preview-${part}-${wght}`,
          lettersOf(part),
          {
            axes: { wght },
            format: 'sfnt',
          },
        ),
      ),
    ),
    cut(at(`${inter}/files/inter-latin-wght-italic.woff2`), 'preview-italic', lettersOf('latin'), {
      axes: { wght: 400 },
      format: 'sfnt',
    }),
    cut(at(`${serif}/files/source-serif-4-latin-opsz-normal.woff2`), 'preview-title', lettersOf('latin'), {
      axes: { wght: 600, opsz: 40 },
      format: 'sfnt',
    }),
  ]);

/** Arrows and signs that those lack, from the font of the equations; nothing else of that, or whole words would be set in it. */
async function cutSigns(signs: string): Promise<string[]> {
  if (!signs) return [];
  const file = await cut(at('katex/dist/fonts/KaTeX_Main-Regular.woff2'), 'preview-signs', signs, {
    format: 'sfnt',
  });
  const there = charactersIn(readFileSync(file));
  const lost = [...signs].filter((sign) => !there.has(sign));
  if (lost.length) throw new RangeError(`no font of previews has “${lost.join('')}”`);
  return [file];
}

const high = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀ';
const low = '₀₁₂₃₄₅₆₇₈₉₊₋';
const onTheLine = '0123456789+−T';
/** How large they are and how far they are moved, in the size of the text. */
const small = { size: 0.68, up: -0.37, down: 0.16 } as const;

/**
 * Raised and lowered digits as small ones of the font that the text is set in. They are characters of their own, and of these a
 * browser takes what its font lacks from the system; Inter, as it is packed, has three.
 */
export function withSmallDigits(svg: string): string {
  const set = (text: string): string => {
    let shifted = 0;
    return (text.match(new RegExp(`[${high}]+|[${low}]+|[^${high}${low}]+`, 'g')) ?? [])
      .map((piece) => {
        const from = [high, low].find((row) => row.includes(piece.charAt(0)));
        const level = from ? small[from === high ? 'up' : 'down'] : 0;
        // A shift is told in the size of what is shifted, and what follows begins where it ends.
        const by = (level - shifted) / (from ? small.size : 1);
        shifted = level;
        const set = from ? [...piece].map((digit) => onTheLine[from.indexOf(digit)]).join('') : piece;
        const size = from ? ` font-size="${small.size}em"` : '';
        return by ? `<tspan${size} dy="${by.toFixed(3)}em">${set}</tspan>` : set;
      })
      .join('');
  };
  return svg.replace(
    /(<text[^>]*>)([^<]*)(?=<\/text>)/g,
    // Of the narrow spaces in numbers a font may have none, and one is as good here.
    (_all, open: string, text: string) => open + set(text.replace(/[\u00a0\u2009\u202f]/g, ' ')),
  );
}

let texts: Promise<{ files: readonly Buffer[]; known: ReadonlySet<string> }> | undefined;
let started: Promise<unknown> | undefined;

async function readTexts(): Promise<{ files: readonly Buffer[]; known: ReadonlySet<string> }> {
  const files = (await cutTexts()).map((path) => readFileSync(path));
  return { files, known: new Set(files.flatMap((file) => [...charactersIn(file)])) };
}

/** What is shown of a picture; not what it says of itself. */
const shownIn = (svg: string): string =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)]
    .map(([, text = '']) => text.replace(/<[^>]*>/g, ''))
    .join('');

/** The picture at its size. Throws where a sign in it is in no font. */
export async function png(svg: string): Promise<Uint8Array> {
  texts ??= readTexts();
  started ??= initWasm(readFileSync(at('@resvg/resvg-wasm/index_bg.wasm')));
  const { files, known } = await texts;
  await started;
  const drawn = withSmallDigits(svg);
  const signs = [...new Set(shownIn(drawn))].filter((sign) => sign > '~' && !known.has(sign)).sort();
  const more = (await cutSigns(signs.join(''))).map((path) => readFileSync(path));
  const font = { fontBuffers: [...files, ...more], defaultFontFamily: 'Inter' };
  return new Resvg(drawn, { font }).render().asPng();
}
