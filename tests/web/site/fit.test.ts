import { describe, expect, test } from 'vitest';
import { fit } from '../../../tools/posters/fit';
import { Scene } from '../../../web/src/draw/scene';
import type { Surface, View } from '../../../web/src/draw/surface';

const room = { width: 740, height: 560 };
const drawing = (draw: (surface: Surface, view: View) => void) => (view: View) => {
  const scene = new Scene();
  draw(scene, view);
  return scene.marks;
};
const size = ({ scale, letters }: { scale: number; letters: number }): number => 12.5 * scale * letters;

describe('a drawing in a room', () => {
  test('that fills what it is given gets letters of 20 px, and no more of its height is taken than that needs', () => {
    const frame = drawing((surface, { width, height }) => {
      surface.rect(0, 0, width, height, { role: 'grid' });
      surface.text(10, 30, 'a label');
    });
    const fitted = fit(frame, () => 420, [room]);
    expect(size(fitted)).toBeGreaterThanOrEqual(20);
    expect(fitted.view.height).toBeGreaterThan(300);
    expect(fitted.scale * fitted.view.width).toBeLessThanOrEqual(room.width + 0.01);
    expect(fitted.scale * fitted.view.height).toBeLessThanOrEqual(room.height + 0.01);
  });

  test('that needs its height keeps it', () => {
    const stack = drawing((surface, { width }) => surface.line(0, 420, width, 420, { role: 'ink' }));
    expect(fit(stack, () => 420, [room]).view.height).toBe(420);
  });

  test('is as wide as its texts need, in letters that leave them apart', () => {
    const line = drawing((surface, { width }) => {
      surface.text(0, 20, 'one label on the left side');
      surface.text(width, 20, 'another one on the right', { anchor: 'end' });
    });
    const { view, letters } = fit(line, () => 300, [room]);
    expect(view.width).toBeGreaterThan(325 + 16);
    // Two texts that touch as it is are not made larger.
    const touching = drawing((surface) => {
      surface.text(0, 20, 'KL from the truth ');
      surface.text(112, 20, '0.0001', { bold: true });
    });
    expect(letters).toBeGreaterThanOrEqual(1);
    expect(fit(touching, () => 500, [room]).letters).toBe(1);
  });

  test('does not write over boxes beside it', () => {
    const beside = drawing((surface, { width }) => {
      surface.rect(0, 0, 300, 300, { role: 'weight' });
      surface.text(width, 100, 'the name of an axis, with what it means', { anchor: 'end' });
    });
    const { view } = fit(beside, () => 300, [room]);
    expect(view.width).toBeGreaterThan(300 + 200);
  });

  test('takes the room that suits it', () => {
    const flat = drawing((surface, { width, height }) => surface.rect(0, 0, width, height, { role: 'grid' }));
    const rooms = [room, { width: 1100, height: 400 }];
    expect(fit(flat, (width) => width / 3, rooms).room).toBe(1);
    expect(fit(flat, (width) => width, rooms).room).toBe(0);
  });
});
