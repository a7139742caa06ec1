// @vitest-environment happy-dom
/** The badge: what is not within its bound is red, and what is no number is within none. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBadge } from '../../../web/src/element/stage/badge';
import { holds } from '../../../web/src/figures/declare';
import { FakeCore, fakeFigure } from './fakes';
import { closePage, find, made, openPage, started } from './page';

let core: FakeCore;
beforeEach(() => {
  openPage();
  core = new FakeCore();
  made.figure = async () => fakeFigure(core);
  made.engine = async () => core.engine;
});
afterEach(closePage);

const check = (value: number) => ({ name: 'a residual', value, atMost: 1 });

test.each([
  [0, true],
  [1, true],
  [-5, true],
  [1 + Number.EPSILON, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])('a residual of %d with the bound 1: holds is %s, and so says the badge', (value, good) => {
  expect(holds(check(value))).toBe(good);
  const badge = createBadge();
  badge.set([check(0), check(value)]);
  const button = badge.element.querySelector('button');
  expect(button?.textContent).toBe(good ? 'checks 2 of 2' : '1 of 2 checks fails');
  expect(button?.classList.contains('failing')).toBe(!good);
});

test('a bound that is no number holds nothing', () => {
  expect(holds({ name: 'a residual', value: 0, atMost: Number.NaN })).toBe(false);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])(
  'a card whose frame has a residual of %d is red, in its list too, and green again with the next good frame',
  async (value) => {
    const figure = fakeFigure(core);
    const checks = ({ t }: { t: number }) => [{ name: 'a residual', value: t === 3 ? value : 0, atMost: 1 }];
    made.figure = async () => ({ ...figure, checks }) as typeof figure;
    const element = await started({ fig: 'fake' });
    const badge = find(element, '.badge');
    expect(badge.textContent).toBe('checks 1 of 1');
    await element.seek(3);
    expect(badge.textContent).toBe('1 of 1 checks fails');
    expect(badge.classList.contains('failing')).toBe(true);
    badge.click();
    await vi.waitFor(() => expect(find(element, '.checks tbody tr').className).toBe('failing'));
    await element.seek(4);
    expect(badge.classList.contains('failing')).toBe(false);
    await vi.waitFor(() => expect(find(element, '.checks tbody tr').className).toBe(''));
  },
);
