import { expect, test } from 'vitest';
import { seed, slider } from '../../../web/src/figures/declare';
import {
  aloud,
  logSteps,
  moved,
  positionOf,
  reached,
  show,
  snap,
  valueAt,
} from '../../../web/src/kinds/numbers';

const beta = slider({ symbol: '', label: 'beta', range: [0.5, 50], scale: 'log', value: 5, about: '' });
const eta = slider({
  symbol: '',
  label: 'eta',
  range: [0.1, 0.95],
  step: 0.1,
  value: 0.1,
  about: '',
  unit: 'ms',
});
const count = slider({
  symbol: '',
  label: 'N',
  range: [3, 3000],
  scale: 'log',
  step: 1,
  value: 64,
  about: '',
});

test('values lie on the steps of their slider, as decimals and not as float sums', () => {
  expect(snap(eta, 0.3000001)).toBe(0.3);
  expect(snap(eta, 0.1 + 0.2)).toBe(0.3);
  expect(snap(seed(7), 3.4)).toBe(3);
});

test('both ends are reachable, also where the step does not divide the range', () => {
  expect(snap(eta, 0.95)).toBe(0.95);
  expect(snap(eta, 7)).toBe(0.95);
  expect(snap(eta, -7)).toBe(0.1);
  expect(snap({ ...eta, range: [0.1, 0.93] }, 0.93)).toBe(0.93);
});

test('a log slider has three digits, and whole numbers where its step is one', () => {
  expect(snap(beta, 12.3456)).toBe(12.3);
  expect(snap(count, 64.4)).toBe(64);
  for (let i = 0; i <= logSteps; i++) expect(Number.isInteger(valueAt(count, i))).toBe(true);
  expect([valueAt(beta, 0), valueAt(beta, logSteps)]).toEqual([0.5, 50]);
});

test('the position of a log slider leads back to its value within a step', () => {
  for (const value of [0.5, 1, 5, 12.3, 49, 50]) {
    const ratio = valueAt(beta, positionOf(beta, value)) / value;
    expect(Math.abs(Math.log(ratio))).toBeLessThan(Math.log(100) / logSteps);
  }
});

test('a step on a slider leads to another value, up to its ends, and back', () => {
  const few = { ...count, range: [6, 600], step: 2 } as const;
  for (const param of [beta, count, few]) {
    const [low, high] = param.range;
    let value: number = low;
    for (let i = 0; i < 1000 && value < high; i++) {
      const next = moved(param, value, 1);
      expect(next).toBeGreaterThan(value);
      expect(reached(param, value, positionOf(param, value) + 1)).toBe(next);
      expect(moved(param, next, -1)).toBeLessThan(next);
      value = next;
    }
    expect(value).toBe(high);
    expect([moved(param, high, 1), moved(param, low, -1)]).toEqual([high, low]);
  }
});

test('values are shown in the digits of their steps, with the unit when they are read aloud', () => {
  expect([show(beta, 5), show(beta, 0.5), show(eta, 0.3), show(count, 64), show(seed(7), 7)]).toEqual([
    '5.00',
    '0.500',
    '0.3',
    '64',
    '7',
  ]);
  expect(aloud(eta, 0.3)).toBe('0.3 ms');
});
