// Hostile parameters for every experiment of every part. They are drawn from a seed and a number, so that a case is done again by
// node tools/soaking/parts.mjs SEED EXPERIMENT NUMBER, where the experiment may be one of those with another build: million_particles.scalar
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createCaller } from './calls.mjs';
import { allParts } from './core.mjs';

export const name = 'parts';
export const about =
  'every experiment of every part, with parameters that nobody should give, and with some that one may.';

/** Seconds after which a call is taken for one that never returns. On a busy machine the longest that does takes one. */
const patience = 600;
const listed = 20;

async function callers() {
  const { experiments, startPart, exampleOf } = await allParts();
  return experiments.map(({ experiment, id, compiled }) => ({
    id,
    spent: 0,
    number: 0,
    caller: createCaller({
      experiment,
      id,
      example: exampleOf(experiment.name),
      start: async () => startPart(await compiled()),
    }),
  }));
}

/** Of those with the same words only the first: one fault shows in thousands of cases. */
function different(found) {
  const kinds = new Map();
  for (const what of found) {
    const kind = what.replace(/^\S+ (\S+) \d+: /, '$1 ').replace(/[-+\d.e]+/g, '#');
    if (!kinds.has(kind)) kinds.set(kind, what);
  }
  return [...kinds.values()];
}

/** In a thread of its own: what never returns is ended from outside. */
async function work({ seconds, seed, progress }) {
  const all = await callers();
  const end = performance.now() + 1000 * seconds;
  while (performance.now() < end) {
    // Whoever has had the least time: what takes long must not take it from all others.
    const next = all.reduce((least, one) => (one.spent < least.spent ? one : least));
    Atomics.store(progress, 1, all.indexOf(next));
    Atomics.store(progress, 2, next.number);
    const before = performance.now();
    await next.caller.run(seed, next.number);
    next.spent += performance.now() - before;
    next.number += 1;
    Atomics.add(progress, 0, 1);
  }
  const counts = {};
  for (const { caller } of all)
    for (const [key, count] of Object.entries(caller.counts)) counts[key] = (counts[key] ?? 0) + count;
  parentPort.postMessage({ ...counts, found: all.flatMap(({ caller }) => caller.found) });
}

export async function run({ seconds, seed, say }) {
  const progress = new Int32Array(new SharedArrayBuffer(12));
  const worker = new Worker(new URL(import.meta.url), { workerData: { seconds, seed, progress } });
  const at = () => Atomics.load(progress, 0);
  let last = -1;
  let since = performance.now();
  let watch;
  const stuck = new Promise((resolve) => {
    watch = setInterval(() => {
      if (at() !== last) since = performance.now();
      last = at();
      if (performance.now() - since < 1000 * patience) return;
      resolve(Atomics.load(progress, 1));
    }, 1000);
  });
  try {
    const done = await Promise.race([
      stuck.then(async (place) => ({
        cases: at(),
        found: [
          `${seed} ${(await callers())[place].id} ${Atomics.load(progress, 2)}: has not returned after ${patience} s`,
        ],
      })),
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      }),
    ]);
    const found = different(done.found);
    if (found.length > listed) say(`  ${found.length} kinds were found, of which ${listed} are listed.`);
    return { ...done, found: found.slice(0, listed) };
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

if (!isMainThread && workerData?.progress) await work(workerData);
else if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [seed, id, number] = process.argv.slice(2);
  const one = (await callers()).find((other) => other.id === id);
  if (!one) throw new Error(`there is no experiment '${id}'`);
  console.log(await one.caller.run(seed, Number(number)));
  console.log(one.caller.found);
}
