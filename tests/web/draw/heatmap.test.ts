import { describe, expect, test } from 'vitest';
import { type HeatmapSpec, heatmap } from '../../../web/src/draw/heatmap';
import { Scene } from '../../../web/src/draw/scene';
import { matrix } from './matrix';

const view = { width: 320, height: 300 };

function draw(spec: HeatmapSpec, size = view) {
  const scene = new Scene();
  const area = heatmap(scene, size, { silent: true, ...spec });
  const texts = scene.marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
  const cells = scene.marks.flatMap((mark) => (mark.kind === 'cells' ? [mark] : []));
  const strokes = scene.marks.flatMap((mark) => (mark.kind === 'stroke' ? [mark] : []));
  return { scene, area, texts, cells, strokes };
}

const half = matrix(2, 3, (i, j) => (3 * i + j) / 5);

test('every value has its cell, in its row and column, and is written in the middle of it', () => {
  const { area, texts, cells } = draw({ matrix: half });
  expect(texts.map((t) => t.text)).toEqual(['0.00', '0.20', '0.40', '0.60', '0.80', '1.00']);
  texts.forEach(({ x, y, style }, i) => {
    expect(area.cell(x, y)).toEqual({ row: Math.floor(i / 3), column: i % 3 });
    expect(style.bare).toBe(true);
  });
  const boxes = cells.flatMap((mark) => Array.from(mark.boxes));
  expect(boxes).toHaveLength(4 * 5);
  const [x, y, width, height] = boxes as [number, number, number, number];
  expect(area.cell(x + width / 2, y + height / 2)).toEqual({ row: 0, column: 1 });
  expect([width, height]).toEqual([area.size - 1, area.size - 1]);
});

test('cells of one shade are one mark', () => {
  const { cells } = draw({ matrix: matrix(4, 4, (i) => (i < 2 ? 0.3 : 0.9)), domain: [0, 1] });
  expect(cells.map((mark) => mark.boxes.length / 4)).toEqual([8, 8]);
});

test('beside the cells there is none', () => {
  const { area } = draw({ matrix: half, rowLabels: ['first', 'second'] });
  expect(area.cell(area.left - 1, area.top + 1)).toBeUndefined();
  expect(area.cell(area.left + 1, area.bottom + 1)).toBeUndefined();
  expect(area.cell(Number.NaN, area.top + 1)).toBeUndefined();
});

test('values are written in all cells or in none', () => {
  expect(draw({ matrix: matrix(8, 8, () => 0.25) }).texts).toHaveLength(64);
  expect(draw({ matrix: matrix(9, 20, () => 0.25) }).texts).toHaveLength(0);
  const long = draw({ matrix: half, format: (v) => (v > 0.9 ? '1.000000000' : '0') });
  expect(long.texts).toHaveLength(0);
});

test('without numbers a minus sign says that a cell is negative', () => {
  const signed = matrix(12, 12, (i, j) => (i < j ? -1 : i > j ? 0.5 : 0));
  const { cells, area } = draw({ matrix: signed, scale: 'diverging', domain: [-1, 1] });
  const signs = cells.filter((mark) => mark.style.role !== 'plus' && mark.style.role !== 'minus');
  const boxes = signs.flatMap((mark) => Array.from(mark.boxes));
  expect(boxes.length / 4).toBe(66);
  for (let i = 0; i < boxes.length; i += 4) {
    const at = area.cell((boxes[i] as number) + 1, (boxes[i + 1] as number) + 0.5);
    expect(at && at.row < at.column).toBe(true);
  }
});

test('a cell that is no number is crossed out, without a shade and without a text', () => {
  const { strokes, texts, cells, area } = draw({
    matrix: matrix(2, 2, (i, j) => (i === 1 && j === 0 ? Number.NaN : 0.5)),
    domain: [0, 1],
  });
  const crossed = strokes.filter((mark) => mark.style.role === 'ink-3');
  expect(crossed).toHaveLength(1);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Array.from(crossed[0]?.points ?? []);
  expect(area.cell((x1 + x2) / 2, (y1 + y2) / 2)).toEqual({ row: 1, column: 0 });
  expect(texts).toHaveLength(3);
  expect(cells.reduce((sum, mark) => sum + mark.boxes.length / 4, 0)).toBe(3);
});

test('infinite values are drawn at the ends of the scale', () => {
  const values = [-Infinity, 0, Infinity];
  const { texts, cells } = draw({ matrix: matrix(1, 3, (_, j) => values[j] as number), scale: 'diverging' });
  expect(texts.map((t) => t.text)).toEqual(['−∞', '0.00', '∞']);
  expect(cells.map((mark) => [mark.style.role, mark.style.opacity])).toEqual([
    ['minus', 1],
    ['plus', 1],
  ]);
});

test.each([
  [0, 0],
  [0, 3],
  [3, 0],
])('a matrix of %i x %i is an empty picture, and no error', (rows, columns) => {
  const { cells, area } = draw({
    matrix: matrix(rows, columns, () => 1),
    silent: false,
    marked: { row: 0, column: 0 },
  });
  expect(cells.every((mark) => mark.boxes[1] === area.bottom + 12)).toBe(true);
  expect(area.cell(10, 10)).toBeUndefined();
});

test('nothing but NaN is drawn, with the bar of an unknown scale', () => {
  const { strokes } = draw({ matrix: matrix(2, 2, () => Number.NaN), silent: false, scale: 'diverging' });
  expect(strokes.filter((mark) => mark.style.role === 'ink-3')).toHaveLength(4);
});

describe('at 320 px', () => {
  test.each([1, 2, 5, 8, 12, 24, 90, 300])('a square of %i fits, labels and bar included', (n) => {
    const { scene, area } = draw({
      matrix: matrix(n, n, (i, j) => Math.sin(i + 2 * j)),
      scale: 'diverging',
      silent: false,
      label: 'score',
      rowLabels: Array.from({ length: n }, (_, i) => `row ${i + 1}`),
      columnLabels: Array.from({ length: n }, (_, i) => `column ${i + 1}`),
    });
    expect(area.right).toBeLessThanOrEqual(n > 270 ? area.left + n : 320);
    for (const mark of scene.marks)
      if (mark.kind === 'text') expect(mark.y).toBeLessThanOrEqual(n > 250 ? Infinity : view.height);
  });

  test('labels that would touch are left out, that of the marked row and column never', () => {
    const names = Array.from({ length: 24 }, (_, i) => `token ${i}`);
    const { texts } = draw({
      matrix: matrix(24, 24, () => 0.5),
      rowLabels: names,
      columnLabels: names,
      marked: { row: 7, column: 11 },
    });
    const bold = texts.filter((t) => t.style.bold).map((t) => t.text);
    expect(bold).toEqual(['token 7', 'token 11']);
    const columns = texts.filter((t) => t.style.anchor === 'middle').map((t) => t.x);
    expect(columns.length).toBeGreaterThan(2);
    const gaps = columns.slice(1).map((x, i) => x - (columns[i] as number));
    expect(Math.min(...gaps)).toBeGreaterThan(50);
  });
});

test('a marked row, column or cell has an outline around it, and one that is not there has none', () => {
  const outlines = (marked: HeatmapSpec['marked']) =>
    draw({ matrix: half, ...(marked && { marked }) }).strokes.filter((mark) => mark.style.role === 'ink');
  const { area } = draw({ matrix: half });
  const box = (mark: { points: ArrayLike<number> } | undefined): number[] =>
    Array.from(mark?.points ?? []).slice(0, 6);
  const [{ left, top, right, bottom, size }] = [area];
  expect(box(outlines({ row: 1 })[0])).toEqual([left, top + size, right, top + size, right, bottom]);
  expect(box(outlines({ column: 0 })[0])).toEqual([left, top, left + size, top, left + size, bottom]);
  expect(box(outlines({ row: 0, column: 2 })[0])).toEqual([right - size, top, right, top, right, top + size]);
  for (const marked of [undefined, {}, { row: 2 }, { column: -1 }]) expect(outlines(marked)).toEqual([]);
});

test('a cell shows the quantities that it is said to show, with its value', () => {
  const { cells, texts } = draw({
    matrix: half,
    of: (row, column) => (row === column ? `d${row}` : undefined),
  });
  expect(texts.map((t) => t.style.of)).toEqual(['d0', undefined, undefined, undefined, 'd1', undefined]);
  expect(cells.map((mark) => mark.style.of).filter(Boolean)).toEqual(['d1']);
  const all = draw({ matrix: half, of: 'alpha', silent: false, label: 'weight' });
  expect(all.cells.every((mark) => mark.style.of === 'alpha')).toBe(true);
});
