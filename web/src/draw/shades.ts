import { decimals, fixed } from './format';
import { textWidth } from './labels';
import { type Interval, linear, nice } from './scale';
import type { FillStyle, Role, Surface } from './surface';

/** How values become shades: from nothing to much, or to both sides of zero. */
export interface Shades {
  readonly kind: 'sequential' | 'diverging';
  /** Values outside of it have the shade of its end. Of a diverging scale it reaches as far below zero as above. */
  readonly domain: Interval;
  /** Whether values are written on the shades: then there are few, on all of which a text can be read. */
  readonly written?: boolean;
}

export interface Shade extends FillStyle {
  readonly opacity: number;
  /** The role of a text or sign on it. */
  readonly ink: Role;
}

/**
 * How much of its colour a shade has where values are written on it. Neither ink nor surface can be read on the lightness between the
 * third and the fourth, in either theme or with forced colours, so the scale steps over it.
 */
const writable = [0.16, 0.31, 0.46, 0.74, 1] as const;
/** Where nothing is written the shades are all there is to read, and there are more. */
const many = 20;
/** What would be written as 0.00 of 1 has no shade: the zeros of a computed matrix are zero up to rounding. */
const nothing = 0.005;

/** The domain of values from their extremes, with round ends; what is not finite has no say. */
export function domainOf(values: ArrayLike<number>, kind: Shades['kind']): Interval {
  let [low, high] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low === high) high = 1;
  const most = Math.max(-low, high);
  return nice(kind === 'diverging' ? [-most, most] : [low, high]);
}

/** The shade of a value; none where it is nothing. A value that is no number has none either: `heatmap` marks it. */
export function shadeOf(value: number, { kind, domain: [low, high], written }: Shades): Shade | undefined {
  const share = kind === 'diverging' ? value / high : (value - low) / (high - low);
  const depth = Math.min(1, kind === 'diverging' ? Math.abs(share) : share);
  if (!(depth >= nothing)) return undefined;
  const count = written ? writable.length : many;
  // A value on the border of two shades belongs to the lower, whatever rounding says.
  const step = Math.max(1, Math.ceil(depth * count - 1e-9));
  const opacity = written ? (writable[step - 1] as number) : step / many;
  return { role: share < 0 ? 'minus' : 'plus', opacity, ink: opacity > 0.57 ? 'surface' : 'ink' };
}

export interface BarLabel {
  /** What the shades show. */
  readonly text?: string;
  readonly of?: string;
  readonly format?: (value: number) => string;
}

/** Height of `colourBar` with its ticks, in px. */
export const barHeight = 26;

/** The shades in line with ticks below, and what they show on the right. Its left upper corner is x, y. */
export function colourBar(
  surface: Surface,
  x: number,
  y: number,
  width: number,
  shades: Shades,
  label: BarLabel = {},
): void {
  const { domain, kind } = shades;
  const along = linear(domain, [x, x + width]);
  const count = (shades.written ? writable.length : many) * (kind === 'diverging' ? 2 : 1);
  for (let i = 0; i < count; i++) {
    const value = domain[0] + ((i + 0.5) / count) * (domain[1] - domain[0]);
    const shade = shadeOf(value, shades);
    if (!shade) continue; // a domain without extent
    const { ink: _, ...style } = shade;
    // Whole pixels, or the surface shines through between two shades.
    const [left, right] = [i, i + 1].map((k) => Math.round(x + (k / count) * width)) as [number, number];
    surface.cells([left, y, right - left, 8], { ...style, of: label.of });
  }
  surface.path([x, y, x + width, y, x + width, y + 8, x, y + 8, x, y], { role: 'rule' });
  const values = kind === 'diverging' ? [domain[0], 0, domain[1]] : ends(domain);
  const digits = Math.max(...values.map((v) => decimals(Number(v.toPrecision(6)))));
  const format = label.format ?? ((v: number) => fixed(v, digits));
  for (const value of values) {
    surface.text(along(value), y + 13, format(value), {
      role: 'ink-3',
      anchor: 'middle',
      baseline: 'hanging',
    });
  }
  if (label.text) {
    const after = x + width + Math.max(10, textWidth(format(domain[1])) / 2 + 6);
    surface.text(after, y + 4, label.text, { role: 'ink-2', baseline: 'middle', of: label.of });
  }
}

const ends = ([low, high]: Interval): number[] => (low < 0 && high > 0 ? [low, 0, high] : [low, high]);

/** Decimals that show two or three digits of what a domain holds. */
export function decimalsFor([low, high]: Interval): number {
  const exponent = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high)) || 1));
  return exponent < -1 ? 1 - exponent : Math.max(0, 2 - Math.max(0, exponent));
}
