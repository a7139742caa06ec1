import { expect, test } from 'vitest';
import { type Picture, webm } from '../../../web/src/element/panels/webm';

interface Element {
  readonly id: number;
  /** Where it begins, and where its content does. */
  readonly at: number;
  readonly data: number;
  readonly end: number;
}

/** The elements between two places of an EBML file: id and size are numbers whose first byte says how long they are. */
function read(bytes: Uint8Array, from: number, to: number): Element[] {
  const found: Element[] = [];
  for (let at = from; at < to; ) {
    const idLength = Math.clz32(bytes[at] as number) - 23;
    const number = (start: number, length: number): number =>
      bytes.subarray(start, start + length).reduce((sum, byte) => sum * 256 + byte, 0);
    const sizeAt = at + idLength;
    const sizeLength = Math.clz32(bytes[sizeAt] as number) - 23;
    const size = number(sizeAt, sizeLength) - 2 ** (7 * sizeLength);
    const data = sizeAt + sizeLength;
    found.push({ id: number(at, idLength), at, data, end: data + size });
    at = data + size;
  }
  expect(found.at(-1)?.end).toBe(to);
  return found;
}

const pictures: Picture[] = Array.from({ length: 120 }, (_, i) => ({
  at: 40 * i,
  key: i % 50 === 0,
  bytes: Uint8Array.of(i, 255 - i),
}));

test('a WebM file has its length, its keys where the list says, and every picture at its time', async () => {
  const film = { title: 'Eins, zwei', codec: 'V_VP9', width: 1272, height: 880, each: 40 } as const;
  const blob = webm(film, pictures);
  expect(blob.type).toBe('video/webm');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const view = new DataView(bytes.buffer);
  expect([...bytes.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
  const [head, segment] = read(bytes, 0, bytes.length);
  const content = segment?.data ?? 0;
  expect(head?.end).toBe(segment?.at);
  const parts = read(bytes, content, segment?.end ?? 0);
  const inside = (one: Element | undefined): Element[] => read(bytes, one?.data ?? 0, one?.end ?? 0);
  const of = (id: number, list: Element[]): Element[] => list.filter((element) => element.id === id);
  const uint = (one: Element | undefined): number => view.getUint32(one?.data ?? 0);
  const info = inside(of(0x1549a966, parts)[0]);
  expect(view.getFloat64(of(0x4489, info)[0]?.data ?? 0)).toBe(4800);
  const title = of(0x7ba9, info)[0];
  expect(new TextDecoder().decode(bytes.subarray(title?.data, title?.end))).toBe('Eins, zwei');
  const video = inside(of(0xe0, inside(inside(of(0x1654ae6b, parts)[0])[0]))[0]);
  expect(video.map(uint)).toEqual([1272, 880]);
  const clusters = of(0x1f43b675, parts);
  expect(clusters).toHaveLength(3);
  const told = inside(of(0x1c53bb6b, parts)[0]).map((point) => {
    const [time, place] = inside(point);
    return [uint(time), uint(of(0xf1, inside(place))[0])];
  });
  expect(told).toEqual(clusters.map((cluster, i) => [2000 * i, cluster.at - content]));
  const blocks = clusters.flatMap((cluster) => {
    const [time, ...own] = inside(cluster);
    return own.map(({ data, end }) => ({
      at: uint(time) + view.getInt16(data + 1),
      key: bytes[data + 3] === 0x80,
      bytes: bytes.slice(data + 4, end),
    }));
  });
  expect(blocks).toEqual(pictures);
});
