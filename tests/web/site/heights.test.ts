import { expect, test } from 'vitest';
import { heightsSheet, readHeights } from '../../../tools/vite/heights.ts';
import { figures } from '../../../web/src/figures/registry';

test('every figure has its heights, one for each width', () => {
  const { widths, heights } = readHeights();
  expect(Object.keys(heights).sort()).toEqual(Object.keys(figures).sort());
  expect([...widths].sort((a, b) => a - b)).toEqual(widths);
  for (const list of Object.values(heights)) expect(list).toHaveLength(widths.length);
});

test('a rule stands only where the height changes', () => {
  const heights = {
    a: [
      [440, 50],
      [420, 50],
      [420, 50],
    ],
    b: [
      [300, 50],
      [300, 50],
      [300, 40.5],
    ],
  };
  expect(heightsSheet({ widths: [320, 600, 900], heights })).toBe(
    [
      'attn-figure[fig=a]:not([controls]){--attn-reserve:calc(440px + 50em)}attn-figure[fig=b]:not([controls]){--attn-reserve:calc(300px + 50em)}',
      '@media(min-width:600px){attn-figure[fig=a]:not([controls]){--attn-reserve:calc(420px + 50em)}}',
      '@media(min-width:900px){attn-figure[fig=b]:not([controls]){--attn-reserve:calc(300px + 40.5em)}}',
    ].join('\n'),
  );
});
