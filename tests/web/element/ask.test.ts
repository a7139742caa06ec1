// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeCore, fakeFigure } from './fakes';
import { button, closePage, find, made, near, openPage, started, type TestFigure } from './page';

vi.mock('../../../web/src/figures/registry', () => ({ figures: {} }));

beforeEach(() => {
  openPage();
  const core = new FakeCore();
  made.engine = async () => core.engine;
  made.figure = async () => fakeFigure(core);
});
afterEach(closePage);

const asks = (element: TestFigure): boolean => find(element, '.card').classList.contains('asks');

test('a question takes the place of what the figure says, until it is asked for, and again after that', async () => {
  const element = await started({ fig: 'fake', ask: ' What <b>happens</b>? ' });
  const card = find(element, '.card');
  const asked = find(element, '#ask');
  expect(asked.textContent).toBe('What <b>happens</b>?');
  expect(asked.children).toHaveLength(0);
  expect([asks(element), card.getAttribute('aria-labelledby')]).toEqual([true, 'ask']);
  const tell = button(element, 'Show what the figure says');
  tell.click();
  expect([asks(element), card.getAttribute('aria-labelledby')]).toEqual([false, 'title']);
  expect([tell.textContent, tell.getAttribute('aria-expanded')]).toEqual([
    'Hide what the figure says',
    'true',
  ]);
  tell.click();
  expect([asks(element), tell.getAttribute('aria-expanded')]).toEqual([true, 'false']);
});

test('a question that is too long is cut, and without one the way to what the figure says is there alone', async () => {
  const long = await started({ fig: 'fake', ask: 'x'.repeat(400) });
  expect(find(long, '#ask').textContent).toHaveLength(300);
  const element = await started({ fig: 'fake', ask: '' });
  expect(element.shadowRoot?.querySelector('#ask')).toBeNull();
  expect([asks(element), find(element, '.card').getAttribute('aria-labelledby')]).toEqual([true, 'title']);
  expect(button(element, 'Show what the figure says')).toBeTruthy();
});

test('the question comes and goes with its attribute, and what is shown stays', async () => {
  const element = await started({ fig: 'fake', state: 'v1.beta=9' });
  expect(asks(element)).toBe(false);
  element.ask = 'What now?';
  near(element);
  await vi.waitFor(() => expect(element.shadowRoot?.querySelector('#ask')?.textContent).toBe('What now?'));
  expect(element.value).toContain('beta=9');
  element.ask = null;
  near(element);
  await element.ready;
  expect(asks(element)).toBe(false);
});
