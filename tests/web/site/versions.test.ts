import { expect, test } from 'vitest';
import { withHashes } from '../../../tools/vite/versions.ts';

const hashes = { 'theme.js': '0123abcd' };

test('a file with a name of its own gets its hash, from whatever page', () => {
  expect(withHashes('<script src="./theme.js"></script>', hashes)).toBe(
    '<script src="./theme.js?0123abcd"></script>',
  );
  expect(withHashes('<link href="../theme.js">', hashes)).toBe('<link href="../theme.js?0123abcd">');
});

test('other addresses stay as they are', () => {
  for (const html of [
    '<a href="./index.html">',
    '<script src="./assets/theme.js">',
    '<script src="./theme.js?1">',
    '<script src="https://a.example/theme.js">',
    '<p title="./theme.js">',
    '<a href="./toString">',
  ])
    expect(withHashes(html, hashes)).toBe(html);
});
