/** Parameters that are numbers: what they may be, and their controls. */
import { decimals, fixed, number } from '../draw/format';
import { wordsOf } from '../words/words';
import { html, named } from './dom';
import { type FieldRules, numberField } from './field';
import type { Control, Report, Value } from './kind';
import type { Param, Seed, Slider } from './param';
import { symbol } from './symbol';

/** A parameter that is a number. */
export type Numeric = Slider | Seed;
export const isNumeric = (param: Param): param is Numeric => param.kind === 'slider' || param.kind === 'seed';

/** What a quantity of a figure is now. */
export interface Quantity {
  /** With its unit, as it is read aloud. */
  readonly text: string;
  /** The declaration and the number, where it is a parameter and a number. */
  readonly param?: Numeric;
  readonly value?: number;
}

/** The range of a number. */
export function rangeOf(param: Numeric): readonly [number, number] {
  return param.kind === 'seed' ? [0, 9999] : param.range;
}

/** What a value counts as: where a slider ends earlier beside the other values, what is beyond is its end. */
export const counted = (param: Param, value: Value): Value =>
  isNumeric(param) ? Math.min(value as number, rangeOf(param)[1]) : value;

/** Distance between neighbouring values on a linear slider. */
export function stepOf(param: Numeric): number {
  if (param.kind !== 'slider') return 1;
  if (param.step !== undefined) return param.step;
  const span = (param.range[1] - param.range[0]) / 200;
  return 10 ** Math.floor(Math.log10(span));
}

/** The nearest value that the parameter's control can show. Both ends of the range are reachable whatever the step. */
export function snap(param: Numeric, value: number): number {
  const [low, high] = rangeOf(param);
  if (value <= low) return low;
  if (value >= high) return high;
  if (param.kind === 'slider' && param.scale === 'log') {
    value = Number(value.toPrecision(3));
    if (param.step === undefined) return Math.max(low, Math.min(high, value));
  }
  const step = stepOf(param);
  const steps = Math.round((value - low) / step);
  // Decimal digits, not the float sum: 0.1 + 2 * 0.1 is to be 0.3.
  const snapped = Number((low + steps * step).toFixed(Math.max(decimals(step), decimals(low))));
  return Math.max(low, Math.min(high, snapped));
}

/** Positions of a log slider; its native input counts them. */
export const logSteps = 200;

/** Where the native range input stands for a value. */
export function positionOf(param: Slider, value: number): number {
  if (param.scale !== 'log') return value;
  const [low, high] = param.range;
  return Math.round((Math.log(value / low) / Math.log(high / low)) * logSteps);
}

/** The value for a position of the native range input. */
export function valueAt(param: Slider, position: number): number {
  if (param.scale !== 'log') return snap(param, position);
  const [low, high] = param.range;
  return snap(param, low * (high / low) ** (position / logSteps));
}

/** The value some steps further, in the steps of the parameter's own slider; another one as long as there is one. */
export function moved(param: Numeric, value: number, by: number): number {
  if (param.kind !== 'slider' || param.scale !== 'log') return snap(param, value + by * stepOf(param));
  // Where values are far apart beside the positions, several of these stand for one value.
  for (let position = positionOf(param, value) + by; ; position += Math.sign(by)) {
    const next = valueAt(param, Math.max(0, Math.min(logSteps, position)));
    if (next !== value || by === 0 || position <= 0 || position >= logSteps) return next;
  }
}

/** The value that is meant when the native input goes to a position while it shows `value`. */
export function reached(param: Slider, value: number, position: number): number {
  const next = valueAt(param, position);
  return next === value ? moved(param, value, Math.sign(position - positionOf(param, value))) : next;
}

/** The value as text, in as many digits as its steps need. */
export function show(param: Numeric, value: number): string {
  const free = param.kind === 'slider' && param.scale === 'log' && param.step === undefined;
  const digits = Math.max(decimals(stepOf(param)), decimals(rangeOf(param)[0]));
  return wordsOf(param).number(free ? number(value, 3) : fixed(value, digits));
}

/** The value with its unit, as it is read aloud. */
export const aloud = (param: Numeric, value: number): string =>
  param.kind === 'slider' && param.unit ? `${show(param, value)} ${param.unit}` : show(param, value);

const rulesOf = (param: Numeric, now = () => param): FieldRules => ({
  show: (value) => show(param, value),
  snap: (value) => snap(now(), value),
  moved: (value, by) => moved(now(), value, by),
  get range() {
    return rangeOf(now());
  },
  said: param,
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
  let now = param;
  const rules = rulesOf(param, () => now);
  const field = numberField(rules, (value) => take(value), {
    'aria-label': wordsOf(param).value(param.label),
    tabindex: -1,
  });
  range.addEventListener('keydown', ({ key, altKey, ctrlKey, metaKey }) => {
    if (/^([\d.−-]|Enter)$/.test(key) && !altKey && !ctrlKey && !metaKey) field.element.focus();
  });
  let shown = param.value;
  const set = (value: number, beside = now): void => {
    now = beside;
    shown = counted(now, value) as number;
    if (param.scale !== 'log') range.max = String(now.range[1]);
    const position = positionOf(now, shown);
    range.value = String(position);
    range.setAttribute('aria-valuetext', aloud(param, shown));
    fill(range);
    field.set(shown);
  };
  const take = (value: number): void => {
    set(value);
    changed(shown);
  };
  range.addEventListener('input', () => take(reached(now, shown, range.valueAsNumber)));
  forgive(range, () => shown, take);
  const [label, about] = named(param, id);
  // A symbol alone on a line of its own would read as another label.
  if (param.symbol) label.append('\u00a0', symbol(param.symbol));
  const value = html('span', { class: 'value' }, field.element);
  if (param.unit) value.append(html('span', { class: 'unit' }, param.unit));
  return { element: html('div', { class: 'control' }, label, range, value, about), set };
}

export function seedControl(param: Seed, id: string, changed: Report<number>): Control<number> {
  const field = numberField(rulesOf(param), (value) => take(value, false), { id });
  const another = html('button', { type: 'button', class: 'another' }, wordsOf(param).draw);
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
  const [label, about] = named(param, id);
  field.element.setAttribute('aria-describedby', about.id);
  const joined = html('span', { class: 'joined' }, field.element, another);
  return { element: html('div', { class: 'control' }, label, joined, about), set };
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
