import { fixed } from '../../../draw/format';
import type { Scale } from '../../../draw/scale';
import type { Surface } from '../../../draw/surface';
import { choice, type Params, seed, slider } from '../../declare';
import { at } from '../../shared/as-matrix';

/** What the figures that train can change of a run. */
export const runParams = {
  start: choice({
    label: 'start',
    options: { random: 'random', equal: 'exactly equal' },
    about: 'Random: the scores of each head are drawn between −u and u. Equal: all of them are 0.',
  }),
  u: slider({
    symbol: 'u',
    label: 'scale of the start',
    range: [1e-6, 3],
    scale: 'log',
    when: ({ start }) => start === 'random',
    about: 'The smaller, the more alike the heads are at first.',
  }),
  heads: slider({
    symbol: 'H',
    label: 'heads',
    range: [1, 6],
    step: 1,
    about: 'How many learn. Three are needed for three groups, if each reads one.',
  }),
  m: slider({
    symbol: 'm',
    label: 'hierarchy',
    range: [1, 2.5],
    step: 0.1,
    about: 'How many times louder a group is than the one behind it. At 1 all are equally loud.',
  }),
  decay: slider({
    symbol: 'w',
    label: 'weight decay',
    range: [0, 0.2],
    step: 0.01,
    about: 'Each step takes 0.02 times this share off all values and scores.',
  }),
  matrices: choice({
    label: 'matrices',
    options: { clues: 'clues', orthogonal: 'random orthogonal' },
    about:
      'Clues: a token votes for the next number, for its double or for its triple, modulo 5. Random orthogonal matrices, as published, differ with the seed.',
  }),
  seed: seed(),
} satisfies Params;

/** Lines at the heights of the stairs, each with what its model reads. */
export function drawStairs(
  surface: Surface,
  area: { readonly left: number; readonly right: number; readonly y: Scale },
  stairs: Float64Array,
  highest: number,
): void {
  const names = ['reads nothing', 'reads 1 group', 'reads 2 groups'];
  for (const [i, name] of names.entries()) {
    const value = at(stairs, i);
    if (value > highest) continue;
    const y = area.y(value);
    surface.line(area.left, y, area.right, y, { role: 'margin', dash: [6, 4], width: 1.5, of: 'stairs' });
    surface.text(area.right, y - 6, `${name}: ${fixed(value, 3)}`, {
      role: 'margin',
      anchor: 'end',
      of: 'stairs',
    });
  }
}
