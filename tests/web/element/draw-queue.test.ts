import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Drawings } from '../../../web/src/element/stage/view';

let now = 0;
let pending: FrameRequestCallback[];
let drawn: string[];

/** A frame of the screen, `ms` after the last. */
function frame(ms = 16): void {
  now += ms;
  vi.advanceTimersByTime(ms);
  for (const callback of pending.splice(0)) callback(now);
}
const failed = vi.fn();
const late = (): Drawings => new Drawings(failed);
const draw = (one: Drawings, what: string): void => one.draw(() => drawn.push(what), true);
/** What was asked for. */
const ask = (one: Drawings): void => one.draw(() => {}, false);

beforeEach(() => {
  // What the test before has asked for is long past.
  now += 10_000;
  pending = [];
  drawn = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => pending.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => pending.splice(0));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  expect([pending, vi.getTimerCount()]).toEqual([[], 0]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('of several drawings of a figure the last is drawn, and of several figures one with each frame of the screen', () => {
  const [a, b, c] = [late(), late(), late()];
  draw(a, 'a1');
  draw(b, 'b1');
  draw(c, 'c1');
  draw(a, 'a2');
  expect([drawn, pending.length]).toEqual([[], 1]);
  frame();
  expect(drawn).toEqual(['a2']);
  expect([a.waiting, b.waiting]).toEqual([false, true]);
  draw(a, 'a3');
  frame();
  frame();
  frame();
  expect(drawn).toEqual(['a2', 'b1', 'c1', 'a3']);
});

test('beside a figure that draws what it is asked for the others wait until it rests', () => {
  const [dragged, other] = [late(), late()];
  ask(dragged);
  draw(other, 'first');
  frame();
  expect(drawn).toEqual(['first']);
  for (let i = 0; i < 6; i++) {
    ask(dragged);
    draw(other, `other ${i}`);
    frame();
  }
  expect(drawn).toEqual(['first']);
  // A frame of the screen that nothing is drawn in would cost the whole page.
  expect(pending).toEqual([]);
  frame(90);
  expect(drawn).toEqual(['first']);
  frame(14);
  expect(drawn).toEqual(['first', 'other 5']);
});

test('where that goes on and on, five drawings a second are let in between', () => {
  const [playing, ...others] = [late(), late(), late()];
  for (let i = 0; i < 125; i++) {
    ask(playing);
    for (const [k, other] of others.entries()) draw(other, `${k}`);
    frame();
  }
  expect(drawn).toEqual([...'0101010101']);
  for (const other of others) other.stop();
});

test('the figure itself goes on refining what it has just drawn', () => {
  const [one, other] = [late(), late()];
  ask(one);
  draw(other, 'other');
  frame();
  draw(other, 'other');
  draw(one, 'one');
  frame();
  expect(drawn).toEqual(['other', 'one']);
  other.stop();
});

test('what is overtaken or stopped is not drawn', () => {
  const [a, b] = [late(), late()];
  draw(a, 'a');
  draw(b, 'b');
  ask(a);
  b.stop();
  expect(pending).toEqual([]);
  frame();
  expect(drawn).toEqual([]);
});

test('a drawing that fails later is told, and the next one is drawn; who asked for one hears it', () => {
  const [a, b] = [late(), late()];
  const fail = (): void => {
    throw new Error('no');
  };
  a.draw(fail, true);
  draw(b, 'b');
  frame();
  frame();
  expect(failed).toHaveBeenCalledWith(new Error('no'));
  expect(drawn).toEqual(['b']);
  expect(() => a.draw(fail, false)).toThrow('no');
});
