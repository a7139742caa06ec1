/** A WebM file of encoded pictures: what a film needs of Matroska (RFC 9559). */

/** An encoded picture that can be decoded with those before it, from the last key picture on. */
export interface Picture {
  /** When it is shown, in ms. */
  readonly at: number;
  readonly key: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Film {
  readonly title: string;
  readonly codec: 'V_VP8' | 'V_VP9';
  readonly width: number;
  readonly height: number;
  /** How long each picture is shown, in ms. */
  readonly each: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

const joined = (parts: readonly Bytes[]): Bytes => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** A number in as many bytes, the first one the highest. */
const whole = (value: number, bytes: number): Bytes =>
  Uint8Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)) % 256);

const text = (value: string): Bytes => new TextEncoder().encode(value);

/** The id as the standard writes it; the size in four bytes, which is room for 256 MB. */
function element(id: number, ...content: readonly Bytes[]): Bytes {
  const size = content.reduce((sum, { length }) => sum + length, 0);
  const width = Math.ceil(Math.log2(id + 1) / 8);
  return joined([whole(id, width), whole(0x10000000 + size, 4), ...content]);
}

const count = (id: number, value: number): Bytes => element(id, whole(value, 4));

/** The file: pictures in the order of their time, the first one a key. Players seek by its list of keys, and know how long it is. */
export function webm({ title, codec, width, height, each }: Film, pictures: readonly Picture[]): Blob {
  const ends = new DataView(new ArrayBuffer(8));
  ends.setFloat64(0, (pictures.at(-1)?.at ?? 0) + each);
  const head = element(
    0x1a45dfa3,
    count(0x4286, 1),
    count(0x42f7, 1),
    count(0x42f2, 4),
    count(0x42f3, 8),
    element(0x4282, text('webm')),
    count(0x4287, 4),
    count(0x4285, 2),
  );
  const info = element(
    0x1549a966,
    // Times are in ms.
    count(0x2ad7b1, 1_000_000),
    element(0x4489, new Uint8Array(ends.buffer)),
    element(0x7ba9, text(title)),
    element(0x4d80, text('Attention Explorables')),
    element(0x5741, text('Attention Explorables')),
  );
  const tracks = element(
    0x1654ae6b,
    element(
      0xae,
      count(0xd7, 1),
      count(0x73c5, 1),
      count(0x83, 1),
      count(0x9c, 0),
      element(0x86, text(codec)),
      count(0x23e383, each * 1_000_000),
      element(0xe0, count(0xb0, width), count(0xba, height)),
    ),
  );
  const clusters = clustersOf(pictures);
  const list = (places: readonly number[]): Bytes =>
    element(
      0x1c53bb6b,
      ...clusters.map(({ at }, i) =>
        element(0xbb, count(0xb3, at), element(0xb7, count(0xf7, 1), count(0xf1, places[i] ?? 0))),
      ),
    );
  // The list is as long whatever stands in it: places are counted from the segment's own content on.
  let place = info.length + tracks.length + list([]).length;
  const places = clusters.map(({ bytes }) => {
    place += bytes.length;
    return place - bytes.length;
  });
  const segment = element(0x18538067, info, tracks, list(places), ...clusters.map(({ bytes }) => bytes));
  return new Blob([head, segment], { type: 'video/webm' });
}

/** Key pictures begin clusters. Inside, times are counted from there in two bytes: 32 seconds at most. */
function clustersOf(pictures: readonly Picture[]): { readonly at: number; readonly bytes: Bytes }[] {
  const starts = pictures.flatMap(({ key }, i) => (key ? [i] : []));
  return starts.map((from, i) => {
    const own = pictures.slice(from, starts[i + 1]);
    const at = own[0]?.at ?? 0;
    const blocks = own.map((picture) =>
      element(
        0xa3,
        Uint8Array.of(0x81),
        whole(picture.at - at, 2),
        Uint8Array.of(picture.key ? 0x80 : 0),
        picture.bytes,
      ),
    );
    return { at, bytes: element(0x1f43b675, count(0xe7, at), ...blocks) };
  });
}
