// Allocations that fail, in every experiment of every part: each of the first of every call, then others at random. One is done again by
// node tools/soaking/memory.mjs EXPERIMENT CALL K [TIMES], as it is named where something was found.
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { countingAllocations } from './allocations.mjs';
import { allParts, chances, drawn } from './core.mjs';
import { createBreaker, startCounting } from './failing.mjs';

export const name = 'memory';
export const about =
  'the k-th allocation fails, alone or with all that follow, in every call of every experiment.';

/** As many of each call come one by one, over all runs; in one run they are as many as there is time for. */
const orderly = 64;

async function breakers() {
  const { experiments, startPart, exampleOf } = await allParts();
  return experiments.map(({ experiment, id, file }) => {
    let compiling;
    const start = async () => {
      compiling ??= WebAssembly.compile(countingAllocations(readFileSync(file)));
      return startCounting(startPart, await compiling);
    };
    const breaker = createBreaker({ experiment, id, example: exampleOf(experiment.name), start });
    return { id, spent: 0, number: 0, breaker };
  });
}

/** Which allocation of which call fails next: the first of each, the second of each, and so on; then any. */
function next(allocations, number, choose) {
  const calls = Object.entries(allocations).filter(([, count]) => count > 0);
  const inOrder = [];
  for (let k = 1; k <= orderly; k++)
    for (const [call, count] of calls) if (k <= count) inOrder.push([call, k, 1], [call, k, Infinity]);
  if (number < inOrder.length) return inOrder[number];
  const [call, count] = choose.of(calls);
  return [call, 1 + choose.below(count), choose.of([1, 1, 2, Infinity])];
}

export async function run({ seconds, seed }) {
  const all = await breakers();
  const end = performance.now() + 1000 * seconds;
  // What has been gone through in order is so in every run: the next begins further on.
  for (const one of all) one.number = (seed - 1) * orderly;
  while (performance.now() < end) {
    const least = all.reduce((a, b) => (b.spent < a.spent ? b : a));
    const before = performance.now();
    const allocations = await least.breaker.allocations();
    const choose = chances(drawn(`${seed} ${least.id} ${least.number}`));
    await least.breaker.run(...next(allocations, least.number, choose));
    least.number += 1;
    least.spent += performance.now() - before;
  }
  const counts = {};
  for (const { breaker } of all)
    for (const [key, count] of Object.entries(breaker.counts)) counts[key] = (counts[key] ?? 0) + count;
  return { ...counts, found: all.flatMap(({ breaker }) => breaker.found) };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [id, call, k, times = '1'] = process.argv.slice(2);
  const one = (await breakers()).find((other) => other.id === id);
  if (!one) throw new Error(`there is no experiment '${id}'`);
  console.log(await one.breaker.allocations());
  await one.breaker.run(call, Number(k), Number(times));
  console.log(one.breaker.counts, one.breaker.found);
}
