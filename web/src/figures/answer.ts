/** What a figure shows of a state: from its file, where that was computed before, else from its experiment. */
import type { At, Engine, Run } from '../engine/api';
import { better } from '../engine/better';
import type { Figure, Params, Values } from './declare';

/** What the figure's experiment is asked. */
export const asked = (figure: Figure, values: Values<Params>): object => figure.ask?.(values) ?? values;

/** Whether the core is asked the same for both: then all that differs is what is shown of its answer. */
export const sameAsked = (figure: Figure, a: Values<Params>, b: Values<Params>): boolean =>
  same(asked(figure, a), asked(figure, b));

/** Whether two pieces of plain data are the same, number by number. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => same(a[name as keyof typeof a], b[name as keyof typeof b]))
  );
}

/** Opens what is asked, with the first frame that has all that a caption says. */
export async function opened(
  figure: Figure,
  engine: Engine,
  values: Values<Params>,
  { t, ...at }: At,
): Promise<{ readonly run: Run<unknown>; readonly told: unknown }> {
  const { core, besides, timeline, complete } = figure;
  const question = besides ? { ...asked(figure, values), ...(await besides()) } : asked(figure, values);
  const run = await engine.open(core, question, timeline ? { t, ...at } : at);
  let told = run.first;
  try {
    for (let done = !run.refines; complete && !done && !complete(told); ) {
      const more = await run.refine(at.signal);
      told = more.frame ?? told;
      done = more.done;
    }
  } catch (error) {
    run.dispose();
    throw error;
  }
  return { run, told };
}

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
