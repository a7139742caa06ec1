import { describe, expect, test } from 'vitest';
import {
  doubled,
  fromHash,
  initialState,
  intoHash,
  longestState,
  parse,
  same,
  sealed,
  serialise,
} from '../../../web/src/element/address/state';
import { stepWith } from '../../../web/src/element/session/states';
import { choice, type Figure, type Params, type Values } from '../../../web/src/figures/declare';
import { FakeCore, fakeFigure } from './fakes';

const figure = fakeFigure(new FakeCore());
const base = initialState(figure);

test('a state that was written is read back as it was, without a note', () => {
  const state = { values: { beta: 12.3, layers: 40, seed: 9999 }, t: 17 };
  expect(serialise(figure, state)).toBe('v1.beta=12.3,layers=40,seed=9999,t=17');
  const parsed = parse(figure, serialise(figure, state));
  expect(parsed.notes).toEqual([]);
  expect(same(parsed.state, state)).toBe(true);
});

test('a link that was broken over lines on its way says the same', () => {
  expect(parse(figure, 'v1.be\nta=2 0,layers=12,\r\n t=3')).toEqual(
    parse(figure, 'v1.beta=20,layers=12,t=3'),
  );
});

test('what a link does not name has its default, and time is at the end', () => {
  expect(parse(figure, 'v1.beta=20').state).toEqual({ values: { beta: 20, layers: 60, seed: 7 }, t: 60 });
  expect(parse(figure, 'v1.layers=12').state.t).toBe(12);
});

test.each([
  ['v1.beta=500', 'outside'],
  ['v1.beta=-1', 'outside'],
  ['v1.beta=five', 'not a number'],
  ['v1.beta=NaN', 'not a number'],
  ['v1.beta=Infinity', 'not a number'],
  ['v1.beta=1e999', 'outside'],
  ['v1.beta=0x10', 'not a number'],
  ['v1.beta', 'no value for beta'],
  ['v1.beta=', 'no value for beta'],
  ['v1.beta=1=2', 'not a number'],
  ['v1.gamma=1', 'no parameter “gamma”'],
  ['v1.__proto__=1', 'no parameter “__proto__”'],
  ['v1.constructor=1', 'no parameter “constructor”'],
  ['v1.t=61', 'not one of the steps'],
  ['v1.t=-1', 'not one of the steps'],
  ['v1.t=1.5', 'not one of the steps'],
  ['v2.beta=9', 'another version'],
  ['beta=9', 'not one of this figure'],
  ['', 'not one of this figure'],
  ['v1beta=9', 'not one of this figure'],
])('%s falls back to the defaults with a note', (text, note) => {
  const { state, notes } = parse(figure, text);
  expect(state).toEqual(base);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain(note);
});

test('what is wrong in a state does not spoil what is right', () => {
  const { state, notes } = parse(figure, 'v1.beta=9,layers=1000,zap=1,t=30,beta=8');
  expect(state).toEqual({ values: { beta: 9, layers: 60, seed: 7 }, t: 30 });
  expect(notes).toHaveLength(3);
});

test('huge states are refused unread, and a note never repeats more than a few letters of them', () => {
  const { state, notes } = parse(figure, `v1.beta=9,${'x'.repeat(longestState)}`);
  expect(state).toEqual(base);
  expect(notes[0]).toContain('too long');
  const long = parse(figure, `v1.${'y'.repeat(3000)}=1`).notes[0] ?? '';
  expect(long.length).toBeLessThan(120);
});

/** Numbers from 0 to `below` - 1, the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('hostile text never throws, never leaves a range and never changes prototypes', () => {
  const words = [
    'v1.',
    'beta',
    'layers',
    'seed',
    't',
    '=',
    '=',
    ',',
    ',',
    '&',
    '%',
    '<script>',
    '__proto__',
    '1e308',
    '-',
  ];
  const roll = dice(1);
  let changed = 0;
  for (let run = 0; run < 3000; run++) {
    const text = Array.from({ length: roll(8) }, () => {
      const word = words[roll(words.length)];
      return [`${word}=${roll(200)},`, word, String.fromCharCode(roll(0xffff))][roll(3)];
    }).join('');
    const { state } = parse(figure, `v1.${text}`);
    expect(Object.keys(state.values)).toEqual(['beta', 'layers', 'seed']);
    expect(state.values.beta).toBeGreaterThanOrEqual(0.5);
    expect(state.values.beta).toBeLessThanOrEqual(50);
    expect(Number.isInteger(state.values.layers)).toBe(true);
    expect(state.t).toBeLessThanOrEqual(state.values.layers as number);
    if (!same(state, base)) changed++;
  }
  expect(changed).toBeGreaterThan(10);
  expect(({} as Record<string, unknown>).beta).toBeUndefined();
});

test('a figure finds its own entry in the address among others', () => {
  const hash = '#section-2&energy=v1.depth=12&particles=v1.beta=5,t=40';
  expect(fromHash(hash, 'particles')).toBe('v1.beta=5,t=40');
  expect(fromHash(hash, 'energy')).toBe('v1.depth=12');
  expect(fromHash(hash, 'section-2')).toBeUndefined();
  expect(fromHash('', 'particles')).toBeUndefined();
  expect(fromHash('#particles=v1.beta%3D5%2Ct=%zz', 'particles')).toBe('v1.beta%3D5%2Ct=%zz');
  // A program that takes the first sign of equality for part of a name.
  expect(fromHash('#particles%3Dv1.beta%3D5%2Ct%3D40', 'particles')).toBe('v1.beta=5,t=40');
  expect(fromHash('#particles=v1.beta%3D5%2Ct=40', 'particles')).toBe('v1.beta=5,t=40');
});

test('writing an entry leaves the others as they are, letter for letter', () => {
  const hash = '#section-2&energy=v1.x%2C&particles=v1.beta=5&z';
  expect(intoHash(hash, 'particles', 'v1.beta=6')).toBe('#section-2&energy=v1.x%2C&particles=v1.beta=6&z');
  expect(intoHash(hash, 'particles', undefined)).toBe('#section-2&energy=v1.x%2C&z');
  expect(intoHash('', 'particles', 'v1.beta=6')).toBe('#particles=v1.beta=6');
  expect(intoHash('#particles=v1.beta=6', 'particles', undefined)).toBe('');
  expect(intoHash('#p=1&p=2', 'p', 'v1.')).toBe('#p=v1.');
});

test.each(['a=b', 'a&b', 'a#b', 'a b', '%', 'ü', '__proto__', '%3D'])(
  'the key "%s" survives the way through the address',
  (key) => {
    expect(fromHash(intoHash('#a=b', key, 'v1.x=1'), key)).toBe('v1.x=1');
  },
);

test('a link that lost its end says so, and keeps what is surely whole', () => {
  const text = sealed(serialise(figure, { values: { beta: 12, layers: 40, seed: 7 }, t: 17 }));
  expect(text).toBe('v1-29.beta=12,layers=40,seed=7,t=17');
  expect(parse(figure, text).notes).toEqual([]);
  // The full stop of the sentence that the link stood in is not of the link.
  expect(parse(figure, `${text}.`)).toEqual(parse(figure, text));
  // Nor where it would change the last value: a number with a full stop is that number.
  const mode = choice({
    label: 'mode',
    options: { one: 'one', two: 'two' },
    value: 'one',
    about: 'It is one.',
  });
  const ends = { ...figure, params: { ...figure.params, mode } } as Figure;
  const full = sealed('v1.beta=12,mode=two');
  expect(parse(ends, `${full}).`)).toMatchObject({ state: { values: { mode: 'two' } }, notes: [] });
  for (let end = 'v1-29.beta=12,'.length; end < text.length; end++) {
    const { state, notes } = parse(figure, text.slice(0, end));
    expect(notes[0], text.slice(0, end)).toContain('The end of this link was lost');
    expect(state.values.beta).toBe(12);
    expect([40, 60]).toContain(state.values.layers);
    expect(state.t).toBe(state.values.layers);
  }
});

test('a seed is a whole number, and a link that has another one is told', () => {
  const { state, notes } = parse(figure, 'v1.seed=1.5');
  expect(state).toEqual(base);
  expect(notes[0]).toContain('1.5 is not a whole number');
});

test('an address that names a figure twice earns a note', () => {
  expect(doubled('#fake=v1.beta=5&other=v1.x=1', 'fake')).toEqual([]);
  expect(doubled('#fake=v1.beta=5&fake=v1.beta=6', 'fake')).toHaveLength(1);
});

test('a choice is written by its name; a number in an old link is read where the choice was numbered', () => {
  const about = 'A clock.';
  const options = { layers: 'equal layers', time: 'equal time' };
  const params = {
    old: choice({ label: 'clock', options, numbered: true, value: 'layers', about }),
    young: choice({ label: 'clock', options, value: 'layers', about }),
  };
  const chooser = { ...figure, params } as unknown as Figure;
  const start = { values: { old: 'layers', young: 'layers' }, t: undefined };
  expect(serialise(chooser, start)).toBe('v1.old=layers,young=layers');
  const parsed = (text: string) => parse(chooser, text, start);
  expect(parsed('v1.old=time,young=time')).toEqual({
    state: { values: { old: 'time', young: 'time' }, t: undefined },
    notes: [],
  });
  expect(parsed('v1.old=1').state.values.old).toBe('time');
  for (const text of ['v1.old=2', 'v1.young=1', 'v1.young=constructor', 'v1.young=__proto__', 'v1.old=-1'])
    expect(parsed(text)).toEqual({
      state: start,
      notes: [expect.stringContaining('is none of layers, time')],
    });
});

describe('a timeline that says where it opens', () => {
  const opening = {
    ...figure,
    timeline: (p: Values<Params>) => ({ steps: p.layers as number, unit: 'step', opens: 20, stride: 5 }),
  } as Figure;

  test('opens there, also where a link names no step or one that there is not', () => {
    expect(initialState(opening).t).toBe(20);
    expect(parse(opening, 'v1.beta=9').state.t).toBe(20);
    expect(parse(opening, 'v1.layers=12').state.t).toBe(12);
    const { state, notes } = parse(opening, 'v1.t=61');
    expect(state.t).toBe(20);
    expect(notes).toEqual(['t = 61 is not one of the steps 0 to 60; step 20 is shown.']);
    expect(parse(opening, 'v1.t=41').state.t).toBe(41);
  });

  test('begins there again with other parameters, and not for what only selects what is shown', () => {
    const at = { ...initialState(opening), t: 60 };
    expect(stepWith(opening, at, { ...at.values, beta: 9 })).toBe(20);
    expect(stepWith(opening, at, at.values)).toBe(60);
    const viewed: Figure = { ...opening, ask: ({ layers = 0 }) => ({ layers }) };
    expect(stepWith(viewed, at, { ...at.values, beta: 9 })).toBe(60);
    expect(stepWith(figure, at, { ...at.values, layers: 80 })).toBe(80);
    expect(stepWith(figure, { ...at, t: 7 }, { ...at.values, beta: 9 })).toBe(7);
  });
});
