/** How different two colours look, to whom. */

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

export const sights = ['normal', 'protanope', 'deuteranope', 'tritanope'] as const;
export type Sight = (typeof sights)[number];

/**
 * Machado, Oliveira and Fernandes 2009, severity 1. The paper applies its matrices to linear RGB; most tools, and the search that
 * the colours of the look come from, apply them to the values as they are written (`encoded`).
 */
const machado: Readonly<Record<Sight, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanope: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (m: Matrix, [a, b, c]: Triple): Triple =>
  m.map((row) => row[0] * a + row[1] * b + row[2] * c) as unknown as Triple;
const each = (v: Triple, f: (x: number) => number): Triple => v.map(f) as unknown as Triple;
const clamped = (v: number): number => Math.min(1, Math.max(0, v));
const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

/** The channels of `#rrggbb`, 0 to 1. */
const channels = (colour: string): Triple =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as unknown as Triple;

/** A colour over another, as browsers blend: on the values as they are written. */
export function mixed(under: string, over: string, opacity: number): string {
  const [a, b] = [channels(under), channels(over)];
  const hex = a.map((v, i) => Math.round(255 * (v + opacity * ((b[i] as number) - v))));
  return `#${hex.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}

/** L of OKLab (Ottosson 2020), 0 to 1. */
export function lightness(colour: string): number {
  const rgb = each(channels(colour), linear);
  const [l, m, s] = each(
    times(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      rgb,
    ),
    Math.cbrt,
  );
  return 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
}

/** WCAG 2: (lighter + 0.05) / (darker + 0.05). */
export function contrast(a: string, b: string): number {
  const luminance = (colour: string): number => {
    const [r, g, blue] = each(channels(colour), linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/**
 * Dichromats see a half-plane or two of all colours. Red and green: Viénot, Brettel and Mollon 1999, one projection. Blue: Brettel,
 * Viénot and Mollon 1997, whose two half-planes are too far apart for one. For linear sRGB, as libDaltonLens has them.
 */
const vienot: Readonly<Record<'protanope' | 'deuteranope', Matrix>> = {
  protanope: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranope: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};
const brettel: readonly [Matrix, Matrix] = [
  [
    [1.01277, 0.13548, -0.14826],
    [-0.01243, 0.86812, 0.14431],
    [0.07589, 0.805, 0.11911],
  ],
  [
    [0.93678, 0.18979, -0.12657],
    [0.06154, 0.81526, 0.1232],
    [-0.37562, 1.12767, 0.24796],
  ],
];
/** What parts the two half-planes. */
const apart: Triple = [0.03901, -0.02788, -0.01113];

/** Linear sRGB as a dichromat sees it. */
export function dichromat(rgb: Triple, sight: Sight): Triple {
  if (sight === 'normal') return rgb;
  const side = apart[0] * rgb[0] + apart[1] * rgb[1] + apart[2] * rgb[2];
  const matrix = sight === 'tritanope' ? brettel[side >= 0 ? 0 : 1] : vienot[sight];
  return each(times(matrix, rgb), clamped);
}

/** `encoded` and `linear` are readings of Machado's matrices, `dichromat` is the older model. */
export type Space = 'encoded' | 'linear' | 'dichromat';

/** CIEDE2000 between two colours as an eye sees them. */
export function difference(a: string, b: string, sight: Sight, space: Space): number {
  const seen = (colour: string): Triple => {
    const encoded = channels(colour);
    if (space === 'dichromat') return dichromat(each(encoded, linear), sight);
    return space === 'encoded'
      ? each(each(times(machado[sight], encoded), clamped), linear)
      : each(times(machado[sight], each(encoded, linear)), clamped);
  };
  return ciede2000(lab(seen(a)), lab(seen(b)));
}

/** CIELAB, D65, of linear sRGB. */
function lab(rgb: Triple): Triple {
  const [x, y, z] = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    rgb,
  );
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);

/** Sharma, Wu and Dalal 2005, in their notation. */
export function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 0.5 * (1 - Math.sqrt(mean7 / (mean7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (b: number, a: number): number =>
    a || b ? ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 : 0;
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)];
  const grey = c1 * c2 === 0;
  let dh = grey ? 0 : h2 - h1;
  if (dh > 180) dh -= 360;
  else if (dh < -180) dh += 360;
  let h = h1 + h2;
  if (!grey) h = Math.abs(h1 - h2) <= 180 ? h / 2 : (h < 360 ? h + 360 : h - 360) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const dH = 2 * Math.sqrt(c1 * c2) * sin(dh / 2);
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const rc = 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const rt = -sin(60 * Math.exp(-(((h - 275) / 25) ** 2))) * rc;
  const [dl, dc, dhh] = [(l2 - l1) / sl, (c2 - c1) / sc, dH / sh];
  return Math.sqrt(dl ** 2 + dc ** 2 + dhh ** 2 + rt * dc * dhh);
}
