/** A run that the reader keeps, to be compared with others. Loaded when there is one. */
import type { Figure, Ghost, Params, Values } from '../../figures/declare';
import { sameValue, type Value } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';

/** In what a ghost differs from what is shown, in a sentence. */
export function nameOfGhost(figure: Figure, ghost: Ghost<Params, unknown>, now: Values<Params>): string {
  const other = Object.entries(figure.params).filter(
    ([name]) => !sameValue(ghost.values[name] as Value, now[name] as Value),
  );
  const said = other.map(
    ([name, param]) => `${param.label} ${kindOf(param).aloud(param, ghost.values[name] as Value)}`,
  );
  const step = figure.timeline ? `, ${figure.timeline(ghost.values).unit} ${ghost.t}` : '';
  return `Kept, pale and dashed: ${said.join(', ') || 'the same parameters'}${step}.`;
}
