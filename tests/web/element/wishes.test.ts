import { expect, test } from 'vitest';
import { initialState, parse, stepAt } from '../../../web/src/element/address/state';
import { readWishes } from '../../../web/src/element/controls/wishes';
import { FakeCore, fakeFigure } from './fakes';

const figure = fakeFigure(new FakeCore());
const none = { controls: null, lock: null, stepRange: null, motion: null };

test('without attributes everything is shown, nothing is locked, and the timeline is the figure’s', () => {
  const wishes = readWishes(figure, none);
  expect(wishes).toMatchObject({
    first: ['beta', 'layers', 'seed'],
    more: [],
    play: true,
    locked: new Set(),
    notes: [],
    figure,
  });
});

test('controls names the parameters that are shown, and play', () => {
  expect(readWishes(figure, { ...none, controls: 'beta, play' })).toMatchObject({
    first: ['beta'],
    more: [],
    play: true,
    notes: [],
  });
  expect(readWishes(figure, { ...none, controls: 'seed' }).play).toBe(false);
  expect(readWishes(figure, { ...none, controls: '' }).first).toEqual([]);
});

test('what a figure names comes first, in its order, and the rest is folded away; what an author picks is not', () => {
  const folded = { ...figure, first: ['layers', 'beta'] };
  expect(readWishes(folded, none)).toMatchObject({ first: ['layers', 'beta'], more: ['seed'] });
  expect(readWishes(folded, { ...none, controls: 'seed,beta' })).toMatchObject({
    first: ['beta', 'seed'],
    more: [],
  });
});

test('names that the figure does not have are told', () => {
  const { notes } = readWishes(figure, { ...none, controls: 'beta,gamma', lock: 'play', stepRange: '3' });
  expect(notes).toEqual([
    'controls names “gamma”; this figure has beta, layers, seed, play.',
    'lock names “play”; this figure has beta, layers, seed.',
    'step-range is “3”, expected two steps such as 10-30; all steps are shown.',
  ]);
});

test('a motion that there is not is told', () => {
  for (const motion of ['auto', 'full', 'reduced'])
    expect(readWishes(figure, { ...none, motion }).notes).toEqual([]);
  expect(readWishes(figure, { ...none, motion: 'fast' }).notes).toEqual([
    'motion is “fast”, expected one of auto, full, reduced; it is as the reader’s system asks.',
  ]);
});

test('a step range moves both ends of the timeline, inside of what the parameters allow', () => {
  const { figure: part } = readWishes(figure, { ...none, stepRange: '10-30' });
  const at = (layers: number, t: number): number | undefined => stepAt(part, { beta: 5, layers, seed: 7 }, t);
  expect([at(60, 0), at(60, 20), at(60, 99)]).toEqual([10, 20, 30]);
  expect([at(20, 0), at(20, 99)]).toEqual([10, 20]);
  expect([at(4, 0), at(4, 99)]).toEqual([4, 4]);
  expect(initialState(part).t).toBe(30);
  expect(parse(part, 'v1.t=12').state.t).toBe(12);
  expect(parse(part, 'v1.t=40')).toMatchObject({
    state: { t: 30 },
    notes: ['t = 40 is not one of the steps 10 to 30; step 30 is shown.'],
  });
});

test.each(['', 'x', '30-10', '-1-5', '1-2-3', '1e9-2e9'])(
  'a step range “%s” is told and shows all steps',
  (range) => {
    const { figure: same, notes } = readWishes(figure, { ...none, stepRange: range });
    expect(same).toBe(figure);
    expect(notes[0]).toContain('expected two steps');
  },
);

test('a locked parameter keeps the author’s value whatever a link says, and says so where they differ', () => {
  const locked = new Set(['layers']);
  const base = { values: { beta: 5, layers: 20, seed: 7 }, t: 20 };
  expect(parse(figure, 'v1.beta=9,layers=30', base, locked)).toEqual({
    state: { values: { beta: 9, layers: 20, seed: 7 }, t: 20 },
    notes: ['layers is fixed here at 20.'],
  });
  expect(parse(figure, 'v1.layers=20', base, locked).notes).toEqual([]);
});
