import { describe, expect, test } from 'vitest';
import { coloursSheet } from '../../../tools/vite/colours.ts';
import { roleNames } from '../../../web/src/article/symbols.ts';

const sheet = coloursSheet();

/** The colours in the block that the selector opens. */
function colours(selector: string): Record<string, string> {
  const start = sheet.indexOf(selector);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  const block = sheet.slice(start, sheet.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

function luminance(colour: string): number {
  const channel = (at: number): number => {
    const v = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const light = colours(':root {');
const themes = { light, dark: colours(":root[data-theme='dark']") };

describe.each(Object.entries(themes))('the %s theme', (_name, theme) => {
  const texts = [...Object.keys(roleNames), 'ink', 'ink-2', 'ink-3', 'accent', 'good', 'bad'];
  test.each(texts)('%s is readable on paper, surface and note', (text) => {
    for (const ground of ['paper', 'surface', 'note']) {
      expect(contrast(theme[text] ?? '', theme[ground] ?? ''), ground).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('the dark theme of the system and the chosen one are the same', () => {
  expect(colours(":root:not([data-theme='light'])")).toEqual(themes.dark);
});

test('every colour has a value in both themes', () => {
  expect(Object.keys(themes.dark).sort()).toEqual(Object.keys(light).sort());
});
