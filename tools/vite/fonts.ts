/**
 * Self-hosted fonts, cut down while the site is built to the characters that the site uses and to the weights in the table
 * below. `import 'virtual:fonts.css'` gives their @font-face rules. What is cut is kept in build/cache/fonts by a hash of
 * everything that goes in, so that only a change of the characters or of the table costs time.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { all, fits, type Page } from './html.ts';
import { claimFiles } from './ledger.ts';
import { collectMath, mathFonts } from './math.ts';
import { pageFiles } from './pages.ts';
import { cache, nodeModules, repository, web } from './paths.ts';
import { standIns } from './stand-ins.ts';

type Axes = Record<string, number | { min: number; max: number }>;

interface Face {
  /** Name of the file that is shipped, without what is added to it. */
  readonly name: string;
  readonly family: string;
  readonly style: 'normal' | 'italic';
  /** As in CSS: one weight, or a range. */
  readonly weight: string;
  /** Package of @fontsource-variable, and the end of its files' names. */
  readonly source: readonly [packageName: string, suffix: string];
  readonly axes: Axes;
  /** The parts that fontsource cuts a family into, in order of preference. */
  readonly parts: readonly string[];
  readonly features: readonly string[];
  /** Left out if the site has nothing in it. */
  readonly onlyWith?: RegExp;
}

const text = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum'];
const every = ['latin', 'latin-ext', 'greek'];

const upright = { style: 'normal', parts: every, features: text } as const;
const serif = 'Source Serif 4 Variable';

const faces: readonly Face[] = [
  {
    ...upright,
    name: 'serif-roman',
    family: serif,
    weight: '400 650',
    source: ['source-serif-4', 'wght-normal'],
    axes: { wght: { min: 400, max: 650 } },
  },
  {
    ...upright,
    name: 'serif-italic',
    family: serif,
    style: 'italic',
    weight: '400',
    source: ['source-serif-4', 'wght-italic'],
    axes: { wght: 400 },
  },
  {
    // The cut for large sizes, for headings only.
    ...upright,
    name: 'serif-display',
    family: 'Source Serif 4 Display',
    weight: '600',
    source: ['source-serif-4', 'opsz-normal'],
    axes: { wght: 600, opsz: 40 },
    parts: ['latin'],
  },
  {
    ...upright,
    name: 'sans',
    family: 'Inter Variable',
    weight: '400 650',
    source: ['inter', 'wght-normal'],
    axes: { wght: { min: 400, max: 650 } },
    features: [...text, 'case'],
  },
  {
    ...upright,
    name: 'mono',
    family: 'JetBrains Mono Variable',
    weight: '400',
    source: ['jetbrains-mono', 'wght-normal'],
    axes: { wght: 400 },
    parts: ['latin'],
    features: ['ccmp', 'locl'],
    onlyWith: /<(pre|code)\b/,
  },
];

/** What is typed or computed may hold any of these. */
const printable = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('');

/** Without what is German: our own pages are not, and others have fonts of their own. */
function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && /^(?!(.*\.)?(de|german)\.ts$).*\.(html|ts|css|json)$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Characters that the text of a source file can put on the screen: its own, and those behind escapes. */
export function charactersOf(source: string): Set<string> {
  const found = new Set<string>();
  const decoded = source
    .replace(
      /\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})|&#x([0-9a-fA-F]+);/g,
      (_all, a?: string, b?: string, c?: string) =>
        String.fromCodePoint(Number.parseInt(a ?? b ?? c ?? '20', 16)),
    )
    .replace(/&nbsp;/g, '\u00a0');
  for (const character of decoded) if (character > '~') found.add(character);
  return found;
}

/** Reads `U+20-7E,U+A0`. */
export const parseRanges = (ranges: string): Set<number> =>
  new Set(
    ranges.split(',').flatMap((range) => {
      const [first = 0, last = first] = range
        .trim()
        .slice(2)
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    }),
  );

/** Writes code points as `U+20-7E,U+A0`. */
export function formatRanges(codePoints: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const code of [...codePoints].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && code <= last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number): string => code.toString(16).toUpperCase();
  return ranges.map(([a, b]) => `U+${hex(a)}${a === b ? '' : `-${hex(b)}`}`).join(',');
}

/** Cuts a font, or takes the cut from the cache. Returns the path of the file. */
export async function cut(
  file: string,
  name: string,
  characters: string,
  options: { axes?: Axes; features?: readonly string[]; format?: 'sfnt' | 'woff2' },
): Promise<string> {
  const font = readFileSync(file);
  const key = createHash('sha256')
    .update(JSON.stringify([name, characters, options]))
    .update(font)
    .digest('hex')
    .slice(0, 16);
  const folder = join(cache, 'fonts', key);
  const format = options.format ?? 'woff2';
  const path = join(folder, `${name}.${format}`);
  if (existsSync(path)) return path;
  const result = await subsetFont(font, characters, {
    targetFormat: format,
    noHinting: true,
    // The licence travels with the font: its text and its address.
    preserveNameIds: [13, 14],
    ...(options.axes && { variationAxes: options.axes }),
    ...(options.features && { keepFeatures: options.features }),
  });
  mkdirSync(folder, { recursive: true });
  // Two builds may run at once: nobody may read half a file.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, result);
  renameSync(unfinished, path);
  return path;
}

const rule = (declarations: Record<string, string>): string =>
  `@font-face{${Object.entries(declarations)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

/** The rules of the families for text, and their files. */
async function textFaces(folder: string): Promise<string[]> {
  // What the papers state stands on pages too.
  const claims = claimFiles().map((file) => join(repository, file));
  const sources = [...sourceFiles(web), ...claims].map((file) => readFileSync(file, 'utf8'));
  const needed = new Set(printable);
  for (const source of sources) for (const character of charactersOf(source)) needed.add(character);
  const rules: string[] = [];
  for (const face of faces) {
    if (face.onlyWith && !sources.some((source) => face.onlyWith?.test(source))) continue;
    const [packageName, suffix] = face.source;
    const base = join(nodeModules, '@fontsource-variable', packageName);
    const ranges: Record<string, string> = JSON.parse(readFileSync(join(base, 'unicode.json'), 'utf8'));
    const left = new Set([...needed].sort());
    for (const part of face.parts) {
      const covers = parseRanges(ranges[part] ?? '');
      const characters = [...left].filter((character) => covers.has(character.codePointAt(0) ?? 0));
      if (characters.length === 0) continue;
      for (const character of characters) left.delete(character);
      const file = await cut(
        join(base, 'files', `${packageName}-${part}-${suffix}.woff2`),
        `${face.name}-${part}`,
        characters.join(''),
        { axes: face.axes, features: face.features },
      );
      rules.push(
        rule({
          'font-family': `"${face.family}"`,
          'font-style': face.style,
          'font-weight': face.weight,
          'font-display': 'swap',
          src: `url(./${relative(folder, file)}) format("woff2")`,
          'unicode-range': formatRanges(characters.map((character) => character.codePointAt(0) ?? 0)),
        }),
      );
    }
  }
  return rules;
}

/** The rules of KaTeX's fonts that the equations use. Every font gets all characters of all equations: they are few. */
async function mathFaces(folder: string): Promise<string[]> {
  const { classes, characters } = collectMath(pageFiles());
  const needed = [...characters].sort().join('');
  return Promise.all(
    mathFonts(classes).map(async (name) => {
      const file = await cut(join(nodeModules, 'katex/dist/fonts', `${name}.woff2`), name, needed, {});
      return rule({
        'font-family': name.slice(0, name.indexOf('-')),
        'font-style': name.endsWith('Italic') ? 'italic' : 'normal',
        'font-weight': name.includes('-Bold') ? '700' : '400',
        'font-display': 'swap',
        src: `url(./${relative(folder, file)}) format("woff2")`,
      });
    }),
  );
}

/** Writes the style sheet of all fonts next to them; returns its path. */
export async function buildFonts(): Promise<string> {
  const folder = join(cache, 'fonts');
  mkdirSync(folder, { recursive: true });
  const sheet = [...(await textFaces(folder)), ...(await mathFaces(folder)), ...standIns()].join('\n');
  const path = join(folder, `fonts-${createHash('sha256').update(sheet).digest('hex').slice(0, 16)}.css`);
  if (!existsSync(path)) writeFileSync(path, `${sheet}\n`);
  return path;
}

/** The one font that a page is read in. */
const early = /serif-roman-latin-(?!ext-)/;
/**
 * What else a page needs above its first figure, by what tells so: asked for behind all that the figure needs. Where such a font comes
 * only when text has been laid out without it, all of it is laid out again, after a search for each font that might stand in.
 */
const soon: readonly (readonly [font: RegExp, where: string])[] = [
  [/sans-latin-(?!ext-)/, 'nav'],
  [/serif-display-latin-(?!ext-)/, 'h1'],
  [/KaTeX_Math-Italic/, '.mathnormal'],
  [/KaTeX_Main-Regular/, '.mrel, .mopen'],
];
/** Of a page that is a figure and nothing else. */
const earlyInEmbed = /sans-latin-(?!ext-)/;

/** Asks for the fonts of a built page. `files` are all files of the site. */
export function withFonts(page: Page, files: readonly string[]): void {
  if (!page.first('link[rel=stylesheet]')) return;
  const wanted = page.first('body.embed') ? earlyInEmbed : early;
  const elements = all(page.root);
  const above = elements.slice(0, Math.max(0, elements.findIndex(fits('attn-figure'))));
  const later = soon.filter(([, where]) => above.some(fits(where)));
  for (const file of files.filter((name) => name.endsWith('.woff2'))) {
    const now = wanted.test(file);
    if (!now && !later.some(([font]) => font.test(file))) continue;
    page.addToHead('link', {
      rel: 'preload',
      href: (page.up || './') + file,
      as: 'font',
      type: 'font/woff2',
      crossorigin: '',
      ...(!now && { fetchpriority: 'low' }),
    });
  }
}

export function fonts(): Plugin {
  return {
    name: 'attn-fonts',
    // The id is that of a real file, so that Vite resolves and names the fonts beside it as it does for any style sheet.
    resolveId: {
      order: 'pre',
      handler: (source) => (source === 'virtual:fonts.css' ? buildFonts() : undefined),
    },
  };
}
