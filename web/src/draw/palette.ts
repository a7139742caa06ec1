import type { Role } from './surface';

export type Theme = 'light' | 'dark';

/** Everything that has a colour: the roles of drawings, and what is around a drawing. */
export type Tone = Role | 'paper' | 'focus' | 'good' | 'bad';

/**
 * In light, in dark: the look of the article, of a figure elsewhere, a poster and an exported picture. A role keeps its hue in both.
 * Every role and text colour has a contrast of at least 4.5 on paper, surface and note, and within the sets of roles that
 * meet in one figure the smallest CIEDE2000 difference is at least 13 for normal, deuteranope, protanope and tritanope
 * sight (simulated after Machado 2009, on the values as written). In the dark theme two pairs are nearer for tritanopes: value and
 * particle, error and margin. Colour is never the only sign: every role has a mark of its own shape.
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
  focus: ['#1724ad', '#b9c8ff'],
  good: ['#00714a', '#00b659'],
  bad: ['#700012', '#ffb2a7'],
  query: ['#1724ad', '#b9c8ff'],
  key: ['#a05c00', '#dd6b0a'],
  value: ['#00714a', '#00b659'],
  weight: ['#8555ba', '#a68cff'],
  error: ['#700012', '#ffb2a7'],
  loss: ['#666e79', '#b3bac7'],
  particle: ['#00454f', '#0f9bab'],
  margin: ['#4b3d00', '#e9bd00'],
  plus: ['#4a2483', '#b59cff'],
  minus: ['#6b3a00', '#ef9f4f'],
  'category-1': ['#0e38ea', '#415ee7'],
  'category-2': ['#b98354', '#fad9a1'],
  'category-3': ['#023917', '#75b209'],
  'category-4': ['#a767fd', '#b493d5'],
  'category-5': ['#9d3f5c', '#e08694'],
  'category-6': ['#469a92', '#9df0e7'],
  'category-7': ['#616100', '#657826'],
  'category-8': ['#520a40', '#af4771'],
};

export const toneNames = Object.keys(tones) as readonly Tone[];

/** The colour of a tone where no page says otherwise. */
export const colourOf = (tone: Tone, theme: Theme): string => tones[tone][theme === 'light' ? 0 : 1];
