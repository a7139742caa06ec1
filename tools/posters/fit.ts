/**
 * A drawing for a room of a given size. A picture that is seen small wants large letters, and a figure lays itself out for any width:
 * so it is drawn at many, and the one is taken whose letters come out largest with everything in its place.
 */
import { textSize, textWidth } from '../../web/src/draw/labels';
import { drop } from '../../web/src/draw/measures';
import type { SceneMark } from '../../web/src/draw/scene';
import type { View } from '../../web/src/draw/surface';

export interface Fitted {
  /** Which of the rooms it is for. */
  readonly room: number;
  readonly view: View;
  readonly marks: readonly SceneMark[];
  /** By how much letters are larger than the drawing has them, and by how much all of it is enlarged to fill the room. */
  readonly letters: number;
  readonly scale: number;
}

/** As large as letters have to be, in px of the picture: larger ones are worth nothing. */
const enough = 20;
/** From a phone's to that of a page, at which every drawing is known to have its room. */
const full = 908;
const widths = [...Array.from({ length: 37 }, (_, i) => 325 + 16 * i), full];
/** Parts of its own height that a drawing may be pressed into: many fill what they are given. */
const heights = [1, 0.92, 0.84, 0.76];
/** Where figures begin to put panels beside each other, these are narrow. */
const tight = [616, 740] as const;
const larger = [1.24, 1.18, 1.12, 1.06, 1];

type Texts = Extract<SceneMark, { kind: 'text' }>;
type Edges = readonly [left: number, top: number, right: number, bottom: number];

const isText = (mark: SceneMark): mark is Texts => mark.kind === 'text';

function edgesOf({ x, y, text, style }: Texts, letters: number): Edges {
  const width = textWidth(text, style.bold) * letters;
  const left = x - { start: 0, middle: 0.5, end: 1 }[style.anchor ?? 'start'] * width;
  const line = y + drop[style.baseline ?? 'alphabetic'] * letters;
  return [left, line - 0.74 * textSize * letters, left + width, line + 0.2 * textSize * letters];
}

/** By how many px texts in a line are nearer to each other than letters of different words may be. */
function crowding(texts: readonly Edges[]): number {
  const apart = 4;
  let sum = 0;
  texts.forEach(([left, top, right, bottom], i) => {
    for (const [l, t, r, b] of texts.slice(i + 1)) {
      const near = apart + Math.min(right, r) - Math.max(left, l);
      if (near > 0 && Math.min(bottom, b) - Math.max(top, t) > 2) sum += near;
    }
  });
  return sum;
}

/** What a text would hide or be hidden by: marks and the short lines that stand for them in a legend. */
function signsOf(marks: readonly SceneMark[]): Edges[] {
  const short = 40;
  return marks.flatMap((mark): Edges[] => {
    if (mark.kind === 'mark') return [[mark.x - 3, mark.y - 3, mark.x + 3, mark.y + 3]];
    if (mark.kind !== 'stroke' || mark.points.length !== 4) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Array.from(mark.points);
    if (y1 !== y2 || Math.abs(x1 - x2) > short) return [];
    return [[Math.min(x1, x2), y1 - 1, Math.max(x1, x2), y1 + 1]];
  });
}

/** How many texts lie on one of these, or as good as touch it. */
const covering = (texts: readonly Edges[], signs: readonly Edges[]): number =>
  texts.filter(([left, top, right, bottom]) =>
    signs.some(
      ([l, t, r, b]) =>
        Math.min(right, r) - Math.max(left, l) > -3 && Math.min(bottom, b) - Math.max(top, t) > 0,
    ),
  ).length;

/** The boxes of a drawing: cells, bars. */
function boxesOf(marks: readonly SceneMark[]): Edges[] {
  const boxes: Edges[] = [];
  for (const mark of marks) {
    if (mark.kind === 'cells')
      for (let i = 0; i < mark.boxes.length; i += 4) {
        const [x = 0, y = 0, w = 0, h = 0] = [0, 1, 2, 3].map((k) => mark.boxes[i + k]);
        boxes.push([x, y, x + w, y + h]);
      }
    else if (mark.kind === 'fill' && mark.points.length === 8) {
      const [x1 = 0, y1 = 0, , , x2 = 0, y2 = 0] = Array.from(mark.points);
      boxes.push([Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]);
    }
  }
  return boxes;
}

/** How many texts begin in a box and end outside of it. */
const crossing = (texts: readonly Edges[], boxes: readonly Edges[]): number =>
  texts.filter(([left, top, right, bottom]) =>
    boxes.some(
      ([l, t, r, b]) =>
        Math.min(right, r) - Math.max(left, l) > 1 &&
        Math.min(bottom, b) - Math.max(top, t) > 2 &&
        (left < l - 1 || right > r + 1),
    ),
  ).length;

/** How far it reaches beyond the picture's edges. */
function beyond(marks: readonly SceneMark[], edges: readonly Edges[], { width, height }: View): number {
  let most = 0;
  const at = (x: number, y: number): void => {
    most = Math.max(most, -x, -y, x - width, y - height);
  };
  for (const [left, top, right, bottom] of edges) {
    at(left, top);
    at(right, bottom);
  }
  for (const mark of marks)
    if (mark.kind === 'mark') at(mark.x, mark.y);
    else if (mark.kind === 'stroke' || mark.kind === 'fill')
      for (let i = 0; i < mark.points.length; i += 2) at(mark.points[i] ?? 0, mark.points[i + 1] ?? 0);
  return most;
}

/** What is amiss with a drawing, each as a number. */
function faultsOf(marks: readonly SceneMark[], view: View, letters: number): number[] {
  const texts = marks.filter(isText).map((mark) => edgesOf(mark, letters));
  const boxes = boxesOf(marks);
  return [
    beyond(marks, [...texts, ...boxes], view),
    crowding(texts),
    crossing(texts, boxes),
    covering(texts, signsOf(marks)),
  ];
}

/** Larger letters stand where the smaller ones stood: in the middle of a line that is meant to be in the middle. */
export const withLetters = (marks: readonly SceneMark[], letters: number): readonly SceneMark[] =>
  marks.map((mark) =>
    isText(mark) ? { ...mark, y: mark.y + drop[mark.style.baseline ?? 'alphabetic'] * (letters - 1) } : mark,
  );

/**
 * The drawing as it is best seen in one of `rooms`. Texts are no nearer to each other, cross no more boxes
 * and reach no further beyond the edges than on a page of full width.
 */
export function fit(
  draw: (view: View) => readonly SceneMark[],
  heightAt: (width: number) => number,
  rooms: readonly View[],
): Fitted {
  const worth = (width: number, size: number, fill: number, letters: number, height: number): number =>
    Math.min(size, enough) / enough +
    0.25 * fill -
    0.1 * (letters - 1) -
    0.3 * (1 - height) -
    (width > tight[0] && width < tight[1] ? 0.12 : 0);
  const candidates = rooms.flatMap((room, index) =>
    widths.flatMap((width) =>
      heights.flatMap((part) => {
        const view = { width, height: Math.round(heightAt(width) * part) };
        const scale = Math.min(room.width / view.width, room.height / view.height);
        const fill = (view.width * view.height * scale * scale) / (room.width * room.height);
        return larger.map((letters) => ({
          room: index,
          view,
          scale,
          letters,
          worth: worth(width, textSize * scale * letters, fill, letters, part),
        }));
      }),
    ),
  );
  const drawn = new Map<string, readonly SceneMark[]>();
  const at = (view: View): readonly SceneMark[] => {
    const key = `${view.width} ${view.height}`;
    const marks = drawn.get(key) ?? draw(view);
    drawn.set(key, marks);
    return marks;
  };
  const page = { width: full, height: heightAt(full) };
  const usual = faultsOf(at(page), page, 1);
  for (const { room, view, scale, letters } of candidates.sort((a, b) => b.worth - a.worth)) {
    const faults = faultsOf(at(view), view, letters);
    if (faults.every((fault, i) => fault <= (usual[i] ?? 0) + 0.5))
      return { room, view, scale, letters, marks: withLetters(at(view), letters) };
  }
  throw new Error('a drawing has the faults that it has');
}
