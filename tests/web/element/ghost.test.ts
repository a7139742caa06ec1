import { expect, test } from 'vitest';
import { answer } from '../../../web/src/element/session/answer';
import { nameOfGhost } from '../../../web/src/element/session/ghost';
import { FakeCore, fakeFigure } from './fakes';

const { signal } = new AbortController();

test('a kept run is computed at its own step, refined to the end, and its run is freed', async () => {
  const core = new FakeCore();
  core.refinements = 3;
  const figure = fakeFigure(core);
  const frame = await answer(figure, core.engine, { beta: 5, layers: 60, seed: 7 }, 12, signal);
  expect((frame as { t: number }).t).toBe(12);
  expect((frame as { beta: number }).beta).toBeGreaterThan(5);
  expect(core.alive).toBe(0);
});

test('it is called by what differs', () => {
  const figure = fakeFigure(new FakeCore());
  const now = { beta: 5, layers: 60, seed: 7 };
  const name = (values: typeof now) => nameOfGhost(figure, { values, t: 3, frame: {} }, now);
  expect(name({ beta: 20, layers: 60, seed: 8 })).toMatch(
    /^Kept, pale and dashed: .* 20\.0, seed 8, layer 3\.$/,
  );
  expect(name(now)).toBe('Kept, pale and dashed: the same parameters, layer 3.');
});
