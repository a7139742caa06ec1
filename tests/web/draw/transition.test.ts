import { expect, test } from 'vitest';
import { Scene, type SceneMark } from '../../../web/src/draw/scene';
import type { Surface } from '../../../web/src/draw/surface';
import { onTheWay, waysBetween } from '../../../web/src/draw/transition';
import { everyMark } from './every-mark';

type Draw = (surface: Surface) => void;

function record(draw: Draw): readonly SceneMark[] {
  const scene = new Scene();
  draw(scene);
  return scene.marks;
}

/** What there is at a share of the way from one drawing to the other, as they would be drawn. */
const at = (share: number, from: Draw, to: Draw) => onTheWay(waysBetween(record(from), record(to)), share);

/** Without the difference between kinds of arrays. */
const plain = (marks: readonly SceneMark[]): unknown =>
  JSON.parse(JSON.stringify(marks, (_, v) => (v instanceof Float64Array ? [...v] : v)));

const drawn = (draw: Draw): unknown => plain(record(draw));

test('a line is halfway between its two places, as wide and as pale', () => {
  const marks = at(
    0.5,
    (s) => s.path([0, 0, 10, 10, 20, 0], { role: 'key', width: 1, opacity: 0.2 }),
    (s) => s.path([0, 10, 10, 30, 20, 10], { role: 'key', width: 3, opacity: 0.6 }),
  );
  expect(plain(marks)).toEqual(
    drawn((s) => s.path([0, 5, 10, 20, 20, 5], { role: 'key', width: 2, opacity: 0.4 })),
  );
});

test('an area is a quarter of its way', () => {
  const marks = at(
    0.25,
    (s) => s.area([0, 0, 10, 0, 5, 10], { role: 'value', of: 'z' }),
    (s) => s.area([0, 0, 10, 0, 5, 50], { role: 'value', of: 'z' }),
  );
  expect(plain(marks)).toEqual(drawn((s) => s.area([0, 0, 10, 0, 5, 20], { role: 'value', of: 'z' })));
});

test('a shape moves and grows', () => {
  const marks = at(
    0.5,
    (s) => s.mark('query', 0, 10),
    (s) => s.mark('query', 10, 0, { size: 8 }),
  );
  expect(plain(marks)).toEqual(drawn((s) => s.mark('query', 5, 5, { size: 6 })));
});

test('a text that says the same moves; one that says something else takes its place on the way', () => {
  const say =
    (text: string, y: number): Draw =>
    (s) =>
      s.text(10, y, text, { bold: true });
  expect(plain(at(0.5, say('loss', 0), say('loss', 20)))).toEqual(drawn(say('loss', 10)));
  expect(plain(at(0.25, say('1', 0), say('2', 20)))).toEqual(
    drawn((s) => {
      s.text(10, 5, '1', { bold: true, opacity: 0.75 });
      s.text(10, 5, '2', { bold: true, opacity: 0.25 });
    }),
  );
});

test('a bar grows, as a rectangle and as one of many cells', () => {
  const bars =
    (a: number, b: number): Draw =>
    (s) => {
      s.rect(0, 100 - a, 10, a, { role: 'weight' });
      s.cells([20, 100 - b, 10, b, 40, 50, 10, 50], { role: 'weight' });
    };
  expect(plain(at(0.5, bars(20, 80), bars(40, 20)))).toEqual(drawn(bars(30, 50)));
});

test('a box of the same size elsewhere is another one, and so is one that moves aslant: cells of a map do not fly', () => {
  const boxes: [number, number, number, number][] = [
    [30, 0, 10, 10],
    [5, 5, 20, 20],
  ];
  for (const box of boxes) {
    const cells = at(
      0.5,
      (s) => s.cells([0, 0, 10, 10], { role: 'plus' }),
      (s) => s.cells(box, { role: 'plus' }),
    );
    expect(plain(cells)).toEqual(
      drawn((s) => {
        s.cells([0, 0, 10, 10], { role: 'plus', opacity: 0.75 });
        s.cells(box, { role: 'plus', opacity: 0.5 });
      }),
    );
    const rectangles = at(
      0.5,
      (s) => s.rect(0, 0, 10, 10, { role: 'plus' }),
      (s) => s.rect(...box, { role: 'plus' }),
    );
    expect(rectangles).toHaveLength(2);
  }
});

test('a cell that keeps its place changes its shade, and a number written in another cell is another number', () => {
  const shade =
    (opacity: number): Draw =>
    (s) =>
      s.cells([0, 0, 10, 10, 20, 0, 10, 10], { role: 'plus', opacity });
  expect(plain(at(0.5, shade(0.2), shade(0.8)))).toEqual(drawn(shade(0.5)));
  const number =
    (x: number): Draw =>
    (s) =>
      s.text(x, 5, '0.50', { bare: true });
  expect(at(0.5, number(5), number(25))).toHaveLength(2);
  const other: Draw = (s) => s.text(25, 5, '0.75', { bare: true });
  expect(at(0.5, number(5), other).map((mark) => (mark as { x: number }).x)).toEqual([5, 25]);
  expect(at(0.5, number(5), number(5))).toHaveLength(1);
});

test('what a style leaves open is as if it had not been named', () => {
  const mark =
    (of: { of?: string | undefined }): Draw =>
    (s) =>
      s.mark('key', 1, 1, of as { of?: string });
  expect(at(0.5, mark({ of: undefined }), mark({}))).toHaveLength(1);
});

test('what slants has no edges: four corners that are no rectangle move as they like', () => {
  const slanted =
    (x: number): Draw =>
    (s) =>
      s.area([x, 0, x + 10, 5, x + 10, 15, x, 10], { role: 'key' });
  expect(plain(at(0.5, slanted(0), slanted(20)))).toEqual(drawn(slanted(10)));
});

const others: Record<string, readonly [Draw, Draw]> = {
  role: [(s) => s.mark('key', 0, 0), (s) => s.mark('value', 9, 0)],
  quantity: [(s) => s.mark('key', 0, 0, { of: 'k' }), (s) => s.mark('key', 9, 0, { of: 'q' })],
  outline: [(s) => s.mark('key', 0, 0), (s) => s.mark('key', 9, 0, { hollow: true })],
  dashes: [
    (s) => s.line(0, 0, 1, 1, { role: 'key' }),
    (s) => s.line(0, 0, 1, 9, { role: 'key', dash: [2, 2] }),
  ],
  'number of points': [
    (s) => s.path([0, 0, 1, 1], { role: 'key' }),
    (s) => s.path([0, 0, 1, 1, 2, 9], { role: 'key' }),
  ],
  kind: [
    (s) => s.path([0, 0, 1, 1, 2, 0], { role: 'key' }),
    (s) => s.area([0, 0, 1, 1, 2, 0], { role: 'key' }),
  ],
  count: [
    (s) => s.mark('key', 0, 0),
    (s) => {
      s.mark('key', 9, 0);
      s.mark('key', 9, 9);
    },
  ],
};
for (const [what, [from, to]] of Object.entries(others))
  test(`marks of another ${what} do not move into each other: they fade`, () => {
    const [old, next] = [record(from), record(to)];
    const ways = waysBetween(old, next);
    expect(ways.map((way) => way.from).filter(Boolean)).toEqual(old);
    expect(ways.map((way) => way.to).filter(Boolean)).toEqual(next);
    expect(ways.every((way) => !way.from || !way.to)).toBe(true);
    const shares = onTheWay(ways, 0.5).map(({ style }) => style.opacity);
    expect(shares.filter((v) => v === 0.5 || v === 0.75)).toHaveLength(old.length + next.length);
  });

test('at its start it is the old drawing, at its end the new one, mark for mark', () => {
  const old = everyMark();
  const next = record((s) => s.mark('key', 3, 4));
  const there = waysBetween(old, old);
  expect(there).toHaveLength(old.length);
  expect(plain(onTheWay(there, 0.3))).toEqual(
    plain(old.map((m) => (m.kind === 'mark' ? { ...m, style: { size: 4, ...m.style } } : m)).map(wide)),
  );
  const seen = (marks: readonly SceneMark[]) => marks.filter((m) => m.style.opacity !== 0).length;
  const away = waysBetween(old, next);
  expect([seen(onTheWay(away, 0)), seen(onTheWay(away, 1))]).toEqual([old.length, 1]);
});

const wide = (mark: SceneMark): SceneMark =>
  mark.kind === 'stroke' ? { ...mark, style: { ...mark.style, width: mark.style.width ?? 1 } } : mark;

test('what leaves stays above what it lay above, and below the rest', () => {
  const ways = waysBetween(
    record((s) => {
      s.text(0, 0, 'first');
      s.mark('key', 0, 0);
      s.text(0, 0, 'on it');
      s.mark('value', 0, 0);
    }),
    record((s) => {
      s.mark('key', 5, 0);
      s.text(0, 0, 'new');
      s.mark('value', 5, 0);
    }),
  );
  const names = ways.map(({ from, to }) => {
    const mark = (to ?? from) as SceneMark;
    return mark.kind === 'text' ? mark.text : (mark as { role: string }).role;
  });
  expect(names).toEqual(['first', 'key', 'on it', 'new', 'value']);
});

test('what is about to leave becomes nothing else: it goes on leaving from how pale it is', () => {
  const [leaving] = record((s) => s.mark('key', 0, 0, { opacity: 0.4 })) as [SceneMark];
  const [stays] = record((s) => s.mark('key', 5, 0)) as [SceneMark];
  const [next] = record((s) => s.mark('key', 9, 0)) as [SceneMark];
  const ways = waysBetween([leaving, stays], [next], new Set([leaving]));
  expect(ways.map(({ from, to }) => [from, to])).toEqual([
    [leaving, undefined],
    [stays, next],
  ]);
  expect(onTheWay(ways, 0.5)[0]?.style.opacity).toBe(0.2);
});
