import { expect, test } from 'vitest';
import { plainFonts } from '../../../web/src/draw/paint';
import { colourOf } from '../../../web/src/draw/palette';
import { Scene } from '../../../web/src/draw/scene';
import { roles } from '../../../web/src/draw/surface';
import { svgNode } from '../../../web/src/draw/svg';
import { svgText } from '../../../web/src/draw/svg-text';
import { everyMark } from './every-mark';
import { findAll, readXml, type XmlElement } from './read-xml';

const look = { colour: (role: (typeof roles)[number]) => colourOf(role, 'dark'), fonts: plainFonts };
const view = { width: 300, height: 200 };
const label = { title: 'a < b & "c"', description: 'one\u0001 & two', origin: 'here' };
const draw = (marks = everyMark(), pad = 0): XmlElement => readXml(svgText(marks, view, look, label, pad));
const surface = colourOf('surface', 'dark');

/** The elements of the drawing, halos of texts apart. */
const drawn = (svg: XmlElement): XmlElement[] =>
  (svg.children.at(-1) as XmlElement).children.filter((e) => e.attributes['aria-hidden'] === undefined);

test('every mark of a scene is there, in its order, with the geometry that the page gives it', () => {
  const elements = drawn(draw());
  const expected = everyMark().map(svgNode);
  expect(elements.map((e) => e.tag)).toEqual(expected.map((n) => n.tag));
  elements.forEach((element, i) => {
    const { class: _class, ...geometry } = expected[i]?.attributes ?? {};
    // A width of 1 is what SVG takes where none is said.
    expect({ 'stroke-width': '1', ...element.attributes }).toMatchObject(
      Object.fromEntries(Object.entries(geometry).filter(([, value]) => value !== undefined)),
    );
    expect(element.text).toBe(expected[i]?.text ?? '');
  });
});

test('strokes, fills, marks and texts have the colours of their role, as attributes', () => {
  const elements = drawn(draw());
  roles.forEach((role, i) => {
    const own = colourOf(role, 'dark');
    const of = elements.slice(9 * i, 9 * i + 9).map((e) => e.attributes);
    expect(of[0]).toMatchObject({ stroke: own, 'stroke-width': '2.5', 'stroke-dasharray': '2 5' });
    expect(of[1]).toMatchObject({ stroke: own });
    for (const k of [0, 1]) expect(of[k]?.fill).toBeUndefined();
    for (const k of [2, 3, 4]) expect(of[k]).toMatchObject({ fill: own });
    for (const k of [2, 3, 4]) expect(of[k]?.stroke).toBeUndefined();
    expect(of[5]).toMatchObject({
      fill: own,
      stroke: surface,
      'paint-order': 'stroke',
      'stroke-linejoin': 'miter',
    });
    expect(of[6]).toMatchObject({ fill: surface, stroke: own });
    expect(of[7]).toMatchObject({ fill: own, 'font-weight': '600', 'text-anchor': 'end' });
    expect(of[8]).toMatchObject({ fill: colourOf('ink-2', 'dark'), 'font-style': 'italic' });
  });
});

test('each text has its halo directly below it, as a text of its own', () => {
  const texts = findAll(draw(), 'text');
  expect(texts.length).toBe(4 * roles.length);
  for (let i = 0; i < texts.length; i += 2) {
    const [halo, text] = texts.slice(i, i + 2) as [XmlElement, XmlElement];
    expect(halo.text).toBe(text.text);
    expect(halo.attributes).toMatchObject({
      stroke: surface,
      'aria-hidden': 'true',
      x: text.attributes.x,
      y: text.attributes.y,
    });
    expect(halo.attributes.fill).toBeUndefined();
    expect(text.attributes.stroke).toBeUndefined();
  }
});

test('a bare text has no halo', () => {
  const scene = new Scene();
  scene.text(5, 6, '0.25', { role: 'surface', bare: true });
  const texts = findAll(draw(scene.marks), 'text');
  expect(texts.map((e) => [e.text, e.attributes.fill, e.attributes.stroke])).toEqual([
    ['0.25', surface, undefined],
  ]);
});

test('nothing depends on anything outside of the file', () => {
  const source = svgText(everyMark(), view, look, label);
  expect(source).not.toMatch(/<style|<script|\s(style|class|id|href)=|var\(|url\(|NaN|undefined/);
  expect(plainFonts).toMatch(/, sans-serif$/);
});

test('quantities are for the page around a figure: a file does not name them', () => {
  const scene = new Scene();
  scene.line(0, 0, 1, 1, { role: 'ink', of: 'z' });
  scene.text(0, 0, 'x', { of: 'z' });
  expect(svgText(scene.marks, view, look, label)).not.toContain('data-');
});

test('text is escaped, and what XML may not hold is left out', () => {
  const [title, description, origin] = draw().children;
  expect(title).toMatchObject({ tag: 'title', text: 'a < b & "c"' });
  expect(description).toMatchObject({ tag: 'desc', text: 'one & two' });
  expect(origin).toMatchObject({ tag: 'metadata', text: 'here' });
  const scene = new Scene();
  scene.text(0, 0, '</text><script>alert(1)</script>');
  const svg = draw(scene.marks);
  expect(findAll(svg, 'script')).toEqual([]);
  expect(drawn(svg)[0]?.text).toBe('</text><script>alert(1)</script>');
});

test('the surface lies under the whole picture, with its room around', () => {
  const svg = draw([], 16);
  expect(svg.attributes).toMatchObject({ width: '332', height: '232', viewBox: '-16 -16 332 232' });
  expect(findAll(svg, 'rect')[0]?.attributes).toEqual({
    x: '-16',
    y: '-16',
    width: '332',
    height: '232',
    fill: surface,
  });
});

test('the reader of these tests refuses what is not well-formed', () => {
  const bad = [
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a x=1/>',
    '<a>&</a>',
    '<a>&nope;</a>',
    '<a x="<"/>',
    'x<a/>',
    '<a>\u0001</a>',
    '<a x="1" x="2"/>',
    '</a>',
  ];
  for (const source of bad) expect(() => readXml(source), source).toThrow('xml:');
  expect(readXml('<a x="1 &amp; 2">b<c/></a>')).toMatchObject({
    tag: 'a',
    attributes: { x: '1 & 2' },
    text: 'b',
  });
});
