import type { Role } from './surface';

export type Theme = 'light' | 'dark';

/** Everything that has a colour: the roles of drawings, and what is around a drawing. */
export type Tone = Role | 'paper' | 'focus' | 'good' | 'bad';

/**
 * In light, in dark: the look of the article, of a figure elsewhere, a poster and an exported picture. A role keeps its hue in both.
 * Every role and text colour has a contrast of at least 4.5 on paper, surface and note, and within the sets of roles that
 * meet in one figure the smallest CIEDE2000 difference is at least 13 for normal, deuteranope, protanope and tritanope
 * sight (simulated after Machado 2009, on the values as written). Colour is never the only sign: every role has a mark of its own
 * shape. How they were found: docs/decisions/0039-colours.md.
 * Plus and minus are the ends of the shades of heatmaps. The eight categories are at least 17 apart for every kind of sight and have
 * a contrast of 3: they colour lines and marks, never text.
 */
const tones: { readonly [K in Tone]: readonly [light: string, dark: string] } = {
  paper: ['#fcfbf7', '#15171c'],
  surface: ['#ffffff', '#1b1e24'],
  ink: ['#1d2026', '#e8e6e1'],
  'ink-2': ['#565c66', '#b3b6bd'],
  'ink-3': ['#686e78', '#8e939c'],
  rule: ['#e4e1d8', '#2d3138'],
  grid: ['#efece4', '#252930'],
  focus: ['#0e65ee', '#79b8ff'],
  good: ['#0d7e48', '#00ac75'],
  bad: ['#920334', '#ea5340'],
  query: ['#0e65ee', '#79b8ff'],
  key: ['#cd3600', '#ff9f4e'],
  value: ['#0d7e48', '#00ac75'],
  weight: ['#630fb2', '#8972f5'],
  error: ['#920334', '#ea5340'],
  loss: ['#6b6e78', '#a0a1b2'],
  particle: ['#00525c', '#61f8ed'],
  margin: ['#ae4197', '#c860b7'],
  plus: ['#4c1d9e', '#b59cff'],
  minus: ['#a50f2d', '#ff8591'],
  'category-1': ['#508dff', '#54a0ff'],
  'category-2': ['#e0637f', '#ffbaa4'],
  'category-3': ['#007752', '#49f5ef'],
  'category-4': ['#8e4c9d', '#5253fa'],
  'category-5': ['#979600', '#c6e10e'],
  'category-6': ['#0100a7', '#959494'],
  'category-7': ['#ba0406', '#fe4052'],
  'category-8': ['#640038', '#856083'],
};

export const toneNames = Object.keys(tones) as readonly Tone[];

/** The colour of a tone where no page says otherwise. */
export const colourOf = (tone: Tone, theme: Theme): string => tones[tone][theme === 'light' ? 0 : 1];
