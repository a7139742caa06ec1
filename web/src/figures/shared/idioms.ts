/** What many figures write: residuals, lists of numbers, where texts stand, lines of plots, and two panels. */
import type { Plot } from '../../draw/axes';
import { fixed } from '../../draw/format';
import { inset } from '../../draw/inset';
import type { StrokeStyle, Surface, View } from '../../draw/surface';
import type { Check } from '../declare';

/** A residual and its bound. */
export const check = (name: string, value: number, atMost: number): Check => ({ name, value, atMost });

/** Several numbers with the same digits, with commas between. */
export const listed = (values: ArrayLike<number>, digits: number): string =>
  Array.from(values, (value) => fixed(value, digits)).join(', ');

/** How a text stands to a place, as part of its style: right on it, or at its left and level with it. */
export const centred = { anchor: 'middle', baseline: 'middle' } as const;
export const leftOf = { anchor: 'end', baseline: 'middle' } as const;

/** The points around a box, for `path`: closed. */
export const around = (x: number, y: number, width: number, height: number): number[] => [
  ...[x, y, x + width, y, x + width, y + height],
  ...[x, y + height, x, y],
];

/** The points of a path, x0, y0, x1, y1, ...: one for each number of a list, or for each of `{ length }`. */
export const polyline = (
  list: ArrayLike<number>,
  at: (value: number, index: number) => readonly [x: number, y: number],
): number[] => Array.from(list, at).flat();

/** The points of the area between two curves, given by their values at each of the places. */
export const band = (
  { x, y }: Pick<Plot, 'x' | 'y'>,
  places: ArrayLike<number>,
  upper: (index: number) => number,
  lower: (index: number) => number,
): number[] => [
  ...polyline(places, (place, i) => [x(place), y(upper(i))]),
  ...Array.from(places, (place, i) => [x(place), y(lower(i))])
    .reverse()
    .flat(),
];

/** A line from the top of a plot to its bottom at a value of x. Gives its place in px. */
export function upright(
  surface: Surface,
  { x, top, bottom }: Pick<Plot, 'x' | 'top' | 'bottom'>,
  value: number,
  style: StrokeStyle,
): number {
  surface.line(x(value), top, x(value), bottom, style);
  return x(value);
}

/** A line from the left of a plot to its right at a value of y. Gives its place in px. */
export function level(
  surface: Surface,
  { y, left, right }: Pick<Plot, 'y' | 'left' | 'right'>,
  value: number,
  style: StrokeStyle,
): number {
  surface.line(left, y(value), right, y(value), style);
  return y(value);
}

/** A disc on the horizontal axis of a plot that a parameter is dragged by. */
export function grip(
  surface: Surface,
  { x, bottom }: Pick<Plot, 'x' | 'bottom'>,
  param: string,
  value: number,
): void {
  surface.mark('ink', x(value), bottom, { size: 5, of: param });
  surface.handle({ param, x: x(value), y: bottom, along: 'x', at: x.invert });
}

/** A part of a drawing, with its origin at its left upper corner. */
export interface Panel {
  readonly surface: Surface;
  readonly view: View;
}

/**
 * Two panels of a drawing, `gap` px apart: beside each other where the first is given a width, below each other where it is given a
 * height. The second has what is left.
 */
export function panels(
  surface: Surface,
  view: View,
  { width = view.width, height = view.height }: Partial<View>,
  gap: number,
): [Panel, Panel] {
  const [x, y] = width < view.width ? [width + gap, 0] : [0, height + gap];
  return [
    { surface, view: { width, height } },
    { surface: inset(surface, x, y), view: { width: view.width - x, height: view.height - y } },
  ];
}

/** Two panels of the same width beside each other, which are as narrow as a phone makes them. */
export const halves = (surface: Surface, view: View): [Panel, Panel] =>
  panels(surface, view, { width: (view.width - 14) / 2 }, 14);

/** Whether a panel is too narrow for its whole labels: one of two halves on a phone. */
export const isShort = ({ width }: View): boolean => width < 220;
