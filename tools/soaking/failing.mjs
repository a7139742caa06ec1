// An experiment that is opened, sought, looked at, refined and saved, while an allocation fails: the call answers or refuses, the same
// call then has the same answer, and in the end nothing is left in the memory. Where every allocation fails from then on, an exception
// has no room either, and the part may end itself: then the page starts another instance, which has to answer as if nothing had been.
import { allocationsOf } from './allocations.mjs';
import { bitsOf, isRefusal } from './core.mjs';

const units = 64;
const noMemory = 'not enough memory';

/** A started part and the counters of its allocations, which are the business of nobody else. */
export async function startCounting(startPart, compiled) {
  const { instantiate } = WebAssembly;
  let exports;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    exports = instance.exports;
    return instance;
  };
  try {
    const module = await startPart(compiled);
    return { module, allocations: allocationsOf(exports) };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** What is asked one after the other; each gives what its bits are made of, or a refusal. `kept` is handed from one to the next. */
function callsFor(experiment, example) {
  const opened = {
    seek: ({ run }) => {
      let arrived = false;
      while (arrived === false) arrived = run.seek(run.opens(), units);
      return arrived;
    },
    frame: ({ run }) => run.frame(),
    refine: ({ run }) => (run.refines() ? run.refine(1) : true),
    'frame after refine': ({ run }) => run.frame(),
    back: ({ run }) => run.seek(0, 1),
    'frame after back': ({ run }) => run.frame(),
  };
  const training = {
    save: (kept) => {
      kept.bytes = kept.run.save();
      return kept.bytes;
    },
    restore: ({ run, bytes }) => run.restore(bytes),
    'frame after restore': ({ run }) => run.frame(),
    keepWithin: ({ run }) => run.keepWithin(100_000),
    'seek after keepWithin': ({ run }) => run.seek(0, 1),
    'frame after keepWithin': ({ run }) => run.frame(),
  };
  return (module) => ({
    open: (kept) => {
      const run = module.open(experiment.name, example);
      if (isRefusal(run)) return run;
      kept.run = run;
      return true;
    },
    ...opened,
    // Known once it is open: in a part with one that trains, others refuse all of these.
    trains: ({ run }) => run.frontier?.() !== undefined,
    ...training,
  });
}

/** An experiment whose allocations fail one after the other. `start` gives { module, allocations }. */
export function createBreaker({ experiment, id = experiment.name, example, start }) {
  const calls = callsFor(experiment, example);
  const found = [];
  const counts = { failures: 0, refused: 0, answered: 0, restarts: 0 };
  let part;
  let reference;
  let live;

  /** All answers, as bits, with how many allocations each has taken. */
  function whole({ module, allocations }) {
    const kept = {};
    const answers = [];
    for (const [name, call] of Object.entries(calls(module))) {
      allocations.none();
      const answer = call(kept);
      if (isRefusal(answer)) throw new Error(`${name} is refused: ${answer.error}`);
      answers.push({ name, bits: bitsOf(answer), allocations: allocations.done });
      if (name === 'trains' && !answer) break;
    }
    kept.run.delete();
    allocations.none();
    return answers;
  }

  async function fresh() {
    part = await start();
    const first = whole(part);
    // The second time what is made once is there. Where another instance has shown it before, once is enough.
    const second = reference ? first : whole(part);
    live = part.allocations.live;
    const wrong = second.find(({ bits }, i) => bits !== (reference ?? first)[i]?.bits);
    if (wrong) found.push(`${id} ${wrong.name}: another instance, or the second run in one, has other bits`);
    reference ??= second;
  }

  /** The calls in their order, of which one meets failures. */
  function broken({ name: at, k, times }, say) {
    const { module, allocations } = part;
    const kept = {};
    for (const { name, bits } of reference) {
      const call = calls(module)[name];
      if (name === at) allocations.fail(k, times);
      let answer = call(kept);
      allocations.none();
      if (isRefusal(answer)) {
        if (name !== at || answer.error !== noMemory) say(`${name} is refused: ${answer.error}`);
        counts.refused += 1;
        answer = call(kept);
      } else if (name === at) counts.answered += 1;
      if (isRefusal(answer)) say(`${name} is refused again: ${answer.error}`);
      if (bitsOf(answer) !== bits) say(`${name} has other bits`);
    }
    kept.run.delete();
    if (allocations.live !== live) say(`${allocations.live - live} allocations are left`);
    live = allocations.live;
  }

  return {
    counts,
    found,
    /** How many allocations each call has, by its name. */
    async allocations() {
      if (!part) await fresh();
      return Object.fromEntries(reference.map(({ name, allocations }) => [name, allocations]));
    },
    /** The k-th allocation of a call fails, and with `times` those after it. */
    async run(name, k, times = 1) {
      if (!part) await fresh();
      const say = (what) => found.push(`${id} ${name} ${k}${times > 1 ? ` ${times}` : ''}: ${what}`);
      counts.failures += 1;
      try {
        broken({ name, k, times }, say);
      } catch (error) {
        counts.restarts += 1;
        part = undefined;
        // A run that is on its way ends like this. Where nothing at all can be had, what is thrown has no room either: `unreachable`.
        if (error?.message !== noMemory && times === 1) say(`has thrown ${error?.stack ?? error}`);
        await fresh();
      }
    },
  };
}
