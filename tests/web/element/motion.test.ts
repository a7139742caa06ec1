// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scene } from '../../../web/src/draw/scene';
import type { Surface } from '../../../web/src/draw/surface';
import { SvgPicture } from '../../../web/src/draw/svg';
import { come } from '../../../web/src/element/panels/come';
import { Motion, type Moving } from '../../../web/src/element/panels/motion';
import { Drawings } from '../../../web/src/element/stage/view';
import type { Figure } from '../../../web/src/figures/declare';
import { FakeCore, fakeFigure, settle } from './fakes';
import { button, closePage, find, made, openPage, started } from './page';

let now = 0;
let pending: FrameRequestCallback[];
const failed = vi.fn();

/** A frame of the screen, `ms` after the last. */
function frame(ms: number): void {
  now += ms;
  for (const callback of pending.splice(0)) callback(now);
}

/** Where a picture is on the screen, and how high. */
const place = { top: 100, bottom: 300, height: 200 };

beforeEach(() => {
  openPage();
  now += 10_000;
  pending = [];
  Object.assign(place, { top: 100, bottom: 300, height: 200 });
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => pending.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => pending.splice(0));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => place as DOMRect);
});

afterEach(() => {
  closePage();
  expect(failed).not.toHaveBeenCalled();
});

const view = { width: 300, height: 200 };
const record = (draw: (surface: Surface) => void) => {
  const scene = new Scene();
  draw(scene);
  return scene.marks;
};
/** A picture with something that moves to x, and a number that changes. */
const at = (x: number) =>
  record((s) => {
    s.rect(0, 100 - x, 10, x, { role: 'key', of: 'k' });
    s.path([0, 0, x, x], { role: 'rule' });
    s.text(5, 5, `x is ${x}`);
    if (x > 50) s.mark('query', x, x, { hollow: true, opacity: 0.5 });
  });

/** A figure's picture with all that takes it from one to the next. */
function card() {
  const moving: Moving = { picture: new SvgPicture() };
  const motion = new Motion(moving);
  const turns = new Drawings(failed);
  const shown = (marks: ReturnType<typeof at>, leap: boolean): void => {
    if (leap) moving.leap = turns;
    turns.draw(() => motion.render(marks, view), false);
  };
  const { element } = moving.picture;
  return {
    moving,
    motion,
    turns,
    shown,
    element,
    line: () => element.querySelector('.rule')?.getAttribute('d'),
  };
}

/** What is drawn without anything before it. */
function alone(marks: ReturnType<typeof at>): Element {
  const picture = new SvgPicture();
  picture.render(marks, view);
  return picture.element;
}

test('after a leap the picture is between the old and the new for 300 ms, quick at first, and then exactly the new one', () => {
  const { shown, element, line, turns } = card();
  shown(at(0), false);
  shown(at(100), true);
  expect([line(), turns.waiting]).toEqual(['M0 0L0 0', true]);
  frame(30);
  expect(line()).toBe('M0 0L27.1 27.1');
  frame(120);
  expect(line()).toBe('M0 0L87.5 87.5');
  expect(element.isEqualNode(alone(at(100)))).toBe(false);
  frame(150);
  expect(element.isEqualNode(alone(at(100)))).toBe(true);
  expect([turns.waiting, pending]).toEqual([false, []]);
});

test('it draws once for each frame of the screen, and on a busy machine ends at its time all the same', () => {
  const { moving, shown, element } = card();
  shown(at(0), false);
  const render = vi.spyOn(moving.picture, 'render');
  shown(at(100), true);
  for (let i = 0; i < 3; i++) {
    expect(pending).toHaveLength(1);
    frame(16);
  }
  expect(render).toHaveBeenCalledTimes(4);
  frame(1000);
  expect(render).toHaveBeenCalledTimes(5);
  expect(element.isEqualNode(alone(at(100)))).toBe(true);
});

test('beside figures that refine it has the frames of the screen to itself', () => {
  const { moving, shown } = card();
  const others = [new Drawings(failed), new Drawings(failed)];
  shown(at(0), false);
  const render = vi.spyOn(moving.picture, 'render');
  const other = vi.fn();
  shown(at(100), true);
  for (let i = 0; i < 20; i++) {
    for (const drawings of others) drawings.draw(other, true);
    frame(16);
  }
  // The 300 ms have 18 frames and the end; the others may draw five times a second.
  expect(render.mock.calls.length).toBeGreaterThanOrEqual(16);
  expect(other.mock.calls.length).toBeLessThanOrEqual(3);
  for (const drawings of others) drawings.stop();
});

test('the first picture, one without a leap and one that nobody can see come at once', () => {
  const { shown, line } = card();
  shown(at(10), true);
  expect(line()).toBe('M0 0L10 10');
  shown(at(20), false);
  expect(line()).toBe('M0 0L20 20');
  for (const elsewhere of [
    { top: -300, bottom: -100 },
    { top: innerHeight, bottom: innerHeight + 200 },
    { top: 0, bottom: 0, height: 0 },
  ]) {
    Object.assign(place, { top: 100, bottom: 300, height: 200 }, elsewhere);
    shown(at(30), true);
    expect(line()).toBe('M0 0L30 30');
    shown(at(20), false);
  }
  Object.assign(place, { top: 100, bottom: 300, height: 200 });
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  shown(at(40), true);
  expect(line()).toBe('M0 0L40 40');
  hidden.mockReturnValue(false);
  shown(at(50), true);
  expect(line()).toBe('M0 0L40 40');
  frame(300);
  expect(pending).toEqual([]);
});

test('a newer picture takes the place of the end, and there is no more time for it', () => {
  const { shown, element, line, turns } = card();
  shown(at(0), false);
  shown(at(100), true);
  frame(150);
  // What refines it, or a hand that drags: without a leap of its own.
  shown(at(60), false);
  expect(line()).toBe('M0 0L87.5 87.5');
  frame(75);
  expect(line()).toBe('M0 0L63.44 63.44');
  frame(75);
  expect(element.isEqualNode(alone(at(60)))).toBe(true);
  expect(turns.waiting).toBe(false);
  shown(at(10), false);
  expect(element.isEqualNode(alone(at(10)))).toBe(true);
});

test('another leap goes on from where the picture is, and what was leaving still leaves', () => {
  const { shown, element, line } = card();
  shown(at(100), false);
  shown(at(0), true);
  frame(100);
  const texts = () => [...element.querySelectorAll('text')].map((t) => t.textContent);
  expect(texts().sort()).toEqual(['x is 0', 'x is 100']);
  const before = line();
  shown(at(100), true);
  expect(line()).toBe(before);
  expect(texts().sort()).toEqual(['x is 0', 'x is 100', 'x is 100']);
  frame(299);
  expect(element.isEqualNode(alone(at(100)))).toBe(false);
  frame(1);
  expect(element.isEqualNode(alone(at(100)))).toBe(true);
});

test('where a newer picture cannot be drawn, the end of the last one is reached', () => {
  const { shown, element, turns } = card();
  shown(at(0), false);
  shown(at(100), true);
  frame(100);
  expect(() =>
    turns.draw(() => {
      throw new Error('the figure has a fault');
    }, false),
  ).toThrow('a fault');
  frame(200);
  expect(element.isEqualNode(alone(at(100)))).toBe(true);
});

test('a picture that came in between without a turn is left alone', () => {
  const { motion, moving, shown, element } = card();
  shown(at(0), false);
  shown(at(100), true);
  Object.assign(place, { bottom: -1 });
  motion.render(at(70), { width: 200, height: 200 });
  frame(50);
  expect(moving.picture.marks).toHaveLength(4);
  expect(element.getAttribute('viewBox')).toBe('0 0 200 200');
  expect(pending).toEqual([]);
});

test('what takes a picture over comes once, and a press before that is forgotten', () => {
  const moving = {
    element: document.createElement('div'),
    picture: new SvgPicture(),
    leap: new Drawings(failed),
  };
  come(moving as Moving & { element: HTMLElement });
  const { motion } = moving as Moving;
  expect([motion instanceof Motion, (moving as Moving).leap]).toEqual([true, undefined]);
  come(moving as Moving & { element: HTMLElement });
  expect((moving as Moving).motion).toBe(motion);
});

/** A figure on the page that a reader has come to. */
async function live(attributes: Record<string, string> = {}) {
  const core = new FakeCore();
  const figure: Figure = fakeFigure(core);
  made.figure = async () => figure;
  made.engine = async () => core.engine;
  const element = await started({ fig: 'fake', link: 'off', ...attributes });
  frame(16);
  find(element, '.card').dispatchEvent(new Event('pointerenter'));
  await vi.dynamicImportSettled();
  await settle();
  const mark = () => find(element, 'svg .particle').getAttribute('d') ?? '';
  const press = async (name: string): Promise<void> => {
    button(element, name).click();
    await settle();
  };
  return { core, element, mark, press };
}

test('a preset, Undo and Reset go over to their picture, while caption and badge are those of the end', async () => {
  const { element, mark, press } = await live();
  const opened = mark();
  for (const [name, caption] of [
    ['wide', 'Layer 60 at 20.'],
    ['Undo', 'Layer 60 at 5.'],
    ['wide', 'Layer 60 at 20.'],
    ['Reset', 'Layer 60 at 5.'],
  ] as const) {
    const before = mark();
    await press(name);
    expect([mark(), find(element, 'figcaption').textContent]).toEqual([before, caption]);
    expect(element.settled).toBe(false);
    frame(150);
    expect(mark()).not.toBe(before);
    frame(150);
    expect(element.settled).toBe(true);
  }
  expect(mark()).toBe(opened);
});

test('sliders, steps and play draw at once, and so does a preset where motion is unwelcome', async () => {
  const { element, mark, press } = await live();
  const before = mark();
  await element.set('beta', 10);
  expect(mark()).not.toBe(before);
  await element.step(-1);
  expect(mark()).toBe('M55 10a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z');
  expect(pending).toEqual([]);
  element.motion = 'reduced';
  await press('wide');
  expect(mark()).toBe('M56 20a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z');
  expect([element.settled, pending]).toEqual([true, []]);
});

test('a figure that is taken away on the way leaves nothing behind', async () => {
  const { element, press } = await live();
  await press('wide');
  frame(100);
  expect(pending).toHaveLength(1);
  element.remove();
  await settle();
  expect(pending).toEqual([]);
});

test('a preset before a reader’s pointer or focus was there draws at once', async () => {
  const core = new FakeCore();
  made.figure = async () => fakeFigure(core);
  made.engine = async () => core.engine;
  const element = await started({ fig: 'fake', link: 'off' });
  button(element, 'wide').click();
  await settle();
  expect(find(element, 'svg .particle').getAttribute('d')).toMatch(/^M56 20a/);
});
