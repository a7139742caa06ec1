import { describe, expect, test } from 'vitest';
import { initialState, longestState, parse, sealed, serialise } from '../../../web/src/element/address/state';
import type { Figure } from '../../../web/src/figures/declare';
import { figures as registry } from '../../../web/src/figures/registry';
import { sameValue, type Value } from '../../../web/src/kinds/kind';
import { kindOf } from '../../../web/src/kinds/kinds';
import { models } from './figures';
import { anyState, dice } from './states';

const figures: Figure[] = [
  ...models.map((model) => model as unknown as Figure),
  ...(await Promise.all(Object.values(registry).map(async (load) => (await load()).default as Figure))),
];

describe.each(figures.map((figure) => [figure.id, figure] as const))('links of %s', (_, figure) => {
  test('a thousand states come back from their links as they were, and fit into one', () => {
    const roll = dice(1);
    for (let n = 0; n < 1000; n++) {
      const state = anyState(figure, roll);
      const text = sealed(serialise(figure, state));
      expect(text.length).toBeLessThan(longestState);
      expect(encodeURI(text)).toBe(text);
      const parsed = parse(figure, text);
      expect(parsed.notes).toEqual([]);
      expect(parsed.state).toEqual(state);
      expect(serialise(figure, parsed.state)).toBe(serialise(figure, state));
    }
  });

  test('spoilt links give a note, and never a value that the control cannot show', () => {
    const roll = dice(2);
    const start = initialState(figure);
    let noted = 0;
    for (let n = 0; n < 600; n++) {
      const text = serialise(figure, anyState(figure, roll));
      const at = 3 + Math.floor(roll() * (text.length - 3));
      const junk = ['', '_', '~', '-', ':', '9e9', 'NaN', '=', ',', '{', '\u0000', 'b64:99x9:AA'][
        Math.floor(roll() * 12)
      ];
      const spoilt = text.slice(0, at) + junk + text.slice(at + Math.floor(roll() * 3));
      const { state, notes } = parse(figure, spoilt);
      if (notes.length) noted++;
      expect(Object.keys(state.values)).toEqual(Object.keys(start.values));
      for (const [name, param] of Object.entries(figure.params)) {
        const value = state.values[name] as Value;
        const got = kindOf(param).take(param, value);
        expect('value' in got && sameValue(got.value, value), `${name} of ${spoilt}`).toBe(true);
      }
    }
    expect(noted).toBeGreaterThan(50);
  });

  test('what a script sets wrong is told in words, whatever it is', () => {
    for (const [name, param] of Object.entries(figure.params)) {
      for (const wrong of [
        undefined,
        null,
        {},
        [],
        [[]],
        [['a']],
        [1, [2]],
        Number.NaN,
        'nothing',
        Symbol.iterator,
        [[Number.NaN, 1]],
      ]) {
        const got = kindOf(param).take(param, wrong as never);
        if ('problem' in got) expect(got.problem, name).toMatch(/\S/);
        else expect(kindOf(param).take(param, got.value)).toEqual(got);
      }
    }
  });

  test('a value is told in words', () => {
    const roll = dice(3);
    for (let n = 0; n < 20; n++)
      for (const [name, param] of Object.entries(figure.params)) {
        const value = anyState(figure, roll).values[name] as Value;
        const { pieces } = kindOf(param);
        expect(kindOf(param).aloud(param, value)).toMatch(/\S/);
        for (let piece = 0; pieces && piece < pieces.count(value); piece++)
          expect(pieces.aloud(param, value, piece)).toMatch(/\d/);
      }
  });
});
