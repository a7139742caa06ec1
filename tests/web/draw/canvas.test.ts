import { expect, test } from 'vitest';
import { drawOnCanvas } from '../../../web/src/draw/canvas';
import { colourOf } from '../../../web/src/draw/palette';
import { Scene } from '../../../web/src/draw/scene';
import { type Role, roles } from '../../../web/src/draw/surface';
import { everyMark } from './every-mark';

/** What was done, with the settings that it was done with. */
interface Call {
  readonly name: string;
  readonly args: readonly (string | number)[];
  readonly points: readonly number[];
  readonly fillStyle: string;
  readonly strokeStyle: string;
  readonly lineWidth: number;
  readonly lineJoin: string;
  readonly alpha: number;
  readonly dash: readonly number[];
  readonly font: string;
  readonly align: string;
}

/** A context that writes down what is painted. */
function fakeContext(): { context: CanvasRenderingContext2D; calls: Call[]; transform: () => number[] } {
  const calls: Call[] = [];
  let [points, dash, transform]: number[][] = [[], [], []];
  const painted =
    (name: string) =>
    (...args: (string | number)[]): void =>
      void calls.push({
        name,
        args,
        points: [...(points ?? [])],
        fillStyle: String(context.fillStyle),
        strokeStyle: String(context.strokeStyle),
        lineWidth: context.lineWidth,
        lineJoin: context.lineJoin,
        alpha: context.globalAlpha,
        dash: dash ?? [],
        font: context.font,
        align: context.textAlign,
      });
  const point = (x: number, y: number): void => void points?.push(x, y);
  const context = {
    canvas: { width: 0, height: 0 },
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 1,
    lineJoin: 'miter',
    lineCap: 'butt',
    globalAlpha: 1,
    font: '',
    textAlign: 'start',
    textBaseline: 'alphabetic',
    setTransform: (...m: number[]) => {
      transform = m;
    },
    setLineDash: (d: number[]) => {
      dash = d;
    },
    beginPath: () => {
      points = [];
    },
    moveTo: point,
    lineTo: point,
    closePath: () => {},
    arc: (x: number, y: number, r: number) => point(x, y + 1000 * r),
    fill: painted('fill'),
    stroke: painted('stroke'),
    fillRect: painted('fillRect'),
    fillText: painted('fillText'),
    strokeText: painted('strokeText'),
  } as unknown as CanvasRenderingContext2D;
  return { context, calls, transform: () => transform ?? [] };
}

const look = { colour: (role: Role) => colourOf(role, 'light'), fonts: 'Inter, sans-serif' };
const view = { width: 300, height: 200 };
const surface = colourOf('surface', 'light');

function paint(marks = everyMark(), options = {}) {
  const fake = fakeContext();
  drawOnCanvas(fake.context, marks, view, look, options);
  return { ...fake, calls: fake.calls.slice(1), ground: fake.calls[0] };
}

test('every mark of a scene reaches the canvas, in its order, in the colours of its role', () => {
  const { calls } = paint();
  const perRole = calls.length / roles.length;
  expect(perRole).toBe(4 + 2 + 2 * 2 + 2 * 2);
  roles.forEach((role, i) => {
    const own = colourOf(role, 'light');
    const [line, path, area, rect, cell, cell2, a, b, c, d, halo, text, halo2, text2] = calls.slice(
      i * perRole,
      (i + 1) * perRole,
    );
    const y = 10 * i;
    expect(line).toMatchObject({
      name: 'stroke',
      strokeStyle: own,
      lineWidth: 2.5,
      lineJoin: 'round',
      dash: [2, 5],
      alpha: 0.25,
      points: [1, y, 2, y + 1],
    });
    expect(path).toMatchObject({
      name: 'stroke',
      strokeStyle: own,
      lineWidth: 1,
      dash: [],
      alpha: 1,
      points: [3, y, 4, y + 1, 5, y],
    });
    expect(area).toMatchObject({ name: 'fill', fillStyle: own, alpha: 0.5, points: [6, y, 7, y + 1, 8, y] });
    expect(rect).toMatchObject({
      name: 'fill',
      fillStyle: own,
      alpha: 1,
      points: [9, y, 12, y, 12, y + 4, 9, y + 4],
    });
    expect([cell, cell2]).toMatchObject([
      { name: 'fillRect', fillStyle: own, alpha: 0.6, args: [12, y, 1, 2] },
      { name: 'fillRect', fillStyle: own, alpha: 0.6, args: [14, y, 3, 2] },
    ]);
    // The outline of a mark lies under its fill, that of a hollow one above it.
    expect([a, b]).toMatchObject([
      { name: 'stroke', strokeStyle: surface, lineWidth: 1 },
      { name: 'fill', fillStyle: own },
    ]);
    expect([c, d]).toMatchObject([
      { name: 'fill', fillStyle: surface, alpha: 0.75 },
      { name: 'stroke', strokeStyle: own, lineWidth: 1.25, lineJoin: 'miter' },
    ]);
    expect(halo).toMatchObject({
      name: 'strokeText',
      strokeStyle: surface,
      lineWidth: 3.5,
      lineJoin: 'round',
      alpha: 1,
    });
    expect(text).toMatchObject({
      name: 'fillText',
      fillStyle: own,
      align: 'right',
      font: '600 12.5px Inter, sans-serif',
      args: [`${role} & <b> "x" '`, 40, y + 4.4],
    });
    expect(halo2?.name).toBe('strokeText');
    expect(text2).toMatchObject({
      align: 'center',
      font: 'italic 400 12.5px Inter, sans-serif',
      args: [`plain ${role}`, 50, y + 9.2],
    });
  });
});

test('a bare text has no halo', () => {
  const scene = new Scene();
  scene.text(5, 6, '0.25', { role: 'surface', bare: true });
  expect(paint(scene.marks).calls.map((call) => [call.name, call.fillStyle])).toEqual([
    ['fillText', surface],
  ]);
});

test('a mark is drawn around its place at its size: discs as arcs, the other roles with outlines of their own', () => {
  const outline = (role: Role, size: number): readonly number[] => {
    const scene = new Scene();
    scene.mark(role, 100, 50, { size });
    return paint(scene.marks).calls[1]?.points ?? [];
  };
  expect(outline('particle', 5)).toEqual([105, 50, 100, 5050]);
  const shapes = ['query', 'key', 'value', 'weight', 'error', 'loss', 'margin'] as const;
  for (const role of shapes) {
    const [small, large] = [outline(role, 4), outline(role, 8)];
    small.forEach((v, i) => {
      const centre = i % 2 ? 50 : 100;
      expect((large[i] as number) - centre).toBeCloseTo(2 * (v - centre), 9);
    });
  }
  expect(new Set(shapes.map((role) => outline(role, 4).join())).size).toBe(shapes.length);
});

test('the canvas has the device pixels of its box and its room around, on the surface', () => {
  const { context, transform, ground } = paint([], { ratio: 2, pad: 16 });
  expect(context.canvas).toEqual({ width: 664, height: 464 });
  expect(transform()).toEqual([2, 0, 0, 2, 32, 32]);
  expect(ground).toMatchObject({ name: 'fillRect', args: [-16, -16, 332, 232], fillStyle: surface });
});

test('an area of several lines is one shape, of which each is closed', () => {
  const { context, calls } = fakeContext();
  let closed = 0;
  context.closePath = () => void closed++;
  const scene = new Scene();
  scene.area([0, 0, 9, 0, 9, 9, 2, 1, 2, 2, 3, 2], { role: 'ink', starts: [6] });
  drawOnCanvas(context, scene.marks, { width: 10, height: 10 }, { colour: () => '#000000', fonts: 'x' });
  expect(closed).toBe(2);
  expect(calls.filter(({ name }) => name === 'fill')).toHaveLength(1);
});
