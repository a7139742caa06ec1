// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { Scene } from '../../../web/src/draw/scene';
import type { Surface } from '../../../web/src/draw/surface';
import { roles } from '../../../web/src/draw/surface';
import { SvgPicture, svgNode, svgStyle } from '../../../web/src/draw/svg';

const view = { width: 300, height: 200 };

function record(draw: (surface: Surface) => void) {
  const scene = new Scene();
  draw(scene);
  return scene.marks;
}

test('the second frame of an animation keeps every node of the first', () => {
  const picture = new SvgPicture();
  const frame = (t: number) =>
    record((s) => {
      for (let i = 0; i < 50; i++) s.mark('particle', t, i);
      s.text(t, 10, `layer ${t}`);
    });
  picture.render(frame(1), view);
  const nodes = [...picture.element.children];
  picture.render(frame(2), view);
  expect([...picture.element.children]).toEqual(nodes);
  expect(nodes[0]?.getAttribute('d')).toMatch(/^M-2 0a/);
  expect(nodes[50]?.textContent).toBe('layer 2');
});

test('only attributes that changed are written', () => {
  const picture = new SvgPicture();
  const frame = (x: number) => record((s) => s.mark('key', x, 5));
  picture.render(frame(1), view);
  const node = picture.element.firstElementChild as Element;
  const write = vi.spyOn(node, 'setAttribute');
  picture.render(frame(1), view);
  expect(write).not.toHaveBeenCalled();
  picture.render(frame(2), view);
  expect(write.mock.calls).toEqual([['d', expect.stringMatching(/^M-1.52 1.48L/)]]);
});

test('a shorter scene leaves no mark of the longer one behind, and order is kept when a text becomes a path', () => {
  const picture = new SvgPicture();
  picture.render(
    record((s) => {
      s.text(0, 0, 'a');
      s.mark('query', 1, 1, { opacity: 0.5 });
      s.mark('key', 2, 2);
    }),
    view,
  );
  picture.render(
    record((s) => {
      s.mark('value', 0, 0);
      s.mark('query', 1, 1);
    }),
    view,
  );
  const nodes = [...picture.element.children];
  expect(nodes.map((n) => n.getAttribute('class'))).toEqual(['m value', 'm query']);
  expect(nodes.map((n) => n.tagName.toLowerCase())).toEqual(['path', 'path']);
  expect(nodes[1]?.hasAttribute('fill-opacity')).toBe(false);
});

test('the drawing has the real pixel size of its box', () => {
  const picture = new SvgPicture();
  picture.render([], view);
  picture.render([], { width: 311, height: 90 });
  expect(picture.element.getAttribute('viewBox')).toBe('0 0 311 90');
  expect(picture.element.getAttribute('width')).toBe('311');
  expect(picture.element.getAttribute('height')).toBe('90');
});

test('nothing is coloured or styled in the node itself, so a theme needs no redraw and a strict page refuses nothing', () => {
  const marks = record((s) => {
    s.line(0, 0, 1, 1, { role: 'error', width: 2, dash: [2, 5], opacity: 0.22 });
    s.mark('particle', 1, 1, { hollow: true });
    s.rect(0, 0, 1, 1, { role: 'weight' });
    s.text(0, 0, 'x', { bold: true, italic: true, anchor: 'end', baseline: 'middle' });
  });
  const nodes = marks.map(svgNode);
  for (const { attributes } of nodes)
    expect(Object.keys(attributes)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(style|fill|stroke)$/)]),
    );
  expect(nodes.map((n) => n.attributes.class)).toEqual([
    's error',
    'o particle',
    'f weight',
    't ink-2 bold italic',
  ]);
  expect(nodes[0]?.attributes['stroke-dasharray']).toBe('2 5');
});

test('an area of several lines closes each where the next begins', () => {
  const [mark] = record((s) => s.area([0, 0, 9, 0, 9, 9, 2, 1, 2, 2, 3, 2], { role: 'ink', starts: [6] }));
  expect(mark && svgNode(mark).attributes.d).toBe('M0 0L9 0L9 9ZM2 1L2 2L3 2Z');
});

test('a node says which quantities it shows, whatever it is, and one that shows none says nothing', () => {
  const of = 'z v';
  const marks = record((s) => {
    s.line(0, 0, 1, 1, { role: 'ink', of });
    s.area([0, 0, 1, 1, 0, 1], { role: 'ink', of });
    s.cells([0, 0, 1, 1], { role: 'ink', of });
    s.mark('particle', 1, 1, { of });
    s.text(0, 0, 'x', { of });
    s.mark('particle', 1, 1);
  });
  expect(marks.map((mark) => svgNode(mark).attributes['data-of'])).toEqual([of, of, of, of, of, undefined]);
  const picture = new SvgPicture();
  picture.render(marks, { width: 10, height: 10 });
  expect(picture.element.querySelectorAll('[data-of~="v"]')).toHaveLength(5);
  // A node that becomes another mark shows something else.
  picture.render([...marks].reverse(), { width: 10, height: 10 });
  expect(picture.element.firstElementChild?.hasAttribute('data-of')).toBe(false);
});

test('the cells of a density are one path of boxes', () => {
  const [cells] = record((s) => s.cells([1, 2, 3, 4, 5.125, 6, 1, 1], { role: 'particle', opacity: 0.5 }));
  expect(cells && svgNode(cells)).toMatchObject({
    tag: 'path',
    attributes: { class: 'f particle', d: 'M1 2h3v4h-3ZM5.13 6h1v1h-1Z', 'fill-opacity': '0.5' },
  });
});

test('no mark is transformed or transparent as a whole: each would be layers of its own, which a browser puts together with every picture', () => {
  const marks = record((s) => {
    s.line(0, 0, 1, 1, { role: 'error', opacity: 0.2 });
    s.rect(0, 0, 1, 1, { role: 'weight', opacity: 0.3 });
    s.mark('particle', 3, 4, { opacity: 0.4 });
    s.mark('query', 3, 4, { opacity: 0.5, hollow: true });
  });
  const attributes = marks.map((mark) => svgNode(mark).attributes);
  for (const own of attributes)
    for (const name of ['transform', 'opacity']) expect(own).not.toHaveProperty(name);
  const opacities = attributes.map((own) => [own['fill-opacity'], own['stroke-opacity']]);
  expect(opacities).toEqual([
    ['0.2', '0.2'],
    ['0.3', '0.3'],
    ['0.4', '0.4'],
    ['0.5', '0.5'],
  ]);
});

test('every role has a colour for strokes, fills, marks and text', () => {
  const css = svgStyle((role) => `var(--x-${role})`);
  for (const role of roles)
    for (const kind of ['s', 'f', 'm', 'o', 't']) expect(css).toMatch(new RegExp(`\\.${kind}\\.${role}[,{]`));
});

test('a bare text has a class that takes its halo away', () => {
  const [bare, plain] = record((s) => {
    s.text(0, 0, 'x', { bare: true });
    s.text(0, 0, 'x');
  }).map((mark) => svgNode(mark).attributes.class);
  expect([bare, plain]).toEqual(['t ink-2 bare', 't ink-2']);
  expect(svgStyle((role) => role)).toContain('.t.bare{stroke:none}');
});

test('the eight roles of the mathematics have eight shapes', () => {
  const shapes = roles
    .slice(0, 8)
    .map((role) => record((s) => s.mark(role, 0, 0)).map(svgNode)[0]?.attributes.d);
  expect(new Set(shapes).size).toBe(8);
});
