// @vitest-environment node
import { expect, it } from 'vitest';
import { isChapter } from '../../tools/singles/chapter.ts';
import { readOrder } from '../../tools/singles/save.ts';
import { scriptOf } from '../../tools/singles/single.ts';

it('tools/single reads figure, state and file', () => {
  expect(readOrder(['a'])).toEqual({ id: 'a', state: undefined, file: 'a.html' });
  expect(readOrder(['a', 'out/b.html', '#a=v1.beta=2'])).toEqual({
    id: 'a',
    state: 'v1.beta=2',
    file: 'out/b.html',
  });
});

it.each([
  [[], 'which figure?'],
  [['a', '--dark'], "what is '--dark'?"],
  [['a', 'b.png'], "'b.png' has to end in .html"],
  [['a', 'b.html', 'c.html'], 'one state and one file at a time'],
])('tools/single refuses %j', (words, why) => {
  expect(() => readOrder(words)).toThrow(why);
});

it('holds one binary of a figure that has two builds', async () => {
  const script = await scriptOf('million-particles', 'globalThis.shown = figure;');
  expect(script.match(/data:application\/wasm/g)).toHaveLength(1);
}, 120_000);

it('knows chapters from figures', () => {
  expect(isChapter('denoising')).toBe(true);
  expect(isChapter('particles')).toBe(false);
  expect(isChapter('../index')).toBe(false);
});
