// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { createTimeRow } from '../../../web/src/element/controls/time';

const hooks = { toggle: vi.fn(), step: vi.fn(), seek: vi.fn(), speed: vi.fn(), loop: vi.fn() };
const timeline = { first: 0, steps: 5000, unit: 'step', opens: 600, stride: 40 };

test('what has been computed is said in words and shown along the scrubber, until it is all', () => {
  const row = createTimeRow(hooks);
  const scrubber = row.element.querySelector('.scrubber') as HTMLInputElement;
  const said = (): (string | null | undefined)[] => [
    row.element.querySelector('.now')?.textContent,
    scrubber.getAttribute('aria-valuetext'),
    scrubber.style.getPropertyValue('--_done'),
  ];
  row.set(600, timeline);
  expect(said()).toEqual(['step 600 of 5000', 'step 600 of 5000', '0']);
  row.computed(1250);
  expect(said()).toEqual(['step 600 of 5000, 1250 computed', 'step 600 of 5000, 1250 computed', '0.25']);
  row.set(900, timeline);
  expect(said()[0]).toBe('step 900 of 5000, 1250 computed');
  row.computed(5000);
  expect(said()).toEqual(['step 900 of 5000', 'step 900 of 5000', '0']);
  row.computed(undefined);
  expect(said()[0]).toBe('step 900 of 5000');
});
