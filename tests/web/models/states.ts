/** Random states of a figure, the same in every run. */

import type { State } from '../../../web/src/element/address/state';
import type { Figure, Param } from '../../../web/src/figures/declare';
import type { BitsSpec } from '../../../web/src/kinds/bits';
import { type FileSpec, hold } from '../../../web/src/kinds/file';
import type { Value } from '../../../web/src/kinds/kind';
import { kindOf } from '../../../web/src/kinds/kinds';
import type { MatrixSpec } from '../../../web/src/kinds/matrix';
import { isNumeric, rangeOf, snap } from '../../../web/src/kinds/numbers';
import type { PointsSpec } from '../../../web/src/kinds/points';
import type { TextSpec } from '../../../web/src/kinds/text';
import type { TokensSpec } from '../../../web/src/kinds/tokens';

/** Numbers from 0 to below 1. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const whole = (roll: () => number, [low, high]: readonly [number, number]): number =>
  low + Math.floor(roll() * (high - low + 1));
const between = (roll: () => number, [low, high]: readonly [number, number]): number =>
  low + roll() * (high - low);

/** A value that the parameter's control can show. */
export function anyValue(param: Param, roll: () => number): Value {
  if (isNumeric(param)) return snap(param, between(roll, rangeOf(param)));
  if (param.kind === 'choice') {
    const names = Object.keys(param.options);
    return names[Math.floor(roll() * names.length)] as string;
  }
  const wished = wish(param, roll);
  const got = kindOf(param).take(param, wished);
  if ('problem' in got) throw new Error(`no value of ${param.label}: ${got.problem}`);
  return got.value;
}

/** Rows of numbers as a file. */
const csv = (name: string, rows: readonly (readonly number[])[]) => ({
  name: `${name}.csv`,
  bytes: new TextEncoder().encode(rows.map((row) => row.join()).join('\n')),
});

function wish(param: Param, roll: () => number): Value {
  const many = <T>(count: number, item: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => item(i));
  if ('x' in param) {
    const { x, y, count, value } = param as unknown as PointsSpec;
    return many(whole(roll, count ?? [value.length, value.length]), () => [
      between(roll, x),
      between(roll, y),
    ]);
  }
  if ('symbols' in param) {
    const { symbols, length, value } = param as unknown as TokensSpec;
    return many(whole(roll, length ?? [value.length, value.length]), () =>
      whole(roll, [0, symbols.length - 1]),
    );
  }
  if ('given' in param) {
    const given = (param as unknown as FileSpec).given?.() ?? [];
    return given[whole(roll, [0, given.length - 1])] ?? 'example';
  }
  if ('endings' in param && (param.endings as readonly string[]).includes('.txt')) {
    const words = ['a', 'bird', 'in', 'the', 'green', 'tree', 'sings', 'to', 'me,\n', 'again'];
    const text = many(600, () => words[whole(roll, [0, 9])]).join(' ');
    return hold([{ name: 'words.txt', bytes: new TextEncoder().encode(text) }]);
  }
  if ('endings' in param)
    return hold(
      ['Q', 'K', 'V'].map((name) =>
        csv(
          name,
          many(3, () => many(2, roll)),
        ),
      ),
    );
  if ('longest' in param) {
    const { longest } = param as unknown as TextSpec;
    return many(whole(roll, [0, longest]), () => [...'ab ,=&%#_~:é漢'][whole(roll, [0, 12])]).join('');
  }
  if ('range' in param) {
    const { range, rows, value, symmetric } = param as unknown as MatrixSpec;
    const columns = value[0]?.length ?? 0;
    const made = many(whole(roll, rows ?? [value.length, value.length]), () =>
      many(columns, () => between(roll, range)),
    );
    return symmetric
      ? made.map((row, i) => row.map((entry, j) => (j < i ? (made[j]?.[i] as number) : entry)))
      : made;
  }
  const { value } = param as unknown as BitsSpec;
  return value.map((row) => row.map(() => roll() < 0.5));
}

export function anyState(figure: Figure, roll: () => number): State {
  const values = Object.fromEntries(
    Object.entries(figure.params).map(([name, param]) => [name, anyValue(param, roll)]),
  );
  const timeline = figure.timeline?.(values);
  return { values, t: timeline && whole(roll, [timeline.first ?? 0, timeline.steps]) };
}
