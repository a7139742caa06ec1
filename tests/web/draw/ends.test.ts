import { expect, test } from 'vitest';
import { Scene } from '../../../web/src/draw/scene';
import { endLabels } from '../../../web/src/figures/shared/ends';

const textsOf = (draw: (scene: Scene) => void) => {
  const scene = new Scene();
  draw(scene);
  return scene.marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
};

test('names of lines that end at one place stand apart, in the order of the lines and inside of the plot', () => {
  const ends = [100, 101, 102].map((y, i) => ({ name: `line ${i}`, role: 'value' as const, y }));
  const texts = textsOf((scene) => endLabels(scene, 50, ends, { top: 0, bottom: 110 }));
  const heights = texts.map(({ y }) => y);
  expect(texts.map(({ text }) => text)).toEqual(['line 0', 'line 1', 'line 2']);
  for (const [i, y] of heights.entries()) {
    if (i) expect(y - (heights[i - 1] as number)).toBeGreaterThanOrEqual(16);
    expect(y).toBeLessThanOrEqual(110);
  }
});

test('a name begins where its line ends, and is ink where the hue is a category’s', () => {
  const [first, second] = textsOf((scene) =>
    endLabels(
      scene,
      50,
      [
        { name: 'a', role: 'category-1', y: 10, of: 'loss' },
        { name: 'b', role: 'value', y: 80, x: 20, bold: true },
      ],
      { top: 0, bottom: 100 },
    ),
  );
  expect(first).toMatchObject({ x: 50, y: 10, style: { role: 'ink-2', of: 'loss' } });
  expect(second).toMatchObject({ x: 20, y: 80, style: { role: 'value', bold: true } });
});
