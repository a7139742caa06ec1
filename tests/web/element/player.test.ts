import { beforeEach, describe, expect, test } from 'vitest';
import { Player } from '../../../web/src/element/session/player';

let now: number;
let pending: ((now: number) => void) | undefined;
let t: number;
let first: number;
let steps: number;
let stride: number;
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
  first = 0;
  steps = 60;
  stride = 1;
  ready = true;
  went = [];
  player = new Player(
    {
      position: () => ({ t, first, steps, stride }),
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

/** Milliseconds between frames: steady, and with frames dropped or late by a fixed pattern. */
const screens: [string, (i: number) => number][] = [
  ['30 Hz', () => 1000 / 30],
  ['60 Hz', () => 1000 / 60],
  ['144 Hz', () => 1000 / 144],
  ['60 Hz with every third frame dropped', (i) => (i % 3 ? 1 : 2) * (1000 / 60)],
  ['a screen that stalls', (i) => (i % 17 ? 7 : 900)],
];

describe.each(screens)('on %s', (_, interval) => {
  test.each([0.25, 0.5, 1, 2])('at speed %d every step is shown once, in order', (speed) => {
    player.speed = speed;
    player.play();
    for (let i = 0; i < 20_000 && player.playing; i++) frame(interval(i));
    expect(went).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });

  test('in a loop every round shows the same steps', () => {
    player.loop = true;
    player.play();
    for (let i = 0; i < 20_000 && went.length < 183; i++) frame(interval(i));
    const round = Array.from({ length: 61 }, (_, i) => i);
    expect(went).toEqual([...round, ...round, ...round].slice(1).concat(0));
    expect(player.playing).toBe(true);
  });
});

test.each([
  [0.25, 4],
  [0.5, 2],
  [2, 0.5],
])('at speed %d it takes %d times as long', (speed, times) => {
  const took = (at: number): number => {
    now = 0;
    t = 0;
    player.speed = at;
    player.play();
    while (player.playing) frame(1000 / 240);
    return now;
  };
  expect(took(speed) / took(1)).toBeCloseTo(times, 1);
});

test('in a loop the end stays for more than a second, and without one it stops there', () => {
  t = 58;
  player.loop = true;
  player.play();
  while (t !== 60) frame(10);
  const reached = now;
  while (t === 60) frame(10);
  expect(t).toBe(0);
  expect(now - reached).toBeGreaterThanOrEqual(1190);
  player.loop = false;
  while (player.playing) frame(10);
  expect(t).toBe(60);
});

test('a timeline that starts later is played from there, and over and over from there', () => {
  first = 40;
  t = 60;
  player.loop = true;
  player.play();
  while (went.length < 23) frame(100);
  const round = Array.from({ length: 21 }, (_, i) => 40 + i);
  expect(went).toEqual([...round, 40, 41]);
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

test('a stride is what one frame takes, to the last step and not past it, in as much time as any timeline', () => {
  steps = 5000;
  stride = 40;
  t = 4970;
  player.play();
  for (let i = 0; i < 5; i++) frame(100);
  expect(went).toEqual([5000]);
  player.play();
  while (player.playing) frame(1000 / 60);
  expect(went.slice(0, 4)).toEqual([5000, 0, 40, 80]);
  expect(now).toBeGreaterThan(3900);
  expect(now).toBeLessThan(6600);
});
