/** The controls of numbers and of names. */

import { html } from './dom';
import { type FieldRules, numberField } from './field';
import type { Control, Report } from './kind';
import type { Choice, Seed, Slider } from './param';
import {
  aloud,
  logSteps,
  moved,
  type Numeric,
  positionOf,
  rangeOf,
  reached,
  show,
  snap,
  stepOf,
} from './quantity';
import { symbol } from './symbol';

const rulesOf = (param: Numeric): FieldRules => ({
  show: (value) => show(param, value),
  snap: (value) => snap(param, value),
  moved: (value, by) => moved(param, value, by),
  range: rangeOf(param),
});

export function sliderControl(param: Slider, id: string, changed: Report<number>): Control<number> {
  const range = html('input', {
    type: 'range',
    id,
    'aria-describedby': `${id}-about`,
    'aria-keyshortcuts': 'Enter',
    ...(param.scale === 'log'
      ? { min: 0, max: logSteps, step: 1 }
      : { min: param.range[0], max: param.range[1], step: nativeStep(param) }),
  });
  // Slider and field are one stop of the Tab key: typing on the slider, or Enter, leads into the field.
  const field = numberField(rulesOf(param), (value) => take(value), {
    'aria-label': `${param.label}, value`,
    tabindex: -1,
  });
  range.addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey }) => {
    if (/^([\d.−-]|Enter)$/.test(key) && !altKey && !ctrlKey && !metaKey) field.element.focus();
  });
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
  const label = html('label', { class: 'label', for: id, title: param.about }, param.label);
  // A symbol alone on a line of its own would read as another label.
  if (param.symbol) label.append('\u00a0', symbol(param.symbol));
  const value = html('span', { class: 'value' }, field.element);
  if (param.unit) value.append(html('span', { class: 'unit' }, param.unit));
  const about = html('span', { class: 'about', id: `${id}-about` }, param.about);
  return { element: html('div', { class: 'control' }, label, range, value, about), set };
}

export function seedControl(param: Seed, id: string, changed: Report<number>): Control<number> {
  const field = numberField(rulesOf(param), (value) => take(value, false), { id });
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
  // The next seed rather than a random one: a reader can say which draw it was, and come back to it.
  another.addEventListener('click', () => take((seed + 1) % (rangeOf(param)[1] + 1), true));
  const label = html('label', { class: 'label', for: id, title: param.about }, param.label);
  const about = html('span', { class: 'about', id: `${id}-about` }, param.about);
  field.element.setAttribute('aria-describedby', about.id);
  const value = html('span', { class: 'value' }, field.element);
  return { element: html('div', { class: 'control' }, label, another, value, about), set };
}

export function choiceControl(param: Choice, id: string, changed: Report<string>): Control<string> {
  const names = Object.entries(param.options);
  // More than fit beside each other are a list.
  if (names.length > 4) return listControl(param, id, changed);
  const options = html('span', { class: 'options' });
  const inputs = names.map(([name, text]) => {
    const input = html('input', { type: 'radio', name: id, value: name, id: `${id}-${name}` });
    input.addEventListener('change', () => changed(name, true));
    options.append(html('label', { class: 'option', for: input.id }, input, text));
    return input;
  });
  const label = html('span', { class: 'label', id, title: param.about }, param.label);
  const about = html('span', { class: 'about', id: `${id}-about` }, param.about);
  const element = html(
    'div',
    { class: 'control choice', role: 'radiogroup', 'aria-labelledby': id, 'aria-describedby': about.id },
    label,
    options,
    about,
  );
  const set = (value: string): void => {
    for (const input of inputs) input.checked = input.value === value;
  };
  return { element, set };
}

function listControl(param: Choice, id: string, changed: Report<string>): Control<string> {
  const options = Object.entries(param.options).map(([name, text]) => html('option', { value: name }, text));
  const list = html('select', { class: 'list', id, 'aria-describedby': `${id}-about` }, ...options);
  list.addEventListener('change', () => changed(list.value, true));
  const label = html('label', { class: 'label', for: id, title: param.about }, param.label);
  const about = html('span', { class: 'about', id: `${id}-about` }, param.about);
  return {
    element: html('div', { class: 'control choice' }, label, list, about),
    set(value) {
      list.value = value;
    },
  };
}

/** A native input never reaches a maximum that is not a multiple of its step; there `snap` alone does the steps. */
function nativeStep(param: Slider): number | 'any' {
  const steps = (param.range[1] - param.range[0]) / stepOf(param);
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? stepOf(param) : 'any';
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
