// @vitest-environment node
import { inflateRawSync } from 'node:zlib';
import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { all, attribute, inner } from '../../../tools/vite/html.ts';
import { filesOf, type OnePage, onePage } from '../../../web/src/element/panels/one-page';

const told: OnePage = {
  id: 'a-figure',
  title: 'Less < more & "so"',
  claim: 'It <moves>.',
  version: '1.2.3',
  picture: '<svg xmlns="http://www.w3.org/2000/svg"><text>β</text></svg>',
};
const bytes = (text: string) => new TextEncoder().encode(text);
const files = new Map([
  ['attn-figure.js', bytes('import "./assets/element-01234567.js";')],
  ['assets/element-01234567.js', bytes("export const greek = 'αβγ';")],
  ['assets/part-01234567.wasm', Uint8Array.of(0, 0x61, 0x73, 0x6d, 255)],
]);

test('the files of a figure are those of every figure and its own', () => {
  const list = { all: ['a', 'b'], figures: { one: ['c'] } };
  expect(filesOf(list, 'one')).toEqual(['a', 'b', 'c']);
  expect(filesOf(list, 'another')).toEqual(['a', 'b']);
});

test('a page holds its files, to the byte, by the names that they call each other', async () => {
  const page = parse(await onePage(told, files));
  const [held] = all(page, 'script[data-files]');
  const packed = held ? inner(held) : '';
  const inside = inflateRawSync(Buffer.from(packed, 'base64'));
  let at = 0;
  const read = JSON.parse(attribute(held, 'data-files') ?? '').map(([name, size]: [string, number]) => {
    at += size;
    return [name, new Uint8Array(inside.subarray(at - size, at))];
  });
  expect(read).toEqual([...files].map(([path, content]) => [path.replace('assets/', ''), content]));
  expect(at).toBe(inside.length);
});

test('a page has the figure in its state, with its picture inside of it, and no address of anything', async () => {
  const page = parse(await onePage({ ...told, state: 'v1.word=a"b' }, files));
  const [figure] = all(page, 'attn-figure');
  expect([attribute(figure, 'fig'), attribute(figure, 'state')]).toEqual(['a-figure', 'v1.word=a"b']);
  const [image] = figure ? all(figure, 'img') : [];
  const [head = '', picture = ''] = (attribute(image, 'src') ?? '').split(',');
  expect(head).toBe('data:image/svg+xml;base64');
  expect(Buffer.from(picture, 'base64').toString()).toBe(told.picture);
  expect(attribute(image, 'alt')).toBe(told.claim);
  expect(all(page, 'link, script[src]')).toEqual([]);
});

test('a page without a state leaves it to the figure', async () => {
  const [figure] = all(parse(await onePage(told, files)), 'attn-figure');
  expect(attribute(figure, 'state')).toBeUndefined();
});

test('what an author asked of the figure is asked in the file, and a question is what the page is called', async () => {
  const attributes = { controls: 'beta', ask: 'Where & "when"?' };
  const page = parse(await onePage({ ...told, attributes }, files));
  const [figure] = all(page, 'attn-figure');
  expect([attribute(figure!, 'controls'), attribute(figure!, 'ask')]).toEqual(['beta', 'Where & "when"?']);
  for (const name of ['title', 'h1']) expect(inner(all(page, name)[0]!)).toBe('Where &amp; "when"?');
});
