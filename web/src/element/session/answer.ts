import type { Engine } from '../../engine/api';
import { better } from '../../engine/better';
import type { Figure, Params, Values } from '../../figures/declare';
import { opened } from './runner';

/** A frame that stands for a state by itself: refined until nothing is left to do, but for what trains, which is shown as it opens. */
export async function answer(
  figure: Figure,
  engine: Engine,
  values: Values<Params>,
  t: number,
  signal?: AbortSignal,
): Promise<unknown> {
  const known = await figure.precomputed?.(values, t);
  if (known !== undefined) return known;
  const { run, told: first } = await opened(figure, engine, values, { t, signal });
  let told = first;
  try {
    if (run.frontier === undefined) for await (const next of better(run, signal)) told = next;
  } finally {
    run.dispose();
  }
  return figure.frame ? figure.frame(told, values) : told;
}
