import { expect, test } from 'vitest';
import { heightsSheet, stretches } from '../../../tools/vite/heights.ts';

test('a rule stands only where the height of a drawing changes', () => {
  const sheet = heightsSheet([
    ['a', () => 300],
    ['b', (width) => (width < 520 ? 420 : 440)],
    ['c', (width) => (width < 520 ? 400 : width < 700 ? 500 : 350)],
  ]);
  expect(sheet.split('\n').slice(1)).toEqual([
    '[fig=a] img{height:300px}[fig=b] img{height:420px}[fig=c] img{height:400px}',
    '@container(min-width:520px){[fig=b] img{height:440px}[fig=c] img{height:500px}}',
    '@container(min-width:700px){[fig=c] img{height:350px}}',
  ]);
});

test('what grows with every pixel is one rule, and gives the same height at every width', () => {
  const height = (width: number): number =>
    width > 700 ? 470 : Math.min(Math.max(width, 240), 470) * 0.75 + 100;
  const sheet = heightsSheet([['a', height]])
    .split('\n')
    .slice(1);
  expect(sheet).toEqual([
    '[fig=a] img{height:280px}',
    '@container(min-width:241px){[fig=a] img{height:calc(75cqw + 100px)}}',
    '@container(min-width:471px){[fig=a] img{height:452.5px}}',
    '@container(min-width:701px){[fig=a] img{height:470px}}',
  ]);
  const found = stretches(height);
  for (let width = 200; width <= 1600; width++) {
    const {
      from,
      height: start,
      slope,
    } = found.filter((one) => one.from <= width).at(-1) as (typeof found)[0];
    expect(start + slope * (width - from)).toBeCloseTo(height(width), 9);
  }
});

test('steps stay steps, however close they are', () => {
  const steps = stretches((width) => 20 * Math.floor(width / 2));
  expect(steps.every(({ slope }) => slope === 0)).toBe(true);
  expect(steps).toHaveLength(701);
});
