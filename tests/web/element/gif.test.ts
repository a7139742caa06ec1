import { expect, test } from 'vitest';
import { Gif } from '../../../web/src/element/panels/gif';

interface Shown {
  readonly delay: number;
  readonly pixels: Uint32Array;
}

/** Reads an animated GIF as a browser does: each picture over the last one. */
function read(bytes: Uint8Array): { width: number; height: number; shown: Shown[] } {
  const two = (at: number): number => (bytes[at] as number) + 256 * (bytes[at + 1] as number);
  const [width, height] = [two(6), two(8)];
  const canvas = new Uint32Array(width * height);
  const shown: Shown[] = [];
  let at = 13;
  let delay = 0;
  const blocks = (): number[] => {
    const all: number[] = [];
    for (let size = bytes[at++] as number; size; size = bytes[at++] as number) {
      all.push(...bytes.subarray(at, at + size));
      at += size;
    }
    return all;
  };
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) delay = two(at + 4);
      at += 2;
      blocks();
      continue;
    }
    expect(bytes[at]).toBe(0x2c);
    const [left, top, across, down] = [1, 3, 5, 7].map((by) => two(at + by)) as [
      number,
      number,
      number,
      number,
    ];
    const colours = bytes.subarray(at + 10, at + 10 + 768);
    at += 10 + 768;
    expect(bytes[at++]).toBe(8);
    const indices = unpacked(blocks());
    expect(indices).toHaveLength(across * down);
    indices.forEach((index, i) => {
      const [r, g, b] = colours.subarray(3 * index, 3 * index + 3) as unknown as [number, number, number];
      canvas[(top + Math.floor(i / across)) * width + left + (i % across)] = (r << 16) | (g << 8) | b;
    });
    shown.push({ delay, pixels: canvas.slice() });
  }
  expect(at).toBe(bytes.length - 1);
  return { width, height, shown };
}

function unpacked(bytes: number[]): number[] {
  let [at, size] = [0, 9];
  const code = (): number => {
    let value = 0;
    for (let i = 0; i < size; i++, at++) value |= (((bytes[at >> 3] as number) >> (at & 7)) & 1) << i;
    return value;
  };
  const out: number[] = [];
  let words: number[][] = [];
  let last: number[] | undefined;
  for (let next = code(); next !== 257; next = code()) {
    if (next === 256) {
      words = Array.from({ length: 258 }, (_, i) => [i]);
      size = 9;
      last = undefined;
      continue;
    }
    const word = words[next] ?? [...(last as number[]), (last as number[])[0] as number];
    if (last && words.length < 4096) words.push([...last, word[0] as number]);
    if (words.length === 1 << size && size < 12) size++;
    out.push(...word);
    last = word;
  }
  return out;
}

/** An opaque picture, `colour` giving five bits a channel for each pixel, as they come back. */
function picture(width: number, height: number, colour: (i: number) => number) {
  const data = new Uint8ClampedArray(4 * width * height);
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const bits = colour(i);
    const rgb = [bits & 31, (bits >> 5) & 31, (bits >> 10) & 31].map((c) => (c << 3) | (c >> 2));
    data.set([...rgb, 255], 4 * i);
    pixels[i] = ((rgb[0] as number) << 16) | ((rgb[1] as number) << 8) | (rgb[2] as number);
  }
  return { data, pixels };
}

test('a GIF shows every picture as it was, for as long as it was', async () => {
  const [width, height] = [90, 70];
  // Noise in 200 colours: the codes run to their longest, and begin anew.
  let seed = 1;
  const noise = (): number => {
    seed = (seed * 48271) % 2147483647;
    return (seed % 200) * 97;
  };
  const first = picture(width, height, noise);
  const flat = picture(width, height, () => 12345);
  const spot = picture(width, height, (i) => (i === 3210 ? 7 : 12345));
  const gif = new Gif(width, height);
  for (const one of [first, first, flat, spot, spot, spot]) gif.add({ data: one.data as never }, 40);
  const blob = gif.blob();
  expect(blob.type).toBe('image/gif');
  const got = read(new Uint8Array(await blob.arrayBuffer()));
  expect([got.width, got.height]).toEqual([width, height]);
  expect(got.shown.map(({ delay }) => delay)).toEqual([8, 4, 12]);
  expect(got.shown.map(({ pixels }) => pixels)).toEqual([first.pixels, flat.pixels, spot.pixels]);
});

test('of more colours than a GIF has the most frequent stay, and each other becomes one that is near', async () => {
  const many = picture(64, 64, (i) => (i < 2000 ? 0 : i * 7));
  const gif = new Gif(64, 64);
  gif.add({ data: many.data as never }, 40);
  const [shown] = read(new Uint8Array(await gif.blob().arrayBuffer())).shown;
  expect(shown?.pixels.slice(0, 2000).every((pixel) => pixel === 0)).toBe(true);
  const far = (a = 0, b = 0): number =>
    Math.max(...[0, 8, 16].map((by) => Math.abs(((a >> by) & 255) - ((b >> by) & 255))));
  const errors = [...many.pixels].map((pixel, i) => far(pixel, shown?.pixels[i]));
  expect(Math.max(...errors)).toBeLessThan(80);
});
