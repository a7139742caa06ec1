/**
 * System fonts in the shape of ours, which hold the place of text until its font is there: `size-adjust` is how wide our text is, as a
 * part of its width in that font, ascent and descent are ours. Widths are those of all text of the front page and the chapters, in each
 * style by itself: italics are narrower by a tenth than upright letters, bold ones wider by a fiftieth. A test measures them in the
 * fonts that its machine has. No name begins with `Serif`: the build takes the quotes off, and browsers drop the rule.
 */

/** Liberation has the widths of Times and Arial. Of a name on a phone nobody knows whether it is the full one or PostScript's. */
const upright = {
  Georgia: ['Georgia'],
  Times: ['Times New Roman', 'Liberation Serif', 'Times'],
  Noto: ['Noto Serif', 'NotoSerif-Regular', 'NotoSerif'],
  DejaVu: ['DejaVu Serif'],
};
const slanted = {
  Georgia: ['Georgia Italic'],
  Times: ['Times New Roman Italic', 'Liberation Serif Italic', 'Times Italic'],
  Noto: ['Noto Serif Italic', 'NotoSerif-Italic'],
  // Not everybody has the italics, which are as wide.
  DejaVu: ['DejaVu Serif Italic', 'DejaVu Serif'],
};
const sans = {
  Arial: ['Arial', 'Liberation Sans', 'Helvetica'],
  Roboto: ['Roboto', 'Roboto-Regular'],
  DejaVu: ['DejaVu Sans'],
};

interface Style {
  /** What the names of the families begin with. */
  readonly family: string;
  readonly fonts: Readonly<Record<string, readonly string[]>>;
  /** In percent, in the order of the fonts. */
  readonly widths: readonly number[];
  /** Of our font, in percent. */
  readonly ascent: number;
  readonly descent: number;
  readonly more?: string;
}

const serif = { ascent: 103.6, descent: 33.5 };
const inter = { ascent: 96.9, descent: 24.1 };
/** Not 600: browsers embolden only what says that it is lighter. Nor 500: what is a little bold is no wider. */
const bold = 'font-weight:550;';
const styles: readonly Style[] = [
  { family: 'Text', fonts: upright, widths: [107.2, 117.4, 99.4, 91.8], ...serif },
  { family: 'Text', fonts: upright, widths: [108.6, 118.8, 101.1, 93.3], ...serif, more: bold },
  { family: 'Text', fonts: slanted, widths: [96.4, 107.4, 93.1, 84.3], ...serif, more: 'font-style:italic;' },
  { family: 'Sans', fonts: sans, widths: [106.7, 107.4, 93.6], ...inter },
  { family: 'Sans', fonts: sans, widths: [108.4, 108.8, 94.9], ...inter, more: bold },
  // For headings: the cut for large sizes is narrower, and these are not to be emboldened.
  {
    family: 'Display',
    fonts: upright,
    widths: [97.3, 106.7, 90.1, 83.8],
    ...serif,
    more: 'font-weight:100 900;',
  },
];

const percent = (value: number): string => `${Math.round(value * 10) / 10}%`;

/** The rules of all of them. */
export const standIns = (): string[] =>
  styles.flatMap(({ family, fonts, widths, ascent, descent, more = '' }) =>
    Object.entries(fonts).map(([name, locals], i) => {
      const width = widths[i] ?? 100;
      const overrides = `ascent-override:${percent((100 * ascent) / width)};descent-override:${percent((100 * descent) / width)};line-gap-override:0%`;
      const src = locals.map((local) => `local("${local}")`).join(',');
      return `@font-face{font-family:"${family} ${name}";${more}src:${src};size-adjust:${percent(width)};${overrides}}`;
    }),
  );
