/** A run that the reader keeps, to be compared with others. Loaded when there is one. */

import type { Engine } from '../../engine/api';
import { better } from '../../engine/better';
import type { Figure, Kept, Params, Values } from '../../figures/declare';
import { sameValue, type Value } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';
import type { State } from '../address/state';

/** The frame of a state, as good as it gets. */
export async function keptOf(
  figure: Figure,
  engine: Engine,
  { values, t = 0 }: State,
  signal: AbortSignal,
): Promise<Kept<Params, unknown>> {
  if (!('open' in figure)) return { values, t, frame: await figure.compute(engine, values, signal) };
  const run = await figure.open(engine, values, { t, signal });
  try {
    let frame = run.first;
    for await (const next of better(run, signal)) frame = next;
    return { values, t, frame };
  } finally {
    run.dispose();
  }
}

/** In what a kept run differs from what is shown, in a sentence. */
export function nameOfKept(figure: Figure, kept: Kept<Params, unknown>, now: Values<Params>): string {
  const other = Object.entries(figure.params).filter(
    ([name]) => !sameValue(kept.values[name] as Value, now[name] as Value),
  );
  const said = other.map(
    ([name, param]) => `${param.label} ${kindOf(param).aloud(param, kept.values[name] as Value)}`,
  );
  const step = 'timeline' in figure ? `, ${figure.timeline(kept.values).unit} ${kept.t}` : '';
  return `Kept, pale and dashed: ${said.join(', ') || 'the same parameters'}${step}.`;
}
