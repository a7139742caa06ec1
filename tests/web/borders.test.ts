import { describe, expect, it } from 'vitest';
import { borders } from '../../web/src/draw/borders';

const of = (rows: readonly string[]) =>
  borders(rows.length, (rows[0] as string).length, (i, j) => (rows[i] as string).charCodeAt(j));

describe('borders between cells of a grid', () => {
  it('are none where all are alike', () => {
    expect(of(['aa', 'aa'])).toEqual([]);
  });

  it('are a straight line between two halves, from edge to edge', () => {
    const [line, ...others] = of(['aab', 'aab', 'aab']);
    expect(others).toEqual([]);
    expect(line).toHaveLength(3);
    for (const [, column] of line ?? []) expect(column).toBe(1.5);
    expect([line?.at(0)?.[0], line?.at(-1)?.[0]].sort()).toEqual([0, 2]);
  });

  it('come back around an island', () => {
    const [line, ...others] = of(['aaaa', 'abba', 'abba', 'aaaa']);
    expect(others).toEqual([]);
    expect(line?.at(0)).toEqual(line?.at(-1));
    for (const [row, column] of line ?? []) {
      expect(Math.hypot(row - 1.5, column - 1.5)).toBeGreaterThan(0.5);
      expect(Math.hypot(row - 1.5, column - 1.5)).toBeLessThan(1.5);
    }
  });

  it('meet where three do', () => {
    const lines = of(['aabb', 'aabb', 'cccc', 'cccc']);
    expect(lines).toHaveLength(3);
    const ends = lines.flatMap((line) => [line.at(0), line.at(-1)]);
    expect(ends.filter((end) => String(end) === '1.5,1.5')).toHaveLength(3);
  });

  it('run through a chessboard’s corner', () => {
    expect(of(['ab', 'ba'])).toHaveLength(4);
  });

  it('stay within half a cell of the steps that they smooth', () => {
    const slant = (i: number, j: number): number => Number(j > 0.4 * i + 3);
    for (const line of borders(12, 12, slant))
      for (const [row, column] of line) {
        const [i, j] = [Math.round(row), Math.round(column)];
        const near = [-1, 0, 1].flatMap((p) => [-1, 0, 1].map((q) => slant(i + p, j + q)));
        expect(new Set(near).size).toBe(2);
      }
  });
});
