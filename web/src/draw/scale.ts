import { tickIncrement, ticks } from './ticks';

/** From numbers to pixels and back. */
export interface Scale {
  (value: number): number;
  invert(pixel: number): number;
  /** Round values inside the domain, about `count` of them. */
  ticks(count: number): number[];
  readonly kind: 'linear' | 'log';
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
}

export type Interval = readonly [number, number];

/** A linear scale. An empty domain is drawn in the middle of the range. */
export function linear(domain: Interval, range: Interval): Scale {
  const across = between(domain[0], domain[1]);
  const pixels = between(range[0], range[1]);
  return Object.assign((value: number) => pixels.at(across.where(value)), {
    invert: (pixel: number) => across.at(pixels.where(pixel)),
    ticks: (count: number) => ticks(domain[0], domain[1], count),
    kind: 'linear' as const,
    domain,
    range,
  });
}

/** A logarithmic scale; both ends of the domain must be positive. */
export function log(domain: Interval, range: Interval): Scale {
  if (!(domain[0] > 0 && domain[1] > 0))
    throw new Error(`log: domain ${domain[0]} to ${domain[1]}, expected positive ends`);
  const across = between(Math.log10(domain[0]), Math.log10(domain[1]));
  const pixels = between(range[0], range[1]);
  return Object.assign((value: number) => pixels.at(across.where(Math.log10(value))), {
    invert: (pixel: number) => 10 ** across.at(pixels.where(pixel)),
    ticks: (count: number) => logTicks(domain, count),
    kind: 'log' as const,
    domain,
    range,
  });
}

/** The domain widened to round numbers. */
export function nice(domain: Interval, count = 5): Interval {
  const [low, high] = domain;
  const step = tickIncrement(low, high, count);
  if (!Number.isFinite(step) || step === 0) return domain;
  // d3 gives 1 / step below 1, as a negative number, because that one is exact.
  return step > 0
    ? [Math.floor(low / step) * step, Math.ceil(high / step) * step]
    : [Math.floor(low * -step) / -step, Math.ceil(high * -step) / -step];
}

function between(low: number, high: number): { where(value: number): number; at(share: number): number } {
  return {
    where: (value) => (high === low ? 0.5 : (value - low) / (high - low)),
    at: (share) => low + share * (high - low),
  };
}

/** Powers of ten; with 2 and 5 between them where there is room; every few powers where there is not. */
function logTicks([a, b]: Interval, count: number): number[] {
  const [low, high] = [Math.log10(Math.min(a, b)), Math.log10(Math.max(a, b))];
  const every = Math.max(1, Math.ceil((high - low) / count));
  const within = (candidates: number[]): number[] =>
    candidates.filter((v) => Math.log10(v) >= low - 1e-9 && Math.log10(v) <= high + 1e-9);
  const powers: number[] = [];
  for (let e = Math.ceil(Math.floor(low) / every) * every; e <= high + 1e-9; e += every)
    powers.push(Number(`1e${e}`));
  const fine = within(powers.flatMap((p) => [p, 2 * p, 5 * p]));
  const coarse = within(powers);
  const chosen = every === 1 && fine.length <= count + 1 ? fine : coarse;
  return a < b ? chosen : chosen.reverse();
}
