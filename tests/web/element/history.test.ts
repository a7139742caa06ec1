import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { State } from '../../../web/src/element/address/state';
import { History } from '../../../web/src/element/session/states';
import type { Value } from '../../../web/src/kinds/kind';

const state = (values: Record<string, Value>, t = 0): State => ({ values, t });

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a drag is one change, a pause or another parameter begins a new one, a step is none', () => {
  const history = new History();
  const [a, b, c, d] = [1, 2, 3, 4].map((beta) => state({ beta, eta: 1 })) as [State, State, State, State];
  history.leave(a, b, false);
  history.leave(b, c, false);
  vi.advanceTimersByTime(2000);
  history.leave(c, d, false);
  history.leave(d, state({ beta: 4, eta: 2 }), false);
  history.leave(d, state({ beta: 4, eta: 1 }, 7), false);
  expect([history.back(), history.back(), history.back()]).toEqual([d, c, a]);
  expect([history.any, history.back()]).toEqual([false, undefined]);
});

test('two drags of one parameter are two changes, however soon one follows the other', () => {
  const history = new History();
  const [a, b, c] = [1, 2, 3].map((beta) => state({ beta })) as [State, State, State];
  history.leave(a, b, false);
  history.part();
  history.leave(b, c, false);
  expect([history.back(), history.back(), history.any]).toEqual([b, a, false]);
});

test('jumps are changes each, and so are two points of one list', () => {
  const history = new History();
  const points = (...keys: [number, number][]): State => state({ keys });
  history.leave(state({ seed: 1 }), state({ seed: 2 }), true);
  history.leave(state({ seed: 2 }), state({ seed: 3 }), true);
  history.leave(points([0, 0], [1, 1]), points([0.1, 0], [1, 1]), false);
  history.leave(points([0.1, 0], [1, 1]), points([0.1, 0.1], [1, 1]), false);
  history.leave(points([0.1, 0.1], [1, 1]), points([0.1, 0.1], [2, 1]), false);
  expect(history.back()).toEqual(points([0.1, 0.1], [1, 1]));
  expect(history.back()).toEqual(points([0, 0], [1, 1]));
  expect([history.back(), history.back()]).toEqual([state({ seed: 2 }), state({ seed: 1 })]);
});

test('it forgets the oldest of very many', () => {
  const history = new History();
  for (let beta = 0; beta < 300; beta++) history.leave(state({ beta }), state({ beta: beta + 1 }), true);
  let last: State | undefined;
  for (let back = history.back(); back; back = history.back()) last = back;
  expect(last).toEqual(state({ beta: 200 }));
});
