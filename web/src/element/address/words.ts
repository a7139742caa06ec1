import type { Figure } from '../../figures/declare';
import type { Value } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';
import { isIdle } from '../../kinds/param';
import { type State, timelineOf } from './state';

/** What a figure shows, in words: its parameters, as far as they have an effect, and the step. */
export function inWords(figure: Figure, { values, t }: State): string {
  const parts = Object.entries(figure.params)
    .filter(([, param]) => !isIdle(param, values))
    .map(([name, param]) => `${param.label} ${kindOf(param).aloud(param, values[name] as Value)}`);
  if (t !== undefined) parts.push(`${timelineOf(figure, values).unit} ${t}`);
  return parts.join('; ');
}
