// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { colourOf } from '../../../web/src/draw/palette';
import { csvOf, exportFigure, jsonOf, svgOf } from '../../../web/src/element/panels/export';
import type { Exported } from '../../../web/src/element/panels/exported';
import type { Figure, Table } from '../../../web/src/figures/declare';
import { findAll, readXml } from '../draw/read-xml';
import { FakeCore, fakeFigure } from './fakes';
import { readCsv } from './read-csv';

const table: Table = {
  columns: ['name', 'value, with a comma', 'a "quoted" one'],
  rows: [
    ['plain', 0.1 + 0.2, 1e-320],
    ['two\r\nlines', -1.7976931348623157e308, 123456789012345680000],
    ['', Math.PI, -0.1],
  ],
};

test('a CSV file reads as the table, number for number', () => {
  const [head, ...rows] = readCsv(csvOf(table));
  expect(head).toEqual(table.columns);
  expect(rows.length).toBe(table.rows.length);
  table.rows.forEach((row, i) => {
    row.forEach((cell, k) => {
      const text = rows[i]?.[k] ?? '';
      if (typeof cell === 'string') expect(text).toBe(cell);
      else expect(Object.is(Number(text), cell), text).toBe(true);
    });
  });
});

test('every line of a CSV file ends as RFC 4180 asks, and only what needs quotes has them', () => {
  expect(csvOf({ columns: ['a', 'b'], rows: [[1, 'x y']] })).toBe('a,b\r\n1,x y\r\n');
  expect(csvOf({ columns: ['a"b'], rows: [] })).toBe('"a""b"\r\n');
});

const figure = fakeFigure(new FakeCore());
const what: Exported = {
  figure,
  shown: { values: { beta: 0.1 + 0.2, layers: 12, seed: 7 }, t: 3, frame: { t: 3, beta: 0.1 + 0.2 } },
  view: { width: 300, height: 200 },
  version: '1.2.3',
};

test('a JSON file holds the state, the parameters, the table and the checks, with every digit', () => {
  const read = JSON.parse(jsonOf(what));
  expect(read).toMatchObject({
    figure: 'fake',
    title: figure.title,
    source: figure.source,
    library: { version: '1.2.3' },
    state: 'v1.beta=0.30000000000000004,layers=12,seed=7,t=3',
    params: { beta: 0.1 + 0.2, layers: 12, seed: 7 },
    t: 3,
    steps: 12,
    unit: 'layer',
    table: figure.table(what.shown.frame, what.shown.values),
    checks: [{ name: 'beta is small', value: 0.1 + 0.2, atMost: 30, holds: true }],
  });
});

test('a number that JSON does not have is written in words, and its check does not hold', () => {
  const frame = { t: Number.NaN, beta: Number.POSITIVE_INFINITY };
  const read = JSON.parse(jsonOf({ ...what, shown: { ...what.shown, frame } }));
  expect(read.table.rows).toEqual([['NaN', 'Infinity']]);
  expect(read.checks[0]).toMatchObject({ value: 'Infinity', holds: false });
});

test('a figure that does not evolve has no step in its file', () => {
  const { timeline: _timeline, open: _open, ...rest } = figure as Figure & Record<string, unknown>;
  const still = { ...rest, compute: async () => ({ t: 0, beta: 1 }) } as unknown as Figure;
  const read = JSON.parse(jsonOf({ ...what, figure: still }));
  expect(read.t).toBeUndefined();
  expect(read.state).toBe('v1.beta=0.30000000000000004,layers=12,seed=7');
});

test('an SVG file shows the state with room around, says what it is, and needs nothing', () => {
  const svg = readXml(svgOf(what, { colour: (role) => colourOf(role, 'light'), fonts: 'sans-serif' }));
  expect(svg.attributes.width).toBe('332');
  expect(findAll(svg, 'title')[0]?.text).toBe(figure.title);
  expect(findAll(svg, 'desc')[0]?.text).toBe('Layer 3 at 0.30000000000000004.');
  expect(findAll(svg, 'metadata')[0]?.text).toBe(
    'Attention Explorables 1.2.3, fake=v1.beta=0.30000000000000004,layers=12,seed=7,t=3',
  );
  expect(findAll(svg, 'path')[0]?.attributes).toMatchObject({
    d: expect.stringMatching(/^M-1 0.3a4 4 /),
    fill: colourOf('particle', 'light'),
  });
});

const withPython = (python: Figure['python']): Exported => ({ ...what, figure: { ...figure, python } });
const python = async (what: Exported): Promise<string> =>
  (await exportFigure('python', what, document.body)).text();

test('a Python file says where it comes from, has the state in variables, and then the figure’s own lines in order', async () => {
  const texts = ['\nfirst = 1\n', 'columns = ["t"]\nrows = [[beta * step]]\n'];
  const code = () => texts.map(async (text) => ({ default: text }));
  const text = await python(withPython({ code, within: 1e-4 }));
  expect(text).toContain(
    '# A figure for tests\n# Attention Explorables 1.2.3, fake=v1.beta=0.30000000000000004,',
  );
  expect(text).toContain('to a relative 0.0001:');
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  expect(lines.slice(0, 10)).toEqual([
    'import csv',
    'import sys',
    'import numpy as np',
    'beta = 0.30000000000000004  # bandwidth',
    'layers = 12  # L'.replace('L', figure.params.layers?.label ?? ''),
    'seed = 7  # seed',
    'step = 3  # the layer that is shown',
    'first = 1',
    'columns = ["t"]',
    'rows = [[beta * step]]',
  ]);
  expect(text).toMatch(/writer\.writerow\(columns\)\nwriter\.writerows\(rows\)\n$/);
});

test('values of every kind are written as Python has them', async () => {
  const named = withPython({ code: () => [Promise.resolve({ default: 'columns = rows = []' })] });
  const values = {
    clock: 'equal-time',
    causal: true,
    K: [
      [1, -0.5],
      [0, 1e-7],
    ],
    mask: [true, false],
    text: 'a "b" \\ β',
  };
  const text = await python({ ...named, shown: { ...named.shown, values } });
  for (const line of [
    'clock = "equal-time"',
    'causal = True',
    'K = np.array([[1, -0.5], [0, 1e-7]])',
    'mask = np.array([True, False])',
    'text = "a \\"b\\" \\\\ β"',
  ])
    expect(text.split('\n')).toContain(line);
});

test('a figure without a Python snippet says so, with its reason', async () => {
  await expect(python(withPython('It is trained for hours.'))).rejects.toThrow(
    'export: “fake” has no Python snippet. It is trained for hours.',
  );
});
