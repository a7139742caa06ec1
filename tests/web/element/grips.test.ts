// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { Handles } from '../../../web/src/element/stage/handles';
import { LazyHandles } from '../../../web/src/element/stage/lazy-handles';
import { slider } from '../../../web/src/figures/declare';

const params = {
  query: slider({ symbol: 'x', label: 'query', range: [-4, 4], value: 0.5, about: 'A place.' }),
};
const handle = { param: 'query', x: 35, y: 5, along: 'x' as const, at: (x: number) => x };

test('handles come with the first drawing that has any, at the newest place and value', async () => {
  const place = document.createElement('div');
  const create = vi.fn(() => new Handles(params, new Set(), () => {}));
  const grips = new LazyHandles(place, create);
  grips.set({ query: 1 });
  grips.show([]);
  expect(grips.settled).toBe(true);
  grips.show([handle]);
  expect(grips.settled).toBe(false);
  grips.set({ query: 2 });
  grips.show([{ ...handle, x: 70 }]);
  await vi.waitFor(() => expect(grips.settled).toBe(true), 5000);
  const [grip, ...others] = place.querySelectorAll<HTMLElement>('[role=slider]');
  expect(others).toEqual([]);
  expect([grip?.style.left, grip?.getAttribute('aria-valuenow')]).toEqual(['70px', '2']);
  grips.show([]);
  expect(place.querySelector('[role=slider]')).toBeNull();
  expect(create).toHaveBeenCalledTimes(1);
});
