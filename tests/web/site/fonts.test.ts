import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildFonts, charactersOf, formatRanges, parseRanges } from '../../../tools/vite/fonts.ts';

test('characters are found as they are and behind escapes', () => {
  expect([...charactersOf('plain σ')]).toEqual(['σ']);
  expect([...charactersOf("'\\u2212' '\\u{1d6fd}' &#x3b2; &nbsp;")]).toEqual(['−', '𝛽', 'β', '\u00a0']);
});

test('ranges of code points are read and written', () => {
  const covers = parseRanges('U+0000-00FF,U+2212');
  expect([0x41, 0xff, 0x100, 0x2212, 0x2213].map((code) => covers.has(code))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(formatRanges([0x43, 0x41, 0x42, 0x2212])).toBe('U+41-43,U+2212');
});

test('the style sheet names files that exist, are woff2, and stay in the budget', async () => {
  const path = await buildFonts();
  const sheet = readFileSync(path, 'utf8');
  const files = [...sheet.matchAll(/url\((.*?)\)/g)].map(([, url = '']) => join(dirname(path), url));
  expect(files.length).toBeGreaterThan(5);
  let bytes = 0;
  for (const file of files) {
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file).toString('latin1', 0, 4)).toBe('wOF2');
    bytes += statSync(file).size;
  }
  expect(bytes).toBeLessThan(131 * 1000);
  expect(sheet).not.toContain('font-display:block');
}, 60_000);

test('the same characters give the same files', async () => {
  expect(await buildFonts()).toBe(await buildFonts());
}, 60_000);
