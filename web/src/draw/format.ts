const minus = '\u2212';
const superscripts: Record<string, string> = {
  [minus]: '⁻',
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((s, digit) => [String(digit), s])),
};

/** A number with a real minus sign; a rounded zero has none. */
const signed = (digits: string): string =>
  /^-0(\.0*)?$/.test(digits) ? digits.slice(1) : digits.replace('-', minus);

/** `fixed(-0.1234, 2)` is "−0.12". For numbers that change in place: the width stays. */
export function fixed(value: number, digits: number): string {
  return Number.isFinite(value) ? signed(value.toFixed(digits)) : notANumber(value);
}

/** The same with its sign, a plus too. */
export const withSign = (value: number, digits: number): string =>
  `${value > 0 ? '+' : ''}${fixed(value, digits)}`;

/**
 * A number as one would write it by hand: `digits` significant ones, thousands apart, powers of ten for the very large and
 * very small: "0.121", "12\u202f345", "2.1 × 10⁻¹⁵".
 */
export function number(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return notANumber(value);
  if (value === 0) return '0';
  const exponent = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(digits)))));
  if (exponent < -4 || exponent > 6) return power(value, digits - 1);
  const text = value.toFixed(Math.max(0, digits - 1 - exponent));
  const [front = '', rest] = text.split('.');
  return signed(rest ? `${spaced(front)}.${rest}` : spaced(front));
}

/** A whole number, thousands apart: "−12\u202f345". */
export function whole(value: number): string {
  return Number.isFinite(value) ? signed(spaced(value.toFixed(0))) : notANumber(value);
}

/** From five digits on: years and small counts stay as they are. */
const spaced = (digits: string): string =>
  digits.replace('-', '').length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, '\u202f') : digits;

/** "2.1 × 10⁻¹⁵"; a mantissa of 1 is left out when it is shown without decimals. */
export function power(value: number, decimals = 1): string {
  if (!Number.isFinite(value)) return notANumber(value);
  if (value === 0) return '0';
  const [mantissa = '', exponent = ''] = value.toExponential(decimals).split('e');
  const raised = [...signed(exponent.replace('+', ''))].map((c) => superscripts[c]).join('');
  if (Math.abs(Number(mantissa)) === 1 && decimals === 0)
    return `${signed(mantissa).replace('1', '')}10${raised}`;
  return `${signed(mantissa)}\u00a0×\u00a010${raised}`;
}

/** How many decimals a multiple of `step` needs. */
export function decimals(step: number): number {
  const [mantissa = '', exponent = '0'] = step.toExponential().split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

function notANumber(value: number): string {
  if (Number.isNaN(value)) return 'not a number';
  return value > 0 ? '∞' : `${minus}∞`;
}
