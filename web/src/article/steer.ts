import type { Slider } from '../figures/declare';
import { logSteps, moved, positionOf, rangeOf, valueAt } from '../kinds/numbers';

/** How far a drag has to go for the whole range of a parameter, in px. */
const span = 240;

/** The value after a drag of `by` px from where the parameter had the value `from`: as on its slider, at its scale. */
export function swept(param: Slider, from: number, by: number): number {
  const [low, high] = param.scale === 'log' ? [0, logSteps] : param.range;
  const position = positionOf(param, from) + (by / span) * (high - low);
  return valueAt(param, Math.max(low, Math.min(high, position)));
}

/** The value after a key; `undefined` for a key that changes none. Sideways keys are taken where they are free. */
export function keyed(param: Slider, value: number, key: string, sideways: boolean): number | undefined {
  const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
  if (sideways) Object.assign(steps, { ArrowRight: 1, ArrowLeft: -1 });
  const [low, high] = rangeOf(param);
  return (
    { Home: low, End: high }[key] ?? (steps[key] === undefined ? undefined : moved(param, value, steps[key]))
  );
}
