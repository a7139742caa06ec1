/** The parameters of a figure as it declares them: numbers, names, and whatever kind it brings along. */
import type { Declared, Other, Value } from './kind';

/** A number on a slider. */
export interface Slider extends Declared<number> {
  readonly kind: 'slider';
  /** TeX; a subset (Greek letters, sub- and superscripts, \tilde) is understood. */
  readonly symbol: string;
  /** Smallest and largest value, both reachable. */
  readonly range: readonly [number, number];
  /** `log` needs a positive range; `linear` where absent. */
  readonly scale?: 'linear' | 'log';
  /** Values are multiples of this, counted from the smallest; a log slider rounds to three digits first. */
  readonly step?: number;
  readonly unit?: string;
  /** Whether it has an effect beside these values; where it has none its control is not shown. Always, where absent. */
  when?(values: Readonly<Record<string, Value>>): boolean;
  /** The largest value that differs from the one before it beside these values: its control ends there. The end of the range, where absent. */
  upTo?(values: Readonly<Record<string, Value>>): number;
}

/** The seed of the random numbers: a whole number from 0 to 9999 with a button for another draw. */
export interface Seed extends Declared<number> {
  readonly kind: 'seed';
}

/** One of some named settings, up to a dozen. Its value is a name; the reader sees the text beside it. */
export interface Choice<Name extends string = string> extends Declared<Name> {
  readonly kind: 'choice';
  readonly options: Readonly<Record<Name, string>>;
  /** Links from before options had names count them from 0: such numbers are still read. */
  readonly numbered?: boolean;
}

export type Param = Slider | Seed | Choice | Other;
/** Whether a parameter has no effect beside these values. */
export const isIdle = (param: Param, values: Readonly<Record<string, Value>>): boolean =>
  'when' in param && param.when?.(values) === false;
/** A parameter as its control has it beside these values: a slider may end earlier than its range. */
export const beside = (param: Param, values: Readonly<Record<string, Value>>): Param =>
  'upTo' in param && param.upTo
    ? { ...param, range: [param.range[0], Math.min(param.range[1], param.upTo(values))] }
    : param;
export type Params = Readonly<Record<string, Param>>;
type ValueOf<P> = P extends Slider | Seed
  ? number
  : P extends Choice<infer Name>
    ? Name
    : P extends Other<infer V>
      ? V
      : never;
export type Values<P extends Params> = { readonly [K in keyof P]: ValueOf<P[K]> };

/** What may be left out where the experiment of the figure knows it: its default, and its limits as the range. */
type Spec<P, Known extends keyof P> = Omit<P, 'kind' | Known> & Partial<Pick<P, Known>>;
export const slider = (spec: Spec<Slider, 'value' | 'range'>) => ({ kind: 'slider', ...spec }) as Slider;
type NameOf<Options> = `${keyof Options & (string | number)}`;
export const choice = <const Options extends Readonly<Record<string, string>>>(
  spec: Omit<Spec<Choice<NameOf<Options>>, 'value'>, 'options'> & { readonly options: Options },
) => ({ kind: 'choice', ...spec }) as unknown as Choice<NameOf<Options>>;
export const seed = (value?: number) =>
  ({
    kind: 'seed',
    label: 'seed',
    ...(value !== undefined && { value }),
    about: 'Picks the random numbers. The same seed gives the same bits in every browser.',
  }) as Seed;

/** The parameters with what they leave out, from what is known of an experiment. */
export function completed<P extends Params>(
  params: P,
  { defaults = {}, limits = {} }: { readonly defaults?: Known; readonly limits?: Known },
): P {
  const whole = Object.entries(params).map(([name, param]) => {
    const range = param.kind === 'slider' && { range: limits[name] };
    const known: Known = { value: defaults[name], ...range };
    const full: Known = { ...known, ...param };
    const missing = Object.keys(full).find((key) => full[key] === undefined);
    if (missing) throw new RangeError(`${name} has no ${missing}`);
    return [name, full];
  });
  return Object.fromEntries(whole);
}
type Known = Readonly<Record<string, unknown>>;

/** The defaults of a declaration. */
export function defaults<P extends Params>(params: P): Values<P> {
  return Object.fromEntries(Object.entries(params).map(([name, p]) => [name, p.value])) as Values<P>;
}
