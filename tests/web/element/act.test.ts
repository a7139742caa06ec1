// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { act } from '../../../web/src/element/panels/act';
import { say } from '../../../web/src/figures/declare';

const place = document.createElement('div');
document.body.append(place);
afterEach(() => place.replaceChildren());

const said = (): string | null | undefined => place.querySelector('[role=status]')?.textContent;
const cells = (): (string | null)[] => [...place.querySelectorAll('td')].map((cell) => cell.textContent);
const outcome = { says: say`It took ${'3'} ms.`, table: { columns: ['n', 'ms'], rows: [[128, '3.0']] } };

test('what an action does is told while it does it, and what came out stands in the same place', async () => {
  let told: string | null | undefined;
  await act(place, async (_, progress) => {
    progress(0.5);
    told = said();
    return outcome;
  });
  expect(told).toBe('Under way, 50 %. Press again to stop.');
  expect(said()).toBe('It took 3 ms.');
  expect(cells()).toEqual(['128', '3.0']);
});

test('pressed again it stops, and pressed once more it starts anew', async () => {
  const until = (signal: AbortSignal) =>
    new Promise<never>((_, no) => signal.addEventListener('abort', () => no(signal.reason)));
  const first = act(place, until);
  await act(place, until);
  await first;
  expect(said()).toBe('Stopped.');
  await act(place, () => Promise.resolve(outcome));
  expect(said()).toBe('It took 3 ms.');
});

test('a card that is taken away ends it with the next step, and what fails says why', async () => {
  const aborted = new Promise<boolean>((done) => {
    void act(place, async (signal, progress) => {
      place.remove();
      progress(0.5);
      done(signal.aborted);
      throw signal.reason;
    });
  });
  expect(await aborted).toBe(true);
  document.body.append(place);
  await act(place, () => Promise.reject(new Error('no memory')));
  expect(said()).toBe('This failed: no memory');
});
