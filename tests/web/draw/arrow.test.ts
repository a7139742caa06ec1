import { expect, test } from 'vitest';
import { type ArrowStyle, arrow } from '../../../web/src/draw/arrow';
import { Scene } from '../../../web/src/draw/scene';

function parts(draw: (scene: Scene) => void) {
  const scene = new Scene();
  draw(scene);
  const shaft = scene.marks.find((mark) => mark.kind === 'stroke');
  const head = scene.marks.find((mark) => mark.kind === 'fill');
  return { shaft, head, marks: scene.marks };
}

const style: ArrowStyle = { role: 'error', width: 1.5 };
const points = (mark: { points: ArrayLike<number> } | undefined): number[] => Array.from(mark?.points ?? []);
/** Where the head ends. */
const tip = (head: { points: ArrayLike<number> } | undefined): number[] => points(head).slice(2, 4);

test('the tip is on the target, the shaft begins at the start and ends inside of the head', () => {
  const { shaft, head } = parts((s) => arrow(s, 10, 20, 110, 20, style));
  expect(tip(head)).toEqual([110, 20]);
  const [x1, y1, x2, y2] = points(shaft) as [number, number, number, number];
  expect([x1, y1, y2]).toEqual([10, 20, 20]);
  const base = points(head)[0] as number;
  expect(x2).toBeGreaterThan(base);
  expect(x2).toBeLessThan(110 - 1);
});

test.each([0, 37, 90, 143, 180, 270])(
  'at %i degrees nothing of it is in the marks at its ends',
  (degrees) => {
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const { shaft, head } = parts((scene) =>
      arrow(scene, 200, 200, 200 + 60 * c, 200 + 60 * s, { ...style, start: 7, gap: 9 }),
    );
    const all = [...points(shaft), ...points(head)];
    for (let i = 0; i < all.length; i += 2) {
      const [x, y] = [all[i] as number, all[i + 1] as number];
      expect(Math.hypot(x - 200, y - 200)).toBeGreaterThan(7 - 1e-9);
      expect(Math.hypot(x - 200 - 60 * c, y - 200 - 60 * s)).toBeGreaterThan(9 - 1e-9);
    }
    // The head is symmetric about the arrow.
    const [ax, ay, tx, ty, bx, by] = points(head) as [number, number, number, number, number, number];
    expect(Math.hypot(ax - tx, ay - ty)).toBeCloseTo(Math.hypot(bx - tx, by - ty), 9);
    expect((ax + bx) / 2 - 200).toBeCloseTo((((ax + bx) / 2 - 200) * c + ((ay + by) / 2 - 200) * s) * c, 9);
  },
);

test('a short arrow is a head as long as it is, and its room goes before its direction does', () => {
  const length = (to: number, room = {}): number => {
    const { head } = parts((s) => arrow(s, 0, 0, to, 0, { ...style, ...room }));
    return (tip(head)[0] as number) - (points(head)[0] as number);
  };
  expect(length(3)).toBeCloseTo(3);
  expect(length(5)).toBeCloseTo(5);
  expect(length(100)).toBeGreaterThan(length(5));
  expect(length(12, { start: 6, gap: 6 })).toBeCloseTo(5);
  // The room at the target is kept as long as a head fits before it.
  const { head } = parts((s) => arrow(s, 0, 0, 12, 0, { ...style, start: 6, gap: 6 }));
  expect(tip(head)[0]).toBeCloseTo(6);
});

test('an arrow without any length is a dot where it is', () => {
  const { marks } = parts((s) => arrow(s, 30, 40, 30, 40, { ...style, of: 'g' }));
  expect(marks).toHaveLength(1);
  expect(marks[0]).toMatchObject({ kind: 'fill', style: { role: 'error', of: 'g' } });
  for (const [i, v] of points(marks[0] as { points: ArrayLike<number> }).entries())
    expect(Math.abs(v - (i % 2 ? 40 : 30))).toBeLessThanOrEqual(1.5);
});

test('an open head is two strokes, and only the shaft is dashed', () => {
  const { marks } = parts((s) => arrow(s, 0, 0, 50, 0, { ...style, open: true, dash: [4, 2], opacity: 0.5 }));
  expect(marks.map((mark) => mark.kind)).toEqual(['stroke', 'stroke']);
  expect(marks[0]?.style).toEqual({ role: 'error', width: 1.5, dash: [4, 2], opacity: 0.5 });
  expect(marks[1]?.style).toEqual({ role: 'error', width: 1.5, opacity: 0.5 });
});

test.each([0, 1, 2, 3])('a coordinate that is no number is refused, not left out', (i) => {
  const bad = [1, 2, 30, 40].map((v, k) => (k === i ? Number.NaN : v)) as [number, number, number, number];
  expect(() => arrow(new Scene(), ...bad, style)).toThrow('NaN');
});
