/** What ./tools/soak does for an hour, for seconds: hostile parameters, and allocations that fail. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { countingAllocations } from '../../tools/soaking/allocations.mjs';
import { createCaller } from '../../tools/soaking/calls.mjs';
import { createBreaker, startCounting } from '../../tools/soaking/failing.mjs';
import { createEngine } from '../../web/src/engine/client';
import { experiments } from '../../web/src/engine/generated/experiments';
import { startPart } from '../../web/src/engine/part';
import { at, bits, hasFloats, only } from './builds';
import { described } from './described';
import { type ExperimentName, exampleOf, examples } from './examples';

const descriptions = await described();
const experimentOf = (name: string) => {
  const found = descriptions.find((experiment) => experiment.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const binaryOf = (part: string) => readFile(at(`${part}${hasFloats(part) ? '.simd' : ''}.wasm`));

/** What opens in a moment, whatever its parameters are. */
const quick = descriptions
  .map(({ name }) => name as ExperimentName)
  .filter(
    (name) =>
      !/^(ledger|gpt|stages|kl|dataset|diagnostics|frame_precision|attention_passes|million|hopfield_cap|consistency|em_vs|value_man|depth|why|particles|two_stage|construction|gradient|five|natural|chain|feedback|boundary|coupling)/.test(
        name,
      ),
  );

describe('hostile parameters', () => {
  it.each(quick)('of %s are refused by name or answered in finite numbers', async (name) => {
    const experiment = experimentOf(name);
    const compiled = await WebAssembly.compile(await binaryOf(experiment.part));
    const caller = createCaller({
      experiment,
      example: exampleOf(name),
      start: () => startPart(compiled),
    });
    for (let number = 1; number <= 6; number++) await caller.run('short', number);
    expect(caller.found).toEqual([]);
    expect(caller.counts.refused).toBeGreaterThan(0);
  });

  it('are found where a part answers them wrongly', async () => {
    const experiment = experimentOf('softmax');
    const compiled = await WebAssembly.compile(await binaryOf('softmax'));
    const caller = createCaller({
      experiment,
      example: exampleOf('softmax'),
      start: async () => {
        const part = await startPart(compiled);
        return {
          ...part,
          open: (name: string, params: object) => {
            const run = part.open(name, params);
            return 'error' in run
              ? { error: 'wrong' }
              : Object.assign(run, { frame: () => ({ weights: Number.NaN }) });
          },
        };
      },
    });
    for (let number = 1; number <= 6; number++) await caller.run('short', number);
    expect(caller.found.join()).toContain('neither who nor what was expected: wrong');
  });
});

describe('an allocation that fails', () => {
  const start = async (part: string) => {
    const compiled = await WebAssembly.compile(countingAllocations(await binaryOf(part)));
    return () => startCounting(startPart, compiled);
  };

  it.each(['heads', 'softmax', 'mse_depth', 'two_stage', 'em_vs_sgd', 'linear_attention'] as const)(
    'in %s ends in an error or the result, and the next call has the same bits',
    async (name) => {
      const experiment = experimentOf(name);
      const breaker = createBreaker({
        experiment,
        example: exampleOf(name),
        start: await start(experiment.part),
      });
      for (const [call, count] of Object.entries(await breaker.allocations()) as [string, number][])
        for (let k = 1; k <= Math.min(count, 3); k++) await breaker.run(call, k, k === 2 ? Infinity : 1);
      expect(breaker.found).toEqual([]);
      expect(breaker.counts.refused).toBeGreaterThan(0);
    },
  );

  it('on the way to a step takes the part along, and the next one shows the same', async () => {
    const fresh = await start('mse');
    const started: Awaited<ReturnType<typeof fresh>>[] = [];
    const engine = createEngine({
      startWorker: () => {
        throw new Error('no worker in Node');
      },
      load: async () => {
        const part = await fresh();
        started.push(part);
        return { module: part.module, simd: true };
      },
    });
    const open = () => engine.open(experiments.mse_depth, examples.mse_depth);
    const first = await only(open());
    const run = await open();
    started[0]?.allocations.fail(25);
    await expect(run.refine()).rejects.toMatchObject({
      name: 'EngineCrashed',
      message: expect.stringContaining('not enough memory'),
    });
    expect(bits(await only(open()))).toEqual(bits(first));
    expect(started.length).toBe(2);
    engine.end();
  });
});
