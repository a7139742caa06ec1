import { describe, expect, test } from 'vitest';
import { asGhost } from '../../../web/src/draw/ghost';
import { colourOf } from '../../../web/src/draw/palette';
import { Scene } from '../../../web/src/draw/scene';
import { type Role, roles, type Surface } from '../../../web/src/draw/surface';
import { contrast, mixed } from './colour-vision';

function drawn(draw: (surface: Surface) => void) {
  const scene = new Scene();
  draw(asGhost(scene));
  return scene;
}

/** Every kind of mark, as a figure draws them. */
function run(surface: Surface, role: Role = 'particle'): void {
  surface.line(0, 0, 10, 10, { role, of: 'z', width: 3 });
  surface.path([0, 0, 5, 5, 9, 0], { role, dash: [4, 2], opacity: 0.5, of: 'z' });
  surface.area([0, 0, 10, 0, 10, 10], { role, opacity: 0.1, of: 'z' });
  surface.rect(1, 2, 10, 20, { role, of: 'z' });
  surface.cells([0, 0, 8, 8, 10, 0, 8, 8], { role, of: 'z' });
  surface.cells([0, 0, 2, 2, 3, 0, 2, 9], { role, of: 'z' });
  surface.mark(role, 5, 6, { size: 7, of: 'z' });
  surface.text(1, 1, 'z', { of: 'z' });
  surface.handle({ param: 'z', x: 0, y: 0, along: 'x', at: (v) => v });
}

test('all that is drawn is pale, and dashed or hollow: never told by its colour alone', () => {
  const { marks } = drawn(run);
  expect(marks.map((mark) => mark.kind)).toEqual([...Array(6).fill('stroke'), 'cells', 'mark']);
  for (const { style } of marks) expect((style as { opacity?: number }).opacity).toBeLessThanOrEqual(0.7);
  for (const mark of marks) {
    if (mark.kind === 'stroke') expect(mark.style.dash).toHaveLength(2);
    if (mark.kind === 'mark') expect(mark.style).toMatchObject({ hollow: true, size: 7 });
  }
});

test('it lies where the run was', () => {
  const { marks } = drawn(run);
  const points = marks.map((mark) => (mark.kind === 'stroke' ? Array.from(mark.points) : []));
  expect(points.slice(0, 6)).toEqual([
    [0, 0, 10, 10],
    [0, 0, 5, 5, 9, 0],
    [0, 0, 10, 0, 10, 10, 0, 0],
    [1, 2, 11, 2, 11, 22, 1, 22, 1, 2],
    [0, 0, 8, 0, 8, 8, 0, 8, 0, 0],
    [10, 0, 18, 0, 18, 8, 10, 8, 10, 0],
  ]);
  expect(marks[6]).toMatchObject({ boxes: new Float64Array([0, 0, 2, 2, 3, 0, 2, 9]) });
});

test('lines that were dashed are told from lines that were not', () => {
  const { marks } = drawn(run);
  const dashes = marks.flatMap((mark) => (mark.kind === 'stroke' ? [mark.style.dash?.join()] : []));
  expect(dashes[0]).not.toBe(dashes[1]);
});

test('it has no text, no handles and no names: those are the present run’s', () => {
  const scene = drawn(run);
  expect(scene.marks.some((mark) => mark.kind === 'text' || mark.style.of !== undefined)).toBe(false);
  expect(scene.handles).toEqual([]);
});

test('grids and rules are not drawn a second time', () => {
  for (const role of ['grid', 'rule', 'surface'] as const) {
    const { marks } = drawn((surface) => run(surface, role));
    expect(marks.filter((mark) => mark.kind !== 'mark')).toEqual([]);
  }
});

test('nothing drawn is nothing, and what is no number is refused', () => {
  expect(drawn((s) => s.area([], { role: 'weight' })).marks).toEqual([]);
  expect(() => drawn((s) => s.rect(0, Number.NaN, 1, 1, { role: 'weight' }))).toThrow('NaN');
  expect(() => drawn((s) => s.cells([0, 0, Number.NaN, 9], { role: 'weight' }))).toThrow('NaN');
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const quantities = roles.filter((role) => !['grid', 'rule', 'surface'].includes(role));
  test.each(quantities)('a ghost of %s can be seen, and is paler than the run', (role) => {
    const [ground, own] = [colourOf('surface', theme), colourOf(role, theme)];
    const [line] = drawn((surface) => surface.line(0, 0, 1, 1, { role })).marks;
    const opacity = line?.kind === 'stroke' ? line.style.opacity : undefined;
    const pale = contrast(mixed(ground, own, opacity ?? 1), ground);
    expect(pale).toBeGreaterThan(2);
    expect(pale).toBeLessThan(0.85 * contrast(own, ground));
  });
});
