import { expect, test } from 'vitest';
import { plot } from '../../../web/src/draw/axes';
import { textWidth } from '../../../web/src/draw/labels';
import { Scene, type SceneMark } from '../../../web/src/draw/scene';
import { spread } from '../../../web/src/draw/spread';

type Text = Extract<SceneMark, { kind: 'text' }>;
const texts = (scene: Scene): Text[] => scene.marks.filter((m) => m.kind === 'text');

/** Where a text reaches from and to, as far as the layout knows. */
function extent({ x, text, style }: Text): [number, number] {
  const width = textWidth(text);
  const left = style.anchor === 'end' ? x - width : style.anchor === 'middle' ? x - width / 2 : x;
  return [left, left + width];
}

const x = { domain: [0, 60], label: 'layer ℓ' } as const;
const y = { domain: [-4, 4], label: 'position z' } as const;

test.each([300, 328, 700, 900])(
  'at %d px no tick label touches another and none leaves the drawing',
  (width) => {
    const scene = new Scene();
    const area = plot(scene, { width, height: 300 }, { x: { ...x, domain: [0, 12000] }, y });
    const row = texts(scene).filter((t) => t.y === area.bottom + 12);
    expect(row.length).toBeGreaterThan(1);
    const ends = row.map(extent).sort((a, b) => a[0] - b[0]);
    ends.forEach(([left, right], i) => {
      expect(left).toBeGreaterThanOrEqual(-1);
      expect(right).toBeLessThanOrEqual(width + 1);
      if (i) expect(left).toBeGreaterThan((ends[i - 1]?.[1] ?? 0) + 4);
    });
  },
);

test('both quantities are named, with the direction in which they grow', () => {
  const scene = new Scene();
  plot(scene, { width: 600, height: 300 }, { x, y });
  expect(texts(scene).map((t) => t.text)).toEqual(expect.arrayContaining(['↑ position z', 'layer ℓ →']));
});

test('the ticks of an axis have the same digits and a real minus sign', () => {
  const scene = new Scene();
  plot(scene, { width: 600, height: 300 }, { x, y: { domain: [-0.5, 1], label: 'share' } });
  expect(texts(scene).map((t) => t.text)).toEqual(expect.arrayContaining(['−0.4', '0.0', '1.0']));
});

test('ticks over many decades are powers of ten at every width', () => {
  for (const width of [328, 900]) {
    const scene = new Scene();
    plot(scene, { width, height: 300 }, { x: { domain: [1, 1e6], scale: 'log', label: 'tokens' }, y });
    expect(texts(scene).map((t) => t.text)).toEqual(expect.arrayContaining(['10⁰', '10⁶']));
  }
});

test('room asked for on the right is left for labels', () => {
  const area = plot(new Scene(), { width: 600, height: 300 }, { x, y, right: 90 });
  expect(area.right).toBe(510);
  expect(area.x(60)).toBe(510);
  expect(area.y(4)).toBe(area.top);
  expect(area.y(-4)).toBe(area.bottom);
});

test('labels that would overlap are moved apart and the others stay', () => {
  expect(spread([10, 12, 100], 16)).toEqual([3, 19, 100]);
  expect(spread([12, 10], 16)).toEqual([19, 3]);
});

test('labels stay between their limits', () => {
  expect(spread([0, 0, 0], 10, 0, 100)).toEqual([0, 10, 20]);
  expect(spread([100, 98], 10, 0, 100)).toEqual([100, 90]);
  expect(spread([], 10)).toEqual([]);
});
