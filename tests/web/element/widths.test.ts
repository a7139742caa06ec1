import { expect, test } from 'vitest';
import { Widths } from '../../../web/src/element/stage/widths';

test('any width is drawn at once, but for one that was lost a moment ago', () => {
  const widths = new Widths();
  expect(widths.offer(600, 0, 500)).toBe(0);
  expect(widths.offer(568, 10, 583)).toBe(0);
  expect(widths.offer(570, 20, 568)).toBe(0);
  expect(widths.offer(583, 30, 570)).toBe(80);
  expect(widths.offer(583, 110, 570)).toBe(0);
});

test('a loop of two widths dies out', () => {
  const widths = new Widths();
  let [now, width, other, drawings] = [0, 583, 568, 0];
  const hour = 3_600_000;
  while (now < hour) {
    const wait = widths.offer(other, now, width);
    now += wait || 16;
    if (wait > 0) continue;
    [width, other] = [other, width];
    drawings++;
  }
  expect(drawings).toBeLessThan(40);
});

test('who drags a window to and fro does not wait longer and longer', () => {
  const widths = new Widths();
  let now = 0;
  for (let i = 0; i < 50; i++) {
    expect(widths.offer(500 + (i % 7), now, 600 + (i % 5))).toBe(0);
    expect(widths.offer(601 + ((i + 1) % 5), now + 200, 500 + (i % 7))).toBe(0);
    now += 400;
  }
});
