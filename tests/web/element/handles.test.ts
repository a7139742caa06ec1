// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { inset } from '../../../web/src/draw/inset';
import { linear } from '../../../web/src/draw/scale';
import { Scene } from '../../../web/src/draw/scene';
import { Handles } from '../../../web/src/element/stage/handles';
import { slider } from '../../../web/src/figures/declare';
import { bits } from '../../../web/src/kinds/bits';

const params = {
  query: slider({
    symbol: 'x',
    label: 'query',
    range: [-4, 4],
    step: 0.1,
    value: 0.5,
    unit: 'm',
    about: 'A place.',
  }),
  width: slider({ symbol: 'w', label: 'width', range: [1, 100], scale: 'log', value: 10, about: 'A width.' }),
};
let values: { query: number; width: number };
let heard: [string, number][];
let handles: Handles;

/** A drawing of 400 px whose axis reaches from -end to end. */
function draw(end = 4): void {
  const scene = new Scene();
  const x = linear([-end, end], [0, 400]);
  inset(scene, 10, 20).handle({ param: 'query', x: x(values.query), y: 5, along: 'x', at: x.invert });
  handles.set(values);
  handles.show(scene.handles);
}

beforeEach(() => {
  values = { query: 0.5, width: 10 };
  heard = [];
  handles = new Handles(params, new Set(['width']), (name, value) => {
    heard.push([name, value as number]);
    values = { ...values, [name]: value as number };
    handles.set(values);
  });
  document.body.replaceChildren(handles.element);
  draw();
});

const grip = (): HTMLElement => handles.element.querySelector('[role=slider]') as HTMLElement;
const key = (name: string): boolean =>
  grip().dispatchEvent(new KeyboardEvent('keydown', { key: name, cancelable: true }));
const pointer = (type: string, clientX: number, button = 0): void => {
  grip().setPointerCapture = () => {};
  grip().dispatchEvent(new PointerEvent(type, { clientX, button, pointerId: 1 }));
};

test('a handle is a slider with a name, a range and a value in words, at the place of its mark', () => {
  const attributes = Object.fromEntries([...grip().attributes].map((a) => [a.name, a.value]));
  expect(attributes).toMatchObject({
    'aria-label': 'query, in the picture',
    'aria-orientation': 'horizontal',
    'aria-valuemin': '-4',
    'aria-valuemax': '4',
    'aria-valuenow': '0.5',
    'aria-valuetext': '0.5 m',
    tabindex: '0',
  });
  expect([grip().style.left, grip().style.top]).toEqual(['235px', '25px']);
});

test('arrow keys go on from the newest value, drawn or not, and the ends are reached', () => {
  for (const name of ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'PageUp', 'Home', 'ArrowDown', 'End']) key(name);
  expect(heard.map(([, value]) => value)).toEqual([0.6, 0.7, 0.6, 1.6, -4, 4]);
  expect(key('Tab')).toBe(true);
  expect(grip().getAttribute('aria-valuetext')).toBe('4.0 m');
});

test('a pointer moves the value along the axis from wherever it took hold, and only while it is down', () => {
  pointer('pointermove', 300);
  pointer('pointerdown', 240, 2);
  pointer('pointermove', 300);
  expect(heard).toEqual([]);
  pointer('pointerdown', 240);
  pointer('pointermove', 240);
  pointer('pointermove', 290);
  pointer('pointermove', 5000);
  pointer('pointerup', 5000);
  pointer('pointermove', 0);
  expect(heard).toEqual([
    ['query', 1.5],
    ['query', 4],
  ]);
});

test('a drawing that changes its scale during a drag does not run away from the pointer', () => {
  pointer('pointerdown', 235);
  pointer('pointermove', 285);
  draw(8);
  pointer('pointermove', 286);
  pointer('pointermove', 335);
  expect(heard.map(([, value]) => value)).toEqual([1.5, 2.5]);
});

test('in a page that shows the drawing at half its size the pointer moves the mark twice as far', () => {
  Object.defineProperty(handles.element, 'offsetWidth', { value: 500 });
  handles.element.getBoundingClientRect = () => new DOMRect(0, 0, 250, 50);
  for (const parent of ['offsetParent', 'parentElement'])
    Object.defineProperty(grip(), parent, { value: handles.element });
  pointer('pointerdown', 117);
  pointer('pointermove', 142);
  expect(heard).toEqual([['query', 1.5]]);
});

test('a finger that scrolls the page after all takes back what it moved', () => {
  pointer('pointerdown', 235);
  pointer('pointermove', 245);
  pointer('pointercancel', 245);
  pointer('pointermove', 400);
  expect(heard.map(([, value]) => value)).toEqual([0.7, 0.5]);
});

test('the same element stays while the drawing has the handle, and goes with it', () => {
  const element = grip();
  draw(6);
  expect(grip()).toBe(element);
  handles.show([]);
  expect(handles.element.children).toHaveLength(0);
});

test('a handle for something that is no parameter, or nowhere, is an error', () => {
  const nowhere = { param: 'query', x: Number.NaN, y: 0, along: 'x' as const, at: vi.fn() };
  expect(() => new Scene().handle(nowhere)).toThrow('handle "query" has NaN');
  expect(() => handles.show([{ ...nowhere, x: 0, param: 'speed' }])).toThrow(
    '“speed”, which is no parameter',
  );
});

test('a handle on a line that is neither axis hears both coordinates, also inside a panel', () => {
  const scene = new Scene();
  inset(scene, 10, 20).handle({
    param: 'query',
    x: 5,
    y: 5,
    along: 'y',
    aslant: true,
    at: (y, x) => (x + y) / 100,
  });
  handles.set(values);
  handles.show(scene.handles);
  const move = (type: string, clientX: number, clientY: number): void => {
    grip().setPointerCapture = () => {};
    grip().dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerId: 1 }));
  };
  move('pointerdown', 15, 25);
  move('pointermove', 115, 125);
  expect(heard.at(-1)).toEqual(['query', 2.1]);
  expect(grip().classList.contains('aslant')).toBe(true);
});

test('a handle along x inside a panel hears where the pointer is across it, too', () => {
  const scene = new Scene();
  const at = vi.fn(() => 1);
  inset(scene, 10, 20).handle({ param: 'query', x: 5, y: 5, along: 'x', at });
  const [handle] = scene.handles;
  if (!handle || !('at' in handle)) throw new Error('no handle');
  handle.at(115, 125);
  expect(at).toHaveBeenCalledWith(105, 105);
});

test('a piece inside a panel hears where the pointer is in that', () => {
  const scene = new Scene();
  const to = vi.fn(() => []);
  inset(scene, 10, 20).handle({ param: 'keys', piece: 0, x: 5, y: 5, to });
  const [handle] = scene.handles;
  if (!handle || !('to' in handle)) throw new Error('no piece');
  handle.to?.(115, 125);
  expect(to).toHaveBeenCalledWith(105, 105);
});

test('a second finger moves nothing, and does not end the drag of the first', () => {
  const finger = (type: string, pointerId: number, clientX: number): void => {
    grip().setPointerCapture = () => {};
    grip().dispatchEvent(new PointerEvent(type, { clientX, pointerId }));
  };
  finger('pointerdown', 1, 235);
  finger('pointerdown', 2, 0);
  finger('pointermove', 2, 400);
  finger('pointerup', 2, 400);
  expect(heard).toEqual([]);
  finger('pointermove', 1, 285);
  expect(heard).toHaveLength(1);
});

test('a range that reaches to tiny numbers is written without an exponent, which ARIA does not know', () => {
  const nudge = slider({
    symbol: 'h',
    label: 'nudge',
    range: [1e-13, 0.1],
    scale: 'log',
    value: 1e-8,
    about: 'A step.',
  });
  handles = new Handles({ nudge }, new Set(), () => {});
  document.body.replaceChildren(handles.element);
  const scene = new Scene();
  scene.handle({ param: 'nudge', x: 5, y: 5, along: 'x', at: (pixel) => pixel });
  handles.set({ nudge: 1e-8 });
  handles.show(scene.handles);
  const attribute = (name: string): string | null => grip().getAttribute(`aria-value${name}`);
  expect([attribute('min'), attribute('now'), attribute('max')]).toEqual([
    '0.0000000000001',
    '0.00000001',
    '0.1',
  ]);
});

test('a piece that has no place to go is turned over by a tap, and not by a finger that moves on', () => {
  const mask = bits({ label: 'mask', value: [[true, false]], about: 'Cells.' });
  const told: unknown[] = [];
  const cells = new Handles({ mask }, new Set(), (_, value) => told.push(value));
  document.body.replaceChildren(cells.element);
  const scene = new Scene();
  inset(scene, 5, 5).handle({ param: 'mask', piece: 1, x: 30, y: 20, size: [20, 30] });
  cells.set({ mask: mask.value });
  cells.show(scene.handles);
  const cell = cells.element.querySelector('.piece') as HTMLElement;
  expect(cell.style.touchAction).toBe('manipulation');
  cell.setPointerCapture = () => {};
  const send = (type: string, clientX: number): boolean =>
    cell.dispatchEvent(new PointerEvent(type, { clientX, clientY: 22, pointerId: 1 }));
  send('pointerdown', 38);
  send('pointermove', 60);
  send('pointerup', 60);
  expect(told).toEqual([]);
  send('pointerdown', 38);
  send('pointercancel', 38);
  expect(told).toEqual([]);
  send('pointerdown', 38);
  send('pointerup', 39);
  expect(told).toEqual([[[true, true]]]);
});

test('cells of a pattern are switches: arrows turn to the next one and leave the page where it is, Space turns one over', () => {
  const mask = bits({
    label: 'mask',
    value: [
      [true, false, false],
      [false, true, false],
    ],
    called: (row, column) => `head ${row}, lag ${column}`,
    about: 'Cells.',
  });
  const told: unknown[] = [];
  const cells = new Handles({ mask }, new Set(), (_, value) => told.push(value));
  document.body.replaceChildren(cells.element);
  const scene = new Scene();
  for (let piece = 0; piece < 6; piece++)
    scene.handle({ param: 'mask', piece, x: 30 * piece, y: 20, size: [20, 30] });
  cells.set({ mask: mask.value });
  cells.show(scene.handles);
  const [first] = cells.element.querySelectorAll<HTMLElement>('[role=switch]');
  expect(first?.getAttribute('aria-checked')).toBe('true');
  expect(first?.getAttribute('aria-label')).toBe('head 1, lag 1: on, mask, in the picture');
  expect(first?.hasAttribute('aria-valuenow')).toBe(false);
  first?.focus();
  const place = (): string | null | undefined =>
    document.activeElement?.getAttribute('aria-label')?.slice(0, 13);
  const press = (key: string): boolean | undefined =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  const way = [
    ['ArrowUp', 'head 1, lag 1'],
    ['ArrowRight', 'head 1, lag 2'],
    ['ArrowDown', 'head 2, lag 2'],
    ['End', 'head 2, lag 3'],
    ['ArrowRight', 'head 2, lag 3'],
    ['Home', 'head 2, lag 1'],
    ['PageUp', 'head 1, lag 3'],
  ] as const;
  for (const [key, there] of way) {
    expect(press(key), key).toBe(false);
    expect(place(), key).toBe(there);
  }
  expect(told).toEqual([]);
  press(' ');
  expect(told).toEqual([
    [
      [true, false, true],
      [false, true, false],
    ],
  ]);
});

test('a handle ends where its parameter does beside the others, and goes on from there', () => {
  const change = vi.fn((_: string, place: unknown) => handles.set({ place: place as number, length: 8 }));
  const ends = {
    place: slider({
      symbol: '',
      label: 'place',
      range: [1, 24],
      step: 1,
      value: 9,
      about: '',
      upTo: (p) => p.length as number,
    }),
    length: slider({ symbol: '', label: 'length', range: [2, 24], step: 1, value: 12, about: '' }),
  };
  handles = new Handles(ends, new Set(), change);
  document.body.replaceChildren(handles.element);
  handles.show([{ param: 'place', x: 10, y: 5, along: 'x', at: (x: number) => x }]);
  handles.set({ place: 20, length: 8 });
  const told = ['aria-valuemax', 'aria-valuenow'].map((name) => grip().getAttribute(name));
  expect(told).toEqual(['8', '8']);
  for (const name of ['ArrowLeft', 'End', 'ArrowRight', 'ArrowLeft']) key(name);
  pointer('pointerdown', 10);
  pointer('pointermove', 300);
  expect(change.mock.calls).toEqual([7, 8, 7, 8].map((place) => ['place', place]));
});
