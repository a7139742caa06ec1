/** Round steps and the values at them. After d3-array 3.2 (Copyright 2010-2026 Mike Bostock, ISC: see THIRD_PARTY_NOTICES.md). */

const [e10, e5, e2] = [Math.sqrt(50), Math.sqrt(10), Math.sqrt(2)];

/** The first and the last multiple of a round step from low to high, and the step: below 1 it is -1 / step, which is exact. */
function spec(low: number, high: number, count: number): readonly [number, number, number] {
  const step = (high - low) / Math.max(0, count);
  const power = Math.floor(Math.log10(step));
  const error = step / 10 ** power;
  const factor = error >= e10 ? 10 : error >= e5 ? 5 : error >= e2 ? 2 : 1;
  const inverse = power < 0;
  const unit = inverse ? 10 ** -power / factor : 10 ** power * factor;
  const of = (value: number): number => Math.round(inverse ? value * unit : value / unit);
  const at = (multiple: number): number => (inverse ? multiple / unit : multiple * unit);
  let [first, last] = [of(low), of(high)];
  if (at(first) < low) first += 1;
  if (at(last) > high) last -= 1;
  if (last < first && count >= 0.5 && count < 2) return spec(low, high, count * 2);
  return [first, last, inverse ? -unit : unit];
}

/** About `count` round values from start to stop. */
export function ticks(start: number, stop: number, count: number): number[] {
  if (!(count > 0)) return [];
  if (start === stop) return [start];
  const [first, last, unit] = spec(Math.min(start, stop), Math.max(start, stop), count);
  if (!(last >= first)) return [];
  const values = Array.from({ length: last - first + 1 }, (_, i) =>
    unit < 0 ? (first + i) / -unit : (first + i) * unit,
  );
  return stop < start ? values.reverse() : values;
}

/** The step between about `count` round values; -1 / step where it is below 1. */
export const tickIncrement = (low: number, high: number, count: number): number => spec(low, high, count)[2];
