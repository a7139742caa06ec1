import { decimals, fixed, power } from './format';
import { textWidth } from './labels';
import { type Interval, linear, log, type Scale } from './scale';
import type { Surface, View } from './surface';

export interface AxisSpec {
  readonly domain: Interval;
  /** The quantity and its unit: "position z", "time (ms)". An arrow that shows the direction is added. */
  readonly label: string;
  /** `linear` where absent. */
  readonly scale?: 'linear' | 'log';
  /** About how many ticks; as many as fit where absent, and never more than fit. */
  readonly ticks?: number;
  /** Text of a tick; digits that suit the whole axis where absent. */
  readonly format?: (value: number) => string;
  /** Whether lines run across the plot at the ticks; only for `y` where absent. */
  readonly grid?: boolean;
  /** No ticks and no label, and no room for them: for a plot that stands above another with the same axis. Only for `x`. */
  readonly silent?: boolean;
}

export interface PlotSpec {
  readonly x: AxisSpec;
  readonly y: AxisSpec;
  /** Room on the right for labels at the ends of lines, in px; 10 where absent. */
  readonly right?: number;
  /** Room above the plot, in px, besides that of the label of `y`. */
  readonly above?: number;
  /** Where the plot begins, in px, for drawings of several plots in line; what the labels need where absent. */
  readonly left?: number;
}

/** The plot area inside a drawing, with its two scales. */
export interface Plot {
  readonly x: Scale;
  readonly y: Scale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Tick {
  readonly value: number;
  readonly text: string;
}

const lineHeight = 16;

/** Lays out a plot area in the view and draws its quiet axes: labels at the ends, few ticks, a light grid. */
export function plot(surface: Surface, view: View, spec: PlotSpec): Plot {
  const top = 28 + (spec.above ?? 0);
  const bottom = view.height - (spec.x.silent ? 8 : 2 * lineHeight + 8);
  const y = scaleOf(spec.y, [bottom, top]);
  const yTicks = ticksOf(spec.y, y, Math.max(2, Math.floor((bottom - top) / 44)));
  const left = spec.left ?? Math.ceil(Math.max(14, ...yTicks.map((t) => textWidth(t.text)))) + 10;
  const right = view.width - (spec.right ?? 10);
  const x = scaleOf(spec.x, [left, right]);
  const area = { x, y, left, right, top, bottom };
  drawY(surface, area, spec.y, yTicks);
  if (!spec.x.silent) xAxis(surface, area, spec.x, view);
  return area;
}

function drawY(surface: Surface, area: Plot, spec: AxisSpec, ticks: readonly Tick[]): void {
  for (const { value, text } of ticks) {
    const at = area.y(value);
    if (spec.grid ?? true) surface.line(area.left, at, area.right, at, { role: 'grid' });
    surface.text(area.left - 10, at, text, { role: 'ink-3', anchor: 'end', baseline: 'middle' });
  }
  surface.text(0, 11, `↑ ${spec.label}`, { role: 'ink-3' });
}

/** The horizontal axis alone, below `area.bottom`: for strips that have no vertical one. */
export function xAxis(
  surface: Surface,
  area: Pick<Plot, 'x' | 'left' | 'right' | 'top' | 'bottom'>,
  spec: AxisSpec,
  view: View,
): void {
  const ticks = fitting(spec, area.x, (area.right - area.left) / 56);
  for (const { value, text } of ticks) {
    const at = area.x(value);
    if (spec.grid) surface.line(at, area.top, at, area.bottom, { role: 'grid' });
    else surface.line(at, area.bottom + 4, at, area.bottom + 8, { role: 'rule' });
    const half = textWidth(text) / 2;
    const inside = Math.max(half, Math.min(at, view.width - half));
    surface.text(inside, area.bottom + 12, text, { role: 'ink-3', anchor: 'middle', baseline: 'hanging' });
  }
  surface.text(area.right, view.height - 4, `${spec.label} →`, { role: 'ink-3', anchor: 'end' });
}

const scaleOf = (spec: AxisSpec, range: Interval): Scale =>
  (spec.scale === 'log' ? log : linear)(spec.domain, range);

/** Fewer and fewer ticks until neighbouring labels have air between them. */
function fitting(spec: AxisSpec, scale: Scale, room: number): Tick[] {
  for (let count = Math.max(1, Math.floor(room)); ; count--) {
    const ticks = ticksOf(spec, scale, count);
    const clear = ticks.every((t, i) => {
      const next = ticks[i + 1];
      if (!next) return true;
      return (
        Math.abs(scale(next.value) - scale(t.value)) >= (textWidth(t.text) + textWidth(next.text)) / 2 + 10
      );
    });
    if (clear || count <= 1) return ticks;
  }
}

function ticksOf(spec: AxisSpec, scale: Scale, most: number): Tick[] {
  const values = scale.ticks(Math.min(spec.ticks ?? 6, most));
  const format = spec.format ?? tickFormat(values, scale);
  return values.map((value) => ({ value, text: format(value) }));
}

/** The same digits for all ticks of an axis. */
function tickFormat(values: readonly number[], { kind, domain }: Scale): (value: number) => string {
  const sizes = [...domain, ...values].map(Math.abs).filter((v) => v > 0);
  const powers =
    Math.max(...domain.map(Math.abs)) >= 1e5 ||
    (kind === 'log' ? Math.min(...sizes) : Math.max(...sizes)) < 1e-3;
  if (powers) return (v) => power(v, values.every((t) => isPower(t)) ? 0 : 1);
  if (kind === 'log') return (v) => fixed(v, decimals(Number(v.toPrecision(3))));
  const most = Math.max(0, ...values.map((v) => decimals(Number(v.toPrecision(6)))));
  return (v) => fixed(v, most);
}

const isPower = (v: number): boolean => v === 0 || /^-?1e/.test(v.toExponential());
