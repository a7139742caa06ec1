import { describe, expect, test } from 'vitest';
import { type GraphSpec, graph } from '../../../web/src/draw/graph';
import { textWidth } from '../../../web/src/draw/labels';
import { Scene } from '../../../web/src/draw/scene';
import { matrix } from './matrix';

const view = { width: 320, height: 320 };
const three = matrix(
  3,
  3,
  (i, j) =>
    [
      [0.5, 0.5, 0],
      [0.1, 0.2, 0.7],
      [0.3, 0.003, 0.697],
    ][i]?.[j] ?? 0,
);

function draw(spec: Partial<GraphSpec> & { matrix: GraphSpec['matrix'] }, size = view) {
  const scene = new Scene();
  const states =
    spec.states ?? Array.from({ length: spec.matrix.shape[0] }, (_, i) => String.fromCharCode(65 + i));
  const drawn = graph(scene, size, { ...spec, states });
  const shafts = scene.marks.flatMap((mark) => (mark.kind === 'stroke' ? [mark] : []));
  const heads = scene.marks.flatMap((mark) =>
    mark.kind === 'fill' && mark.points.length === 6 ? [mark] : [],
  );
  const texts = scene.marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
  return { scene, drawn, shafts, heads, texts, states };
}

test('every transition that happens is one arrow from its state to its state', () => {
  const { drawn, shafts, heads } = draw({ matrix: three, of: (from, to) => `${from}-${to}` });
  expect(shafts.map((mark) => mark.style.of).sort()).toEqual([
    '0-0',
    '0-1',
    '1-0',
    '1-1',
    '1-2',
    '2-0',
    '2-2',
  ]);
  expect(heads).toHaveLength(7);
  const nearest = (x: number, y: number): number => {
    const far = drawn.places.map((p) => Math.hypot(p.x - x, p.y - y));
    const least = Math.min(...far);
    expect(least).toBeGreaterThan(drawn.radius - 1);
    expect(least).toBeLessThan(drawn.radius + 3);
    return far.indexOf(least);
  };
  for (const { points, style } of shafts) {
    const head = heads.find((mark) => mark.style.of === style.of);
    const from = nearest(points[0] as number, points[1] as number);
    const to = nearest(head?.points[2] as number, head?.points[3] as number);
    expect(`${from}-${to}`).toBe(style.of);
  }
});

test('the more probable a transition, the wider its arrow', () => {
  const { shafts } = draw({ matrix: three, of: (from, to) => `${from}-${to}` });
  const width = (of: string): number => shafts.find((mark) => mark.style.of === of)?.style.width ?? 0;
  expect(width('1-2')).toBeGreaterThan(width('0-1'));
  expect(width('0-1')).toBeGreaterThan(width('1-0'));
  expect(width('0-1')).toBe(width('0-0'));
  expect(width('1-2') - width('1-0')).toBeCloseTo(3.5 * 0.6);
});

test('there and back are two arrows, apart in the middle', () => {
  for (const layout of ['circle', 'line'] as const) {
    const { shafts } = draw({ matrix: matrix(2, 2, (i, j) => (i === j ? 0 : 1)), layout });
    const middle = shafts.map(({ points }) => {
      const k = 2 * Math.floor(points.length / 4);
      return [points[k] as number, points[k + 1] as number] as const;
    });
    const [a = [0, 0], b = [0, 0]] = middle;
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(16);
  }
});

test('the numbers are those of the transitions that are said to have one', () => {
  const { drawn, texts } = draw({ matrix: three, of: (from, to) => `${from}-${to}` });
  const written = texts.filter((t) => t.style.of).map((t) => [t.style.of, t.text]);
  expect(written).toEqual(
    drawn.numbered.map(([from, to]) => [`${from}-${to}`, (three.data[3 * from + to] as number).toFixed(2)]),
  );
  expect(written.length).toBe(7);
});

const box = (x: number, y: number, text: string) => ({ x, y, half: textWidth(text) / 2, high: 6 });

describe.each(['circle', 'line'] as const)('on a %s', (layout) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'with %i states no number touches another, a state or a foreign arrow at 320 px',
    (n) => {
      const { scene, drawn, texts, shafts } = draw({
        layout,
        matrix: matrix(n, n, (i, j) => (1 + ((3 * i + 5 * j) % 7)) / (4 * n)),
        of: (from, to) => `${from}-${to}`,
      });
      expect(drawn.places).toHaveLength(n);
      const labels = texts
        .filter((t) => t.style.of)
        .map((t) => ({ ...box(t.x, t.y, t.text), of: t.style.of }));
      labels.forEach((a, i) => {
        for (const b of labels.slice(i + 1))
          expect(Math.abs(a.x - b.x) >= a.half + b.half || Math.abs(a.y - b.y) >= a.high + b.high).toBe(true);
        for (const p of drawn.places)
          expect(
            Math.abs(a.x - p.x) >= a.half + drawn.radius || Math.abs(a.y - p.y) >= a.high + drawn.radius,
          ).toBe(true);
        for (const { points, style } of shafts) {
          if (style.of === a.of) continue;
          for (let k = 0; k < points.length; k += 2)
            expect(
              Math.abs((points[k] as number) - a.x) > a.half ||
                Math.abs((points[k + 1] as number) - a.y) > a.high,
            ).toBe(true);
        }
      });
      for (const mark of scene.marks)
        if (mark.kind === 'stroke')
          for (let k = 0; k < mark.points.length; k++) {
            expect(mark.points[k]).toBeGreaterThan(0);
            expect(mark.points[k]).toBeLessThan(320);
          }
      // States do not touch either.
      drawn.places.forEach((a, i) => {
        for (const b of drawn.places.slice(i + 1))
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(2 * drawn.radius);
      });
    },
  );
});

test('a number that would leave the drawing is left out', () => {
  const low = { width: 320, height: 60 };
  const { texts, drawn } = draw({ matrix: matrix(3, 3, () => 1 / 3), layout: 'line' }, low);
  expect(drawn.numbered.some(([from, to]) => from === to)).toBe(false);
  for (const { y } of texts) expect(y > 6 && y < low.height - 6).toBe(true);
});

test('the state that the chain is in is filled, and named in the colour of the surface', () => {
  const { scene, texts } = draw({ matrix: three, now: 2 });
  const discs = scene.marks.flatMap((mark) => (mark.kind === 'mark' ? [mark] : []));
  expect(discs.map((mark) => mark.style.hollow)).toEqual([true, true, false]);
  expect(texts.filter((t) => t.style.bold).map((t) => [t.text, t.style.role])).toEqual([['C', 'surface']]);
});

test('no states are no picture', () => {
  expect(draw({ matrix: matrix(0, 0, () => 0) }).scene.marks).toEqual([]);
});

test('what is no chain is refused before anything is drawn', () => {
  const scene = new Scene();
  const make =
    (states: number, rows: number, value = 0.1) =>
    () =>
      graph(scene, view, { states: Array(states).fill('x'), matrix: matrix(rows, rows, () => value) });
  expect(make(9, 9)).toThrow('at most 8');
  expect(make(3, 2)).toThrow('a matrix of 2 x 2 for 3 states');
  expect(make(2, 2, Number.NaN)).toThrow('NaN from 0 to 0');
  expect(scene.marks).toEqual([]);
});
