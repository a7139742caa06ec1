/** An animated GIF (GIF89a), for browsers that encode no video. Each picture has a palette of its own and covers only what has changed. */

type Bytes = Uint8Array<ArrayBuffer>;
type Box = readonly [left: number, top: number, width: number, height: number];

const most = 256;
const two = (value: number): number[] => [value & 255, value >> 8];

export class Gif {
  readonly #width: number;
  readonly #height: number;
  readonly #parts: Bytes[] = [];
  #last: Uint32Array | undefined;
  /** Where the delay of the last picture stands, and how long it is shown so far, in hundredths of a second. */
  #delay: { readonly bytes: Bytes; shown: number } | undefined;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#parts.push(
      Uint8Array.of(...letters('GIF89a'), ...two(width), ...two(height), 0x70, 0, 0),
      // Over and over.
      Uint8Array.of(0x21, 0xff, 11, ...letters('NETSCAPE2.0'), 3, 1, 0, 0, 0),
    );
  }

  /** Shows a picture, all pixels opaque, for a time in ms. One that is like the last is that one, shown longer. */
  add({ data }: Pick<ImageData, 'data'>, ms: number): void {
    const pixels = new Uint32Array(data.slice().buffer);
    const box = this.#changed(pixels);
    this.#last = pixels;
    if (!this.#delay || box) {
      const control = Uint8Array.of(0x21, 0xf9, 4, 4, 0, 0, 0, 0);
      this.#delay = { bytes: control, shown: 0 };
      this.#parts.push(control, ...this.#image(pixels, box ?? [0, 0, 1, 1]));
    }
    this.#delay.shown += ms / 10;
    this.#delay.bytes.set(two(Math.round(this.#delay.shown)), 4);
  }

  blob(): Blob {
    return new Blob([...this.#parts, Uint8Array.of(0x3b)], { type: 'image/gif' });
  }

  /** The box of what is other than in the last picture; none where nothing is. */
  #changed(pixels: Uint32Array): Box | undefined {
    const [width, last] = [this.#width, this.#last];
    if (!last) return [0, 0, width, this.#height];
    let [left, right, top, bottom] = [width, -1, -1, -1];
    for (let i = 0; i < pixels.length; i++) {
      if (pixels[i] === last[i]) continue;
      const x = i % width;
      if (x < left) left = x;
      if (x > right) right = x;
      bottom = (i - x) / width;
      if (top < 0) top = bottom;
    }
    return bottom < 0 ? undefined : [left, top, right - left + 1, bottom - top + 1];
  }

  #image(pixels: Uint32Array, [left, top, width, height]: Box): Bytes[] {
    const bins = new Uint16Array(width * height);
    for (let i = 0; i < bins.length; i++) {
      const pixel = pixels[(top + Math.floor(i / width)) * this.#width + left + (i % width)] as number;
      bins[i] = ((pixel >> 3) & 31) | ((pixel >> 6) & 0x3e0) | ((pixel >> 9) & 0x7c00);
    }
    const { colours, index } = paletteOf(bins);
    const head = [0x2c, ...two(left), ...two(top), ...two(width), ...two(height), 0x87];
    return [Uint8Array.of(...head), colours, packed(Uint8Array.from(bins, (bin) => index[bin] as number))];
  }
}

const letters = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));

/** The most frequent colours of five bits a channel, and for each colour the place of the nearest that is kept. */
function paletteOf(bins: Uint16Array): { readonly colours: Bytes; readonly index: Uint8Array } {
  const counts = new Uint32Array(32768);
  for (const bin of bins) counts[bin] = (counts[bin] as number) + 1;
  const used = [...counts.keys()].filter((bin) => counts[bin]);
  used.sort((a, b) => (counts[b] as number) - (counts[a] as number));
  // One for each corner of the colours first, or what is rare would become something else altogether.
  const corners = new Map<number, number>();
  for (const bin of used) {
    const corner = bin & 0x6318;
    if (!corners.has(corner)) corners.set(corner, bin);
  }
  const kept = [...new Set([...corners.values(), ...used])].slice(0, most);
  const channels = (bin: number): [number, number, number] => [bin & 31, (bin >> 5) & 31, bin >> 10];
  const colours = new Uint8Array(3 * most);
  colours.set(kept.flatMap((bin) => channels(bin).map((c) => (c << 3) | (c >> 2))));
  const index = new Uint8Array(32768);
  for (const bin of used) {
    const [r, g, b] = channels(bin);
    let nearest = Infinity;
    for (const [i, other] of kept.entries()) {
      const [r2, g2, b2] = channels(other);
      const far = (r - r2) ** 2 + (g - g2) ** 2 + (b - b2) ** 2;
      if (far >= nearest) continue;
      nearest = far;
      index[bin] = i;
      if (far === 0) break;
    }
  }
  return { colours, index };
}

/** Indices packed as GIF has it (Welch 1984): codes of 9 to 12 bits, in blocks of at most 255 bytes. */
function packed(indices: Uint8Array): Bytes {
  const [clear, end] = [most, most + 1];
  const bytes: number[] = [];
  let [bits, held, size, next] = [0, 0, 9, end + 1];
  const codes = new Map<number, number>();
  const write = (code: number): void => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  write(clear);
  let word = indices[0] as number;
  for (let i = 1; i < indices.length; i++) {
    const index = indices[i] as number;
    const longer = word * most + index;
    const known = codes.get(longer);
    if (known !== undefined) {
      word = known;
      continue;
    }
    write(word);
    if (next < 4096) {
      codes.set(longer, next);
      if (next++ === 1 << size) size++;
    } else {
      write(clear);
      codes.clear();
      [size, next] = [9, end + 1];
    }
    word = index;
  }
  write(word);
  write(end);
  if (bits > 0) bytes.push(held & 255);
  const blocks = [8];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  blocks.push(0);
  return Uint8Array.from(blocks);
}
