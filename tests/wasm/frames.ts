/** Figures over the real core as the element looks at them, without the element: each state a run of what the figure draws. */
import { nodeEngine } from '../../tools/posters/node-engine';
import { alias } from '../../tools/vite/paths.ts';
import { opened as asked } from '../../web/src/element/session/runner';
import type { Run } from '../../web/src/engine/api';
import { better } from '../../web/src/engine/better';
import type { Figure, Params, Values } from '../../web/src/figures/declare';

export const engine = nodeEngine(alias['#wasm']);

/** A figure with these values, at a step or where it opens. */
export async function opened(figure: Figure, values: Values<Params>, t?: number): Promise<Run<unknown>> {
  const { precomputed } = figure;
  const known = await precomputed?.(values, t ?? figure.timeline?.(values).opens ?? 0);
  if (known !== undefined)
    return {
      first: known,
      refines: false,
      frontier: undefined,
      seek: async (t) => precomputed?.(values, t),
      refine: async () => ({ done: true }),
      save: async () => new Uint8Array(),
      dispose() {},
    };
  const { run, told } = await asked(figure, engine, values, { t });
  const seen = (frame: unknown): unknown => (figure.frame ? figure.frame(frame, values) : frame);
  return {
    first: await seen(told),
    refines: run.refines,
    get frontier() {
      return run.frontier;
    },
    seek: async (t) => seen(await run.seek(t)),
    refine: async () => {
      const { frame, ...rest } = await run.refine();
      return frame === undefined ? rest : { ...rest, frame: await seen(frame) };
    },
    save: () => run.save(),
    dispose: () => run.dispose(),
  };
}

/** The frame of a run, as good as it gets. */
export async function best(run: Run<unknown>): Promise<unknown> {
  let frame = run.first;
  for await (const next of better(run)) frame = next;
  return frame;
}
