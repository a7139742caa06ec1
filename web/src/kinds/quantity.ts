import { decimals, fixed, number } from '../draw/format';
import type { Param, Seed, Slider } from './param';

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
  if (param.kind === 'slider' && param.scale === 'log' && param.step === undefined) return number(value, 3);
  const low = rangeOf(param)[0];
  return fixed(value, Math.max(decimals(stepOf(param)), decimals(low)));
}

/** The value with its unit, as it is read aloud. */
export const aloud = (param: Numeric, value: number): string =>
  param.kind === 'slider' && param.unit ? `${show(param, value)} ${param.unit}` : show(param, value);
