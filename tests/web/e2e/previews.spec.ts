/** The pictures of shared links are made by a renderer of its own, and have to show what a browser shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { png } from '../../../tools/posters/raster.ts';

const posters = new URL('../../../dist/posters/', import.meta.url);

/** The signs that drawings have beside the letters of English. */
const signs = [
  ...new Set(
    readdirSync(posters)
      .filter((name) => name.endsWith('.light.svg'))
      .flatMap((name) => [...readFileSync(new URL(name, posters), 'utf8').matchAll(/<text[^>]*>([^<]*)</g)])
      .flatMap(([, text = '']) => [...text].filter((sign) => sign > '~' && sign.trim())),
  ),
].sort();

const size = 40;
const [step, columns] = [2 * size, 10];
const rows = Math.ceil(signs.length / columns);
const [width, height] = [columns * step, rows * step];
/** What a page falls back on for a sign that its own fonts lack. The list of pictures by themselves begins with a narrow face. */
const fonts = 'Inter, system-ui, sans-serif';
/** Each sign in a box of its own. */
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#fff"/>${signs
  .map((sign, i) => {
    const [x, y] = [(i % columns) * step + step / 2, Math.floor(i / columns) * step + 1.3 * size];
    return `<text x="${x}" y="${y}" font-family="${fonts}" font-size="${size}" text-anchor="middle">${sign}</text>`;
  })
  .join('')}</svg>`;

interface Ink {
  readonly width: number;
  readonly height: number;
  /** Of the middle of the ink over the line that letters stand on; all in the size of the text. */
  readonly middle: number;
}

/** What there is of each sign in a picture. */
const inkIn = (page: Page, picture: Buffer, type: string): Promise<Ink[]> =>
  page.evaluate(
    async ({ url, step, columns, count, size }) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      return Array.from({ length: count }, (_, i) => {
        const [x, y] = [(i % columns) * step, Math.floor(i / columns) * step];
        const { data } = context.getImageData(x, y, step, step);
        let [left, top, right, bottom] = [step, step, 0, 0];
        for (let k = 0; k < step * step; k++) {
          if ((data[4 * k] as number) > 128) continue;
          [left, right] = [Math.min(left, k % step), Math.max(right, (k % step) + 1)];
          [top, bottom] = [Math.min(top, Math.floor(k / step)), Math.max(bottom, Math.floor(k / step) + 1)];
        }
        const none = right === 0;
        return {
          width: none ? 0 : (right - left) / size,
          height: none ? 0 : (bottom - top) / size,
          middle: none ? 0 : 1.3 - (top + bottom) / 2 / size,
        };
      });
    },
    {
      url: `data:${type};base64,${picture.toString('base64')}`,
      step,
      columns,
      count: signs.length,
      size,
    },
  );

test('every sign of the drawings is in the pictures of shared links, as large and as high as in the browser', async ({
  page,
}) => {
  await page.goto('about:blank');
  expect(signs.filter((sign) => /[⁰¹²³⁴⁻₁₂₃∂→Σ]/.test(sign)).length).toBeGreaterThan(10);
  const [shown, made] = [
    await inkIn(page, Buffer.from(sheet), 'image/svg+xml'),
    await inkIn(page, Buffer.from(await png(sheet)), 'image/png'),
  ];
  const wrong = signs.flatMap((sign, i) => {
    const [a, b] = [shown[i] as Ink, made[i] as Ink];
    const same =
      b.width > 0 &&
      Math.abs(a.middle - b.middle) < 0.16 &&
      Math.abs(a.width - b.width) < 0.35 &&
      Math.abs(a.height - b.height) < 0.3;
    return same ? [] : [{ sign, browser: a, picture: b }];
  });
  expect(wrong).toEqual([]);
});
