// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type AnyPreset, createPresets, valuesOf } from '../../../web/src/element/controls/presets';
import type { Figure } from '../../../web/src/figures/declare';
import { modelPoints } from '../models/figures';

const figure = {
  ...modelPoints,
  presets: [
    { name: 'far', params: { keys: [[2, 1]] }, says: 'Far.' },
    { name: 'twice', params: { scale: 2 }, says: 'Twice.' },
  ],
} as unknown as Figure;
const [far, twice] = figure.presets as [AnyPreset, AnyPreset];

const shown = (locked: string[], values: ReturnType<typeof valuesOf>) => {
  const presets = createPresets(figure, new Set(locked), () => {});
  presets.set({ values, t: undefined });
  const pills = [...presets.element.querySelectorAll<HTMLElement>('.pill')];
  return {
    offered: pills.filter(({ hidden }) => !hidden).map(({ textContent }) => textContent),
    pressed: pills
      .filter((pill) => pill.getAttribute('aria-pressed') === 'true')
      .map(({ textContent }) => textContent),
    tabs: pills.map(({ hidden, tabIndex }) => !hidden && tabIndex === 0),
    row: !presets.element.hidden,
  };
};

test('a preset about another value of what is locked is not offered, and not said to be there', () => {
  expect(shown([], valuesOf(figure, twice))).toMatchObject({ offered: ['far', 'twice'], pressed: ['twice'] });
  const one = shown(['scale'], valuesOf(figure, far));
  expect(one).toEqual({ offered: ['far'], pressed: ['far'], tabs: [true, false], row: true });
  expect(shown(['keys', 'scale'], { ...valuesOf(figure, far), scale: 1.5 })).toMatchObject({
    offered: ['far'],
    pressed: ['far'],
  });
  // Its author has locked the very value that it is about.
  expect(shown(['scale'], valuesOf(figure, twice))).toMatchObject({
    offered: ['far', 'twice'],
    pressed: ['twice'],
  });
  expect(shown(['keys', 'scale'], { keys: [[0, 0]], scale: 1 })).toMatchObject({ offered: [], row: false });
});
