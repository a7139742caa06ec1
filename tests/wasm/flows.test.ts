/** The part `flows` as it is shipped, behind the engine as the pages use it. */
import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../web/src/engine/api';
import { experiments } from '../../web/src/engine/generated/experiments';
import { bits, engineOf, messageOf, refined } from './builds';
import { examples } from './examples';

const engine = engineOf(true);

describe('flows of variances', () => {
  it('knows the theory of the variance at once and fills in the draws', async () => {
    const run = await engine.open(experiments.variance_decay, examples.variance_decay, { t: 0 });
    const frames = await refined(run);
    expect(frames[0]).toMatchObject({ layer: 0, layers: 30, draws: 0, matchedTime: 0.125 });
    expect(frames[0]?.exact.length).toBe(31);
    expect(frames.at(-1)).toMatchObject({ draws: 20 });
    expect(frames.at(-1)?.mean.length).toBe(31);
    run.dispose();
  });

  it('seeks forward and back with identical bits in the flow of a cloud', async () => {
    const run = await engine.open(experiments.gaussian_flow, examples.gaussian_flow);
    const first = bits(await run.seek(5));
    await run.seek(12);
    expect(bits(await run.seek(5))).toEqual(first);
    run.dispose();
    expect((await engine.stats()).objects).toBe(0);
  });

  it.each([
    ['variance_decay', { beta: 0 }],
    ['variance_decay', { count: 1 }],
    ['variance_decay', { sigma2: '1' }],
    ['gaussian_flow', { minor: 3 }],
    ['gaussian_flow', { angle: Number.NaN }],
  ] as const)('refuses bad parameters of %s: %j', async (name, bad) => {
    expect(
      await messageOf(engine.open(experiments[name] as Experiment, { ...examples[name], ...bad })),
    ).toMatch(new RegExp(`^${name}: .*\\b${Object.keys(bad)[0]}\\b`));
    expect((await engine.stats()).objects).toBe(0);
  });
});
