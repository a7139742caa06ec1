import { describe, expect, test } from 'vitest';
import { coloursSheet, note } from '../../../tools/vite/colours.ts';
import { colourOf, type Theme, type Tone, toneNames } from '../../../web/src/draw/palette';
import { roles } from '../../../web/src/draw/surface';
import { tokens } from '../../../web/src/element/style/tokens';
import { ciede2000, contrast, dichromat, difference, type Sight, type Space, sights } from './colour-vision';

const themes = ['light', 'dark'] as const;
const categories = toneNames.filter((tone) => tone.startsWith('category-'));

/** Roles that meet in one figure. */
const sets = [
  'query key value weight',
  'value error weight loss',
  'query particle weight error',
  'margin value query particle',
  'loss margin particle error',
  'query key error margin',
].map((set) => set.split(' ') as Tone[]);

/** All pairs that meet, each once. */
const pairs = [
  ...new Map(
    sets
      .flatMap((set) => set.flatMap((a, i) => set.slice(i + 1).map((b) => [a, b].sort() as [Tone, Tone])))
      .map((pair) => [pair.join(' '), pair]),
  ).values(),
];

/** The smallest difference, and the pairs that are nearer than 13. */
function nearest(theme: Theme, sight: Sight, space: Space): { least: number; near: string[] } {
  const all = pairs.map(([a, b]) => ({
    pair: `${a} ${b}`,
    apart: difference(colourOf(a, theme), colourOf(b, theme), sight, space),
  }));
  return {
    least: Math.min(...all.map(({ apart }) => apart)),
    near: all.filter(({ apart }) => apart < 13).map(({ pair }) => pair),
  };
}

describe.each(themes)('in the %s theme', (theme) => {
  const texts = toneNames.filter(
    (tone) => !['paper', 'surface', 'rule', 'grid', ...categories].includes(tone),
  );

  test.each(texts)('%s is readable on paper, on surface and on a note', (tone) => {
    for (const ground of [colourOf('paper', theme), colourOf('surface', theme), note[theme]])
      expect(contrast(colourOf(tone, theme), ground), ground).toBeGreaterThanOrEqual(4.5);
  });

  test.each(sights)('roles that meet in a figure are at least 13 apart for %s sight', (sight) => {
    expect(nearest(theme, sight, 'encoded').near).toEqual([]);
  });
});

describe.each(themes)('the eight categories in the %s theme', (theme) => {
  const ofTheme = categories.map((tone) => colourOf(tone, theme));
  const couples = ofTheme.flatMap((a, i) => ofTheme.slice(i + 1).map((b) => [a, b] as const));
  const nearestOf = (sight: Sight, space: Space): number =>
    Math.min(...couples.map(([a, b]) => difference(a, b, sight, space)));

  test('have a contrast of 3 on paper and on surface', () => {
    expect(ofTheme).toHaveLength(8);
    for (const ground of ['paper', 'surface'] as const)
      for (const colour of ofTheme)
        expect(contrast(colour, colourOf(ground, theme)), colour).toBeGreaterThanOrEqual(3);
  });

  // Dichromats by Viénot and Brettel, and by the model that the roles are held to.
  test.each(sights)('are at least 17 apart for %s sight', (sight) => {
    expect(nearestOf(sight, 'dichromat')).toBeGreaterThanOrEqual(17);
    expect(nearestOf(sight, 'encoded')).toBeGreaterThanOrEqual(17);
  });
});

test('a dichromat is simulated as published: greys stay, what differs along the missing axis alone becomes the same', () => {
  for (const sight of sights)
    for (const channel of dichromat([0.4, 0.4, 0.4], sight)) expect(channel).toBeCloseTo(0.4, 4);
  // Twice seen is once seen: all that is left lies on the half-planes.
  for (const sight of ['protanope', 'deuteranope', 'tritanope'] as const) {
    const once = dichromat([0.5, 0.3, 0.2], sight);
    dichromat(once, sight).forEach((v, i) => {
      expect(v).toBeCloseTo(once[i] as number, 3);
    });
  }
  // Red and green of the right strengths are one colour without the receptor that parts them.
  const [red, green] = [
    dichromat([1, 0, 0], 'deuteranope'),
    dichromat([0, 0.29275 / 0.70725, 0], 'deuteranope'),
  ];
  expect(red[0]).toBeCloseTo(green[0], 4);
  expect(difference('#00ff00', '#00ffff', 'normal', 'dichromat')).toBeGreaterThan(
    3 * difference('#00b7b7', '#00a6e6', 'tritanope', 'dichromat'),
  );
});

test('no pair comes nearer than it is, also with the stricter reading of the simulation', () => {
  const floors = themes.map((theme) =>
    Object.fromEntries(
      sights.map((sight) => [sight, Math.floor(nearest(theme, sight, 'linear').least * 10) / 10]),
    ),
  );
  expect(floors).toEqual([
    { normal: 22, protanope: 11.9, deuteranope: 9.1, tritanope: 13.3 },
    { normal: 22.5, protanope: 10.6, deuteranope: 10.7, tritanope: 11.8 },
  ]);
});

test('the difference is CIEDE2000: published pairs come out', () => {
  expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(ciede2000([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
  expect(ciede2000([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619])).toBeCloseTo(2.0373, 4);
  expect(ciede2000([50, -1, 2], [50, 0, 0])).toBeCloseTo(2.3669, 4);
});

test('the article has the same colours', () => {
  const sheet = coloursSheet();
  const blocks = [':root {', ":root:not([data-theme='light'])", ":root[data-theme='dark']"].map(
    (selector) => {
      const start = sheet.indexOf(selector);
      expect(start, selector).toBeGreaterThanOrEqual(0);
      return sheet.slice(start, sheet.indexOf('}', start));
    },
  );
  blocks.forEach((block, i) => {
    for (const tone of toneNames)
      expect(block).toContain(`--${tone}: ${colourOf(tone, i ? 'dark' : 'light')};`);
  });
  // And hands them to the figures.
  for (const tone of toneNames) expect(blocks[0]).toContain(`--attn-${tone}: var(--${tone});`);
});

test('the element has the same colours where a page gives none, and a colour for every role', () => {
  for (const tone of toneNames) {
    const count = (text: string): number => tokens.split(`--_${tone}:${text};`).length - 1;
    for (const theme of ['light', 'dark'] as const) {
      // By the reader's choice, where the page may have its say; and by the author's, where it may not.
      expect(count(`var(--attn-${tone},${colourOf(tone, theme)})`), `${tone} ${theme}`).toBe(1);
      expect(count(colourOf(tone, theme)), `own ${tone} ${theme}`).toBe(1);
    }
  }
  for (const role of roles) expect(toneNames).toContain(role);
});

test('the colours of the dark theme are for screens only', () => {
  for (const text of [tokens, coloursSheet()]) {
    const onPaper = text.replace(/@media screen[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
    for (const tone of toneNames) {
      expect(text).toContain(colourOf(tone, 'dark'));
      expect(onPaper, tone).not.toContain(colourOf(tone, 'dark'));
    }
  }
});
