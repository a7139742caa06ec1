// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { createControls } from '../../../web/src/element/controls/controls';
import { fixedControl } from '../../../web/src/element/controls/fixed';
import { choice, slider } from '../../../web/src/figures/declare';

const params = {
  clock: choice({
    label: 'compare at',
    options: { layers: 'equal layers', time: 'equal time' },
    value: 'layers',
    about: 'A clock.',
  }),
  eta: slider({
    symbol: '',
    label: 'step',
    range: [0, 1],
    value: 0.5,
    about: 'A step.',
    when: ({ clock }) => clock === 'layers',
  }),
  count: slider({
    symbol: '',
    label: 'tokens',
    range: [6, 600],
    scale: 'log',
    step: 2,
    value: 24,
    about: '',
  }),
};

const made = (locked: readonly string[] = [], more: readonly string[] = []) => {
  const changed = vi.fn();
  const first = Object.keys(params).filter((name) => !more.includes(name));
  const controls = createControls(
    params,
    { first, more, locked: new Set(locked), fixed: fixedControl },
    changed,
  );
  document.body.replaceChildren(controls.element);
  controls.set({ clock: 'layers', eta: 0.5, count: 24 });
  const radios = [...controls.element.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const control = (name: string) => controls.element.querySelector(`#p-${name}`)?.closest('.control');
  return { controls, changed, radios, control };
};

test('a choice is a group of radio buttons with a name, and reports the name of the option taken', () => {
  const { changed, radios, control } = made();
  expect(control('clock')?.getAttribute('role')).toBe('radiogroup');
  expect(radios.map((radio) => radio.labels?.[0]?.textContent)).toEqual(['equal layers', 'equal time']);
  expect(radios.map(({ checked }) => checked)).toEqual([true, false]);
  radios[1]?.click();
  expect(changed.mock.calls).toEqual([['clock', 'time', true]]);
});

test('a choice shows what is set, and reports nothing then', () => {
  const { controls, changed, radios } = made();
  controls.set({ clock: 'time', eta: 0.5, count: 24 });
  expect(radios.map(({ checked }) => checked)).toEqual([false, true]);
  expect(changed).not.toHaveBeenCalled();
});

test('a choice that the author has fixed is told by its name', () => {
  const { controls, radios } = made(['clock']);
  expect(radios).toEqual([]);
  expect(controls.element.querySelector('.fixed')?.textContent).toBe('equal layers');
});

test('a control that has no effect beside the others is not shown, and comes back with its value', () => {
  const { controls, control } = made();
  const hidden = () => (control('eta') as HTMLElement).hidden;
  expect(hidden()).toBe(false);
  controls.set({ clock: 'time', eta: 0.7, count: 24 });
  expect(hidden()).toBe(true);
  controls.set({ clock: 'layers', eta: 0.7, count: 24 });
  expect(hidden()).toBe(false);
  expect(control('eta')?.querySelector<HTMLInputElement>('.field')?.value).toBe('0.700');
});

test('what is folded away opens by hand alone, and its button says what is not at its default', () => {
  const { controls, control } = made([], ['eta', 'count']);
  const button = controls.element.querySelector('.more') as HTMLButtonElement;
  const open = () => control('count')?.closest('[hidden]') === null;
  expect([open(), button.textContent]).toEqual([false, '2 more']);
  controls.set({ clock: 'layers', eta: 0.5, count: 60 });
  expect([open(), button.textContent]).toEqual([false, '2 moretokens 60']);
  // A parameter without effect is not told either.
  controls.set({ clock: 'time', eta: 0.7, count: 24 });
  expect(button.textContent).toBe('2 more');
  button.click();
  expect([open(), button.textContent, button.getAttribute('aria-expanded')]).toEqual([true, 'Fewer', 'true']);
});

test('where nothing is folded away there is no button for it', () => {
  expect(made().controls.element.querySelector('.more')).toBeNull();
});

test('what a parameter means is in the description of its control, and shown at a press', () => {
  const { controls, control } = made(['eta']);
  const shown = () => controls.element.matches('.explained');
  const id = control('clock')?.getAttribute('aria-describedby');
  expect(controls.element.querySelector(`#${id}`)?.textContent).toBe('A clock.');
  // One that the author has fixed is explained too.
  expect([...controls.element.querySelectorAll('.about')].map((about) => about.textContent)).toContain(
    'A step.',
  );
  expect([controls.explain(), shown()]).toEqual([true, true]);
  expect([controls.explain(), shown()]).toEqual([false, false]);
});

test('slider and field are one stop of the Tab key, and typing on the slider leads into the field', () => {
  const { control } = made();
  const range = control('count')?.querySelector('input[type=range]') as HTMLInputElement;
  const field = control('count')?.querySelector('.field') as HTMLInputElement;
  expect([range.tabIndex, field.tabIndex]).toEqual([0, -1]);
  const press = (key: string, more: KeyboardEventInit = {}) => {
    range.focus();
    range.dispatchEvent(new KeyboardEvent('keydown', { key, ...more }));
    return document.activeElement === field;
  };
  expect(['4', '-', '.', 'Enter'].map((key) => press(key))).toEqual([true, true, true, true]);
  expect([press('ArrowUp'), press('Home'), press('4', { ctrlKey: true })]).toEqual([false, false, false]);
});

test('a slider whose values are far apart beside its positions goes on with every key', () => {
  const { changed, control } = made();
  const range = control('count')?.querySelector('input[type=range]') as HTMLInputElement;
  range.value = String(Number(range.value) + 1);
  range.dispatchEvent(new Event('input'));
  expect(changed).toHaveBeenLastCalledWith('count', 26, undefined);
});

test('a slider ends where its last value has an effect beside the others, and shows that for what is beyond', () => {
  const keys = {
    scores: slider({ symbol: '', label: 'keys', range: [2, 5], step: 1, value: 4, about: '' }),
    pick: slider({
      symbol: '',
      label: 'key',
      range: [1, 5],
      step: 1,
      value: 2,
      about: '',
      upTo: (p) => p.scores as number,
    }),
  };
  const changed = vi.fn();
  const wishes = { first: ['pick'], more: [], locked: new Set<string>() };
  const controls = createControls(keys, wishes, changed);
  const [range, field] = controls.element.querySelectorAll('input') as unknown as HTMLInputElement[];
  const shown = () => [range?.max, range?.value, range?.getAttribute('aria-valuetext'), field?.value];
  controls.set({ scores: 4, pick: 5 });
  expect(shown()).toEqual(['4', '4', '4', '4']);
  controls.set({ scores: 3, pick: 5 });
  expect(shown()).toEqual(['3', '3', '3', '3']);
  const type = (text: string) => {
    (field as HTMLInputElement).value = text;
    field?.dispatchEvent(new Event('change'));
  };
  type('5');
  expect([changed.mock.calls, shown()]).toEqual([[], ['3', '3', '3', '3']]);
  type('2');
  expect(changed.mock.calls).toEqual([['pick', 2, undefined]]);
  // What was beyond comes back with the keys.
  controls.set({ scores: 5, pick: 5 });
  expect(shown()).toEqual(['5', '5', '5', '5']);

  const fixed = createControls(keys, { ...wishes, locked: new Set(['pick']), fixed: fixedControl }, changed);
  fixed.set({ scores: 3, pick: 5 });
  expect(fixed.element.querySelector('.fixed')?.textContent).toBe('3');
});
