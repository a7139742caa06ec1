/** States in which tests show a figure, and what its parts make of them. */

import { serialise, stepsOf } from '../../web/src/element/address/state';
import { sameAsked } from '../../web/src/element/session/runner';
import { defaults, type Figure, type Param, type Params, type Values } from '../../web/src/figures/declare';
import { type Other, sameValue, type Value } from '../../web/src/kinds/kind';
import { rangeOf, snap, stepOf } from '../../web/src/kinds/numbers';
import { anyValue, dice } from './models/states';

/**
 * Figures whose defaults, or some of whose presets, take seconds: where a test is of the element and not of these numbers it starts from
 * other values, and leaves these presets to the test of what they promise.
 */
const heavy: Readonly<
  Record<
    string,
    {
      readonly values: Values<Params>;
      readonly presets: readonly string[];
      /** The step to look at of a run that has to be trained for it. */
      readonly t?: number;
    }
  >
> = {
  'gpt-training': { values: {}, presets: [], t: 3 },
  ladder: { values: {}, presets: [], t: 3 },
  'million-particles': { values: { count: 10_000 }, presets: ['blunt kernel', 'lattice'] },
  'em-vs-sgd': { values: { length: '500' }, presets: ['larger steps', 'shuffled answers', 'as published'] },
  'value-manifold': { values: {}, presets: ['no circle', 'EM-like, its values'] },
  'mse-depth': {
    values: { tokens: '1000', repeats: 1 },
    presets: ['all published bars', 'a quarter of the step'],
  },
};

/** What such a figure is told to be quick. */
export const lighter = (figure: Figure): Values<Params> => heavy[figure.id]?.values ?? {};

export const lightValues = (figure: Figure): Values<Params> => ({
  ...defaults(figure.params),
  ...lighter(figure),
});

/** The last step, or that which is quick to come to. */
export const lateStep = (figure: Figure, values: Values<Params>): number | undefined =>
  heavy[figure.id]?.t ?? stepsOf(figure, values);

export const isLight = (figure: Figure, preset: { readonly name: string }): boolean =>
  !heavy[figure.id]?.presets.includes(preset.name);

/** A value of a kind that a figure brings along, with one piece moved by a key. */
function moved(param: Other, value: Value): Value {
  const { pieces } = param.of;
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowRight', ' '];
  const all = keys.map((key) => pieces?.keyed(param, value, 0, key));
  // What has no pieces is another as a whole.
  return all.find((next) => next !== undefined && !sameValue(next, value)) ?? anyValue(param, dice(3));
}

/** A state in which every parameter has moved a little, as text for a link, and its values. */
export function otherState(
  figure: Figure,
  from = defaults(figure.params),
): { values: Values<Params>; t: number | undefined; text: string } {
  const values = Object.fromEntries(
    Object.entries(figure.params).map(([name, param]) => {
      if (param.kind === 'other') return [name, moved(param, from[name] as Value)];
      if (param.kind === 'choice')
        return [name, Object.keys(param.options).find((other) => other !== from[name]) ?? param.value];
      const [low, high] = rangeOf(param);
      const value = from[name] as number;
      const by = 'scale' in param && param.scale === 'log' ? value * 0.1 : 2 * stepOf(param);
      const up = snap(param, value + by);
      return [name, up > value && up <= high ? up : Math.max(low, snap(param, value - by))];
    }),
  );
  const steps = stepsOf(figure, values);
  const t = heavy[figure.id]?.t ?? (steps === undefined ? undefined : Math.floor(steps / 2));
  return { values, t, text: serialise(figure, { values, t }) };
}

/** A number as the data table shows it, and how far from the exact one it may be. */
export function shownNumber(text: string): { value: number; within: number } {
  const [mantissa = '', power] = text.replace(/\u2212/g, '-').split(/\u00a0×\u00a010/);
  const digits = [...(power ?? '')].map((c) => (c === '⁻' ? '-' : String('⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(c)))).join('');
  const scale = power === undefined ? 1 : Number(`1e${digits}`);
  const bare = mantissa.replace(/\u202f/g, '');
  const decimals = bare.split('.')[1]?.length ?? 0;
  return { value: Number(bare) * scale, within: 0.5000001 * 10 ** -decimals * scale };
}

/** Whether a parameter only selects what is shown: with any other value the core is asked the same. */
export function onlyShows(figure: Figure, name: string): boolean {
  const values = defaults(figure.params);
  const roll = dice(7);
  const others = Array.from({ length: 20 }, () => anyValue(figure.params[name] as Param, roll));
  return others.every((value) => sameAsked(figure, values, { ...values, [name]: value }));
}
