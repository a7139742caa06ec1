import { expect, test } from 'vitest';
import { withHashes } from '../../../tools/vite/versions.ts';
import { transformed } from './transformed.ts';

const hashed = (html: string): string => transformed(html, (page) => withHashes(page, hashes));
const hashes = { 'theme.js': '0123abcd' };

test('a file with a name of its own gets its hash, from whatever page', () => {
  expect(hashed('<script src="./theme.js"></script>')).toBe('<script src="./theme.js?0123abcd"></script>');
  expect(hashed('<link href="../theme.js">')).toBe('<link href="../theme.js?0123abcd">');
});

test('other addresses stay as they are', () => {
  for (const html of [
    '<a href="./index.html"></a>',
    '<script src="./assets/theme.js"></script>',
    '<script src="./theme.js?1"></script>',
    '<script src="https://a.example/theme.js"></script>',
    '<p title="./theme.js"></p>',
    '<a href="./toString"></a>',
  ])
    expect(hashed(html)).toBe(html);
});
