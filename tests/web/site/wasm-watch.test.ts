import { expect, test } from 'vitest';
import { firstError } from '../../../tools/vite/wasm-watch.ts';

test('the overlay begins with the first error, not with the progress before it', () => {
  expect(firstError('[1/9] compiling\na.cpp:3:1: error: no such thing\nnote: here')).toBe(
    'a.cpp:3:1: error: no such thing\nnote: here',
  );
});

test('a build that fails without naming an error still says something', () => {
  expect(firstError('stopped\n')).toBe('stopped');
});
