/** Equations look as KaTeX means them: generated classes against the inline styles that they replace. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import katex from 'katex';
import { outer } from '../../../tools/vite/html.ts';
import { mathSheet, nothing, renderEquation } from '../../../tools/vite/math.ts';

const equations = [
  'v \\leftarrow v \\Bigl( 1 - \\frac{\\eta}{1+\\beta v} \\Bigr)^{2}',
  '\\hat x = \\sum_j b_j z_j = q - \\nabla E(q)',
  '\\underbrace{\\tfrac12 (q + c \\tanh \\frac{cq}{2\\sigma^2})}_{\\text{noisy}}',
  '\\begin{aligned} a &= \\sqrt{\\frac{\\beta}{2}} \\\\ b &= \\left\\lVert \\int_0^1 x\\,dx \\right\\rVert \\end{aligned}',
  '\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix} \\overline{xyz}\\, \\widehat{xyz}',
];
const sheet = readFileSync(createRequire(import.meta.url).resolve('katex/dist/katex.css'), 'utf8').replace(
  /@font-face\s*\{[^}]*\}/g,
  '',
);

async function boxes(page: Page, html: string, css: string): Promise<number[][]> {
  await page.setContent(`<!doctype html><style>${css}</style><body>${html}</body>`);
  return page.locator('.katex-html *').evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map((v) => Math.round(v * 100) / 100);
    }),
  );
}

test('no box of an equation moves by a tenth of a pixel when its inline styles become classes, in thousandths of its size', async ({
  page,
}) => {
  const into = nothing();
  const ours = equations.map((tex) => outer(renderEquation(tex, true, into))).join('');
  const theirs = equations.map((tex) => katex.renderToString(tex, { displayMode: true })).join('');
  const expected = await boxes(page, theirs, sheet);
  expect(expected.length).toBeGreaterThan(300);
  const found = await boxes(page, ours, mathSheet(into));
  expect(found.length).toBe(expected.length);
  const moved = found.filter((box, i) => !box.every((v, k) => Math.abs(v - (expected[i]?.[k] ?? NaN)) < 0.1));
  expect(moved).toEqual([]);
});
