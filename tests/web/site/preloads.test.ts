import { expect, test } from 'vitest';
import { inOrder } from '../../../tools/vite/preloads.ts';
import { transformed } from './transformed.ts';

const line = (tag: string): string => `    ${tag}\n`;
const page = (...tags: string[]): string =>
  `<!DOCTYPE html><html><head>\n    <title>A page</title>\n${tags.map(line).join('')}  </head>\n  <body></body></html>`;

test('a head asks for what holds the page up first, then for the font of the text, the scripts in their order, the figure, other fonts', () => {
  const theme = '<script src="./theme.js?1"></script>';
  const icon = '<link rel="icon" href="./icon.svg">';
  const element = '<script async="" type="module" crossorigin="" src="./element.js"></script>';
  const main = '<script type="module" crossorigin="" src="./main.js"></script>';
  const style = '<link rel="stylesheet" crossorigin="" href="./main.css">';
  const paper = '<link rel="stylesheet" media="print" href="./print.css">';
  const font = '<link rel="preload" href="./sans.woff2" as="font" type="font/woff2" crossorigin="">';
  const later =
    '<link rel="preload" href="./math.woff2" as="font" type="font/woff2" crossorigin="" fetchpriority="low">';
  const figure = '<link rel="modulepreload" href="./particles.js" crossorigin="">';
  expect(transformed(page(theme, icon, element, main, style, paper, later, font, figure), inOrder)).toBe(
    page(
      icon,
      '<link rel="preload" href="./theme.js?1" as="script">',
      '<link rel="preload" href="./main.css" as="style">',
      font,
      element,
      main,
      figure,
      later,
      theme,
      // As it is read from a disk, or in a sandboxed frame.
      style.replace(' crossorigin=""', ''),
      paper,
    ),
  );
});

test('scripts of the body stay where they are', () => {
  const html = page().replace('<body>', '<body>\n    <script src="./late.js"></script>\n');
  expect(transformed(html, inOrder)).toBe(html);
});
