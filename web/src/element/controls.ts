import type { Choice, Param, Params, Seed, Slider, Values } from '../figures/declare';
import { html, setText } from './dom';
import { aloud, logSteps, moved, positionOf, rangeOf, reached, read, show, snap, stepOf } from './quantity';
import { symbol } from './symbol';
import type { Wishes } from './wishes';

export interface Controls {
  readonly element: HTMLElement;
  /** Shows values without reporting a change. */
  set(values: Values<Params>): void;
}

interface Control {
  readonly element: HTMLElement;
  set(value: number): void;
}

/** Hears a value that the control can show; `jump` when it has nothing to do with the last one. */
export type Changed = (name: string, value: number, jump?: boolean) => void;
type Report = (value: number, jump?: boolean) => void;

/** One control per parameter, in the order of the declaration. */
export function createControls(
  params: Params,
  { shown, locked }: Pick<Wishes, 'shown' | 'locked'>,
  changed: Changed,
): Controls {
  const entries = Object.entries(params).filter(([name]) => shown.has(name));
  const hidden = entries.length === 0;
  const element = html('div', { class: 'controls', role: 'group', 'aria-label': 'Parameters', hidden });
  const controls = entries.map(([name, param]) => {
    const report: Report = (value, jump) => changed(name, value, jump);
    const control = locked.has(name)
      ? fixedControl(param)
      : param.kind === 'seed'
        ? seedControl(name, param, report)
        : param.kind === 'choice'
          ? choiceControl(name, param, report)
          : sliderControl(name, param, report);
    control.element.dataset.of = name;
    element.append(control.element);
    return [name, control] as const;
  });
  return {
    element,
    set(values) {
      for (const [name, control] of controls) {
        const param = params[name] as Param;
        control.element.hidden = 'when' in param && param.when?.(values) === false;
        control.set(values[name] as number);
      }
    },
  };
}

function sliderControl(name: string, param: Slider, changed: Report): Control {
  const id = `p-${name}`;
  const range = html('input', {
    type: 'range',
    id,
    'aria-describedby': `${id}-about`,
    ...(param.scale === 'log'
      ? { min: 0, max: logSteps, step: 1 }
      : { min: param.range[0], max: param.range[1], step: nativeStep(param) }),
  });
  const field = numberField(param, `${param.label}, value`);
  let shown = param.value;
  const set = (value: number): void => {
    shown = value;
    const position = positionOf(param, value);
    range.value = String(position);
    range.setAttribute('aria-valuetext', aloud(param, value));
    fill(range);
    field.set(value);
  };
  const take = (value: number): void => {
    set(value);
    changed(value);
  };
  range.addEventListener('input', () => take(reached(param, shown, range.valueAsNumber)));
  forgive(range, () => shown, take);
  field.onValue(take);
  const label = html('label', { class: 'label', for: id, title: param.about }, param.label);
  // A symbol alone on a line of its own would read as another label.
  if (param.symbol) label.append('\u00a0', symbol(param.symbol));
  const value = html('span', { class: 'value' }, field.element);
  if (param.unit) value.append(html('span', { class: 'unit' }, param.unit));
  const about = html('span', { class: 'visually-hidden', id: `${id}-about` }, param.about);
  return { element: html('div', { class: 'control' }, label, range, value, about), set };
}

function seedControl(name: string, param: Seed, changed: Report): Control {
  const field = numberField(param, undefined, `p-${name}`);
  const another = html('button', { type: 'button', class: 'another' }, 'another draw');
  let seed = param.value;
  const set = (value: number): void => {
    seed = value;
    field.set(value);
  };
  const take = (value: number, jump: boolean): void => {
    set(value);
    changed(value, jump);
  };
  field.onValue((value) => take(value, false));
  // The next seed rather than a random one: a reader can say which draw it was, and come back to it.
  another.addEventListener('click', () => take((seed + 1) % (rangeOf(param)[1] + 1), true));
  const label = html('label', { class: 'label', for: `p-${name}`, title: param.about }, param.label);
  const about = html('span', { class: 'visually-hidden', id: `p-${name}-about` }, param.about);
  field.element.setAttribute('aria-describedby', about.id);
  const value = html('span', { class: 'value' }, field.element);
  return { element: html('div', { class: 'control' }, label, another, value, about), set };
}

function choiceControl(name: string, param: Choice, changed: Report): Control {
  const id = `p-${name}`;
  const options = html('span', { class: 'options' });
  const inputs = param.options.map((option, i) => {
    const input = html('input', { type: 'radio', name: id, value: i, id: `${id}-${i}` });
    input.addEventListener('change', () => changed(i, true));
    options.append(html('label', { class: 'option', for: input.id }, input, option));
    return input;
  });
  const label = html('span', { class: 'label', id, title: param.about }, param.label);
  const about = html('span', { class: 'visually-hidden', id: `${id}-about` }, param.about);
  const element = html(
    'div',
    { class: 'control choice', role: 'radiogroup', 'aria-labelledby': id, 'aria-describedby': about.id },
    label,
    options,
    about,
  );
  const set = (value: number): void => {
    for (const [i, input] of inputs.entries()) input.checked = i === value;
  };
  return { element, set };
}

/** A parameter that the author has fixed, as text. */
function fixedControl(param: Param): Control {
  const value = html('b', { class: 'fixed' });
  const label = html('span', { class: 'label', title: param.about }, param.label);
  if (param.kind === 'slider' && param.symbol) label.append('\u00a0', symbol(param.symbol));
  return {
    element: html('div', { class: 'control' }, label, html('span'), html('span', { class: 'value' }, value)),
    set: (number) => setText(value, aloud(param, number)),
  };
}

/** A native input never reaches a maximum that is not a multiple of its step; there `snap` alone does the steps. */
function nativeStep(param: Slider): number | 'any' {
  const steps = (param.range[1] - param.range[0]) / stepOf(param);
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? stepOf(param) : 'any';
}

/** The value as text that can be typed over. What is not a number, or out of range, goes back to the nearest that is. */
function numberField(param: Param, name?: string, id?: string) {
  const element = html('input', {
    type: 'text',
    class: 'field',
    inputmode: 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
    id,
    'aria-label': name,
  });
  const longest = Math.max(...rangeOf(param).map((end) => show(param, end).replace(/\D/g, '').length));
  if (longest > 6) element.style.width = `${longest + 2}ch`;
  let shown = param.value;
  let report: (value: number) => void = () => {};
  const set = (value: number): void => {
    shown = value;
    element.value = show(param, value);
  };
  element.addEventListener('change', () => {
    const typed = read(element.value);
    const value = typed === undefined ? shown : snap(param, typed);
    if (value === shown) set(shown);
    else report(value);
  });
  element.addEventListener('focus', () => element.select());
  element.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Escape') set(shown);
    if (by === undefined) return;
    event.preventDefault();
    report(moved(param, shown, by));
  });
  return {
    element,
    set,
    onValue(listener: (value: number) => void) {
      report = listener;
    },
  };
}

/** A finger that begins to scroll the page on a slider moves it at the first touch, before the browser knows: takes that back. */
export function forgive(range: HTMLInputElement, shown: () => number, take: (value: number) => void): void {
  let before: number | undefined;
  range.addEventListener('pointerdown', () => {
    before = shown();
  });
  range.addEventListener('pointercancel', () => {
    if (before !== undefined && before !== shown()) take(before);
    before = undefined;
  });
}

/** Tells the style sheet how much of the track lies behind the thumb. */
export function fill(range: HTMLInputElement): void {
  const [low, high] = [Number(range.min), Number(range.max)];
  const share = high > low ? (range.valueAsNumber - low) / (high - low) : 0;
  range.style.setProperty('--_share', String(Math.round(share * 1e4) / 1e4));
}
