import { expect, test } from 'vitest';
import { heightsSheet } from '../../../tools/vite/heights.ts';

test('a rule stands only where the height of a drawing changes', () => {
  const sheet = heightsSheet([
    ['a', () => 300],
    ['b', (width) => (width < 520 ? 420 : 440)],
    ['c', (width) => (width < 520 ? 400 : width < 700 ? 500 : 350)],
  ]);
  expect(sheet.split('\n').slice(1)).toEqual([
    'attn-figure[fig=a]>picture>img{height:300px}attn-figure[fig=b]>picture>img{height:420px}attn-figure[fig=c]>picture>img{height:400px}',
    '@container(min-width:520px){attn-figure[fig=b]>picture>img{height:440px}attn-figure[fig=c]>picture>img{height:500px}}',
    '@container(min-width:700px){attn-figure[fig=c]>picture>img{height:350px}}',
  ]);
});
