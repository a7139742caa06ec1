import { beforeEach, expect, test } from 'vitest';
import { Player } from '../../../web/src/element/player';

let now: number;
let pending: ((now: number) => void) | undefined;
let t: number;
let steps: number;
let ready: boolean;
let went: number[];
let player: Player;

/** One frame of the screen, `ms` after the last. */
function frame(ms: number): void {
  now += ms;
  const callback = pending;
  pending = undefined;
  callback?.(now);
}

beforeEach(() => {
  now = 0;
  pending = undefined;
  t = 0;
  steps = 60;
  ready = true;
  went = [];
  player = new Player(
    {
      position: () => ({ t, steps }),
      ready: () => ready,
      go: (to) => {
        t = to;
        went.push(to);
      },
      changed: () => {},
    },
    {
      request: (callback) => {
        pending = callback;
        return 1;
      },
      cancel: () => {
        pending = undefined;
      },
    },
  );
});

test.each([1000 / 60, 1000 / 120, 1000 / 30])('at a frame every %d ms the same steps are shown', (ms) => {
  player.play();
  for (let i = 0; i < 2000 && player.playing; i++) frame(ms);
  expect(went).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
});

test.each([60, 120, 200])('%d steps take four to six seconds at 60 frames a second', (count) => {
  steps = count;
  player.play();
  while (player.playing) frame(1000 / 60);
  expect(now).toBeGreaterThan(3900);
  expect(now).toBeLessThan(6100);
});

test('a frame shows one step at most, however late it comes', () => {
  player.play();
  frame(16);
  const before = t;
  frame(5000);
  expect(t).toBe(before + 1);
});

test('a step waits until the last one has been drawn', () => {
  player.play();
  ready = false;
  for (let i = 0; i < 50; i++) frame(100);
  expect(went).toEqual([]);
  ready = true;
  frame(100);
  expect(went).toEqual([1]);
});

test('it stops at the end, and playing there starts over', () => {
  t = 59;
  player.play();
  for (let i = 0; i < 5; i++) frame(100);
  expect(player.playing).toBe(false);
  expect(pending).toBeUndefined();
  player.play();
  expect(went).toEqual([60, 0]);
  expect(player.playing).toBe(true);
});

test('while it is held no frame is asked for, and it plays on from where it stood', () => {
  player.play();
  frame(100);
  player.hold(true);
  expect(pending).toBeUndefined();
  expect(player.playing).toBe(true);
  player.hold(false);
  frame(100);
  expect(went).toEqual([1, 2]);
});

test('a timeline without steps does not play', () => {
  steps = 0;
  player.play();
  expect(player.playing).toBe(false);
});
