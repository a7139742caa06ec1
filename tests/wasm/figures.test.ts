/** What the figures declare, held against the real core: each preset does what its text promises. */
import { describe, expect, it } from 'vitest';
import { nodeEngine } from '../../tools/posters/node-engine';
import { alias } from '../../tools/vite/paths.ts';
import type { Run } from '../../web/src/engine/api';
import { defaults, type EvolvingFigure, type Params, plain } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';

const engine = nodeEngine(alias['#wasm']);

/** The frame at a step, as good as it gets. */
async function best(run: Run<unknown>, t: number): Promise<unknown> {
  let frame = await run.seek(t);
  for (let better = await run.refine?.(); better; better = await run.refine?.()) frame = better;
  return frame;
}

for (const [id, load] of Object.entries(figures)) {
  const figure = (await load()).default as unknown as EvolvingFigure<Params, unknown>;
  const signal = new AbortController().signal;

  describe(id, () => {
    it('bears the name that it is registered under', () => {
      expect(figure.id).toBe(id);
    });

    it('has two to five presets', () => {
      expect(figure.presets.length).toBeGreaterThanOrEqual(2);
      expect(figure.presets.length).toBeLessThanOrEqual(5);
    });

    it.each(figure.presets.map((preset) => [preset.name, preset] as const))(
      'keeps the promise of the preset “%s”, and the defaults do not meet it by themselves',
      async (_, preset) => {
        const open = async (values: Record<string, number>, t?: number) => {
          const run = await figure.open(engine, values, signal);
          const frame = await best(run, t ?? figure.timeline(values).steps);
          run.dispose();
          return frame;
        };
        const values = { ...defaults(figure.params), ...(preset.params as Record<string, number>) };
        const frame = await open(values, preset.t);
        expect(preset.expect.holds(frame), plain(figure.describe(frame, values))).toBe(true);
        expect(preset.expect.holds(await open(defaults(figure.params)))).toBe(false);
      },
    );

    it('passes its own checks over its whole range', async () => {
      for (const end of [0, 1] as const) {
        for (const [name, param] of Object.entries(figure.params)) {
          if (param.kind !== 'slider') continue;
          const values = { ...defaults(figure.params), [name]: param.range[end] };
          const run = await figure.open(engine, values, signal);
          const frame = await run.seek(figure.timeline(values).steps);
          for (const check of figure.checks(frame)) {
            expect(check.value, `${check.name} at ${name} = ${param.range[end]}`).toBeLessThanOrEqual(
              check.atMost,
            );
          }
          run.dispose();
        }
      }
    });

    it('is refused by the core with its message when a parameter is out of range', async () => {
      const values = { ...defaults(figure.params), beta: -1 };
      await expect(figure.open(engine, values, signal)).rejects.toThrow(
        /beta is -1, expected a finite number > 0/,
      );
    });
  });
}
