// @vitest-environment node
import { expect, it } from 'vitest';
import { readOrder } from '../../tools/posters/save.ts';

it('tools/poster reads figure, state and file in any order of the last two, and how to draw it', () => {
  expect(readOrder(['a'])).toEqual({
    id: 'a',
    state: undefined,
    file: 'a.svg',
    theme: 'light',
    width: 'wide',
  });
  expect(readOrder(['a', 'out/b.png', '--dark', 'v1.beta=2'])).toEqual({
    id: 'a',
    state: 'v1.beta=2',
    file: 'out/b.png',
    theme: 'dark',
    width: 'wide',
  });
  expect(readOrder(['--narrow', 'a']).width).toBe('narrow');
});

it('tools/poster takes the state out of a link, also of one that has other states and an anchor', () => {
  const state = 'v1-11.beta=2,t=30';
  for (const link of [
    `#a=${state}`,
    `https://x.example/y.html#a=${state}`,
    `http://localhost/y.html#sources&b=v1.t=1&a=${state.replace('=', '%3D')}`,
  ])
    expect(readOrder(['a', link]).state, link).toBe(state);
});

it.each([
  [[], 'which figure?'],
  [['a', '--wide'], "what is '--wide'?"],
  [['a', 'b'], "'b' has to end in .svg or .png"],
  [['a', 'b.svg', 'c.svg'], 'one state and one file at a time'],
  [['a', '#b=v1.t=1'], "the link says nothing of 'a'"],
])('tools/poster refuses %j', (words, why) => {
  expect(() => readOrder(words)).toThrow(why);
});
