import { expect, test } from 'vitest';
import { movedTo } from '../../../web/src/article/moved';

test('an anchor, or the state of a figure, that has left leads to where it is', () => {
  const moved = {
    geodesics: 'side-trips.html',
    use: '../use.html',
    'five-views': 'chapters/support-tokens.html',
  };
  expect(movedTo('#geodesics=v1.t=3&x', moved)).toBe('side-trips.html#geodesics=v1.t=3&x');
  expect(movedTo('#use', moved)).toBe('../use.html#use');
  expect(movedTo('#five-views', moved)).toBe('chapters/support-tokens.html#five-views');
  expect(movedTo('#other', moved)).toBeUndefined();
  expect(movedTo('#constructor', moved)).toBeUndefined();
});

test.each([
  'javascript:alert(1)//',
  'https://elsewhere.example/',
  '//elsewhere.example/a.html',
  '/a.html',
  'a.html?',
])('a list that somebody else has written leads nowhere: %s', (to) => {
  expect(movedTo('#x', { x: to })).toBeUndefined();
});
