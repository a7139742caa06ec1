// @vitest-environment node
import { expect, it } from 'vitest';
import { overlay } from '../../tools/pictures/report';
import { missing } from '../../tools/pictures/store';
import { differences, readTrace, traceOf, written } from '../../tools/pictures/trace';
import { Scene } from '../../web/src/draw/scene';
import type { Surface } from '../../web/src/draw/surface';

const view = { width: 300, height: 200 };
const curve = (height: number): number[] =>
  Array.from({ length: 100 }, (_, i) => (i % 2 ? height + 20 * Math.sin(i / 9) : 3 * i));

interface Changes {
  readonly order?: readonly [number, number];
  readonly role?: 'query' | 'key';
  readonly word?: string;
  readonly of?: string;
  readonly x?: number;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
  readonly param?: string;
  readonly more?: boolean;
  readonly bits?: number;
}

/** A small drawing with something changed in it. */
function drawn(changes: Changes, height = view.height) {
  const {
    order = [40, 120],
    role = 'query',
    word = 'loss',
    of = 'z',
    x = 10,
    width = 1,
    dash,
    opacity,
  } = changes;
  const { param = 'beta', more = false, bits = 0 } = changes;
  const scene = new Scene();
  const surface: Surface = scene;
  const near = (points: readonly number[]): number[] => points.map((v, i) => v * (1 + bits * Math.sin(i)));
  surface.path(near(curve(order[0])), { role: 'weight', width, dash });
  surface.path(near(curve(order[1])), { role: 'error', opacity });
  surface.mark(role, x, 50, { of });
  surface.text(20, 30, word);
  surface.cells([0, 0, 10, 10, 10, 0, 10, 10], { role: 'loss' });
  if (more) surface.text(20, 60, 'more');
  surface.handle({ param, x: 10, y: 10, along: 'x', at: (pixel) => pixel });
  return traceOf(scene, { ...view, height });
}

const told = (changes: Changes, height?: number): readonly string[] =>
  differences(readTrace(written(drawn({}))), readTrace(written(drawn(changes, height))));

it('a picture is the same as itself, and as one whose numbers have other last bits', () => {
  expect(told({})).toEqual([]);
  expect(told({ bits: 1e-12 })).toEqual([]);
  // As far apart as kernels in single precision are.
  expect(told({ bits: 1e-6 })).toEqual([]);
});

it.each<[string, Changes, RegExp]>([
  ['two curves that have changed places', { order: [120, 40] }, /^other places or sizes/],
  ['a colour', { role: 'key' }, /^other kinds, colours/],
  ['a word', { word: 'gain' }, /^other words$/],
  ['what a mark stands for', { of: 'x' }, /^marks stand for other quantities/],
  ['what a handle moves', { param: 'eta' }, /handles for other parameters$/],
  ['one mark by three quarters of a pixel', { x: 10.75 }, /^other places or sizes/],
  ['the width of a line', { width: 1.5 }, /^other places or sizes/],
  ['dashes', { dash: [5, 4] }, /^other kinds, colours/],
  ['a shade', { opacity: 0.9 }, /^other places or sizes/],
])('%s: that is seen, and called what it is', (_, changes, name) => {
  const [first, ...others] = told(changes);
  expect(first).toMatch(name);
  expect(others).toEqual([]);
});

it('one mark more is said as a number, and a drawing that is higher is another one', () => {
  expect(told({ more: true })).toEqual([
    'other words',
    '6 marks, and not 5',
    expect.stringMatching(/^marks stand/),
  ]);
  expect(told({}, view.height + 1)).toEqual([expect.stringMatching(/^other places/)]);
});

it('how far marks are off is estimated from the sums', () => {
  const [by] = told({ x: 110 }).map((words) => Number(words.match(/about (\S+) px/)?.[1]));
  expect(by).toBeGreaterThan(60);
  expect(by).toBeLessThan(140);
});

it('marks are counted as often as they are there', () => {
  expect(missing(['a', 'b', 'a'], ['a', 'c'])).toEqual(['b', 'a']);
});

it('what moved is drawn in two colours above what has not', () => {
  const file = (x: number) =>
    `<svg>\n<g fill="none">\n<path d="M0" stroke="#123456"/>\n<path d="M${x}" fill="#abcdef"/>\n</g>\n</svg>\n`;
  expect(
    overlay(file(1), file(2))
      .split('\n')
      .filter((line) => line.startsWith('<path')),
  ).toEqual([
    '<path d="M0" stroke="#123456"/>',
    '<path d="M1" fill="#d1242f"/>',
    '<path d="M2" fill="#0969da"/>',
  ]);
});
