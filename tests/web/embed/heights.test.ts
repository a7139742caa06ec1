import { describe, expect, test } from 'vitest';
import { Heights } from '../../../web/src/embed/heights';

describe('heights', () => {
  test('the first is told at once', () => {
    expect(new Heights().offer(500, 0)).toBe(0);
  });

  test('one that is known already is not told again', () => {
    const heights = new Heights();
    heights.offer(500, 0);
    expect(heights.offer(500, 5000)).toBeUndefined();
  });

  test('follow each other no faster than ten a second', () => {
    const heights = new Heights();
    heights.offer(500, 0);
    expect(heights.offer(600, 30)).toBe(70);
    expect(heights.offer(600, 100)).toBe(0);
  });

  test('grow and shrink with a reader who opens and closes something', () => {
    const heights = new Heights();
    for (let i = 0; i < 20; i++) {
      expect(heights.offer(500, 4000 * i)).toBe(0);
      expect(heights.offer(800, 4000 * i + 2000)).toBe(0);
    }
  });

  test('shrink smoothly while a window is dragged', () => {
    const heights = new Heights();
    for (let i = 0; i < 50; i++) expect(heights.offer(900 - i, 100 * i)).toBe(0);
  });

  /** A page that answers every height with a size at which the other one is right. */
  function loop(duration: number): { readonly told: number[]; readonly last: number } {
    const heights = new Heights();
    const told: number[] = [];
    let [now, wanted, last] = [0, 800, 0];
    while (now < duration) {
      const left = heights.offer(wanted, now);
      if (left === 0) {
        told.push(now);
        last = wanted;
        wanted = wanted === 800 ? 780 : 800;
        now += 16;
      } else now += left ?? 16;
    }
    return { told, last };
  }

  test('die out when the page around closes a loop', () => {
    const minute = loop(60_000).told;
    expect(minute.length).toBeGreaterThan(4);
    expect(minute.length).toBeLessThan(25);
    expect(loop(3_600_000).told.length).toBeLessThan(40);
  });

  test('rest at the larger one of a loop, where nothing is hidden', () => {
    expect(loop(60_000).last).toBe(800);
  });

  test('are told promptly again after a loop has ended', () => {
    const heights = new Heights();
    let now = 0;
    for (let i = 0; i < 12; i++) {
      now += heights.offer(i % 2 ? 780 : 800, now) || 100;
    }
    heights.offer(800, now + 60_000);
    expect(heights.offer(900, now + 200_000)).toBe(0);
    expect(heights.offer(500, now + 200_100)).toBe(0);
  });
});
