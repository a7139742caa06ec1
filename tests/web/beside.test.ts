import { describe, expect, it } from 'vitest';
import { alongLine, type Box, besideMarks } from '../../web/src/draw/beside';
import { textSize, textWidth } from '../../web/src/draw/labels';

const within: Box = { left: 0, right: 300, top: 0, bottom: 200 };
const markAt = (x: number, y: number): Box => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 });
const boxOf = ({ x, y, name, anchor }: { x: number; y: number; name: string; anchor: string }): Box => {
  const left = anchor === 'start' ? x : x - textWidth(name);
  return { left, right: left + textWidth(name), top: y - textSize / 2, bottom: y + textSize / 2 };
};
const apart = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

describe('names beside marks', () => {
  it('stand at their right where nothing is in the way', () => {
    expect(besideMarks([{ x: 50, y: 60, name: '.05' }], [markAt(50, 60)], within)).toEqual([
      { x: 58, y: 60, name: '.05', anchor: 'start' },
    ]);
  });

  it('keep off marks, lines and each other', () => {
    const marks = [
      { x: 100, y: 100, name: '.005' },
      { x: 112, y: 104, name: '.01' },
      { x: 130, y: 110, name: '.02' },
      { x: 104, y: 120, name: '.18' },
    ];
    const taken = [
      ...marks.map(({ x, y }) => markAt(x, y)),
      ...alongLine({ x: 100, y: 100 }, { x: 130, y: 110 }),
    ];
    const boxes = besideMarks(marks, taken, within).map(boxOf);
    for (const [i, box] of boxes.entries())
      for (const other of [...taken, ...boxes.slice(i + 1)]) expect(apart(box, other)).toBe(true);
  });

  it('stay inside', () => {
    for (const x of [2, 298])
      for (const y of [4, 196]) {
        const [place] = besideMarks([{ x, y, name: 'W = 4' }], [], within);
        const { left, right, top, bottom } = boxOf(place as NonNullable<typeof place>);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(300);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeLessThanOrEqual(200);
      }
  });

  it('take what is least covered where all is', () => {
    const all: Box = { left: 0, right: 300, top: 0, bottom: 200 };
    expect(besideMarks([{ x: 50, y: 60, name: '.05' }], [all], within)).toHaveLength(1);
  });
});

describe('boxes along a line', () => {
  it('cover it from its start, four px apart or less', () => {
    const boxes = alongLine({ x: 0, y: 0 }, { x: 30, y: 40 });
    expect(boxes[0]).toEqual({ left: -2, right: 2, top: -2, bottom: 2 });
    expect(boxes.length).toBe(13);
  });

  it('are one where it has no length', () => {
    expect(alongLine({ x: 3, y: 4 }, { x: 3, y: 4 })).toHaveLength(1);
  });
});
