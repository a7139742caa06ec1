/** Points in the plane: dragged in the picture, one stop of the Tab key for all of them. */
import { decimals, fixed } from '../draw/format';
import { points as en } from '../words/en/points';
import { wordsOf } from '../words/words';
import { onGrid, readRows, replaced, takeRows, writeRows } from './arrays';
import { html } from './dom';
import { numberField } from './field';
import { button, countButtons, framed, frameStyle } from './frame';
import { type Control, type Declared, type Kind, other, type Read, type Report } from './kind';

export type PointsValue = readonly (readonly [number, number])[];
type Range = readonly [number, number];

export interface PointsSpec extends Declared<PointsValue> {
  /** Where both coordinates may lie. */
  readonly x: Range;
  readonly y: Range;
  readonly step: number;
  /** How many points there may be at least and at most; as many as there are, where absent. */
  readonly count?: Range;
  /** What a point is called, in the singular: “key”. */
  readonly name: string;
  /** What its coordinates are called; x and y where absent. */
  readonly axes?: readonly [string, string];
  /** The nearest place where a point may be: for a region that is no rectangle. */
  inside?(x: number, y: number): readonly [number, number];
}

const wordsIn = (param: PointsSpec): typeof en => param.words?.points ?? en;
const countOf = ({ count, value }: PointsSpec): Range => count ?? [value.length, value.length];

function nearest(param: PointsSpec, x: number, y: number): readonly [number, number] {
  const [a, b] = param.inside?.(x, y) ?? [x, y];
  return [onGrid(a, param.x, param.step), onGrid(b, param.y, param.step)];
}

const show = (param: PointsSpec, value: number): string =>
  wordsOf(param).number(fixed(value, decimals(param.step)));

const pointAloud = (param: PointsSpec, value: PointsValue, piece: number): string => {
  const [x, y] = value[piece] as readonly [number, number];
  const [across, up] = param.axes ?? ['x', 'y'];
  return wordsIn(param).point(
    param.name,
    piece + 1,
    value.length,
    `${across} ${show(param, x)}`,
    `${up} ${show(param, y)}`,
  );
};

/** Rows of two numbers, as many as there may be, each in its range. */
function checked(param: PointsSpec, rows: readonly (readonly number[])[]): Read<PointsValue> {
  const [least, most] = countOf(param);
  const words = wordsIn(param);
  const { reach } = wordsOf(param);
  if (rows.length < least || rows.length > most)
    return { problem: words.wrongCount(rows.length, least === most ? least : reach(least, most)) };
  const out: (readonly [number, number])[] = [];
  for (const row of rows) {
    const [x, y] = row;
    if (row.length !== 2 || x === undefined || y === undefined) return { problem: words.notTwo };
    if (x < param.x[0] || x > param.x[1] || y < param.y[0] || y > param.y[1])
      return { problem: words.outside(reach(...param.x), reach(...param.y)) };
    out.push(nearest(param, x, y));
  }
  return { value: out };
}

export const pointsKind: Kind<PointsSpec, PointsValue> = {
  write: (_, value) => writeRows(value),
  read: (param, text) => readRows(param, text, (rows) => checked(param, rows)),
  take: (param, value) =>
    takeRows(value, 'not a list of points, expected [[x, y], ...]', (rows) => checked(param, rows)),
  // How many there are says nothing where there is always one.
  aloud: (param, value) =>
    countOf(param)[1] === 1
      ? (value[0] ?? []).map((v) => show(param, v)).join(', ')
      : wordsIn(param).count(value.length, param.name),
  control,
  style: `${frameStyle}.pair{min-height:2.3em;padding-inline:.5em .1em;color:var(--_ink-2)}`,
  pieces: {
    count: (value) => value.length,
    aloud: pointAloud,
    keyed(param, value, piece, key) {
      const by = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
      const [x, y] = value[piece] ?? [];
      if (!by || x === undefined || y === undefined) return undefined;
      const [dx = 0, dy = 0] = by;
      return replaced(value, piece, nearest(param, x + dx * param.step, y + dy * param.step));
    },
    dragged: (param, value, piece, [x = 0, y = 0]) => replaced(value, piece, nearest(param, x, y)),
  },
};

/** Which point, its coordinates to be typed over, and buttons for more and fewer where there may be. */
function control(param: PointsSpec, id: string, report: Report<PointsValue>): Control<PointsValue> {
  let value = param.value;
  let at = 0;
  const axes = param.axes ?? ['x', 'y'];
  const which = html('select', {
    class: 'list',
    id,
    'aria-label': wordsIn(param).which(param.label, param.name),
  });
  const coordinate = (axis: 0 | 1) =>
    numberField(
      {
        show: (v) => show(param, v),
        snap: (v) => onGrid(v, axis ? param.y : param.x, param.step),
        moved: (v, by) => onGrid(v + by * param.step, axis ? param.y : param.x, param.step),
        range: axis ? param.y : param.x,
        said: param,
      },
      (v) => {
        const [x, y] = value[at] as readonly [number, number];
        report(replaced(value, at, axis ? nearest(param, x, v) : nearest(param, v, y)));
      },
      { 'aria-label': wordsIn(param).coordinate(axes[axis], param.name) },
    );
  const fields = [coordinate(0), coordinate(1)] as const;
  const add = button('+', wordsIn(param).more(param.name), () => {
    const middle = nearest(param, (param.x[0] + param.x[1]) / 2, (param.y[0] + param.y[1]) / 2);
    at = value.length;
    report([...value, middle], true);
  });
  const remove = button('−', wordsIn(param).remove(param.name), () =>
    report(
      value.filter((_, i) => i !== at),
      true,
    ),
  );
  const set = (now: PointsValue): void => {
    value = now;
    at = Math.min(at, value.length - 1);
    if (which.length !== value.length)
      which.replaceChildren(...value.map((_, i) => html('option', { value: i }, `${param.name} ${i + 1}`)));
    which.value = String(at);
    for (const axis of [0, 1] as const) fields[axis].set(value[at]?.[axis] ?? 0);
    add.disabled = value.length >= most;
    remove.disabled = value.length <= least;
  };
  const [least, most] = countOf(param);
  which.addEventListener('change', () => {
    at = Number(which.value);
    set(value);
  });
  const alone = most === 1;
  const row = html(
    'span',
    { class: 'joined pair', id: alone && id },
    axes[0],
    fields[0].element,
    axes[1],
    fields[1].element,
  );
  // Of one point there is nothing to choose.
  const parts = alone ? [row] : [which, row];
  return {
    element: framed(param, id, alone ? 22 : 45, ...parts, ...countButtons([least, most], remove, add)),
    set,
  };
}

/** Declares points. */
export const points = (spec: PointsSpec) => other(spec, pointsKind);
